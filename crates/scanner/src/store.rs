//! SQL of the scans.

use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

use super::run::{MENTIONS, NEVER_ENDED, POSTS, Run, ScanFailure};
use platform::db::{Db, DbResult, FromRow, Json, Kind, OwnedRows, Tx, args};
use platform::product::Plan;

pub(super) const SCAN_RUNS: OwnedRows = OwnedRows {
    table: "scan_runs",
    owner: "user_id",
    order: "started_at, id",
    columns: &[
        ("id", Kind::Uuid),
        ("user_id", Kind::Uuid),
        ("plan", Kind::Text),
        ("started_at", Kind::Timestamptz),
        ("ended_at", Kind::Timestamptz),
        ("new_posts", Kind::Int8),
        ("new_mentions", Kind::Int8),
        ("failures", Kind::Jsonb),
    ],
};

/// As many as are shown; older ones are forgotten.
const KEPT: i64 = 10;

#[derive(Debug, FromRow)]
struct Row {
    id: Uuid,
    started_at: DateTime<Utc>,
    ended_at: Option<DateTime<Utc>>,
    discovery_job: Option<Uuid>,
    mentions_job: Option<Uuid>,
    new_posts: i64,
    new_mentions: i64,
    failures: Json<Vec<ScanFailure>>,
}

impl From<Row> for Run {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            started_at: row.started_at,
            ended_at: row.ended_at,
            discovery_job: row.discovery_job,
            mentions_job: row.mentions_job,
            new_posts: row.new_posts,
            new_mentions: row.new_mentions,
            failures: row.failures.0,
        }
    }
}

/// A person's newest runs, newest first.
pub(super) async fn newest(db: &Db, user_id: Uuid) -> DbResult<Vec<Run>> {
    let rows: Vec<Row> = db
        .all(
            "select id, started_at, ended_at, discovery_job, mentions_job, new_posts, new_mentions, failures
             from scan_runs where user_id = $1 order by started_at desc, id desc limit $2",
            args![user_id, KEPT],
        )
        .await?;
    Ok(rows.into_iter().map(Run::from).collect())
}

/// A run whose end is not written down yet.
pub(super) async fn open(db: &Db, id: Uuid) -> DbResult<Option<Run>> {
    let row: Option<Row> = db
        .maybe(
            "select id, started_at, ended_at, discovery_job, mentions_job, new_posts, new_mentions, failures
             from scan_runs where id = $1 and ended_at is null",
            args![id],
        )
        .await?;
    Ok(row.map(Run::from))
}

/// When a person's last scan began.
pub(super) async fn last_started(tx: &mut Tx, user_id: Uuid) -> DbResult<Option<DateTime<Utc>>> {
    let row: Option<(DateTime<Utc>,)> = tx
        .maybe(
            "select started_at from scan_runs where user_id = $1 order by started_at desc limit 1",
            args![user_id],
        )
        .await?;
    Ok(row.map(|(at,)| at))
}

pub(super) async fn add(tx: &mut Tx, (user_id, plan): (Uuid, Plan), run: &Run) -> DbResult<()> {
    tx.run(
        "insert into scan_runs (id, user_id, plan, started_at, discovery_job, mentions_job,
                                new_posts, new_mentions, failures)
         values ($1, $2, $3, $4, $5, $6, 0, 0, $7)",
        args![
            run.id,
            user_id,
            plan.id(),
            run.started_at,
            run.discovery_job,
            run.mentions_job,
            json!(run.failures),
        ],
    )
    .await
    .map(drop)
}

/// Writes down how a run ended, and forgets those that are shown no more.
pub(super) async fn end(tx: &mut Tx, user_id: Uuid, run: &Run, at: DateTime<Utc>) -> DbResult<()> {
    tx.run(
        "update scan_runs set ended_at = $2, new_posts = $3, new_mentions = $4, failures = $5
         where id = $1",
        args![
            run.id,
            at,
            run.new_posts,
            run.new_mentions,
            json!(run.failures)
        ],
    )
    .await?;
    tx.run(
        "delete from scan_runs where user_id = $1 and id not in
         (select id from scan_runs where user_id = $1 order by started_at desc, id desc limit $2)",
        args![user_id, KEPT],
    )
    .await
    .map(drop)
}

/// Ends runs whose end nobody wrote down, because the job that should have was set aside.
pub(super) async fn give_up_open(tx: &mut Tx, user_id: Uuid, at: DateTime<Utc>) -> DbResult<()> {
    let failures = [POSTS, MENTIONS].map(|part| ScanFailure::new(part, NEVER_ENDED));
    tx.run(
        "update scan_runs set ended_at = $2, failures = $3 where user_id = $1 and ended_at is null",
        args![user_id, at, json!(failures)],
    )
    .await
    .map(drop)
}

pub(super) async fn forget(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    let sql = "delete from scan_runs where user_id = $1";
    tx.run(sql, args![user_id]).await.map(drop)
}
