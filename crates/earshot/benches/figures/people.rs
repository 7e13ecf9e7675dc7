//! People with accounts, made before the server that is measured starts.

use std::sync::OnceLock;

use anyhow::Context;
use chrono::TimeDelta;
use earshot::server::Server;
use identity::{AccountChange, NewPassword, WayBack};
use metrics_exporter_prometheus::PrometheusHandle;
use platform::app::App;
use platform::clock::Clock;
use platform::settings::{Settings, Source};
use platform::telemetry::start_metrics;
use uuid::Uuid;

use crate::loader::request;
use crate::place::FreshPlace;

pub(crate) struct Person {
    pub(crate) id: Uuid,
    pub(crate) email: String,
    pub(crate) token: String,
    /// The publishable key of the server.
    pub(crate) key: String,
}

/// Does something with the product itself, while nobody else uses the place.
pub(crate) async fn with_app<T>(
    place: &FreshPlace,
    work: impl AsyncFnOnce(&App) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let (name, value) = place.setting();
    let source = Source::of([
        ("EARSHOT_BIND", "127.0.0.1:0"),
        ("EARSHOT_SCANS", "off"),
        (name, &value),
    ]);
    let settings = Settings::read(&source)?;
    let server = Server::start(settings, Clock::system(), metrics()?).await?;
    let done = work(&server.app).await;
    server.stop().await;
    done
}

/// So many people, with confirmed addresses and open sessions.
pub(crate) async fn add(app: &App, count: usize) -> anyhow::Result<Vec<Person>> {
    let mut people = Vec::new();
    for number in 0..count {
        let email = format!("person{number}@example.com");
        let user = identity::add_confirmed(app, &email, "Ada Lovelace").await?;
        let token = identity::issue_token(app, user.id, TimeDelta::hours(1)).await?;
        people.push(Person {
            id: user.id,
            email,
            token: token.context("signing in somebody who was just added")?,
            key: app.auth.key.clone(),
        });
    }
    Ok(people)
}

impl Person {
    pub(crate) async fn choose_password(&self, app: &App, password: &str) -> anyhow::Result<()> {
        let caller = identity::caller_of(app, &self.token).await?;
        let change = AccountChange {
            password: Some(NewPassword::parse(password)?),
            ..AccountChange::default()
        };
        let no_mail = WayBack {
            challenge: None,
            redirect_to: None,
        };
        identity::change_account(app, &caller, change, &no_mail).await?;
        Ok(())
    }

    pub(crate) async fn make_profile(&self, app: &App) -> anyhow::Result<()> {
        let caller = identity::caller_of(app, &self.token).await?;
        identity::create_profile(app, &caller).await?;
        Ok(())
    }

    /// The text of a request of theirs.
    pub(crate) fn request(&self, start: &str, headers: &[(&str, &str)], body: &str) -> String {
        let bearer = format!("Bearer {}", self.token);
        let own = [("apikey", self.key.as_str()), ("authorization", &bearer)];
        request(start, &[&own, headers].concat(), body)
    }
}

/// Counters are one per process, however often the product is started in it.
fn metrics() -> anyhow::Result<PrometheusHandle> {
    static METRICS: OnceLock<PrometheusHandle> = OnceLock::new();
    if let Some(started) = METRICS.get() {
        return Ok(started.clone());
    }
    let started = start_metrics()?;
    Ok(METRICS.get_or_init(|| started).clone())
}
