//! A discovery: gather, match, judge, keep. A durable job that open pages can follow.

use std::time::Duration;

use anyhow::Context;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::allowance::{self, Access};
use super::gather::{self, Gathered};
use super::judging::{Candidate, Judge, Judged};
use super::keeping::{self, Known};
use super::progress::{JUDGING, SAVING, SEARCHING};
use super::store::{self, FilterablePost, Order};
use super::{filtering, model};
use finds::{ProgressReporter, ProgressStage, SearchJob, finish_search};
use listening::{Filters, Listening, Missed, Outcome, Urgency};
use platform::crash;
use platform::db::Db;
use platform::jobs::{Done, Job, Lease};
use platform::llm::Llm;

/// Looks for posts that are worth an answer, and keeps them.
#[derive(Debug, Serialize, Deserialize)]
pub struct Discover {
    pub(super) user_id: Uuid,
    /// A keyword for this time only.
    pub(super) query: Option<String>,
    /// Which posts Reddit is asked for first.
    pub(super) order: Order,
    pub(super) urgency: Urgency,
}

/// What a discovery needs.
#[derive(Clone, Debug)]
pub struct DiscoveryTools {
    pub db: Db,
    pub listening: Listening,
    pub llm: Option<Llm>,
}

impl Job for Discover {
    const KIND: &'static str = "discover";
    // What Reddit does to us is an outcome, not a failure; only our own troubles are tried again.
    const MAX_FAILURES: i64 = 3;
    const TIME_LIMIT: Duration = Duration::from_mins(10);
    type Context = DiscoveryTools;

    async fn run(self, tools: DiscoveryTools, lease: Lease) -> anyhow::Result<Done> {
        let db = &tools.db;
        let access = allowance::access_of(db, lease.clock(), self.user_id).await?;
        let Some(access) = access else {
            return self.give_up(&lease, Outcome::NoSubscription).await;
        };
        let mut reporter = ProgressReporter::begin(&lease, self.user_id, SEARCHING).await?;
        let keywords = self.keywords(db).await?;
        let ears = tools.listening.for_user(self.user_id, self.urgency);
        let gathered = gather::candidates(&ears, &keywords, self.order, &mut reporter).await?;
        if !gathered.was_heard {
            return self.give_up(&lease, Outcome::Unheard).await;
        }
        crash::point("discovery.after_gather");
        reporter.enter(JUDGING, gathered.candidates.len()).await?;
        let Gathered {
            candidates, missed, ..
        } = gathered;
        let known = known(db, self.user_id, &candidates).await?;
        let at = (db, lease.clock().now());
        let judged = self.judged(at, &keywords, candidates, &known).await?;
        let parts = self.sorted(&tools, access, judged, &known).await?;
        keeping::keep(&lease, self.user_id, &known, parts, &mut reporter).await?;
        finds::apply_filters::<FilterablePost>(db, self.user_id).await?;
        self.finish(&lease, missed).await
    }
}

impl Discover {
    /// The company's keywords, and what was typed for this time.
    async fn keywords(&self, db: &Db) -> anyhow::Result<Vec<String>> {
        let mut keywords = keywords_of(db, self.user_id).await?;
        if let Some(query) = &self.query {
            let is_same = |keyword: &String| keyword.to_lowercase() == query.to_lowercase();
            if !keywords.iter().any(is_same) {
                keywords.insert(0, query.clone());
            }
        }
        Ok(keywords)
    }

    /// Thinking takes milliseconds a post: not on a thread that serves others.
    async fn judged(
        &self,
        (db, now): (&Db, DateTime<Utc>),
        keywords: &[String],
        candidates: Vec<Candidate>,
        known: &Known,
    ) -> anyhow::Result<Vec<Judged>> {
        let company = onboarding::company_of(db, self.user_id).await?;
        let rejected = store::rejected(db, self.user_id, MOST_LESSONS).await?;
        let keywords = keywords.to_vec();
        let ranks: Vec<Option<i64>> = candidates
            .iter()
            .map(|it| {
                known
                    .get(&it.post.reddit_id)
                    .and_then(|it| it.google_ranking)
            })
            .collect();
        let thinking = tokio::task::spawn_blocking(move || {
            let judge = Judge::new(company.as_ref(), &keywords, &rejected, now);
            let all = candidates.iter().zip(ranks);
            all.map(|(candidate, rank)| judge.judge(candidate, rank))
                .collect()
        });
        thinking.await.context("judging the posts")
    }

    /// What is known already, and what is new and worth keeping, best first.
    async fn sorted(
        &self,
        tools: &DiscoveryTools,
        access: Access,
        judged: Vec<Judged>,
        known: &Known,
    ) -> anyhow::Result<(Vec<Judged>, Vec<Judged>)> {
        let filters = listening::filters_of(&tools.db, self.user_id).await?;
        let is_known = |judged: &Judged| known.contains_key(&judged.lead.reddit_id);
        let (again, new): (Vec<Judged>, Vec<Judged>) = judged.into_iter().partition(is_known);
        let new = match &tools.llm {
            Some(llm) if access.has_advanced_filtering() && filters.is_on => {
                let company = onboarding::company_of(&tools.db, self.user_id).await?;
                let model = llm.for_user(self.user_id);
                model::second_opinion(&model, company.as_ref(), &filters, new).await
            }
            _ => new,
        };
        Ok((again, best_first(new, &filters)))
    }

    async fn finish(&self, lease: &Lease, missed: Vec<Missed>) -> anyhow::Result<Done> {
        let mut tx = lease.begin().await?;
        let new_posts = store::saved_by(&mut tx, self.user_id, lease.job_id()).await?;
        finish_search(self, lease, tx, Outcome::found(new_posts, &missed)).await
    }

    async fn give_up(&self, lease: &Lease, outcome: Outcome) -> anyhow::Result<Done> {
        finish_search(self, lease, lease.begin().await?, outcome).await
    }
}

impl SearchJob for Discover {
    type Ended = DiscoveryEnd;
    const FIRST_STAGE: ProgressStage = SEARCHING;
    const LAST_STAGE: ProgressStage = SAVING;
    const RATE_LIMIT: &'static str = "discoveries";
    const FAILED: &'static str = "Failed to discover new posts. Please try again.";

    fn user_id(&self) -> Uuid {
        self.user_id
    }

    fn ended(&self, outcome: Outcome) -> DiscoveryEnd {
        DiscoveryEnd {
            query: self.query.clone(),
            end: outcome,
        }
    }
}

/// How a discovery ended; kept with the job, for all who wait for it.
#[derive(Debug, Serialize, Deserialize)]
pub struct DiscoveryEnd {
    pub(super) query: Option<String>,
    pub(super) end: Outcome,
}

impl From<DiscoveryEnd> for Outcome {
    fn from(ended: DiscoveryEnd) -> Self {
        ended.end
    }
}

pub(super) async fn keywords_of(db: &Db, user_id: Uuid) -> anyhow::Result<Vec<String>> {
    keywords::listened_for(db, user_id)
        .await
        .context("reading the keywords")
}

/// What a judge keeps of somebody's rejections.
const MOST_LESSONS: i64 = 200;

async fn known(db: &Db, user_id: Uuid, candidates: &[Candidate]) -> anyhow::Result<Known> {
    let ids = candidates.iter().map(|it| it.post.reddit_id.as_str());
    let ids: Vec<&str> = ids.collect();
    keeping::known(db, user_id, &ids).await
}

fn best_first(new: Vec<Judged>, filters: &Filters) -> Vec<Judged> {
    let mut kept: Vec<Judged> = new
        .into_iter()
        .filter(|judged| filtering::is_kept(judged, filters))
        .collect();
    kept.sort_by_key(|judged| std::cmp::Reverse(judged.lead.relevance_score));
    kept
}
