//! Starting a checkout, paying, and coming back.

use reqwest::Method;
use serde_json::{Value, json};

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_checkout_stores_a_pending_subscription_and_returns_the_payment_link() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;

    let checkout = ada.checks_out("pro").await.json();

    let link = checkout["payment_link"].as_str().unwrap();
    let session = checkout["session_id"].as_str().unwrap();
    assert!(
        link.starts_with("http://") && link.contains(session),
        "{link}"
    );
    assert_eq!(
        checkout,
        json!({
            "success": true, "payment_link": link, "session_id": session,
            "subscription_saved": true, "demo": true, "bills_at_once": false,
        })
    );
    assert_eq!(ada.stored_status().await, "pending");
    assert_eq!(ada.status().await, "pending");
}

#[tokio::test(flavor = "multi_thread")]
async fn paying_starts_a_three_day_trial_of_the_plan() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    let checkout = ada.checks_out("pro").await.json();

    assert!(pays(&app, &checkout, GOOD_CARD).await);
    let status = ada.gets("/api/subscription/status").await.json();

    let id = ada.subscription_id().await;
    let end = "2026-11-18T12:00:00Z";
    assert_eq!(
        status,
        json!({
            "success": true, "status": "trialing", "plan_id": "pro",
            "subscription_id": id, "current_period_end": end,
        })
    );
    assert_eq!(ada.stored_status().await, "trialing");
    assert_eq!(
        ada.trial().await,
        json!({
            "hasSubscription": true, "subscriptionId": id, "currentPlan": "pro",
            "status": "trialing", "isInTrial": true, "daysLeftInTrial": 3,
            "isCancelledTrial": false, "cancelAtPeriodEnd": false, "cancellationDate": null,
            "trialEndsAt": end, "currentPeriodEnd": end, "canCancel": true,
            "nextPlan": null, "planUntil": null, "isPastDue": false, "accessUntil": null,
            "noTrial": "account",
        })
    );
    assert_eq!(charges(&app, &ada).await, Vec::<i64>::new());
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_declined_card_buys_nothing_and_the_checkout_stays_open() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    let checkout = ada.checks_out("starter").await.json();

    assert!(!pays(&app, &checkout, DECLINED_CARD).await);

    assert_eq!(ada.status().await, "pending");
    let again = ada.checks_out("starter").await.json();
    assert_eq!(again["session_id"], checkout["session_id"]);
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_request_body_decides_nothing_but_the_plan() {
    let app = TestApp::start().await;
    let (ada, bob) = (customer(&app, "ada").await, customer(&app, "bob").await);
    let foreign = [
        json!({ "planId": "pro", "userEmail": "bob@example.com" }),
        json!({ "planId": "pro", "userEmail": "ada@example.com", "metadata": { "user_id": bob.id } }),
        json!({ "planId": "pro", "metadata": { "user_id": "nobody" } }),
    ];

    for body in foreign {
        let reply = ada.posts("/api/stripe-payments", &body).await;
        reply.refuses(403, "You can only do this for your own account.");
    }
    for plan in ["enterprise", "", "Starter", "price_1"] {
        let body = json!({ "planId": plan });
        let reply = ada.posts("/api/stripe-payments", &body).await;
        reply.refuses(400, "Invalid plan ID");
    }
    assert_eq!(ada.stored_status().await, "none");
    let body = json!({ "planId": "pro" });
    let stranger = app.visitor().posts("/api/stripe-payments", &body).await;
    stranger.refuses(401, "Please sign in to continue");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_checkout_is_reused_and_replaced_by_one_for_another_plan() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;

    let first = ada.checks_out("starter").await.json();
    let same = ada.checks_out("starter").await.json();
    let other = ada.checks_out("pro").await.json();
    let back = ada.checks_out("starter").await.json();

    assert_eq!(first["session_id"], same["session_id"]);
    assert_ne!(first["session_id"], other["session_id"]);
    assert_ne!(first["session_id"], back["session_id"]);
    for closed in [&first, &other] {
        let session = closed["session_id"].as_str().unwrap();
        let paid = payer(&app).pays(session, GOOD_CARD).await;
        assert!(
            !paid.is_ok_and(|is_paid| is_paid),
            "a closed page takes no money"
        );
    }
    assert!(pays(&app, &back, GOOD_CARD).await);
    assert_eq!(ada.status().await, "trialing");
    assert_eq!(live(&at_provider(&app, &ada).await).len(), 1);
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_concurrent_requests_open_one_checkout() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;

    let presses = (0..10).map(|_| ada.checks_out("pro"));
    let replies = futures::future::join_all(presses).await;

    let first = replies[0].json()["session_id"].clone();
    for reply in &replies {
        assert_eq!(reply.json()["session_id"], first, "{}", reply.body);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_gets_a_second_live_subscription() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "starter", GOOD_CARD).await;

    let refused = ada.checks_out("pro").await;

    assert_eq!(refused.status, 409);
    assert_eq!(refused.json()["error"], "already_subscribed");
    assert_eq!(live(&at_provider(&app, &ada).await).len(), 1);
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_abandoned_checkout_expires_after_a_day_and_leaves_nothing() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.checks_out("pro").await;

    app.lets_pass(days(1) + TimeDelta::minutes(1)).await;

    assert_eq!(ada.stored_status().await, "none");
    assert_eq!(ada.trial().await["hasSubscription"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn paying_returns_to_the_dashboard_and_giving_up_to_the_payment_page() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    let checkout = ada.checks_out("pro").await.json();
    let session = checkout["session_id"].as_str().unwrap();

    let address = app.server().sandboxes.address("payments").unwrap();
    let url = format!("http://{address}/v1/checkout/sessions/{session}");
    let browser = reqwest::Client::builder().no_proxy().build().unwrap();
    let asked = browser.request(Method::GET, url).bearer_auth(SECRET_KEY);
    let seen: Value = asked.send().await.unwrap().json().await.unwrap();

    let site = app.app().site_url.as_str().trim_end_matches('/').to_owned();
    assert_eq!(
        seen["success_url"],
        json!(format!(
            "{site}/dashboard?session={{CHECKOUT_SESSION_ID}}&plan=pro&trial=true"
        ))
    );
    assert_eq!(
        seen["cancel_url"],
        json!(format!("{site}/payment?error=cancelled"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_status_without_a_purchase_is_none() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;

    assert_eq!(ada.status().await, "none");

    assert_eq!(ada.trial().await["status"], "none");
    assert_eq!(ada.trial().await["canCancel"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_checkout_during_a_provider_outage_is_a_503_and_stores_nothing() {
    let app = TestApp::start().await;
    let ada = customer(&app, "payments-down").await;

    let refused = ada.checks_out("pro").await;

    assert_eq!(refused.status, 503, "{}", refused.body);
    assert_eq!(refused.json()["error"], "Failed to create subscription");
    assert_eq!(ada.stored_status().await, "none");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_trial_status_of_another_user_is_forbidden() {
    let app = TestApp::start().await;
    let (ada, bob) = (customer(&app, "ada").await, customer(&app, "bob").await);

    let path = format!("/api/subscription/trial-status/{}", bob.id);
    let reply = ada.gets(&path).await;

    reply.refuses(403, "You can only do this for your own account.");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_billing_portal_is_available_after_the_first_checkout() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;

    let before = ada.posts("/api/subscription/portal", &json!({})).await;
    ada.buys(&app, "pro", GOOD_CARD).await;
    let after = ada.posts("/api/subscription/portal", &json!({})).await;

    assert_eq!(before.status, 404);
    let url = after.json()["url"].as_str().unwrap().to_owned();
    assert!(url.starts_with("http://"), "{url}");
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sandbox_can_grant_a_subscription_without_a_checkout() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;

    let given = ada
        .posts("/sandbox/subscribe", &json!({ "plan": "pro" }))
        .await;

    assert_eq!(
        given.json(),
        json!({ "success": true, "status": "trialing" })
    );
    assert_eq!(ada.stored_status().await, "trialing");
    let wrong = ada
        .posts("/sandbox/subscribe", &json!({ "plan": "gold" }))
        .await;
    wrong.refuses(400, "Invalid plan ID");
    app.works_off_jobs().await;
}
