//! The form that takes the token, and what it gives for it.

use askama::Template;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use chrono::TimeDelta;
use subtle::ConstantTimeEq;

use super::operator_guard::{OpsCaller, client_of, comes_from_our_page};
use super::ops_cookie;
use super::ops_form::read_form;
use platform::api_error::{ApiError, ApiResult};
use platform::app::App;
use platform::rate_limit::{self, Limit};

/// Guesses of one client.
const TRIES: Limit = Limit::new(10, TimeDelta::minutes(5));

#[derive(Template)]
#[template(path = "ops/sign_in.html")]
struct SignInPage<'a> {
    problem: Option<&'a str>,
}

/// Asks for the token.
pub(super) fn ask(status: StatusCode, problem: Option<&str>) -> Response {
    match (SignInPage { problem }).render() {
        Ok(page) => (status, Html(page)).into_response(),
        Err(error) => ApiError::unavailable("The form cannot be shown right now.")
            .because(error)
            .into_response(),
    }
}

/// Takes the token and gives a cookie for it.
pub(super) async fn sign_in(State(app): State<App>, request: Request) -> ApiResult<Response> {
    let Some(token) = &app.settings.metrics_token else {
        return Err(ApiError::not_found());
    };
    let (parts, body) = request.into_parts();
    if !comes_from_our_page(&parts.headers) {
        let words = "This request came from another page.";
        return Err(ApiError::new(StatusCode::FORBIDDEN, words));
    }
    let peer = parts
        .extensions
        .get::<axum::extract::ConnectInfo<std::net::SocketAddr>>();
    let Some(peer) = peer.map(|peer| peer.0.ip()) else {
        return Err(ApiError::not_found());
    };
    let client = client_of(&parts, peer);
    if !may_try(&app, &client.to_string()).await? {
        let words = "Too many tries. Wait a few minutes and try again.";
        return Ok(ask(StatusCode::TOO_MANY_REQUESTS, Some(words)));
    }
    let form = read_form(Request::from_parts(parts, body)).await?;
    let typed = form.get("token").map(String::as_str).unwrap_or_default();
    let is_right: bool = typed
        .trim()
        .as_bytes()
        .ct_eq(token.expose().as_bytes())
        .into();
    if !is_right {
        tracing::warn!(%client, "a wrong token was typed at the operations page");
        return Ok(ask(
            StatusCode::UNAUTHORIZED,
            Some("That is not the token."),
        ));
    }
    tracing::info!(
        operator = format!("token from {client}"),
        action = "signed in",
        "operations page"
    );
    let cookie = ops_cookie::give(token.expose(), app.clock.real(), is_https(&app));
    Ok(([(header::SET_COOKIE, cookie)], Redirect::to("/ops")).into_response())
}

/// Takes the cookie away.
pub(super) async fn sign_out(State(app): State<App>, operator: OpsCaller) -> Response {
    operator.note("signed out", "");
    let cookie = ops_cookie::take_away(is_https(&app));
    ([(header::SET_COOKIE, cookie)], Redirect::to("/ops")).into_response()
}

async fn may_try(app: &App, client: &str) -> ApiResult<bool> {
    if app.settings.lifts_address_limits {
        return Ok(true);
    }
    let mut tx = app.db.begin().await?;
    let name = format!("operations from {client}");
    let taken = rate_limit::take(&mut tx, &name, TRIES, app.clock.real()).await?;
    tx.commit().await?;
    Ok(taken.is_ok())
}

fn is_https(app: &App) -> bool {
    app.site_url.scheme() == "https"
}
