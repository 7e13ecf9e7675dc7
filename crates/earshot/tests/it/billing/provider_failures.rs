//! Slow providers, missing settings, database outages and duplicate purchases.

use axum::Router;
use axum::routing::get;
use providers::payments::{Buyer, NewCheckout, Trial, sign};
use reqwest::Method;
use tokio::net::TcpListener;

use super::*;

/// A provider with one customer, who has paid and whose subscription is not there yet.
async fn slow_provider() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let customer =
        json!({ "id": "cus_1", "object": "customer", "email": "ada@example.com", "created": 1 });
    let session = json!({
        "id": "cs_1", "object": "checkout.session", "status": "complete", "url": null,
        "payment_status": "paid", "customer": "cus_1", "subscription": null, "created": 1,
        "metadata": { "plan_id": "pro" }, "expires_at": null, "client_reference_id": null,
    });
    let list =
        |data: Value| axum::Json(json!({ "object": "list", "data": data, "has_more": false }));
    let (nothing, sessions) = (list(json!([])), list(json!([session])));
    let (no_customers, made) = (nothing.clone(), axum::Json(customer));
    let routes = Router::new()
        .route(
            "/v1/customers",
            get(async || no_customers).post(async || made),
        )
        .route("/v1/subscriptions", get(async || nothing))
        .route("/v1/checkout/sessions", get(async || sessions));
    #[expect(
        clippy::disallowed_methods,
        reason = "the test's own server ends with the test"
    )]
    tokio::spawn(async move { axum::serve(listener, routes).await });
    url
}

fn of_stripe(url: &str) -> [(&str, &str); 4] {
    [
        ("STRIPE_SECRET_KEY", "sk_test_1"),
        ("STRIPE_STARTER_PRICE", "price_1"),
        ("STRIPE_PRO_PRICE", "price_2"),
        ("STRIPE_API_URL", url),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn no_second_checkout_starts_while_a_paid_one_awaits_its_subscription() {
    let url = slow_provider().await;
    let app = TestApp::start_with(&of_stripe(&url)).await;
    let ada = customer(&app, "ada").await;

    let reply = ada.checks_out("pro").await;

    let text = "Your payment is still being processed. Please wait a moment and try again.";
    assert_eq!(
        (reply.status.as_u16(), reply.json()),
        (
            409,
            json!({ "success": false, "error": "processing", "message": text })
        )
    );
    assert_eq!(ada.stored_status().await, "pending_activation");
    assert_eq!(ada.trial().await["currentPlan"], "pro");
}

#[tokio::test(flavor = "multi_thread")]
async fn with_a_live_provider_and_no_webhook_secret_webhook_and_sandbox_routes_are_absent() {
    let url = slow_provider().await;
    let app = TestApp::start_with(&of_stripe(&url)).await;
    let ada = customer(&app, "ada").await;

    let event = app.visitor().posts("/api/stripe-webhook", &json!({})).await;
    let gift = ada
        .posts("/sandbox/subscribe", &json!({ "plan": "pro" }))
        .await;

    assert!(
        [404, 405].contains(&event.status.as_u16()),
        "{}",
        event.body
    );
    assert!([404, 405].contains(&gift.status.as_u16()), "{}", gift.body);
    assert_eq!(ada.stored_status().await, "none");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_that_cannot_be_stored_is_a_503() {
    let secret = "whsec_of_this_test";
    let app = TestApp::start_with(&[("STRIPE_WEBHOOK_SECRET", secret)]).await;
    let body = json!({
        "id": "evt_1", "object": "event", "type": "invoice.paid", "created": 1,
        "data": { "object": { "id": "in_1", "object": "invoice", "customer": "cus_1" } },
    })
    .to_string();
    let signature = sign(secret, body.as_bytes(), app.clock.real());

    app.db().close().await;
    let visitor = app.visitor();
    let request = visitor
        .request(Method::POST, "/api/stripe-webhook")
        .header("stripe-signature", signature);
    let reply = visitor.sends(request.body(body)).await;

    assert_eq!(reply.status, 503, "{}", reply.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_subscriptions_bought_in_two_tabs_one_is_cancelled() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "pro", GOOD_CARD).await;
    let second = NewCheckout {
        plan: "starter".to_owned(),
        buyer: Buyer::Known(customer_of(&app, &ada).await),
        trial: Trial::Days(3),
        client_reference_id: ada.id.to_string(),
        metadata: [("plan_id".to_owned(), "starter".to_owned())].into(),
        success_url: "https://earshot.example/".to_owned(),
        cancel_url: "https://earshot.example/".to_owned(),
    };
    let made = app.app().payments.create_checkout(&second, "tab two").await;
    let made = json!({ "session_id": made.unwrap().id });

    assert!(pays(&app, &made, GOOD_CARD).await);
    app.works_off_jobs().await;
    app.lets_pass(days(4)).await;

    let all = at_provider(&app, &ada).await;
    assert_eq!((all.len(), live(&all).len()), (2, 1));
    assert_eq!(ada.stored_status().await, "active");
    assert_eq!(charges(&app, &ada).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_of_the_provider_never_overwrites_a_newer_answer() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "starter", GOOD_CARD).await;

    let asking = (0..20).map(|_| ada.status());
    let changing = ada.changes_to("pro");
    let (_, changed) = futures::join!(futures::future::join_all(asking), changing);

    assert_eq!(changed.status, 200, "{}", changed.body);
    let (plan, bought) = (
        ada.trial().await["currentPlan"].clone(),
        at_provider(&app, &ada).await,
    );
    assert_eq!(plan, json!(bought[0].plan));
    app.works_off_jobs().await;
}
