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

    let message = "Your subscription ends on 18 December 2026. You will not be charged again.";
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
    let ended = "Your Earshot subscription is cancelled";
    assert_eq!(subjects, [TRIAL_STARTED, STARTED, ended]);
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

/// Presses a button on the provider's own page.
async fn presses_in_portal(app: &TestApp, person: &Person, button: &str) {
    let portal = person.posts("/api/subscription/portal", &json!({})).await;
    assert_eq!(portal.status, 200, "{}", portal.body);
    let page = portal.json()["url"].as_str().unwrap().to_owned();
    let browser = reqwest::Client::builder().no_proxy().build().unwrap();
    let shown = browser.get(&page).send().await.unwrap().text().await;
    let action = format!("/{button}\"");
    assert!(shown.unwrap().contains(&action), "the page has the button");
    let pressed = browser.post(format!("{page}/{button}")).send().await;
    assert_eq!(pressed.unwrap().status(), 200);
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancellation_in_the_provider_s_own_portal_is_known_here_and_can_be_undone() {
    let app = TestApp::start().await;
    let ada = subscriber(&app).await;

    presses_in_portal(&app, &ada, "cancel").await;
    let cancelled = ada.trial().await;
    let at_the_provider = at_provider(&app, &ada).await.remove(0);
    ada.reactivates().await;
    let back = ada.trial().await;
    presses_in_portal(&app, &ada, "cancel").await;
    presses_in_portal(&app, &ada, "renew").await;
    let renewed = ada.trial().await;
    presses_in_portal(&app, &ada, "cancel").await;
    app.lets_pass(days(31)).await;

    assert!(!at_the_provider.cancel_at_period_end, "flexible billing");
    assert_eq!(cancelled["cancelAtPeriodEnd"], true);
    assert_eq!(cancelled["cancellationDate"], "2026-12-18T12:00:00Z");
    assert_eq!(cancelled["status"], "active");
    for undone in [back, renewed] {
        assert_eq!(undone["cancelAtPeriodEnd"], false);
        assert_eq!(undone["cancellationDate"], Value::Null);
    }
    assert_eq!(ada.stored_status().await, "cancelled");
    assert_eq!(charges(&app, &ada).await, [2100]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trial_that_is_cancelled_in_the_portal_runs_to_its_end_and_charges_nothing() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "pro", GOOD_CARD).await;

    presses_in_portal(&app, &ada, "cancel").await;
    let trial = ada.trial().await;
    app.lets_pass(days(2) + TimeDelta::hours(1)).await;
    let meanwhile = ada.stored_status().await;
    app.lets_pass(days(1)).await;

    assert_eq!(trial["cancelAtPeriodEnd"], true);
    assert_eq!(trial["cancellationDate"], trial["trialEndsAt"]);
    assert_eq!(meanwhile, "trialing");
    assert_eq!(ada.stored_status().await, "cancelled");
    assert_eq!(charges(&app, &ada).await, Vec::<i64>::new());
    let subjects = ada.mail_subjects(&app).await;
    let reminders = subjects.iter().filter(|it| it.contains("trial ends"));
    assert_eq!(reminders.count(), 0, "{subjects:?}");
}
