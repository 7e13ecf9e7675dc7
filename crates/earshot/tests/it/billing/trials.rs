//! Trials and renewals as time passes.

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_trial_turns_into_a_paid_subscription() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "starter", GOOD_CARD).await;

    app.lets_pass(days(3) + TimeDelta::minutes(1)).await;
    let after_trial = (ada.stored_status().await, charges(&app, &ada).await);
    app.lets_pass(days(31)).await;
    let after_month = (ada.stored_status().await, charges(&app, &ada).await);

    assert_eq!(after_trial, ("active".to_owned(), vec![1000]));
    assert_eq!(after_month, ("active".to_owned(), vec![1000, 1000]));
    assert_eq!(ada.trial().await["isInTrial"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_reminder_goes_out_a_day_before_the_trial_ends() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "pro", GOOD_CARD).await;

    app.lets_pass(days(1)).await;
    let early = ada.mail_subjects(&app).await;
    app.lets_pass(days(1)).await;
    app.lets_pass(TimeDelta::hours(1)).await;
    ada.status().await;
    let late = ada.mail_subjects(&app).await;

    let reminder = "Your Earshot trial ends tomorrow";
    assert_eq!(early, [TRIAL_STARTED]);
    assert_eq!(late, [TRIAL_STARTED, reminder]);
    let text = ada.mail_text(&app, reminder).await;
    assert!(text.contains("18 November 2026"), "{text}");
    assert!(
        text.contains("After that, Professional costs $21 a month."),
        "{text}"
    );
    assert!(text.contains(&app.app().settings.support_email), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_trial_keeps_access_until_its_last_day() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "starter", GOOD_CARD).await;
    app.lets_pass(days(1)).await;

    let cancelled = ada.cancels().await;

    let expected = "Your trial is cancelled. You keep access until 18 November 2026.";
    assert_eq!(cancelled.json()["message"], expected);
    assert!(live(&at_provider(&app, &ada).await).is_empty());
    for hours in [0, 24, 23] {
        app.lets_pass(TimeDelta::hours(hours)).await;
        assert_eq!(ada.stored_status().await, "trialing");
        assert_eq!(ada.status().await, "trialing", "asking takes nothing away");
        assert_eq!(ada.trial().await["isCancelledTrial"], true);
        assert_eq!(ada.trial().await["canCancel"], false);
    }
    app.lets_pass(TimeDelta::hours(1)).await;
    assert_eq!(ada.stored_status().await, "cancelled");
    assert_eq!(ada.status().await, "cancelled");
    assert_eq!(charges(&app, &ada).await, Vec::<i64>::new());
    let subjects = ada.mail_subjects(&app).await;
    let ended = "Your Earshot subscription is cancelled";
    assert_eq!(subjects, [TRIAL_STARTED, ended]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_renewal_keeps_access_for_three_days_and_then_becomes_payment_failed() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "pro", UNPAID_CARD).await;

    app.lets_pass(days(3) + TimeDelta::minutes(1)).await;

    assert_eq!(ada.stored_status().await, "active");
    let trial = ada.trial().await;
    assert_eq!(trial["isPastDue"], true);
    assert_eq!(trial["accessUntil"], "2026-11-21T12:00:00Z");
    app.lets_pass(days(3) - TimeDelta::minutes(2)).await;
    assert_eq!(ada.stored_status().await, "active");
    app.lets_pass(TimeDelta::minutes(2)).await;
    assert_eq!(ada.stored_status().await, "payment_failed");
    app.lets_pass(days(10)).await;
    assert_eq!(ada.stored_status().await, "payment_failed");
    let subjects = ada.mail_subjects(&app).await;
    let failed = "Your payment for Earshot did not go through";
    assert_eq!(subjects, [TRIAL_STARTED, failed]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_trial_ends_on_time_even_if_the_provider_knows_nothing() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "starter", GOOD_CARD).await;
    ada.cancels().await;
    app.works_off_jobs().await;
    // A customer whom the provider has never heard of: nothing can be learnt about them.
    let sql = "update billing_accounts set customer_id = 'cus_unheard_of' where user_id = $1";
    app.db().run(sql, args![ada.id]).await.unwrap();

    app.lets_pass(days(2)).await;
    assert_eq!(ada.stored_status().await, "trialing");
    app.lets_pass(days(1)).await;

    assert_ne!(ada.stored_status().await, "trialing");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_trial_is_confirmed_once_with_its_end_its_price_and_the_way_out() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "pro", GOOD_CARD).await;

    for _ in 0..3 {
        ada.status().await;
    }
    app.lets_pass(TimeDelta::hours(1)).await;

    assert_eq!(ada.mail_subjects(&app).await, [TRIAL_STARTED]);
    let text = ada.mail_text(&app, TRIAL_STARTED).await;
    let settings = "/dashboard?tab=settings";
    for expected in [
        "Hi Ada, ",
        "tomorrow morning",
        "Plan: Professional",
        "Trial ends: 18 November 2026",
        "After that: $21 a month",
        "It takes one click",
        settings,
        &app.app().settings.support_email,
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trial_that_is_taken_up_again_is_not_announced_again() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "pro", GOOD_CARD).await;
    ada.cancels().await;

    let checkout = ada.reactivates().await.json();
    assert!(pays(&app, &checkout, GOOD_CARD).await, "{checkout}");
    ada.status().await;

    let subjects = ada.mail_subjects(&app).await;
    let announced = subjects.iter().filter(|it| *it == TRIAL_STARTED);
    assert_eq!(announced.count(), 1, "{subjects:?}");
}
