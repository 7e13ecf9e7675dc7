//! Texts in which the listener heard a user's brand terms: read and saved as those of a search are.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::mention::Mention;
use super::search_job::MentionTools;
use super::store::{self, FilterableMention};
use super::{llm_reading, mention_reader, mention_writer};
use finds::KnownBrand;
use listening::Thing;
use platform::clock::Clock;
use platform::db::{DbResult, Tx};
use platform::jobs::{self, Done, Job, JobUrgency, Lease, NewJob};

/// Reads what was heard about a user's company.
#[derive(Debug, Serialize, Deserialize)]
pub struct ReadHeardTexts {
    user_id: Uuid,
    texts: Vec<Thing>,
}

/// A job reads the texts and saves those that mean the company.
pub(super) async fn hear_texts(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    texts: Vec<Thing>,
) -> DbResult<()> {
    let job = NewJob::of(&ReadHeardTexts { user_id, texts }).lane(user_id.to_string());
    jobs::enqueue(tx, clock, job).await.map(drop)
}

impl Job for ReadHeardTexts {
    const KIND: &'static str = "read_heard_texts";
    const URGENCY: JobUrgency = JobUrgency::Background;
    const MAX_FAILURES: i64 = 3;
    const TIME_LIMIT: Duration = Duration::from_mins(5);
    type Context = MentionTools;

    async fn run(self, tools: MentionTools, lease: Lease) -> anyhow::Result<Done> {
        let (db, user_id) = (&tools.db, self.user_id);
        let access = billing::access_of(db, lease.clock(), user_id).await?;
        if !access.is_live {
            return lease.done().await;
        }
        let known = Arc::new(KnownBrand::of(db, user_id).await?);
        let mentions = read(&known, self.texts).await?;
        let mut parts = mention_writer::sorted(db, user_id, mentions).await?;
        let filters = listening::filters_of(db, user_id).await?;
        if let Some(llm) = &tools.llm {
            let model = llm.for_user(user_id);
            llm_reading::read(&model, &known, &filters, parts.unread()).await;
        }
        mention_writer::keep(&lease, (user_id, &filters), parts, None).await?;
        finds::apply_filters::<FilterableMention>(db, user_id).await?;
        let mut tx = lease.begin().await?;
        if store::saved_by(&mut tx, user_id, lease.job_id()).await? > 0 {
            let clock = lease.clock();
            tools.events.rows_found(&mut tx, clock, user_id).await?;
        }
        lease.finish(tx, serde_json::Value::Null).await
    }
}

/// Milliseconds for each text, so on a blocking thread.
async fn read(known: &Arc<KnownBrand>, texts: Vec<Thing>) -> anyhow::Result<Vec<Mention>> {
    let known = known.clone();
    let reading = tokio::task::spawn_blocking(move || {
        let mentions = texts.iter().map(|text| match text {
            Thing::Post(post) => mention_reader::of_post(&known, post),
            Thing::Comment(comment) => {
                let title = comment.post_title.as_deref().unwrap_or_default();
                mention_reader::of_comment(&known, comment, title, 0)
            }
        });
        let mut mentions: Vec<Mention> = mentions.flatten().collect();
        for mention in &mut mentions {
            mention_reader::read(&known, mention);
        }
        mentions
    });
    reading.await.context("reading the texts that were heard")
}
