//! Waiting for a job: for calls that answer with what the work has brought.

use std::time::Duration;

use serde_json::Value as JsonValue;
use uuid::Uuid;

use crate::changes::Topic;
use crate::db::{Db, DbResult, args};

/// How a job ended.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// With what it kept for whoever asks.
    Done(JsonValue),
    /// It was set aside after too many failures, or forgotten together with its owner.
    Dead,
}

/// A wake is only a hint, and one from another process may be missed.
const LOOK_AGAIN: Duration = Duration::from_secs(2);

/// Waits until the job has ended, in whichever process it runs. Whoever stops waiting loses
/// nothing: the job goes on.
pub async fn wait_for_end(db: &Db, id: Uuid) -> DbResult<End> {
    let mut ends = db.changes().subscribe(Topic::JobEnds);
    loop {
        ends.mark_unchanged();
        if let Some(end) = end_of(db, id).await? {
            return Ok(end);
        }
        // Either way it is time to look; the bus lives as long as the database.
        let _hint_or_time = tokio::time::timeout(LOOK_AGAIN, ends.changed()).await;
    }
}

/// How a job ended; none while it is under way.
pub async fn end_of(db: &Db, id: Uuid) -> DbResult<Option<End>> {
    let sql = "select state, result from jobs where id = $1";
    let row: Option<(String, Option<JsonValue>)> = db.maybe(sql, args![id]).await?;
    Ok(match row {
        None => Some(End::Dead),
        Some((state, result)) => match state.as_str() {
            "done" => Some(End::Done(result.unwrap_or_default())),
            "dead" => Some(End::Dead),
            _ => None,
        },
    })
}
