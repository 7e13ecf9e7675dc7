//! The reader's queue: of all that was heard for anybody the likeliest texts are read first, each once for
//! everybody, and judged as those of a scan are. A job reads a batch and passes the rest on.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::allowance::{self, DiscoveryAccess};
use super::candidate_judge::{nearest_and_known, prepared_judge};
use super::discovery_job::{self, DiscoveryTools, keywords_of};
use super::early_leads;
use super::heard_posts::candidate;
use super::pair_readings::judge_and_keep;
use super::post_vectors::{MOST_READ, read_worth_reading};
use super::post_writer::{self, KnownPosts};
use super::reader_budget::ReaderBudget;
use super::relevance_judge::{Candidate, JudgedPost, RelevanceJudge};
use super::store::{self, FilterablePost, QueuedMatch};
use super::{left_out, post_reasons};
use finds::{ROWS_PER_TRANSACTION, Sighting};
use platform::crash;
use platform::db::{Db, DbResult};
use platform::jobs::{self, Done, Job, JobUrgency, Lease, NewJob};

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
    pub budget: ReaderBudget,
}

/// Few, so that what comes in meanwhile and is likelier has its turn soon.
const TEXTS_AT_ONCE: i64 = 25;
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
    const MAX_FAILURES: i64 = 3;
    const TIME_LIMIT: Duration = Duration::from_mins(5);
    type Context = HeardPostTools;

    async fn run(self, tools: HeardPostTools, lease: Lease) -> anyhow::Result<Done> {
        let Some(turn) = tools.budget.take_turn() else {
            return lease.done().await;
        };
        put_back_abandoned(&tools.discovery.db, &lease).await?;
        let mut tx = lease.begin().await?;
        store::shorten_queue(&mut tx, LONGEST_QUEUE).await?;
        store::take_likeliest(&mut tx, lease.job_id(), TEXTS_AT_ONCE).await?;
        tx.commit().await?;
        early_leads::show_long_waiting(&tools.discovery, &lease).await?;
        let taken = store::taken_matches(&tools.discovery.db, lease.job_id()).await?;
        measure_waits(&taken, lease.clock().now());
        for matches in by_user(taken) {
            judge_or_give_up(&tools, &lease, matches).await?;
        }
        let mut tx = lease.begin().await?;
        let is_more = store::is_anything_waiting(&mut tx).await?;
        // Whoever was turned away counts on this job to read what it was for.
        if turn.end() || is_more {
            let next = NewJob::of(&ReadHeardPosts {}).lane(Self::LANE);
            jobs::enqueue(&mut tx, lease.clock(), next).await?;
        }
        lease.finish(tx, serde_json::Value::Null).await
    }
}

/// What a job took and did not judge before it ended, killed too often or without a turn, waits again.
async fn put_back_abandoned(db: &Db, lease: &Lease) -> anyhow::Result<()> {
    for job_id in store::taking_jobs(db).await? {
        if job_id != lease.job_id() && jobs::end_of(db, job_id).await?.is_some() {
            let mut tx = lease.begin().await?;
            store::put_back(&mut tx, job_id).await?;
            tx.commit().await?;
        }
    }
    Ok(())
}

/// One user's trouble must not keep everybody else's texts from being read. A scan finds theirs later; a
/// database that is away fails the job, which starts over.
async fn judge_or_give_up(
    tools: &HeardPostTools,
    lease: &Lease,
    matches: Vec<QueuedMatch>,
) -> anyhow::Result<()> {
    let user_id = matches[0].user_id;
    let ids = matches.iter().map(|it| it.post.0.reddit_id.clone());
    let ids: Vec<String> = ids.collect();
    if let Err(error) = judge_for_user(tools, lease, matches).await {
        tracing::error!(
            error = format!("{error:#}"),
            %user_id,
            "what was heard for a user could not be judged"
        );
        finish(lease, user_id, &ids, &[]).await?;
    }
    Ok(())
}

/// Counts texts by how long they waited, for `/metrics`.
fn measure_waits(taken: &[QueuedMatch], now: DateTime<Utc>) {
    let mut counted = BTreeSet::new();
    for it in taken {
        if counted.insert(&it.post.0.reddit_id) {
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
    matches: Vec<QueuedMatch>,
) -> anyhow::Result<()> {
    let (db, user_id) = (&tools.discovery.db, matches[0].user_id);
    let ids = matches.iter().map(|it| it.post.0.reddit_id.clone());
    let ids: Vec<String> = ids.collect();
    let shown = matches.iter().filter(|it| it.shown_at.is_some());
    let shown: Vec<String> = shown.map(|it| it.post.0.reddit_id.clone()).collect();
    let candidates = matches
        .into_iter()
        .map(|it| candidate(it.post.0, (it.keywords.0, &it.subjects.0)));
    let candidates: Vec<Candidate> = candidates.collect();
    let access = allowance::access_of(db, lease.clock(), user_id).await?;
    let leads = match access {
        Some(access) => {
            let user = (user_id, access);
            leads((&tools.discovery, lease), user, candidates, &shown).await?
        }
        None => Vec::new(),
    };
    let leads = early_leads::corrected((&tools.discovery, lease), user_id, &shown, leads).await?;
    let threshold = tools.threshold.alert_threshold(db, user_id).await?;
    let shows_all = access.is_some_and(DiscoveryAccess::shows_heard_at_once);
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
