//! Judges posts, each read together with the company, and keeps what was read: that takes some fifty
//! milliseconds a post, which neither a restart nor another process should spend again.

use std::collections::HashSet;
use std::sync::Arc;

use anyhow::Context;
use lens::relevance::{pair_reading, remember_pair_reading};
use platform::db::{Db, DbResult};
use platform::jobs::Lease;

use super::post_vectors::PostVectors;
use super::relevance_judge::{Candidate, JudgedPost, RelevanceJudge};
use super::store::{self, PairReading};

/// Judges those of the candidates that were read, with their last known rank.
pub(super) async fn judge_and_keep(
    (db, lease): (&Db, &Lease),
    judge: &Arc<RelevanceJudge>,
    candidates: Vec<(Candidate, Option<i64>)>,
    vectors: &Arc<PostVectors>,
) -> anyhow::Result<Vec<JudgedPost>> {
    let is_read = |(it, _): &(Candidate, _)| vectors.contains_key(&it.post.reddit_id);
    let candidates: Vec<_> = candidates.into_iter().filter(is_read).collect();
    let hashes: Vec<i64> = candidates
        .iter()
        .map(|(candidate, _)| judge.pair_hash(&candidate.post))
        .collect();
    let kept = recall(db, &hashes).await?;
    let judged = judge_on_a_thread(judge, candidates, vectors).await?;
    keep(lease, hashes.iter().filter(|hash| !kept.contains(hash))).await?;
    Ok(judged)
}

/// Brings what any process has read before; which of it there is.
async fn recall(db: &Db, hashes: &[i64]) -> DbResult<HashSet<i64>> {
    let readings = store::pair_readings(db, hashes).await?;
    #[expect(clippy::cast_possible_truncation, reason = "stored from the same type")]
    for reading in &readings {
        remember_pair_reading(reading.pair_hash, reading.odds as f32);
    }
    Ok(readings.iter().map(|reading| reading.pair_hash).collect())
}

async fn judge_on_a_thread(
    judge: &Arc<RelevanceJudge>,
    candidates: Vec<(Candidate, Option<i64>)>,
    vectors: &Arc<PostVectors>,
) -> anyhow::Result<Vec<JudgedPost>> {
    let (judge, vectors) = (Arc::clone(judge), Arc::clone(vectors));
    let judging = tokio::task::spawn_blocking(move || {
        let read = candidates.iter().filter_map(|(candidate, rank)| {
            let vector = vectors.get(&candidate.post.reddit_id)?;
            Some(judge.judge(candidate, vector, *rank))
        });
        read.collect()
    });
    judging.await.context("judging the posts")
}

/// Posts that are too far off were not read together with the company.
async fn keep(lease: &Lease, hashes: impl Iterator<Item = &i64>) -> anyhow::Result<()> {
    let mut readings: Vec<PairReading> = hashes
        .filter_map(|&pair_hash| {
            let odds = f64::from(pair_reading(pair_hash)?);
            Some(PairReading { pair_hash, odds })
        })
        .collect();
    if readings.is_empty() {
        return Ok(());
    }
    super::count_read("pair", readings.len());
    // Two transactions that write the same rows in different orders would wait for each other.
    readings.sort_by_key(|reading| reading.pair_hash);
    let mut tx = lease.begin().await?;
    for reading in readings {
        store::store_pair_reading(&mut tx, reading, lease.clock().now()).await?;
    }
    tx.commit().await?;
    Ok(())
}
