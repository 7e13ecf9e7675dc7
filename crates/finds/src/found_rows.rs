//! The table of a list, whose rows their owner moves from state to state.

use axum::Json;
use axum::http::StatusCode;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;
use uuid::Uuid;

use super::store::{self, StateWrite};
use platform::api_error::{ApiError, ApiResult};
use platform::app::App;
use platform::db::{OwnedRows, Shown, Tx};
use platform::live::{self, RowWrite};

#[derive(Debug)]
pub struct FoundRows {
    pub rows: &'static OwnedRows,
    /// The columns that pages get.
    pub shown: &'static [Shown],
    /// What one of them is called in an error: "post".
    pub noun: &'static str,
}

/// The response of a call that changed something and returns nothing else.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChangeResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// Always null; failed calls have a text here.
    #[schema(value_type = Option<String>)]
    error: (),
}

impl ChangeResponse {
    pub const SUCCESS: Self = Self {
        success: true,
        error: (),
    };
}

impl FoundRows {
    /// The answer to a request about rows that are not the caller's, or not there.
    pub fn not_found(&self) -> ApiError {
        let text = format!("This {} does not exist.", self.noun);
        ApiError::new(StatusCode::NOT_FOUND, text)
    }

    /// Writes a row's state, tells open pages, and answers with the row as lists show it.
    pub(super) async fn write_state(
        &self,
        app: &App,
        (user_id, id): (Uuid, Uuid),
        write: StateWrite<'_>,
    ) -> ApiResult<Box<RawValue>> {
        let mut tx = app.db.begin().await?;
        let row = self.move_row(app, &mut tx, (user_id, id), write).await?;
        let row = row.ok_or_else(|| self.not_found())?;
        tx.commit().await?;
        Ok(RawValue::from_string(String::from_utf8(row)?)?)
    }

    /// Writes a row's state and tells open pages and the rooms that depend on it; none if there is no
    /// such row.
    pub(super) async fn move_row(
        &self,
        app: &App,
        tx: &mut Tx,
        (user_id, id): (Uuid, Uuid),
        write: StateWrite<'_>,
    ) -> anyhow::Result<Option<Vec<u8>>> {
        let place = (self.rows, self.shown);
        let written = store::write_state(tx, place, (user_id, id), write, app.clock.now()).await?;
        let Some(row) = written.into_object() else {
            return Ok(None);
        };
        let change = (id, RowWrite::Changed);
        live::record_written(tx, &app.clock, user_id, self.rows, change).await?;
        if write.leaves_list() {
            let now = app.clock.now();
            app.events.row_left_list(tx, now, user_id, id).await?;
        }
        Ok(Some(row))
    }

    /// The same for a call that shows nothing.
    pub(super) async fn write_state_only(
        &self,
        app: &App,
        user_and_row: (Uuid, Uuid),
        write: StateWrite<'_>,
    ) -> ApiResult<Json<ChangeResponse>> {
        self.write_state(app, user_and_row, write).await?;
        Ok(Json(ChangeResponse::SUCCESS))
    }
}
