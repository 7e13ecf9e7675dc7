//! `/ops`: how everything stands, and dead jobs tried again. It works without a script and on every
//! process, whatever its roles.

use askama::Template;
use axum::Router;
use axum::extract::{Request, State};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use uuid::Uuid;

use super::operator_guard::OpsCaller;
use super::ops_form::read_form;
use super::ops_view::OpsView;
use super::sign_in_page;
use super::support_view::SupportView;
use super::written_numbers::count_of;
use platform::api_error::{ApiError, ApiResult};
use platform::app::App;
use platform::jobs::{self, DeadJobs};
use platform::request::{Path, Query};

pub fn routes() -> Router<App> {
    Router::new()
        .route("/ops", get(show_overview))
        .route("/ops/sign-in", post(sign_in_page::sign_in))
        .route("/ops/sign-out", post(sign_in_page::sign_out))
        .route("/ops/jobs/retry", post(retry_kind))
        .route("/ops/jobs/{id}/retry", post(retry_job))
        .route("/ops/customers", post(find_customer))
        .route("/ops/customers/{id}", get(show_customer))
}

/// What the page before has done.
#[derive(Debug, Deserialize)]
struct OpsQuery {
    /// How many jobs are tried again.
    retried: Option<i64>,
    /// Nobody has the address or id that was looked for.
    #[serde(default)]
    missed: bool,
}

#[derive(Template)]
#[template(path = "ops/overview.html")]
struct OverviewPage {
    view: OpsView,
    notice: Option<String>,
    missed: bool,
    has_token: bool,
}

#[derive(Template)]
#[template(path = "ops/customer.html")]
struct CustomerPage {
    customer: SupportView,
    has_token: bool,
}

async fn show_overview(
    State(app): State<App>,
    operator: OpsCaller,
    Query(query): Query<OpsQuery>,
) -> ApiResult<Response> {
    operator.note("opened the overview", "");
    let notice = query.retried.map(|count| match count {
        0 => "Nothing to retry: the job is gone, or one like it is under way.".to_owned(),
        _ => format!("{} tried again.", count_of(count, "job is", "jobs are")),
    });
    let page = OverviewPage {
        view: Box::pin(OpsView::of(&app)).await,
        notice,
        missed: query.missed,
        has_token: app.settings.metrics_token.is_some(),
    };
    Ok(Html(page.render()?).into_response())
}

async fn retry_job(
    State(app): State<App>,
    operator: OpsCaller,
    Path(id): Path<Uuid>,
) -> ApiResult<Redirect> {
    operator.note("retried a job", &id.to_string());
    retry(&app, &DeadJobs::One(id)).await
}

async fn retry_kind(
    State(app): State<App>,
    operator: OpsCaller,
    request: Request,
) -> ApiResult<Redirect> {
    let mut form = read_form(request).await?;
    let Some(kind) = form.remove("kind").filter(|kind| !kind.is_empty()) else {
        return Err(ApiError::bad_request("The form names no kind of job."));
    };
    operator.note("retried the jobs of a kind", &kind);
    retry(&app, &DeadJobs::OfKind(kind)).await
}

async fn retry(app: &App, which: &DeadJobs) -> ApiResult<Redirect> {
    let retried = jobs::retry(&app.db, &app.clock, which).await?;
    Ok(Redirect::to(&format!("/ops?retried={retried}")))
}

/// The address stands in the form and not in the page's own address, which browsers remember.
async fn find_customer(
    State(app): State<App>,
    operator: OpsCaller,
    request: Request,
) -> ApiResult<Redirect> {
    let form = read_form(request).await?;
    let who = form.get("who").map(String::as_str).unwrap_or_default();
    let Some(user) = identity::find(&app.db, who.trim()).await? else {
        operator.note("looked for a customer who is not here", "");
        return Ok(Redirect::to("/ops?missed=true"));
    };
    Ok(Redirect::to(&format!("/ops/customers/{}", user.id)))
}

async fn show_customer(
    State(app): State<App>,
    operator: OpsCaller,
    Path(id): Path<Uuid>,
) -> ApiResult<Response> {
    operator.note("opened a customer", &id.to_string());
    let Some(customer) = Box::pin(SupportView::of(&app, id)).await? else {
        return Err(ApiError::not_found());
    };
    let page = CustomerPage {
        customer,
        has_token: app.settings.metrics_token.is_some(),
    };
    Ok(Html(page.render()?).into_response())
}
