//! AI filtering: what people set, what their plan allows, and where posts come from.

use billing::Status;
use earshot::lifecycle::Lifecycle;
use listening::Level;
use platform::product::Plan;
use serde_json::{Value, json};

use crate::kit::{Person, TestApp};

async fn shown(person: &Person) -> Value {
    let path = format!("/api/mentions/ai-settings/{}", person.id);
    person.gets(&path).await.json()
}

async fn saves(person: &Person, settings: Value) -> crate::kit::Reply {
    person.posts("/api/mentions/ai-settings", &settings).await
}

async fn subscribes(app: &TestApp, person: &Person, plan: Plan) {
    let mut tx = app.db().begin().await.unwrap();
    let active = Some(Status::Active);
    billing::set_subscription(
        &mut tx,
        &app.clock,
        &Lifecycle,
        person.id,
        active,
        Some(plan),
    )
    .await
    .unwrap();
    tx.commit().await.unwrap();
}

fn all() -> Value {
    json!({
        "enabled": true,
        "level": "advanced",
        "minConfidence": 40,
        "instructions": "No agencies.",
        "excludedSubreddits": ["forhire"],
        "excludedAuthors": ["promo_bot"],
        "excludedWords": ["giveaway"],
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn the_defaults_are_what_the_plan_has() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    subscribes(&app, &bob, Plan::Pro).await;

    let (of_ada, of_bob) = (shown(&ada).await, shown(&bob).await);

    let nothing_hidden = json!({
        "enabled": true,
        "level": "basic",
        "minConfidence": 0,
        "instructions": "",
        "excludedSubreddits": [],
        "excludedAuthors": [],
        "excludedWords": [],
    });
    assert_eq!(
        of_ada,
        json!({
            "success": true,
            "settings": nothing_hidden,
            "levels": ["basic"],
            "plan": "Starter",
            "hasModel": false,
        })
    );
    assert_eq!(of_bob["settings"]["level"], "advanced");
    assert_eq!(of_bob["levels"], json!(["basic", "advanced"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_saved_is_kept_and_holds_for_other_rooms() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    subscribes(&app, &ada, Plan::Pro).await;

    let saved = saves(&ada, all()).await.json();
    let partly = saves(&ada, json!({ "minConfidence": 55 })).await.json();

    assert_eq!(saved["settings"], all());
    assert_eq!(partly["settings"]["minConfidence"], 55);
    assert_eq!(partly["settings"]["excludedWords"], json!(["giveaway"]));
    assert_eq!(shown(&ada).await, partly);
    let filters = listening::filters_of(app.db(), ada.id).await.unwrap();
    assert_eq!((filters.is_on, filters.level), (true, Level::Advanced));
    assert_eq!(filters.min_confidence, 55);
    assert_eq!(filters.instructions.as_deref(), Some("No agencies."));
    let excluded = filters.exclusions.excludes("ForHire", None, "");
    assert_eq!(excluded.unwrap().to_string(), "r/ForHire is excluded");
    let excluded = filters
        .exclusions
        .excludes("saas", Some("ada"), "A GIVEAWAY!");
    assert_eq!(excluded.unwrap().to_string(), "“giveaway” is excluded");
}

#[tokio::test(flavor = "multi_thread")]
async fn advanced_filtering_is_refused_where_the_plan_has_none_and_nothing_is_saved() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;

    let refused = saves(&ada, all()).await;

    assert_eq!(refused.status.as_u16(), 403);
    assert_eq!(
        refused.json(),
        json!({
            "success": false,
            "error": "Upgrade Required",
            "message": "Advanced filtering is not part of the Starter plan. Upgrade to Professional to use it.",
        })
    );
    assert_eq!(shown(&ada).await["settings"]["excludedWords"], json!([]));
    let basic = saves(&ada, json!({ "enabled": false, "level": "basic" })).await;
    assert_eq!(basic.json()["settings"]["enabled"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_smaller_plan_keeps_what_was_set_and_lets_it_rest() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    subscribes(&app, &ada, Plan::Pro).await;
    saves(&ada, all()).await;

    subscribes(&app, &ada, Plan::Starter).await;
    let resting = listening::filters_of(app.db(), ada.id).await.unwrap();
    let as_shown = shown(&ada).await;
    subscribes(&app, &ada, Plan::Pro).await;
    let back = listening::filters_of(app.db(), ada.id).await.unwrap();

    assert_eq!((resting.level, resting.min_confidence), (Level::Basic, 0));
    assert_eq!(resting.exclusions.excludes("forhire", None, ""), None);
    assert_eq!(as_shown["settings"]["level"], "basic");
    assert_eq!(
        as_shown["settings"]["excludedSubreddits"],
        json!(["forhire"])
    );
    assert!(back.exclusions.excludes("forhire", None, "").is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_is_refused_with_its_reason() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;

    for (settings, message) in [
        (
            json!({ "minConfidence": -1 }),
            "The confidence must be a number from 0 to 100.",
        ),
        (
            json!({ "excludedSubreddits": ["a b"] }),
            "“a b” is not the name of a subreddit.",
        ),
        (
            json!({ "excludedAuthors": ["x/y"] }),
            "“x/y” is not the name of a Reddit user.",
        ),
        (
            json!({ "excludedWords": ["x".repeat(101)] }),
            "A word or phrase can have at most 100 characters.",
        ),
        (
            json!({ "instructions": "x".repeat(2_001) }),
            "The instructions can have at most 2000 characters.",
        ),
    ] {
        saves(&ada, settings).await.refuses(400, message);
    }
    assert_eq!(
        saves(&ada, json!({ "level": "expert" }))
            .await
            .status
            .as_u16(),
        422
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_settings_of_others_are_not_there() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);

    let of_bob = ada
        .gets(&format!("/api/mentions/ai-settings/{}", bob.id))
        .await;
    let of_nobody = ada.gets("/api/mentions/ai-settings/nobody").await;
    let stranger = app.visitor();
    let unknown = stranger
        .asks(&format!("/api/mentions/ai-settings/{}", bob.id))
        .await;

    of_bob.refuses(404, "Not found.");
    of_nobody.refuses(404, "Not found.");
    unknown.refuses(401, "Please sign in to continue");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_app_says_whether_posts_are_samples() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;

    let status = ada.gets("/api/reddit/status").await.json();
    let auth = ada.gets("/api/reddit/auth").await.json();

    assert_eq!(
        status,
        json!({
            "success": true,
            "configured": false,
            "authType": "sandbox",
            "message": "Sample posts: connect Reddit to see real ones",
            "failingSince": null,
        })
    );
    assert_eq!(auth, json!({ "success": true, "authUrl": "" }));
    let stranger = app.visitor();
    stranger
        .asks("/api/reddit/status")
        .await
        .refuses(401, "Please sign in to continue");
}

#[tokio::test(flavor = "multi_thread")]
async fn with_an_application_at_reddit_posts_are_real() {
    let app = TestApp::start_with(&[
        ("REDDIT_CLIENT_ID", "an-id"),
        ("REDDIT_CLIENT_SECRET", "a-secret"),
    ])
    .await;
    let ada = app.person("ada").await;

    let status = ada.gets("/api/reddit/status").await.json();
    let auth = ada.gets("/api/reddit/auth").await;

    assert_eq!(
        (&status["configured"], &status["authType"]),
        (&json!(true), &json!("oauth"))
    );
    assert_eq!(auth.json()["authUrl"], "https://www.reddit.com/prefs/apps");
    assert!(!auth.body.contains("an-id"));
}

#[tokio::test(flavor = "multi_thread")]
async fn without_reddit_companies_hear_the_other_sources_from_the_start() {
    let app = TestApp::start_with(&[("EARSHOT_BLUESKY", "live")]).await;
    let ada = app.person("ada").await;

    let status = ada.gets("/api/reddit/status").await.json();
    let sources = ada.gets("/api/sources").await.json();

    assert_eq!(
        (&status["configured"], &status["authType"]),
        (&json!(false), &json!("none"))
    );
    assert_eq!(
        status["message"],
        "Reddit is not connected: posts come from other sources"
    );
    assert_eq!(
        sources["sources"],
        json!([{ "source": "bluesky", "name": "Bluesky", "enabled": true }])
    );
}
