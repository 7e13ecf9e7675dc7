//! What works at this moment, in plain words: this server, its database, and the services that it
//! calls. What is known of those comes from the calls that the product makes anyway.

use std::sync::Arc;

use askama::Template;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::Mutex;

use super::SiteFrame;
use platform::api_error::{ApiError, ApiResult};
use platform::app::App;
use platform::provider_health::{self, HealthState, Provider};

/// Visitors within so many seconds get the same page, so that many of them ask the database once.
const FRESH_FOR: TimeDelta = TimeDelta::seconds(10);

/// One line of the page.
pub(super) struct Service {
    pub(super) name: &'static str,
    pub(super) condition: Condition,
    pub(super) words: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    Working,
    Failing,
    /// A sandbox stands in.
    SampleData,
    /// The operator did not set it up, and the product works without.
    Absent,
    Unknown,
}

impl Condition {
    pub(super) fn label(self) -> &'static str {
        match self {
            Condition::Working => "Working",
            Condition::Failing => "Not answering",
            Condition::SampleData => "Sample data",
            Condition::Absent => "Not set up",
            Condition::Unknown => "Unknown",
        }
    }

    pub(super) fn icon(self) -> &'static str {
        match self {
            Condition::Working => "check",
            Condition::Failing => "circle-x",
            Condition::SampleData | Condition::Absent | Condition::Unknown => "minus",
        }
    }

    /// The colour of the label, which says the same in words.
    pub(super) fn tone(self) -> &'static str {
        match self {
            Condition::Working => "positive",
            Condition::Failing => "negative",
            Condition::SampleData => "value",
            Condition::Absent | Condition::Unknown => "neutral",
        }
    }
}

#[derive(Template)]
#[template(path = "site/status.html")]
struct StatusPage<'a> {
    frame: &'a SiteFrame,
    headline: String,
    checked_at: String,
    services: Vec<Service>,
}

/// The page as it was last made, and when.
type LastPage = Arc<Mutex<Option<(DateTime<Utc>, Bytes)>>>;

pub(super) fn page(frame: SiteFrame) -> MethodRouter<App> {
    let last = LastPage::default();
    get(async move |State(app): State<App>| show(&app, &frame, &last).await)
}

async fn show(app: &App, frame: &SiteFrame, last: &LastPage) -> ApiResult<Response> {
    // Held while the page is made: whoever comes meanwhile waits for it instead of making another.
    let mut last = last.lock().await;
    let now = app.clock.real();
    let html = match last.as_ref() {
        Some((made_at, html)) if now < *made_at + FRESH_FOR => html.clone(),
        _ => {
            let html = Bytes::from(render(app, frame, now).await?);
            *last = Some((now, html.clone()));
            html
        }
    };
    let headers = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static("text/html; charset=utf-8"),
        ),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((headers, html).into_response())
}

async fn render(app: &App, frame: &SiteFrame, now: DateTime<Utc>) -> ApiResult<String> {
    let services = services(app).await;
    let page = StatusPage {
        frame,
        headline: headline(&services),
        checked_at: now.format("%-d %B %Y, %H:%M:%S UTC").to_string(),
        services,
    };
    page.render().map_err(|error| {
        ApiError::unavailable("The status cannot be shown right now.").because(error)
    })
}

async fn services(app: &App) -> Vec<Service> {
    let settings = &app.settings;
    let mut services = vec![
        Service {
            name: "Website and app",
            condition: Condition::Working,
            words: "This server answers.".to_owned(),
        },
        database(app).await,
    ];
    for outside in [
        Outside {
            name: "Reddit",
            provider: Provider::Reddit,
            is_sample: settings.listening.is_reddit_sandbox(),
            absent: None,
        },
        Outside {
            name: "Google ranks",
            provider: Provider::Ranks,
            is_sample: settings.listening.is_rank_sandbox(),
            absent: app
                .ranks
                .is_none()
                .then_some("Posts are shown without their place on Google."),
        },
        Outside {
            name: "Mail",
            provider: Provider::Mail,
            is_sample: settings.smtp_url.is_none(),
            absent: None,
        },
        Outside {
            name: "Payments",
            provider: Provider::Payments,
            is_sample: settings.payments.is_sandbox(),
            absent: None,
        },
        Outside {
            name: "Language model",
            provider: Provider::LanguageModel,
            is_sample: settings.llm.is_sandbox(),
            absent: app
                .llm
                .is_none()
                .then_some("A reply kit takes the place of drafts."),
        },
    ] {
        services.push(outside.look(app).await);
    }
    services
}

async fn database(app: &App) -> Service {
    let (condition, words) = match app.db.ping().await {
        Ok(()) => (
            Condition::Working,
            "Accounts, posts and mentions are there.",
        ),
        Err(error) => {
            tracing::warn!(%error, "the status page found the database away");
            (
                Condition::Failing,
                "Signing in and the lists do not work until it is back.",
            )
        }
    };
    Service {
        name: "Database",
        condition,
        words: words.to_owned(),
    }
}

/// A service that the product calls.
struct Outside {
    name: &'static str,
    provider: Provider,
    is_sample: bool,
    /// What the product does without it, where it is not set up.
    absent: Option<&'static str>,
}

impl Outside {
    async fn look(self, app: &App) -> Service {
        let (condition, words) = match self.absent {
            Some(words) => (Condition::Absent, words.to_owned()),
            None => match provider_health::state_of(&app.db, self.provider).await {
                Ok(state) => self.judge(state.as_ref()),
                Err(_) => (
                    Condition::Unknown,
                    "Nothing is known while the database is away.".to_owned(),
                ),
            },
        };
        Service {
            name: self.name,
            condition,
            words,
        }
    }

    fn judge(&self, state: Option<&HealthState>) -> (Condition, String) {
        let failing_since = state.and_then(|state| state.failing_since);
        let answered_at = state.and_then(|state| state.answered_at);
        match (failing_since, answered_at) {
            (Some(since), _) => (
                Condition::Failing,
                format!("No answer since {}.", moment(since)),
            ),
            (None, _) if self.is_sample => (
                Condition::SampleData,
                "A sandbox on this server stands in for it.".to_owned(),
            ),
            (None, Some(at)) => (Condition::Working, format!("Last answer: {}.", moment(at))),
            (None, None) => (Condition::Unknown, "Not called yet.".to_owned()),
        }
    }
}

fn moment(at: DateTime<Utc>) -> String {
    at.format("%-d %B, %H:%M UTC").to_string()
}

fn headline(services: &[Service]) -> String {
    let failing: Vec<&str> = services
        .iter()
        .filter(|service| service.condition == Condition::Failing)
        .map(|service| service.name)
        .collect();
    if failing.is_empty() {
        "Everything is working".to_owned()
    } else {
        format!("Not answering: {}", failing.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reddit(is_sample: bool) -> Outside {
        Outside {
            name: "Reddit",
            provider: Provider::Reddit,
            is_sample,
            absent: None,
        }
    }

    fn state(answered: bool, failing: bool) -> HealthState {
        let noon = DateTime::from_timestamp(1_794_744_000, 0).unwrap();
        HealthState {
            answered_at: answered.then_some(noon),
            failing_since: failing.then_some(noon + TimeDelta::minutes(5)),
            failure: failing.then(|| "unauthorised".to_owned()),
        }
    }

    #[test]
    fn what_is_known_of_a_service_is_said_in_plain_words() {
        for (is_sample, state, condition, words) in [
            (
                false,
                Some(state(true, true)),
                Condition::Failing,
                "No answer since 15 November, 12:05 UTC.",
            ),
            (
                true,
                Some(state(true, true)),
                Condition::Failing,
                "No answer since 15 November, 12:05 UTC.",
            ),
            (
                false,
                Some(state(true, false)),
                Condition::Working,
                "Last answer: 15 November, 12:00 UTC.",
            ),
            (
                true,
                Some(state(true, false)),
                Condition::SampleData,
                "A sandbox on this server stands in for it.",
            ),
            (false, None, Condition::Unknown, "Not called yet."),
        ] {
            assert_eq!(
                reddit(is_sample).judge(state.as_ref()),
                (condition, words.to_owned())
            );
        }
    }

    #[test]
    fn the_headline_names_what_does_not_answer() {
        let service = |name, condition| Service {
            name,
            condition,
            words: String::new(),
        };
        let well = [
            service("Mail", Condition::Working),
            service("Reddit", Condition::SampleData),
        ];
        let ill = [
            service("Mail", Condition::Failing),
            service("Reddit", Condition::Failing),
        ];

        assert_eq!(headline(&well), "Everything is working");
        assert_eq!(headline(&ill[..1]), "Not answering: Mail");
        assert_eq!(headline(&ill), "Not answering: Mail, Reddit");
    }
}
