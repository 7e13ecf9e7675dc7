//! The public site at `/site/`: what Earshot does, what it costs, and the small print.
//!
//! Plain HTML without a script, made once at start. Its style sheet and faces are built with the web
//! app (`web/src/site`), from the same tokens.

mod markdown;
mod plans;
mod try_page;

use std::hash::{DefaultHasher, Hash, Hasher};

use askama::Template;
use axum::Router;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use bytes::Bytes;

use self::markdown::MarkdownPage;
use self::plans::Pricing;
use super::assets;
use platform::app::App;
use platform::product::Offer;
use platform::settings::Settings;

const TERMS: &str = include_str!("../../../../templates/site/terms.md");
const PRIVACY: &str = include_str!("../../../../templates/site/privacy.md");
const CONTACT: &str = include_str!("../../../../templates/site/contact.md");

/// Every page of the site. Whatever else lies under `/site/` is nowhere, as the web app says it.
pub fn routes(app: &App) -> Router<App> {
    let frame = SiteFrame::of(app);
    let texts = &app.settings.site_texts;
    let own = |text: &Option<String>, ours: &str| text.clone().unwrap_or_else(|| ours.to_owned());
    let small_print = |name: &'static str, text: &str| {
        CachedPage::of(&TextPage {
            frame: &frame.named(name),
            page: markdown::render(&filled_in(text, &app.settings)),
        })
    };
    Router::new()
        .route("/site", get(async || Redirect::permanent("/site/")))
        .route("/site/try", get(try_page::show_preview))
        .route(
            "/site/",
            page(CachedPage::of(&HomePage::of(&frame, &app.settings.offer))),
        )
        .route(
            "/site/terms",
            page(small_print("terms", &own(&texts.terms, TERMS))),
        )
        .route(
            "/site/privacy",
            page(small_print("privacy", &own(&texts.privacy, PRIVACY))),
        )
        .route(
            "/site/contact",
            page(small_print("contact", &own(&texts.contact, CONTACT))),
        )
}

/// What the texts may leave for the settings to fill in.
fn filled_in(text: &str, settings: &Settings) -> String {
    let measuring = match &settings.analytics {
        None => "This server measures nothing: no analytics are set up on it.".to_owned(),
        Some(analytics) => format!(
            "If you agree, and only then, the web app sends what you click and which pages you open to PostHog at {}, \
             together with your user id, your e-mail address and the day you signed up. Your password, the texts on \
             your screen and what follows the ? in an address are left out. You can take your agreement back.",
            analytics.origin()
        ),
    };
    let offer = &settings.offer;
    text.replace("{support_email}", &settings.support_email)
        .replace("{prices}", &plans::prices(offer))
        .replace("{trial_days}", &offer.trial_days.to_string())
        .replace("{measuring}", &measuring)
}

/// What every page of the site has around its content.
#[derive(Clone)]
struct SiteFrame {
    /// `Two plans, three days free.`
    offer: String,
    version: &'static str,
    /// The address of the page itself, for those who share it.
    url: String,
    support_email: String,
    /// None in a build without the web app; the page is readable all the same.
    stylesheet: Option<String>,
    fonts: Vec<String>,
}

impl SiteFrame {
    fn of(app: &App) -> Self {
        let faces = [
            "inter-latin-wght-normal",
            "bricolage-grotesque-latin-wght-normal",
        ];
        Self {
            offer: plans::summary(&app.settings.offer),
            version: platform::VERSION,
            url: app
                .site_url
                .join("/site/")
                .map(String::from)
                .unwrap_or_default(),
            support_email: app.settings.support_email.clone(),
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
}

#[derive(Template)]
#[template(path = "site/home.html")]
struct HomePage<'a> {
    frame: &'a SiteFrame,
    pricing: Pricing,
}

impl<'a> HomePage<'a> {
    fn of(frame: &'a SiteFrame, offer: &Offer) -> Self {
        Self {
            frame,
            pricing: Pricing::of(offer),
        }
    }
}

/// Terms, privacy and contact: a title and prose.
#[derive(Template)]
#[template(path = "site/small_print.html")]
struct TextPage<'a> {
    frame: &'a SiteFrame,
    page: MarkdownPage,
}

impl TextPage<'_> {
    fn title(&self) -> &str {
        self.page.title.as_deref().unwrap_or("Earshot")
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
