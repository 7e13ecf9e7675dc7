//! The sandbox with a clock that stands still, and people who buy there.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
};

use chrono::{DateTime, TimeDelta, Utc};
use providers::http::{HttpClient, HttpError, HttpResponse};
use providers::payments::{
    Buyer, Checkout, NewCheckout, Payments, Stripe, StripeSettings, Subscription, Trial,
};
use sandboxes::payments::{
    self as sandbox, CheckoutClient, MemoryLedger, PriceList, PricedPlan, price_id,
};
use serde_json::Value;
use tokio::{net::TcpListener, task::JoinSet};
use tokio_util::sync::CancellationToken;

pub(crate) const KEY: &str = "sk_test_hunter2";
pub(crate) const WEBHOOK_SECRET: &str = "whsec_of_the_tests";
pub(crate) const PAYS: &str = "4242 4242 4242 4242";
pub(crate) const FAILS: &str = "4000000000000341";
pub(crate) const FAILS_FOR_GOOD: &str = "4000000000000820";

/// The sandbox on a port of its own; gone when it is dropped.
pub(crate) struct Sandbox {
    pub(crate) address: SocketAddr,
    pub(crate) ledger: Arc<MemoryLedger>,
    seconds: Arc<AtomicI64>,
    _tasks: JoinSet<()>,
}

impl Sandbox {
    /// It opens at noon of 15 November 2026.
    pub(crate) async fn start() -> Self {
        Self::start_with(Arc::default(), noon()).await
    }

    pub(crate) async fn start_with(ledger: Arc<MemoryLedger>, now: DateTime<Utc>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let seconds = Arc::new(AtomicI64::new(now.timestamp()));
        let clock = seconds.clone();
        let now: sandbox::SandboxClock = Arc::new(move || time(clock.load(Ordering::Relaxed)));
        let mut tasks = JoinSet::new();
        let stop = CancellationToken::new();
        tasks.spawn(sandbox::serve(listener, ledger.clone(), shop(), now, stop));
        Self {
            address,
            ledger,
            seconds,
            _tasks: tasks,
        }
    }

    pub(crate) fn now(&self) -> DateTime<Utc> {
        time(self.seconds.load(Ordering::Relaxed))
    }

    pub(crate) fn lets_pass(&self, step: TimeDelta) {
        self.seconds
            .fetch_add(step.num_seconds(), Ordering::Relaxed);
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The live adapter, pointed at the sandbox.
    pub(crate) fn stripe(&self) -> Stripe {
        stripe(&self.url(""), KEY)
    }

    pub(crate) fn visitor(&self) -> CheckoutClient {
        CheckoutClient::at(self.address)
    }

    /// Somebody who has paid for a plan on the checkout's page.
    pub(crate) async fn subscriber(&self, card: &str, checkout: NewCheckout) -> Subscription {
        let stripe = self.stripe();
        let made = stripe.create_checkout(&checkout, "a key").await.unwrap();
        assert!(self.visitor().pays(&made.id, card).await.unwrap());
        let made = stripe.checkout(&made.id).await.unwrap();
        stripe
            .subscription(&made.subscription.unwrap())
            .await
            .unwrap()
    }

    /// A request by hand, with a key.
    pub(crate) async fn asks(&self, method: &str, path: &str, body: &str) -> (u16, Value) {
        let (status, _, shown) = self.asks_with(method, path, body, &[]).await;
        (status, shown)
    }

    pub(crate) async fn asks_with(
        &self,
        method: &str,
        path: &str,
        body: &str,
        headers: &[(&str, &str)],
    ) -> (u16, Option<HttpResponse>, Value) {
        let line = HttpClient::new("test", "test/1.0").with_tries(1);
        let mut request = line
            .request(method.parse().unwrap(), self.url(path))
            .header("content-type", "application/x-www-form-urlencoded")
            .body(body.to_owned());
        if !headers.iter().any(|(name, _)| *name == "authorization") {
            request = request.bearer_auth(KEY);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        match line.call(request).await {
            Ok(answer) => (answer.status, Some(answer.clone()), shown(&answer.body.0)),
            Err(HttpError::Status { status, body, .. }) => (status, None, shown(&body.0)),
            Err(HttpError::RateLimited { .. }) => (429, None, Value::Null),
            Err(failure) => panic!("{failure}"),
        }
    }

    /// The kinds of everything that happened, oldest first.
    pub(crate) fn happened(&self) -> Vec<String> {
        let webhooks = self.ledger.contents().webhooks;
        let kind = |(_, body): (String, String)| {
            let event: Value = serde_json::from_str(&body).unwrap();
            event["type"].as_str().unwrap().to_owned()
        };
        webhooks.into_iter().map(kind).collect()
    }
}

fn shown(body: &[u8]) -> Value {
    serde_json::from_slice(body)
        .unwrap_or_else(|_| Value::String(String::from_utf8_lossy(body).into_owned()))
}

pub(crate) fn stripe(url: &str, key: &str) -> Stripe {
    let prices = [("starter", price_id("starter")), ("pro", price_id("pro"))];
    let prices = prices
        .each_ref()
        .map(|(plan, price)| (*plan, price.as_str()));
    let settings = StripeSettings::new(Some(url), key, Some(WEBHOOK_SECRET), &prices);
    Stripe::new(settings.unwrap(), "earshot-test/1.0")
}

fn shop() -> PriceList {
    let offer = |plan: &str, name: &str, cents_a_month| PricedPlan {
        plan: plan.to_owned(),
        name: name.to_owned(),
        cents_a_month,
    };
    PriceList {
        offers: vec![
            offer("starter", "Starter", 1000),
            offer("pro", "Professional", 2100),
        ],
    }
}

pub(crate) fn noon() -> DateTime<Utc> {
    "2026-11-15T12:00:00Z".parse().unwrap()
}

pub(crate) fn time(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(seconds, 0).unwrap()
}

pub(crate) fn days(count: i64) -> TimeDelta {
    TimeDelta::days(count)
}

/// Ada wants a plan.
pub(crate) fn wish(plan: &str, trial: Trial) -> NewCheckout {
    NewCheckout {
        plan: plan.to_owned(),
        buyer: Buyer::New {
            email: "ada@example.com".to_owned(),
        },
        trial,
        client_reference_id: "user-1".to_owned(),
        metadata: BTreeMap::from([("user_id".to_owned(), "user-1".to_owned())]),
        success_url: "http://localhost:8080/dashboard?session={CHECKOUT_SESSION_ID}&plan=starter"
            .to_owned(),
        cancel_url: "http://localhost:8080/payment?error=cancelled".to_owned(),
    }
}

pub(crate) fn trial(plan: &str) -> NewCheckout {
    wish(plan, Trial::Days(3))
}

/// The address of a checkout's page, without what is before its path.
pub(crate) fn path_of(checkout: &Checkout) -> String {
    format!("/c/pay/{}", checkout.id)
}
