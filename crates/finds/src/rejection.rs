//! Rejecting the rows of a list and taking them back, as every list does it.

use axum::Json;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::store::StateWrite;
use super::{ChangeResponse, FoundRows};
use platform::api_error::{ApiError, ApiResult};
use platform::app::App;

#[derive(Debug, Deserialize, ToSchema)]
pub struct RejectionRequest {
    #[schema(example = "Not our kind of customer")]
    reason: String,
}

const MAX_REASON_CHARACTERS: usize = 1_000;

impl FoundRows {
    /// Rejects a row. Doing it again changes the reason.
    pub async fn reject(
        &self,
        app: &App,
        user_id: Uuid,
        id: Uuid,
        request: &RejectionRequest,
    ) -> ApiResult<Json<ChangeResponse>> {
        let reason = self.parse_reason(&request.reason)?;
        self.write_state_only(app, (user_id, id), StateWrite::Reject { reason })
            .await
    }

    /// Takes a rejected row back to the state that it had before.
    pub async fn restore(
        &self,
        app: &App,
        user_id: Uuid,
        id: Uuid,
    ) -> ApiResult<Json<ChangeResponse>> {
        self.write_state_only(app, (user_id, id), StateWrite::Restore)
            .await
    }

    pub(super) fn parse_reason<'a>(&self, reason: &'a str) -> ApiResult<&'a str> {
        let reason = reason.trim();
        if reason.is_empty() {
            let text = format!("Please provide a reason for rejecting this {}.", self.noun);
            return Err(ApiError::bad_request(text));
        }
        if reason.chars().count() > MAX_REASON_CHARACTERS {
            return Err(ApiError::bad_request(
                "A reason can have at most 1,000 characters.",
            ));
        }
        Ok(reason)
    }
}
