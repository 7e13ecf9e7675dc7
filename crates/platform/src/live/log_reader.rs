//! Reading the log as it grows, in every process that has open pages.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde_json::{Value as Json, json};
use tokio::sync::watch;
use uuid::Uuid;

use super::hub::Live;
use super::log_cursor::Cursor;
use super::{ChangedRow, Event, LiveEvent, ROWS};
use crate::changes::Topic;
use crate::clock::Clock;
use crate::db::dialect::Dialect;
use crate::db::{self, Db, DbResult, args};
use crate::tasks::{Tasks, pause};

/// How often the log is looked at although nobody said that it grew.
const POLL: Duration = Duration::from_secs(5);
/// How many events are read at once, as the statement says too.
const BATCH: usize = 1000;

/// Everything above `$1`, and of what is below it the ids in `$2`.
const UNREAD: Dialect = Dialect {
    sqlite: "select id, owner_id, topic, payload, created_at from live_events where id > $1
             union all
             select id, owner_id, topic, payload, created_at from live_events
             where id in (select value from json_each($2))
             order by id limit 1000",
    postgres: "select id, owner_id, topic, payload, created_at from live_events where id > $1
               union all
               select id, owner_id, topic, payload, created_at from live_events
               where id in (select value::bigint from jsonb_array_elements_text($2) as gap (value))
               order by id limit 1000",
};

impl Live {
    /// Hands over what is committed from now on, in this process and in every other, until the
    /// process stops.
    pub async fn follow(db: &Db, clock: &Clock, tasks: &Tasks) -> DbResult<Self> {
        let live = Self::default();
        // Subscribed before the first look: nothing can fall between the two.
        let wakes = db.changes().subscribe(Topic::Live);
        let follower = Follower {
            cursor: at_the_end(db, clock).await?,
            db: db.clone(),
            clock: clock.clone(),
            live: live.clone(),
        };
        let (mut first, spare) = (Some(follower), (db.clone(), clock.clone(), live.clone()));
        let own = tasks.clone();
        tasks.keep_running("live events", move || {
            follow(first.take(), spare.clone(), wakes.clone(), own.clone())
        });
        Ok(live)
    }
}

/// Goes on from where `first` is, or from now on: whatever made an earlier one panic is behind it.
async fn follow(
    first: Option<Follower>,
    (db, clock, live): (Db, Clock, Live),
    wakes: watch::Receiver<u64>,
    tasks: Tasks,
) {
    let mut found = first;
    while found.is_none() {
        match at_the_end(&db, &clock).await {
            Ok(cursor) => {
                let (db, clock, live) = (db.clone(), clock.clone(), live.clone());
                found = Some(Follower {
                    db,
                    clock,
                    live,
                    cursor,
                });
            }
            Err(error) => {
                tracing::warn!(%error, "the log of live events could not be read");
                if !pause(POLL, &tasks.stopping()).await {
                    return;
                }
            }
        }
    }
    if let Some(follower) = found {
        follower.run(wakes, tasks).await;
    }
}

struct Follower {
    db: Db,
    clock: Clock,
    live: Live,
    cursor: Cursor,
}

impl Follower {
    async fn run(mut self, mut wakes: watch::Receiver<u64>, tasks: Tasks) {
        let stopping = tasks.stopping();
        loop {
            if let Err(error) = self.catch_up().await {
                tracing::warn!(%error, "the log of live events could not be read");
            }
            tokio::select! {
                Ok(()) = wakes.changed() => {}
                goes_on = pause(POLL, &stopping) => if !goes_on { return },
            }
        }
    }

    async fn catch_up(&mut self) -> DbResult<()> {
        loop {
            let now = self.clock.real();
            let gaps = json!(self.cursor.gaps(now));
            let rows: Vec<LiveEventRow> = self
                .db
                .all(
                    UNREAD.on(self.db.engine()),
                    args![self.cursor.highest(), gaps],
                )
                .await?;
            let is_all = rows.len() < BATCH;
            self.hand_over(rows, now);
            if is_all {
                return Ok(());
            }
        }
    }

    /// To each owner's listeners in one piece: a transaction may have changed hundreds of rows.
    fn hand_over(&mut self, rows: Vec<LiveEventRow>, now: DateTime<Utc>) {
        let mut by_owner: HashMap<Uuid, Vec<Event>> = HashMap::new();
        for row in rows {
            if self.cursor.passes(row.0, now)
                && let Some(event) = event(row)
            {
                by_owner.entry(event.owner_id).or_default().push(event);
            }
        }
        for (owner_id, events) in by_owner {
            self.live.deliver(owner_id, &Arc::from(events));
        }
    }
}

type LiveEventRow = (i64, Uuid, String, db::Json<Json>, DateTime<Utc>);

fn event((id, owner_id, topic, db::Json(payload), at): LiveEventRow) -> Option<Event> {
    let news = if topic == ROWS {
        let row = serde_json::from_value::<ChangedRow>(payload);
        LiveEvent::Row(
            row.inspect_err(|error| tracing::warn!(%error, id, "not a changed row"))
                .ok()?,
        )
    } else {
        LiveEvent::Broadcast { topic, payload }
    };
    Some(Event {
        id,
        owner_id,
        at,
        news,
    })
}

/// Behind everything that is there, but not behind what is being written at this moment.
async fn at_the_end(db: &Db, clock: &Clock) -> DbResult<Cursor> {
    let (highest,): (i64,) = db
        .one(
            "select cast(coalesce(max(id), 0) as bigint) from live_events",
            args![],
        )
        .await?;
    let mut cursor = Cursor::below(highest);
    let known: Vec<(i64,)> = db
        .all(
            "select id from live_events where id > $1 and id <= $2 order by id",
            args![cursor.highest(), highest],
        )
        .await?;
    for (id,) in known {
        cursor.passes(id, clock.real());
    }
    Ok(cursor)
}
