//! Moving a row to another state, with a note and the address of the answer.

use axum::Json;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use url::Url;
use utoipa::ToSchema;
use uuid::Uuid;

use super::store::{StateNotes, StateWrite};
use super::{FoundRows, RowState};
use platform::api_error::{ApiError, ApiResult};
use platform::app::App;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StateRequest {
    #[schema(value_type = RowState)]
    state: String,
    /// A private note. If left out or null, it stays; if empty, it is removed.
    #[schema(max_length = 2000, example = "Asked for a demo")]
    note: Option<String>,
    /// A link to the user's answer. If left out or null, it stays; if empty, it is removed.
    #[schema(
        max_length = 2000,
        example = "https://www.reddit.com/r/freelance/comments/1abcde/comment/kx2/"
    )]
    answer_url: Option<String>,
}

/// Several rows at once, each with its own state, so a change can be undone the same way.
#[derive(Debug, Deserialize, ToSchema)]
pub struct StatesRequest {
    /// 1 to 200.
    #[schema(min_items = 1, max_items = 200)]
    changes: Vec<RowStateChange>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct RowStateChange {
    id: Uuid,
    #[schema(value_type = RowState)]
    state: String,
    /// The reason for rejecting it.
    #[schema(max_length = 1000)]
    reason: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct StatesResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// How many rows changed; rows that no longer exist are skipped.
    changed: usize,
    /// Always null; failed calls have a text here.
    #[schema(value_type = Option<String>)]
    error: (),
}

const MAX_CHANGES: usize = 200;
const MAX_NOTE_CHARACTERS: usize = 2_000;
const MAX_URL_CHARACTERS: usize = 2_000;

impl FoundRows {
    /// Moves a row to a state and answers with the row. Moving it to the state that it has changes its
    /// note and answer only.
    pub async fn change_state(
        &self,
        app: &App,
        user_and_row: (Uuid, Uuid),
        request: &StateRequest,
    ) -> ApiResult<Box<RawValue>> {
        let write = StateWrite::Move {
            to: parse_state(&request.state)?,
            notes: StateNotes {
                note: request.parse_note()?,
                answer_url: request.parse_answer_url()?,
            },
        };
        self.write_state(app, user_and_row, write).await
    }
}

impl FoundRows {
    /// Moves several rows, all or none.
    pub async fn change_states(
        &self,
        app: &App,
        user_id: Uuid,
        request: &StatesRequest,
    ) -> ApiResult<Json<StatesResponse>> {
        if request.changes.is_empty() || request.changes.len() > MAX_CHANGES {
            return Err(ApiError::bad_request("changes must have 1 to 200 rows."));
        }
        let writes = request.changes.iter().map(|change| change.parse(self));
        let writes = writes.collect::<ApiResult<Vec<_>>>()?;
        let mut tx = app.db.begin().await?;
        let mut changed = 0;
        for (change, write) in request.changes.iter().zip(writes) {
            let row = (user_id, change.id);
            changed += usize::from(self.move_row(app, &mut tx, row, write).await?.is_some());
        }
        if changed == 0 {
            return Err(self.not_found());
        }
        tx.commit().await?;
        Ok(Json(StatesResponse {
            success: true,
            changed,
            error: (),
        }))
    }
}

impl RowStateChange {
    fn parse(&self, rows: &FoundRows) -> ApiResult<StateWrite<'_>> {
        let to = parse_state(&self.state)?;
        match self.reason.as_deref().filter(|_| to == RowState::Rejected) {
            Some(reason) => Ok(StateWrite::Reject {
                reason: rows.parse_reason(reason)?,
            }),
            None => Ok(StateWrite::Move {
                to,
                notes: StateNotes::default(),
            }),
        }
    }
}

fn parse_state(name: &str) -> ApiResult<RowState> {
    RowState::named(name.trim()).ok_or_else(|| {
        ApiError::bad_request("state must be open, saved, answered, won or rejected.")
    })
}

impl StateRequest {
    fn parse_note(&self) -> ApiResult<Option<&str>> {
        let note = self.note.as_deref().map(str::trim);
        if note.is_some_and(|note| note.chars().count() > MAX_NOTE_CHARACTERS) {
            return Err(ApiError::bad_request(
                "A note can have at most 2,000 characters.",
            ));
        }
        Ok(note)
    }

    /// Pages make a link of it, so it is an address of the web and nothing else.
    fn parse_answer_url(&self) -> ApiResult<Option<&str>> {
        let Some(address) = self.answer_url.as_deref().map(str::trim) else {
            return Ok(None);
        };
        let is_web = |url: Url| matches!(url.scheme(), "http" | "https");
        let is_fit =
            address.chars().count() <= MAX_URL_CHARACTERS && Url::parse(address).is_ok_and(is_web);
        if address.is_empty() || is_fit {
            return Ok(Some(address));
        }
        Err(ApiError::bad_request(
            "answerUrl must be a web address of at most 2,000 characters.",
        ))
    }
}
