//! `GET` and `PUT /user`, `POST /logout`.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::auth_error::{AuthError, AuthResult};
use super::extractors::{AuthJson, AuthQuery, Caller, LinkBinding, Redirect};
use super::wire_types::UserShape;
use identity::{AccountChange, EmailAddress, NewPassword, Scope};
use platform::app::App;

pub(crate) async fn show(
    Caller(caller): Caller,
    State(app): State<App>,
) -> AuthResult<Json<UserShape>> {
    Ok(Json(identity::account(&app, &caller).await?.into()))
}

/// Only what is to change; everything else that a client may send is not its to change.
#[derive(Deserialize)]
pub(crate) struct ChangeBody {
    data: Option<Map<String, Value>>,
    password: Option<String>,
    current_password: Option<String>,
    email: Option<String>,
    app_metadata: Option<Value>,
    #[serde(flatten)]
    binding: LinkBinding,
}

pub(crate) async fn change(
    Caller(caller): Caller,
    State(app): State<App>,
    AuthQuery(redirect): AuthQuery<Redirect>,
    AuthJson(body): AuthJson<ChangeBody>,
) -> AuthResult<Json<UserShape>> {
    if body.app_metadata.is_some_and(|value| !value.is_null()) {
        return Err(AuthError::new(
            StatusCode::FORBIDDEN,
            "not_admin",
            "Updating app_metadata requires admin privileges",
        ));
    }
    let given = |field: Option<String>| field.filter(|text| !text.is_empty());
    let change = AccountChange {
        user_metadata: body.data.unwrap_or_default(),
        password: body
            .password
            .as_deref()
            .map(NewPassword::parse)
            .transpose()?,
        current_password: given(body.current_password),
        email: given(body.email)
            .as_deref()
            .map(EmailAddress::parse)
            .transpose()?,
    };
    let way_back = body.binding.way_back(redirect)?;
    let user = identity::change_account(&app, &caller, change, &way_back).await?;
    Ok(Json(user.into()))
}

#[derive(Debug, Deserialize)]
pub(crate) struct ScopeQuery {
    scope: Option<String>,
}

pub(crate) async fn sign_out(
    Caller(caller): Caller,
    State(app): State<App>,
    AuthQuery(query): AuthQuery<ScopeQuery>,
) -> AuthResult<StatusCode> {
    let scope = match query.scope.as_deref() {
        None | Some("" | "global") => Scope::Global,
        Some("local") => Scope::Local,
        Some("others") => Scope::Others,
        Some(_) => return Err(AuthError::invalid("Unsupported logout scope")),
    };
    identity::sign_out(&app, &caller, scope).await?;
    Ok(StatusCode::NO_CONTENT)
}
