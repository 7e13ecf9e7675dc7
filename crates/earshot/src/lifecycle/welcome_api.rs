//! The welcome, which identity sends and for which onboarding knows whether the website is given.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use identity::{Caller, SignedIn};
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::request::Json;

/// The user who just confirmed an address.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignupNotification {
    /// The caller's own address.
    email: String,
    /// Accepted but ignored: the email uses the account's name.
    #[expect(
        dead_code,
        reason = "the client sends it; what a body says is not put into mails"
    )]
    name: Option<String>,
    /// The caller's own id.
    user_id: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SignupNotified {
    /// Always true.
    #[schema(example = true)]
    success: bool,
}

/// Send the welcome email
///
/// The page calls this once the address is confirmed. The email goes to the account's own address, once. Calling it again does nothing.
#[utoipa::path(
    post, path = "/api/auth/signup-notification", tag = "Account", request_body = SignupNotification,
    responses(
        (status = 200, body = SignupNotified),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody)
    )
)]
pub async fn send_welcome(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Json(notification): Json<SignupNotification>,
) -> ApiResult<axum::Json<SignupNotified>> {
    if !notification.is_about(&caller) {
        return Err(ApiError::new(
            StatusCode::FORBIDDEN,
            "You can only do this for your own account.",
        ));
    }
    let company = onboarding::company_of(&app.db, caller.user_id).await?;
    identity::welcome(&app, &caller, company.is_some()).await?;
    Ok(axum::Json(SignupNotified { success: true }))
}

impl SignupNotification {
    /// What a body says about identity counts for nothing unless the token says the same.
    fn is_about(&self, caller: &Caller) -> bool {
        self.email.trim().to_lowercase() == caller.email
            && self.user_id.to_lowercase() == caller.user_id.to_string()
    }
}
