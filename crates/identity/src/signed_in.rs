//! The door of every /api route that is for signed-in people.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};

use super::{BadToken, Caller, caller_of};
use platform::api_error::ApiError;
use platform::app::App;

/// The caller of a route. Without a valid token the route is not reached.
#[derive(Clone, Debug)]
pub struct SignedIn(pub Caller);

impl FromRequestParts<App> for SignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let token = bearer(&parts.headers).ok_or_else(please_sign_in)?;
        match caller_of(app, token).await {
            Ok(caller) => Ok(Self(caller)),
            Err(BadToken::Unknown(error)) => Err(ApiError::from(error)),
            Err(_refused) => Err(please_sign_in()),
        }
    }
}

/// The token behind `Authorization: Bearer`. The scheme's name may be written in any case; there is
/// one blank and one token without blanks.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    let is_token = !token.is_empty() && !token.contains(char::is_whitespace);
    (scheme.eq_ignore_ascii_case("bearer") && is_token).then_some(token)
}

fn please_sign_in() -> ApiError {
    ApiError::new(StatusCode::UNAUTHORIZED, "Please sign in to continue")
}
