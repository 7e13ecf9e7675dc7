//! From what the listener heard to leads: the posts that have a user's keywords are judged as those of a
//! scan are, minutes after they were written.
//!
//! A post is read once for everybody; what a user's own part costs is small. On plans whose scans are
//! further apart than a day, posts below the user's alert threshold wait for the next scan, which
//! collects them.

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
use super::found_via::FoundVia;
use super::pair_readings::judge_and_keep;
use super::post_vectors::{MOST_READ, read_worth_reading};
use super::post_writer::{self, KnownPosts};
use super::relevance_judge::{Candidate, JudgedPost, RelevanceJudge};
use super::store::{self, FilterablePost, HeldMatch};
use super::{left_out, post_reasons};
use finds::{ROWS_PER_TRANSACTION, Sighting};
use listening::{Ears, Fullname, Post, SourceName, Thing};
use platform::clock::Clock;
use platform::crash;
use platform::db::{Db, DbResult, Tx};
use platform::jobs::{self, Done, Job, JobUrgency, Lease, NewJob};

/// Judges what was heard for a user.
#[derive(Debug, Serialize, Deserialize)]
pub struct JudgeHeardPosts {
    user_id: Uuid,
}

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
}

/// A post with the users whose keywords it has.
#[derive(Clone, Debug)]
pub struct HeardPost<'a> {
    pub post: &'a Post,
    pub keywords: Vec<(Uuid, &'a [String])>,
}

/// Of what was heard at once, so many are judged for a user: the nearest.
const MOST_JUDGED: usize = 100;
/// How many posts that waited a scan collects.
const MOST_HELD: i64 = 300;
/// Texts are stored only until they are judged; one that nobody judges is older than this.
const TEXT_KEPT_FOR: TimeDelta = TimeDelta::days(1);
/// Longer than the longest pause between two scans.
const MATCH_KEPT_FOR: TimeDelta = TimeDelta::days(14);

/// Remembers posts for the users whose keywords they have; a job for each user judges them.
pub(super) async fn hear_posts(
    tx: &mut Tx,
    clock: &Clock,
    heard: &[HeardPost<'_>],
) -> anyhow::Result<()> {
    let now = clock.now();
    let mut users = BTreeSet::new();
    for HeardPost { post, keywords } in heard.iter().filter(|it| !it.keywords.is_empty()) {
        store::add_heard_post(tx, post, now).await?;
        for (user_id, keywords) in keywords {
            store::add_heard_match(tx, (*user_id, &post.reddit_id), keywords, now).await?;
            users.insert(*user_id);
        }
    }
    for user_id in users {
        let job = NewJob::of(&JudgeHeardPosts { user_id }).lane(user_id.to_string());
        jobs::enqueue(tx, clock, job).await?;
    }
    Ok(())
}

impl Job for JudgeHeardPosts {
    const KIND: &'static str = "judge_heard_posts";
    const URGENCY: JobUrgency = JobUrgency::Background;
    const MAX_FAILURES: i64 = 3;
    const TIME_LIMIT: Duration = Duration::from_mins(5);
    type Context = HeardPostTools;

    async fn run(self, tools: HeardPostTools, lease: Lease) -> anyhow::Result<Done> {
        let (db, user_id) = (&tools.discovery.db, self.user_id);
        let mut tx = lease.begin().await?;
        store::claim_heard(&mut tx, user_id, lease.job_id()).await?;
        tx.commit().await?;
        let heard = store::claimed_matches(db, user_id, lease.job_id()).await?;
        let ids: Vec<String> = heard.iter().map(|it| it.post.0.reddit_id.clone()).collect();
        let candidates: Vec<Candidate> = heard
            .into_iter()
            .map(|it| candidate(it.post.0, it.keywords.0))
            .collect();
        let access = allowance::access_of(db, lease.clock(), user_id).await?;
        let leads = match access {
            Some(access) => {
                self.leads((&tools.discovery, &lease), access, candidates)
                    .await?
            }
            None => Vec::new(),
        };
        let threshold = tools.threshold.alert_threshold(db, user_id).await?;
        let shows_all = access.is_some_and(DiscoveryAccess::shows_heard_at_once);
        let is_shown = |lead: &JudgedPost| shows_all || lead.post.relevance_score >= threshold;
        let (shown, held): (Vec<_>, Vec<_>) = leads.into_iter().partition(is_shown);
        self.save((&tools, &lease), shown).await?;
        finds::apply_filters::<FilterablePost>(db, user_id).await?;
        self.finish(&lease, &ids, &held).await
    }
}

impl JudgeHeardPosts {
    /// The posts that are worth an answer, best first, with reasons.
    async fn leads(
        &self,
        (tools, lease): (&DiscoveryTools, &Lease),
        access: DiscoveryAccess,
        candidates: Vec<Candidate>,
    ) -> anyhow::Result<Vec<JudgedPost>> {
        let (db, user_id) = (&tools.db, self.user_id);
        let ids: Vec<&str> = candidates
            .iter()
            .map(|it| it.post.reddit_id.as_str())
            .collect();
        let known = post_writer::known(db, user_id, &ids).await?;
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

    async fn save(
        &self,
        (tools, lease): (&HeardPostTools, &Lease),
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
            let saved = post_writer::save(&mut tx, clock, self.user_id, posts, seen).await?;
            if saved > 0 {
                let events = &tools.discovery.events;
                events.rows_found(&mut tx, clock, self.user_id).await?;
            }
            tx.commit().await?;
        }
        Ok(())
    }

    /// What was judged is forgotten, but for what waits for the next scan.
    async fn finish(
        &self,
        lease: &Lease,
        ids: &[String],
        held: &[JudgedPost],
    ) -> anyhow::Result<Done> {
        let mut tx = lease.begin().await?;
        for id in ids {
            if held.iter().any(|lead| lead.post.reddit_id == *id) {
                store::hold_match(&mut tx, self.user_id, id).await?;
            } else {
                store::delete_match(&mut tx, self.user_id, id).await?;
            }
        }
        store::delete_judged_texts(&mut tx, ids).await?;
        lease.finish(tx, serde_json::Value::Null).await
    }
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

fn candidate(post: Post, keywords: Vec<String>) -> Candidate {
    let via = keywords.iter().map(|it| FoundVia::new(it, "keyword"));
    Candidate {
        via: via.collect(),
        found_for: keywords,
        post,
        ranks: Vec::new(),
        comments: String::new(),
    }
}

/// What waited for a scan: the posts as they are on Reddit now, and the ids of all, also of those that
/// are gone.
#[derive(Debug, Default)]
pub(super) struct HeldPosts {
    pub(super) candidates: Vec<Candidate>,
    pub(super) ids: Vec<String>,
}

/// Collects what waits for a user's next scan. Nothing is collected while Reddit does not answer.
pub(super) async fn held_posts(
    db: &Db,
    (reddit, user_id): (&Ears, Uuid),
) -> anyhow::Result<HeldPosts> {
    let held = store::held_matches(db, user_id, MOST_HELD).await?;
    let ids: Vec<String> = held.iter().map(|it| it.reddit_id.clone()).collect();
    let mut candidates = Vec::new();
    let mut keywords_of: HashMap<String, Vec<String>> = HashMap::new();
    for HeldMatch {
        reddit_id,
        keywords,
        post,
    } in held
    {
        match post.filter(|_| SourceName::of(&reddit_id) != SourceName::Reddit) {
            Some(post) => candidates.push(candidate(post.0, keywords.0)),
            None => {
                keywords_of.insert(reddit_id, keywords.0);
            }
        }
    }
    let names: Vec<Fullname> = keywords_of
        .keys()
        .filter_map(|id| id.parse().ok())
        .collect();
    let response = reddit.again(&names).await;
    if !response.missed.is_empty() {
        return Ok(HeldPosts::default());
    }
    for thing in response.found.there {
        if let Thing::Post(post) = thing {
            let keywords = keywords_of.remove(&post.reddit_id).unwrap_or_default();
            candidates.push(candidate(post, keywords));
        }
    }
    Ok(HeldPosts { candidates, ids })
}

/// What a scan has collected no longer waits.
pub(super) async fn forget_held(tx: &mut Tx, user_id: Uuid, ids: &[String]) -> DbResult<()> {
    for reddit_id in ids {
        store::delete_match(tx, user_id, reddit_id).await?;
    }
    store::delete_judged_texts(tx, ids).await
}

/// Deletes what nobody has judged or collected in all this time.
pub(super) async fn forget_old(db: &Db, now: DateTime<Utc>) -> DbResult<()> {
    store::delete_old_heard(db, (now - TEXT_KEPT_FOR, now - MATCH_KEPT_FOR)).await
}
