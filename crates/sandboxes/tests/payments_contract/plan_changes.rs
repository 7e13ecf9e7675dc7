//! The live adapter changes and ends subscriptions at the sandbox.

use chrono::{DateTime, TimeDelta, Utc};
use providers::payments::{
    PaymentRefusal, Payments, PaymentsError, PlanChangeBilling, PlanChangeRequest, ProviderStatus,
    Subscription, Trial,
};

use crate::kit::{FAILS, PAYS, Sandbox, days, noon, trial, wish};

fn change(subscription: &Subscription, plan: &str, how: PlanChangeBilling) -> PlanChangeRequest {
    PlanChangeRequest {
        subscription: subscription.id.clone(),
        plan: plan.to_owned(),
        how,
    }
}

async fn amounts(sandbox: &Sandbox) -> Vec<i64> {
    let (_, invoices) = sandbox.asks("GET", "/v1/invoices?limit=100", "").await;
    let all = invoices["data"].as_array().unwrap().iter().rev();
    all.map(|invoice| invoice["amount_due"].as_i64().unwrap())
        .collect()
}

#[tokio::test]
async fn a_change_from_the_next_invoice_on_bills_nothing_now() {
    let sandbox = Sandbox::start().await;
    let before = sandbox.subscriber(PAYS, wish("pro", Trial::None)).await;

    sandbox.lets_pass(days(10));
    let change = change(&before, "starter", PlanChangeBilling::FromNextInvoice);
    let after = sandbox
        .stripe()
        .change_plan(&change, "key 1")
        .await
        .unwrap();

    assert_eq!(after.plan.as_deref(), Some("starter"));
    assert_eq!(after.current_period_end, before.current_period_end);
    assert_eq!(amounts(&sandbox).await, [2100]);
    sandbox.lets_pass(days(30));
    assert_eq!(amounts(&sandbox).await, [2100, 1000]);
}

#[tokio::test]
async fn a_change_at_once_bills_the_difference_for_the_rest_of_the_period() {
    let sandbox = Sandbox::start().await;
    let before = sandbox.subscriber(PAYS, wish("starter", Trial::None)).await;

    sandbox.lets_pass(days(15));
    let change = change(&before, "pro", PlanChangeBilling::AtOnce);
    let after = sandbox
        .stripe()
        .change_plan(&change, "key 1")
        .await
        .unwrap();

    assert_eq!(after.plan.as_deref(), Some("pro"));
    assert_eq!(after.current_period_end, before.current_period_end);
    // Eleven dollars more a month, for half of it.
    assert_eq!(amounts(&sandbox).await, [1000, 550]);
}

#[tokio::test]
async fn ending_the_trial_bills_the_first_month_now() {
    let sandbox = Sandbox::start().await;
    let before = sandbox.subscriber(PAYS, trial("starter")).await;

    sandbox.lets_pass(days(1));
    let change = change(&before, "pro", PlanChangeBilling::EndingTrial);
    let after = sandbox
        .stripe()
        .change_plan(&change, "key 1")
        .await
        .unwrap();

    assert_eq!(after.status, ProviderStatus::Active);
    assert_eq!(after.plan.as_deref(), Some("pro"));
    assert_eq!(after.trial_end, Some(noon() + days(1)));
    let month_later: DateTime<Utc> = "2026-12-16T12:00:00Z".parse().unwrap();
    assert_eq!(after.current_period_end, Some(month_later));
    assert_eq!(amounts(&sandbox).await, [0, 2100]);
}

#[tokio::test]
async fn a_declined_card_leaves_everything_as_it_was() {
    let sandbox = Sandbox::start().await;
    let stripe = sandbox.stripe();
    let before = sandbox.subscriber(FAILS, trial("starter")).await;
    let wanted = change(&before, "pro", PlanChangeBilling::EndingTrial);

    let declined = stripe.change_plan(&wanted, "key 1").await;
    let copy = stripe.change_plan(&wanted, "key 1").await;

    let code = Some("generic_decline".to_owned());
    assert_eq!(
        declined,
        Err(PaymentsError::Refused(PaymentRefusal::Declined { code }))
    );
    assert_eq!(copy, declined);
    assert_eq!(stripe.subscription(&before.id).await.unwrap(), before);
    assert_eq!(amounts(&sandbox).await, [0]);
}

#[tokio::test]
async fn a_change_inside_a_trial_goes_on_with_the_trial() {
    let sandbox = Sandbox::start().await;
    let before = sandbox.subscriber(PAYS, trial("pro")).await;

    let change = change(&before, "starter", PlanChangeBilling::FromNextInvoice);
    let after = sandbox
        .stripe()
        .change_plan(&change, "key 1")
        .await
        .unwrap();

    let expected = Subscription {
        plan: Some("starter".to_owned()),
        price: "price_starter".to_owned(),
        ..before
    };
    assert_eq!(after, expected);
}

#[tokio::test]
async fn a_scheduled_end_comes_at_the_end_of_the_period_and_can_be_taken_back() {
    let sandbox = Sandbox::start().await;
    let stripe = sandbox.stripe();
    let before = sandbox.subscriber(PAYS, wish("starter", Trial::None)).await;

    let scheduled = stripe
        .cancel_at_period_end(&before.id, "key 1")
        .await
        .unwrap();
    let undone = stripe.undo_cancel(&before.id, "key 2").await.unwrap();
    stripe
        .cancel_at_period_end(&before.id, "key 3")
        .await
        .unwrap();

    assert!(scheduled.cancel_at_period_end);
    assert_eq!(scheduled.status, ProviderStatus::Active);
    assert_eq!(scheduled.canceled_at, Some(noon()));
    assert_eq!(undone, before);
    sandbox.lets_pass(days(30) - TimeDelta::seconds(1));
    let last_second = stripe.subscription(&before.id).await.unwrap();
    assert_eq!(last_second.status, ProviderStatus::Active);
    sandbox.lets_pass(TimeDelta::seconds(1));
    let ended = stripe.subscription(&before.id).await.unwrap();
    assert_eq!(ended.status, ProviderStatus::Canceled);
    assert_eq!(ended.ended_at, before.current_period_end);
    assert_eq!(amounts(&sandbox).await, [1000]);
}

#[tokio::test]
async fn what_is_cancelled_ends_at_once_and_stays_ended() {
    let sandbox = Sandbox::start().await;
    let stripe = sandbox.stripe();
    let before = sandbox.subscriber(PAYS, trial("starter")).await;

    let ended = stripe.cancel_now(&before.id, "key 1").await.unwrap();
    let again = stripe.cancel_now(&before.id, "key 2").await.unwrap();
    let undo = stripe.undo_cancel(&before.id, "key 3").await;

    assert_eq!(ended.status, ProviderStatus::Canceled);
    assert_eq!(
        (ended.canceled_at, ended.ended_at),
        (Some(noon()), Some(noon()))
    );
    assert_eq!(again, ended);
    assert_eq!(undo, Err(PaymentsError::Refused(PaymentRefusal::Conflict)));
    sandbox.lets_pass(days(100));
    assert_eq!(stripe.subscription(&before.id).await.unwrap(), ended);
    let all = stripe.subscriptions_of(&before.customer).await.unwrap();
    let card = all[0].card.clone();
    assert_eq!(all, [Subscription { card, ..ended }]);
}
