//! The end outside of a trial, and taking it back.

use super::*;

async fn subscriber(app: &TestApp) -> Person {
    let ada = customer(app, "ada").await;
    ada.buys(app, "pro", GOOD_CARD).await;
    app.lets_pass(days(3) + TimeDelta::minutes(1)).await;
    assert_eq!(ada.stored_status().await, "active");
    ada
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_paid_for_runs_to_the_period_s_end_whatever_the_client_says() {
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
    let letters = ada.letters(&app).await;
    assert_eq!(letters, ["Your Earshot subscription is cancelled"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scheduled_end_can_be_taken_back_and_it_goes_on() {
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
async fn cancelling_twice_is_cancelling_once() {
    let app = TestApp::start().await;
    let ada = subscriber(&app).await;

    let (first, second) = (ada.cancels().await, ada.cancels().await);

    assert_eq!(first.json(), second.json());
    let ended = "Your Earshot subscription is cancelled";
    let letters = ada.letters(&app).await;
    assert_eq!(letters.iter().filter(|it| *it == ended).count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_ended_cannot_be_taken_back() {
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
async fn what_cannot_be_charged_is_cancelled_at_once() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "pro", FAILING_CARD).await;
    app.lets_pass(days(3) + TimeDelta::minutes(1)).await;
    assert_eq!(ada.trial().await["isPastDue"], true);

    ada.cancels().await;

    assert_eq!(ada.stored_status().await, "cancelled");
    assert!(living(&at_provider(&app, &ada).await).is_empty());
    app.works_off_jobs().await;
}
