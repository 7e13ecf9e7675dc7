//! What one hears when something is wrong: four fields, always.

use reqwest::Method;
use serde_json::json;

use super::rows::makes_profile;
use crate::kit::TestApp;

/// A path below /rest/v1, and what is answered to it.
type Case = (&'static str, u16, &'static str, &'static str);

async fn check(cases: &[Case]) {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;

    for (path, status, code, message) in cases {
        let reply = ada.gets(&format!("/rest/v1/{path}")).await;
        reply.refuses_with(*status, code, message);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_does_not_exist_is_named() {
    let column = "column profiles.nope does not exist";
    check(&[
        ("nope", 404, "PGRST205", "Could not find the table 'public.nope' in the schema cache"),
        ("profiles/deeper", 404, "PGRST125", "Invalid path specified in request URL"),
        ("profiles?select=nope", 400, "42703", column),
        ("profiles?nope=eq.1", 400, "42703", column),
        ("profiles?order=nope", 400, "42703", column),
        ("profiles?or=(nope.eq.1)", 400, "42703", column),
        ("reddit_posts?select=id,companies(company_name)", 400, "PGRST200", "Could not find a relationship between 'reddit_posts' and 'companies' in the schema cache"),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_read_is_shown_with_the_place() {
    check(&[
        (
            "profiles?onboarding_step=0",
            400,
            "PGRST100",
            "\"failed to parse filter (0)\" (line 1, column 1)",
        ),
        (
            "profiles?onboarding_step=foo.1",
            400,
            "PGRST100",
            "\"failed to parse filter (foo.1)\" (line 1, column 1)",
        ),
        (
            "profiles?or=(onboarding_step.eq.1",
            400,
            "PGRST100",
            "\"failed to parse logic tree ((onboarding_step.eq.1)\" (line 1, column 22)",
        ),
        (
            "profiles?select=id::text",
            400,
            "PGRST100",
            "\"failed to parse select parameter (id::text)\" (line 1, column 1)",
        ),
        (
            "profiles?order=id.up",
            400,
            "PGRST100",
            "\"failed to parse order (id.up)\" (line 1, column 1)",
        ),
        (
            "profiles?limit=-1",
            400,
            "PGRST100",
            "\"failed to parse limit (-1)\" (line 1, column 1)",
        ),
        (
            "profiles?limit=x",
            400,
            "PGRST100",
            "\"failed to parse limit (x)\" (line 1, column 1)",
        ),
        (
            "profiles?offset=1.5",
            400,
            "PGRST100",
            "\"failed to parse offset (1.5)\" (line 1, column 1)",
        ),
        (
            "profiles?limit=1&limit=2",
            400,
            "PGRST100",
            "\"failed to parse limit ()\" (line 1, column 1)",
        ),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_value_of_the_wrong_type_is_named_with_the_type() {
    check(&[
        (
            "profiles?id=eq.x",
            400,
            "22P02",
            "invalid input syntax for type uuid: \"x\"",
        ),
        (
            "profiles?onboarding_step=gt.many",
            400,
            "22P02",
            "invalid input syntax for type bigint: \"many\"",
        ),
        (
            "profiles?onboarding_completed=eq.perhaps",
            400,
            "22P02",
            "invalid input syntax for type boolean: \"perhaps\"",
        ),
        (
            "profiles?created_at=gt.soon",
            400,
            "22P02",
            "invalid input syntax for type timestamp with time zone: \"soon\"",
        ),
        (
            "brand_mentions?sentiment_score=gt.inf",
            400,
            "22P02",
            "invalid input syntax for type double precision: \"inf\"",
        ),
        (
            "profiles?full_name=is.true",
            400,
            "42804",
            "argument of IS TRUE must be type boolean, not type text",
        ),
        (
            "profiles?id=like.a*",
            400,
            "42883",
            "operator does not exist: uuid ~~ unknown",
        ),
        (
            "reddit_posts?keywords_matched=eq.a",
            400,
            "42883",
            "operator does not exist: jsonb = unknown",
        ),
        (
            "profiles?full_name=like.a\\",
            400,
            "22025",
            "LIKE pattern must not end with escape character",
        ),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn three_thousand_parentheses_are_refused_and_the_server_lives_on() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;

    for value in [
        "(".repeat(3000),
        "(or".repeat(3000),
        format!("({}id.is.null{}", "and(".repeat(3000), ")".repeat(3001)),
    ] {
        let reply = ada.gets(&format!("/rest/v1/profiles?or={value}")).await;
        assert_eq!(
            (reply.status.as_u16(), &reply.json()["code"]),
            (400, &json!("PGRST100"))
        );
    }
    assert_eq!(ada.gets("/rest/v1/profiles").await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn functions_are_known_by_name_and_arguments() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let own = "create_profile_for_confirmed_user";

    for (name, body, status, code, message) in [
        (
            "f",
            json!({ "a": 1 }),
            404,
            "PGRST202",
            "Could not find the function public.f(a) in the schema cache".to_owned(),
        ),
        (
            own,
            json!({ "uid": ada.id }),
            404,
            "PGRST202",
            format!("Could not find the function public.{own}(uid) in the schema cache"),
        ),
        (
            own,
            json!({}),
            404,
            "PGRST202",
            format!(
                "Could not find the function public.{own} without parameters in the schema cache"
            ),
        ),
        (
            own,
            json!({ "user_id": ada.id, "x": 1 }),
            404,
            "PGRST202",
            format!("Could not find the function public.{own}(user_id, x) in the schema cache"),
        ),
        (
            own,
            json!({ "user_id": "me" }),
            400,
            "22P02",
            "invalid input syntax for type uuid: \"me\"".to_owned(),
        ),
        (
            own,
            json!([]),
            400,
            "PGRST102",
            "Empty or invalid json".to_owned(),
        ),
    ] {
        ada.posts(&format!("/rest/v1/rpc/{name}"), &body)
            .await
            .refuses_with(status, code, &message);
    }
    ada.gets("/rest/v1/profiles")
        .await
        .shows(200, "*/*", &json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn other_schemas_methods_and_media_types_are_refused() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    makes_profile(&ada).await;
    let profiles = "/rest/v1/profiles";

    let read = ada
        .request(Method::GET, profiles)
        .header("accept-profile", "auth");
    ada.sends(read)
        .await
        .refuses_with(406, "PGRST106", "Invalid schema: auth");
    let write = ada
        .request(Method::PATCH, profiles)
        .header("content-profile", "auth")
        .json(&json!({}));
    ada.sends(write)
        .await
        .refuses_with(406, "PGRST106", "Invalid schema: auth");
    let put = ada
        .sends(ada.request(Method::PUT, profiles).json(&json!({})))
        .await;
    put.refuses_with(405, "PGRST117", "Unsupported HTTP method: PUT");
    let csv = ada
        .request(Method::GET, profiles)
        .header("accept", "text/csv");
    ada.sends(csv).await.refuses_with(
        406,
        "PGRST107",
        "None of these media types are available: text/csv",
    );
    let public = ada
        .request(Method::GET, profiles)
        .header("accept-profile", "public")
        .header("accept", "application/json");
    assert_eq!(ada.sends(public).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn more_than_the_server_takes_is_refused_in_the_same_words() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;

    let body = json!({ "full_name": "x".repeat(2 * 1024 * 1024) });
    let reply = ada.patches("/rest/v1/profiles", &body).await;

    reply.refuses_with(413, "PGRST102", "The request is too large.");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_outage_of_the_database_asks_to_come_back() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    app.db().close().await;

    let reply = ada.gets("/rest/v1/profiles").await;

    reply.refuses_with(
        503,
        "PGRST000",
        "The service is busy. Please try again in a moment.",
    );
    assert_eq!(reply.header("retry-after"), "1");
}
