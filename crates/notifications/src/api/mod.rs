//! The preferences on the wire.

pub mod unsubscribe;

use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Frequency;
use super::preferences::{self, Change, NotChanged, Shown};
use identity::SignedIn;
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::request::Json;

#[derive(Debug, Serialize, ToSchema)]
pub struct NotificationPreferencesShown {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    preferences: NotificationPreferences,
}

/// Whether, how often and when digests come.
#[derive(Debug, Serialize, ToSchema)]
pub struct NotificationPreferences {
    email_notifications_enabled: bool,
    frequency: Frequency,
    /// Those that the plan has.
    allowed_frequencies: Vec<Frequency>,
    /// A name of the tz database, in whose morning digests come; null is UTC.
    #[schema(example = "Europe/Berlin")]
    time_zone: Option<String>,
    /// Null while none is to come: switched off, refused, or no subscription.
    next_digest_at: Option<DateTime<Utc>>,
    /// The mail server of the account's address refused a mail for good. Switching digests on tries
    /// again.
    address_refused: bool,
}

/// What is to change; what is left out stays.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewNotificationPreferences {
    email_notifications_enabled: Option<bool>,
    /// daily, weekly or monthly, as far as the plan has it.
    #[schema(example = "weekly")]
    frequency: Option<String>,
    /// A name of the tz database.
    #[schema(example = "Europe/Berlin")]
    time_zone: Option<String>,
}

/// Whether and when digests come
#[utoipa::path(
    get, path = "/api/notification-preferences", tag = "Notifications",
    responses((status = 200, body = NotificationPreferencesShown), (status = 401, body = ErrorBody))
)]
pub async fn show_notification_preferences(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
) -> ApiResult<axum::Json<NotificationPreferencesShown>> {
    Ok(answer(preferences::of(&app, &caller).await?))
}

/// Change whether and when digests come
///
/// What is left out stays as it is.
#[utoipa::path(
    post, path = "/api/notification-preferences", tag = "Notifications",
    request_body = NewNotificationPreferences,
    responses(
        (status = 200, body = NotificationPreferencesShown),
        (status = 400, body = ErrorBody, description = "No such frequency or time zone."),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody, description = "The plan does not have this frequency.")
    )
)]
pub async fn change_notification_preferences(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Json(wish): Json<NewNotificationPreferences>,
) -> ApiResult<axum::Json<NotificationPreferencesShown>> {
    let change = Change {
        enabled: wish.email_notifications_enabled,
        frequency: wish.frequency.as_deref().map(frequency).transpose()?,
        time_zone: wish.time_zone.as_deref().map(time_zone).transpose()?,
    };
    let changed = preferences::change(&app, &caller, change).await;
    let shown = changed.map_err(|refused| match refused {
        NotChanged::NotInPlan(_) => ApiError::new(StatusCode::FORBIDDEN, refused.to_string()),
        NotChanged::Unforeseen(error) => error.into(),
    })?;
    Ok(answer(shown))
}

fn frequency(name: &str) -> ApiResult<Frequency> {
    let known = Frequency::named(name);
    known.ok_or_else(|| ApiError::bad_request("A digest comes daily, weekly or monthly."))
}

fn time_zone(name: &str) -> ApiResult<Tz> {
    name.parse().map_err(|_unknown| {
        ApiError::bad_request("There is no such time zone. Choose one such as Europe/Berlin.")
    })
}

fn answer(shown: Shown) -> axum::Json<NotificationPreferencesShown> {
    let Shown {
        preferences, plan, ..
    } = shown;
    axum::Json(NotificationPreferencesShown {
        success: true,
        preferences: NotificationPreferences {
            email_notifications_enabled: preferences.enabled,
            frequency: preferences.rhythm(plan).frequency,
            allowed_frequencies: Frequency::allowed_by(plan).collect(),
            time_zone: preferences.time_zone,
            next_digest_at: shown.next_digest_at,
            address_refused: shown.is_refused,
        },
    })
}
