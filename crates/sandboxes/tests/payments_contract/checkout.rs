//! The live adapter buys at the sandbox.

use std::collections::BTreeMap;

use providers::payments::{
    Buyer, CheckoutStatus, NewCheckout, NewCustomer, PaymentRefusal, Payments, PaymentsError,
    ProviderStatus, Subscription, Trial,
};

use crate::kit::{PAYS, Sandbox, days, noon, trial, wish};

#[tokio::test]
async fn a_checkout_is_open_until_somebody_pays_and_tells_what_it_was_given() {
    let sandbox = Sandbox::start().await;
    let stripe = sandbox.stripe();

    let made = stripe
        .create_checkout(&trial("starter"), "key 1")
        .await
        .unwrap();

    assert_eq!(made.url, Some(sandbox.url(&format!("/c/pay/{}", made.id))));
    assert_eq!(
        (made.status, made.is_settled),
        (CheckoutStatus::Open, false)
    );
    assert_eq!(made.client_reference_id.as_deref(), Some("user-1"));
    assert_eq!(made.metadata["user_id"], "user-1");
    assert_eq!((&made.customer, &made.subscription), (&None, &None));
    assert_eq!(made.expires_at, Some(noon() + days(1)));
    assert_eq!(stripe.checkout(&made.id).await.unwrap(), made);
}

#[tokio::test]
async fn paying_completes_the_checkout_and_begins_the_trial() {
    let sandbox = Sandbox::start().await;
    let stripe = sandbox.stripe();
    let made = stripe
        .create_checkout(&trial("starter"), "key 1")
        .await
        .unwrap();

    assert!(sandbox.visitor().pays(&made.id, PAYS).await.unwrap());

    let done = stripe.checkout(&made.id).await.unwrap();
    assert_eq!(
        (done.status, done.is_settled),
        (CheckoutStatus::Complete, true)
    );
    assert_eq!(done.url, None);
    let subscription = stripe
        .subscription(&done.subscription.unwrap())
        .await
        .unwrap();
    assert_eq!(subscription.status, ProviderStatus::Trialing);
    assert_eq!(subscription.plan.as_deref(), Some("starter"));
    assert_eq!(subscription.price, "price_starter");
    assert_eq!(Some(&subscription.customer), done.customer.as_ref());
    assert_eq!(subscription.metadata["user_id"], "user-1");
    assert_eq!(subscription.created, noon());
    assert_eq!(subscription.trial_end, Some(noon() + days(3)));
    assert_eq!(subscription.current_period_end, Some(noon() + days(3)));
    assert!(!subscription.cancel_at_period_end);
    let found = stripe
        .subscriptions_of(&subscription.customer)
        .await
        .unwrap();
    let card = found[0].card.clone();
    assert!(card.is_some(), "a list tells the cards");
    let subscription = Subscription {
        card,
        ..subscription
    };
    assert_eq!(found, [subscription]);
}

#[tokio::test]
async fn without_a_trial_the_first_month_is_paid_at_once() {
    let sandbox = Sandbox::start().await;

    let subscription = sandbox.subscriber(PAYS, wish("pro", Trial::None)).await;

    assert_eq!(subscription.status, ProviderStatus::Active);
    assert_eq!(subscription.trial_end, None);
    let month_later = "2026-12-15T12:00:00Z".parse().unwrap();
    assert_eq!(subscription.current_period_end, Some(month_later));
    let (_, invoices) = sandbox.asks("GET", "/v1/invoices", "").await;
    assert_eq!(invoices["data"][0]["amount_paid"], 2100);
    assert_eq!(invoices["data"][0]["billing_reason"], "subscription_create");
}

#[tokio::test]
async fn a_trial_until_a_day_needs_forty_eight_hours() {
    let sandbox = Sandbox::start().await;
    let stripe = sandbox.stripe();
    let until = |end| wish("starter", Trial::Until(end));

    let short = until(noon() + days(2) - chrono::TimeDelta::seconds(1));
    let short = stripe.create_checkout(&short, "key 1").await;
    let subscription = sandbox.subscriber(PAYS, until(noon() + days(2))).await;

    assert_eq!(short, Err(PaymentsError::Refused(PaymentRefusal::Invalid)));
    assert_eq!(subscription.trial_end, Some(noon() + days(2)));
}

#[tokio::test]
async fn a_customer_is_found_again_with_everything_they_bought() {
    let sandbox = Sandbox::start().await;
    let stripe = sandbox.stripe();
    let ada = NewCustomer {
        email: "ada@example.com".to_owned(),
        metadata: BTreeMap::from([("user_id".to_owned(), "user-1".to_owned())]),
    };

    let made = stripe.create_customer(&ada, "customer 1").await.unwrap();
    let again = stripe.create_customer(&ada, "customer 1").await.unwrap();
    let known = NewCheckout {
        buyer: Buyer::Known(made.id.clone()),
        ..trial("starter")
    };
    let subscription = sandbox.subscriber(PAYS, known).await;

    assert_eq!(made, again);
    assert_eq!(made.metadata, ada.metadata);
    assert_eq!(
        stripe.customers("ada@example.com").await.unwrap(),
        std::slice::from_ref(&made)
    );
    assert_eq!(stripe.customers("bob@example.com").await.unwrap(), []);
    assert_eq!(subscription.customer, made.id);
    let checkouts = stripe.checkouts_of(&made.id).await.unwrap();
    assert_eq!(checkouts.len(), 1);
    assert_eq!(checkouts[0].subscription, Some(subscription.id));
}

#[tokio::test]
async fn the_same_call_under_the_same_key_happens_once() {
    let sandbox = Sandbox::start().await;
    let stripe = sandbox.stripe();

    let first = stripe
        .create_checkout(&trial("starter"), "one key")
        .await
        .unwrap();
    let copy = stripe
        .create_checkout(&trial("starter"), "one key")
        .await
        .unwrap();
    let other = stripe
        .create_checkout(&trial("starter"), "another")
        .await
        .unwrap();
    let clash = stripe.create_checkout(&trial("pro"), "one key").await;

    assert_eq!(first, copy);
    assert_ne!(first.id, other.id);
    assert_eq!(clash, Err(PaymentsError::Refused(PaymentRefusal::Conflict)));
}

#[tokio::test]
async fn an_expired_checkout_cannot_be_paid_or_expired_again() {
    let sandbox = Sandbox::start().await;
    let stripe = sandbox.stripe();
    let made = stripe
        .create_checkout(&trial("starter"), "key 1")
        .await
        .unwrap();

    let expired = stripe.expire_checkout(&made.id, "key 2").await.unwrap();
    let again = stripe.expire_checkout(&made.id, "key 3").await;

    assert_eq!(
        (expired.status, expired.url),
        (CheckoutStatus::Expired, None)
    );
    assert_eq!(again, Err(PaymentsError::Refused(PaymentRefusal::Conflict)));
    assert!(!sandbox.visitor().pays(&made.id, PAYS).await.unwrap());
    assert_eq!(stripe.checkout(&made.id).await.unwrap().subscription, None);
}

#[tokio::test]
async fn a_checkout_that_nobody_opens_expires_after_a_day() {
    let sandbox = Sandbox::start().await;
    let stripe = sandbox.stripe();
    let made = stripe
        .create_checkout(&trial("starter"), "key 1")
        .await
        .unwrap();

    sandbox.lets_pass(days(1) - chrono::TimeDelta::seconds(1));
    assert_eq!(
        stripe.checkout(&made.id).await.unwrap().status,
        CheckoutStatus::Open
    );
    sandbox.lets_pass(chrono::TimeDelta::seconds(1));

    assert_eq!(
        stripe.checkout(&made.id).await.unwrap().status,
        CheckoutStatus::Expired
    );
    assert_eq!(sandbox.happened(), ["checkout.session.expired"]);
}

#[tokio::test]
async fn the_portal_is_a_page_for_a_customer() {
    let sandbox = Sandbox::start().await;
    let stripe = sandbox.stripe();
    let subscription = sandbox.subscriber(PAYS, trial("starter")).await;

    let back = "http://localhost:8080/settings";
    let url = stripe
        .portal(&subscription.customer, back, "key 1")
        .await
        .unwrap();
    let nobody = stripe.portal("cus_nobody", back, "key 2").await;

    let (status, page) = sandbox
        .asks("GET", url.strip_prefix(&sandbox.url("")).unwrap(), "")
        .await;
    assert_eq!(status, 200);
    assert!(
        page.as_str().unwrap().contains(&format!("href=\"{back}\"")),
        "{page}"
    );
    assert_eq!(
        nobody,
        Err(PaymentsError::Refused(PaymentRefusal::NotFound))
    );
}
