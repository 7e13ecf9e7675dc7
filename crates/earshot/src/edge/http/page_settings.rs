//! `/settings.js`: what the page must know before it starts, as a file of our own origin, because
//! the content security policy forbids inline scripts.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use platform::app::App;
use platform::product::ProductFacts;
use platform::settings::AuthSetting;

const THEME: &str = include_str!("theme.js");

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PageSettings<'a> {
    version: &'static str,
    /// Empty when the operator has taken it away: the page then says what is missing.
    auth_url: &'a str,
    auth_key: &'a str,
    marketing_url: &'a str,
    support_email: &'a str,
    sandbox: Vec<&'static str>,
    /// Whether people can sign in with Google.
    google_sign_in: bool,
    is_development: bool,
    /// Plans, trial and thresholds, so that the web app writes none of them down itself.
    product: ProductFacts,
    /// The product's time, which a sandbox can move: ages on the page go by it.
    now: String,
    /// Null: the page counts nothing and asks nobody.
    analytics: Option<PageAnalytics<'a>>,
}

#[derive(Serialize)]
struct PageAnalytics<'a> {
    key: &'a str,
    host: &'a str,
}

pub async fn show_settings(State(app): State<App>) -> Response {
    let settings = PageSettings {
        version: platform::VERSION,
        auth_url: auth_url(&app),
        auth_key: &app.auth.key,
        marketing_url: &app.settings.marketing_url,
        support_email: &app.settings.support_email,
        sandbox: app.settings.sandboxes(),
        google_sign_in: app.settings.google.is_offered(),
        is_development: !app.settings.is_production,
        product: ProductFacts::of(&app.settings.offer),
        now: app
            .clock
            .now()
            .to_rfc3339_opts(chrono::SecondsFormat::Millis, true),
        analytics: app
            .settings
            .analytics
            .as_ref()
            .map(|analytics| PageAnalytics {
                key: &analytics.key,
                host: analytics.address(),
            }),
    };
    let json = serde_json::to_string(&settings).expect("plain texts are JSON");
    let script = format!("window.__EARSHOT__ = {json};\n{THEME}");
    (
        [(header::CONTENT_TYPE, "text/javascript; charset=utf-8")],
        script,
    )
        .into_response()
}

/// Where the page signs people in: where it came from itself, by whatever name it was opened
/// (`localhost` or `127.0.0.1`; the content security policy knows no other), unless the operator
/// has named another place or taken it away.
fn auth_url(app: &App) -> &str {
    match app.settings.auth_url {
        AuthSetting::Own => "/",
        AuthSetting::Given(_) | AuthSetting::Missing => &app.auth.url,
    }
}
