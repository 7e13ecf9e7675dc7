//! The scanner: the first scan at once, then at the plan's cadence, each scan once.

mod cadence;
mod crashes;
mod failures;
mod outages;
mod schedule_spread;
mod status;

use billing::Status;
use chrono::{DateTime, TimeDelta, Utc};
use earshot::lifecycle::Lifecycle;
use onboarding::WebsiteProfile;
use platform::product::Plan;
use serde_json::{Value, json};

use crate::kit::{MANY_CALLS, Person, TestApp};

/// An app that scans automatically.
pub(crate) async fn scanning() -> TestApp {
    TestApp::start_with(&[("EARSHOT_SCANS", "on"), MANY_CALLS]).await
}

impl TestApp {
    /// A person whose session outlasts these tests.
    async fn customer(&self, name: &str) -> Person {
        let mut person = self.person(name).await;
        person.token = self.token_of(person.id, TimeDelta::days(3_650)).await;
        person
    }
}

/// A customer with keywords and a company that people mention.
pub(crate) async fn founder(app: &TestApp, name: &str, keywords: &[&str]) -> Person {
    let person = app.customer(name).await;
    let company = WebsiteProfile {
        company_name: "Paperlark".to_owned(),
        website_url: "https://paperlark.example/".to_owned(),
        description: Some(
            "Paperlark writes, sends and follows up invoices for freelancers and small studios."
                .to_owned(),
        ),
        ..WebsiteProfile::default()
    };
    let mut tx = app.db().begin().await.unwrap();
    let added = onboarding::add_if_missing(&mut tx, &app.clock, person.id, company).await;
    assert!(added.unwrap(), "the person has no company yet");
    tx.commit().await.unwrap();
    for keyword in keywords {
        let body = json!({ "keyword": keyword });
        assert_eq!(person.posts("/api/keywords", &body).await.status, 200);
    }
    person
}

impl Person {
    /// Set by an operator, without a checkout.
    pub(crate) async fn is_given(&self, app: &TestApp, status: Option<Status>, plan: Plan) {
        let mut tx = app.db().begin().await.unwrap();
        billing::set_subscription(&mut tx, &app.clock, &Lifecycle, self.id, status, Some(plan))
            .await
            .unwrap();
        tx.commit().await.unwrap();
    }

    /// What the card shows.
    pub(crate) async fn scanner(&self) -> Value {
        let path = format!("/api/cron-jobs/{}/status", self.id);
        let reply = self.gets(&path).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.json()["status"].clone()
    }

    pub(crate) async fn scans(&self) -> Vec<Value> {
        let reply = self.gets(&format!("/api/cron-jobs/{}/runs", self.id)).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        assert_eq!(reply.json()["success"], true);
        reply.json()["runs"].as_array().unwrap().clone()
    }

    pub(crate) async fn next_scan(&self) -> DateTime<Utc> {
        let status = self.scanner().await;
        let next = status["nextExecution"].as_str();
        next.unwrap_or_else(|| panic!("{status}")).parse().unwrap()
    }
}

impl TestApp {
    /// Lets time pass until a person's next scan is due, and runs it.
    async fn waits_for_scan_of(&self, person: &Person) -> TimeDelta {
        let wait = person.next_scan().await - self.clock.now();
        self.lets_pass(wait).await;
        wait
    }
}
