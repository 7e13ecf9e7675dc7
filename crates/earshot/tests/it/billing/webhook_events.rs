//! Webhook events: each counts once, however often it is sent.

use providers::payments::sign;
use reqwest::Method;

use super::*;

const SECRET: &str = "whsec_of_this_test";

async fn start() -> TestApp {
    TestApp::start_with(&[("STRIPE_WEBHOOK_SECRET", SECRET)]).await
}

async fn tells(app: &TestApp, body: &str, signature: Option<String>) -> Reply {
    let visitor = app.visitor();
    let mut request = visitor.request(Method::POST, "/api/stripe-webhook");
    if let Some(signature) = signature {
        request = request.header("stripe-signature", signature);
    }
    visitor.sends(request.body(body.to_owned())).await
}

fn signed(app: &TestApp, body: &str) -> String {
    sign(SECRET, body.as_bytes(), app.clock.real())
}

fn updated(id: &str, customer: &str) -> String {
    json!({
        "id": id, "object": "event", "type": "customer.subscription.updated", "created": 1,
        "data": { "object": { "id": "sub_x", "object": "subscription", "customer": customer } },
    })
    .to_string()
}

async fn count(app: &TestApp, sql: &'static str) -> i64 {
    let (count,): (i64,) = app.db().one(sql, args![]).await.unwrap();
    count
}

const EVENTS: &str = "select cast(count(*) as bigint) from payment_events";
const JOBS: &str = "select cast(count(*) as bigint) from jobs where kind = 'hear_payment'";

#[tokio::test(flavor = "multi_thread")]
async fn an_event_counts_once_however_often_it_is_sent() {
    let app = start().await;
    let body = updated("evt_1", "cus_of_nobody");

    for _ in 0..3 {
        let reply = tells(&app, &body, Some(signed(&app, &body))).await;
        assert_eq!(
            (reply.status.as_u16(), reply.json()),
            (200, json!({ "received": true }))
        );
    }

    assert_eq!((count(&app, EVENTS).await, count(&app, JOBS).await), (1, 1));
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_concurrent_copies_are_one_event() {
    let app = start().await;
    let body = updated("evt_1", "cus_of_nobody");

    let copies = (0..100).map(|_| tells(&app, &body, Some(signed(&app, &body))));
    let replies = futures::future::join_all(copies).await;

    assert!(replies.iter().all(|reply| reply.status == 200));
    assert_eq!((count(&app, EVENTS).await, count(&app, JOBS).await), (1, 1));
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_stale_and_oversized_events_are_rejected_and_not_stored() {
    let app = start().await;
    let body = updated("evt_1", "cus_1");
    let long = format!("{{\"id\":\"{}\"}}", "x".repeat(256 * 1024));
    let at = |ahead: i64| {
        let moment = app.clock.real() + TimeDelta::seconds(ahead);
        Some(sign(SECRET, body.as_bytes(), moment))
    };

    let refused = [
        tells(&app, &body, None).await,
        tells(&app, &body, Some("t=1,v1=00".to_owned())).await,
        tells(&app, &body.replace("cus_1", "cus_2"), at(0)).await,
        tells(&app, &body, at(-301)).await,
        tells(&app, &body, at(301)).await,
        tells(
            &app,
            &body,
            Some(sign("whsec_other", body.as_bytes(), app.clock.real())),
        )
        .await,
        tells(&app, "no event", Some(signed(&app, "no event"))).await,
    ];
    let endless = tells(&app, &long, Some(signed(&app, &long))).await;

    for reply in refused {
        assert_eq!(reply.status, 400, "{}", reply.body);
    }
    assert_eq!(endless.status, 413);
    assert_eq!(count(&app, EVENTS).await, 0);
    assert_eq!(tells(&app, &body, at(299)).await.status, 200);
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_saves_a_purchase_even_if_the_buyer_never_comes_back() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    let checkout = ada.checks_out("pro").await.json();
    assert!(pays(&app, &checkout, GOOD_CARD).await);
    assert_eq!(ada.stored_status().await, "pending");

    app.works_off_jobs().await;

    assert_eq!(ada.stored_status().await, "trialing");
    assert!(count(&app, EVENTS).await > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_duplicated_or_reordered_events_lead_to_the_same_state() {
    for mode in ["drop", "duplicate", "reverse", "hold"] {
        let app = TestApp::start().await;
        let ada = customer(&app, "ada").await;
        let chosen = json!({ "mode": mode });
        let visitor = app.visitor();
        let reply = visitor.posts("/sandbox/payments/webhooks", &chosen).await;
        assert_eq!(reply.status, 200, "{mode}: {}", reply.body);

        ada.buys(&app, "starter", GOOD_CARD).await;
        app.lets_pass(days(1)).await;
        ada.changes_to("pro").await;
        app.lets_pass(days(31)).await;
        ada.cancels().await;
        app.lets_pass(days(31)).await;
        let normal = json!({ "mode": "normal" });
        visitor.posts("/sandbox/payments/webhooks", &normal).await;
        app.works_off_jobs().await;

        assert_eq!(ada.stored_status().await, "cancelled", "{mode}");
        assert_eq!(charges(&app, &ada).await, [2100, 2100], "{mode}");
        let subjects = ada.mail_subjects(&app).await;
        assert_eq!(
            subjects,
            [
                TRIAL_STARTED,
                STARTED,
                RECEIPT,
                "Your Earshot subscription is cancelled"
            ],
            "{mode}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_content_of_an_event_grants_nothing() {
    let app = start().await;
    let ada = customer(&app, "ada").await;
    ada.checks_out("pro").await;
    let known_as = customer_of(&app, &ada).await;
    let body = json!({
        "id": "evt_gift", "object": "event", "type": "customer.subscription.created", "created": 1,
        "data": { "object": {
            "id": "sub_gift", "object": "subscription", "customer": known_as, "status": "active",
            "metadata": { "user_id": ada.id, "plan_id": "pro" },
        } },
    })
    .to_string();

    tells(&app, &body, Some(signed(&app, &body))).await;
    app.works_off_jobs().await;

    assert_eq!(ada.stored_status().await, "pending");
}

#[tokio::test(flavor = "multi_thread")]
async fn old_events_are_deleted() {
    let app = start().await;
    let body = updated("evt_1", "cus_of_nobody");
    tells(&app, &body, Some(signed(&app, &body))).await;
    app.works_off_jobs().await;

    app.lets_pass(days(31)).await;

    assert_eq!(count(&app, EVENTS).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn open_pages_are_notified_of_every_change() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    let mut page = app.app().live.listen(100).unwrap();
    assert!(page.follow(ada.id, 100));

    ada.buys(&app, "pro", GOOD_CARD).await;
    ada.cancels().await;
    app.lets_pass(days(3)).await;

    let mut statuses = Vec::new();
    while statuses.last().map(String::as_str) != Some("cancelled") {
        let soon = std::time::Duration::from_secs(10);
        let events = tokio::time::timeout(soon, page.next()).await;
        for event in events.expect("the page is told").unwrap().iter() {
            if let platform::live::LiveEvent::Row(row) = &event.news {
                let status = row.new.as_ref().map(|new| new["status"].clone());
                let status = status.unwrap_or_default();
                statuses.push(status.as_str().unwrap_or("none").to_owned());
            }
        }
    }
    statuses.dedup();
    assert_eq!(statuses, ["pending", "trialing", "cancelled"]);
}
