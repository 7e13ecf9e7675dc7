//! Judges a user's mentions again that an older version has judged, so that a list is judged alike.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::mention::{MentionReading, Placement};
use super::mention_reader;
use super::store::{self, JudgedMention};
use finds::KnownBrand;
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::jobs::{self, Done, Job, JobUrgency, Lease, NewJob};

/// Judges everything again that one user has, however old: pages show it in one list.
#[derive(Debug, Serialize, Deserialize)]
pub struct RejudgeMentions {
    user_id: Uuid,
}

impl Job for RejudgeMentions {
    const KIND: &'static str = "rejudge_mentions";
    const URGENCY: JobUrgency = JobUrgency::Background;
    const TIME_LIMIT: Duration = Duration::from_mins(10);
    type Context = Db;

    async fn run(self, db: Db, lease: Lease) -> anyhow::Result<Done> {
        let readings = read_again(&db, self.user_id).await?;
        // One transaction: no page sees two versions.
        let mut tx = lease.begin().await?;
        readings.store(&mut tx, lease.clock(), self.user_id).await?;
        let count = readings.judged.len();
        lease.finish(tx, json!({ "judged": count })).await
    }
}

/// Plans the job for everybody who has mentions of an older version; nothing else has to be done
/// after an update.
pub(super) async fn plan(db: &Db, clock: &Clock) -> DbResult<()> {
    let users = store::users_of_older_readings(db).await?;
    if users.is_empty() {
        return Ok(());
    }
    let mut tx = db.begin().await?;
    for user_id in users {
        let job = NewJob::of(&RejudgeMentions { user_id }).lane(user_id.to_string());
        let job = job.once(format!("rejudge_mentions:{user_id}"));
        jobs::enqueue(&mut tx, clock, job).await?;
    }
    tx.commit().await
}

/// Judges a user's older mentions again before a search adds newer ones to the list.
pub(super) async fn bring_up_to_date(db: &Db, lease: &Lease, user_id: Uuid) -> anyhow::Result<()> {
    let readings = read_again(db, user_id).await?;
    if readings.judged.is_empty() && readings.of_model.is_empty() {
        return Ok(());
    }
    let mut tx = lease.begin().await?;
    readings.store(&mut tx, lease.clock(), user_id).await?;
    Ok(tx.commit().await?)
}

/// A user's mentions by the current version.
#[derive(Debug, Default)]
struct Readings {
    judged: Vec<(Uuid, MentionReading)>,
    /// Those that a model has read before this was written down.
    of_model: Vec<Uuid>,
}

impl Readings {
    async fn store(&self, tx: &mut Tx, clock: &Clock, user_id: Uuid) -> anyhow::Result<()> {
        store::keep_models_readings(tx, user_id, &self.of_model).await?;
        for (id, reading) in &self.judged {
            if store::read_again(tx, *id, reading).await? == 1 {
                super::tell_of_change(tx, clock, user_id, *id).await?;
            }
        }
        Ok(())
    }
}

async fn read_again(db: &Db, user_id: Uuid) -> anyhow::Result<Readings> {
    let older = store::of_older_readings(db, user_id).await?;
    if older.is_empty() {
        return Ok(Readings::default());
    }
    let known = Arc::new(KnownBrand::of(db, user_id).await?);
    let reading = tokio::task::spawn_blocking(move || {
        let mut readings = Readings::default();
        for mention in &older {
            if is_by_model(mention) {
                readings.of_model.push(mention.id);
            } else {
                readings.judged.push((mention.id, judged(&known, mention)));
            }
        }
        readings
    });
    reading.await.context("judging the mentions again")
}

fn judged(known: &KnownBrand, mention: &JudgedMention) -> MentionReading {
    let names = known.names(&mention.brand_terms.0.term_value, &mention.matched.0);
    // The title of the post was not written by the comment's author.
    let is_comment = mention.mention_type == Placement::Comment.id();
    let title = if is_comment { "" } else { &mention.post_title };
    let body = mention.post_content.as_deref().unwrap_or_default();
    mention_reader::read_again(&names, title, body)
}

/// Whether a model wrote the summary, for mentions from before that was stored: our own summaries are
/// sentences of the author.
fn is_by_model(mention: &JudgedMention) -> bool {
    let letters = |text: &str| -> String {
        let letters = text.chars().filter(|letter| letter.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    let body = mention.post_content.as_deref().unwrap_or_default();
    let text = letters(&format!("{} {body}", mention.post_title));
    let summary = mention.ai_summary.as_deref().unwrap_or_default();
    !text.contains(&letters(summary))
}
