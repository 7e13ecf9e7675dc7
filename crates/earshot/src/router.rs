//! Every route of the product on one page.

use axum::routing::{get, post};
use axum::{Extension, Router};
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Document;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::edge::http::{
    api_docs, assets, current_jobs, health, keyword_preview, page_settings, request_pipeline, site,
};
use crate::operations::{metrics_api, ops_page};
use crate::wiring::Product;
use crate::{lifecycle, sandbox_routes};
use platform::api_error::ApiError;
use platform::app::App;
use platform::settings::{Analytics, Role};

/// The product as one service.
pub fn build(product: &Product) -> request_pipeline::HttpService {
    let app = &product.app;
    let mut routes = OpenApiRouter::new().merge(operations());
    if app.settings.roles.contains(&Role::Web) {
        routes = routes
            .merge(account())
            .merge(company())
            .merge(subscription())
            .merge(listening())
            .merge(discovery())
            .merge(mentions())
            .merge(scanner())
            .merge(drafts())
            .merge(notifications())
            .merge(unsubscribe_pages())
            .merge(pages())
            .merge(OpenApiRouter::from(site::routes(app)))
            .merge(OpenApiRouter::from(supabase::routes()));
        // Nobody could tell a forged event from a true one without the provider's secret.
        if app.payments.takes_webhooks() {
            routes = routes.merge(payment_events());
        }
        routes = routes.merge(sandbox_routes::of(&app.settings));
    }
    let (mut routes, _) = routes.split_for_parts();
    if !app.settings.roles.contains(&Role::Web) {
        routes = routes.fallback(async || ApiError::not_found());
    }
    let routes = routes.method_not_allowed_fallback(async || ApiError::wrong_method());
    let edge = request_pipeline::PipelineSettings {
        is_https: app.site_url.scheme() == "https",
        analytics_origin: app.settings.analytics.as_ref().map(Analytics::origin),
        trusted_proxies: app.settings.trusted_proxies.clone(),
    };
    let routes = routes
        .layer(Extension(product.listening.clone()))
        .layer(Extension(product.sandboxes.clone()));
    request_pipeline::wrap(routes.with_state(app.clone()), &edge).checking_accounts(app.clone())
}

/// The contract between the two halves, as `openapi.json` holds it.
pub fn openapi() -> Document {
    let all: OpenApiRouter<App> = OpenApiRouter::with_openapi(OpenApiHeader::openapi())
        .merge(operations())
        .merge(account())
        .merge(company())
        .merge(subscription())
        .merge(payment_events())
        .merge(listening())
        .merge(discovery())
        .merge(mentions())
        .merge(scanner())
        .merge(drafts())
        .merge(notifications())
        .merge(sandbox_routes::all());
    all.split_for_parts().1
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Earshot",
        description = "Finds the Reddit posts worth answering and every mention of a brand."
    ),
    // No route answers with it: the page reads it from /settings.js.
    components(schemas(platform::product::ProductFacts))
)]
struct OpenApiHeader;

/// For those who run the server.
fn operations() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(health::show_health))
        .routes(routes!(health::show_readiness))
        .routes(routes!(metrics_api::show_metrics))
        .merge(OpenApiRouter::from(ops_page::routes()))
}

/// The web app, its settings, and the API as a page; files and the app's own addresses last.
fn pages() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .route("/settings.js", get(page_settings::show_settings))
        .merge(OpenApiRouter::from(api_pages()))
        .fallback(assets::serve)
}

/// What people do with their account beyond signing in and out.
fn account() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(lifecycle::welcome_api::send_welcome))
        .routes(routes!(identity::api::list_devices))
        .routes(routes!(identity::api::sign_out_device))
        .routes(routes!(lifecycle::api::export_account))
        .routes(routes!(lifecycle::api::delete_account))
}

/// What Earshot knows of a company, and the words it listens for.
fn company() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(onboarding::api::analyze_website))
        .routes(routes!(onboarding::api::preview_website))
        .routes(routes!(onboarding::api::list_companies))
        .routes(routes!(onboarding::api::correct_company))
        .routes(routes!(
            keywords::api::list_keywords,
            keywords::api::add_keyword,
            keywords::api::remove_keyword
        ))
        .routes(routes!(
            keywords::api::list_suggestions,
            keywords::api::dismiss_suggestion
        ))
        .routes(routes!(keyword_preview::preview_keyword))
        .routes(routes!(discovery::keyword_posts_api::find_keyword_posts))
        .routes(routes!(searches::api::list_searches))
        .routes(routes!(searches::api::switch_search))
        .routes(routes!(
            searches::api::list_communities,
            searches::api::add_community
        ))
        .routes(routes!(
            searches::api::switch_community,
            searches::api::remove_community
        ))
}

/// Plans: how somebody stands, buys, changes and ends.
fn subscription() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(billing::api::start_payment))
        .routes(routes!(billing::api::check_subscription))
        .routes(routes!(billing::api::show_trial_status))
        .routes(routes!(billing::api::change_plan))
        .routes(routes!(billing::api::cancel_subscription))
        .routes(routes!(billing::api::reactivate_subscription))
        .routes(routes!(billing::api::open_portal))
}

/// What the payment provider tells by itself.
fn payment_events() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(billing::api::receive_payment_event))
}

/// Posts that are worth an answer, and how far the search for them is.
fn discovery() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(
            discovery::api::discover_posts,
            discovery::api::stop_discovery
        ))
        .routes(routes!(discovery::api::list_posts))
        .routes(routes!(discovery::api::export_posts))
        .routes(routes!(discovery::api::reject_post))
        .routes(routes!(discovery::api::restore_post))
        .routes(routes!(discovery::api::change_post_state))
        .routes(routes!(discovery::api::change_post_states))
        .routes(routes!(discovery::reading_api::show_unread_posts))
        .routes(routes!(discovery::reading_api::visit_posts))
        .routes(routes!(discovery::reading_api::mark_posts_read))
        .routes(routes!(discovery::learning_api::put_post_feedback))
        .routes(routes!(discovery::learning_api::list_left_out))
        .routes(routes!(discovery::learning_api::restore_left_out))
        .routes(routes!(
            discovery::learning_api::list_search_suggestions,
            discovery::learning_api::dismiss_search_suggestion
        ))
        .routes(routes!(mentions::api::put_mention_feedback))
        .routes(routes!(current_jobs::show_current_jobs))
}

/// Where people speak of the company, and by which names it is looked for.
fn mentions() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(mentions::api::list_mentions))
        .routes(routes!(mentions::api::export_mentions))
        .routes(routes!(mentions::api::show_mention_stats))
        .routes(routes!(mentions::api::mark_mentions_read))
        .routes(routes!(mentions::api::search_mentions_now))
        .routes(routes!(mentions::api::reject_mention))
        .routes(routes!(mentions::api::restore_mention))
        .routes(routes!(mentions::api::change_mention_state))
        .routes(routes!(mentions::api::change_mention_states))
        .routes(routes!(mentions::api::terms::initialize_terms))
        .routes(routes!(
            mentions::api::terms::list_brand_terms,
            mentions::api::terms::add_brand_term,
            mentions::api::terms::remove_brand_term
        ))
}

/// When scans come, and what the last ones brought.
fn scanner() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(scanner::api::show_scanner_status))
        .routes(routes!(scanner::api::list_scans))
        .routes(routes!(stream::api::stream_status))
}

/// Where posts come from and how they are filtered.
fn listening() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(listening::api::show_reddit_status))
        .routes(routes!(listening::api::show_reddit_auth))
        .routes(routes!(listening::api::show_ai_settings))
        .routes(routes!(listening::api::change_ai_settings))
        .routes(routes!(
            stream::api::list_sources,
            stream::api::choose_source
        ))
}

/// Comments for the user to post.
fn drafts() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(comments::api::generate_comment))
        .routes(routes!(
            comments::api::show_comment,
            comments::api::edit_comment
        ))
        .routes(routes!(comments::earlier_answers_api::list_earlier_answers))
}

/// What a user is emailed about, how soon, and when not.
fn notifications() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(
            notifications::api::show_notification_preferences,
            notifications::api::change_notification_preferences
        ))
        .routes(routes!(notifications::api::show_found_matches))
        .routes(routes!(notifications::api::send_test_mail))
}

/// The page behind the link in every digest.
fn unsubscribe_pages() -> OpenApiRouter<App> {
    use notifications::api::unsubscribe;
    OpenApiRouter::new()
        .route(
            "/unsubscribe",
            get(unsubscribe::show).post(unsubscribe::switch_off),
        )
        .route("/unsubscribe/undo", post(unsubscribe::undo))
}

/// The API as a page for people and as a document for programs.
fn api_pages() -> Router<App> {
    api_docs::routes(&openapi()).expect("the API's page renders; a test opens it")
}
