//! Deleting an account ends everything the provider would charge for.

use reqwest::Method;

use super::*;

async fn deletes(person: &Person) {
    let request = person.request(Method::DELETE, "/api/account");
    let request = request.json(&json!({ "confirm": person.email }));
    assert_eq!(person.sends(request).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_an_account_cancels_its_subscription_at_the_provider() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    ada.buys(&app, "pro", GOOD_CARD).await;
    let known_as = customer_of(&app, &ada).await;

    deletes(&ada).await;
    app.lets_pass(TimeDelta::minutes(2)).await;
    app.lets_pass(days(40)).await;

    let all = app
        .app()
        .payments
        .subscriptions_of(&known_as)
        .await
        .unwrap();
    assert_eq!(all.len(), 1);
    assert!(live(&all).is_empty());
    let address = app.server().sandboxes.address("payments").unwrap();
    let paid = charges_at(&format!("http://{address}"), &known_as).await;
    assert_eq!(paid, Vec::<i64>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_an_account_closes_its_open_checkout() {
    let app = TestApp::start().await;
    let ada = customer(&app, "ada").await;
    let checkout = ada.checks_out("pro").await.json();
    let known_as = customer_of(&app, &ada).await;

    deletes(&ada).await;
    app.lets_pass(TimeDelta::minutes(2)).await;

    let session = checkout["session_id"].as_str().unwrap();
    let paid = payer(&app).pays(session, GOOD_CARD).await;
    assert!(!paid.is_ok_and(|is_paid| is_paid));
    let all = app
        .app()
        .payments
        .subscriptions_of(&known_as)
        .await
        .unwrap();
    assert!(all.is_empty());
    app.works_off_jobs().await;
}
