//! The HTTP API of the preferences.

pub mod unsubscribe;

use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::mail_frequency::MailFrequency;
use super::match_histogram::{self, LEAST_MATCH, MOST_MATCH};
use super::preferences::{self, PreferencesChange, PreferencesView};
use super::quiet_hours::MINUTES_OF_A_DAY;
use super::test_mail;
use identity::SignedIn;
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::request::{Json, NoBody};

#[derive(Debug, Serialize, ToSchema)]
pub struct NotificationPreferencesResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    preferences: NotificationPreferences,
}

/// What a user is emailed about, how soon, and when not.
#[derive(Debug, Serialize, ToSchema)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own on the page"
)]
pub struct NotificationPreferences {
    email_notifications_enabled: bool,
    frequency: MailFrequency,
    /// All of them, on every plan.
    allowed_frequencies: Vec<MailFrequency>,
    /// A tz database name; digests are sent in the morning of this time zone. Null is UTC.
    #[schema(example = "Europe/Berlin")]
    time_zone: Option<String>,
    /// Null if no email is scheduled: turned off, rejected, no subscription, or `instant` with nothing found.
    next_digest_at: Option<DateTime<Utc>>,
    /// The account's mail server permanently rejected an email. Turning digests on tries again.
    address_refused: bool,
    /// Posts below this match are not emailed.
    #[schema(minimum = 40, maximum = 100)]
    minimum_match: i64,
    /// Whether emails include posts.
    lead_alerts: bool,
    /// Whether emails include mentions: negative ones with `instant`, all of them in a digest.
    mention_alerts: bool,
    quiet_hours_enabled: bool,
    /// In the user's time zone.
    #[schema(example = "19:00")]
    quiet_from: String,
    #[schema(example = "08:00")]
    quiet_until: String,
    /// A short note after a week or month with nothing new.
    quiet_notes: bool,
    /// The email on the first morning of a trial.
    trial_mails: bool,
}

/// What to change; fields left out stay as they are.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ChangeNotificationPreferencesRequest {
    email_notifications_enabled: Option<bool>,
    /// `instant`, `daily`, `weekly` or `monthly`.
    #[schema(example = "weekly")]
    frequency: Option<String>,
    /// A tz database name.
    #[schema(example = "Europe/Berlin")]
    time_zone: Option<String>,
    #[schema(minimum = 40, maximum = 100)]
    minimum_match: Option<i64>,
    lead_alerts: Option<bool>,
    mention_alerts: Option<bool>,
    quiet_hours_enabled: Option<bool>,
    /// Hour and minute.
    #[schema(example = "19:00")]
    quiet_from: Option<String>,
    #[schema(example = "08:00")]
    quiet_until: Option<String>,
    quiet_notes: Option<bool>,
    trial_mails: Option<bool>,
}

/// Get the notification preferences
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

/// Change the notification preferences
///
/// Fields left out stay as they are.
#[utoipa::path(
    post, path = "/api/notification-preferences", tag = "Notifications",
    request_body = ChangeNotificationPreferencesRequest,
    responses(
        (status = 200, body = NotificationPreferencesResponse),
        (status = 400, body = ErrorBody, description = "Unknown frequency, time zone, match or time."),
        (status = 401, body = ErrorBody)
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
        minimum_match: request.minimum_match.map(minimum_match).transpose()?,
        lead_alerts: request.lead_alerts,
        mention_alerts: request.mention_alerts,
        quiet_hours_enabled: request.quiet_hours_enabled,
        quiet_from: request
            .quiet_from
            .as_deref()
            .map(minute_of_day)
            .transpose()?,
        quiet_until: request
            .quiet_until
            .as_deref()
            .map(minute_of_day)
            .transpose()?,
        quiet_notes: request.quiet_notes,
        trial_mails: request.trial_mails,
    };
    let shown = preferences::change(&app, &caller, change).await?;
    Ok(preferences_response(shown))
}

#[derive(Debug, Serialize, ToSchema)]
pub struct MatchHistogramResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    matches: FoundMatches,
    /// Always null; failed calls have a text here.
    #[schema(value_type = Option<String>)]
    error: (),
}

/// The user's posts from the last 30 days, by match.
#[derive(Debug, Serialize, ToSchema)]
pub struct FoundMatches {
    /// From a match of 40 to one of 100.
    #[schema(min_items = 61, max_items = 61)]
    counts: Vec<i64>,
    /// All of them, including those below 40.
    total: i64,
    /// How many days that covers: 30, or 0 before the first post was found.
    days: i64,
}

/// Count posts by match, to choose a minimum
#[utoipa::path(
    get, path = "/api/notification-preferences/matches", tag = "Notifications",
    responses((status = 200, body = MatchHistogramResponse), (status = 401, body = ErrorBody))
)]
pub async fn show_found_matches(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
) -> ApiResult<axum::Json<MatchHistogramResponse>> {
    let found = match_histogram::load(&app.db, caller.user_id, app.clock.now()).await?;
    Ok(axum::Json(MatchHistogramResponse {
        success: true,
        matches: FoundMatches {
            counts: found.counts,
            total: found.total,
            days: found.days,
        },
        error: (),
    }))
}

#[derive(Debug, Serialize, ToSchema)]
pub struct TestMailResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// The address it is sent to.
    to: String,
    /// Always null; failed calls have a text here.
    #[schema(value_type = Option<String>)]
    error: (),
}

/// Send a test email
///
/// To the account's own address, at most three times in ten minutes.
#[utoipa::path(
    post, path = "/api/notification-preferences/test", tag = "Notifications",
    responses(
        (status = 200, body = TestMailResponse),
        (status = 401, body = ErrorBody),
        (status = 429, body = ErrorBody)
    )
)]
pub async fn send_test_mail(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    _: NoBody,
) -> ApiResult<axum::Json<TestMailResponse>> {
    if test_mail::send(&app, &caller).await?.is_err() {
        return Err(ApiError::new(
            StatusCode::TOO_MANY_REQUESTS,
            "Too many test emails. Try again in a few minutes.",
        ));
    }
    Ok(axum::Json(TestMailResponse {
        success: true,
        to: caller.email,
        error: (),
    }))
}

fn frequency(name: &str) -> ApiResult<MailFrequency> {
    let known = MailFrequency::named(name);
    known.ok_or_else(|| {
        ApiError::bad_request("frequency must be instant, daily, weekly or monthly.")
    })
}

fn time_zone(name: &str) -> ApiResult<Tz> {
    name.parse().map_err(|_unknown| {
        ApiError::bad_request("Unknown time zone. Choose one such as Europe/Berlin.")
    })
}

fn minimum_match(value: i64) -> ApiResult<i64> {
    if (LEAST_MATCH..=MOST_MATCH).contains(&value) {
        return Ok(value);
    }
    Err(ApiError::bad_request(
        "minimum_match must be a number from 40 to 100.",
    ))
}

/// Minutes after midnight of a time such as 19:00.
fn minute_of_day(time: &str) -> ApiResult<i64> {
    let parsed = time.split_once(':').and_then(|(hour, minute)| {
        let is_plain = hour.len() == 2 && minute.len() == 2;
        let (hour, minute): (u8, u8) = (hour.parse().ok()?, minute.parse().ok()?);
        let minutes = i64::from(hour) * 60 + i64::from(minute);
        (is_plain && minute < 60 && minutes < MINUTES_OF_A_DAY).then_some(minutes)
    });
    parsed.ok_or_else(|| ApiError::bad_request("Times must look like 19:00."))
}

fn clock_time(minutes: i64) -> String {
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

fn preferences_response(shown: PreferencesView) -> axum::Json<NotificationPreferencesResponse> {
    let PreferencesView { preferences, .. } = shown;
    axum::Json(NotificationPreferencesResponse {
        success: true,
        preferences: NotificationPreferences {
            email_notifications_enabled: preferences.enabled,
            frequency: preferences.chosen_frequency(),
            allowed_frequencies: MailFrequency::ALL.to_vec(),
            next_digest_at: shown.next_digest_at,
            address_refused: shown.is_refused,
            minimum_match: preferences.minimum_match,
            lead_alerts: preferences.lead_alerts,
            mention_alerts: preferences.mention_alerts,
            quiet_hours_enabled: preferences.quiet_hours_enabled,
            quiet_from: clock_time(preferences.quiet_from),
            quiet_until: clock_time(preferences.quiet_until),
            quiet_notes: preferences.quiet_notes,
            trial_mails: preferences.trial_mails,
            time_zone: preferences.time_zone,
        },
    })
}
