//! Says why posts are worth an answer. The sentences among which the need is quoted are read once for
//! everybody, as the posts are, and only of posts that somebody is shown.

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::Context;
use lens::reader::{READER_VERSION, ReaderVector};
use lens::relevance::{need_candidates, read_need_candidates};

use super::progress_stages::EXPLAINING;
use super::relevance_judge::{JudgedPost, RelevanceJudge, as_candidate};
use super::relevant_post::RelevantPost;
use super::store::{self, StoredSentences};
use super::text_hash::text_hash;
use finds::ProgressReporter;
use platform::db::Db;
use platform::jobs::Lease;

/// Adds the reasons to posts that are about to be written.
pub(super) async fn explain(
    db: &Db,
    lease: &Lease,
    judge: &Arc<RelevanceJudge>,
    posts: Vec<JudgedPost>,
    mut reporter: Option<&mut ProgressReporter<'_>>,
) -> anyhow::Result<Vec<JudgedPost>> {
    let known = known_sentences(db, &posts).await?;
    let total = posts.len();
    let mut explained = Vec::with_capacity(total);
    let mut rest = posts.into_iter();
    loop {
        let some: Vec<JudgedPost> = rest.by_ref().take(POSTS_AT_ONCE).collect();
        if some.is_empty() {
            return Ok(explained);
        }
        let of_these = |post: &JudgedPost| {
            let id = &post.post.reddit_id;
            known.get(id).map(|vectors| (id.clone(), vectors.clone()))
        };
        let known = some.iter().filter_map(of_these).collect();
        let (some, read) = explain_some(Arc::clone(judge), some, known).await?;
        keep(lease, read).await?;
        explained.extend(some);
        if let Some(reporter) = &mut reporter {
            let progress = (explained.len(), total);
            reporter.advance(EXPLAINING, progress, total).await?;
        }
    }
}

/// So many take less than a second: progress moves, and a crash loses little.
const POSTS_AT_ONCE: usize = 25;

/// The vectors of sentences, by the post's Reddit id.
type SentenceVectors = HashMap<String, Vec<ReaderVector>>;

/// What was read before, of the sentences as they are now.
async fn known_sentences(db: &Db, posts: &[JudgedPost]) -> anyhow::Result<SentenceVectors> {
    let ids = posts.iter().map(|judged| judged.post.reddit_id.as_str());
    let stored = store::sentences(db, &ids.collect::<Vec<_>>(), READER_VERSION).await?;
    let hashes = posts.iter().map(|judged| {
        let post = &judged.post;
        (post.reddit_id.as_str(), sentences_hash(post))
    });
    let hashes = hashes.collect::<HashMap<_, _>>();
    let current = stored.into_iter().filter_map(|row| {
        let is_same = hashes.get(row.reddit_id.as_str()) == Some(&row.sentences_hash);
        let vectors = ReaderVector::list_from_bytes(&row.sentences).filter(|_| is_same)?;
        Some((row.reddit_id, vectors))
    });
    Ok(current.collect())
}

fn sentences_hash(post: &RelevantPost) -> i64 {
    text_hash(need_candidates(&as_candidate(post)))
}

/// Explains some posts on a blocking thread; also what was read for it.
async fn explain_some(
    judge: Arc<RelevanceJudge>,
    mut posts: Vec<JudgedPost>,
    known: SentenceVectors,
) -> anyhow::Result<(Vec<JudgedPost>, Vec<StoredSentences>)> {
    let explaining = tokio::task::spawn_blocking(move || {
        let mut read = Vec::new();
        for judged in &mut posts {
            let post = &judged.post;
            let vectors = known.get(&post.reddit_id).cloned().unwrap_or_else(|| {
                let vectors = read_need_candidates(&as_candidate(post));
                read.push(StoredSentences {
                    reddit_id: post.reddit_id.clone(),
                    sentences_hash: sentences_hash(post),
                    sentences: ReaderVector::list_to_bytes(&vectors),
                });
                super::count_read("sentence", vectors.len());
                vectors
            });
            judge.explain(judged, &vectors);
        }
        (posts, read)
    });
    explaining
        .await
        .context("saying why the posts are worth it")
}

/// In the order of the ids, as everybody stores what others may be storing too.
async fn keep(lease: &Lease, mut read: Vec<StoredSentences>) -> anyhow::Result<()> {
    if read.is_empty() {
        return Ok(());
    }
    read.sort_by(|one, other| one.reddit_id.cmp(&other.reddit_id));
    let mut tx = lease.begin().await?;
    for sentences in &read {
        store::store_sentences(&mut tx, sentences).await?;
    }
    Ok(tx.commit().await?)
}
