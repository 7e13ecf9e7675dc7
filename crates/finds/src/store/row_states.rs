//! SQL for the states of rows, the same for both tables but for their names.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::super::RowState;
use platform::db::{DbResult, DynamicQuery, JsonRows, OwnedRows, Shown, Tx};

/// What becomes of a row's state.
#[derive(Clone, Copy, Debug)]
pub(crate) enum StateWrite<'a> {
    Reject {
        reason: &'a str,
    },
    /// Back to the state before it was rejected; any other row stays as it is.
    Restore,
    Move {
        to: RowState,
        notes: StateNotes<'a>,
    },
}

impl StateWrite<'_> {
    /// Whether the row leaves the list of what waits for an answer.
    pub(crate) fn leaves_list(self) -> bool {
        match self {
            StateWrite::Reject { .. } => true,
            StateWrite::Restore => false,
            StateWrite::Move { to, .. } => !matches!(to, RowState::Open | RowState::Saved),
        }
    }
}

/// What a user writes about a row: none leaves it as it is, an empty text removes it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StateNotes<'a> {
    pub(crate) note: Option<&'a str>,
    pub(crate) answer_url: Option<&'a str>,
}

/// Writes a row's state and returns the row; no row if its owner has none such. `rejected` is written
/// with `state` here and nowhere else.
pub(crate) async fn write_state(
    tx: &mut Tx,
    (rows, shown): (&OwnedRows, &'static [Shown]),
    (user_id, id): (Uuid, Uuid),
    write: StateWrite<'_>,
    at: DateTime<Utc>,
) -> DbResult<JsonRows> {
    let mut statement = DynamicQuery::default();
    statement.push("update ");
    statement.push(rows.table);
    statement.push(" set ");
    match write {
        StateWrite::Reject { reason } => {
            push_rejected(&mut statement, at);
            statement.push(", rejected_reason = ");
            statement.bind(reason);
            statement.push(", rejected_at = ");
            statement.bind(at);
        }
        StateWrite::Restore => push_restored(&mut statement, at),
        StateWrite::Move { to, notes } => {
            push_moved(&mut statement, to, at);
            push_text(&mut statement, ", note = ", notes.note);
            push_text(&mut statement, ", answer_url = ", notes.answer_url);
        }
    }
    statement.push(" where ");
    statement.push(rows.owner);
    statement.push(" = ");
    statement.bind(user_id);
    statement.push(" and id = ");
    statement.bind(id);
    statement.push(" returning ");
    statement.push_columns(shown);
    tx.json_rows(statement, shown).await
}

/// In an update, every column on the right is that of the row before.
fn push_rejected(statement: &mut DynamicQuery, at: DateTime<Utc>) {
    statement.push(
        "state = 'rejected', state_before = case when state = 'rejected' then state_before else state end,
         state_at = case when state = 'rejected' then state_at else ",
    );
    statement.bind(at);
    statement.push(" end, rejected = ");
    statement.bind(true);
    push_read(statement, at);
}

/// Whoever does something with a row has seen it.
fn push_read(statement: &mut DynamicQuery, at: DateTime<Utc>) {
    statement.push(", is_read = ");
    statement.bind(true);
    statement.push(", read_at = coalesce(read_at, ");
    statement.bind(at);
    statement.push(")");
}

fn push_restored(statement: &mut DynamicQuery, at: DateTime<Utc>) {
    statement.push(
        "state = case when state = 'rejected' then coalesce(state_before, 'open') else state end,
         state_at = case when state = 'rejected' then ",
    );
    statement.bind(at);
    statement.push(" else state_at end");
    push_not_rejected(statement);
}

fn push_moved(statement: &mut DynamicQuery, to: RowState, at: DateTime<Utc>) {
    if to == RowState::Rejected {
        push_rejected(statement, at);
        statement.push(", rejected_at = case when state = 'rejected' then rejected_at else ");
        statement.bind(at);
        statement.push(" end");
        return;
    }
    statement.push("state = ");
    statement.bind(to.id());
    statement.push(", state_at = case when state = ");
    statement.bind(to.id());
    statement.push(" then state_at else ");
    statement.bind(at);
    statement.push(" end");
    push_not_rejected(statement);
    if to != RowState::Open {
        push_read(statement, at);
    }
}

fn push_not_rejected(statement: &mut DynamicQuery) {
    statement
        .push(", state_before = null, rejected_reason = null, rejected_at = null, rejected = ");
    statement.bind(false);
}

fn push_text(statement: &mut DynamicQuery, column: &'static str, text: Option<&str>) {
    if let Some(text) = text {
        statement.push(column);
        statement.bind(Some(text).filter(|text| !text.is_empty()));
    }
}
