//! Rejecting the rows of a list and taking them back, as every list does it.

use axum::Json;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::store;
use platform::api_error::{ApiError, ApiResult};
use platform::app::App;
use platform::db::OwnedRows;
use platform::live::{self, RowWrite};

#[derive(Debug, Deserialize, ToSchema)]
pub struct RejectionRequest {
    #[schema(example = "Not our kind of customer")]
    reason: String,
}

/// The answer of a call that changed something and has nothing to show.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChangeResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// Always null; a call that failed has a text here.
    #[schema(value_type = Option<String>)]
    error: (),
}

impl ChangeResponse {
    pub const SUCCESS: Self = Self {
        success: true,
        error: (),
    };
}

/// A table whose rows their owner can reject.
#[derive(Debug)]
pub struct RejectableRows {
    pub rows: &'static OwnedRows,
    /// What one of them is called in an error: "post".
    pub noun: &'static str,
}

const MAX_REASON_CHARACTERS: usize = 1_000;

impl RejectableRows {
    /// Rejects a row. Doing it again changes the reason.
    pub async fn reject(
        &self,
        app: &App,
        user_id: Uuid,
        id: Uuid,
        request: &RejectionRequest,
    ) -> ApiResult<Json<ChangeResponse>> {
        let reason = self.parse_reason(request)?;
        self.write(app, user_id, id, Some(reason)).await
    }

    /// Takes a rejected row back.
    pub async fn restore(
        &self,
        app: &App,
        user_id: Uuid,
        id: Uuid,
    ) -> ApiResult<Json<ChangeResponse>> {
        self.write(app, user_id, id, None).await
    }

    /// The answer to a request about rows that are not the caller's, or not there.
    pub fn not_found(&self) -> ApiError {
        let text = format!("There is no such {}.", self.noun);
        ApiError::new(StatusCode::NOT_FOUND, text)
    }

    fn parse_reason<'a>(&self, request: &'a RejectionRequest) -> ApiResult<&'a str> {
        let reason = request.reason.trim();
        if reason.is_empty() {
            let text = format!("Please provide a reason for rejecting this {}.", self.noun);
            return Err(ApiError::bad_request(text));
        }
        if reason.chars().count() > MAX_REASON_CHARACTERS {
            return Err(ApiError::bad_request(
                "A reason has at most 1,000 characters.",
            ));
        }
        Ok(reason)
    }

    async fn write(
        &self,
        app: &App,
        user_id: Uuid,
        id: Uuid,
        reason: Option<&str>,
    ) -> ApiResult<Json<ChangeResponse>> {
        let (rows, clock) = (self.rows, &app.clock);
        let rejection = reason.map(|reason| (reason, clock.now()));
        let mut tx = app.db.begin().await?;
        if !store::set_rejection(&mut tx, rows, (user_id, id), rejection).await? {
            return Err(self.not_found());
        }
        let change = (id, RowWrite::Changed);
        live::record_written(&mut tx, clock, user_id, rows, change).await?;
        tx.commit().await?;
        Ok(Json(ChangeResponse::SUCCESS))
    }
}
