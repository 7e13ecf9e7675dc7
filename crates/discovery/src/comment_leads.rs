//! Questions deep in a thread: the comments of the best threads are judged as posts are.

use std::sync::Arc;

use anyhow::Context;
use futures::future::join_all;

use super::candidate_sources::MOST_COMMENTS;
use super::post_vectors;
use super::relevance_judge::{Candidate, JudgedPost, RelevanceJudge};
use super::relevant_post::{COMMENT, RelevantPost};
use listening::{Comment, Ears, Missed, Post, SourceText, SubredditName};
use platform::db::Db;
use platform::jobs::Lease;

/// How many threads are read in a scan: each is a call.
const MOST_THREADS: usize = 15;
/// Ranks that people see.
const SEEN_RANK: i64 = 20;
/// Shorter ones ask nothing that can be judged.
const SHORTEST: usize = 40;

/// The comments that ask something, of the threads that rank and of those closest to the company,
/// judged by their own words.
pub(super) async fn comment_leads(
    (db, lease): (&Db, &Lease),
    reddit: &Ears,
    judge: &Arc<RelevanceJudge>,
    judged: &[JudgedPost],
) -> anyhow::Result<(Vec<JudgedPost>, Vec<Missed>)> {
    let reading = best_threads(judged).into_iter().map(|thread| async move {
        let (comments, missed) = comments_of(reddit, thread).await;
        (thread, comments, missed)
    });
    let (mut threads, mut missed) = (Vec::new(), Vec::new());
    let mut candidates = Vec::new();
    for (thread, comments, not_read) in join_all(reading).await {
        missed.extend(not_read);
        for comment in comments.iter().filter(|it| asks_something(it)) {
            candidates.push(candidate(comment, thread));
            threads.push(thread.clone());
        }
    }
    let vectors = post_vectors::read_worth_reading(db, lease, judge, &candidates).await?;
    let judge = Arc::clone(judge);
    let judging = tokio::task::spawn_blocking(move || {
        let all = candidates.iter().zip(threads);
        let read = all.filter_map(|(candidate, thread)| {
            let vector = vectors.get(&candidate.post.reddit_id)?;
            Some(in_thread(judge.judge(candidate, vector, None), thread))
        });
        read.collect()
    });
    let judged = judging.await.context("judging the comments")?;
    Ok((judged, missed))
}

/// Those that rank first, then those that fit best.
fn best_threads(judged: &[JudgedPost]) -> Vec<&RelevantPost> {
    let posts = judged.iter().map(|judged| &judged.post);
    let mut threads: Vec<&RelevantPost> = posts.filter(|post| post.comments > 0).collect();
    let ranks = |post: &RelevantPost| post.google_ranking.is_some_and(|rank| rank <= SEEN_RANK);
    threads.sort_by_key(|post| (!ranks(post), -post.relevance_score));
    threads.truncate(MOST_THREADS);
    threads
}

async fn comments_of(reddit: &Ears, thread: &RelevantPost) -> (Vec<Comment>, Vec<Missed>) {
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
fn candidate(comment: &Comment, thread: &RelevantPost) -> Candidate {
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
fn in_thread(judged: JudgedPost, thread: RelevantPost) -> JudgedPost {
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
