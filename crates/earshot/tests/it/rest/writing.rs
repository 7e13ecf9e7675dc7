//! What one may change: one's own profile, in part.

use chrono::{DateTime, TimeDelta, Utc};
use futures::future::join_all;
use platform::db::{Json, args};
use reqwest::Method;
use serde_json::{Value, json};

use super::rows::{OBJECT, gets_one, makes_profile};
use crate::kit::{Person, Reply, TestApp};

async fn patches(person: &Person, path: &str, headers: &[(&str, &str)], body: &Value) -> Reply {
    let request = person.request(Method::PATCH, path).json(body);
    let with = headers.iter().fold(request, |request, (name, value)| {
        request.header(*name, *value)
    });
    person.sends(with).await
}

async fn profile(person: &Person) -> Value {
    gets_one(person, "/rest/v1/profiles").await.json()
}

/// What open pages were told of a person's rows, in order.
async fn told(app: &TestApp, person: &Person) -> Vec<Value> {
    let sql = "select payload from live_events where owner_id = $1 order by id";
    let rows: Vec<(Json<Value>,)> = app.db().all(sql, args![person.id]).await.unwrap();
    rows.into_iter().map(|(Json(payload),)| payload).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_is_made_once_however_often_pages_ask() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;

    let replies = join_all((0..8).map(|_| makes_profile(&ada))).await;

    for reply in replies {
        assert_eq!((reply.status.as_u16(), reply.body.as_str()), (200, "true"));
    }
    assert_eq!(
        profile(&ada).await,
        json!({
            "id": ada.id, "full_name": "Ada", "email": "ada@example.com", "avatar_url": null,
            "onboarding_completed": false, "onboarding_step": 0, "subscription_plan": null,
            "subscription_status": null, "created_at": "2026-11-15T12:00:00+00:00",
            "updated_at": "2026-11-15T12:00:00+00:00",
        })
    );
    let told = told(&app, &ada).await;
    assert_eq!(told.len(), 1);
    assert_eq!(told[0]["new"], profile(&ada).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_onboarding_is_finished_without_a_word_back() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    makes_profile(&ada).await;

    let body = json!({ "onboarding_completed": true, "onboarding_step": 2, "updated_at": "2026-01-01T00:00:00.000Z" });
    let reply = patches(
        &ada,
        &format!("/rest/v1/profiles?id=eq.{}", ada.id),
        &[],
        &body,
    )
    .await;

    assert_eq!((reply.status.as_u16(), reply.body.as_str()), (204, ""));
    let after = profile(&ada).await;
    assert_eq!(after["onboarding_completed"], true);
    assert_eq!(after["onboarding_step"], 2);
    assert_eq!(after["updated_at"], "2026-01-01T00:00:00+00:00");
    assert_eq!(told(&app, &ada).await[1]["new"], after);
}

#[tokio::test(flavor = "multi_thread")]
async fn changed_rows_come_back_to_those_who_ask_for_them() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    makes_profile(&ada).await;
    app.clock
        .advance(TimeDelta::hours(1) - TimeDelta::seconds(1));

    let body = json!({ "subscription_plan": "pro", "subscription_status": "active" });
    let path = format!(
        "/rest/v1/profiles?id=eq.{}&select=id,subscription_plan,updated_at",
        ada.id
    );
    let list = patches(
        &ada,
        &path,
        &[("prefer", "return=representation,count=exact")],
        &body,
    )
    .await;
    let object = [("prefer", "return=representation"), ("accept", OBJECT)];
    let one = patches(
        &ada,
        "/rest/v1/profiles?select=full_name&limit=1",
        &object,
        &json!({ "full_name": null }),
    )
    .await;

    let now: DateTime<Utc> = app.clock.now();
    let updated_at = platform::db::json_time(now);
    let row = json!([{ "id": ada.id, "subscription_plan": "pro", "updated_at": updated_at }]);
    list.shows(200, "0-0/1", &row);
    one.shows(200, "0-0/*", &json!({ "full_name": null }));
}

#[tokio::test(flavor = "multi_thread")]
async fn changing_nothing_is_fine() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    makes_profile(&ada).await;
    let before = profile(&ada).await;

    let nothing = patches(
        &ada,
        "/rest/v1/profiles?onboarding_step=eq.7",
        &[],
        &json!({ "full_name": "x" }),
    )
    .await;
    let shown = [("prefer", "return=representation")];
    let none = patches(
        &ada,
        "/rest/v1/profiles?onboarding_step=eq.7",
        &shown,
        &json!({ "full_name": "x" }),
    )
    .await;
    let empty = patches(&ada, "/rest/v1/profiles", &[], &json!({})).await;

    assert_eq!(
        (nothing.status.as_u16(), nothing.header("content-range")),
        (204, "*/*")
    );
    none.shows(200, "*/*", &json!([]));
    assert_eq!(empty.status, 204);
    assert_eq!(profile(&ada).await, before);
    assert_eq!(told(&app, &ada).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_that_cannot_be_one_object_is_not_made() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    makes_profile(&ada).await;
    let before = profile(&ada).await;

    let headers = [("prefer", "return=representation"), ("accept", OBJECT)];
    let path = "/rest/v1/profiles?onboarding_step=eq.7";
    let reply = patches(&ada, path, &headers, &json!({ "full_name": "x" })).await;

    reply.refuses_with(
        406,
        "PGRST116",
        "Cannot coerce the result to a single JSON object",
    );
    assert_eq!(profile(&ada).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_does_not_fit_changes_nothing() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    makes_profile(&ada).await;
    let before = profile(&ada).await;

    for (body, status, code, message) in [
        (
            json!({ "nope": 1 }),
            400,
            "PGRST204",
            "Could not find the 'nope' column of 'profiles' in the schema cache",
        ),
        (
            json!({ "full_name": "x", "nope": 1 }),
            400,
            "PGRST204",
            "Could not find the 'nope' column of 'profiles' in the schema cache",
        ),
        (
            json!({ "id": ada.id }),
            403,
            "42501",
            "permission denied for table profiles",
        ),
        (
            json!({ "email": "eve@example.com" }),
            403,
            "42501",
            "permission denied for table profiles",
        ),
        (
            json!({ "full_name": "x", "created_at": "2026-01-01" }),
            403,
            "42501",
            "permission denied for table profiles",
        ),
        (
            json!({ "onboarding_step": "two" }),
            400,
            "22P02",
            "invalid input syntax for type bigint: \"two\"",
        ),
        (
            json!({ "full_name": "x", "onboarding_completed": 3 }),
            400,
            "22P02",
            "invalid input syntax for type boolean: \"3\"",
        ),
        (
            json!({ "updated_at": "soon" }),
            400,
            "22P02",
            "invalid input syntax for type timestamp with time zone: \"soon\"",
        ),
        (
            json!({ "full_name": "x\0" }),
            400,
            "22021",
            "invalid byte sequence for encoding \"UTF8\": 0x00",
        ),
        (
            json!({ "onboarding_step": null }),
            400,
            "23502",
            "null value in column \"onboarding_step\" of relation \"profiles\" violates not-null constraint",
        ),
        (json!([]), 400, "PGRST102", "Empty or invalid json"),
        (json!("x"), 400, "PGRST102", "Empty or invalid json"),
    ] {
        let reply = patches(&ada, "/rest/v1/profiles", &[], &body).await;
        reply.refuses_with(status, code, message);
    }
    let broken = ada.request(Method::PATCH, "/rest/v1/profiles").body("{");
    ada.sends(broken)
        .await
        .refuses_with(400, "PGRST102", "Empty or invalid json");
    let empty = ada.request(Method::PATCH, "/rest/v1/profiles");
    ada.sends(empty)
        .await
        .refuses_with(400, "PGRST102", "Empty or invalid json");
    assert_eq!(profile(&ada).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn text_is_kept_as_text() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    makes_profile(&ada).await;
    let name = "Robert'); drop table profiles; -- $1 ? Ünï \u{1f44b} \"\\";

    patches(
        &ada,
        "/rest/v1/profiles",
        &[],
        &json!({ "full_name": name }),
    )
    .await;

    assert_eq!(profile(&ada).await["full_name"], name);
}
