//! The discovery job: fetch candidates, judge them, write the posts.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::allowance::{self, DiscoveryAccess};
use super::candidate_judge::{judged, prepared_judge};
use super::candidate_sources::{self, GatheredCandidates};
use super::comment_leads::CommentThread;
use super::heard_posts::HeldPosts;
use super::post_vectors;
use super::post_writer::{self, KnownPosts, PostWriter};
use super::progress_stages::{READING, SAVING, SEARCHING};
use super::relevance_judge::{Candidate, JudgedPost, RelevanceJudge};
use super::scan_plan::{self, ScanPlan};
use super::scan_report::{DiscoveryReport, JudgedIds, ScanRecord};
use super::store::{self, FilterablePost, PostOrder};
use super::{
    comment_leads, heard_posts, left_out, llm_opinion, post_filter, post_reasons, rejudge,
    suggestions,
};
use finds::{ProgressReporter, ProgressStage, SearchJob, finish_search};
use listening::{Filters, Gap, Listening, Missed, Outcome, Urgency};
use platform::crash;
use platform::db::Db;
use platform::events::ProductEvents;
use platform::jobs::{Done, Job, JobUrgency, Lease};
use platform::llm::{BATCHES_JOB_LIMIT, Llm};
use searches::{ProposedCommunity, SearchRun};

/// Finds posts that are worth an answer and saves them.
#[derive(Debug, Serialize, Deserialize)]
pub struct Discover {
    pub(super) user_id: Uuid,
    /// A keyword for this search only.
    pub(super) query: Option<String>,
    /// Which posts Reddit is asked for first.
    pub(super) order: PostOrder,
    pub(super) urgency: Urgency,
    /// Asks only for what an earlier discovery left open; none: for everything.
    #[serde(default)]
    pub(super) only: Option<Vec<Gap>>,
    /// Only the query is searched for.
    #[serde(default)]
    pub(super) alone: bool,
    /// What the searches brought, once it is known.
    #[serde(skip)]
    pub(super) report: DiscoveryReport,
}

/// What a discovery needs.
#[derive(Clone, Debug)]
pub struct DiscoveryTools {
    pub db: Db,
    pub listening: Listening,
    pub llm: Option<Llm>,
    pub events: Arc<dyn ProductEvents>,
    pub posts_judged: usize,
}

impl Job for Discover {
    const KIND: &'static str = "discover";
    // An error of Reddit is an outcome, not a failure; only our own errors are retried.
    const MAX_FAILURES: i64 = 3;
    const TIME_LIMIT: Duration = BATCHES_JOB_LIMIT;
    type Context = DiscoveryTools;

    async fn run(mut self, tools: DiscoveryTools, lease: Lease) -> anyhow::Result<Done> {
        let db = &tools.db;
        let access = allowance::access_of(db, lease.clock(), self.user_id).await?;
        let Some(access) = access else {
            return self.give_up(&lease, Outcome::NoSubscription).await;
        };
        let mut reporter = ProgressReporter::begin(&lease, self.user_id, SEARCHING).await?;
        let keywords = self.keywords(db).await?;
        let now = lease.clock().now();
        let judge = prepared_judge(db, &lease, self.user_id, now, keywords.clone()).await?;
        let mut plan = scan_plan::scan_plan(&self, db, &lease, &keywords).await?;
        let listening = &tools.listening;
        plan.hacker_news = scan_plan::chosen_hacker_news(db, listening, self.user_id).await?;
        let asked = (&plan, &judge);
        let (gathered, urgency) = gather(&self, (&tools, &lease), asked, &mut reporter).await?;
        self.urgency = urgency;
        if !gathered.has_answer && self.only.is_none() {
            let outcome = Outcome::unheard(&gathered.missed);
            return self.give_up(&lease, outcome).await;
        }
        crash::point("discovery.after_gather");
        reporter.enter(READING, gathered.candidates.len()).await?;
        let GatheredCandidates {
            candidates,
            reads,
            mut missed,
            gaps,
            ..
        } = gathered;
        let candidates = left_out::with_ended_lessons(db, self.user_id, candidates).await?;
        let held = self.held_posts(&tools).await?;
        let there = held.ids_there();
        let candidates = with_held(candidates, held.candidates);
        let record = ScanRecord::new(reads, &candidates);
        let reading = (&judge, &mut reporter);
        let scan = self.judged((&tools, &lease), reading, candidates).await?;
        let (known, judged) = (scan.known, scan.judged);
        let collected = heard_posts::collected(held.ids, &there, &judged);
        missed.extend(scan.missed);
        let is_part = self.is_partial() || self.alone;
        suggestions::compute(&lease, (db, self.user_id), is_part, &judged).await?;
        let judged =
            left_out::set_aside(db, &lease, (self.user_id, &judge), judged, &known).await?;
        let (again, new) = sorted(&tools, self.user_id, access, judged, &known).await?;
        let ids = JudgedIds::new(&known, &again, &new);
        self.report = record.report(&ids);
        let mut again = self.explained(db, &lease, &judge, again).await?;
        let reporting = Some(&mut reporter);
        let mut new = post_reasons::explain(db, &lease, &judge, new, reporting).await?;
        let all = again.iter_mut().chain(&mut new);
        all.for_each(|judged| judged.post.put_thread_title());
        // What was found by an older scale gets the current one before anything of it is added.
        rejudge::bring_up_to_date(db, &lease, self.user_id).await?;
        let writer = PostWriter {
            user_id: self.user_id,
            known: &known,
            is_partial: self.only.is_some(),
        };
        writer.keep(&lease, (again, new), &mut reporter).await?;
        finds::apply_filters::<FilterablePost>(db, self.user_id).await?;
        self.remember(&tools, &lease, record.outcome(&ids)).await?;
        self.finish((&tools, &lease), (&missed, gaps), &collected)
            .await
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

    /// What the listener heard for this scan to show; a search for some words only is no scan.
    async fn held_posts(&self, tools: &DiscoveryTools) -> anyhow::Result<HeldPosts> {
        if self.alone || self.only.is_some() {
            return Ok(HeldPosts::default());
        }
        let ears = tools.listening.for_user(self.user_id, self.urgency);
        heard_posts::held_posts(&tools.db, (&ears, self.user_id)).await
    }

    /// A search for some of the keywords only updates ranks of known posts, so their reasons stay.
    async fn explained(
        &self,
        db: &Db,
        lease: &Lease,
        judge: &Arc<RelevanceJudge>,
        again: Vec<JudgedPost>,
    ) -> anyhow::Result<Vec<JudgedPost>> {
        match self.only {
            Some(_) => Ok(again),
            None => post_reasons::explain(db, lease, judge, again, None).await,
        }
    }

    /// Reads and judges the candidates, and the comments of the threads that rank or fit best.
    async fn judged(
        &self,
        (tools, lease): (&DiscoveryTools, &Lease),
        (judge, reporter): (&Arc<RelevanceJudge>, &mut ProgressReporter<'_>),
        candidates: Vec<Candidate>,
    ) -> anyhow::Result<JudgedScan> {
        let db = &tools.db;
        let known = known(db, self.user_id, &candidates).await?;
        let vectors =
            post_vectors::read_candidates(db, lease, judge, &candidates, reporter).await?;
        let ranked = comment_leads::ranked_threads(&candidates);
        let (judging, limits) = ((judge, reporter), (tools.posts_judged, &known));
        let judged = judged((db, lease), judging, candidates, vectors, limits).await?;
        let threads = comment_leads::best_threads(ranked, &judged);
        let mut scan = self.comments((tools, lease), judge, &threads).await?;
        scan.known.extend(known);
        scan.judged.extend(judged);
        Ok(scan)
    }

    /// The comments that may be leads; none for some words only or for what was left open.
    async fn comments(
        &self,
        (tools, lease): (&DiscoveryTools, &Lease),
        judge: &Arc<RelevanceJudge>,
        threads: &[CommentThread],
    ) -> anyhow::Result<JudgedScan> {
        if self.alone || self.only.is_some() {
            return Ok(JudgedScan::default());
        }
        let ears = tools.listening.for_user(self.user_id, self.urgency);
        let db = &tools.db;
        let (judged, missed) =
            comment_leads::comment_leads((db, lease), &ears, judge, threads).await?;
        let ids: Vec<&str> = judged.iter().map(|it| it.post.reddit_id.as_str()).collect();
        let known = post_writer::known(db, self.user_id, &ids).await?;
        Ok(JudgedScan {
            known,
            judged,
            missed,
        })
    }

    /// Writes down what each search brought, where the leads were, and which communities among those
    /// forbid promotion.
    async fn remember(
        &self,
        tools: &DiscoveryTools,
        lease: &Lease,
        (mut runs, mut communities): (Vec<SearchRun>, Vec<ProposedCommunity>),
    ) -> anyhow::Result<()> {
        if self.alone {
            runs.retain(|run| run.search_id.is_some());
            communities.clear();
        }
        for surplus in communities.iter_mut().skip(MOST_PROPOSED) {
            surplus.has_leads = false;
        }
        let now = lease.clock().now();
        let mut tx = lease.begin().await?;
        searches::record(&mut tx, self.user_id, now, (&runs, &communities)).await?;
        tx.commit().await?;
        let ears = tools.listening.for_user(self.user_id, self.urgency);
        let rules = searches::check_rules(&tools.db, &ears, self.user_id, now).await?;
        let mut tx = lease.begin().await?;
        searches::store_rules(&mut tx, self.user_id, now, &rules).await?;
        Ok(tx.commit().await?)
    }

    async fn finish(
        &self,
        (tools, lease): (&DiscoveryTools, &Lease),
        (missed, gaps): (&[Missed], Vec<Gap>),
        held: &[String],
    ) -> anyhow::Result<Done> {
        let mut tx = lease.begin().await?;
        heard_posts::forget_held(&mut tx, self.user_id, held).await?;
        let new_posts = store::saved_by(&mut tx, self.user_id, lease.job_id()).await?;
        if new_posts > 0 {
            let clock = lease.clock();
            tools
                .events
                .rows_found(&mut tx, clock, self.user_id)
                .await?;
        }
        finish_search(self, lease, tx, Outcome::found(new_posts, missed, gaps)).await
    }

    async fn give_up(&self, lease: &Lease, outcome: Outcome) -> anyhow::Result<Done> {
        finish_search(self, lease, lease.begin().await?, outcome).await
    }
}

/// The candidates of the searches, and those that were heard and no search returned.
fn with_held(mut candidates: Vec<Candidate>, held: Vec<Candidate>) -> Vec<Candidate> {
    let found: HashSet<&str> = candidates
        .iter()
        .map(|it| it.post.reddit_id.as_str())
        .collect();
    let others = held
        .into_iter()
        .filter(|it| !found.contains(it.post.reddit_id.as_str()));
    let others: Vec<Candidate> = others.collect();
    candidates.extend(others);
    candidates
}

/// The posts that are already stored, and the new ones worth saving, best first.
pub(super) async fn sorted(
    tools: &DiscoveryTools,
    user_id: Uuid,
    access: DiscoveryAccess,
    judged: Vec<JudgedPost>,
    known: &KnownPosts,
) -> anyhow::Result<(Vec<JudgedPost>, Vec<JudgedPost>)> {
    let filters = listening::filters_of(&tools.db, user_id).await?;
    let is_known = |judged: &JudgedPost| known.contains_key(&judged.post.reddit_id);
    let (again, new): (Vec<JudgedPost>, Vec<JudgedPost>) = judged.into_iter().partition(is_known);
    let new = match &tools.llm {
        Some(llm) if access.has_advanced_filtering() && filters.is_on => {
            let company = onboarding::company_of(&tools.db, user_id).await?;
            let model = llm.for_user(user_id);
            llm_opinion::second_opinion(&model, company.as_ref(), &filters, new).await
        }
        _ => new,
    };
    Ok((again, best_first(new, &filters)))
}

/// Asks Reddit. Once somebody who waits at a screen joins a scan, it starts over with their urgency;
/// what was heard by then is in the cache.
async fn gather(
    job: &Discover,
    (tools, lease): (&DiscoveryTools, &Lease),
    (plan, judge): (&ScanPlan, &Arc<RelevanceJudge>),
    reporter: &mut ProgressReporter<'_>,
) -> anyhow::Result<(GatheredCandidates, Urgency)> {
    let (listening, asked) = (&tools.listening, (plan, job.order));
    let urgency = job.urgency.or_of(lease.urgency());
    let ears = listening.for_user(job.user_id, urgency);
    tokio::select! {
        gathered = candidate_sources::candidates((&ears, lease), asked, judge, reporter) => {
            return Ok((gathered?, urgency));
        }
        () = lease.raised_to(JobUrgency::Interactive) => {}
    }
    let ears = listening.for_user(job.user_id, Urgency::Interactive);
    let gathered = candidate_sources::candidates((&ears, lease), asked, judge, reporter).await?;
    Ok((gathered, Urgency::Interactive))
}

/// What was judged, which of it is stored already, and what could not be read.
#[derive(Debug, Default)]
struct JudgedScan {
    known: KnownPosts,
    judged: Vec<JudgedPost>,
    missed: Vec<Missed>,
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

    fn urgency(&self) -> Urgency {
        self.urgency
    }

    fn is_partial(&self) -> bool {
        self.only.is_some()
    }

    fn ended(&self, outcome: Outcome) -> DiscoveryEnd {
        DiscoveryEnd {
            query: self.query.clone(),
            end: outcome,
            report: self.report.clone(),
        }
    }
}

/// How a discovery ended; stored with the job, for everybody who waits for it.
#[derive(Debug, Serialize, Deserialize)]
pub struct DiscoveryEnd {
    pub(super) query: Option<String>,
    pub(super) end: Outcome,
    #[serde(default)]
    pub(super) report: DiscoveryReport,
}

impl From<DiscoveryEnd> for Outcome {
    fn from(ended: DiscoveryEnd) -> Self {
        ended.end
    }
}

pub(super) async fn keywords_of(db: &Db, user_id: Uuid) -> anyhow::Result<Vec<String>> {
    keywords::active_keywords(db, user_id)
        .await
        .context("reading the keywords")
}

/// How many communities with leads a scan proposes.
const MOST_PROPOSED: usize = 20;

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
