//! Every amount that is paid gets one mail: the first of a subscription says that it has started, each
//! later one is a receipt.

use super::*;

async fn count_of(app: &TestApp, person: &Person, subject: &str) -> usize {
    let subjects = person.mail_subjects(app).await;
    subjects.iter().filter(|it| *it == subject).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_payment_says_what_has_started_and_when_the_next_one_is() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "starter", GOOD_CARD).await;

    app.lets_pass(days(3) + TimeDelta::minutes(1)).await;

    assert_eq!(ada.mail_subjects(&app).await, [TRIAL_STARTED, STARTED]);
    let text = ada.mail_text(&app, STARTED).await;
    for expected in [
        "Hi Ada, ",
        "scans Reddit every week for up to 10 keywords and saves up to 50 posts a month",
        "Plan: Starter, $10 a month",
        "Paid: $10.00",
        "Date: 18 November 2026",
        "Period: 18 November 2026 to 18 December 2026",
        "Next charge: 18 December 2026",
        "/dashboard?tab=settings",
        &app.app().settings.support_email,
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_later_month_gets_a_receipt_with_its_figures() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "pro", GOOD_CARD).await;
    app.lets_pass(days(3) + TimeDelta::minutes(1)).await;

    app.lets_pass(days(30)).await;
    let one = count_of(&app, &ada, RECEIPT).await;
    app.lets_pass(days(31)).await;

    assert_eq!((one, count_of(&app, &ada, RECEIPT).await), (1, 2));
    assert_eq!(count_of(&app, &ada, STARTED).await, 1);
    let text = ada.mail_text(&app, RECEIPT).await;
    for expected in [
        "Amount: $21.00",
        "Plan: Professional",
        "Period: 18 January 2027 to 18 February 2027",
        "Paid on: 18 January 2027",
        "/dashboard?tab=settings",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upgrade_gets_a_receipt_for_the_difference() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "starter", GOOD_CARD).await;
    app.lets_pass(days(3) + TimeDelta::minutes(1)).await;

    app.lets_pass(days(15)).await;
    assert_eq!(ada.changes_to("pro").await.status, 200);

    assert_eq!(count_of(&app, &ada, RECEIPT).await, 1);
    let paid = charges(&app, &ada).await[1];
    let text = ada.mail_text(&app, RECEIPT).await;
    assert!(text.contains("Plan: Professional"), "{text}");
    let amount = format!("Amount: ${}.{:02}", paid / 100, paid % 100);
    assert!(text.contains(&amount), "{amount}: {text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_charge_that_fails_gets_no_receipt() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "pro", UNPAID_CARD).await;

    app.lets_pass(days(3) + TimeDelta::minutes(1)).await;
    app.lets_pass(days(10)).await;

    for subject in [STARTED, RECEIPT] {
        assert_eq!(count_of(&app, &ada, subject).await, 0);
    }
    assert_eq!(charges(&app, &ada).await, Vec::<i64>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_asks_at_once_writes_one_mail_for_a_payment() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "starter", GOOD_CARD).await;
    app.works_off_jobs().await;
    app.clock.advance(days(3) + TimeDelta::minutes(1));

    let asking = (0..20).map(|_| ada.gets("/api/subscription/status"));
    let replies = futures::future::join_all(asking).await;
    app.works_off_jobs().await;

    assert!(replies.iter().any(|reply| reply.status == 200));
    assert_eq!(count_of(&app, &ada, STARTED).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_paid_before_there_were_receipts_gets_none() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "starter", GOOD_CARD).await;
    app.works_off_jobs().await;
    // As the migration leaves an account: nothing is stored of what was paid.
    let sql = "update billing_accounts set receipts_since = $1";
    let later = app.clock.now() + days(10);
    app.db().run(sql, args![later]).await.unwrap();
    app.db()
        .run("delete from paid_invoices", args![])
        .await
        .unwrap();

    app.lets_pass(days(3) + TimeDelta::minutes(1)).await;
    let before = ada.mail_subjects(&app).await;
    app.lets_pass(days(31)).await;

    assert_eq!(before, [TRIAL_STARTED]);
    assert_eq!(
        ada.mail_subjects(&app).await,
        [TRIAL_STARTED, RECEIPT],
        "it started before, so this is a later payment"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_download_of_ones_data_names_the_paid_invoices() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "starter", GOOD_CARD).await;
    app.lets_pass(days(3) + TimeDelta::minutes(1)).await;

    let export = ada.gets("/api/account/export").await.json();

    let invoices = export["subscriptions"][0]["invoices"].as_array().unwrap();
    assert_eq!(invoices.len(), 2, "{invoices:?}");
    assert_eq!(invoices[1]["paid_at"], "2026-11-18T12:00:00+00:00");
}
