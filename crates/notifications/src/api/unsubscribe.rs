//! The page behind the link in every digest. It needs no sign-in and no script.
//!
//! Opening it changes nothing, because mail programs open links by themselves; its button does, and so
//! does the one of the mail program (RFC 8058), which posts to the same address.

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use serde::Deserialize;
use uuid::Uuid;

use super::super::preferences::{self, Change};
use super::super::store;
use super::super::unsubscribing::Signer;
use platform::api_error::ApiResult;
use platform::app::App;
use platform::request::Query;

#[derive(Debug, Deserialize)]
pub struct Link {
    #[serde(default)]
    token: String,
}

/// Says what the button does.
pub async fn show(State(app): State<App>, Query(link): Query<Link>) -> ApiResult<Response> {
    let Some(user_id) = owner(&app, &link).await? else {
        return page(&app, &link, Says::NoSuchLink);
    };
    let kept = store::of(&app.db, user_id).await?;
    let is_on = kept.is_none_or(|preferences| preferences.enabled);
    page(&app, &link, if is_on { Says::Asks } else { Says::Off })
}

/// Switches digests off; doing it again changes nothing.
pub async fn switch_off(State(app): State<App>, Query(link): Query<Link>) -> ApiResult<Response> {
    switch(&app, &link, false, Says::Off).await
}

/// Switches them on again.
pub async fn undo(State(app): State<App>, Query(link): Query<Link>) -> ApiResult<Response> {
    switch(&app, &link, true, Says::OnAgain).await
}

async fn switch(app: &App, link: &Link, enabled: bool, says: Says) -> ApiResult<Response> {
    let Some(user_id) = owner(app, link).await? else {
        return page(app, link, Says::NoSuchLink);
    };
    let change = Change {
        enabled: Some(enabled),
        ..Change::default()
    };
    let mut tx = app.db.begin().await?;
    preferences::save(&mut tx, &app.clock, user_id, change).await?;
    tx.commit().await?;
    page(app, link, says)
}

/// Whose link it is; none if it is not ours or its owner has left.
async fn owner(app: &App, link: &Link) -> ApiResult<Option<Uuid>> {
    let Some(user_id) = Signer::of(&app.db).await?.owner_of(&link.token) else {
        return Ok(None);
    };
    let user = identity::find(&app.db, &user_id.to_string()).await?;
    Ok(user.map(|user| user.id))
}

/// What the page says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Says {
    Asks,
    Off,
    OnAgain,
    NoSuchLink,
}

#[derive(Template)]
#[template(path = "unsubscribe.html")]
struct Page<'a> {
    says: Says,
    token: &'a str,
    support_email: &'a str,
}

fn page(app: &App, link: &Link, says: Says) -> ApiResult<Response> {
    let page = Page {
        says,
        token: &link.token,
        support_email: &app.settings.support_email,
    };
    let status = match says {
        Says::NoSuchLink => StatusCode::NOT_FOUND,
        _ => StatusCode::OK,
    };
    Ok((status, Html(page.render()?)).into_response())
}
