//! Posts that only the lessons of rejections keep out of the list: stored, so that their owner can
//! look at them and take them back.

use std::collections::HashSet;
use std::sync::Arc;

use uuid::Uuid;

use super::post_filter;
use super::post_reasons;
use super::post_writer::{self, KnownPosts};
use super::rejudge::stored_candidate;
use super::relevance_judge::{Candidate, JudgedPost, RelevanceJudge};
use super::store;
use finds::Sighting;
use platform::clock::Clock;
use platform::db::Db;
use platform::jobs::Lease;

/// Adds the posts whose lesson has ended, because the rejected post was restored or is gone: they are
/// judged as if they had been found again.
pub(super) async fn with_ended_lessons(
    db: &Db,
    user_id: Uuid,
    mut candidates: Vec<Candidate>,
) -> anyhow::Result<Vec<Candidate>> {
    let ended = store::with_ended_lessons(db, user_id).await?;
    let is_found = |id: &str| candidates.iter().any(|it| it.post.reddit_id == id);
    let others: Vec<_> = ended
        .iter()
        .filter(|post| !is_found(&post.reddit_id))
        .map(stored_candidate)
        .collect();
    candidates.extend(others);
    Ok(candidates)
}

/// Stores the new posts that would be kept without the lessons and are not with them, and hands on
/// all others.
pub(super) async fn set_aside(
    db: &Db,
    lease: &Lease,
    (user_id, judge): (Uuid, &Arc<RelevanceJudge>),
    judged: Vec<JudgedPost>,
    known: &KnownPosts,
) -> anyhow::Result<Vec<JudgedPost>> {
    let filters = listening::filters_of(db, user_id).await?;
    let is_left_out = |judged: &JudgedPost| {
        !known.contains_key(&judged.post.reddit_id)
            && !post_filter::is_kept(judged, &filters)
            && unlearned(judged).is_some_and(|it| post_filter::is_kept(&it, &filters))
    };
    let (left_out, others): (Vec<_>, Vec<_>) = judged.into_iter().partition(is_left_out);
    let before: HashSet<String> = store::left_out_ids(db, user_id)
        .await?
        .into_iter()
        .collect();
    let back = others.iter().map(|judged| judged.post.reddit_id.as_str());
    let back: Vec<&str> = back.filter(|id| before.contains(*id)).collect();
    let unlearned = left_out.iter().filter_map(unlearned).collect();
    let explained = post_reasons::explain(db, lease, judge, unlearned, None).await?;
    let mut tx = lease.begin().await?;
    for JudgedPost {
        post, unlearned, ..
    } in &explained
    {
        let taught_by = unlearned.map_or(Uuid::nil(), |(_, taught_by)| taught_by);
        let by = (taught_by, lease.job_id(), lease.clock().now());
        store::leave_out(&mut tx, user_id, post, by).await?;
    }
    for reddit_id in back {
        store::remove_left_out(&mut tx, user_id, reddit_id).await?;
    }
    tx.commit().await?;
    Ok(others)
}

/// The post with the score that it has without the lessons; none if no lesson applies.
fn unlearned(judged: &JudgedPost) -> Option<JudgedPost> {
    let (score, _) = judged.unlearned?;
    let mut judged = judged.clone();
    judged.post.relevance_score = score;
    Some(judged)
}

/// Moves left-out posts into the list, as far as the allowance goes; the rest wait for it. No lesson
/// applies to them again.
pub(super) async fn restore(
    db: &Db,
    clock: &Clock,
    user_id: Uuid,
    ids: Option<&[Uuid]>,
) -> anyhow::Result<usize> {
    let seen = Sighting {
        at: clock.now(),
        job_id: None,
    };
    let mut tx = db.begin().await?;
    let posts = store::restore_left_out(&mut tx, user_id, ids, seen.at).await?;
    post_writer::save(&mut tx, clock, user_id, posts.iter(), seen).await?;
    tx.commit().await?;
    Ok(posts.len())
}
