//! The page behind the unsubscribe link of every digest. It needs no sign-in and no JavaScript.
//!
//! Opening it changes nothing, because mail programs prefetch links; its button does, and so
//! does the mail program's own button (RFC 8058), which posts to the same address.

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use serde::Deserialize;
use uuid::Uuid;

use super::super::preferences::{self, PreferencesChange};
use super::super::store;
use super::super::unsubscribe_token::UnsubscribeSigner;
use platform::api_error::ApiResult;
use platform::app::App;
use platform::request::Query;

#[derive(Debug, Deserialize)]
pub struct UnsubscribeQuery {
    #[serde(default)]
    token: String,
}

/// Shows the page with the unsubscribe button.
pub async fn show(
    State(app): State<App>,
    Query(link): Query<UnsubscribeQuery>,
) -> ApiResult<Response> {
    let Some(user_id) = owner(&app, &link).await? else {
        return page(&app, &link, UnsubscribeView::InvalidLink);
    };
    let preferences = store::load_preferences(&app.db, user_id).await?;
    let is_on = preferences.is_none_or(|it| it.enabled);
    page(
        &app,
        &link,
        if is_on {
            UnsubscribeView::Confirm
        } else {
            UnsubscribeView::Unsubscribed
        },
    )
}

/// Switches digests off; idempotent.
pub async fn switch_off(
    State(app): State<App>,
    Query(link): Query<UnsubscribeQuery>,
) -> ApiResult<Response> {
    switch(&app, &link, false, UnsubscribeView::Unsubscribed).await
}

/// Switches them on again.
pub async fn undo(
    State(app): State<App>,
    Query(link): Query<UnsubscribeQuery>,
) -> ApiResult<Response> {
    switch(&app, &link, true, UnsubscribeView::Resubscribed).await
}

async fn switch(
    app: &App,
    link: &UnsubscribeQuery,
    enabled: bool,
    view: UnsubscribeView,
) -> ApiResult<Response> {
    let Some(user_id) = owner(app, link).await? else {
        return page(app, link, UnsubscribeView::InvalidLink);
    };
    let change = PreferencesChange {
        enabled: Some(enabled),
        ..PreferencesChange::default()
    };
    let mut tx = app.db.begin().await?;
    preferences::save(&mut tx, &app.clock, user_id, change).await?;
    tx.commit().await?;
    page(app, link, view)
}

/// The user of a link; `None` if it is invalid or the account was deleted.
async fn owner(app: &App, link: &UnsubscribeQuery) -> ApiResult<Option<Uuid>> {
    let Some(user_id) = UnsubscribeSigner::of(&app.db).await?.owner_of(&link.token) else {
        return Ok(None);
    };
    let user = identity::find(&app.db, &user_id.to_string()).await?;
    Ok(user.map(|user| user.id))
}

/// What the page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UnsubscribeView {
    Confirm,
    Unsubscribed,
    Resubscribed,
    InvalidLink,
}

#[derive(Template)]
#[template(path = "unsubscribe.html")]
struct UnsubscribePage<'a> {
    view: UnsubscribeView,
    token: &'a str,
    support_email: &'a str,
}

fn page(app: &App, link: &UnsubscribeQuery, view: UnsubscribeView) -> ApiResult<Response> {
    let page = UnsubscribePage {
        view,
        token: &link.token,
        support_email: &app.settings.support_email,
    };
    let status = match view {
        UnsubscribeView::InvalidLink => StatusCode::NOT_FOUND,
        _ => StatusCode::OK,
    };
    Ok((status, Html(page.render()?)).into_response())
}
