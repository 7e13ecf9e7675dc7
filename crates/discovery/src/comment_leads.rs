//! Questions deep in a thread: the comments of the best threads are judged as posts are.

use std::collections::HashMap;
use std::sync::Arc;

use futures::future::join_all;

use super::candidate_sources::MOST_COMMENTS;
use super::found_via::FoundVia;
use super::pair_readings::judge_and_keep;
use super::post_vectors::{self, MOST_READ};
use super::relevance_judge::{Candidate, JudgedPost, RelevanceJudge};
use super::relevant_post::{COMMENT, RelevantPost};
use listening::{Comment, Ears, Missed, Post, SourceText, SubredditName};
use platform::db::Db;
use platform::jobs::Lease;

/// How many threads are read in a scan: each is a call.
const MOST_THREADS: usize = 15;
/// How many of them only because people find them: what their first post asks says little of what is
/// asked below it.
const MOST_RANKED: usize = 8;
/// Ranks that people see.
const SEEN_RANK: i64 = 20;
/// Shorter ones ask nothing that can be judged.
const SHORTEST: usize = 40;

/// A thread whose comments are read.
#[derive(Clone, Debug)]
pub(super) struct CommentThread {
    reddit_id: String,
    subreddit: String,
    title: String,
    score: i64,
    comments: i64,
    google_ranking: Option<i64>,
    via: Vec<FoundVia>,
}

/// The candidates that rank, best rank first, whether or not they are leads themselves.
pub(super) fn ranked_threads(candidates: &[Candidate]) -> Vec<CommentThread> {
    let ranked = candidates.iter().filter_map(|candidate| {
        let post = &candidate.post;
        let rank = candidate.ranks.iter().map(|(_, place)| *place).min()?;
        Some(CommentThread {
            reddit_id: post.reddit_id.clone(),
            subreddit: post.subreddit.clone(),
            title: post.title.clone(),
            score: post.score,
            comments: post.comments,
            google_ranking: Some(i64::from(rank)).filter(|rank| *rank <= SEEN_RANK),
            via: candidate.via.clone(),
        })
    });
    let is_seen = |thread: &CommentThread| thread.google_ranking.is_some() && thread.comments > 0;
    let mut threads: Vec<CommentThread> = ranked.filter(is_seen).collect();
    threads.sort_by_key(|thread| thread.google_ranking);
    threads
}

/// The first that rank, then those whose posts fit best.
pub(super) fn best_threads(
    mut ranked: Vec<CommentThread>,
    judged: &[JudgedPost],
) -> Vec<CommentThread> {
    ranked.truncate(MOST_RANKED);
    let mut posts: Vec<&RelevantPost> = judged.iter().map(|judged| &judged.post).collect();
    posts.sort_by_key(|post| std::cmp::Reverse(post.relevance_score));
    let is_new = |post: &&RelevantPost| {
        post.comments > 0 && ranked.iter().all(|it| it.reddit_id != post.reddit_id)
    };
    let best = posts.into_iter().filter(is_new).map(CommentThread::of);
    let best: Vec<CommentThread> = best.take(MOST_THREADS - ranked.len()).collect();
    ranked.extend(best);
    ranked
}

impl CommentThread {
    fn of(post: &RelevantPost) -> Self {
        Self {
            reddit_id: post.reddit_id.clone(),
            subreddit: post.subreddit.clone(),
            title: post.title.clone(),
            score: post.score,
            comments: post.comments,
            google_ranking: post.google_ranking,
            via: post.via.clone(),
        }
    }
}

/// The comments of these threads that ask something, judged by their own words.
pub(super) async fn comment_leads(
    (db, lease): (&Db, &Lease),
    reddit: &Ears,
    judge: &Arc<RelevanceJudge>,
    threads: &[CommentThread],
) -> anyhow::Result<(Vec<JudgedPost>, Vec<Missed>)> {
    let reading = threads.iter().map(|thread| async move {
        let (comments, missed) = comments_of(reddit, thread).await;
        (thread, comments, missed)
    });
    let (mut thread_of, mut missed) = (HashMap::new(), Vec::new());
    let mut candidates = Vec::new();
    for (thread, comments, not_read) in join_all(reading).await {
        missed.extend(not_read);
        for comment in comments.iter().filter(|it| asks_something(it)) {
            candidates.push(candidate(comment, thread));
            thread_of.insert(comment.reddit_id.clone(), thread.clone());
        }
    }
    let vectors =
        post_vectors::read_worth_reading(db, lease, (judge, MOST_READ), &candidates).await?;
    let candidates = candidates.into_iter().map(|it| (it, None)).collect();
    let judged = judge_and_keep((db, lease), judge, candidates, &Arc::new(vectors)).await?;
    let in_threads = judged.into_iter().filter_map(|comment| {
        let thread = thread_of.remove(&comment.post.reddit_id)?;
        Some(in_thread(comment, thread))
    });
    Ok((in_threads.collect(), missed))
}

async fn comments_of(reddit: &Ears, thread: &CommentThread) -> (Vec<Comment>, Vec<Missed>) {
    let name = SubredditName::parse(&thread.subreddit).ok();
    let Some((name, id)) = name.zip(thread.reddit_id.parse().ok()) else {
        return (Vec::new(), Vec::new());
    };
    let response = Box::pin(reddit.thread(&name, &id, MOST_COMMENTS)).await;
    let comments = response.found.map(|thread| thread.comments);
    (comments.unwrap_or_default(), response.missed)
}

/// Whether somebody other than the thread's author asks something.
fn asks_something(comment: &Comment) -> bool {
    !comment.is_removed
        && !comment.is_stickied
        && !comment.is_by_the_posts_author
        && comment.author.is_some()
        && comment.body.contains('?')
        && comment.body.chars().count() >= SHORTEST
}

/// A comment as a post without a title, so that only its own words decide.
fn candidate(comment: &Comment, thread: &CommentThread) -> Candidate {
    Candidate {
        post: Post {
            reddit_id: comment.reddit_id.clone(),
            subreddit: comment.subreddit.clone(),
            title: String::new(),
            body: comment.body.clone(),
            author: comment.author.clone(),
            created_at: comment.created_at,
            edited_at: comment.edited_at,
            score: thread.score,
            upvote_ratio: 1.0,
            comments: thread.comments,
            url: comment.link().to_owned(),
            link: None,
            flair: None,
            is_adult: false,
            is_stickied: false,
            is_locked: false,
            is_removed: false,
            subscribers: 0,
        },
        found_for: Vec::new(),
        via: thread.via.clone(),
        ranks: Vec::new(),
        comments: String::new(),
    }
}

/// Numbers and rank are the thread's; its title is put back once the reasons are found.
fn in_thread(judged: JudgedPost, thread: CommentThread) -> JudgedPost {
    JudgedPost {
        post: RelevantPost {
            kind: COMMENT.to_owned(),
            thread_title: Some(thread.title),
            google_ranking: thread.google_ranking,
            ..judged.post
        },
        ..judged
    }
}
