//! The unsubscribe link of every digest: it needs no sign-in and no JavaScript, and can be undone.

use reqwest::Method;

use super::*;

/// The link of a digest, as a path of this server.
async fn link_of(app: &TestApp, person: &Person) -> String {
    finds(app, person, Post::default()).await;
    app.lets_pass(TO_MONDAY).await;
    let mail = app.only_mail_to(person).await;
    let links = mail["links"].as_array().unwrap().iter();
    let mut links = links.filter_map(Value::as_str);
    let link = links.find(|it| it.contains("/unsubscribe?")).unwrap();
    let link: url::Url = link.parse().unwrap();
    format!("{}?{}", link.path(), link.query().unwrap())
}

async fn presses(app: &TestApp, path: &str) -> Reply {
    let visitor = app.visitor();
    visitor.sends(visitor.request(Method::POST, path)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn opening_the_link_asks_for_confirmation_and_the_button_unsubscribes() {
    let app = TestApp::start().await;
    let ada = app.reader("ada", Plan::Starter).await;
    let link = link_of(&app, &ada).await;

    let page = app.visitor().opens(&link).await;
    assert_eq!(page.status, 200);
    assert!(page.header("content-type").starts_with("text/html"));
    assert!(page.body.contains("Stop the digest?"), "{}", page.body);
    assert!(page.body.contains(&format!("action=\"{link}\"")));
    assert!(!page.body.contains("<script"));
    assert_eq!(ada.preferences().await["email_notifications_enabled"], true);

    let done = presses(&app, &link).await;
    assert_eq!(done.status, 200);
    assert!(done.body.contains("You are unsubscribed"), "{}", done.body);
    let now = ada.preferences().await;
    assert_eq!(
        (&now["email_notifications_enabled"], &now["next_digest_at"]),
        (&json!(false), &Value::Null)
    );
    let again = app.visitor().opens(&link).await;
    assert!(again.body.contains("You are unsubscribed"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_program_unsubscribes_with_one_request() {
    let app = TestApp::start().await;
    let ada = app.reader("ada", Plan::Starter).await;
    let link = link_of(&app, &ada).await;

    let visitor = app.visitor();
    let click = visitor
        .request(Method::POST, &link)
        .header("content-type", "application/x-www-form-urlencoded")
        .body("List-Unsubscribe=One-Click");
    let reply = visitor.sends(click).await;
    let other = Post {
        reddit_id: "sample_later",
        ..Post::default()
    };
    finds(&app, &ada, other).await;
    app.lets_pass(WEEK).await;

    assert_eq!(reply.status, 200);
    assert_eq!(app.subjects_to(&ada).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn unsubscribing_can_be_undone_on_the_page() {
    let app = TestApp::start().await;
    let ada = app.reader("ada", Plan::Starter).await;
    let link = link_of(&app, &ada).await;
    let page = presses(&app, &link).await;
    let undo = link.replace("/unsubscribe?", "/unsubscribe/undo?");
    assert!(
        page.body.contains(&format!("action=\"{undo}\"")),
        "{}",
        page.body
    );

    let undone = presses(&app, &undo).await;

    assert!(
        undone.body.contains("Digests are on again"),
        "{}",
        undone.body
    );
    assert_eq!(ada.preferences().await["email_notifications_enabled"], true);
    assert!(ada.next_digest().await > app.clock.now());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_link_works_for_as_long_as_the_account_exists() {
    let app = TestApp::start().await;
    let ada = app.reader("ada", Plan::Starter).await;
    let link = link_of(&app, &ada).await;

    app.lets_pass(TimeDelta::days(800)).await;
    let later = presses(&app, &link).await;
    let leaving = ada.request(Method::DELETE, "/api/account");
    ada.sends(leaving.json(&json!({ "confirm": ada.email })))
        .await;
    let left = presses(&app, &link).await;
    app.lets_pass(TimeDelta::minutes(2)).await;

    assert_eq!(later.status, 200);
    assert_eq!(left.status, 404);
    assert!(left.body.contains("This link does not work"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_cannot_be_forged() {
    let app = TestApp::start().await;
    let (ada, ben) = (
        app.reader("ada", Plan::Starter).await,
        app.reader("ben", Plan::Starter).await,
    );
    let link = link_of(&app, &ada).await;

    // The token starts with the id, followed by the signature.
    let swapped = {
        use base64::Engine as _;
        let engine = base64::engine::general_purpose::URL_SAFE_NO_PAD;
        let token = link.split("token=").nth(1).unwrap();
        let mut bytes = engine.decode(token).unwrap();
        bytes[..16].copy_from_slice(ben.id.as_bytes());
        format!("/unsubscribe?token={}", engine.encode(bytes))
    };
    for forged in [
        swapped.as_str(),
        "/unsubscribe",
        "/unsubscribe?token=",
        "/unsubscribe?token=***",
    ] {
        assert_eq!(presses(&app, forged).await.status, 404, "{forged}");
        assert_eq!(app.visitor().opens(forged).await.status, 404, "{forged}");
    }

    assert_eq!(ben.preferences().await["email_notifications_enabled"], true);
}
