//! What the sign-in service says about itself.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::auth_error::AuthError;
use super::extractors::Client;
use platform::app::App;

/// The public half of the key that signs access tokens; open to everybody.
pub(crate) async fn show_keys(State(app): State<App>) -> Response {
    let is_public = [(header::CACHE_CONTROL, "public, max-age=600")];
    (is_public, Json(app.tokens.key_set())).into_response()
}

pub(crate) async fn show_settings(_client: Client, State(app): State<App>) -> Json<Value> {
    Json(json!({
        "external": {
            "email": true, "google": app.settings.google.is_offered(),
            "phone": false, "anonymous_users": false,
        },
        "disable_signup": false,
        "mailer_autoconfirm": false,
        "phone_autoconfirm": false,
        "sms_provider": "",
        "saml_enabled": false,
    }))
}

pub(crate) async fn show_health(_client: Client) -> Json<Value> {
    Json(json!({
        "version": platform::VERSION,
        "name": "GoTrue",
        "description": "Earshot's sign-in service, which speaks GoTrue's protocol",
    }))
}

pub(crate) async fn nothing_here(_client: Client) -> AuthError {
    AuthError::new(StatusCode::NOT_FOUND, "not_found", "Not found.")
}
