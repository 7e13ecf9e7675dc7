//! The job that searches for mentions: fetch, read, write.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use chrono::DateTime;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::brand::{self, KnownBrand};
use super::mention_sources::{self, SearchScope, ThreadName};
use super::progress_stages::{SAVING, SEARCHING};
use super::store::{self, FilterableMention};
use super::{llm_reading, mention_writer};
use finds::{ProgressReporter, ProgressStage, SearchJob, finish_search};
use listening::{Listening, Missed, Outcome, SubredditName, Urgency};
use platform::crash;
use platform::db::Db;
use platform::jobs::{Done, Job, Lease};
use platform::llm::Llm;

/// Finds what people say about a user's company and saves it.
#[derive(Debug, Serialize, Deserialize)]
pub struct SearchMentions {
    pub(super) user_id: Uuid,
    #[serde(default = "Urgency::scan")]
    pub(super) urgency: Urgency,
}

/// What a search needs.
#[derive(Clone, Debug)]
pub struct MentionTools {
    pub db: Db,
    pub listening: Listening,
    pub llm: Option<Llm>,
}

impl Job for SearchMentions {
    const KIND: &'static str = "search_mentions";
    // An error of Reddit is an outcome, not a failure; only our own errors are retried.
    const MAX_FAILURES: i64 = 3;
    const TIME_LIMIT: Duration = Duration::from_mins(10);
    type Context = MentionTools;

    async fn run(self, tools: MentionTools, lease: Lease) -> anyhow::Result<Done> {
        let (db, user_id) = (&tools.db, self.user_id);
        let access = billing::access_of(db, lease.clock(), user_id).await?;
        if !access.is_live {
            return self.give_up(&lease, Outcome::NoSubscription).await;
        }
        let mut reporter = ProgressReporter::begin(&lease, user_id, SEARCHING).await?;
        make_terms(&lease, db, user_id).await?;
        let known = Arc::new(KnownBrand::of(db, user_id).await?);
        let reddit = tools.listening.for_user(user_id, self.urgency);
        let scope = search_scope(db, user_id).await?;
        let gathered = mention_sources::mentions(&reddit, &known, scope, &mut reporter).await?;
        if !gathered.has_answer {
            return self.give_up(&lease, Outcome::Unheard).await;
        }
        crash::point("mentions.after_gather");
        let mut parts = mention_writer::sorted(db, user_id, gathered.mentions).await?;
        let filters = listening::filters_of(db, user_id).await?;
        if let Some(llm) = &tools.llm {
            let model = llm.for_user(user_id);
            llm_reading::read(&model, &known, &filters, parts.unread()).await;
        }
        mention_writer::keep(&lease, (user_id, &filters), parts, &mut reporter).await?;
        finds::apply_filters::<FilterableMention>(db, user_id).await?;
        self.finish(&lease, &gathered.missed).await
    }
}

impl SearchMentions {
    async fn finish(&self, lease: &Lease, missed: &[Missed]) -> anyhow::Result<Done> {
        let mut tx = lease.begin().await?;
        let new_mentions = store::saved_by(&mut tx, self.user_id, lease.job_id()).await?;
        finish_search(self, lease, tx, Outcome::found(new_mentions, missed)).await
    }

    async fn give_up(&self, lease: &Lease, outcome: Outcome) -> anyhow::Result<Done> {
        finish_search(self, lease, lease.begin().await?, outcome).await
    }
}

impl SearchJob for SearchMentions {
    type Ended = Outcome;
    const FIRST_STAGE: ProgressStage = SEARCHING;
    const LAST_STAGE: ProgressStage = SAVING;
    const RATE_LIMIT: &'static str = "searches for mentions";
    const FAILED: &'static str = "Failed to search for mentions. Please try again.";

    fn user_id(&self) -> Uuid {
        self.user_id
    }

    fn ended(&self, outcome: Outcome) -> Outcome {
        outcome
    }
}

/// Makes the terms of the company for a user who never had any.
async fn make_terms(lease: &Lease, db: &Db, user_id: Uuid) -> anyhow::Result<()> {
    if store::has_terms(db, user_id).await? {
        return Ok(());
    }
    if let Some(company) = onboarding::company_of(db, user_id).await? {
        let mut tx = lease.begin().await?;
        brand::initialise(&mut tx, lease.clock(), &company, user_id).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// The posts of discoveries are threads that the company's customers read; a community that mentioned
/// it once is likely to mention it again.
const MOST_SUBREDDITS: usize = 40;
const MOST_OTHER_THREADS: usize = 20;

async fn search_scope(db: &Db, user_id: Uuid) -> anyhow::Result<SearchScope> {
    let posts = discovery::new_since(db, user_id, DateTime::UNIX_EPOCH);
    let posts = posts.await.context("reading the posts that are gathered")?;
    let threads = posts
        .iter()
        .filter_map(|post| thread_of(&post.subreddit, &post.permalink));
    let threads: Vec<ThreadName> = threads.take(MOST_OTHER_THREADS).collect();
    let mentioned = store::subreddits(db, user_id).await?;
    let names = mentioned
        .into_iter()
        .chain(posts.into_iter().map(|post| post.subreddit));
    let mut known = HashSet::new();
    let subreddits = names
        .filter(|name| known.insert(name.to_lowercase()))
        .filter_map(|name| SubredditName::parse(&name).ok())
        .take(MOST_SUBREDDITS);
    Ok(SearchScope {
        threads,
        subreddits: subreddits.collect(),
    })
}

/// The post behind an address such as `…/r/freelance/comments/1abc/late_again/`.
fn thread_of(subreddit: &str, address: &str) -> Option<ThreadName> {
    let (_, rest) = address.split_once("/comments/")?;
    let id = rest.split('/').next()?;
    let subreddit = SubredditName::parse(subreddit).ok()?;
    Some((subreddit, format!("t3_{id}").parse().ok()?))
}
