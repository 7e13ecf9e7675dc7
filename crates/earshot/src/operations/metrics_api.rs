//! `GET /metrics`.

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::current_gauges;
use super::operator_guard::may_operate;
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;

/// Get metrics
///
/// In the Prometheus text format. Only from this machine, or with the token from EARSHOT_METRICS_TOKEN.
#[utoipa::path(
    get, path = "/metrics", tag = "Operations",
    responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = ErrorBody))
)]
pub async fn show_metrics(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    if !may_operate(&app, peer, &headers) {
        return Err(ApiError::not_found());
    }
    let kind = [(
        header::CONTENT_TYPE,
        "text/plain; version=0.0.4; charset=utf-8",
    )];
    let text = app.metrics.render() + &current_gauges::read(&app).await;
    Ok((StatusCode::OK, kind, text).into_response())
}
