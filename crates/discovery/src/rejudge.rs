//! Judges a user's posts again whose scores are of an older scale, so that a list has one scale.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::candidate_judge::prepared_judge;
use super::discovery_job::keywords_of;
use super::pair_readings::judge_and_keep;
use super::relevance_judge::{Candidate, RelevanceJudge};
use super::relevant_post::{COMMENT, RelevantPost};
use super::store::{self, StoredPost};
use super::{post_reasons, post_vectors};
use lens::relevance::SCALE_VERSION;
use listening::Post;
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::jobs::{self, Done, Job, JobUrgency, Lease, NewJob};

/// Judges everything that one user has again.
#[derive(Debug, Serialize, Deserialize)]
pub struct RejudgePosts {
    user_id: Uuid,
}

impl Job for RejudgePosts {
    const KIND: &'static str = "rejudge_posts";
    const URGENCY: JobUrgency = JobUrgency::Background;
    const TIME_LIMIT: Duration = Duration::from_mins(10);
    type Context = Db;

    async fn run(self, db: Db, lease: Lease) -> anyhow::Result<Done> {
        let judged = judged_again(&db, &lease, self.user_id).await?;
        // One transaction: no page sees two scales.
        let mut tx = lease.begin().await?;
        judged.store(&mut tx, self.user_id).await?;
        let count = judged.saved.len() + judged.waiting.len();
        lease.finish(tx, json!({ "judged": count })).await
    }
}

/// Judges a user's posts again if some have an older scale, so that a search that adds posts of the
/// current one mixes none.
pub(super) async fn bring_up_to_date(db: &Db, lease: &Lease, user_id: Uuid) -> anyhow::Result<()> {
    if !store::has_older_scale(db, user_id, SCALE_VERSION).await? {
        return Ok(());
    }
    let judged = judged_again(db, lease, user_id).await?;
    let mut tx = lease.begin().await?;
    judged.store(&mut tx, user_id).await?;
    Ok(tx.commit().await?)
}

/// What a user has, judged by the current scale.
#[derive(Debug)]
struct JudgedAgain {
    saved: Vec<RelevantPost>,
    waiting: Vec<RelevantPost>,
}

impl JudgedAgain {
    async fn store(&self, tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
        for post in &self.saved {
            store::rescore(tx, user_id, post).await?;
        }
        for post in &self.waiting {
            store::rescore_waiting(tx, user_id, post).await?;
        }
        Ok(())
    }
}

async fn judged_again(db: &Db, lease: &Lease, user_id: Uuid) -> anyhow::Result<JudgedAgain> {
    let now = lease.clock().now();
    let keywords = keywords_of(db, user_id).await?;
    let judge = prepared_judge(db, lease, user_id, now, keywords).await?;
    let saved = store::stored_posts(db, user_id).await?;
    let saved = saved
        .into_iter()
        .map(|post| (post.google_ranking, candidate(post)));
    let saved = judge_again(db, lease, &judge, saved.collect()).await?;
    let mut waiting = store::waiting_posts(db, user_id).await?;
    let again = waiting
        .iter()
        .map(|post| (post.google_ranking, stored_candidate(post)));
    let again = judge_again(db, lease, &judge, again.collect()).await?;
    let mut again: HashMap<String, RelevantPost> = again
        .into_iter()
        .map(|post| (post.reddit_id.clone(), post))
        .collect();
    for post in &mut waiting {
        if let Some(judged) = again.remove(&post.reddit_id) {
            post.relevance_score = judged.relevance_score;
            post.relevance_reason = judged.relevance_reason;
            post.relevance_parts = judged.relevance_parts;
            post.intent = judged.intent;
            post.names_brand = judged.names_brand;
        }
    }
    Ok(JudgedAgain { saved, waiting })
}

async fn judge_again(
    db: &Db,
    lease: &Lease,
    judge: &Arc<RelevanceJudge>,
    posts: Vec<(Option<i64>, Candidate)>,
) -> anyhow::Result<Vec<RelevantPost>> {
    let (ranks, candidates): (Vec<_>, Vec<_>) = posts.into_iter().unzip();
    let vectors = Arc::new(post_vectors::read_all(db, lease, &candidates).await?);
    let candidates = candidates.into_iter().zip(ranks).collect();
    let judged = judge_and_keep((db, lease), judge, candidates, &vectors).await?;
    let explained = post_reasons::explain(db, lease, judge, judged, None).await?;
    Ok(explained.into_iter().map(|judged| judged.post).collect())
}

/// Plans the job for everybody who has scores of an older scale; nothing else has to be done after
/// an update.
pub(super) async fn plan(db: &Db, clock: &Clock) -> DbResult<()> {
    let users = store::users_of_older_scales(db, SCALE_VERSION).await?;
    if users.is_empty() {
        return Ok(());
    }
    let mut tx = db.begin().await?;
    for user_id in users {
        let job = NewJob::of(&RejudgePosts { user_id }).lane(user_id.to_string());
        let job = job.once(format!("rejudge_posts:{user_id}"));
        jobs::enqueue(&mut tx, clock, job).await?;
    }
    tx.commit().await
}

/// A post that is stored as a whole, as a search returns it.
pub(super) fn stored_candidate(post: &RelevantPost) -> Candidate {
    let mut found = candidate(StoredPost {
        reddit_id: post.reddit_id.clone(),
        subreddit: post.subreddit.clone(),
        title: post.title.clone(),
        content: post.content.clone(),
        created_at: post.created_at,
        score: post.score,
        comments: post.comments,
        google_ranking: post.google_ranking,
        kind: post.kind.clone(),
    });
    found.post.author = Some(post.author.clone());
    found.post.url.clone_from(&post.permalink);
    found.found_for.clone_from(&post.keywords_matched);
    found.via.clone_from(&post.via);
    found
}

/// A stored post as a search returns it, as far as its text is concerned.
fn candidate(stored: StoredPost) -> Candidate {
    Candidate {
        post: Post {
            reddit_id: stored.reddit_id,
            subreddit: stored.subreddit,
            // The title over a comment is that of its thread.
            title: if stored.kind == COMMENT {
                String::new()
            } else {
                stored.title
            },
            body: stored.content.unwrap_or_default(),
            author: None,
            created_at: stored.created_at,
            edited_at: None,
            score: stored.score,
            upvote_ratio: 1.0,
            comments: stored.comments,
            url: String::new(),
            link: None,
            flair: None,
            is_adult: false,
            is_stickied: false,
            is_locked: false,
            is_removed: false,
            subscribers: 0,
        },
        found_for: Vec::new(),
        via: Vec::new(),
        ranks: Vec::new(),
        comments: String::new(),
    }
}
