//! Bluesky: everything that happens there, as it happens. What is deleted there is deleted here.

use std::collections::BTreeSet;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use listening::{BlueskyConnection, BlueskyEvent, SourceName, Thing};
use tokio::time::{Instant, timeout_at};

use super::heard_texts;
use super::listener::{AFTER_FAILURE, PassReport, StreamListener, WHILE_UNHEARD};
use super::store::{self, WalkKind, WalkRow};
use platform::crash;

const KIND: WalkKind = WalkKind::Bluesky;
/// What is read is stored and matched after so long, or after so many events.
const BATCH_TIME: Duration = Duration::from_secs(1);
const BATCH_EVENTS: usize = 1_000;
/// A new connection begins a little before the last event; what is read twice is stored once.
const OVERLAP: TimeDelta = TimeDelta::seconds(5);
/// Bluesky has no search, so the first look goes back a little: some 400,000 events.
const BEGIN_BEFORE: TimeDelta = TimeDelta::hours(2);
/// How long what has happened is kept there, with a margin. A longer absence is a gap.
const MOST_BEHIND: TimeDelta = TimeDelta::hours(20);
/// How often it is looked whether anybody is still listened for there.
const BATCHES_BETWEEN_LOOKS: usize = 10;

/// What one batch of events holds.
#[derive(Debug, Default)]
struct BlueskyBatch {
    written: Vec<Thing>,
    deleted: BTreeSet<String>,
    /// Authors who are gone.
    gone: BTreeSet<String>,
    time_us: Option<i64>,
}

impl StreamListener {
    /// Follows Bluesky until the connection ends or nobody is listened for there.
    pub async fn bluesky_pass(&self) -> anyhow::Result<PassReport> {
        let mut report = PassReport {
            rest: WHILE_UNHEARD,
            ..PassReport::default()
        };
        let Some(source) = self.listening.bluesky() else {
            return Ok(report);
        };
        if !self.is_bluesky_heard().await? {
            store::end_walk(&self.db, KIND).await?;
            return Ok(report);
        }
        report.rest = AFTER_FAILURE;
        let walk = self.bluesky_position().await?;
        let begin = match walk {
            Some(walk) => walk.position - OVERLAP.num_microseconds().unwrap_or(0),
            None => (self.clock.now() - BEGIN_BEFORE).timestamp_micros(),
        };
        let Ok(mut connection) = source.since(Some(begin)).await else {
            return Ok(report);
        };
        while self.read_some(&mut connection, &mut report).await? {}
        Ok(report)
    }

    /// Reads for about ten seconds; false when the connection has ended or nobody listens any more.
    async fn read_some(
        &self,
        connection: &mut BlueskyConnection,
        report: &mut PassReport,
    ) -> anyhow::Result<bool> {
        for _ in 0..BATCHES_BETWEEN_LOOKS {
            let (batch, is_open) = BlueskyBatch::read(connection).await;
            if !self.keep_batch(batch, report).await? || !is_open {
                return Ok(false);
            }
        }
        self.measure(SourceName::Bluesky).await?;
        self.is_bluesky_heard().await
    }

    async fn is_bluesky_heard(&self) -> anyhow::Result<bool> {
        let source = SourceName::Bluesky;
        Ok(self.listening.is_source_heard(&self.db, source).await?)
    }

    /// Up to where it was read; what is too long ago is told and left out.
    async fn bluesky_position(&self) -> anyhow::Result<Option<WalkRow>> {
        let Some(walk) = store::walk(&self.db, KIND).await? else {
            return Ok(None);
        };
        let behind = self.clock.now() - walk.heard_until;
        if behind <= MOST_BEHIND {
            return Ok(Some(walk));
        }
        tracing::warn!(
            hours = behind.num_hours(),
            "the listener was away for longer than Bluesky keeps what happened; that is not heard"
        );
        store::end_walk(&self.db, KIND).await?;
        Ok(None)
    }

    /// Stores what matched together with the position; false if another process leads by now.
    async fn keep_batch(
        &self,
        batch: BlueskyBatch,
        report: &mut PassReport,
    ) -> anyhow::Result<bool> {
        let Some(time_us) = batch.time_us else {
            return Ok(true);
        };
        self.forget_gone(&batch).await?;
        let now = self.clock.now();
        let written = batch.written.iter();
        let written = written.filter(|it| !batch.has_gone(it));
        let written: Vec<Thing> = written.cloned().collect();
        report.posts += written.len();
        let heard = self.matches(written, now).await?;
        let next = WalkRow {
            position: time_us,
            heard_until: DateTime::<Utc>::from_timestamp_micros(time_us)
                .unwrap_or(now)
                .min(now),
        };
        let walk = store::walk(&self.db, KIND).await?;
        if walk.is_some_and(|walk| walk.position >= time_us) {
            // Nothing is new since the overlap.
            return Ok(true);
        }
        let mut tx = self.db.begin().await?;
        match walk {
            Some(walk) => {
                if !store::advance(&mut tx, KIND, walk.position, next).await? {
                    return Ok(false);
                }
            }
            None => store::begin_walk(&mut tx, KIND, next).await?,
        }
        report.matches += heard_texts::hand_on(&mut tx, &self.clock, &heard).await?;
        crash::point("stream.before_bluesky");
        tx.commit().await?;
        let ids = heard.iter().map(|it| it.text.reddit_id().to_owned());
        self.recently_heard.lock().await.hear(ids, now);
        Ok(true)
    }

    /// Deletes what was deleted there.
    async fn forget_gone(&self, batch: &BlueskyBatch) -> anyhow::Result<()> {
        let deleted = {
            let mut recently_heard = self.recently_heard.lock().await;
            recently_heard.delete(&batch.deleted, self.clock.now());
            recently_heard.deleted()
        };
        let mut ids: Vec<String> = Vec::new();
        for id in batch.deleted.iter().chain(&deleted) {
            if discovery::is_stored(&self.db, id).await?
                || mentions::is_stored(&self.db, id).await?
            {
                ids.push(id.clone());
            }
        }
        for author in &batch.gone {
            let place = SourceName::Bluesky.title();
            ids.extend(discovery::ids_by(&self.db, place, author).await?);
            ids.extend(mentions::ids_by(&self.db, place, author).await?);
        }
        for id in ids {
            let mut has_more = true;
            while has_more {
                let mut tx = self.db.begin().await?;
                has_more = self.events.post_gone(&mut tx, &self.clock, &id).await?;
                tx.commit().await?;
            }
        }
        Ok(())
    }
}

impl BlueskyBatch {
    /// Whether a text was deleted within the batch, or its author left.
    fn has_gone(&self, text: &Thing) -> bool {
        let author = match text {
            Thing::Post(post) => post.author.as_ref(),
            Thing::Comment(comment) => comment.author.as_ref(),
        };
        self.deleted.contains(text.reddit_id())
            || author.is_some_and(|author| self.gone.contains(author))
    }

    /// What comes within a second, and whether the connection is still there.
    async fn read(connection: &mut BlueskyConnection) -> (Self, bool) {
        let mut batch = Self::default();
        let end = Instant::now() + BATCH_TIME;
        for _ in 0..BATCH_EVENTS {
            let Ok(next) = timeout_at(end, connection.next()).await else {
                return (batch, true);
            };
            let Ok((event, time_us)) = next else {
                return (batch, false);
            };
            batch.time_us = batch.time_us.max(Some(time_us));
            match event {
                BlueskyEvent::Written(thing) => batch.written.push(*thing),
                BlueskyEvent::Deleted(id) => {
                    batch.deleted.insert(id);
                }
                BlueskyEvent::AuthorGone(author) => {
                    batch.gone.insert(author);
                }
                BlueskyEvent::Other => {}
            }
        }
        (batch, true)
    }
}
