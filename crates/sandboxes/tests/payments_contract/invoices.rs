//! Paid invoices, as the live adapter reads them from the sandbox and from recorded answers.

use providers::payments::{PaidInvoice, Payments, PlanChangeBilling, PlanChangeRequest, Trial};
use serde_json::{Value, json};

use crate::kit::{FAILS, PAYS, Sandbox, days, noon, time, trial, wish};
use crate::recorded_responses::Recording;

#[tokio::test]
async fn every_paid_month_is_an_invoice_with_its_plan_amount_and_period() {
    let sandbox = Sandbox::start().await;
    let stripe = sandbox.stripe();
    let begun = sandbox.subscriber(PAYS, trial("starter")).await;
    sandbox.lets_pass(days(3));

    let subscription = stripe.subscription(&begun.id).await.unwrap();
    let [month, free] = stripe
        .paid_invoices_of(&begun.customer)
        .await
        .unwrap()
        .try_into()
        .unwrap();

    assert_eq!(subscription.latest_invoice, Some(month.id.clone()));
    assert_eq!(begun.latest_invoice, Some(free.id));
    assert_eq!(free.amount_cents, 0);
    let until = "2026-12-18T12:00:00Z".parse().unwrap();
    assert_eq!(
        month,
        PaidInvoice {
            id: month.id.clone(),
            subscription: Some(begun.id),
            plan: Some("starter".to_owned()),
            amount_cents: 1000,
            currency: "usd".to_owned(),
            paid_at: noon() + days(3),
            period: Some((noon() + days(3), until)),
            url: None,
        },
        "the sandbox has no https address"
    );
}

#[tokio::test]
async fn an_invoice_that_nobody_paid_is_not_among_them() {
    let sandbox = Sandbox::start().await;
    let begun = sandbox.subscriber(FAILS, trial("pro")).await;
    sandbox.lets_pass(days(4));

    let paid = sandbox.stripe().paid_invoices_of(&begun.customer).await;

    let amounts: Vec<i64> = paid.unwrap().iter().map(|it| it.amount_cents).collect();
    assert_eq!(amounts, [0]);
}

#[tokio::test]
async fn an_upgrade_is_an_invoice_for_the_new_plan() {
    let sandbox = Sandbox::start().await;
    let stripe = sandbox.stripe();
    let begun = sandbox.subscriber(PAYS, wish("starter", Trial::None)).await;
    sandbox.lets_pass(days(15));
    let change = PlanChangeRequest {
        subscription: begun.id,
        plan: "pro".to_owned(),
        how: PlanChangeBilling::AtOnce,
    };
    stripe.change_plan(&change, "key 1").await.unwrap();

    let paid = stripe.paid_invoices_of(&begun.customer).await.unwrap();

    assert_eq!(paid[0].plan.as_deref(), Some("pro"));
    assert_eq!(paid[0].paid_at, noon() + days(15));
}

fn invoice() -> Value {
    json!({
        "id": "in_1", "object": "invoice", "amount_paid": 550, "currency": "usd",
        "created": 1_800_000_000, "customer": "cus_1", "status": "paid",
        "period_start": 1_700_000_000, "period_end": 1_800_000_000,
        "hosted_invoice_url": "https://invoice.stripe.com/i/acct_1/test_1?s=ap",
        "status_transitions": { "finalized_at": 1_800_000_001, "paid_at": 1_800_000_002 },
        "parent": { "subscription_details": { "subscription": "sub_1" } },
        "lines": { "object": "list", "data": [
            {
                "amount": -500, "period": { "start": 1_800_000_000, "end": 1_801_000_000 },
                "pricing": { "price_details": { "price": "price_starter" } },
            },
            {
                "amount": 1050, "period": { "start": 1_800_000_000, "end": 1_801_000_000 },
                "pricing": { "price_details": { "price": "price_pro" } },
            },
        ] },
    })
}

#[tokio::test]
async fn a_prorated_invoice_is_for_the_plan_that_is_paid_and_not_for_the_one_that_is_credited() {
    let recording = Recording::of(200, json!({ "data": [invoice()] })).await;

    let paid = recording.stripe.paid_invoices_of("cus_1").await.unwrap();

    assert_eq!(
        paid,
        [PaidInvoice {
            id: "in_1".to_owned(),
            subscription: Some("sub_1".to_owned()),
            plan: Some("pro".to_owned()),
            amount_cents: 550,
            currency: "usd".to_owned(),
            paid_at: time(1_800_000_002),
            period: Some((time(1_800_000_000), time(1_801_000_000))),
            url: Some("https://invoice.stripe.com/i/acct_1/test_1?s=ap".to_owned()),
        }]
    );
    let (path, _, _) = recording.heard().pop().unwrap();
    assert_eq!(path, "/v1/invoices?customer=cus_1&status=paid&limit=100");
}

#[tokio::test]
async fn older_versions_name_subscription_and_price_elsewhere() {
    let mut old = invoice();
    old["parent"] = Value::Null;
    old["subscription"] = json!("sub_1");
    old["status_transitions"] = Value::Null;
    old["lines"]["data"] = json!([{
        "amount": 1000, "period": { "start": 1, "end": 2 }, "price": { "id": "price_starter" },
    }]);
    let recording = Recording::of(200, json!({ "data": [old] })).await;

    let paid = recording.stripe.paid_invoices_of("cus_1").await.unwrap();

    assert_eq!(paid[0].subscription.as_deref(), Some("sub_1"));
    assert_eq!(paid[0].plan.as_deref(), Some("starter"));
    assert_eq!(paid[0].paid_at, time(1_800_000_000));
}

#[tokio::test]
async fn only_an_https_address_is_passed_on() {
    for url in [
        "http://invoice.example",
        "javascript:alert(1)",
        "//x.example",
    ] {
        let mut odd = invoice();
        odd["hosted_invoice_url"] = json!(url);
        let recording = Recording::of(200, json!({ "data": [odd] })).await;

        let paid = recording.stripe.paid_invoices_of("cus_1").await.unwrap();

        assert_eq!(paid[0].url, None, "{url}");
    }
}
