//! A process crashes at each point around a payment call; the next one neither charges twice nor
//! loses what was bought.

use earshot::server::Server;
use platform::clock::Clock;
use platform::crash;
use platform::db::Db;
use reqwest::{Client, Method};
use std::time::Duration;

use super::*;
use crate::kit::{Process, TestPlace, eventually, metrics, settings_for};

const SHORT_LEASE: (&str, &str) = ("EARSHOT_JOB_LEASE_MS", "400");

/// Ada with a browser that tries again, whichever process answers.
struct Ada {
    id: uuid::Uuid,
    token: String,
    browser: Client,
    db: Db,
}

/// What she does, in order, until she leaves.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    WantsPro,
    WantsStarter,
    Pays,
    LooksAtStatus,
    Upgrades,
    Downgrades,
    Cancels,
    TakesItBack,
    OpensPortal,
    ChangesAddress,
    Leaves,
}

const STEPS: [Step; 11] = [
    Step::WantsPro,
    Step::WantsStarter,
    Step::Pays,
    Step::LooksAtStatus,
    Step::Upgrades,
    Step::Downgrades,
    Step::Cancels,
    Step::TakesItBack,
    Step::OpensPortal,
    Step::ChangesAddress,
    Step::Leaves,
];

impl Ada {
    /// Made by a server that is gone again, so that there is room for others on SQLite.
    async fn at(place: &TestPlace) -> Self {
        providers::install_tls();
        let settings = settings_for(place, &[]);
        let server = Server::start(settings, Clock::system(), metrics()).await;
        let server = server.unwrap();
        let user = identity::add_confirmed(&server.app, "ada@example.com", "Ada").await;
        let id = user.unwrap().id;
        let token = identity::issue_token(&server.app, id, TimeDelta::hours(1)).await;
        server.stop().await;
        let browser = Client::builder().no_proxy();
        Self {
            id,
            token: token.unwrap().unwrap(),
            browser: browser.timeout(Duration::from_secs(30)).build().unwrap(),
            db: place.open().await,
        }
    }

    /// The answer, or none if the process died over it.
    async fn sends(
        &self,
        process: &Process,
        (method, path): (Method, &str),
        body: Value,
    ) -> Option<(u16, Value)> {
        let url = format!("{}{path}", process.url);
        let request = self.browser.request(method, url).bearer_auth(&self.token);
        let reply = request.json(&body).send().await.ok()?;
        let status = reply.status().as_u16();
        Some((status, reply.json().await.ok()?))
    }

    async fn posts(&self, process: &Process, path: &str, body: Value) -> Option<(u16, Value)> {
        self.sends(process, (Method::POST, path), body).await
    }

    async fn subscription(&self, process: &Process) -> Option<Value> {
        let path = format!("/api/subscription/trial-status/{}", self.id);
        let shown = self.sends(process, (Method::GET, &path), json!({})).await?;
        Some(shown.1["data"]["subscriptionId"].clone())
    }

    /// Whether the step went well; none if the process died over it.
    async fn takes(&self, step: Step, process: &Process) -> Option<bool> {
        let payments = "/api/stripe-payments";
        let (status, body) = match step {
            Step::WantsStarter => {
                let body = json!({ "planId": "starter" });
                self.posts(process, payments, body).await?
            }
            Step::WantsPro => {
                self.posts(process, payments, json!({ "planId": "pro" }))
                    .await?
            }
            Step::Pays => return self.pays(process).await,
            Step::LooksAtStatus => {
                let path = "/api/subscription/status";
                self.sends(process, (Method::GET, path), json!({})).await?
            }
            Step::Downgrades => self.changes(process, "starter").await?,
            Step::Upgrades => self.changes(process, "pro").await?,
            Step::Cancels => self.ends(process, "cancel").await?,
            Step::TakesItBack => self.ends(process, "reactivate-existing").await?,
            Step::OpensPortal => {
                let path = "/api/subscription/portal";
                self.posts(process, path, json!({})).await?
            }
            Step::ChangesAddress => return self.awaits_job(process).await,
            Step::Leaves => {
                let confirm = json!({ "confirm": "ada@example.com" });
                let door = (Method::DELETE, "/api/account");
                self.sends(process, door, confirm).await?
            }
        };
        // While the place of the one that died is kept, the next one has to wait for a moment.
        assert!(status == 200 || status == 409, "{step:?}: {status} {body}");
        Some(status == 200)
    }

    /// Waits for the job that tells the provider of her address; none if the process died over it.
    async fn awaits_job(&self, process: &Process) -> Option<bool> {
        let path = format!("/api/subscription/trial-status/{}", self.id);
        self.sends(process, (Method::GET, &path), json!({})).await?;
        let sql = "select state from jobs where kind = 'change_customer_email'";
        let states: Vec<(String,)> = self.db.all(sql, args![]).await.unwrap();
        if states.is_empty() {
            // As a confirmed change of the address does.
            let mut tx = self.db.begin().await.unwrap();
            let queued = billing::follow_address(&mut tx, &Clock::system(), self.id).await;
            queued.unwrap();
            tx.commit().await.unwrap();
        }
        Some(states.iter().any(|(state,)| state == "done"))
    }

    async fn changes(&self, process: &Process, plan: &str) -> Option<(u16, Value)> {
        let id = self.subscription(process).await?;
        let body = json!({ "currentSubscriptionId": id, "newPlanId": plan });
        self.posts(process, "/api/subscription/change-plan", body)
            .await
    }

    async fn ends(&self, process: &Process, how: &str) -> Option<(u16, Value)> {
        let body = json!({ "subscriptionId": self.subscription(process).await?, "reason": "" });
        let path = format!("/api/subscription/{how}");
        self.posts(process, &path, body).await
    }

    /// Whatever checkout is open is the one she pays at.
    async fn pays(&self, process: &Process) -> Option<bool> {
        let body = json!({ "planId": "starter" });
        let (status, checkout) = self.posts(process, "/api/stripe-payments", body).await?;
        if status == 409 {
            return Some(true);
        }
        let session = checkout["session_id"]
            .as_str()
            .expect("a checkout")
            .to_owned();
        let sandbox = sandbox_of(process).await?;
        let address = sandbox.trim_start_matches("http://").parse().unwrap();
        Payer::at(address).pays(&session, GOOD_CARD).await.ok()
    }
}

async fn sandbox_of(process: &Process) -> Option<String> {
    let url = format!("{}/sandbox/settings", process.url);
    let browser = Client::builder().no_proxy().build().unwrap();
    let settings: Value = browser.get(url).send().await.ok()?.json().await.ok()?;
    let address = settings["sandboxes"]["payments"].as_str();
    Some(address.expect("the payment sandbox is open").to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_at_any_payment_call_neither_charges_twice_nor_loses_a_purchase() {
    let points = crash::POINTS.iter().filter(|it| it.starts_with("billing."));
    for point in points {
        let place = TestPlace::fresh().await;
        let ada = Ada::at(&place).await;
        let doomed = Process::start(&place, &[SHORT_LEASE, ("EARSHOT_CRASH_AT", point)]).await;

        let (process, customer) = lives_through(&place, &ada, doomed).await;

        let sandbox = sandbox_of(&process).await.unwrap();
        let db = place.open().await;
        let open = "select cast(count(*) as bigint) from jobs where kind = 'stop_charging' and state <> 'done'";
        eventually(point, || async {
            let (left,): (i64,) = db.one(open, args![]).await.unwrap();
            left == 0
        })
        .await;
        assert_eq!(charges_at(&sandbox, &customer).await, [2100], "{point}");
        let all = subscriptions_at(&sandbox, &customer).await;
        assert_eq!(all, ["canceled"], "{point}");
    }
}

/// Goes through all steps; when the process dies, with the next one. With it the provider's name
/// for Ada.
async fn lives_through(place: &TestPlace, ada: &Ada, doomed: Process) -> (Process, String) {
    let db = place.open().await;
    let (mut process, mut has_died) = (doomed, false);
    let mut customer = None;
    let mut pauses = tokio::time::interval(Duration::from_millis(50));
    let mut steps = STEPS.into_iter().peekable();
    while let Some(step) = steps.peek().copied() {
        if step == Step::Leaves {
            let sql = "select customer_id from billing_accounts";
            let (known,): (String,) = db.one(sql, args![]).await.unwrap();
            customer = Some(known);
            for subject in [TRIAL_STARTED, STARTED] {
                let sql = "select cast(count(*) as bigint) from outbox_mails where subject = $1";
                let (mails,): (i64,) = db.one(sql, args![subject]).await.unwrap();
                assert_eq!(mails, 1, "{subject}");
            }
        }
        match ada.takes(step, &process).await {
            Some(true) => drop(steps.next()),
            Some(false) => drop(pauses.tick().await),
            None => {
                assert!(!has_died, "it dies once, at its point");
                process = follow(process, place).await;
                has_died = true;
            }
        }
    }
    if !has_died {
        // The last points are those of the job that ends what is left behind.
        process = follow(process, place).await;
    }
    (process, customer.expect("she was at the checkout"))
}

async fn follow(dead: Process, place: &TestPlace) -> Process {
    dead.crashes().await;
    Process::start(place, &[SHORT_LEASE]).await
}

/// The states of everything she bought.
async fn subscriptions_at(sandbox: &str, customer: &str) -> Vec<String> {
    let url = format!("{sandbox}/v1/subscriptions?status=all&customer={customer}");
    let browser = Client::builder().no_proxy().build().unwrap();
    let reply = browser.get(url).bearer_auth(SECRET_KEY).send().await;
    let list: Value = reply.unwrap().json().await.unwrap();
    let all = list["data"].as_array().expect("a list").iter();
    all.map(|it| it["status"].as_str().unwrap().to_owned())
        .collect()
}
