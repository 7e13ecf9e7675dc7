//! Calls that were under way when their account was deleted.
//!
//! Whatever such a call trips over, a row that is gone or a job that nobody will do, is no fault of
//! ours: its caller is nobody any more, and is told so.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use identity::BadToken;
use platform::api_error::ApiError;
use platform::app::App;

/// What a call needs for being answered so: where it went, and the token it came with.
#[derive(Debug)]
pub(super) struct CallerHint {
    path: String,
    authorization: HeaderValue,
}

impl CallerHint {
    /// None for a call that names nobody.
    pub(super) fn of(path: &str, headers: &HeaderMap) -> Option<Self> {
        let authorization = headers.get(header::AUTHORIZATION)?.clone();
        Some(Self {
            path: path.to_owned(),
            authorization,
        })
    }

    /// The answer of a call that failed: another one if its account is gone by now.
    pub(super) async fn correct(self, app: &App, failed: Response) -> Response {
        let headers = HeaderMap::from_iter([(header::AUTHORIZATION, self.authorization)]);
        let Some(token) = identity::bearer(&headers) else {
            return failed;
        };
        match identity::caller_of(app, token).await {
            Err(gone @ BadToken::UserGone) => supabase::refuse(&self.path, gone)
                .unwrap_or_else(|| please_sign_in().into_response()),
            _ => failed,
        }
    }
}

fn please_sign_in() -> ApiError {
    ApiError::new(StatusCode::UNAUTHORIZED, "Please sign in to continue")
}
