//! `POST /signup`

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::auth_error::{AuthError, AuthResult};
use super::extractors::{AuthJson, AuthQuery, Client, LinkBinding, Redirect};
use super::wire_types::UserShape;
use identity::{EmailAddress, NewPassword, Refusal};
use platform::app::App;

#[derive(Deserialize)]
pub(crate) struct SignUpBody {
    email: Option<String>,
    password: Option<String>,
    data: Option<Map<String, Value>>,
    #[serde(flatten)]
    binding: LinkBinding,
}

/// Answers the bare account, without a session: that begins when the mail's link is opened.
pub(crate) async fn sign_up(
    client: Client,
    State(app): State<App>,
    AuthQuery(redirect): AuthQuery<Redirect>,
    AuthJson(body): AuthJson<SignUpBody>,
) -> AuthResult<Json<UserShape>> {
    let email = body.email.filter(|email| !email.is_empty());
    let email = email.ok_or(Refusal::NoAddress)?;
    let password = body.password.filter(|password| !password.is_empty());
    let password =
        password.ok_or_else(|| AuthError::invalid("Signup requires a valid password"))?;
    let sign_up = identity::SignUp {
        email: EmailAddress::parse(&email)?,
        password: NewPassword::parse(&password)?,
        user_metadata: body.data.unwrap_or_default(),
        way_back: body.binding.way_back(redirect)?,
        client: client.address,
    };
    let user = identity::sign_up(&app, sign_up).await?;
    Ok(Json(user.into()))
}
