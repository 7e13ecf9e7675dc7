//! Marks rows of a list as read, some by their ids or all.

use axum::Json;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{FoundRows, store};
use platform::api_error::{ApiError, ApiResult};
use platform::app::App;
use platform::clock::Clock;
use platform::db::Tx;
use platform::live::{self, RowWrite};

/// Which rows were read.
#[derive(Clone, Copy, Debug)]
pub enum ReadTarget<'a> {
    Some(&'a [Uuid]),
    /// With a moment, only those that were found until then: nobody has seen the others.
    All {
        found_until: Option<DateTime<Utc>>,
    },
}

#[derive(Debug, Serialize, ToSchema)]
pub struct MarkReadResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// How many were unread before.
    marked: usize,
    /// Always null; failed calls have a text here.
    #[schema(value_type = Option<String>)]
    error: (),
}

/// The most ids in a request: more than a page ever shows at once.
const MOST_IDS: usize = 1_000;
/// Open pages get this many changed rows; for the rest they reload the list.
const MOST_TOLD: usize = 50;

impl MarkReadResponse {
    pub fn of(marked: usize) -> Self {
        Self {
            success: true,
            marked,
            error: (),
        }
    }
}

impl<'a> ReadTarget<'a> {
    /// `all` comes with the `asOf` of the list that the user looks at, if any; `field` is what the
    /// request calls the ids.
    pub fn parse(
        ids: &'a [Uuid],
        (all, as_of): (bool, Option<DateTime<Utc>>),
        field: &str,
    ) -> ApiResult<Self> {
        if all {
            return Ok(Self::All { found_until: as_of });
        }
        if ids.is_empty() {
            return Err(ApiError::bad_request(format!("Send {field} or all.")));
        }
        if ids.len() > MOST_IDS {
            return Err(ApiError::bad_request(format!(
                "You can send at most 1,000 {field} at a time."
            )));
        }
        Ok(Self::Some(ids))
    }
}

impl FoundRows {
    /// Marks rows as read and tells open pages. All means those that are neither rejected nor hidden.
    pub async fn mark_read(
        &self,
        app: &App,
        user_id: Uuid,
        target: ReadTarget<'_>,
    ) -> ApiResult<Json<MarkReadResponse>> {
        let mut tx = app.db.begin().await?;
        let marked = self.mark(&mut tx, &app.clock, user_id, target).await?;
        tx.commit().await?;
        Ok(Json(MarkReadResponse::of(marked)))
    }

    /// The same in the caller's transaction; how many were unread.
    pub async fn mark(
        &self,
        tx: &mut Tx,
        clock: &Clock,
        user_id: Uuid,
        target: ReadTarget<'_>,
    ) -> ApiResult<usize> {
        let now = clock.now();
        let marked = match target {
            ReadTarget::All { found_until } => {
                store::mark_all_read(tx, self.rows, (user_id, found_until), now).await?
            }
            ReadTarget::Some(ids) => {
                if !store::has_any(tx, self.rows, user_id, ids).await? {
                    return Err(self.not_found());
                }
                store::mark_read(tx, self.rows, (user_id, ids), now).await?
            }
        };
        for id in marked.iter().take(MOST_TOLD) {
            let written = (*id, RowWrite::Changed);
            live::record_written(tx, clock, user_id, self.rows, written).await?;
        }
        Ok(marked.len())
    }
}
