//! The reader's queue: of all that was heard for anybody the likeliest texts are read first, each once for
//! everybody, and judged as those of a scan are. A job reads a batch and passes the rest on.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::allowance::{self, DiscoveryAccess};
use super::candidate_judge::{nearest_and_known, prepared_judge};
use super::discovery_job::{self, DiscoveryTools, keywords_of};
use super::early_leads::{self, CorrectionTools, PostDrafts};
use super::heard_posts::candidate;
use super::pair_readings::judge_and_keep;
use super::post_vectors::{MOST_READ, read_worth_reading};
use super::post_writer::{self, KnownPosts};
use super::reader_budget::ReaderBudget;
use super::relevance_judge::{Candidate, JudgedPost, RelevanceJudge};
use super::store::{self, FilterablePost, QueuedMatch};
use super::{left_out, post_reasons};
use finds::{ROWS_PER_TRANSACTION, Sighting};
use listening::Post;
use platform::crash;
use platform::db::{Db, DbResult};
use platform::jobs::{self, Done, End, Job, JobUrgency, Lease, NewJob};

/// Reads the likeliest of what was heard, and judges it for everybody who waits for it.
#[derive(Debug, Serialize, Deserialize)]
pub struct ReadHeardPosts {}

/// From which match a lead is announced at once.
#[async_trait]
pub trait AlertThreshold: std::fmt::Debug + Send + Sync {
    async fn alert_threshold(&self, db: &Db, user_id: Uuid) -> DbResult<i64>;
}

/// What judging needs.
#[derive(Clone, Debug)]
pub struct HeardPostTools {
    pub discovery: DiscoveryTools,
    pub threshold: Arc<dyn AlertThreshold>,
    pub drafts: Arc<dyn PostDrafts>,
    pub budget: ReaderBudget,
}

/// Few, so that what comes in meanwhile and is likelier has its turn soon.
const TEXTS_AT_ONCE: i64 = 25;
/// A text that very many wait for is judged for some of them at a time: it is read once all the same.
const MATCHES_AT_ONCE: i64 = 500;
/// What made so many jobs fail is given up.
const MOST_TRIES: i64 = 2;
/// Of what was heard at once, so many are judged for a user: the nearest.
const MOST_JUDGED: usize = 100;
/// What is further down would wait for hours; by then a scan has found it.
const LONGEST_QUEUE: i64 = 100_000;
const SOON: TimeDelta = TimeDelta::minutes(1);

impl ReadHeardPosts {
    pub(super) const LANE: &'static str = "reader";
}

impl Job for ReadHeardPosts {
    const KIND: &'static str = "read_heard_posts";
    const URGENCY: JobUrgency = JobUrgency::Background;
    const TIME_LIMIT: Duration = Duration::from_mins(5);
    type Context = HeardPostTools;

    async fn run(self, tools: HeardPostTools, lease: Lease) -> anyhow::Result<Done> {
        let Some(turn) = tools.budget.take_turn() else {
            return lease.done().await;
        };
        take(&tools, &lease).await?;
        early_leads::show_long_waiting(&tools.discovery, &lease).await?;
        judge_taken(&tools, &lease).await?;
        let mut tx = lease.begin().await?;
        store::forget_taken(&mut tx, lease.job_id()).await?;
        let is_more = store::is_anything_waiting(&mut tx).await?;
        // Whoever was turned away counts on this job to read what it was for.
        if turn.end() || is_more {
            let next = NewJob::of(&ReadHeardPosts {}).lane(Self::LANE);
            jobs::enqueue(&mut tx, lease.clock(), next).await?;
        }
        lease.finish(tx, serde_json::Value::Null).await
    }
}

/// What the release before this one asked for, for each user. While both run side by side, it queues
/// what a process of that release heard.
#[derive(Debug, Serialize, Deserialize)]
pub struct JudgeHeardPosts {
    user_id: Uuid,
}

impl Job for JudgeHeardPosts {
    const KIND: &'static str = "judge_heard_posts";
    const URGENCY: JobUrgency = JobUrgency::Background;
    const TIME_LIMIT: Duration = Duration::from_mins(1);
    type Context = ();

    async fn run(self, (): (), lease: Lease) -> anyhow::Result<Done> {
        let mut tx = lease.begin().await?;
        store::queue_unscored(&mut tx, self.user_id).await?;
        let next = NewJob::of(&ReadHeardPosts {}).lane(ReadHeardPosts::LANE);
        jobs::enqueue(&mut tx, lease.clock(), next).await?;
        lease.finish(tx, serde_json::Value::Null).await
    }
}

async fn take(tools: &HeardPostTools, lease: &Lease) -> anyhow::Result<()> {
    put_back_abandoned(&tools.discovery.db, lease).await?;
    let mut tx = lease.begin().await?;
    store::shorten_queue(&mut tx, LONGEST_QUEUE).await?;
    let most = (TEXTS_AT_ONCE, MATCHES_AT_ONCE);
    store::take_likeliest(&mut tx, lease.job_id(), most).await?;
    Ok(tx.commit().await?)
}

/// What a job took and did not judge before it ended waits again: it had no turn, or failed too often.
async fn put_back_abandoned(db: &Db, lease: &Lease) -> anyhow::Result<()> {
    for job_id in store::taking_jobs(db).await? {
        if job_id == lease.job_id() {
            continue;
        }
        let Some(end) = jobs::end_of(db, job_id).await? else {
            continue;
        };
        let mut tx = lease.begin().await?;
        if matches!(end, End::Dead) {
            store::put_back_failed(&mut tx, job_id, MOST_TRIES).await?;
        } else {
            store::put_back(&mut tx, job_id).await?;
        }
        tx.commit().await?;
    }
    Ok(())
}

/// One user's trouble does not keep the others' texts from being read. It fails the job, which starts
/// over with what is left.
async fn judge_taken(tools: &HeardPostTools, lease: &Lease) -> anyhow::Result<()> {
    let db = &tools.discovery.db;
    let taken = store::taken_matches(db, lease.job_id()).await?;
    measure_waits(&taken, lease.clock().now());
    let ids: BTreeSet<&str> = taken.iter().map(|it| it.reddit_id.as_str()).collect();
    let texts = store::heard_texts(db, ids).await?;
    let mut failure = None;
    for matches in by_user(taken) {
        let user_id = matches[0].user_id;
        if let Err(error) = judge_for_user(tools, lease, (matches, &texts)).await {
            let error = error.context(format!("judging what was heard for {user_id}"));
            failure.get_or_insert(error);
        }
    }
    failure.map_or(Ok(()), Err)
}

/// Counts texts by how long they waited, for `/metrics`.
fn measure_waits(taken: &[QueuedMatch], now: DateTime<Utc>) {
    let mut counted = BTreeSet::new();
    for it in taken {
        if counted.insert(&it.reddit_id) {
            let is_soon = now - it.heard_at < SOON;
            let waited = if is_soon { "under a minute" } else { "longer" };
            metrics::counter!("earshot_reader_texts_total", "waited" => waited).increment(1);
        }
    }
}

/// Each user's matches; none is empty.
fn by_user(matches: Vec<QueuedMatch>) -> Vec<Vec<QueuedMatch>> {
    let mut users: Vec<Vec<QueuedMatch>> = Vec::new();
    for it in matches {
        match users.last_mut() {
            Some(last) if last[0].user_id == it.user_id => last.push(it),
            _ => users.push(vec![it]),
        }
    }
    users
}

async fn judge_for_user(
    tools: &HeardPostTools,
    lease: &Lease,
    (matches, texts): (Vec<QueuedMatch>, &HashMap<String, Post>),
) -> anyhow::Result<()> {
    let (db, user_id) = (&tools.discovery.db, matches[0].user_id);
    let ids: Vec<String> = matches.iter().map(|it| it.reddit_id.clone()).collect();
    let Some(access) = allowance::access_of(db, lease.clock(), user_id).await? else {
        return finish(lease, user_id, &ids, &[]).await;
    };
    let shown = matches.iter().filter(|it| it.shown_at.is_some());
    let shown: Vec<String> = shown.map(|it| it.reddit_id.clone()).collect();
    let candidates = matches.into_iter().filter_map(|it| {
        let post = texts.get(&it.reddit_id)?.clone();
        Some(candidate(post, (it.keywords.0, &it.subjects.0)))
    });
    let candidates: Vec<Candidate> = candidates.collect();
    let user = (user_id, access);
    let leads = leads((&tools.discovery, lease), user, candidates, &shown).await?;
    let correction = CorrectionTools {
        tools: &tools.discovery,
        drafts: &tools.drafts,
        lease,
    };
    let leads = early_leads::corrected(correction, user_id, &shown, leads).await?;
    let threshold = tools.threshold.alert_threshold(db, user_id).await?;
    let shows_all = access.shows_heard_at_once();
    let is_shown = |lead: &JudgedPost| shows_all || lead.post.relevance_score >= threshold;
    let (now, held): (Vec<_>, Vec<_>) = leads.into_iter().partition(is_shown);
    save((tools, lease), user_id, now).await?;
    finds::apply_filters::<FilterablePost>(db, user_id).await?;
    finish(lease, user_id, &ids, &held).await
}

/// The posts that are worth an answer, best first, with reasons: those that are new to the user, and
/// those that are shown by their words alone so far.
async fn leads(
    (tools, lease): (&DiscoveryTools, &Lease),
    (user_id, access): (Uuid, DiscoveryAccess),
    candidates: Vec<Candidate>,
    shown: &[String],
) -> anyhow::Result<Vec<JudgedPost>> {
    let db = &tools.db;
    let ids: Vec<&str> = candidates
        .iter()
        .map(|it| it.post.reddit_id.as_str())
        .collect();
    let mut known = post_writer::known(db, user_id, &ids).await?;
    known.retain(|id, _| !shown.contains(id));
    let is_new = |it: &Candidate| !known.contains_key(&it.post.reddit_id);
    let candidates: Vec<Candidate> = candidates.into_iter().filter(is_new).collect();
    if candidates.is_empty() {
        return Ok(Vec::new());
    }
    let keywords = keywords_of(db, user_id).await?;
    let now = lease.clock().now();
    let judge = prepared_judge(db, lease, user_id, now, keywords).await?;
    let judged = judge_heard((db, lease), &judge, candidates).await?;
    let judged = left_out::set_aside(db, lease, (user_id, &judge), judged, &known).await?;
    let none_known = KnownPosts::default();
    let (_, new) = discovery_job::sorted(tools, user_id, access, judged, &none_known).await?;
    post_reasons::explain(db, lease, &judge, new, None).await
}

/// Reads and judges the nearest of the candidates.
async fn judge_heard(
    (db, lease): (&Db, &Lease),
    judge: &Arc<RelevanceJudge>,
    candidates: Vec<Candidate>,
) -> anyhow::Result<Vec<JudgedPost>> {
    let vectors = read_worth_reading(db, lease, (judge, MOST_READ), &candidates).await?;
    let is_read = |it: &Candidate| vectors.contains_key(&it.post.reddit_id);
    let read: Vec<Candidate> = candidates.into_iter().filter(is_read).collect();
    let vectors = Arc::new(vectors);
    let chosen =
        nearest_and_known((judge, MOST_JUDGED), read, &vectors, &KnownPosts::default()).await?;
    let unranked = chosen.into_iter().map(|it| (it, None)).collect();
    judge_and_keep((db, lease), judge, unranked, &vectors).await
}

async fn save(
    (tools, lease): (&HeardPostTools, &Lease),
    user_id: Uuid,
    leads: Vec<JudgedPost>,
) -> anyhow::Result<()> {
    let clock = lease.clock();
    let seen = Sighting {
        at: clock.now(),
        job_id: Some(lease.job_id()),
    };
    for some in leads.chunks(ROWS_PER_TRANSACTION) {
        crash::point("stream.before_save");
        let mut tx = lease.begin().await?;
        let posts = some.iter().map(|judged| &judged.post);
        let saved = post_writer::save(&mut tx, clock, user_id, posts, seen).await?;
        if saved > 0 {
            let events = &tools.discovery.events;
            events.rows_found(&mut tx, clock, user_id).await?;
        }
        tx.commit().await?;
    }
    Ok(())
}

/// What was judged is forgotten, but for what waits for the next scan.
async fn finish(
    lease: &Lease,
    user_id: Uuid,
    ids: &[String],
    held: &[JudgedPost],
) -> anyhow::Result<()> {
    let mut tx = lease.begin().await?;
    for id in ids {
        if held.iter().any(|lead| lead.post.reddit_id == *id) {
            store::hold_match(&mut tx, user_id, id).await?;
        } else {
            store::delete_match(&mut tx, user_id, id).await?;
        }
    }
    store::delete_judged_texts(&mut tx, ids).await?;
    Ok(tx.commit().await?)
}
