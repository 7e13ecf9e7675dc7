//! "This is wrong": what users say of a judgement, one click per row.

use axum::Json;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{FoundRows, store};
use platform::api_error::ApiResult;
use platform::app::App;
use platform::live::{self, RowWrite};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeedbackRequest {
    is_wrong: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct FeedbackResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// `wrong` or null.
    feedback: Option<&'static str>,
    /// Always null; failed calls have a text here.
    #[schema(value_type = Option<String>)]
    error: (),
}

impl FoundRows {
    /// Stores that a row's judgement is wrong, or that it is not, and counts each "wrong" for
    /// `/metrics`.
    pub async fn feedback(
        &self,
        app: &App,
        (user_id, id): (Uuid, Uuid),
        kind: &'static str,
        request: &FeedbackRequest,
    ) -> ApiResult<Json<FeedbackResponse>> {
        let feedback = request.is_wrong.then_some("wrong");
        let mut tx = app.db.begin().await?;
        if !store::set_feedback(&mut tx, self.rows, (user_id, id), feedback).await? {
            return Err(self.not_found());
        }
        let change = (id, RowWrite::Changed);
        live::record_written(&mut tx, &app.clock, user_id, self.rows, change).await?;
        tx.commit().await?;
        if request.is_wrong {
            metrics::counter!("earshot_feedback_total", "kind" => kind).increment(1);
        }
        Ok(Json(FeedbackResponse {
            success: true,
            feedback,
            error: (),
        }))
    }
}
