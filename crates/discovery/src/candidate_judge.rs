//! Judges candidates for one company: the nearest of what was read.

use std::sync::Arc;

use anyhow::Context;
use chrono::{DateTime, Utc};
use finds::{KnownBrand, ProgressReporter};
use platform::db::Db;
use platform::jobs::Lease;
use uuid::Uuid;

use super::company_vectors;
use super::pair_readings::judge_and_keep;
use super::post_vectors::{POSTS_AT_ONCE, PostVectors};
use super::post_writer::KnownPosts;
use super::progress_stages::JUDGING;
use super::rejection_lessons::RejectionLessons;
use super::relevance_judge::{Candidate, CompanyWords, JudgedPost, RelevanceJudge};

/// The company's vectors are read only if its text has changed.
pub(super) async fn prepared_judge(
    db: &Db,
    lease: &Lease,
    user_id: Uuid,
    now: DateTime<Utc>,
    keywords: Vec<String>,
) -> anyhow::Result<Arc<RelevanceJudge>> {
    let company = onboarding::company_of(db, user_id).await?;
    let words = CompanyWords::new(company.as_ref(), &keywords);
    let company_id = company.map(|company| company.id);
    let vectors = company_vectors::company_vectors(db, lease, company_id, &words).await?;
    let brand = KnownBrand::of(db, user_id).await?;
    let lessons = RejectionLessons::of(db, user_id).await?;
    let preparing = tokio::task::spawn_blocking(move || {
        RelevanceJudge::new(&words, (vectors, brand), lessons, now)
    });
    Ok(Arc::new(preparing.await.context("preparing the judge")?))
}

/// Judges what was read, so many posts at most. What nobody found worth reading is no lead for this
/// company either.
pub(super) async fn judged(
    (db, lease): (&Db, &Lease),
    (judge, reporter): (&Arc<RelevanceJudge>, &mut ProgressReporter<'_>),
    candidates: Vec<Candidate>,
    vectors: PostVectors,
    (most, known): (usize, &KnownPosts),
) -> anyhow::Result<Vec<JudgedPost>> {
    let vectors = Arc::new(vectors);
    let is_read = |it: &Candidate| vectors.contains_key(&it.post.reddit_id);
    let read: Vec<Candidate> = candidates.into_iter().filter(is_read).collect();
    let candidates = nearest_and_known((judge, most), read, &vectors, known).await?;
    let mut judged = Vec::new();
    for some in candidates.chunks(POSTS_AT_ONCE) {
        let rank = |candidate: &Candidate| known.get(&candidate.post.reddit_id)?.google_ranking;
        let some = some.iter().map(|it| (it.clone(), rank(it))).collect();
        judged.extend(judge_and_keep((db, lease), judge, some, &vectors).await?);
        let progress = (judged.len(), candidates.len());
        reporter
            .advance(JUDGING, progress, candidates.len())
            .await?;
    }
    Ok(judged)
}

/// Of all posts the nearest to the company, as many as a scan has time to judge, and those that the user
/// has. The same posts are judged in the next scan: what was too far off stays so.
pub(super) async fn nearest_and_known(
    (judge, most): (&Arc<RelevanceJudge>, usize),
    candidates: Vec<Candidate>,
    vectors: &Arc<PostVectors>,
    known: &KnownPosts,
) -> anyhow::Result<Vec<Candidate>> {
    if candidates.len() <= most {
        return Ok(candidates);
    }
    let (judge, vectors) = (Arc::clone(judge), Arc::clone(vectors));
    let choosing = tokio::task::spawn_blocking(move || {
        let near = candidates.into_iter().filter_map(|candidate| {
            let read = vectors.get(&candidate.post.reddit_id)?;
            Some((judge.nearness(&candidate.post, read), candidate))
        });
        let mut near: Vec<(f32, Candidate)> = near.collect();
        near.sort_by(|one, other| other.0.total_cmp(&one.0));
        near
    });
    let near = choosing.await.context("choosing the posts to judge")?;
    let chosen = near
        .into_iter()
        .enumerate()
        .filter(|(place, (_, it))| *place < most || known.contains_key(&it.post.reddit_id));
    Ok(chosen.map(|(_, (_, candidate))| candidate).collect())
}
