//! The queue's SQL.
//!
//! **Urgency.** The more urgent go first; what follows holds among equals.
//!
//! **Fairness.** Every queued job has a `turn`. The first job of an idle lane gets the turn at
//! the head of the queue, each further one of the same lane the next; workers take the lowest.
//! So 10,000 jobs of one user stand at 10,000 different turns, and another user's single job goes
//! in at the head, behind at most one of them. Jobs that wait for a time or for the end of a
//! back-off have no turn yet: they get one when they are due. Neither have those that wait for the
//! end of others (`job_waits`): whichever worker ends the last of these looks at the queue next.

use chrono::{DateTime, Utc};
use serde_json::{Value as JsonValue, json};
use uuid::Uuid;

use super::{Enqueued, JobUrgency, NewJob};
use crate::changes::Topic;
use crate::clock::Clock;
use crate::db::dialect::{Dialect, taking};
use crate::db::{Db, DbResult, Tx, args};

/// A job in the hands of a worker.
#[derive(Clone, Debug, row_derive::FromRow)]
pub(super) struct Claimed {
    pub(super) id: Uuid,
    pub(super) kind: String,
    pub(super) lane: String,
    pub(super) urgency: i64,
    pub(super) payload: JsonValue,
    pub(super) attempt: i64,
    pub(super) failures: i64,
    pub(super) max_failures: i64,
}

const INSERT: &str = "
    insert into jobs (id, kind, lane, payload, dedupe_key, state, turn, due_at, not_before, attempt,
                      failures, max_failures, created_at, progress, urgency)
    values ($1, $2, $3, $4, $5, $6,
            (select coalesce(max(turns.turn), 0) from (
                 select min(turn) as turn from jobs where state = 'queued' and urgency = $11
                 union all
                 select max(turn) + 1 as turn from jobs
                 where state = 'queued' and lane = $3 and urgency = $11
             ) as turns),
            $7, $8, 0, 0, $9, $8, $10, $11)
    on conflict (dedupe_key) where state in ('waiting', 'queued', 'running') do nothing
    returning id";

pub(super) async fn insert(tx: &mut Tx, clock: &Clock, job: NewJob) -> DbResult<Enqueued> {
    let now = clock.now();
    let due_at = job.due_at.unwrap_or(now);
    let is_ready = due_at <= now && job.after.is_empty();
    let state = if is_ready { "queued" } else { "waiting" };
    loop {
        let arguments = args![
            Uuid::now_v7(),
            &job.kind,
            &job.lane,
            job.payload.clone(),
            job.dedupe_key.clone(),
            state,
            due_at,
            clock.real(),
            job.max_failures,
            job.shown.map(|progress| json!(progress)),
            job.urgency.level(),
        ];
        if let Some((id,)) = tx.maybe(INSERT, arguments).await? {
            wait_for(tx, id, &job.after).await?;
            return Ok(Enqueued::New(id));
        }
        let twin: Option<(Uuid,)> = tx
            .maybe(
                "select id from jobs where dedupe_key = $1 and state in ('waiting', 'queued', 'running')",
                args![job.dedupe_key.clone()],
            )
            .await?;
        // None: the twin finished between the two statements, so this one is wanted after all.
        if let Some((id,)) = twin {
            raise(tx, id, job.urgency).await?;
            return Ok(Enqueued::Joined(id));
        }
    }
}

const RAISE: &str = "
    update jobs set urgency = $2, turn = (
        select coalesce(max(turns.turn), 0) from (
            select min(queue.turn) as turn from jobs as queue
            where queue.state = 'queued' and queue.urgency = $2
            union all
            select max(queue.turn) + 1 as turn from jobs as queue
            where queue.state = 'queued' and queue.lane = jobs.lane and queue.urgency = $2
        ) as turns)
    where id = $1 and urgency > $2 and state in ('waiting', 'queued', 'running')";

/// Asks the jobs of a kind in a lane to stop with what they have, see `Lease::stop_asked`; how many.
pub async fn ask_to_stop(tx: &mut Tx, lane: &str, kind: &str) -> DbResult<u64> {
    let sql = "update jobs set stop_asked = $3
               where lane = $1 and kind = $2 and state in ('waiting', 'queued', 'running')";
    let asked = tx.run(sql, args![lane, kind, true]).await?;
    if asked > 0 {
        tx.announce(Topic::JobRaises);
    }
    Ok(asked)
}

/// Makes a job as urgent as somebody who has joined it. It gets a turn among its new equals; one
/// that runs may hear of it, see `Lease::raised_to`.
async fn raise(tx: &mut Tx, id: Uuid, urgency: JobUrgency) -> DbResult<()> {
    if tx.run(RAISE, args![id, urgency.level()]).await? > 0 {
        tx.announce(Topic::JobRaises);
    }
    Ok(())
}

async fn wait_for(tx: &mut Tx, id: Uuid, others: &[Uuid]) -> DbResult<()> {
    for other in others {
        tx.run(
            "insert into job_waits (job_id, waits_for) values ($1, $2)
             on conflict (job_id, waits_for) do nothing",
            args![id, *other],
        )
        .await?;
    }
    Ok(())
}

const PROMOTE: Dialect = taking!(
    "with ready as (
         select id, lane, urgency, row_number() over (partition by lane, urgency order by due_at, id) as place
         from (select id, lane, urgency, due_at from jobs
               where state = 'waiting' and due_at <= $1 and not_before <= $2
                 and not exists (select 1 from job_waits join jobs as awaited on awaited.id = job_waits.waits_for
                               where job_waits.job_id = jobs.id
                                 and awaited.state in ('waiting', 'queued', 'running'))
               order by urgency, due_at limit 500",
    ") as due
     )
     update jobs set state = 'queued', turn = ready.place - 1 + (
         select coalesce(max(turns.turn), 0) from (
             select min(queue.turn) as turn from jobs as queue
             where queue.state = 'queued' and queue.urgency = ready.urgency
             union all
             select max(queue.turn) + 1 as turn from jobs as queue
             where queue.state = 'queued' and queue.lane = ready.lane and queue.urgency = ready.urgency
         ) as turns)
     from ready where jobs.id = ready.id"
);

/// Gives a turn to jobs whose time has come; true if there may be more of them.
pub(super) async fn promote_due(db: &Db, clock: &Clock) -> DbResult<bool> {
    let due: Option<(i64,)> = db
        .maybe(
            "select cast(1 as bigint) from jobs
             where state = 'waiting' and due_at <= $1 and not_before <= $2
               and not exists (select 1 from job_waits join jobs as awaited on awaited.id = job_waits.waits_for
                               where job_waits.job_id = jobs.id
                                 and awaited.state in ('waiting', 'queued', 'running'))
             limit 1",
            args![clock.now(), clock.real()],
        )
        .await?;
    if due.is_none() {
        return Ok(false);
    }
    let moved = db
        .run(PROMOTE.on(db.engine()), args![clock.now(), clock.real()])
        .await?;
    Ok(moved > 0)
}

const NEXT_DUE: &str = "
    select due_at, not_before from (
         select due_at, not_before from jobs
         where state = 'waiting' and due_at > $1 order by due_at limit 1
     ) as later
     union all
     select due_at, not_before from (
         select due_at, not_before from jobs
         where state = 'waiting' and due_at <= $1
           and not exists (select 1 from job_waits join jobs as awaited on awaited.id = job_waits.waits_for
                           where job_waits.job_id = jobs.id
                             and awaited.state in ('waiting', 'queued', 'running'))
         order by not_before limit 1
     ) as resting";

/// The times of the jobs that are next in line, in the product's and in the wall's time: of those
/// that are not due yet, and of those that rest. Ten thousand mails that rest for an hour must not
/// hide the job that is due in a second.
pub(super) async fn next_due(
    db: &Db,
    now: DateTime<Utc>,
) -> DbResult<Vec<(DateTime<Utc>, DateTime<Utc>)>> {
    db.all(NEXT_DUE, args![now]).await
}

/// What every worker looks for whenever a job has ended. None of them may read the whole queue; a
/// test looks at their plans.
pub const LOOKED_FOR_STATEMENTS: [&str; 2] = [IS_QUEUED, NEXT_DUE];

// The order leads every planner to the right index.
const IS_QUEUED: &str = "select cast(1 as bigint) from jobs where state = 'queued' and urgency = $1
     order by turn, id limit 1";

const CLAIM: Dialect = taking!(
    "update jobs set state = 'running', attempt = attempt + 1, worker = $1, lease_until = $2
     where id in (select id from jobs where state = 'queued' and urgency = $4 order by turn, id limit $3",
    ")
     returning id, kind, lane, urgency, payload, attempt, failures, max_failures"
);

/// Takes up to `most` jobs of an urgency for this worker, fairest first.
pub(super) async fn claim(
    db: &Db,
    worker: Uuid,
    lease_until: DateTime<Utc>,
    (urgency, most): (JobUrgency, i64),
) -> DbResult<Vec<Claimed>> {
    // Looking costs nothing; an idle worker must not take SQLite's only writer every time.
    let waiting: Option<(i64,)> = db.maybe(IS_QUEUED, args![urgency.level()]).await?;
    if waiting.is_none() {
        return Ok(Vec::new());
    }
    let mut tx = db.begin().await?;
    let claimed = tx
        .all(
            CLAIM.on(db.engine()),
            args![worker, lease_until, most, urgency.level()],
        )
        .await?;
    tx.commit().await?;
    Ok(claimed)
}

const REAP: &str = "
    update jobs
    set state = case when failures + 1 >= max_failures then 'dead' else 'queued' end,
        finished_at = case when failures + 1 >= max_failures then $1 else null end,
        failures = failures + 1, worker = null, lease_until = null,
        last_error = 'the process that ran it disappeared'
    where state = 'running' and lease_until < $1";

/// Takes jobs back from processes that no longer renew their leases. A job that keeps killing
/// its process ends up dead instead of killing the next one.
pub(super) async fn reap_expired(db: &Db, real: DateTime<Utc>) -> DbResult<u64> {
    let expired: Option<(i64,)> = db
        .maybe(
            "select cast(1 as bigint) from jobs where state = 'running' and lease_until < $1 limit 1",
            args![real],
        )
        .await?;
    if expired.is_none() {
        return Ok(0);
    }
    db.run(REAP, args![real]).await
}

/// For the sole process of a SQLite file: whoever ran these jobs is gone, so nobody need wait for
/// their leases.
pub(super) async fn expire_all(db: &Db, real: DateTime<Utc>) -> DbResult<()> {
    let past = real - chrono::TimeDelta::seconds(1);
    db.run(
        "update jobs set lease_until = $1 where state = 'running'",
        args![past],
    )
    .await?;
    reap_expired(db, real).await.map(drop)
}

/// Writes down a failure; the job rests until `not_before`, or is dead.
pub(super) async fn fail(
    db: &Db,
    job: &Claimed,
    error: &str,
    not_before: Option<DateTime<Utc>>,
    real: DateTime<Utc>,
) -> DbResult<()> {
    let (state, finished_at) = match not_before {
        Some(_) => ("waiting", None),
        None => ("dead", Some(real)),
    };
    let mut tx = db.begin().await?;
    tx.run(
        "update jobs set state = $3, failures = failures + 1, last_error = $4, not_before = $5,
                         finished_at = $6, worker = null, lease_until = null
         where id = $1 and attempt = $2 and state = 'running'",
        args![
            job.id,
            job.attempt,
            state,
            error,
            not_before.unwrap_or(real),
            finished_at
        ],
    )
    .await?;
    if finished_at.is_some() {
        tx.announce(Topic::JobEnds);
    }
    tx.commit().await
}

/// Puts a job back that this process cannot run, without blaming it.
pub(super) async fn hand_back(db: &Db, job: &Claimed, not_before: DateTime<Utc>) -> DbResult<()> {
    db.run(
        "update jobs set state = 'waiting', not_before = $3, worker = null, lease_until = null
         where id = $1 and attempt = $2 and state = 'running'",
        args![job.id, job.attempt, not_before],
    )
    .await
    .map(drop)
}

/// Puts everything this worker still holds back at its turn, for the next process.
pub(super) async fn hand_back_all(db: &Db, worker: Uuid) -> DbResult<()> {
    let mut tx = db.begin().await?;
    tx.run(
        "update jobs set state = 'queued', worker = null, lease_until = null
         where worker = $1 and state = 'running'",
        args![worker],
    )
    .await?;
    tx.announce(Topic::Jobs);
    tx.commit().await
}
