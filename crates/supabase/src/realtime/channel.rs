//! A joined topic: whose it is, what it wants to hear of, and what it is told.
//!
//! The topic is a name that the page chose and proves nothing. Whose rows are told is decided by
//! the token alone, row by row, for every kind of change.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::binding::{self, Binding, Kind};
use super::frame::Frame;
use crate::rest::tables::{self, Table};
use identity::Caller;
use platform::jobs::PROGRESS;
use platform::live::{ChangedRow, Committed, Event, LiveEvent};

const TOPIC: &str = "realtime:";
const PROGRESS_TOPIC: &str = "realtime:progress_";
/// Longer names are refused, and so are more wishes per channel.
const LONGEST_TOPIC: usize = 255;
const MOST_BINDINGS: usize = 20;

#[derive(Debug)]
pub(super) struct Channel {
    pub(super) topic: String,
    pub(super) join_ref: Option<String>,
    pub(super) proof: Proof,
    /// Whether it is the one channel that gets broadcasts.
    pub(super) shows_progress: bool,
    bindings: Vec<Binding>,
    /// The newest broadcast that was sent; an older one would turn the page's time back.
    last_broadcast: i64,
    /// What was committed before the join. The page reads its rows anew when it has joined, so hearing
    /// of these would turn its time back.
    committed: Committed,
}

/// What the channel's token proved, without the token itself.
#[derive(Clone, Debug)]
pub(super) struct Proof {
    pub(super) user_id: Uuid,
    pub(super) session_id: Uuid,
    pub(super) expires_at: DateTime<Utc>,
    fingerprint: [u8; 32],
}

impl Proof {
    pub(super) fn of(caller: &Caller, token: &str) -> Self {
        Self {
            user_id: caller.user_id,
            session_id: caller.session_id,
            expires_at: caller.expires_at,
            fingerprint: fingerprint(token),
        }
    }

    pub(super) fn is_of(&self, token: &str) -> bool {
        self.fingerprint == fingerprint(token)
    }
}

/// What a page asks for when it joins.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Join {
    #[serde(default)]
    config: Config,
    #[serde(default)]
    pub(super) access_token: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
struct Config {
    #[serde(default)]
    postgres_changes: Vec<Map<String, Json>>,
}

/// Whether a topic of this name may be joined at all.
pub(super) fn is_topic(topic: &str) -> bool {
    topic.len() > TOPIC.len() && topic.len() <= LONGEST_TOPIC && topic.starts_with(TOPIC)
}

impl Channel {
    /// Opens what the join asks for, numbering its bindings with `ids`; with it the echo for the
    /// reply. The error is what the client is told.
    pub(super) fn open(
        frame: &Frame,
        join: Join,
        (proof, committed): (Proof, Committed),
        ids: &mut impl Iterator<Item = u32>,
    ) -> Result<(Self, Json), String> {
        let whose = frame.topic.strip_prefix(PROGRESS_TOPIC);
        if whose.is_some_and(|whose| whose != proof.user_id.to_string()) {
            return Err("Unauthorized: this channel belongs to someone else".to_owned());
        }
        let wishes = join.config.postgres_changes;
        if wishes.len() > MOST_BINDINGS {
            return Err("Too many bindings on one channel".to_owned());
        }
        let mut bindings = Vec::with_capacity(wishes.len());
        let mut echo = Vec::with_capacity(wishes.len());
        for (wish, id) in wishes.into_iter().zip(ids) {
            bindings.push(Binding::parse(id, &wish)?);
            echo.push(binding::echo(id, wish));
        }
        let channel = Self {
            topic: frame.topic.clone(),
            join_ref: frame.join_ref.clone().or_else(|| frame.reference.clone()),
            proof,
            shows_progress: whose.is_some(),
            bindings,
            last_broadcast: 0,
            committed,
        };
        Ok((channel, json!({ "postgres_changes": echo })))
    }

    /// What follows the reply to a join that asked for changes of rows.
    pub(super) fn subscribed(&self) -> Option<Frame> {
        let payload = json!({
            "channel": self.name(), "extension": "postgres_changes", "status": "ok",
            "message": "Subscribed to PostgreSQL",
        });
        let is_asked_for = !self.bindings.is_empty();
        is_asked_for.then(|| Frame::news(&self.topic, "system", payload))
    }

    /// Why the channel is about to be closed.
    pub(super) fn refusal(&self, message: &str) -> Frame {
        let payload = json!({
            "channel": self.name(), "extension": "system", "status": "error", "message": message,
        });
        Frame::news(&self.topic, "system", payload)
    }

    pub(super) fn end(&self, event: &str) -> Frame {
        Frame::end(&self.topic, self.join_ref.as_deref(), event)
    }

    /// Whether a message that names this join is for the channel as it is now.
    pub(super) fn is_meant_by(&self, frame: &Frame) -> bool {
        frame.topic == self.topic && (frame.join_ref.is_none() || frame.join_ref == self.join_ref)
    }

    /// What the page is told of the event, if anything.
    pub(super) fn hears(&mut self, event: &Event) -> Option<Frame> {
        if event.owner_id != self.proof.user_id || self.committed.contains(event.id) {
            return None;
        }
        match &event.news {
            LiveEvent::Row(change) => self.changed_row(event, change),
            LiveEvent::Broadcast { topic, payload } if topic == PROGRESS => {
                self.progress(event.id, payload)
            }
            LiveEvent::Broadcast { .. } => None,
        }
    }

    /// The broadcast as the page gets it, unless it has a newer one.
    pub(super) fn progress(&mut self, id: i64, payload: &Json) -> Option<Frame> {
        if !self.shows_progress || id <= self.last_broadcast {
            return None;
        }
        self.last_broadcast = id;
        let payload = json!({ "type": "broadcast", "event": PROGRESS, "payload": payload });
        Some(Frame::news(&self.topic, "broadcast", payload))
    }

    fn changed_row(&self, event: &Event, change: &ChangedRow) -> Option<Frame> {
        let table = tables::table(&change.table)?;
        let kind = Kind::of(change)?;
        let known = known_columns(table, event.owner_id, change);
        let bindings = self.bindings.iter();
        let ids: Vec<u32> = bindings
            .filter(|binding| binding.wants(table, kind, &known))
            .map(|binding| binding.id)
            .collect();
        let payload = || json!({ "ids": ids, "data": data(event, table, kind, change) });
        (!ids.is_empty()).then(|| Frame::news(&self.topic, "postgres_changes", payload()))
    }

    /// The topic as the page named it.
    fn name(&self) -> &str {
        self.topic.strip_prefix(TOPIC).unwrap_or(&self.topic)
    }
}

/// What a filter may look at: the row after the change, or what is known of a row that is gone,
/// which is its key and whose it was.
fn known_columns(table: &Table, owner_id: Uuid, change: &ChangedRow) -> Map<String, Json> {
    let row = change.new.as_ref().or(change.old.as_ref());
    let mut known = row.and_then(Json::as_object).cloned().unwrap_or_default();
    known.insert(table.owner.to_owned(), json!(owner_id));
    known
}

fn data(event: &Event, table: &Table, kind: Kind, change: &ChangedRow) -> Json {
    let columns = table.columns.iter();
    let columns: Vec<Json> = columns
        .map(|column| json!({ "name": column.name, "type": column.kind.name() }))
        .collect();
    let mut data = json!({
        "schema": "public",
        "table": table.name,
        "commit_timestamp": event.at.to_rfc3339_opts(SecondsFormat::Millis, true),
        "type": kind.name(),
        "columns": columns,
        "errors": null,
    });
    for (name, row) in [("record", &change.new), ("old_record", &change.old)] {
        if let Some(row) = row {
            data[name] = listed(table, row);
        }
    }
    data
}

/// The columns that a client may know of.
fn listed(table: &Table, row: &Json) -> Json {
    let columns = row.as_object().into_iter().flatten();
    let columns = columns.filter(|(name, _)| table.column(name).is_some());
    columns
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect::<Map<String, Json>>()
        .into()
}

fn fingerprint(token: &str) -> [u8; 32] {
    Sha256::digest(token).into()
}
