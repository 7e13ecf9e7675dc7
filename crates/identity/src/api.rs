//! What the product's own API offers about accounts. Signing up, in and out is `edge/supabase`.

use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{SignedIn, signed_in_devices};
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::request::Path;

/// A signed-in device.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignedInDevice {
    /// The session's id.
    id: Uuid,
    /// Browser and system; empty if they are not known.
    #[schema(example = "Firefox on Windows")]
    device: String,
    signed_in_at: DateTime<Utc>,
    /// When the session was last renewed, which an open page does every hour.
    last_seen_at: DateTime<Utc>,
    /// Whether this request comes from it.
    is_current: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SignedInDevices {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// Last used first.
    sessions: Vec<SignedInDevice>,
}

/// List the devices the caller is signed in on
#[utoipa::path(
    get, path = "/api/account/sessions", tag = "Account",
    responses((status = 200, body = SignedInDevices), (status = 401, body = ErrorBody))
)]
pub async fn list_devices(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
) -> ApiResult<axum::Json<SignedInDevices>> {
    let rows = signed_in_devices::of_caller(&app, &caller).await?;
    let sessions = rows.into_iter().map(|row| SignedInDevice {
        is_current: row.id == caller.session_id,
        id: row.id,
        device: row.device,
        signed_in_at: row.began_at,
        last_seen_at: row.refreshed_at,
    });
    Ok(axum::Json(SignedInDevices {
        success: true,
        sessions: sessions.collect(),
    }))
}

#[derive(Debug, Serialize, ToSchema)]
pub struct DeviceSignedOut {
    /// Always true.
    #[schema(example = true)]
    success: bool,
}

/// Sign out on one device
///
/// The session ends right away, and its open pages are notified. To end all other sessions, use `POST /auth/v1/logout?scope=others`.
#[utoipa::path(
    delete, path = "/api/account/sessions/{id}", tag = "Account",
    params(("id" = Uuid, Path, description = "The session's id")),
    responses(
        (status = 200, body = DeviceSignedOut),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody)
    )
)]
pub async fn sign_out_device(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Path(id): Path<Uuid>,
) -> ApiResult<axum::Json<DeviceSignedOut>> {
    if !signed_in_devices::sign_out(&app, &caller, id).await? {
        let message = "You are no longer signed in on this device.";
        return Err(ApiError::new(StatusCode::NOT_FOUND, message));
    }
    Ok(axum::Json(DeviceSignedOut { success: true }))
}
