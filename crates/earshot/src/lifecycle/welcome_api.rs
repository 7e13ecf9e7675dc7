//! The welcome, which identity sends and for which onboarding knows whether the website is given.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use identity::{Caller, SignedIn};
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::request::Json;

/// Who has just confirmed the address, as the page knows it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignupNotification {
    /// The caller's own address.
    email: String,
    /// Accepted and not used: the mail greets by the name of the account.
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

/// Welcome a new user by mail
///
/// Sent by the page once the address is confirmed. The mail goes to the address of the token's own
/// account, once; asking again changes nothing.
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
            "This is about another account than yours.",
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
