//! Reads posts with lens's reader, each text once for all users: what was read is kept.

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::Context;

use super::progress_stages::READING;
use super::relevance_judge::{Candidate, RelevanceJudge};
use super::store::{self, StoredVector};
use super::text_hash::text_hash;
use finds::ProgressReporter;
use lens::reader::{READER_VERSION, ReaderVector, read_post};
use listening::Post;
use platform::db::Db;
use platform::jobs::Lease;

/// The vectors of posts, by Reddit id.
pub(super) type PostVectors = HashMap<String, ReaderVector>;

/// The vectors of all candidates that are worth reading for this company, or for anybody before.
pub(super) async fn read_candidates(
    db: &Db,
    lease: &Lease,
    judge: &Arc<RelevanceJudge>,
    candidates: &[Candidate],
    reporter: &mut ProgressReporter<'_>,
) -> anyhow::Result<PostVectors> {
    let (mut vectors, unread) = known_and_worth_reading(db, judge, candidates, MOST_READ).await?;
    let mut done = 0;
    for some in unread.chunks(POSTS_AT_ONCE) {
        vectors.extend(keep(lease, read_some(some).await?).await?);
        done += some.len();
        let progress = (done, unread.len());
        reporter
            .advance(READING, progress, candidates.len())
            .await?;
    }
    Ok(vectors)
}

/// The same without telling anybody how far it is, for at most so many posts.
pub(super) async fn read_worth_reading(
    db: &Db,
    lease: &Lease,
    (judge, most): (&Arc<RelevanceJudge>, usize),
    candidates: &[Candidate],
) -> anyhow::Result<PostVectors> {
    let (mut vectors, unread) = known_and_worth_reading(db, judge, candidates, most).await?;
    for some in unread.chunks(POSTS_AT_ONCE) {
        vectors.extend(keep(lease, read_some(some).await?).await?);
    }
    Ok(vectors)
}

/// What was read before, and the posts to read: of all that were found the likeliest, as many as a scan
/// has time for. Were they the likeliest of those that are left, every scan would read on.
async fn known_and_worth_reading(
    db: &Db,
    judge: &Arc<RelevanceJudge>,
    candidates: &[Candidate],
    most: usize,
) -> anyhow::Result<(PostVectors, Vec<Post>)> {
    let posts = candidates.iter().map(|candidate| &candidate.post);
    let vectors = known_vectors(db, posts.clone()).await?;
    let mut likely = worth_reading(judge, posts.cloned().collect(), most).await?;
    likely.retain(|post| !vectors.contains_key(&post.reddit_id));
    Ok((vectors, likely))
}

/// Those that pass the gate, the likeliest first. On a blocking thread: it takes half a millisecond per
/// post.
async fn worth_reading(
    judge: &Arc<RelevanceJudge>,
    posts: Vec<Post>,
    most: usize,
) -> anyhow::Result<Vec<Post>> {
    let judge = Arc::clone(judge);
    let choosing = tokio::task::spawn_blocking(move || {
        let near = posts.into_iter().filter_map(|post| {
            let likely = judge.unread_nearness(&post)?;
            Some((likely, post))
        });
        let mut near: Vec<(f32, Post)> = near.collect();
        near.sort_by(|one, other| other.0.total_cmp(&one.0));
        near.truncate(most);
        near.into_iter().map(|(_, post)| post).collect()
    });
    choosing.await.context("choosing the posts to read")
}

/// Some ten seconds of one core. What others have had read costs nothing.
pub(super) const MOST_READ: usize = 300;

/// The vectors of posts that somebody has, whatever their words.
pub(super) async fn read_all(
    db: &Db,
    lease: &Lease,
    candidates: &[Candidate],
) -> anyhow::Result<PostVectors> {
    let (mut vectors, unread) = known_and_unread(db, candidates).await?;
    for some in unread.chunks(POSTS_AT_ONCE) {
        vectors.extend(keep(lease, read_some(some).await?).await?);
    }
    Ok(vectors)
}

/// What was read before, and the posts that were not.
async fn known_and_unread(
    db: &Db,
    candidates: &[Candidate],
) -> anyhow::Result<(PostVectors, Vec<Post>)> {
    let posts = candidates.iter().map(|candidate| &candidate.post);
    let vectors = known_vectors(db, posts.clone()).await?;
    let unread = posts.filter(|post| !vectors.contains_key(&post.reddit_id));
    let unread = unread.cloned().collect();
    Ok((vectors, unread))
}

/// So many take less than a second: progress moves, and a crash loses little.
pub(super) const POSTS_AT_ONCE: usize = 25;

struct ReadPost {
    reddit_id: String,
    text_hash: i64,
    /// Rounded as it is stored, so that a score does not depend on who was the first to need it.
    vector: ReaderVector,
}

/// What was read before, of the texts as they are now.
async fn known_vectors(
    db: &Db,
    posts: impl Iterator<Item = &Post> + Clone,
) -> anyhow::Result<PostVectors> {
    let ids = posts.clone().map(|post| post.reddit_id.as_str());
    let stored = store::vectors(db, &ids.collect::<Vec<_>>(), READER_VERSION).await?;
    let hashes = posts.map(|post| (post.reddit_id.as_str(), post_hash(post)));
    let hashes = hashes.collect::<HashMap<_, _>>();
    let current = stored.into_iter().filter_map(|row| {
        let is_same = hashes.get(row.reddit_id.as_str()) == Some(&row.text_hash);
        let vector = ReaderVector::from_bytes(&row.vector).filter(|_| is_same)?;
        Some((row.reddit_id, vector))
    });
    Ok(current.collect())
}

/// Reading takes some ten milliseconds per post, so it runs on a blocking thread.
async fn read_some(posts: &[Post]) -> anyhow::Result<Vec<ReadPost>> {
    let posts = posts.to_vec();
    let reading = tokio::task::spawn_blocking(move || {
        super::count_read("post", posts.len());
        let read = posts.iter().map(|post| ReadPost {
            reddit_id: post.reddit_id.clone(),
            text_hash: post_hash(post),
            vector: read_post(&post.subreddit, &post.title, &post.body).rounded(),
        });
        read.collect()
    });
    reading.await.context("reading the posts")
}

/// Stores what was read, and hands the vectors on. In the order of the ids: two discoveries that store
/// the same posts in different orders would wait for each other.
async fn keep(lease: &Lease, mut read: Vec<ReadPost>) -> anyhow::Result<PostVectors> {
    if read.is_empty() {
        return Ok(PostVectors::new());
    }
    read.sort_by(|one, other| one.reddit_id.cmp(&other.reddit_id));
    let mut tx = lease.begin().await?;
    for post in &read {
        let stored = StoredVector {
            reddit_id: post.reddit_id.clone(),
            text_hash: post.text_hash,
            vector: post.vector.to_bytes(),
        };
        store::store_vector(&mut tx, &stored, READER_VERSION, lease.clock().now()).await?;
    }
    tx.commit().await?;
    let vectors = read.into_iter().map(|post| (post.reddit_id, post.vector));
    Ok(vectors.collect())
}

fn post_hash(post: &Post) -> i64 {
    text_hash([post.subreddit.as_str(), &post.title, &post.body])
}
