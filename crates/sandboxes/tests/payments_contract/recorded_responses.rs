//! Answers in the shapes of Stripe's documentation that the sandbox never gives.

use std::sync::{Arc, Mutex};

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode, Uri},
};
use providers::payments::{
    Buyer, NewCheckout, PaymentRefusal, Payments, PaymentsError, PlanChangeBilling,
    PlanChangeRequest, ProviderStatus, Stripe, Trial,
};
use serde_json::{Value, json};
use tokio::{net::TcpListener, task::JoinSet};

use crate::kit::{noon, stripe, time, trial, wish};

type Heard = Arc<Mutex<Vec<(String, HeaderMap, String)>>>;

/// A server that always gives one answer, and remembers what it was asked.
pub(crate) struct Recording {
    heard: Heard,
    pub(crate) stripe: Stripe,
    _tasks: JoinSet<()>,
}

impl Recording {
    pub(crate) async fn of(status: u16, body: Value) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let heard = Heard::default();
        let answer =
            async move |State(heard): State<Heard>, uri: Uri, headers: HeaderMap, asked: Bytes| {
                let asked = String::from_utf8(asked.to_vec()).unwrap();
                heard
                    .lock()
                    .unwrap()
                    .push((uri.to_string(), headers, asked));
                (StatusCode::from_u16(status).unwrap(), body.to_string())
            };
        let routes = Router::new().fallback(answer).with_state(heard.clone());
        let mut tasks = JoinSet::new();
        tasks.spawn(async move { axum::serve(listener, routes).await.unwrap() });
        Self {
            heard,
            stripe: stripe(&format!("http://{address}"), "sk_test_hunter2"),
            _tasks: tasks,
        }
    }

    pub(crate) fn heard(&self) -> Vec<(String, HeaderMap, String)> {
        self.heard.lock().unwrap().clone()
    }
}

fn subscription(status: &str) -> Value {
    json!({
        "id": "sub_1", "object": "subscription", "status": status, "customer": { "id": "cus_1", "object": "customer" },
        "created": 1_800_000_000, "cancel_at_period_end": false, "canceled_at": null, "ended_at": null,
        "trial_end": null, "metadata": {},
        "items": { "object": "list", "data": [{ "id": "si_1", "price": { "id": "price_pro" } }] },
    })
}

#[tokio::test]
async fn all_eight_statuses_are_known_and_a_ninth_is_nonsense() {
    for status in ProviderStatus::ALL {
        let recording = Recording::of(200, subscription(status.word())).await;

        let read = recording.stripe.subscription("sub_1").await.unwrap();

        assert_eq!((read.status, read.customer.as_str()), (status, "cus_1"));
        assert_eq!(read.plan.as_deref(), Some("pro"));
    }
    let odd = Recording::of(200, subscription("resting")).await;
    assert_eq!(
        odd.stripe.subscription("sub_1").await,
        Err(PaymentsError::InvalidResponse)
    );
}

#[tokio::test]
async fn the_period_is_read_from_the_item_and_from_the_top() {
    let mut old = subscription("active");
    old["current_period_end"] = json!(1_800_000_100);
    let mut new = subscription("active");
    new["items"]["data"][0]["current_period_end"] = json!(1_800_000_200);
    let neither = subscription("active");

    for (body, expected) in [
        (old, Some(time(1_800_000_100))),
        (new, Some(time(1_800_000_200))),
        (neither, None),
    ] {
        let recording = Recording::of(200, body).await;
        let read = recording.stripe.subscription("sub_1").await.unwrap();
        assert_eq!(read.current_period_end, expected);
    }
}

#[tokio::test]
async fn a_price_of_somebody_else_has_no_plan() {
    let mut body = subscription("active");
    body["items"]["data"][0]["price"] = json!("price_of_old");
    let recording = Recording::of(200, body).await;

    let read = recording.stripe.subscription("sub_1").await.unwrap();

    assert_eq!((read.plan, read.price.as_str()), (None, "price_of_old"));
}

#[tokio::test]
async fn a_checkout_is_asked_for_in_stripes_own_words() {
    let recording = Recording::of(200, json!({})).await;
    let known = NewCheckout {
        buyer: Buyer::Known("cus_1".to_owned()),
        ..wish("pro", Trial::Until(noon()))
    };

    let _ = recording
        .stripe
        .create_checkout(&trial("starter"), "key 1")
        .await;
    let _ = recording.stripe.create_checkout(&known, "key 2").await;

    let [(path, headers, first), (_, _, second)] = recording.heard().try_into().unwrap();
    assert_eq!(path, "/v1/checkout/sessions");
    assert_eq!(headers["authorization"], "Bearer sk_test_hunter2");
    assert_eq!(headers["stripe-version"], "2026-10-28.endive");
    assert_eq!(headers["idempotency-key"], "key 1");
    assert_eq!(headers["content-type"], "application/x-www-form-urlencoded");
    let fields = |body: &str| -> Vec<(String, String)> {
        url::form_urlencoded::parse(body.as_bytes())
            .into_owned()
            .collect()
    };
    let field = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(
        fields(&first),
        [
            field("mode", "subscription"),
            field("line_items[0][price]", "price_starter"),
            field("line_items[0][quantity]", "1"),
            field("client_reference_id", "user-1"),
            field(
                "success_url",
                "http://localhost:8080/dashboard?session={CHECKOUT_SESSION_ID}&plan=starter"
            ),
            field(
                "cancel_url",
                "http://localhost:8080/payment?error=cancelled"
            ),
            field("customer_email", "ada@example.com"),
            field("subscription_data[trial_period_days]", "3"),
            field("metadata[user_id]", "user-1"),
            field("subscription_data[metadata][user_id]", "user-1"),
        ]
    );
    assert!(fields(&second).contains(&field("customer", "cus_1")));
    let end = noon().timestamp().to_string();
    assert!(fields(&second).contains(&field("subscription_data[trial_end]", &end)));
}

#[tokio::test]
async fn every_change_of_plan_says_what_happens_to_the_bill() {
    for (how, expected) in [
        (
            PlanChangeBilling::FromNextInvoice,
            "proration_behavior=none",
        ),
        (
            PlanChangeBilling::AtOnce,
            "proration_behavior=always_invoice&payment_behavior=error_if_incomplete",
        ),
        (
            PlanChangeBilling::EndingTrial,
            "trial_end=now&proration_behavior=none&payment_behavior=error_if_incomplete",
        ),
    ] {
        let recording = Recording::of(200, subscription("active")).await;
        let change = PlanChangeRequest {
            subscription: "sub_1".to_owned(),
            plan: "starter".to_owned(),
            how,
        };

        recording.stripe.change_plan(&change, "key").await.unwrap();

        let (path, _, body) = recording.heard().pop().unwrap();
        assert_eq!(path, "/v1/subscriptions/sub_1");
        let item = "items%5B0%5D%5Bid%5D=si_1&items%5B0%5D%5Bprice%5D=price_starter";
        assert_eq!(body, format!("{item}&{expected}"));
    }
}

#[tokio::test]
async fn stripes_refusals_become_arms() {
    let refused = PaymentsError::Refused;
    let declined = |code: &str| {
        refused(PaymentRefusal::Declined {
            code: Some(code.to_owned()),
        })
    };
    let later = PaymentsError::TryAgain { retry_after: None };
    for (status, error, expected) in [
        (
            400,
            json!({ "type": "invalid_request_error", "code": "resource_missing" }),
            refused(PaymentRefusal::NotFound),
        ),
        (
            400,
            json!({ "type": "invalid_request_error", "param": "mode" }),
            refused(PaymentRefusal::Invalid),
        ),
        (
            400,
            json!({ "type": "idempotency_error" }),
            refused(PaymentRefusal::Conflict),
        ),
        (
            401,
            json!({ "type": "invalid_request_error" }),
            refused(PaymentRefusal::KeyRejected),
        ),
        (
            403,
            json!({ "type": "invalid_request_error" }),
            refused(PaymentRefusal::KeyRejected),
        ),
        (
            402,
            json!({ "type": "card_error", "code": "card_declined", "decline_code": "lost_card" }),
            declined("lost_card"),
        ),
        (
            402,
            json!({ "type": "card_error", "code": "expired_card" }),
            declined("expired_card"),
        ),
        (
            404,
            json!({ "type": "invalid_request_error" }),
            refused(PaymentRefusal::NotFound),
        ),
        (
            409,
            json!({ "type": "invalid_request_error", "code": "lock_timeout" }),
            later.clone(),
        ),
        (500, json!({ "type": "api_error" }), later.clone()),
        (503, Value::Null, later),
        (418, Value::Null, refused(PaymentRefusal::Invalid)),
    ] {
        let recording = Recording::of(status, json!({ "error": error })).await;

        let failed = recording
            .stripe
            .create_checkout(&trial("starter"), "key")
            .await;

        assert_eq!(failed, Err(expected), "{status} {error}");
    }
}

#[tokio::test]
async fn a_write_is_tried_again_under_its_own_key() {
    let recording = Recording::of(500, Value::Null).await;

    let _ = recording
        .stripe
        .create_checkout(&trial("starter"), "my key")
        .await;

    let heard = recording.heard();
    assert_eq!(heard.len(), 3);
    for (_, headers, body) in &heard {
        assert_eq!(headers["idempotency-key"], "my key");
        assert_eq!(body, &heard[0].2);
    }
}

#[tokio::test]
async fn an_answer_that_is_none_is_nonsense() {
    for body in [
        json!({}),
        json!([]),
        json!("fine"),
        json!({ "id": "cs_1", "status": "melted", "created": 1 }),
    ] {
        let recording = Recording::of(200, body).await;

        let failed = recording.stripe.checkout("cs_1").await;

        assert_eq!(failed, Err(PaymentsError::InvalidResponse));
    }
}
