//! Reddit's status and the settings for AI filtering on the wire.

use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{AiSettings, Level, NewAiSettings, NotSaved};
use identity::SignedIn;
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::product::Plan;
use platform::provider_health::{self, Provider};
use platform::request::{Json, Path};
use platform::settings::RedditSetting;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RedditStatus {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// Whether posts come from Reddit itself.
    configured: bool,
    auth_type: AuthType,
    /// A message for people.
    #[schema(example = "Sample posts: connect Reddit to see real ones")]
    message: String,
    /// When Reddit became unavailable; null while it responds.
    failing_since: Option<DateTime<Utc>>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AuthType {
    /// The operator's application at Reddit.
    Oauth,
    /// The embedded stand-in.
    Sandbox,
    /// Not connected: posts come from other sources.
    None,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RedditAuth {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// Where the operator manages the Reddit app; empty without one.
    auth_url: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AiSettingsShown {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    settings: AiSettings,
    /// The levels the plan includes.
    levels: Vec<Level>,
    /// The plan's name.
    #[schema(example = "Starter")]
    plan: &'static str,
    /// Whether there is a language model that can follow instructions.
    has_model: bool,
}

/// Get the source of posts
#[utoipa::path(
    get, path = "/api/reddit/status", tag = "Listening",
    responses((status = 200, body = RedditStatus), (status = 401, body = ErrorBody))
)]
pub async fn show_reddit_status(
    State(app): State<App>,
    SignedIn(_caller): SignedIn,
) -> ApiResult<axum::Json<RedditStatus>> {
    let chosen = &app.settings.listening.reddit;
    let state = provider_health::state_of(&app.db, Provider::Reddit).await?;
    let failing_since = state.and_then(|state| state.failing_since);
    let message = match failing_since {
        Some(since) => format!(
            "Reddit has been unavailable since {} UTC",
            since.format("%H:%M")
        ),
        None => match chosen {
            RedditSetting::Sandbox => "Sample posts: connect Reddit to see real ones".to_owned(),
            RedditSetting::Live(_) => "Connected to Reddit".to_owned(),
            RedditSetting::None => {
                "Reddit is not connected: posts come from other sources".to_owned()
            }
        },
    };
    Ok(axum::Json(RedditStatus {
        success: true,
        configured: matches!(chosen, RedditSetting::Live(_)),
        auth_type: match chosen {
            RedditSetting::Sandbox => AuthType::Sandbox,
            RedditSetting::Live(_) => AuthType::Oauth,
            RedditSetting::None => AuthType::None,
        },
        message,
        failing_since,
    }))
}

/// Get the address where the operator authorises the Reddit app
///
/// Users never connect their own Reddit accounts.
#[utoipa::path(
    get, path = "/api/reddit/auth", tag = "Listening",
    responses((status = 200, body = RedditAuth), (status = 401, body = ErrorBody))
)]
pub async fn show_reddit_auth(
    State(app): State<App>,
    SignedIn(_caller): SignedIn,
) -> axum::Json<RedditAuth> {
    let is_live = matches!(app.settings.listening.reddit, RedditSetting::Live(_));
    axum::Json(RedditAuth {
        success: true,
        auth_url: if is_live {
            app.reddit.address_of("/prefs/apps")
        } else {
            String::new()
        },
    })
}

/// Get the AI filtering settings
#[utoipa::path(
    get, path = "/api/mentions/ai-settings/{userId}", tag = "Listening",
    params(("userId" = Uuid, Path, description = "Your own id; any other id returns 404.")),
    responses(
        (status = 200, body = AiSettingsShown),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody)
    )
)]
pub async fn show_ai_settings(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Path(user_id): Path<Uuid>,
) -> ApiResult<axum::Json<AiSettingsShown>> {
    if user_id != caller.user_id {
        return Err(ApiError::not_found());
    }
    let mut tx = app.db.begin().await?;
    let settings = super::settings_of(&mut tx, user_id).await?;
    Ok(shown(&app, settings))
}

/// Change the AI filtering settings
///
/// Fields left out stay as they are.
#[utoipa::path(
    post, path = "/api/mentions/ai-settings", tag = "Listening", request_body = NewAiSettings,
    responses(
        (status = 200, body = AiSettingsShown),
        (status = 400, body = ErrorBody, description = "A name is invalid, a text is too long, or a list has too many entries."),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody, description = "The plan does not include advanced filtering.")
    )
)]
pub async fn change_ai_settings(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Json(new): Json<NewAiSettings>,
) -> ApiResult<axum::Json<AiSettingsShown>> {
    let mut tx = app.db.begin().await?;
    let changed = super::change_settings(&mut tx, &app.clock, caller.user_id, new).await;
    let changed = changed.map_err(|refused| match refused {
        NotSaved::NotInPlan { .. } => {
            ApiError::new(StatusCode::FORBIDDEN, refused.to_string()).headline("Upgrade Required")
        }
        NotSaved::Bad(bad) => ApiError::bad_request(bad.to_string()),
        NotSaved::Unforeseen(error) => error.into(),
    })?;
    tx.commit().await?;
    Ok(shown(&app, changed))
}

fn shown(app: &App, (settings, plan): (AiSettings, Plan)) -> axum::Json<AiSettingsShown> {
    axum::Json(AiSettingsShown {
        success: true,
        settings,
        levels: match Level::of(plan) {
            Level::Basic => vec![Level::Basic],
            Level::Advanced => vec![Level::Basic, Level::Advanced],
        },
        plan: plan.terms().name,
        has_model: app.llm.is_some(),
    })
}
