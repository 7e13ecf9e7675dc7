//! Cancelling after the trial, and undoing it.

use super::*;

async fn subscriber(app: &TestApp) -> Person {
    let ada = customer(app, "ada").await;
    ada.buys(app, "pro", GOOD_CARD).await;
    app.lets_pass(days(3) + TimeDelta::minutes(1)).await;
    assert_eq!(ada.stored_status().await, "active");
    ada
}

#[tokio::test(flavor = "multi_thread")]
async fn a_paid_subscription_runs_until_the_period_ends_whatever_the_client_asks() {
    let app = TestApp::start().await;
    let ada = subscriber(&app).await;

    let cancelled = ada.cancels().await;

    let message = "Your subscription ends on 18 December 2026. Nothing more is charged.";
    assert_eq!(cancelled.json()["message"], message);
    let trial = ada.trial().await;
    assert_eq!(trial["cancelAtPeriodEnd"], true);
    assert_eq!(trial["cancellationDate"], "2026-12-18T12:00:00Z");
    assert_eq!(trial["canCancel"], false);
    assert_eq!(ada.stored_status().await, "active");
    app.lets_pass(days(30)).await;
    assert_eq!(ada.stored_status().await, "cancelled");
    assert_eq!(charges(&app, &ada).await, [2100]);
    let subjects = ada.mail_subjects(&app).await;
    assert_eq!(subjects, ["Your Earshot subscription is cancelled"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancellation_can_be_undone_before_the_period_ends() {
    let app = TestApp::start().await;
    let ada = subscriber(&app).await;
    ada.cancels().await;

    let back = ada.reactivates().await;

    assert_eq!(
        back.json()["message"],
        "Subscription reactivated successfully!"
    );
    assert_eq!(ada.trial().await["cancelAtPeriodEnd"], false);
    app.lets_pass(days(31)).await;
    assert_eq!(ada.stored_status().await, "active");
    assert_eq!(charges(&app, &ada).await, [2100, 2100]);
}

#[tokio::test(flavor = "multi_thread")]
async fn cancelling_twice_has_no_further_effect() {
    let app = TestApp::start().await;
    let ada = subscriber(&app).await;

    let (first, second) = (ada.cancels().await, ada.cancels().await);

    assert_eq!(first.json(), second.json());
    let ended = "Your Earshot subscription is cancelled";
    let subjects = ada.mail_subjects(&app).await;
    assert_eq!(subjects.iter().filter(|it| *it == ended).count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_subscription_that_has_ended_cannot_be_reactivated() {
    let app = TestApp::start().await;
    let ada = subscriber(&app).await;
    ada.cancels().await;
    app.lets_pass(days(31)).await;

    let refused = ada.reactivates().await;

    assert_eq!(refused.status, 409);
    let expected = "Failed to reactivate subscription. Please try again.";
    assert_eq!(refused.json()["error"], expected);
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_past_due_subscription_is_cancelled_at_once() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "pro", FAILING_CARD).await;
    app.lets_pass(days(3) + TimeDelta::minutes(1)).await;
    assert_eq!(ada.trial().await["isPastDue"], true);

    ada.cancels().await;

    assert_eq!(ada.stored_status().await, "cancelled");
    assert!(live(&at_provider(&app, &ada).await).is_empty());
    app.works_off_jobs().await;
}
