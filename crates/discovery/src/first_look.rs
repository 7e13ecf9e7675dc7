//! A first look at what would be found for a company: a few searches, the likeliest posts judged, in
//! seconds. Nothing of it becomes anybody's post.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};

use super::candidate_judge::nearest_and_known;
use super::candidate_sources::{self, SourceRead};
use super::pair_readings::judge_and_keep;
use super::post_vectors::read_worth_reading;
use super::post_writer::KnownPosts;
use super::relevance_judge::{Candidate, JudgedPost, RelevanceJudge};
use super::scan_plan::ScanSearch;
use super::{post_filter, post_reasons};
use listening::{AiSettings, Ears, Missed};
use platform::db::Db;
use platform::jobs::Lease;
use platform::product::Plan;

/// What a first look brought.
#[derive(Debug)]
pub(super) struct FirstLook {
    /// The leads, best first.
    pub(super) leads: Vec<JudgedPost>,
    /// What was found of the last month, judged or not.
    pub(super) candidates: Vec<Candidate>,
    /// What each search returned.
    pub(super) reads: Vec<SourceRead>,
    pub(super) missed: Vec<Missed>,
    pub(super) has_answer: bool,
}

/// Somebody waits, so only the likeliest are read and judged: some two seconds of one core. What anybody
/// had read before costs nothing.
const MOST_READ: usize = 32;
const MOST_JUDGED: usize = 32;
/// Less likely leads are kept for a customer who can sort and reject them; a first look has none.
const LEAST_SHOWN: i64 = 50;
/// How many leads are shown, and so explained.
pub(super) const SHOWN: usize = 3;
/// "Last month", for the counts and for what is shown without a rank.
const RECENT: TimeDelta = TimeDelta::days(30);

/// Searches, judges, and explains the best.
pub(super) async fn look(
    (db, lease): (&Db, &Lease),
    ears: &Ears,
    judge: &Arc<RelevanceJudge>,
    (searches, web): (Vec<ScanSearch>, &[String]),
) -> anyhow::Result<FirstLook> {
    let mut gathered = candidate_sources::first_look(ears, searches, web).await;
    let now = lease.clock().now();
    gathered.candidates.retain(|it| is_of_interest(it, now));
    let found = gathered.candidates;
    let vectors = read_worth_reading(db, lease, (judge, MOST_READ), &found).await?;
    let is_read = |it: &&Candidate| vectors.contains_key(&it.post.reddit_id);
    let read: Vec<Candidate> = found.iter().filter(is_read).cloned().collect();
    let vectors = Arc::new(vectors);
    let none_known = KnownPosts::default();
    let chosen = nearest_and_known((judge, MOST_JUDGED), read, &vectors, &none_known).await?;
    let unranked: Vec<_> = chosen.into_iter().map(|it| (it, None)).collect();
    let (some, others) = unranked.split_at(unranked.len() / 2);
    // Two threads need half the time.
    let (mut judged, others) = tokio::try_join!(
        judge_and_keep((db, lease), judge, some.to_vec(), &vectors),
        judge_and_keep((db, lease), judge, others.to_vec(), &vectors),
    )?;
    judged.extend(others);
    let mut leads = leads_of(judged);
    let rest = leads.split_off(SHOWN.min(leads.len()));
    let mut leads = post_reasons::explain(db, lease, judge, leads, None).await?;
    leads.extend(rest);
    Ok(FirstLook {
        leads,
        candidates: found,
        reads: gathered.reads,
        missed: gathered.missed,
        has_answer: gathered.has_answer,
    })
}

/// An older thread is worth an answer if people find it through Google.
fn is_of_interest(candidate: &Candidate, now: DateTime<Utc>) -> bool {
    const SEEN: u32 = 10;
    let is_recent = candidate.post.created_at > now - RECENT;
    is_recent || candidate.ranks.iter().any(|(_, place)| *place <= SEEN)
}

/// What would be on a new customer's list, without what names the company itself.
fn leads_of(judged: Vec<JudgedPost>) -> Vec<JudgedPost> {
    let filters = AiSettings::default_for(Plan::Pro).filters();
    let is_lead = |it: &JudgedPost| {
        post_filter::is_kept(it, &filters)
            && it.post.relevance_score >= LEAST_SHOWN
            && !it.post.names_brand
    };
    let mut leads: Vec<JudgedPost> = judged.into_iter().filter(is_lead).collect();
    leads.sort_by(|one, other| {
        let by_score = other.post.relevance_score.cmp(&one.post.relevance_score);
        by_score.then_with(|| one.post.reddit_id.cmp(&other.post.reddit_id))
    });
    leads
}
