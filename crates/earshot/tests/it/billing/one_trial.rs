//! The trial is given once per person, also if the account is deleted in between; and the payment
//! provider follows a change of address.

use reqwest::Method;

use super::*;

async fn deletes(app: &TestApp, person: &Person) {
    let request = person.request(Method::DELETE, "/api/account");
    let request = request.json(&json!({ "confirm": person.email }));
    assert_eq!(person.sends(request).await.status, 200);
    app.lets_pass(TimeDelta::minutes(2)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_known_address_gets_a_checkout_without_a_trial_and_is_told_so() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    let first = ada.trial().await["noTrial"].clone();
    ada.buys(&app, "pro", GOOD_CARD).await;
    deletes(&app, &ada).await;

    let again = customer(&app, "ada").await;
    let told = again.trial().await["noTrial"].clone();
    let checkout = again.checks_out("pro").await.json();
    assert!(pays(&app, &checkout, GOOD_CARD).await);

    assert_eq!((first, told), (Value::Null, json!("address")));
    assert_eq!(checkout["bills_at_once"], true, "{checkout}");
    assert_eq!(again.status().await, "active");
    assert_eq!(charges(&app, &again).await, [2100]);
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trial_with_a_known_card_is_ended_without_a_charge_and_explained() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "pro", RECOGNISED_CARD).await;
    deletes(&app, &ada).await;

    let eve = customer(&app, "eve").await;
    let checkout = eve.checks_out("pro").await.json();
    assert!(pays(&app, &checkout, RECOGNISED_CARD).await);
    let status = eve.status().await;
    app.works_off_jobs().await;
    let all = at_provider(&app, &eve).await;
    let told = eve.trial().await;

    assert_eq!(checkout["bills_at_once"], false, "{checkout}");
    assert_eq!(
        (status.as_str(), eve.stored_status().await.as_str()),
        ("none", "none")
    );
    assert!(live(&all).is_empty(), "{all:?}");
    assert_eq!(told["noTrial"], "card");
    assert_eq!(charges(&app, &eve).await, Vec::<i64>::new());

    let paid = eve.checks_out("pro").await.json();
    assert_eq!(paid["bills_at_once"], true, "{paid}");
    assert!(pays(&app, &paid, RECOGNISED_CARD).await);
    assert_eq!(eve.status().await, "active");
    assert_eq!(charges(&app, &eve).await, [2100]);
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_had_no_trial_leaves_nothing_behind() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.checks_out("pro").await;
    deletes(&app, &ada).await;

    let again = customer(&app, "ada").await;

    assert_eq!(again.trial().await["noTrial"], Value::Null);
    let sql = "select cast(count(*) as bigint) from used_trials";
    let (count,): (i64,) = app.db().one(sql, args![]).await.unwrap();
    assert_eq!(count, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_hashes_are_two_and_gone_after_24_months() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "pro", GOOD_CARD).await;
    deletes(&app, &ada).await;
    let hashes = async || {
        let sql = "select hash from used_trials";
        let rows: Vec<(String,)> = app.db().all(sql, args![]).await.unwrap();
        rows.len()
    };

    let at_first = hashes().await;
    app.lets_pass(days(725)).await;
    let before = hashes().await;
    app.lets_pass(days(10)).await;

    assert_eq!((at_first, before, hashes().await), (2, 2, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_address_reaches_the_payment_provider_even_if_it_is_away_at_first() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "pro", GOOD_CARD).await;
    let customer = customer_of(&app, &ada).await;
    // The sandbox refuses every write about a customer of this name.
    let name = async |email: &str| {
        let key = format!("test:{email}");
        let payments = &app.app().payments;
        payments.change_customer_email(&customer, email, &key).await
    };
    name("payments-limited@example.com").await.unwrap();

    let mut tx = app.db().begin().await.unwrap();
    let sql = "update users set email = 'ada@new.example' where id = $1";
    tx.run(sql, args![ada.id]).await.unwrap();
    platform::events::ProductEvents::address_changed(
        &earshot::lifecycle::Lifecycle,
        &mut tx,
        &app.clock,
        ada.id,
    )
    .await
    .unwrap();
    tx.commit().await.unwrap();
    app.works_off_jobs().await;
    let away = app.app().payments.customers("ada@new.example").await;
    comes_back(&app, &customer).await;
    app.lets_pass(TimeDelta::minutes(15)).await;

    assert_eq!(away.unwrap(), []);
    let found = app.app().payments.customers("ada@new.example").await;
    assert_eq!(found.unwrap()[0].id, customer);
}

/// The provider's customer has a name again for which nothing fails.
async fn comes_back(app: &TestApp, customer: &str) {
    let sql = "select body from sandbox_payments where id = $1";
    let (mut body,): (Value,) = app.db().one(sql, args![customer]).await.unwrap();
    body["email"] = json!("ada@example.com");
    let sql = "update sandbox_payments set body = $2, lookup = 'ada@example.com' where id = $1";
    app.db().run(sql, args![customer, body]).await.unwrap();
}
