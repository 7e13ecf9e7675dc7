//! Posts in which the listener heard a user's brand terms: read and saved as those of a search are.

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
use listening::Post;
use platform::clock::Clock;
use platform::db::{DbResult, Tx};
use platform::jobs::{self, Done, Job, JobUrgency, Lease, NewJob};

/// Reads what was heard about a user's company.
#[derive(Debug, Serialize, Deserialize)]
pub struct ReadHeardPosts {
    user_id: Uuid,
    posts: Vec<Post>,
}

/// A job reads the posts and saves those that mean the company.
pub(super) async fn hear_posts(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    posts: Vec<Post>,
) -> DbResult<()> {
    let job = NewJob::of(&ReadHeardPosts { user_id, posts }).lane(user_id.to_string());
    jobs::enqueue(tx, clock, job).await.map(drop)
}

impl Job for ReadHeardPosts {
    const KIND: &'static str = "read_heard_posts";
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
        let mentions = read(&known, self.posts).await?;
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

/// Milliseconds for each post, so on a blocking thread.
async fn read(known: &Arc<KnownBrand>, posts: Vec<Post>) -> anyhow::Result<Vec<Mention>> {
    let known = known.clone();
    let reading = tokio::task::spawn_blocking(move || {
        let mentions = posts
            .iter()
            .map(|post| mention_reader::of_post(&known, post));
        let mut mentions: Vec<Mention> = mentions.flatten().collect();
        for mention in &mut mentions {
            mention_reader::read(&known, mention);
        }
        mentions
    });
    reading.await.context("reading the posts that were heard")
}
