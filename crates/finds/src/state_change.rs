//! Moving a row to another state, with a note and the address of the answer.

use serde::Deserialize;
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
    /// For the user alone. Left out or null, the old one stays; empty, it is removed.
    #[schema(max_length = 2000, example = "Asked for a demo")]
    note: Option<String>,
    /// Where the user's answer is. Left out or null, the old one stays; empty, it is removed.
    #[schema(
        max_length = 2000,
        example = "https://www.reddit.com/r/freelance/comments/1abcde/comment/kx2/"
    )]
    answer_url: Option<String>,
}

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
            to: request.parse_state()?,
            notes: StateNotes {
                note: request.parse_note()?,
                answer_url: request.parse_answer_url()?,
            },
        };
        self.write_state(app, user_and_row, write).await
    }
}

impl StateRequest {
    fn parse_state(&self) -> ApiResult<RowState> {
        RowState::named(self.state.trim()).ok_or_else(|| {
            ApiError::bad_request("state is open, saved, answered, won or rejected.")
        })
    }

    fn parse_note(&self) -> ApiResult<Option<&str>> {
        let note = self.note.as_deref().map(str::trim);
        if note.is_some_and(|note| note.chars().count() > MAX_NOTE_CHARACTERS) {
            return Err(ApiError::bad_request(
                "A note has at most 2,000 characters.",
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
            "answerUrl is a web address of at most 2,000 characters.",
        ))
    }
}
