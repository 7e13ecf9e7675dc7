//! The listener: one process reads what is new, matches it and hands on what matched. Here are Reddit's
//! posts; the other walks have files of their own.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use listening::{
    Ears, Fullname, Listening, Post, SourceName, SubredditName, Thing, ThingNumber, Why,
};
use tokio::sync::Mutex;

use super::heard_texts::{self, HeardText};
use super::leadership::Leadership;
use super::number_walk::{
    ListedNumbers, MOST_BEHIND, MOST_LATE, NumberGap, first_numbers, gaps_after, left_of,
};
use super::recently_heard::RecentlyHeard;
use super::store::{self, WalkKind, WalkRow};
use super::term_index::TermIndex;
use platform::clock::Clock;
use platform::crash;
use platform::db::Db;
use platform::events::ProductEvents;
use platform::tasks::{Tasks, pause};

/// Reads everything new for all customers at once.
#[derive(Debug)]
pub struct StreamListener {
    pub(super) db: Db,
    pub(super) clock: Clock,
    pub(super) listening: Listening,
    pub(super) events: Arc<dyn ProductEvents>,
    pub(super) ears: Ears,
    /// None until the first pass, and after a failure.
    index: Mutex<Option<TermIndex>>,
    /// On Bluesky, where texts are deleted within seconds.
    pub(super) recently_heard: Mutex<RecentlyHeard>,
    /// The communities whose comments are read, and when they were chosen.
    pub(super) tracked: Mutex<Option<(DateTime<Utc>, Vec<SubredditName>)>>,
}

/// What one pass did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PassReport {
    /// Posts that were read.
    pub posts: usize,
    /// Pairs of a customer and a post that matched.
    pub matches: usize,
    /// More is waiting than one pass reads.
    pub has_more: bool,
    /// How long to wait before the next.
    pub rest: Duration,
}

/// Reddit has some 17 new posts a second and lists a hundred in a call.
const BETWEEN_PASSES: Duration = Duration::from_secs(5);
const POSTS_A_CALL: u32 = 100;
/// Where more is written than usual.
const WHEN_BUSY: Duration = Duration::from_secs(1);
/// After a pass that brought next to nothing.
const WHEN_QUIET: Duration = Duration::from_secs(20);
const FEW_POSTS: usize = 20;
pub(super) const AFTER_FAILURE: Duration = Duration::from_secs(10);
/// Hacker News has a new item every eight seconds or so.
pub(super) const BETWEEN_ITEMS: Duration = Duration::from_secs(15);
/// As long as lists of newest comments are kept.
pub(super) const BETWEEN_COMMENTS: Duration = Duration::from_mins(2);
/// How often it is looked whether a source is switched on by anybody.
pub(super) const WHILE_UNHEARD: Duration = Duration::from_secs(10);
/// Reddit's listings end here.
const MOST_PAGES: usize = 10;
/// How many numbers are asked for at a time: ten calls.
const NUMBERS_AT_ONCE: i64 = 1_000;
/// How often in one pass. Where numbers turn out to belong to nothing, once.
const MOST_ROUNDS: usize = 10;
const GAPS_AT_ONCE: i64 = 1_000;

const REDDIT: WalkKind = WalkKind::RedditPosts;

impl StreamListener {
    pub fn new(
        db: Db,
        clock: Clock,
        listening: &Listening,
        events: Arc<dyn ProductEvents>,
    ) -> Self {
        Self {
            db,
            clock,
            ears: listening.for_stream(),
            listening: listening.clone(),
            events,
            index: Mutex::default(),
            recently_heard: Mutex::default(),
            tracked: Mutex::default(),
        }
    }

    /// Listens until the process stops, in one process of all.
    pub async fn run(&self, tasks: &Tasks, lease: Duration) {
        let stopping = tasks.stopping();
        let leadership = Leadership::new(&self.db, &self.clock, lease);
        loop {
            if leadership.try_take().await {
                // Another process may have listened meanwhile.
                *self.index.lock().await = None;
                tokio::select! {
                    () = self.listen_everywhere(tasks) => {}
                    () = leadership.hold(&stopping) => {}
                    () = stopping.cancelled() => {}
                }
                leadership.let_go().await;
            }
            if !pause(leadership.between_looks(), &stopping).await {
                return;
            }
        }
    }

    /// Every source by itself: one that is away holds up no other.
    async fn listen_everywhere(&self, tasks: &Tasks) {
        let reddit = self.keep_passing(tasks, "Reddit", || self.pass());
        let comments = self.keep_passing(tasks, "Reddit's comments", || self.comment_pass());
        let hacker_news = self.keep_passing(tasks, "Hacker News", || self.hacker_news_pass());
        let bluesky = self.keep_passing(tasks, "Bluesky", || self.bluesky_pass());
        tokio::join!(reddit, comments, hacker_news, bluesky);
    }

    /// One pass after the other.
    async fn keep_passing<P: Future<Output = anyhow::Result<PassReport>>>(
        &self,
        tasks: &Tasks,
        source: &'static str,
        pass: impl Fn() -> P,
    ) {
        let stopping = tasks.stopping();
        loop {
            let rest = match pass().await {
                Ok(report) => report.rest,
                Err(error) => {
                    tracing::warn!(
                        error = format!("{error:#}"),
                        source,
                        "a pass of the listener failed"
                    );
                    AFTER_FAILURE
                }
            };
            if !pause(rest, &stopping).await {
                return;
            }
        }
    }

    /// Reads what is new since the last pass, and asks for what earlier ones left open.
    pub async fn pass(&self) -> anyhow::Result<PassReport> {
        let mut report = PassReport {
            rest: WHEN_QUIET,
            ..PassReport::default()
        };
        let Some(walk) = store::walk(&self.db, REDDIT).await? else {
            self.begin().await?;
            return Ok(report);
        };
        self.read_listing(walk, &mut report).await?;
        self.read_gaps(&mut report).await?;
        self.measure(SourceName::Reddit).await?;
        report.rest = match report {
            PassReport { has_more: true, .. } => Duration::ZERO,
            PassReport { posts, .. } if posts < FEW_POSTS => WHEN_QUIET,
            PassReport { posts, .. } => between_passes(posts),
        };
        Ok(report)
    }

    /// Begins with what is written from now on: first scans find what was written before.
    async fn begin(&self) -> anyhow::Result<()> {
        let now = self.clock.now();
        let Ok((posts, _)) = self.ears.newest_of_all(None).await else {
            return Ok(());
        };
        let Some(newest) = posts.iter().filter_map(number_of).max() else {
            return Ok(());
        };
        let mut tx = self.db.begin().await?;
        let walk = WalkRow {
            position: newest,
            heard_until: now,
        };
        store::begin_walk(&mut tx, REDDIT, walk).await?;
        Ok(tx.commit().await?)
    }

    async fn read_listing(&self, walk: WalkRow, report: &mut PassReport) -> anyhow::Result<()> {
        let now = self.clock.now();
        let Ok(listing) = self.list_back_to(walk.position).await else {
            // Reddit is away or asks to wait; the next pass goes on from the same place.
            return Ok(());
        };
        let listed = ListedNumbers {
            numbers: listing.posts.iter().filter_map(number_of).collect(),
            is_complete: listing.is_complete,
            recent_from: listing.recent_from(walk, now - MOST_LATE),
        };
        warn_of_skipped(walk.position, &listed);
        let gaps = gaps_after(walk.position, &listed, (walk.heard_until, now));
        let next = WalkRow {
            position: listed.numbers.last().copied().unwrap_or(walk.position),
            heard_until: now,
        };
        report.posts += listing.posts.len();
        let posts = listing.posts.into_iter().map(Thing::Post).collect();
        let heard = self.matches(posts, now).await?;
        let mut tx = self.db.begin().await?;
        if !store::advance(&mut tx, REDDIT, walk.position, next).await? {
            // Another process leads by now, and has read this.
            return Ok(());
        }
        for gap in &gaps {
            store::add_gap(&mut tx, REDDIT, gap).await?;
        }
        report.matches += heard_texts::hand_on(&mut tx, &self.clock, &heard).await?;
        crash::point("stream.before_commit");
        tx.commit().await?;
        crash::point("stream.after_commit");
        Ok(())
    }

    /// The posts after a position, newest first.
    async fn list_back_to(&self, position: i64) -> Result<Listing, Why> {
        let mut listing = Listing::default();
        let mut after = None;
        for _ in 0..MOST_PAGES {
            let (posts, next) = self.ears.newest_of_all(after).await?;
            let reaches_back = posts
                .iter()
                .filter_map(number_of)
                .any(|number| number <= position);
            let is_new = |post: &Post| number_of(post).is_some_and(|number| number > position);
            listing.posts.extend(posts.into_iter().filter(is_new));
            listing.is_complete = reaches_back;
            after = next;
            if reaches_back || after.is_none() {
                break;
            }
        }
        // A post that was written between two pages is on both.
        let mut known = BTreeSet::new();
        listing
            .posts
            .retain(|post| known.insert(post.reddit_id.clone()));
        Ok(listing)
    }

    /// Asks for numbers that no listing showed, as long as that brings posts.
    async fn read_gaps(&self, report: &mut PassReport) -> anyhow::Result<()> {
        for _ in 0..MOST_ROUNDS {
            let now = self.clock.now();
            let due = store::due_gaps(&self.db, REDDIT, now, GAPS_AT_ONCE).await?;
            let (gaps, rest) = first_numbers(due, NUMBERS_AT_ONCE);
            if gaps.is_empty() {
                report.has_more = false;
                return Ok(());
            }
            let Some(found) = self.read_numbers(&gaps, rest, now, report).await? else {
                return Ok(());
            };
            report.has_more = found > 0;
            if found == 0 {
                return Ok(());
            }
        }
        Ok(())
    }

    /// How many posts these gaps held; none if Reddit did not answer or another process was quicker.
    async fn read_numbers(
        &self,
        gaps: &[NumberGap],
        rest: Option<NumberGap>,
        now: DateTime<Utc>,
        report: &mut PassReport,
    ) -> anyhow::Result<Option<usize>> {
        let numbers = gaps.iter().flat_map(|gap| gap.first..=gap.last);
        let ids: Vec<Fullname> = numbers.filter_map(post_name).collect();
        let response = self.ears.again(&ids).await;
        if !response.missed.is_empty() {
            return Ok(None);
        }
        let posts = response
            .found
            .there
            .into_iter()
            .filter_map(|thing| match thing {
                Thing::Post(post) => Some(post),
                Thing::Comment(_) => None,
            });
        let posts: Vec<Post> = posts.collect();
        let found: BTreeSet<i64> = posts.iter().filter_map(number_of).collect();
        let count = posts.len();
        let posts = posts.into_iter().map(Thing::Post).collect();
        let heard = self.matches(posts, now).await?;
        let mut tx = self.db.begin().await?;
        for gap in gaps {
            if !store::remove_gap(&mut tx, REDDIT, gap.first).await? {
                return Ok(None);
            }
            for left in left_of(gap, &found, now) {
                store::add_gap(&mut tx, REDDIT, &left).await?;
            }
        }
        if let Some(rest) = rest {
            store::add_gap(&mut tx, REDDIT, &rest).await?;
        }
        report.matches += heard_texts::hand_on(&mut tx, &self.clock, &heard).await?;
        tx.commit().await?;
        report.posts += count;
        Ok(Some(count))
    }

    /// The texts that have somebody's terms in them, with whose.
    pub(super) async fn matches(
        &self,
        texts: Vec<Thing>,
        now: DateTime<Utc>,
    ) -> anyhow::Result<Vec<HeardText>> {
        metrics::counter!("earshot_stream_texts_total").increment(texts.len() as u64);
        let mut held = self.index.lock().await;
        let index = match &mut *held {
            Some(index) if !index.is_stale(now) => index,
            outdated => outdated.insert(TermIndex::build(&self.db, &self.listening, now).await?),
        };
        index.refresh(&self.db, &self.clock).await?;
        let there = texts.into_iter().filter(|text| !text.is_removed());
        let there = there.collect();
        Ok(index.matches(there))
    }

    pub(super) async fn measure(&self, source: SourceName) -> anyhow::Result<()> {
        if let Some(behind) = super::behind(&self.db, &self.clock, source).await? {
            let seconds = behind.as_seconds_f64();
            metrics::gauge!("earshot_stream_behind_seconds", "source" => source.id()).set(seconds);
        }
        Ok(())
    }
}

/// Until about a page of posts is there again.
fn between_passes(posts: usize) -> Duration {
    let posts = u32::try_from(posts).unwrap_or(u32::MAX).max(1);
    let rest = BETWEEN_PASSES * POSTS_A_CALL / posts;
    rest.clamp(WHEN_BUSY, BETWEEN_PASSES)
}

/// What a listing has that is new.
#[derive(Debug, Default)]
struct Listing {
    posts: Vec<Post>,
    /// It reached back to what was read before.
    is_complete: bool,
}

impl Listing {
    /// The first number that may have been left out because it appears late.
    fn recent_from(&self, walk: WalkRow, since: DateTime<Utc>) -> i64 {
        if walk.heard_until >= since {
            return walk.position;
        }
        let recent = self.posts.iter().filter(|post| post.created_at >= since);
        recent.filter_map(number_of).min().unwrap_or(i64::MAX)
    }
}

/// A listener that was away for too long does not catch up with everything, and says so.
fn warn_of_skipped(position: i64, listed: &ListedNumbers) {
    let newest = listed.numbers.last().copied().unwrap_or(position);
    if !listed.is_complete && newest - position > MOST_BEHIND {
        let skipped = newest - position - MOST_BEHIND;
        tracing::warn!(
            skipped,
            "the listener was away for long and skips what is oldest"
        );
    }
}

fn number_of(post: &Post) -> Option<i64> {
    let name: Fullname = post.reddit_id.parse().ok()?;
    i64::try_from(name.number().ok()?.get()).ok()
}

fn post_name(number: i64) -> Option<Fullname> {
    Some(ThingNumber::new(u64::try_from(number).ok()?).post())
}
