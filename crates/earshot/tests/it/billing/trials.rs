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

    assert_eq!(early, Vec::<String>::new());
    assert_eq!(late, ["Your Earshot trial ends tomorrow"]);
    let mail = &app.visitor().reads_mail_to(&ada.email).await[0];
    let text = mail["text"].as_str().unwrap();
    assert!(text.contains("18 November 2026"), "{text}");
    assert!(
        text.contains("Professional begins and costs $21 a month"),
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
    assert_eq!(subjects, ["Your Earshot subscription is cancelled"]);
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
    assert_eq!(subjects, ["Your payment for Earshot did not go through"]);
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
