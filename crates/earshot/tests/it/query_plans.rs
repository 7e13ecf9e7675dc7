//! What is asked again and again reads an index and never a whole table.

use platform::db::{Db, Engine, Value, args};
use platform::jobs;

use crate::kit::{TestPlace, engine, noon};

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_asks_how_far_its_jobs_are_reads_only_its_own() {
    let db = TestPlace::fresh().await.open().await;
    let [is_busy, is_under_way, current] = jobs::POLLED_STATEMENTS;

    check(&db, is_busy, args!["ada", noon()], &["jobs_open"]).await;
    check(&db, is_under_way, args!["ada", "scan"], &["jobs_open"]).await;
    check(&db, current, args!["ada"], &["jobs_shown", "jobs_open"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_looks_for_jobs_reads_only_those_that_are_next() {
    let db = TestPlace::fresh().await.open().await;
    let [is_queued, next_due] = jobs::LOOKED_FOR_STATEMENTS;

    check(&db, is_queued, args![0_i64], &["jobs_queue"]).await;
    check(&db, next_due, args![noon()], &["jobs_waiting"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sweep_that_looks_for_old_rows_reads_only_those() {
    let db = TestPlace::fresh().await.open().await;
    let [unseen_posts, old_ranks] = discovery::SWEEP_STATEMENTS;
    let piece = || args![noon(), 1_000_i64];

    check(&db, unseen_posts, piece(), &["reddit_posts_last_seen"]).await;
    check(&db, old_ranks, piece(), &["reddit_posts_ranked"]).await;
    let unseen_mentions = mentions::DELETE_UNSEEN;
    check(&db, unseen_mentions, piece(), &["brand_mentions_last_seen"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_metrics_ask_reads_what_is_open_or_failed_and_not_all_there_ever_was() {
    let db = TestPlace::fresh().await.open().await;

    // The whole of an index is read, which holds open jobs alone.
    let backlog = plan_of(&db, jobs::BACKLOG, args![noon(), noon()]).await;
    let of_open = ["jobs_open", "jobs_dedupe"];
    assert!(
        of_open.iter().any(|index| backlog.contains(index)),
        "{backlog}"
    );
    assert!(!backlog.contains("Seq Scan"), "{backlog}");
    check(&db, scanner::FAILING_RUNS, args![], &["scan_runs_failed"]).await;
}

/// Checks that a statement goes by one of these indexes of its table.
async fn check(db: &Db, sql: &str, args: Vec<Value>, indexes: &[&str]) {
    let plan = plan_of(db, sql, args).await;

    let by_index = indexes.iter().any(|index| plan.contains(index));
    assert!(by_index, "none of {indexes:?} is used:\n{sql}\n{plan}");
    assert!(!plan.contains("Seq Scan"), "{plan}");
    for table in ["jobs", "reddit_posts", "brand_mentions"] {
        assert!(!plan.contains(&format!("SCAN {table}")), "{plan}");
    }
}

/// How the engine would carry out a statement.
async fn plan_of(db: &Db, sql: &str, args: Vec<Value>) -> String {
    let mut tx = db.begin().await.unwrap();
    match engine() {
        Engine::Sqlite => {
            let sql = format!("explain query plan {sql}").leak();
            let steps: Vec<(i64, i64, i64, String)> = tx.all(sql, args).await.unwrap();
            steps.into_iter().map(|(.., step)| step + "\n").collect()
        }
        Engine::Postgres => {
            // A table of a few rows is quicker read whole; ours stand for tables of millions.
            tx.run("set local enable_seqscan = off", args![])
                .await
                .unwrap();
            let sql = format!("explain {sql}").leak();
            let lines: Vec<(String,)> = tx.all(sql, args).await.unwrap();
            lines.into_iter().map(|(line,)| line + "\n").collect()
        }
    }
}
