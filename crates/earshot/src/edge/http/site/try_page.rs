//! `/site/try`: what Earshot understands of a website and the three best posts, without an account and
//! without a script.
//!
//! The page is sent in two parts. The first one shows what is being done; the second one follows on the
//! same connection once there is a result, and the style sheet hides the first.

use std::time::Duration;

use askama::Template;
use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use discovery::{CompanyPreview, PreviewLead, PreviewOutcome, PreviewStart};
use futures::stream::{self, StreamExt};
use serde::Deserialize;
use uuid::Uuid;

use super::SiteFrame;
use platform::app::App;
use platform::client_address::ClientAddress;
use platform::product::{Offer, days_in_words, is_fresh};
use platform::rate_limit::RateLimitExceeded;
use platform::request::Query;

/// What a visitor sends.
#[derive(Debug, Default, Deserialize)]
pub(super) struct TryQuery {
    #[serde(default)]
    website: String,
    /// What the company sells, in a sentence, for a website that cannot be read.
    #[serde(default)]
    about: String,
}

/// Longer sentences are cut off by the form itself.
const LONGEST_SENTENCE: usize = 300;
/// Whoever has waited this long has gone.
const LONGEST_WAIT: Duration = Duration::from_secs(40);
/// Stands where the second part of the page begins.
const SPLIT: &str = "<!-- result -->";

pub(super) async fn show_preview(
    State(app): State<App>,
    Extension(ClientAddress(client)): Extension<ClientAddress>,
    Query(query): Query<TryQuery>,
) -> Response {
    let website = query.website.trim();
    let sentence = Some(query.about.trim()).filter(|it| !it.is_empty());
    if !onboarding::is_website_address(website) {
        return whole(StatusCode::BAD_REQUEST, &app, website, &TryResult::Invalid);
    }
    if sentence.is_some_and(|it| it.chars().count() > LONGEST_SENTENCE) {
        let result = TryResult::Unreadable(format!(
            "Keep it to one sentence of at most {LONGEST_SENTENCE} characters."
        ));
        return whole(StatusCode::BAD_REQUEST, &app, website, &result);
    }
    match discovery::start_preview(&app, client, website, sentence).await {
        Ok(PreviewStart::Cached(preview)) => {
            whole(StatusCode::OK, &app, website, &TryResult::Shown(preview))
        }
        Ok(PreviewStart::Running(job_id)) => in_two_parts(app, website.to_owned(), job_id),
        Ok(PreviewStart::TooMany(exceeded)) => too_many(&app, website, exceeded),
        Err(error) => {
            tracing::error!(?error, "a public preview could not be started");
            whole(
                StatusCode::INTERNAL_SERVER_ERROR,
                &app,
                website,
                &TryResult::Failed,
            )
        }
    }
}

/// What the second part of the page says.
enum TryResult {
    Shown(Box<CompanyPreview>),
    /// Why the website could not be read.
    Unreadable(String),
    NoAnswer,
    Failed,
    Invalid,
    /// In how many minutes there is room again.
    TooMany(u64),
}

impl From<PreviewOutcome> for TryResult {
    fn from(outcome: PreviewOutcome) -> Self {
        match outcome {
            PreviewOutcome::Shown(preview) => TryResult::Shown(preview),
            PreviewOutcome::Unreadable { message, .. } => TryResult::Unreadable(message),
            PreviewOutcome::NoAnswer => TryResult::NoAnswer,
            PreviewOutcome::Failed => TryResult::Failed,
        }
    }
}

fn too_many(app: &App, website: &str, exceeded: RateLimitExceeded) -> Response {
    let minutes = exceeded.wait_s.div_ceil(60);
    let result = TryResult::TooMany(minutes);
    let mut response = whole(StatusCode::TOO_MANY_REQUESTS, app, website, &result);
    let seconds = HeaderValue::from(exceeded.wait_s);
    response.headers_mut().insert(header::RETRY_AFTER, seconds);
    response
}

/// The page at once, for a result that is known.
fn whole(status: StatusCode, app: &App, website: &str, result: &TryResult) -> Response {
    let page = page_of(app, website, false);
    let html = page.replacen(SPLIT, &result_of(app, website, result), 1);
    (status, HEADERS, html).into_response()
}

fn in_two_parts(app: App, website: String, job_id: Uuid) -> Response {
    let page = page_of(&app, &website, true);
    let (first, last) = page.split_once(SPLIT).unwrap_or((&page, ""));
    let (first, last) = (first.to_owned(), last.to_owned());
    let second = async move {
        let result = wait_for(&app, job_id).await;
        result_of(&app, &website, &result) + &last
    };
    let parts = stream::iter([first]).chain(stream::once(second));
    let parts = parts.map(|part| Ok::<_, std::convert::Infallible>(Bytes::from(part)));
    (HEADERS, UNBUFFERED, Body::from_stream(parts)).into_response()
}

async fn wait_for(app: &App, job_id: Uuid) -> TryResult {
    let ended = discovery::preview_ended(&app.db, job_id);
    match tokio::time::timeout(LONGEST_WAIT, ended).await {
        Ok(Ok(outcome)) => outcome.into(),
        Ok(Err(error)) => {
            tracing::error!(?error, "a public preview could not be read");
            TryResult::Failed
        }
        Err(_elapsed) => TryResult::Failed,
    }
}

const HEADERS: [(&str, &str); 3] = [
    ("content-type", "text/html; charset=utf-8"),
    ("cache-control", "no-store"),
    // Search engines would spend the previews of people.
    ("x-robots-tag", "noindex"),
];
/// A proxy or a compressor that collects the whole page would hide the first part.
const UNBUFFERED: [(&str, &str); 2] = [
    ("content-encoding", "identity"),
    ("x-accel-buffering", "no"),
];

#[derive(Template)]
#[template(path = "site/try.html")]
struct TryPage<'a> {
    frame: &'a SiteFrame,
    website: &'a str,
    is_working: bool,
}

fn page_of(app: &App, website: &str, is_working: bool) -> String {
    let page = TryPage {
        frame: &SiteFrame::of(app).named("try"),
        website,
        is_working,
    };
    page.render().expect("the page renders; a test opens it")
}

#[derive(Template)]
#[template(path = "site/try_result.html")]
struct TryResultPart<'a> {
    result: &'a TryResult,
    website: &'a str,
    sign_up: String,
    terms: String,
    now: DateTime<Utc>,
}

fn result_of(app: &App, website: &str, result: &TryResult) -> String {
    let query = url::form_urlencoded::Serializer::new(String::new())
        .append_pair("website", website)
        .finish();
    let part = TryResultPart {
        result,
        website,
        sign_up: format!("/signup?{query}"),
        terms: trial_terms(&app.settings.offer),
        now: app.clock.now(),
    };
    part.render()
        .expect("the result renders; a test shows each")
}

/// `The trial is free for three days and needs a card. …`
fn trial_terms(offer: &Offer) -> String {
    let prices = offer.plans.iter().filter_map(|plan| plan.terms().price);
    let cheapest = prices.min().unwrap_or_default();
    format!(
        "Free for {}, then from ${cheapest} a month. The trial needs a card; cancelling is one click.",
        days_in_words(offer.trial_days)
    )
}

impl TryResultPart<'_> {
    fn title(preview: &CompanyPreview) -> String {
        match preview.leads {
            0 => format!("No posts for {} yet", preview.name),
            1 => format!("1 post for {}", preview.name),
            count => format!("{count} posts for {}", preview.name),
        }
    }

    fn waiting(preview: &CompanyPreview) -> Option<String> {
        match preview.leads.saturating_sub(preview.posts.len()) {
            0 => None,
            1 => Some("1 more post is waiting".to_owned()),
            more => Some(format!("{more} more posts are waiting")),
        }
    }

    fn host(preview: &CompanyPreview) -> &str {
        let bare = preview.website.split_once("://");
        let bare = bare.map_or(preview.website.as_str(), |(_, rest)| rest);
        bare.trim_end_matches('/')
    }

    fn initial(preview: &CompanyPreview) -> String {
        let first = preview.name.chars().next().into_iter();
        first.flat_map(char::to_uppercase).collect()
    }

    /// How many of the four bars are filled, as in the app's rows.
    fn level(lead: &PreviewLead) -> usize {
        match lead.score {
            80.. => 4,
            65.. => 3,
            50.. => 2,
            _ => 1,
        }
    }

    fn age(&self, lead: &PreviewLead) -> String {
        let age = self.now - lead.written_at;
        match (age.num_days(), age.num_hours()) {
            (2.., _) => format!("{}d ago", age.num_days()),
            (_, 1..) => format!("{}h ago", age.num_hours()),
            _ => format!("{}m ago", age.num_minutes().max(0)),
        }
    }

    fn is_fresh(&self, lead: &PreviewLead) -> bool {
        is_fresh(lead.google_ranking, lead.written_at, self.now)
    }

    fn communities(preview: &CompanyPreview) -> String {
        let names = preview.communities.iter().map(|name| format!("r/{name}"));
        names.collect::<Vec<_>>().join(", ")
    }
}
