//! Coming back after a cancelled trial or subscription.

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_trial_resumed_early_ends_on_its_original_day() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "starter", GOOD_CARD).await;
    ada.cancels().await;
    app.lets_pass(TimeDelta::hours(23)).await;

    let again = ada.reactivates().await.json();

    assert_eq!(again["bills_at_once"], false);
    assert_eq!(
        ada.stored_status().await,
        "trialing",
        "it stays open meanwhile"
    );
    assert!(pays(&app, &again, GOOD_CARD).await);
    assert_eq!(ada.status().await, "trialing");
    let trial = ada.trial().await;
    assert_eq!(
        [&trial["isCancelledTrial"], &trial["trialEndsAt"]],
        [&json!(false), &json!("2026-11-18T12:00:00Z")]
    );
    app.lets_pass(TimeDelta::hours(50)).await;
    assert_eq!(charges(&app, &ada).await, [1000]);
    assert_eq!(ada.stored_status().await, "active");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trial_resumed_in_its_last_two_days_is_billed_at_once_and_says_so() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "starter", GOOD_CARD).await;
    ada.cancels().await;
    app.lets_pass(TimeDelta::hours(25)).await;

    let again = ada.checks_out("pro").await.json();

    assert_eq!(again["bills_at_once"], true);
    assert!(pays(&app, &again, GOOD_CARD).await);
    assert_eq!(ada.status().await, "active");
    assert_eq!(charges(&app, &ada).await, [2100]);
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_user_gets_one_trial() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "starter", GOOD_CARD).await;
    ada.cancels().await;
    app.lets_pass(days(4)).await;
    assert_eq!(ada.stored_status().await, "cancelled");

    let again = ada.checks_out("starter").await.json();

    assert_eq!(again["bills_at_once"], true);
    assert_eq!(ada.stored_status().await, "pending");
    assert!(pays(&app, &again, GOOD_CARD).await);
    assert_eq!(ada.status().await, "active");
    assert_eq!(charges(&app, &ada).await, [1000]);
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_failed_payment_a_new_purchase_leaves_one_subscription() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "starter", FAILING_CARD).await;
    app.lets_pass(days(7)).await;
    assert_eq!(ada.stored_status().await, "payment_failed");

    let first = ada.checks_out("starter").await.json();
    let again = ada.checks_out("starter").await.json();
    let waiting = ada.stored_status().await;
    assert!(pays(&app, &again, GOOD_CARD).await);
    app.works_off_jobs().await;

    assert_eq!(first["session_id"], again["session_id"]);
    assert_eq!(waiting, "pending");
    assert_eq!(ada.stored_status().await, "active");
    assert_eq!(live(&at_provider(&app, &ada).await).len(), 1);
    assert_eq!(charges(&app, &ada).await, [1000]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_abandoned_reactivation_stays_cancelled() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "starter", GOOD_CARD).await;
    ada.cancels().await;
    app.lets_pass(days(4)).await;
    ada.checks_out("starter").await;

    app.lets_pass(days(2)).await;

    assert_eq!(ada.stored_status().await, "cancelled");
}
