//! Billing: buying, changing and cancelling a subscription, through the API and the sandbox of the
//! payment provider.

mod account_deletion;
mod cancellation;
mod checkout;
mod crashes;
mod entitlements;
mod one_trial;
mod plan_changes;
mod provider_failures;
mod races;
mod reactivation;
mod receipts;
mod trial_reminder;
mod trials;
mod webhook_events;

use chrono::TimeDelta;
use platform::db::args;
use providers::payments::{ProviderStatus, Subscription};
use sandboxes::payments::{CheckoutClient as Payer, SECRET_KEY};
use serde_json::{Value, json};

use crate::kit::{Person, Reply, TestApp};

pub(crate) const GOOD_CARD: &str = "4242424242424242";
pub(crate) const DECLINED_CARD: &str = "4000000000000002";
/// Accepted, and declined at every charge.
pub(crate) const FAILING_CARD: &str = "4000000000000341";
/// It pays, and the provider knows it again on another account.
pub(crate) const RECOGNISED_CARD: &str = "5555555555554444";
/// The same, and the subscription ends up unpaid.
pub(crate) const UNPAID_CARD: &str = "4000000000000820";

/// The subjects of mails about a trial and about payments.
const TRIAL_STARTED: &str = "Your free trial of Earshot has started";
const STARTED: &str = "Your Earshot subscription has started";
const RECEIPT: &str = "Your receipt from Earshot";

fn days(count: i64) -> TimeDelta {
    TimeDelta::days(count)
}

/// A person whose session outlasts every trial and month of these tests.
pub(crate) async fn customer(app: &TestApp, name: &str) -> Person {
    let mut person = app.person(name).await;
    person.token = app.token_of(person.id, days(365)).await;
    person
}

impl Person {
    /// Presses the button of a plan.
    async fn checks_out(&self, plan: &str) -> Reply {
        let body = json!({
            "planId": plan, "userEmail": self.email, "userName": "Ada",
            "metadata": { "user_id": self.id, "plan_id": plan, "price": 1, "app_name": "Earshot" },
        });
        self.posts("/api/stripe-payments", &body).await
    }

    /// Goes through the checkout with a card, and comes back.
    pub(crate) async fn buys(&self, app: &TestApp, plan: &str, card: &str) {
        let checkout = self.checks_out(plan).await.json();
        assert!(pays(app, &checkout, card).await, "the card is accepted");
        assert_ne!(self.status().await, "pending");
    }

    /// The status that the payment provider reports.
    async fn status(&self) -> String {
        let reply = self.gets("/api/subscription/status").await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.json()["status"].as_str().unwrap().to_owned()
    }

    /// What the card in Settings shows.
    async fn trial(&self) -> Value {
        let path = format!("/api/subscription/trial-status/{}", self.id);
        let reply = self.gets(&path).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.json()["data"].clone()
    }

    /// The status in the table, which guards and pages read.
    pub(crate) async fn stored_status(&self) -> String {
        let rows = self.gets("/rest/v1/subscriptions?select=status").await;
        assert_eq!(rows.status, 200, "{}", rows.body);
        let status = rows.json()[0]["status"].clone();
        status.as_str().unwrap_or("none").to_owned()
    }

    async fn subscription_id(&self) -> Value {
        self.trial().await["subscriptionId"].clone()
    }

    pub(crate) async fn changes_to(&self, plan: &str) -> Reply {
        self.changes_to_pausing(plan, &[]).await
    }

    async fn changes_to_pausing(&self, plan: &str, paused: &[String]) -> Reply {
        let body = json!({
            "currentSubscriptionId": self.subscription_id().await, "newPlanId": plan,
            "userEmail": self.email, "metadata": { "user_id": self.id, "current_plan": "?" },
            "pausedKeywords": paused,
        });
        self.posts("/api/subscription/change-plan", &body).await
    }

    pub(crate) async fn cancels(&self) -> Reply {
        let body = json!({
            "subscriptionId": self.subscription_id().await, "reason": "Too quiet",
            "cancelImmediately": true, "userEmail": self.email,
        });
        self.posts("/api/subscription/cancel", &body).await
    }

    async fn reactivates(&self) -> Reply {
        let body =
            json!({ "subscriptionId": self.subscription_id().await, "userEmail": self.email });
        let path = "/api/subscription/reactivate-existing";
        self.posts(path, &body).await
    }

    /// The text of the newest mail with this subject.
    async fn mail_text(&self, app: &TestApp, subject: &str) -> String {
        app.works_off_jobs().await;
        let mails = app.visitor().reads_mail_to(&self.email).await;
        let mail = mails.iter().find(|mail| mail["subject"] == subject);
        let mail = mail.unwrap_or_else(|| panic!("no mail {subject:?}"));
        mail["text"].as_str().unwrap().to_owned()
    }

    /// The subjects of the mails they received, oldest first, without those about findings.
    async fn mail_subjects(&self, app: &TestApp) -> Vec<String> {
        app.works_off_jobs().await;
        let mails = app.visitor().reads_mail_to(&self.email).await;
        let subjects = mails.iter().rev();
        subjects
            .map(|mail| mail["subject"].as_str().unwrap().to_owned())
            .filter(|subject| !subject.starts_with("A quiet "))
            .collect()
    }
}

/// Pays on the checkout's page; whether the card was accepted.
async fn pays(app: &TestApp, checkout: &Value, card: &str) -> bool {
    let session = checkout["session_id"].as_str();
    let session = session.unwrap_or_else(|| panic!("no checkout: {checkout}"));
    payer(app).pays(session, card).await.unwrap()
}

fn payer(app: &TestApp) -> Payer {
    let address = app.server().sandboxes.address("payments");
    Payer::at(address.expect("the payment sandbox is open"))
}

async fn customer_of(app: &TestApp, person: &Person) -> String {
    let sql = "select customer_id from billing_accounts where user_id = $1";
    let (customer,): (String,) = app.db().one(sql, args![person.id]).await.unwrap();
    customer
}

/// The person's subscriptions at the provider, newest first.
async fn at_provider(app: &TestApp, person: &Person) -> Vec<Subscription> {
    let customer = customer_of(app, person).await;
    let all = app.app().payments.subscriptions_of(&customer).await;
    all.unwrap()
}

fn live(all: &[Subscription]) -> Vec<&Subscription> {
    use ProviderStatus::{Active, PastDue, Trialing};
    let is_live = |it: &&Subscription| matches!(it.status, Active | Trialing | PastDue);
    all.iter().filter(is_live).collect()
}

/// What the person was charged, in cents, oldest first.
async fn charges(app: &TestApp, person: &Person) -> Vec<i64> {
    let address = app.server().sandboxes.address("payments").unwrap();
    charges_at(
        &format!("http://{address}"),
        &customer_of(app, person).await,
    )
    .await
}

async fn charges_at(sandbox: &str, customer: &str) -> Vec<i64> {
    let url = format!("{sandbox}/v1/invoices?limit=100&customer={customer}");
    let browser = reqwest::Client::builder().no_proxy().build().unwrap();
    let reply = browser.get(url).bearer_auth(SECRET_KEY).send().await;
    let invoices: Value = reply.unwrap().json().await.unwrap();
    let all = invoices["data"].as_array().expect("a list of invoices");
    let paid = all
        .iter()
        .rev()
        .map(|it| it["amount_paid"].as_i64().unwrap());
    paid.filter(|cents| *cents > 0).collect()
}
