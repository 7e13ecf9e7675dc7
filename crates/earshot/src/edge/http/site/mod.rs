//! The public site at `/site/`: what Earshot does, what it costs, whether it works, and the small
//! print.
//!
//! Plain HTML without a script, made once at start; only the status is made while people ask. Its
//! style sheet, faces and pictures are built with the web app (`web/src/site`, `web/public/site`).

mod examples;
mod home;
mod markdown;
mod pictures;
mod plans;
mod search_engines;
mod small_print;
mod status;
mod try_page;

use std::hash::{DefaultHasher, Hash, Hasher};

use askama::Template;
use axum::Router;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use bytes::Bytes;

use super::assets;
use home::HomePage;
use platform::app::App;

/// The pages that search engines are told of, by the last part of their address.
const LISTED: [&str; 6] = ["", "changelog", "status", "terms", "privacy", "contact"];

/// Every page of the site. Whatever else lies under `/site/` is a picture or nowhere.
pub fn routes(app: &App) -> Router<App> {
    let frame = SiteFrame::of(app);
    let status = frame
        .named("status")
        .described("Whether Earshot and the services it calls are working right now.");
    let mut routes = Router::new()
        .route("/site", get(async || Redirect::permanent("/site/")))
        .route("/site/try", get(try_page::show_preview))
        .route(
            "/site/",
            page(CachedPage::of(&HomePage::of(&frame, &app.settings))),
        )
        .route("/site/status", status::page(status))
        .merge(search_engines::routes(app, &LISTED));
    for (name, text) in small_print::pages(&frame, &app.settings) {
        routes = routes.route(&format!("/site/{name}"), page(text));
    }
    routes
}

/// What every page of the site has around its content.
#[derive(Clone)]
struct SiteFrame {
    /// What search engines and shared links say of the page.
    description: String,
    version: &'static str,
    /// The address of the page itself, for those who share it.
    url: String,
    /// The picture that is shown with a shared link; its address must be whole.
    shared_picture: String,
    support_email: String,
    /// Who runs this server, if the settings say so.
    operator: Option<String>,
    /// None in a build without the web app; the page is readable all the same.
    stylesheet: Option<String>,
    fonts: Vec<String>,
}

impl SiteFrame {
    fn of(app: &App) -> Self {
        let faces = ["inter-site", "bricolage-grotesque-site"];
        let address = |path| app.site_url.join(path).map(String::from);
        Self {
            description: format!(
                "Earshot finds the Reddit posts worth answering, drafts a reply, and tells you when your brand comes up. {}",
                plans::summary(&app.settings.offer)
            ),
            version: platform::VERSION,
            url: address("/site/").unwrap_or_default(),
            shared_picture: address("/site/shared.jpg").unwrap_or_default(),
            support_email: app.settings.support_email.clone(),
            operator: app.settings.operator.name.clone(),
            stylesheet: assets::hashed("site", ".css"),
            fonts: faces
                .iter()
                .filter_map(|face| assets::hashed(face, ".woff2"))
                .collect(),
        }
    }

    fn named(&self, page: &str) -> Self {
        Self {
            url: format!("{}{page}", self.url),
            ..self.clone()
        }
    }

    fn described(self, description: &str) -> Self {
        Self {
            description: description.to_owned(),
            ..self
        }
    }
}

/// A page as it is sent, again and again.
#[derive(Clone)]
struct CachedPage {
    html: Bytes,
    etag: HeaderValue,
}

impl CachedPage {
    fn of(template: &impl Template) -> Self {
        let html = template
            .render()
            .expect("the site's templates render; a test opens each");
        let mut hasher = DefaultHasher::new();
        html.hash(&mut hasher);
        // Weak, because the page may be compressed on its way.
        let etag = format!("W/\"{:016x}\"", hasher.finish());
        Self {
            html: Bytes::from(html),
            etag: HeaderValue::from_str(&etag).expect("hex digits are plain ASCII"),
        }
    }

    fn answer(self, headers: &HeaderMap) -> Response {
        let fixed = [
            (
                header::CONTENT_TYPE,
                HeaderValue::from_static("text/html; charset=utf-8"),
            ),
            // Asked for again each time, which costs one small answer as long as it is the same.
            (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
            (header::ETAG, self.etag.clone()),
            (header::VARY, HeaderValue::from_static("accept-encoding")),
        ];
        let is_known = headers
            .get(header::IF_NONE_MATCH)
            .is_some_and(|known| *known == self.etag);
        if is_known {
            (StatusCode::NOT_MODIFIED, fixed).into_response()
        } else {
            (fixed, self.html).into_response()
        }
    }
}

fn page(page: CachedPage) -> axum::routing::MethodRouter<App> {
    get(async move |headers: HeaderMap| page.clone().answer(&headers))
}
