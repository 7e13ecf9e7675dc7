//! The Stripe account: key, prices, webhook endpoint.

use reqwest::Method;

use super::stand_ins::StandIns;
use crate::kit::{Diagnosis, Visitor};

const KEY: &str = "sk_test_sandbox";
const SITE: &str = "https://earshot.test";
const EVENTS: [&str; 8] = [
    "checkout.session.completed",
    "checkout.session.expired",
    "customer.subscription.created",
    "customer.subscription.updated",
    "customer.subscription.deleted",
    "customer.subscription.trial_will_end",
    "invoice.paid",
    "invoice.payment_failed",
];

async fn examined(stripe: &str, key: &str, starter: &str) -> Diagnosis {
    let settings = [
        ("STRIPE_API_URL", stripe),
        ("STRIPE_SECRET_KEY", key),
        ("STRIPE_WEBHOOK_SECRET", "whsec_of_the_endpoint"),
        ("STRIPE_STARTER_PRICE", starter),
        ("STRIPE_PRO_PRICE", "price_pro"),
        ("EARSHOT_SITE_URL", SITE),
        ("EARSHOT_SANDBOX", "public"),
    ];
    Diagnosis::of_part("payments", &settings).await
}

/// As an operator adds an endpoint at Stripe.
async fn registers(stripe: &str, events: &[&str]) {
    let url = format!("{SITE}/api/stripe-webhook");
    let events = events.iter().map(|event| ("enabled_events[]", *event));
    let form: Vec<(&str, &str)> = [("url", url.as_str())].into_iter().chain(events).collect();
    let operator = Visitor::of(stripe);
    let request = operator.request(Method::POST, "/v1/webhook_endpoints");
    let answer = operator.sends(request.bearer_auth(KEY).form(&form)).await;
    assert!(answer.status.is_success(), "{}", answer.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_sells_what_the_site_says_is_fine() {
    let stand_ins = StandIns::new();
    let stripe = stand_ins.stripe(1000, 2100).await;
    registers(&stripe, &EVENTS).await;

    let diagnosis = examined(&stripe, KEY, "price_starter").await;

    assert_eq!(diagnosis.code, Some(0), "{diagnosis:?}");
    diagnosis.says("account", "ok", "acct_sandbox");
    diagnosis.says("mode", "ok", "test mode");
    diagnosis.says("price of starter", "ok", "$10 a month");
    diagnosis.says("webhook endpoint", "ok", "every event");
    diagnosis.says("customer portal", "ok", "is configured");
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_prices_and_a_missing_endpoint_are_named() {
    let stand_ins = StandIns::new();
    let stripe = stand_ins.stripe(1000, 2900).await;

    let diagnosis = examined(&stripe, KEY, "price_of_somebody_else").await;

    assert_eq!(diagnosis.code, Some(1), "{diagnosis:?}");
    diagnosis.says(
        "price of starter",
        "wrong",
        "no price price_of_somebody_else",
    );
    diagnosis.says("price of pro", "wrong", "is 29.00");
    let missing = format!("sends no events to {SITE}/api/stripe-webhook");
    diagnosis.says("webhook endpoint", "wrong", &missing);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_endpoint_without_all_events_is_wrong() {
    let stand_ins = StandIns::new();
    let stripe = stand_ins.stripe(1000, 2100).await;
    registers(&stripe, &EVENTS[1..]).await;

    let partly = examined(&stripe, KEY, "price_starter").await;
    registers(&stripe, &["*"]).await;
    let wholly = examined(&stripe, KEY, "price_starter").await;

    partly.says(
        "webhook endpoint",
        "wrong",
        "does not get checkout.session.completed",
    );
    wholly.says("webhook endpoint", "ok", "every event");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_stripe_rejects_is_all_that_is_said() {
    let stand_ins = StandIns::new();
    let stripe = stand_ins.stripe(1000, 2100).await;

    let diagnosis = examined(&stripe, "sk_live_of_somebody_else", "price_starter").await;

    assert_eq!(diagnosis.code, Some(1), "{diagnosis:?}");
    diagnosis.says("account", "wrong", "does not accept the key");
    assert_eq!(diagnosis.checks().len(), 1);
}
