//! SQL for scan runs.

use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

use super::scan_run::{INTERRUPTED, MENTIONS, POSTS, ScanFailure, ScanRun};
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

/// How many runs are shown; older ones are deleted.
const MAX_RUNS: i64 = 10;

#[derive(Debug, FromRow)]
struct ScanRunRow {
    id: Uuid,
    started_at: DateTime<Utc>,
    ended_at: Option<DateTime<Utc>>,
    discovery_job: Option<Uuid>,
    mentions_job: Option<Uuid>,
    new_posts: i64,
    new_mentions: i64,
    failures: Json<Vec<ScanFailure>>,
    repeat_at: Option<DateTime<Utc>>,
}

impl From<ScanRunRow> for ScanRun {
    fn from(row: ScanRunRow) -> Self {
        Self {
            id: row.id,
            started_at: row.started_at,
            ended_at: row.ended_at,
            discovery_job: row.discovery_job,
            mentions_job: row.mentions_job,
            new_posts: row.new_posts,
            new_mentions: row.new_mentions,
            failures: row.failures.0,
            repeat_at: row.repeat_at,
        }
    }
}

/// A user's latest runs, newest first.
pub(super) async fn newest_runs(db: &Db, user_id: Uuid) -> DbResult<Vec<ScanRun>> {
    let rows: Vec<ScanRunRow> = db
        .all(
            "select id, started_at, ended_at, discovery_job, mentions_job, new_posts, new_mentions, failures, repeat_at
             from scan_runs where user_id = $1 order by started_at desc, id desc limit $2",
            args![user_id, MAX_RUNS],
        )
        .await?;
    Ok(rows.into_iter().map(ScanRun::from).collect())
}

/// A run that is not complete.
#[derive(Debug, FromRow)]
pub(super) struct FailingRunRow {
    pub(super) user_id: Uuid,
    pub(super) started_at: DateTime<Utc>,
    pub(super) failures: Json<Vec<ScanFailure>>,
    pub(super) repeat_at: Option<DateTime<Utc>>,
}

/// Of each user the newest run that has ended, if it has failures; newest first, at most 1,000.
pub(super) async fn failing_runs(db: &Db) -> DbResult<Vec<FailingRunRow>> {
    db.all(FAILING_RUNS, args![]).await
}

/// Asked whenever somebody reads `/metrics`; a test looks at its plan.
pub const FAILING_RUNS: &str = "
    select run.user_id, run.started_at, run.failures, run.repeat_at from scan_runs as run
    where run.failures <> '[]' and run.ended_at is not null
      and not exists (select 1 from scan_runs as later
                      where later.user_id = run.user_id and later.started_at > run.started_at
                        and later.ended_at is not null)
    order by run.started_at desc limit 1000";

/// A run that has not ended yet.
pub(super) async fn load_open(db: &Db, id: Uuid) -> DbResult<Option<ScanRun>> {
    let row: Option<ScanRunRow> = db
        .maybe(
            "select id, started_at, ended_at, discovery_job, mentions_job, new_posts, new_mentions, failures, repeat_at
             from scan_runs where id = $1 and ended_at is null",
            args![id],
        )
        .await?;
    Ok(row.map(ScanRun::from))
}

/// When a user's last scan started.
pub(super) async fn last_started(tx: &mut Tx, user_id: Uuid) -> DbResult<Option<DateTime<Utc>>> {
    let row: Option<(DateTime<Utc>,)> = tx
        .maybe(
            "select started_at from scan_runs where user_id = $1 order by started_at desc limit 1",
            args![user_id],
        )
        .await?;
    Ok(row.map(|(at,)| at))
}

pub(super) async fn add_run(
    tx: &mut Tx,
    (user_id, plan): (Uuid, Plan),
    run: &ScanRun,
) -> DbResult<()> {
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

/// Saves the end of a run and deletes those that are no longer shown.
pub(super) async fn end_run(
    tx: &mut Tx,
    user_id: Uuid,
    run: &ScanRun,
    at: DateTime<Utc>,
) -> DbResult<()> {
    tx.run(
        "update scan_runs set ended_at = $2, new_posts = $3, new_mentions = $4, failures = $5,
                repeat_at = $6
         where id = $1",
        args![
            run.id,
            at,
            run.new_posts,
            run.new_mentions,
            json!(run.failures),
            run.repeat_at
        ],
    )
    .await?;
    tx.run(
        "delete from scan_runs where user_id = $1 and id not in
         (select id from scan_runs where user_id = $1 order by started_at desc, id desc limit $2)",
        args![user_id, MAX_RUNS],
    )
    .await
    .map(drop)
}

/// A run that has ended runs again.
pub(super) async fn reopen_run(tx: &mut Tx, run: &ScanRun) -> DbResult<()> {
    tx.run(
        "update scan_runs set ended_at = null, repeat_at = null, discovery_job = $2,
                mentions_job = $3, failures = $4
         where id = $1",
        args![
            run.id,
            run.discovery_job,
            run.mentions_job,
            json!(run.failures)
        ],
    )
    .await
    .map(drop)
}

/// A run is not repeated after all.
pub(super) async fn cancel_repeat(tx: &mut Tx, id: Uuid) -> DbResult<()> {
    let sql = "update scan_runs set repeat_at = null where id = $1";
    tx.run(sql, args![id]).await.map(drop)
}

/// Ends runs that were never finished because their finishing job is dead.
pub(super) async fn close_interrupted(
    tx: &mut Tx,
    user_id: Uuid,
    at: DateTime<Utc>,
) -> DbResult<()> {
    let failures = [POSTS, MENTIONS].map(|part| ScanFailure::new(part, INTERRUPTED));
    tx.run(
        "update scan_runs set ended_at = $2, failures = $3 where user_id = $1 and ended_at is null",
        args![user_id, at, json!(failures)],
    )
    .await
    .map(drop)
}

pub(super) async fn delete_runs(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    let sql = "delete from scan_runs where user_id = $1";
    tx.run(sql, args![user_id]).await.map(drop)
}
