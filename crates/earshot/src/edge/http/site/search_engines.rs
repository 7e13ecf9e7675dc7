//! What search engines are told: which addresses are for them, and where the pages are.

use std::fmt::Write;

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Router, body::Bytes};

use platform::app::App;

/// Addresses of the app and of programs; `/site/try` costs calls to Reddit.
const CLOSED: [&str; 12] = [
    "/site/try",
    "/api/",
    "/auth",
    "/rest/",
    "/realtime/",
    "/sandbox/",
    "/settings.js",
    "/dashboard",
    "/onboarding",
    "/payment",
    "/unsubscribe",
    "/dev/",
];

pub(super) fn routes(app: &App, pages: &[&str]) -> Router<App> {
    let root = app.site_url.as_str().trim_end_matches('/');
    let robots = Bytes::from(robots(root));
    let sitemap = Bytes::from(sitemap(root, pages));
    Router::new()
        .route(
            "/robots.txt",
            get(async move || text("text/plain; charset=utf-8", robots.clone())),
        )
        .route(
            "/sitemap.xml",
            get(async move || text("application/xml; charset=utf-8", sitemap.clone())),
        )
}

fn text(kind: &'static str, body: Bytes) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    (headers, body).into_response()
}

fn robots(root: &str) -> String {
    let mut robots = "User-agent: *\nAllow: /site/\n".to_owned();
    for path in CLOSED {
        let _ = writeln!(robots, "Disallow: {path}");
    }
    let _ = writeln!(robots, "\nSitemap: {root}/sitemap.xml");
    robots
}

fn sitemap(root: &str, pages: &[&str]) -> String {
    let mut sitemap = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for page in pages {
        let _ = writeln!(sitemap, "<url><loc>{root}/site/{page}</loc></url>");
    }
    sitemap + "</urlset>\n"
}
