//! Hacker News: every item by its number, which are few enough to ask for each.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use listening::{HackerNewsTexts, SourceName, Thing, Why};

use super::heard_texts::{self, HeardText};
use super::listener::{BETWEEN_ITEMS, PassReport, StreamListener, WHILE_UNHEARD};
use super::number_walk::{NumberGap, first_numbers, left_of, unanswered};
use super::store::{self, WalkKind, WalkRow};
use platform::crash;

const KIND: WalkKind = WalkKind::HackerNews;
/// How many items a pass asks for.
const AT_ONCE: i64 = 200;
/// What is longer ago is left to scans, which search. About two days of items.
const MOST_BEHIND: i64 = 20_000;
const GAPS_AT_ONCE: i64 = 100;

impl StreamListener {
    /// Reads the items since the last pass, as long as anybody is listened for there.
    pub async fn hacker_news_pass(&self) -> anyhow::Result<PassReport> {
        let mut report = PassReport {
            rest: WHILE_UNHEARD,
            ..PassReport::default()
        };
        let Some(source) = self.listening.hacker_news() else {
            return Ok(report);
        };
        let is_heard = self
            .listening
            .is_source_heard(&self.db, SourceName::HackerNews);
        if !is_heard.await? {
            store::end_walk(&self.db, KIND).await?;
            return Ok(report);
        }
        report.rest = BETWEEN_ITEMS;
        let Ok(newest) = source.newest_number().await else {
            return Ok(report);
        };
        let Some(walk) = store::walk(&self.db, KIND).await? else {
            self.begin_items(newest).await?;
            return Ok(report);
        };
        // An error means that it is away; the next pass goes on from the same place.
        if let Ok(read) = NewItems::read(&source, walk, newest).await {
            self.keep_items(&source, walk, read, &mut report).await?;
        }
        self.read_late_items(&source, &mut report).await?;
        self.measure(SourceName::HackerNews).await?;
        if report.has_more {
            report.rest = std::time::Duration::ZERO;
        }
        Ok(report)
    }

    async fn begin_items(&self, newest: i64) -> anyhow::Result<()> {
        let mut tx = self.db.begin().await?;
        let walk = WalkRow {
            position: newest,
            heard_until: self.clock.now(),
        };
        store::begin_walk(&mut tx, KIND, walk).await?;
        Ok(tx.commit().await?)
    }

    async fn keep_items(
        &self,
        source: &HackerNewsTexts,
        walk: WalkRow,
        read: NewItems,
        report: &mut PassReport,
    ) -> anyhow::Result<()> {
        let now = self.clock.now();
        let next = WalkRow {
            position: read.last,
            heard_until: if read.has_more { walk.heard_until } else { now },
        };
        report.posts += read.things.len();
        let heard = self.matches(read.things, now).await?;
        let Ok(heard) = with_stories(source, heard).await else {
            return Ok(());
        };
        let mut tx = self.db.begin().await?;
        if !store::advance(&mut tx, KIND, walk.position, next).await? {
            return Ok(());
        }
        for gap in unanswered((read.first, read.last), &read.answered, now) {
            store::add_gap(&mut tx, KIND, &gap).await?;
        }
        report.matches += heard_texts::hand_on(&mut tx, &self.clock, &heard).await?;
        crash::point("stream.before_items");
        tx.commit().await?;
        report.has_more = read.has_more;
        Ok(())
    }

    /// Asks for the numbers that had nothing when they were asked for.
    async fn read_late_items(
        &self,
        source: &HackerNewsTexts,
        report: &mut PassReport,
    ) -> anyhow::Result<()> {
        let now = self.clock.now();
        let due = store::due_gaps(&self.db, KIND, now, GAPS_AT_ONCE).await?;
        let (gaps, rest) = first_numbers(due, AT_ONCE);
        if gaps.is_empty() {
            return Ok(());
        }
        let numbers = gaps.iter().flat_map(|gap| gap.first..=gap.last);
        let Ok(read) = source.read(&numbers.collect::<Vec<_>>()).await else {
            return Ok(());
        };
        let found: BTreeSet<i64> = read.answered.into_iter().collect();
        report.posts += read.things.len();
        let heard = self.matches(read.things, now).await?;
        let Ok(heard) = with_stories(source, heard).await else {
            return Ok(());
        };
        self.keep_late_items((&gaps, rest), &found, heard, report)
            .await
    }

    async fn keep_late_items(
        &self,
        (gaps, rest): (&[NumberGap], Option<NumberGap>),
        found: &BTreeSet<i64>,
        heard: Vec<HeardText>,
        report: &mut PassReport,
    ) -> anyhow::Result<()> {
        let now: DateTime<Utc> = self.clock.now();
        let mut tx = self.db.begin().await?;
        for gap in gaps {
            if !store::remove_gap(&mut tx, KIND, gap.first).await? {
                return Ok(());
            }
            for left in left_of(gap, found, now) {
                store::add_gap(&mut tx, KIND, &left).await?;
            }
        }
        if let Some(rest) = rest {
            store::add_gap(&mut tx, KIND, &rest).await?;
        }
        report.matches += heard_texts::hand_on(&mut tx, &self.clock, &heard).await?;
        Ok(tx.commit().await?)
    }
}

/// The items after a position.
#[derive(Debug)]
struct NewItems {
    first: i64,
    last: i64,
    things: Vec<Thing>,
    answered: BTreeSet<i64>,
    has_more: bool,
}

impl NewItems {
    async fn read(source: &HackerNewsTexts, walk: WalkRow, newest: i64) -> Result<Self, Why> {
        let first = (walk.position + 1).max(newest - MOST_BEHIND);
        if first > walk.position + 1 {
            tracing::warn!(
                items = first - walk.position - 1,
                "the listener was away for long; older items of Hacker News are left to scans"
            );
        }
        let last = newest.min(first + AT_ONCE - 1).max(walk.position);
        let numbers: Vec<i64> = (first..=last).collect();
        let read = source.read(&numbers).await?;
        Ok(Self {
            first,
            last,
            things: read.things,
            answered: read.answered.into_iter().collect(),
            has_more: last < newest,
        })
    }
}

/// A comment that matched is shown under the title of its story.
async fn with_stories(
    source: &HackerNewsTexts,
    heard: Vec<HeardText>,
) -> Result<Vec<HeardText>, Why> {
    let mut all = Vec::with_capacity(heard.len());
    for HeardText { text, terms } in heard {
        let text = match text {
            Thing::Comment(comment) => Thing::Comment(source.with_story(comment).await?),
            Thing::Post(post) => Thing::Post(post),
        };
        all.push(HeardText { text, terms });
    }
    Ok(all)
}
