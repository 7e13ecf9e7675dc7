//! `POST /token`: a session for a password, for a code, or for a refresh token.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;

use super::auth_error::{AuthError, AuthResult};
use super::extractors::{AuthJson, AuthQuery, Client};
use super::wire_types::SessionShape;
use identity::EmailAddress;
use platform::app::App;

#[derive(Debug, Deserialize)]
pub(crate) struct GrantQuery {
    grant_type: Option<String>,
}

/// What the three kinds send, together.
#[derive(Deserialize)]
pub(crate) struct GrantBody {
    email: Option<String>,
    password: Option<String>,
    auth_code: Option<String>,
    code_verifier: Option<String>,
    refresh_token: Option<String>,
}

pub(crate) async fn issue(
    client: Client,
    State(app): State<App>,
    AuthQuery(query): AuthQuery<GrantQuery>,
    AuthJson(body): AuthJson<GrantBody>,
) -> AuthResult<Json<SessionShape>> {
    let grant = match query.grant_type.as_deref() {
        Some("password") => {
            let email = given(body.email).ok_or(AuthError::invalid("missing email or phone"))?;
            let email = EmailAddress::parse(&email)?;
            let password = body.password.unwrap_or_default();
            let place = (client.address, &client.device);
            identity::sign_in(&app, &email, &password, place).await
        }
        Some("pkce") => {
            let (Some(code), Some(verifier)) = (given(body.auth_code), given(body.code_verifier))
            else {
                return Err(AuthError::invalid(
                    "invalid request: both auth code and code verifier should be non-empty",
                ));
            };
            identity::exchange(&app, &code, &verifier, &client.device).await
        }
        Some("refresh_token") => {
            let token =
                given(body.refresh_token).ok_or(AuthError::invalid("refresh_token required"))?;
            identity::refresh(&app, &token).await
        }
        _ => return Err(unsupported()),
    };
    Ok(Json(grant?.into()))
}

fn given(field: Option<String>) -> Option<String> {
    field.filter(|text| !text.is_empty())
}

fn unsupported() -> AuthError {
    AuthError::new(
        StatusCode::BAD_REQUEST,
        "invalid_credentials",
        "unsupported_grant_type",
    )
}
