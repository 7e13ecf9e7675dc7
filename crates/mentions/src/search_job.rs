//! The job that searches for mentions: fetch, read, write.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::mention_sources::{self, GatheredMentions, SearchScope, ThreadName};
use super::progress_stages::{SAVING, SEARCHING};
use super::store::{self, FilterableMention};
use super::{llm_reading, mention_writer, rejudge};
use finds::{KnownBrand, ProgressReporter, ProgressStage, SearchJob, finish_search};
use listening::{Gap, Listening, Outcome, SourceName, SubredditName, Urgency};
use platform::crash;
use platform::db::Db;
use platform::events::ProductEvents;
use platform::jobs::{Done, Job, JobUrgency, Lease};
use platform::llm::{BATCHES_JOB_LIMIT, Llm};

/// Finds what people say about a user's company and saves it.
#[derive(Debug, Serialize, Deserialize)]
pub struct SearchMentions {
    pub(super) user_id: Uuid,
    #[serde(default = "Urgency::scan")]
    pub(super) urgency: Urgency,
    /// Asks only for what an earlier search left open; none: for everything.
    #[serde(default)]
    pub(super) only: Option<Vec<Gap>>,
}

/// What a search needs.
#[derive(Clone, Debug)]
pub struct MentionTools {
    pub db: Db,
    pub listening: Listening,
    pub llm: Option<Llm>,
    pub events: Arc<dyn ProductEvents>,
}

impl Job for SearchMentions {
    const KIND: &'static str = "search_mentions";
    // An error of Reddit is an outcome, not a failure; only our own errors are retried.
    const MAX_FAILURES: i64 = 3;
    const TIME_LIMIT: Duration = BATCHES_JOB_LIMIT;
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
        let mut scope = match &self.only {
            Some(gaps) => left_open(&known.queries(), gaps),
            None => search_scope(db, user_id, known.queries()).await?,
        };
        let sources = tools.listening.sources_of(db, user_id).await?;
        let is_chosen = sources.contains(&SourceName::HackerNews);
        scope.hacker_news = tools.listening.hacker_news().filter(|_| is_chosen);
        let gathered = gather(&self, (&tools, &lease), (&known, scope), &mut reporter).await?;
        if !gathered.has_answer && self.only.is_none() {
            let outcome = Outcome::unheard(&gathered.missed);
            return self.give_up(&lease, outcome).await;
        }
        crash::point("mentions.after_gather");
        let GatheredMentions {
            mentions,
            missed,
            gaps,
            ..
        } = gathered;
        let mut parts = mention_writer::sorted(db, user_id, mentions).await?;
        let filters = listening::filters_of(db, user_id).await?;
        if let Some(llm) = &tools.llm {
            let model = llm.for_user(user_id);
            llm_reading::read(&model, &known, &filters, parts.unread()).await;
        }
        rejudge::bring_up_to_date(db, &lease, user_id).await?;
        let reporting = Some(&mut reporter);
        mention_writer::keep(&lease, (user_id, &filters), parts, reporting).await?;
        finds::apply_filters::<FilterableMention>(db, user_id).await?;
        let mut tx = lease.begin().await?;
        let new_mentions = store::saved_by(&mut tx, user_id, lease.job_id()).await?;
        if new_mentions > 0 {
            let clock = lease.clock();
            tools.events.rows_found(&mut tx, clock, user_id).await?;
        }
        let outcome = Outcome::found(new_mentions, &missed, gaps);
        finish_search(&self, &lease, tx, outcome).await
    }
}

impl SearchMentions {
    async fn give_up(&self, lease: &Lease, outcome: Outcome) -> anyhow::Result<Done> {
        finish_search(self, lease, lease.begin().await?, outcome).await
    }
}

/// Asks Reddit. Once somebody who waits at a screen joins a scan, it starts over with their urgency;
/// what was heard by then is in the cache.
async fn gather(
    job: &SearchMentions,
    (tools, lease): (&MentionTools, &Lease),
    (known, scope): (&Arc<KnownBrand>, SearchScope),
    reporter: &mut ProgressReporter<'_>,
) -> anyhow::Result<GatheredMentions> {
    let (listening, user_id) = (&tools.listening, job.user_id);
    let ears = listening.for_user(user_id, job.urgency.or_of(lease.urgency()));
    tokio::select! {
        gathered = mention_sources::mentions(&ears, known, scope.clone(), reporter) => return gathered,
        () = lease.raised_to(JobUrgency::Interactive) => {}
    }
    let ears = listening.for_user(user_id, Urgency::Interactive);
    mention_sources::mentions(&ears, known, scope, reporter).await
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

    fn urgency(&self) -> Urgency {
        self.urgency
    }

    fn is_partial(&self) -> bool {
        self.only.is_some()
    }

    fn ended(&self, outcome: Outcome) -> Outcome {
        outcome
    }
}

/// Makes the terms of the company for a user who never had any.
async fn make_terms(lease: &Lease, db: &Db, user_id: Uuid) -> anyhow::Result<()> {
    if finds::has_brand_terms(db, user_id).await? {
        return Ok(());
    }
    if let Some(company) = onboarding::company_of(db, user_id).await? {
        let mut tx = lease.begin().await?;
        finds::initialise_brand_terms(&mut tx, lease.clock(), &company, user_id).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// The posts of discoveries are threads that the company's customers read; a community that mentioned
/// it once is likely to mention it again.
const MOST_SUBREDDITS: usize = 40;
const MOST_OTHER_THREADS: usize = 20;

async fn search_scope(db: &Db, user_id: Uuid, queries: Vec<String>) -> anyhow::Result<SearchScope> {
    let posts = discovery::gathered(db, user_id);
    let posts = posts.await.context("reading the posts that are gathered")?;
    let threads = posts
        .iter()
        .filter_map(|(subreddit, permalink)| thread_of(subreddit, permalink));
    let threads: Vec<ThreadName> = threads.take(MOST_OTHER_THREADS).collect();
    let mentioned = store::subreddits(db, user_id).await?;
    let names = mentioned
        .into_iter()
        .chain(posts.into_iter().map(|(subreddit, _)| subreddit));
    let mut known = HashSet::new();
    let subreddits = names
        .filter(|name| known.insert(name.to_lowercase()))
        .filter_map(|name| SubredditName::parse(&name).ok())
        .take(MOST_SUBREDDITS);
    Ok(SearchScope {
        queries,
        threads,
        subreddits: subreddits.collect(),
        hacker_news: None,
    })
}

/// What an earlier search left open, as far as the terms are still there.
fn left_open(queries: &[String], gaps: &[Gap]) -> SearchScope {
    let mut scope = SearchScope::default();
    for gap in gaps {
        match gap {
            Gap::Search(query) if queries.contains(query) => scope.queries.push(query.clone()),
            Gap::Comments(name) => scope.subreddits.extend(SubredditName::parse(name)),
            Gap::Thread { subreddit, post } => {
                let subreddit = SubredditName::parse(subreddit).ok();
                scope.threads.extend(subreddit.zip(post.parse().ok()));
            }
            Gap::Search(_) | Gap::Ranks(_) | Gap::Newest(_) => {}
        }
    }
    scope
}

/// The post behind an address such as `…/r/freelance/comments/1abc/late_again/`.
fn thread_of(subreddit: &str, address: &str) -> Option<ThreadName> {
    let thread_id = listening::thread_id_in(address)?;
    let subreddit = SubredditName::parse(subreddit).ok()?;
    Some((subreddit, thread_id.parse().ok()?))
}
