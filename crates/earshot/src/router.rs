//! Every route of the product on one page.

use axum::Router;
use axum::routing::get;
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Document;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::edge::http::{assets, docs, health, layers, page, site};
use crate::platform::answer::Failure;
use crate::platform::settings::{Analytics, Role};
use crate::sandbox;

/// The product as one service.
pub fn build(app: App) -> layers::Edge {
    let mut routes = OpenApiRouter::new().merge(operations());
    if app.settings.roles.contains(&Role::Web) {
        routes = routes.merge(pages());
        routes = routes.merge(OpenApiRouter::from(site::routes(&app)));
        // The doors of a sandbox exist only while there is one.
        if !app.settings.sandboxes().is_empty() {
            routes = routes.merge(sandbox_doors());
        }
    }
    let (mut product, _) = routes.split_for_parts();
    if !app.settings.roles.contains(&Role::Web) {
        product = product.fallback(async || Failure::not_found());
    }
    let product = product.method_not_allowed_fallback(async || Failure::wrong_method());
    let edge = layers::EdgeSettings {
        is_https: app.site_url.scheme() == "https",
        analytics_origin: app.settings.analytics.as_ref().map(Analytics::origin),
    };
    layers::around(product.with_state(app), &edge)
}

/// The contract between the two halves, as `openapi.json` holds it.
pub fn openapi() -> Document {
    let all: OpenApiRouter<App> = OpenApiRouter::with_openapi(Frame::openapi())
        .merge(operations())
        .merge(sandbox_doors());
    all.split_for_parts().1
}

#[derive(OpenApi)]
#[openapi(info(
    title = "Earshot",
    description = "Finds the Reddit posts worth answering and every mention of a brand."
))]
struct Frame;

/// For those who run the server.
fn operations() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(health::show_health))
        .routes(routes!(health::show_readiness))
        .routes(routes!(health::show_metrics))
}

/// The web app, its settings, and the API as a page; files and the app's own addresses last.
fn pages() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .route("/settings.js", get(page::show_settings))
        .merge(OpenApiRouter::from(api_pages()))
        .fallback(assets::serve)
}

/// The API as a page for people and as a document for programs.
fn api_pages() -> Router<App> {
    docs::routes(&openapi()).expect("the API's page renders; a test opens it")
}

/// For tests and for people who try things out.
fn sandbox_doors() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(sandbox::api::show_mailbox))
        .routes(routes!(sandbox::api::show_mail))
        .routes(routes!(sandbox::api::show_sandbox_settings))
        .routes(routes!(sandbox::api::show_clock, sandbox::api::move_clock))
}
