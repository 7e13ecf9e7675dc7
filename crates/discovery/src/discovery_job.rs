//! The discovery job: fetch candidates, judge them, write the posts.

use std::time::Duration;

use anyhow::Context;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::allowance::{self, DiscoveryAccess};
use super::candidate_sources::{self, GatheredCandidates};
use super::post_writer::{self, KnownPosts};
use super::progress_stages::{JUDGING, SAVING, SEARCHING};
use super::relevance_judge::{Candidate, JudgedPost, RelevanceJudge};
use super::store::{self, FilterablePost, PostOrder};
use super::{llm_opinion, post_filter};
use finds::{ProgressReporter, ProgressStage, SearchJob, finish_search};
use listening::{Filters, Listening, Missed, Outcome, Urgency};
use platform::crash;
use platform::db::Db;
use platform::jobs::{Done, Job, Lease};
use platform::llm::Llm;

/// Finds posts that are worth an answer and saves them.
#[derive(Debug, Serialize, Deserialize)]
pub struct Discover {
    pub(super) user_id: Uuid,
    /// A keyword for this search only.
    pub(super) query: Option<String>,
    /// Which posts Reddit is asked for first.
    pub(super) order: PostOrder,
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
    // An error of Reddit is an outcome, not a failure; only our own errors are retried.
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
        let reddit = tools.listening.for_user(self.user_id, self.urgency);
        let gathered =
            candidate_sources::candidates(&reddit, &keywords, self.order, &mut reporter).await?;
        if !gathered.has_answer {
            return self.give_up(&lease, Outcome::Unheard).await;
        }
        crash::point("discovery.after_gather");
        reporter.enter(JUDGING, gathered.candidates.len()).await?;
        let GatheredCandidates {
            candidates, missed, ..
        } = gathered;
        let known = known(db, self.user_id, &candidates).await?;
        let at = (db, lease.clock().now());
        let judged = self.judged(at, &keywords, candidates, &known).await?;
        let parts = self.sorted(&tools, access, judged, &known).await?;
        post_writer::keep(&lease, self.user_id, &known, parts, &mut reporter).await?;
        finds::apply_filters::<FilterablePost>(db, self.user_id).await?;
        self.finish(&lease, missed).await
    }
}

impl Discover {
    /// The company's keywords, and the one for this search only.
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

    /// Judging takes milliseconds per post, so it runs on a blocking thread.
    async fn judged(
        &self,
        (db, now): (&Db, DateTime<Utc>),
        keywords: &[String],
        candidates: Vec<Candidate>,
        known: &KnownPosts,
    ) -> anyhow::Result<Vec<JudgedPost>> {
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
            let judge = RelevanceJudge::new(company.as_ref(), &keywords, &rejected, now);
            let all = candidates.iter().zip(ranks);
            all.map(|(candidate, rank)| judge.judge(candidate, rank))
                .collect()
        });
        thinking.await.context("judging the posts")
    }

    /// The posts that are already stored, and the new ones worth saving, best first.
    async fn sorted(
        &self,
        tools: &DiscoveryTools,
        access: DiscoveryAccess,
        judged: Vec<JudgedPost>,
        known: &KnownPosts,
    ) -> anyhow::Result<(Vec<JudgedPost>, Vec<JudgedPost>)> {
        let filters = listening::filters_of(&tools.db, self.user_id).await?;
        let is_known = |judged: &JudgedPost| known.contains_key(&judged.post.reddit_id);
        let (again, new): (Vec<JudgedPost>, Vec<JudgedPost>) =
            judged.into_iter().partition(is_known);
        let new = match &tools.llm {
            Some(llm) if access.has_advanced_filtering() && filters.is_on => {
                let company = onboarding::company_of(&tools.db, self.user_id).await?;
                let model = llm.for_user(self.user_id);
                llm_opinion::second_opinion(&model, company.as_ref(), &filters, new).await
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

/// How a discovery ended; stored with the job, for everybody who waits for it.
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

/// How many of a user's rejections the judge learns from.
const MOST_LESSONS: i64 = 200;

async fn known(db: &Db, user_id: Uuid, candidates: &[Candidate]) -> anyhow::Result<KnownPosts> {
    let ids = candidates.iter().map(|it| it.post.reddit_id.as_str());
    let ids: Vec<&str> = ids.collect();
    post_writer::known(db, user_id, &ids).await
}

fn best_first(new: Vec<JudgedPost>, filters: &Filters) -> Vec<JudgedPost> {
    let mut kept: Vec<JudgedPost> = new
        .into_iter()
        .filter(|judged| post_filter::is_kept(judged, filters))
        .collect();
    kept.sort_by_key(|judged| std::cmp::Reverse(judged.post.relevance_score));
    kept
}
