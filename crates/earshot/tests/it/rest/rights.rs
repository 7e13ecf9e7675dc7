//! Nobody sees or changes what belongs to another, whatever they send.

use platform::db::args;
use reqwest::Method;
use serde_json::json;

use super::rows::{
    adds_company, adds_mention, adds_posts, adds_subscription, counts, gets_one, makes_profile,
};
use crate::kit::{Person, TestApp};

pub(super) const TABLES: [&str; 6] = [
    "profiles",
    "subscriptions",
    "companies",
    "keywords",
    "reddit_posts",
    "brand_mentions",
];

/// Somebody with a row in every table.
async fn person_with_rows(app: &TestApp, name: &str) -> Person {
    let person = app.person(name).await;
    makes_profile(&person).await;
    adds_subscription(app, &person, "active", 1).await;
    adds_company(app, &person, &["crm"]).await;
    adds_posts(app, &person, &["theirs"]).await;
    adds_mention(app, &person).await;
    person
}

/// Filters that would let in a row of `other` if the owner's condition stood among them.
fn greedy_filters(table: &str, other: &Person) -> Vec<String> {
    let owner = if table == "profiles" { "id" } else { "user_id" };
    let id = other.id;
    vec![
        String::new(),
        format!("{owner}=eq.{id}"),
        format!("{owner}=in.({id})"),
        format!("{owner}=neq.00000000-0000-0000-0000-000000000000"),
        format!("{owner}=not.is.null"),
        format!("or=({owner}.eq.{id},{owner}.not.is.null)"),
        format!("not.and=({owner}.is.null,{owner}.is.null)"),
        format!("or=(id.not.is.null,and({owner}.eq.{id},or({owner}.eq.{id},id.not.is.null)))"),
        format!("or=({owner}.eq.{id},id.not.is.null)&order={owner}.desc&limit=1000&offset=0"),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn no_filter_shows_or_counts_a_row_of_another() {
    let app = TestApp::start().await;
    let ada = person_with_rows(&app, "ada").await;
    let eve = app.person("eve").await;

    for table in TABLES {
        for filter in greedy_filters(table, &ada) {
            let path = format!("/rest/v1/{table}?{filter}");

            eve.gets(&path).await.shows(200, "*/*", &json!([]));
            counts(&eve, Method::GET, &path)
                .await
                .shows(200, "*/0", &json!([]));
            let head = counts(&eve, Method::HEAD, &path).await;
            assert_eq!(
                (head.status.as_u16(), head.header("content-range")),
                (200, "*/0"),
                "{path}"
            );
            let message = "Cannot coerce the result to a single JSON object";
            gets_one(&eve, &path)
                .await
                .refuses_with(406, "PGRST116", message);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn among_the_rows_of_others_one_finds_ones_own_and_no_other() {
    let app = TestApp::start().await;
    let ada = person_with_rows(&app, "ada").await;
    let eve = person_with_rows(&app, "eve").await;

    for table in TABLES {
        let owner = if table == "profiles" { "id" } else { "user_id" };
        for filter in ["", "or=(id.not.is.null,id.is.null)"] {
            let path = format!("/rest/v1/{table}?select={owner}&{filter}");
            counts(&eve, Method::GET, &path)
                .await
                .shows(200, "0-0/1", &json!([{ owner: eve.id }]));
            counts(&ada, Method::GET, &path)
                .await
                .shows(200, "0-0/1", &json!([{ owner: ada.id }]));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_change_reaches_the_profile_of_another() {
    let app = TestApp::start().await;
    let ada = person_with_rows(&app, "ada").await;
    let eve = app.person("eve").await;
    let before = gets_one(&ada, "/rest/v1/profiles").await.json();

    for filter in greedy_filters("profiles", &ada) {
        let path = format!("/rest/v1/profiles?{filter}");
        let body = json!({ "full_name": "Eve was here" });
        let quiet = eve.patches(&path, &body).await;
        let shown = eve
            .request(Method::PATCH, &path)
            .json(&body)
            .header("prefer", "return=representation");
        let shown = eve.sends(shown).await;

        assert_eq!(
            (quiet.status.as_u16(), quiet.header("content-range")),
            (204, "*/*"),
            "{path}"
        );
        shown.shows(200, "*/*", &json!([]));
    }
    assert_eq!(gets_one(&ada, "/rest/v1/profiles").await.json(), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn ones_own_change_leaves_everybody_else_alone() {
    let app = TestApp::start().await;
    let ada = person_with_rows(&app, "ada").await;
    let eve = person_with_rows(&app, "eve").await;
    let before = gets_one(&ada, "/rest/v1/profiles").await.json();

    let path = "/rest/v1/profiles?or=(id.not.is.null,id.is.null)";
    let changed = eve
        .request(Method::PATCH, path)
        .json(&json!({ "full_name": "Eve II" }));
    let changed = eve
        .sends(changed.header("prefer", "return=representation,count=exact"))
        .await;

    assert_eq!(changed.header("content-range"), "0-0/1");
    assert_eq!(gets_one(&ada, "/rest/v1/profiles").await.json(), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_argument_of_the_function_is_no_identity() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let eve = app.person("eve").await;
    let path = "/rest/v1/rpc/create_profile_for_confirmed_user";

    for argument in [json!(ada.id), json!(null)] {
        let reply = eve.posts(path, &json!({ "user_id": argument })).await;
        let message = "permission denied for function create_profile_for_confirmed_user";
        reply.refuses_with(403, "42501", message);
    }
    ada.gets("/rest/v1/profiles")
        .await
        .shows(200, "*/*", &json!([]));
    eve.gets("/rest/v1/profiles")
        .await
        .shows(200, "*/*", &json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_is_not_confirmed_gets_no_profile() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let sql = "update users set email_confirmed_at = null where id = $1";
    app.db().run(sql, args![ada.id]).await.unwrap();

    let message = "permission denied for function create_profile_for_confirmed_user";
    makes_profile(&ada)
        .await
        .refuses_with(403, "42501", message);
    ada.gets("/rest/v1/profiles")
        .await
        .shows(200, "*/*", &json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn only_profiles_can_be_changed_and_nothing_added_or_removed() {
    let app = TestApp::start().await;
    let ada = person_with_rows(&app, "ada").await;

    for table in TABLES {
        let path = format!("/rest/v1/{table}?id=not.is.null");
        let message = format!("permission denied for table {table}");
        let row = json!({ "id": ada.id, "status": "active" });

        ada.posts(&path, &row)
            .await
            .refuses_with(403, "42501", &message);
        ada.posts(&path, &json!([row.clone(), row.clone()]))
            .await
            .refuses_with(403, "42501", &message);
        let upsert = ada
            .request(Method::POST, &format!("/rest/v1/{table}?on_conflict=id"))
            .json(&row);
        let upsert = upsert.header(
            "prefer",
            "resolution=merge-duplicates,return=representation",
        );
        ada.sends(upsert).await.refuses_with(403, "42501", &message);
        let delete = ada
            .request(Method::DELETE, &path)
            .header("content-type", "application/json");
        ada.sends(delete).await.refuses_with(403, "42501", &message);
        let change = ada.patches(&path, &json!({ "id": ada.id })).await;
        change.refuses_with(403, "42501", &message);
    }
    for table in TABLES {
        let reply = counts(&ada, Method::HEAD, &format!("/rest/v1/{table}")).await;
        assert_eq!(reply.header("content-range"), "0-0/1", "{table}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_and_columns_of_the_inside_do_not_exist() {
    let app = TestApp::start().await;
    let ada = person_with_rows(&app, "ada").await;

    for table in [
        "users",
        "sessions",
        "refresh_tokens",
        "server_keys",
        "jobs",
        "live_events",
        "sqlite_master",
        "pg_user",
        "Profiles",
        "profiles;",
        "profiles%20p",
    ] {
        let reply = ada.gets(&format!("/rest/v1/{table}?select=*")).await;
        assert_eq!(
            (reply.status.as_u16(), &reply.json()["code"]),
            (404, &json!("PGRST205")),
            "{table}"
        );
    }
    for (table, column) in [
        ("keywords", "folded"),
        ("reddit_posts", "reddit_id"),
        ("brand_mentions", "found_at"),
        ("reddit_posts", "rowid"),
        ("profiles", "ctid"),
    ] {
        let message = format!("column {table}.{column} does not exist");
        for query in [
            format!("select={column}"),
            format!("{column}=not.is.null"),
            format!("order={column}"),
            format!("or=({column}.eq.1)"),
        ] {
            ada.gets(&format!("/rest/v1/{table}?{query}"))
                .await
                .refuses_with(400, "42703", &message);
        }
    }
}
