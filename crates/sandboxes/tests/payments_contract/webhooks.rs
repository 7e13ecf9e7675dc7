//! Webhooks: what the sandbox writes, the adapter believes and understands.

use axum::http::{HeaderMap, HeaderValue};
use chrono::{DateTime, TimeDelta, Utc};
use providers::payments::{
    PaymentEventKind, Payments, PaymentsError, SignatureError, Stripe, StripeSettings, sign,
};

use crate::kit::{PAYS, Sandbox, WEBHOOK_SECRET, days, noon, trial};

fn headers(value: &str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert("stripe-signature", HeaderValue::from_str(value).unwrap());
    headers
}

fn verify(
    stripe: &Stripe,
    body: &str,
    secret: &str,
    at: DateTime<Utc>,
) -> Result<(), SignatureError> {
    let header = sign(secret, body.as_bytes(), at);
    stripe.verify_webhook(body.as_bytes(), &headers(&header), noon())
}

#[tokio::test]
async fn every_event_of_a_life_is_believed_and_understood() {
    let sandbox = Sandbox::start().await;
    let stripe = sandbox.stripe();
    let begun = sandbox.subscriber(PAYS, trial("starter")).await;
    sandbox.lets_pass(days(3));
    stripe.cancel_now(&begun.id, "k1").await.unwrap();

    let sent = sandbox.ledger.contents().webhooks;
    let events: Vec<_> = sent
        .iter()
        .map(|(id, body)| {
            assert_eq!(verify(&stripe, body, WEBHOOK_SECRET, noon()), Ok(()));
            let event = stripe.parse_event(body.as_bytes()).unwrap();
            assert_eq!(event.id, *id);
            event
        })
        .collect();

    let kinds: Vec<_> = events.iter().map(|event| event.kind.clone()).collect();
    assert_eq!(
        kinds,
        [
            PaymentEventKind::CheckoutCompleted,
            PaymentEventKind::SubscriptionCreated,
            PaymentEventKind::InvoicePaid,
            PaymentEventKind::TrialWillEnd,
            PaymentEventKind::InvoicePaid,
            PaymentEventKind::SubscriptionUpdated,
            PaymentEventKind::SubscriptionDeleted,
        ]
    );
    for event in &events {
        assert_eq!(event.subscription, Some(begun.id.clone()), "{event:?}");
        assert_eq!(event.customer, Some(begun.customer.clone()), "{event:?}");
    }
    assert_eq!(events[0].client_reference_id.as_deref(), Some("user-1"));
    assert!(
        events[0]
            .checkout
            .as_deref()
            .unwrap()
            .starts_with("cs_test_")
    );
    assert_eq!(events[1].metadata["user_id"], "user-1");
    assert_eq!(events[1].invoice, None);
    assert!(events[4].invoice.as_deref().unwrap().starts_with("in_"));
    assert_eq!(
        (events[3].created, events[6].created),
        (noon(), noon() + days(3))
    );
}

#[tokio::test]
async fn forgeries_of_every_kind_are_not_believed() {
    let sandbox = Sandbox::start().await;
    let stripe = sandbox.stripe();
    let body = r#"{"id":"evt_1"}"#;
    let right = sign(WEBHOOK_SECRET, body.as_bytes(), noon());

    assert_eq!(verify(&stripe, body, WEBHOOK_SECRET, noon()), Ok(()));
    assert_eq!(
        verify(&stripe, body, "whsec_other", noon()),
        Err(SignatureError::Wrong)
    );
    let late = noon() - TimeDelta::seconds(301);
    assert_eq!(
        verify(&stripe, body, WEBHOOK_SECRET, late),
        Err(SignatureError::Stale)
    );
    let early = noon() + TimeDelta::seconds(301);
    assert_eq!(
        verify(&stripe, body, WEBHOOK_SECRET, early),
        Err(SignatureError::Stale)
    );
    let tampered = stripe.verify_webhook(b"{\"id\":\"evt_2\"}", &headers(&right), noon());
    assert_eq!(tampered, Err(SignatureError::Wrong));
    let nothing = stripe.verify_webhook(body.as_bytes(), &HeaderMap::new(), noon());
    assert_eq!(nothing, Err(SignatureError::Unreadable));
    let mut twice = headers(&right);
    twice.append("stripe-signature", HeaderValue::from_str(&right).unwrap());
    let twice = stripe.verify_webhook(body.as_bytes(), &twice, noon());
    assert_eq!(twice, Err(SignatureError::Unreadable));
}

#[test]
fn without_a_secret_nothing_is_believed() {
    providers::install_tls();
    let settings = StripeSettings::new(None, "sk_test_1", None, &[("starter", "price_1")]);
    let stripe = Stripe::new(settings.unwrap(), "test/1.0");

    assert!(!stripe.takes_webhooks());
    assert_eq!(
        verify(&stripe, "{}", "", noon()),
        Err(SignatureError::NoSecret)
    );
}

#[tokio::test]
async fn what_is_no_event_is_nonsense_and_what_is_unknown_is_something_else() {
    let stripe = Sandbox::start().await.stripe();
    let unknown = r#"{"id":"evt_1","type":"plan.created","created":1,"data":{"object":{"id":"plan_1","object":"plan"}}}"#;

    let event = stripe.parse_event(unknown.as_bytes()).unwrap();

    assert_eq!(
        event.kind,
        PaymentEventKind::Other("plan.created".to_owned())
    );
    assert_eq!((event.subscription, event.checkout), (None, None));
    for body in ["", "{}", "[]", "{\"id\":1}", "not json"] {
        let parsed = stripe.parse_event(body.as_bytes());
        assert_eq!(parsed, Err(PaymentsError::InvalidResponse), "{body}");
    }
}
