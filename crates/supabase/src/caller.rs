//! Who sent a request of the stock client: the publishable key, and the bearer token.
//!
//! The key names the server and protects nothing; it is asked for because the client always sends
//! it. With no session the client sends the key as bearer token too, which means "nobody".

use axum::Json;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use subtle::ConstantTimeEq;

pub(crate) use identity::bearer;

use identity::{BadToken, Caller, caller_of};
use platform::app::App;

/// Who a request comes from.
#[derive(Debug)]
pub(crate) enum Sender {
    /// No token, or the publishable key in its place.
    Nobody,
    Somebody(Caller),
}

/// Why a request with no or a wrong key is turned away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoKey {
    Missing,
    Wrong,
}

/// Whether the publishable key came along, as header.
pub(crate) fn check_api_key(app: &App, headers: &HeaderMap) -> Result<(), NoKey> {
    let given = headers.get("apikey").and_then(|value| value.to_str().ok());
    check_given_key(app, given)
}

/// The same for a key that came as a parameter, as on a WebSocket.
pub(crate) fn check_given_key(app: &App, given: Option<&str>) -> Result<(), NoKey> {
    match given {
        None | Some("") => Err(NoKey::Missing),
        Some(key) if is_api_key(app, key) => Ok(()),
        Some(_) => Err(NoKey::Wrong),
    }
}

/// Whether a text is the publishable key.
pub(crate) fn is_api_key(app: &App, text: &str) -> bool {
    !app.auth.key.is_empty() && text.as_bytes().ct_eq(app.auth.key.as_bytes()).into()
}

/// Who the bearer token says it is.
pub(crate) async fn sender(app: &App, headers: &HeaderMap) -> Result<Sender, BadToken> {
    match bearer(headers) {
        None => Ok(Sender::Nobody),
        Some(token) if is_api_key(app, token) => Ok(Sender::Nobody),
        Some(token) => caller_of(app, token).await.map(Sender::Somebody),
    }
}

impl IntoResponse for NoKey {
    fn into_response(self) -> Response {
        let (message, hint) = match self {
            NoKey::Missing => (
                "No API key found in request",
                "No `apikey` request header or url param was found.",
            ),
            NoKey::Wrong => (
                "Invalid API key",
                "Double check the publishable key of this server.",
            ),
        };
        let body = json!({ "message": message, "hint": hint });
        (StatusCode::UNAUTHORIZED, Json(body)).into_response()
    }
}
