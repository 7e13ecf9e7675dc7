//! The payment sandbox inside the product: it remembers, wakes by itself, and sends webhooks.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use platform::db::args;
use providers::payments::{
    Buyer, CheckoutStatus, NewCheckout, ProviderStatus, Subscription, Trial,
};
use sandbox::pay_checkout;
use serde_json::{Value, json};

use crate::kit::{Process, TestApp, TestPlace};

/// Somebody of whom the rooms know nothing buys at the sandbox.
async fn buys(app: &TestApp, email: &str) -> Subscription {
    let payments = &app.app().payments;
    let checkout = NewCheckout {
        plan: "starter".to_owned(),
        buyer: Buyer::New {
            email: email.to_owned(),
        },
        trial: Trial::Days(3),
        client_reference_id: "nobody".to_owned(),
        metadata: BTreeMap::from([("note".to_owned(), email.to_owned())]),
        success_url: "http://localhost/ok".to_owned(),
        cancel_url: "http://localhost/no".to_owned(),
    };
    let made = payments.create_checkout(&checkout, email).await.unwrap();
    pay_checkout(&app.server().sandboxes, &made.id)
        .await
        .unwrap();
    let done = payments.checkout(&made.id).await.unwrap();
    assert_eq!(done.status, CheckoutStatus::Complete);
    payments
        .subscription(&done.subscription.unwrap())
        .await
        .unwrap()
}

/// The kinds of the events in each job that sends webhooks, in the order in which they go.
async fn handed_over(app: &TestApp) -> Vec<Vec<String>> {
    let sql = "select payload from jobs where kind = 'sandbox_webhooks' order by id";
    let jobs: Vec<(Value,)> = app.db().all(sql, args![]).await.unwrap();
    let mut all = Vec::new();
    for (payload,) in jobs {
        let mut kinds = Vec::new();
        for id in payload["events"].as_array().unwrap() {
            let sql = "select lookup from sandbox_payments where id = $1";
            let found = app.db().one(sql, args![id.as_str().unwrap()]).await;
            let (kind,): (String,) = found.unwrap();
            kinds.push(kind.rsplit('.').next().unwrap().to_owned());
        }
        all.push(kinds);
    }
    all
}

async fn heard(app: &TestApp) -> i64 {
    let sql = "select cast(count(*) as bigint) from payment_events";
    let (count,): (i64,) = app.db().one(sql, args![]).await.unwrap();
    count
}

/// How many events there were at the sandbox.
async fn happened(app: &TestApp) -> i64 {
    let sql = "select cast(count(*) as bigint) from sandbox_payments where kind = 'event'";
    let (count,): (i64,) = app.db().one(sql, args![]).await.unwrap();
    count
}

async fn chooses(app: &TestApp, mode: &str) -> Value {
    let choice = json!({ "mode": mode });
    let visitor = app.visitor();
    let reply = visitor.posts("/sandbox/payments/webhooks", &choice).await;
    reply.json()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_bought_survives_kill_9() {
    let place = TestPlace::fresh().await;
    let server = Process::start(&place, &[]).await;
    let settings = server.visitor().asks("/sandbox/settings").await.json();
    let address = settings["sandboxes"]["payments"]
        .as_str()
        .unwrap()
        .to_owned();
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let customers = || client.request(reqwest::Method::POST, format!("{address}/v1/customers"));
    let made = customers()
        .bearer_auth("sk_test_x")
        .form(&[("email", "ada@example.com")]);
    let made: Value = made.send().await.unwrap().json().await.unwrap();
    server.kill().await;

    let _server = Process::start(&place, &[]).await;

    let url = format!("{address}/v1/customers/{}", made["id"].as_str().unwrap());
    let again = client
        .get(url)
        .bearer_auth("sk_test_x")
        .send()
        .await
        .unwrap();
    assert_eq!(again.json::<Value>().await.unwrap(), made);
}

#[tokio::test(flavor = "multi_thread")]
async fn webhooks_are_signed_and_heard_one_after_the_other() {
    let app = TestApp::start().await;

    buys(&app, "ada@example.com").await;
    app.works_off_jobs().await;

    let handed_over = handed_over(&app).await;
    assert_eq!(handed_over[0], ["completed", "created", "paid"]);
    assert!(
        handed_over.contains(&vec!["trial_will_end".to_owned()]),
        "{handed_over:?}"
    );
    assert_eq!(heard(&app).await, 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn webhooks_are_held_and_go_the_way_that_is_chosen_next() {
    for (mode, expected) in [
        (
            "normal",
            vec!["completed", "created", "paid", "trial_will_end"],
        ),
        (
            "reverse",
            vec!["trial_will_end", "paid", "created", "completed"],
        ),
        (
            "duplicate",
            vec![
                "completed",
                "created",
                "paid",
                "trial_will_end",
                "completed",
                "created",
                "paid",
                "trial_will_end",
            ],
        ),
    ] {
        let app = TestApp::start().await;

        let holding = chooses(&app, "hold").await;
        buys(&app, "ada@example.com").await;
        app.works_off_jobs().await;
        let heard_while_held = heard(&app).await;
        let released = chooses(&app, mode).await;
        app.works_off_jobs().await;

        assert_eq!(holding, json!({ "mode": "hold", "held": 0 }));
        assert_eq!(heard_while_held, 0);
        assert_eq!(released, json!({ "mode": mode, "held": 0 }));
        assert_eq!(handed_over(&app).await[0], expected);
        assert_eq!(heard(&app).await, 4);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_webhooks_never_come_and_the_provider_still_knows() {
    let app = TestApp::start().await;
    chooses(&app, "drop").await;

    let bought = buys(&app, "ada@example.com").await;
    chooses(&app, "normal").await;
    app.works_off_jobs().await;

    assert_eq!(heard(&app).await, 0);
    let found = app.app().payments.subscriptions_of(&bought.customer).await;
    let found = found.unwrap();
    let card = found[0].card.clone();
    assert!(card.is_some(), "a list tells the cards");
    assert_eq!(found, [Subscription { card, ..bought }]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_way_for_webhooks_is_refused() {
    let app = TestApp::start().await;

    let choice = json!({ "mode": "sideways" });
    let refused = app
        .visitor()
        .posts("/sandbox/payments/webhooks", &choice)
        .await;

    assert_eq!(refused.status.as_u16(), 422);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trial_ends_and_a_month_is_billed_without_anybody_asking() {
    let app = TestApp::start().await;
    let bought = buys(&app, "ada@example.com").await;
    app.works_off_jobs().await;

    app.lets_pass(TimeDelta::days(3)).await;
    let (heard_after_trial, after_trial) = (heard(&app).await, happened(&app).await);
    app.lets_pass(TimeDelta::days(30)).await;

    // Each time an invoice was paid and the subscription changed.
    assert_eq!(heard_after_trial, 6);
    assert_eq!((after_trial, happened(&app).await), (6, 8));
    let now = app.app().payments.subscription(&bought.id).await.unwrap();
    assert_eq!(now.status, ProviderStatus::Active);
    assert_eq!(
        now.current_period_end,
        Some("2027-01-18T12:00:00Z".parse().unwrap())
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sandbox_forgets_who_left_and_keeps_what_others_bought() {
    let app = TestApp::start().await;
    let ada = buys(&app, "a_da@example.com").await;
    let other = buys(&app, "axda@example.com").await;
    app.works_off_jobs().await;

    let mut tx = app.db().begin().await.unwrap();
    let names = ["A_da@example.com".to_owned()];
    sandbox::forget_payments(&mut tx, &names).await.unwrap();
    tx.commit().await.unwrap();

    let sql = "select cast(count(*) as bigint) from sandbox_payments where cast(body as text) like $1 escape '!'";
    let rows = async |like: &str| -> i64 {
        let (count,): (i64,) = app.db().one(sql, args![like]).await.unwrap();
        count
    };
    assert_eq!(rows("%a!_da@example.com%").await, 0);
    assert!(rows("%axda@example.com%").await > 3);
    let payments = &app.app().payments;
    let left = payments.subscription(&ada.id).await.unwrap();
    assert_eq!(
        (left.status, left.metadata.len()),
        (ProviderStatus::Trialing, 0)
    );
    assert_eq!(payments.subscription(&other.id).await.unwrap(), other);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operators_secret_signs_the_webhooks_too() {
    let app = TestApp::start_with(&[("STRIPE_WEBHOOK_SECRET", "whsec_of_the_operator")]).await;
    let body = b"{}";
    let signature = providers::payments::sign("whsec_of_the_operator", body, app.clock.real());
    let mut headers = axum::http::HeaderMap::new();
    headers.insert("stripe-signature", signature.parse().unwrap());

    let believed = app
        .app()
        .payments
        .verify_webhook(body, &headers, app.clock.real());
    buys(&app, "ada@example.com").await;
    app.works_off_jobs().await;

    assert_eq!(believed, Ok(()));
    assert_eq!(heard(&app).await, 4);
}
