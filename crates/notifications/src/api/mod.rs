//! The HTTP API of the preferences.

pub mod unsubscribe;

use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::frequency::DigestFrequency;
use super::preferences::{self, PreferencesChange, PreferencesError, PreferencesView};
use identity::SignedIn;
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::request::Json;

#[derive(Debug, Serialize, ToSchema)]
pub struct NotificationPreferencesResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    preferences: NotificationPreferences,
}

/// Whether, how often and when digests are sent.
#[derive(Debug, Serialize, ToSchema)]
pub struct NotificationPreferences {
    email_notifications_enabled: bool,
    frequency: DigestFrequency,
    /// The frequencies that the plan allows.
    allowed_frequencies: Vec<DigestFrequency>,
    /// A tz database name; digests are sent in the morning of this time zone. Null is UTC.
    #[schema(example = "Europe/Berlin")]
    time_zone: Option<String>,
    /// Null if no digest is scheduled: switched off, rejected, or no subscription.
    next_digest_at: Option<DateTime<Utc>>,
    /// The mail server of the account's address permanently rejected a mail. Switching digests on tries
    /// again.
    address_refused: bool,
}

/// What to change; fields left out stay as they are.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ChangeNotificationPreferencesRequest {
    email_notifications_enabled: Option<bool>,
    /// `daily`, `weekly` or `monthly`, if the plan allows it.
    #[schema(example = "weekly")]
    frequency: Option<String>,
    /// A tz database name.
    #[schema(example = "Europe/Berlin")]
    time_zone: Option<String>,
}

/// Get the digest preferences
#[utoipa::path(
    get, path = "/api/notification-preferences", tag = "Notifications",
    responses((status = 200, body = NotificationPreferencesResponse), (status = 401, body = ErrorBody))
)]
pub async fn show_notification_preferences(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
) -> ApiResult<axum::Json<NotificationPreferencesResponse>> {
    Ok(preferences_response(preferences::of(&app, &caller).await?))
}

/// Change the digest preferences
///
/// Fields left out stay as they are.
#[utoipa::path(
    post, path = "/api/notification-preferences", tag = "Notifications",
    request_body = ChangeNotificationPreferencesRequest,
    responses(
        (status = 200, body = NotificationPreferencesResponse),
        (status = 400, body = ErrorBody, description = "No such frequency or time zone."),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody, description = "The plan does not allow this frequency.")
    )
)]
pub async fn change_notification_preferences(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Json(request): Json<ChangeNotificationPreferencesRequest>,
) -> ApiResult<axum::Json<NotificationPreferencesResponse>> {
    let change = PreferencesChange {
        enabled: request.email_notifications_enabled,
        frequency: request.frequency.as_deref().map(frequency).transpose()?,
        time_zone: request.time_zone.as_deref().map(time_zone).transpose()?,
    };
    let changed = preferences::change(&app, &caller, change).await;
    let shown = changed.map_err(|refused| match refused {
        PreferencesError::NotInPlan(_) => ApiError::new(StatusCode::FORBIDDEN, refused.to_string()),
        PreferencesError::Unforeseen(error) => error.into(),
    })?;
    Ok(preferences_response(shown))
}

fn frequency(name: &str) -> ApiResult<DigestFrequency> {
    let known = DigestFrequency::named(name);
    known.ok_or_else(|| ApiError::bad_request("A digest comes daily, weekly or monthly."))
}

fn time_zone(name: &str) -> ApiResult<Tz> {
    name.parse().map_err(|_unknown| {
        ApiError::bad_request("There is no such time zone. Choose one such as Europe/Berlin.")
    })
}

fn preferences_response(shown: PreferencesView) -> axum::Json<NotificationPreferencesResponse> {
    let PreferencesView {
        preferences, plan, ..
    } = shown;
    axum::Json(NotificationPreferencesResponse {
        success: true,
        preferences: NotificationPreferences {
            email_notifications_enabled: preferences.enabled,
            frequency: preferences.schedule(plan).frequency,
            allowed_frequencies: DigestFrequency::allowed_by(plan).collect(),
            time_zone: preferences.time_zone,
            next_digest_at: shown.next_digest_at,
            address_refused: shown.is_refused,
        },
    })
}
