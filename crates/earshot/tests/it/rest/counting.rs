//! How many rows there are.

use reqwest::Method;
use serde_json::json;

use super::rows::{OBJECT, adds_company, adds_posts, counts};
use crate::kit::TestApp;

#[tokio::test(flavor = "multi_thread")]
async fn a_head_says_how_many_and_sends_nothing() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let company = adds_company(&app, &ada, &["crm", "sales", "leads"]).await;

    let some = counts(
        &ada,
        Method::HEAD,
        &format!("/rest/v1/keywords?select=*&company_id=eq.{company}"),
    )
    .await;
    let none = counts(
        &ada,
        Method::HEAD,
        "/rest/v1/keywords?select=*&keyword=eq.nope",
    )
    .await;
    let uncounted = ada
        .sends(ada.request(Method::HEAD, "/rest/v1/keywords"))
        .await;

    assert_eq!(
        (
            some.status.as_u16(),
            some.header("content-range"),
            some.body.as_str()
        ),
        (200, "0-2/3", "")
    );
    assert_eq!(
        (none.status.as_u16(), none.header("content-range")),
        (200, "*/0")
    );
    assert_eq!(
        (uncounted.status.as_u16(), uncounted.header("content-range")),
        (200, "0-2/*")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_part_of_the_rows_is_partial_content() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    adds_posts(&app, &ada, &["a", "b", "c"]).await;

    for (query, status, range) in [
        ("", 200, "0-2/3"),
        ("&limit=3", 200, "0-2/3"),
        ("&limit=1", 206, "0-0/3"),
        ("&offset=1&limit=1", 206, "1-1/3"),
        ("&offset=2&limit=5", 206, "2-2/3"),
        ("&offset=3", 206, "*/3"),
        ("&limit=0", 206, "*/3"),
        ("&title=eq.a", 200, "0-0/1"),
        ("&title=eq.nope", 200, "*/0"),
    ] {
        for method in [Method::GET, Method::HEAD] {
            let path = format!("/rest/v1/reddit_posts?select=title&order=title{query}");
            let reply = counts(&ada, method.clone(), &path).await;
            assert_eq!(
                (reply.status.as_u16(), reply.header("content-range")),
                (status, range),
                "{method} {query}"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_behind_the_last_row_is_refused_only_where_rows_are_counted() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    adds_posts(&app, &ada, &["a", "b", "c"]).await;

    let counted = counts(&ada, Method::GET, "/rest/v1/reddit_posts?offset=4&limit=5").await;
    let uncounted = ada.gets("/rest/v1/reddit_posts?offset=4&limit=5").await;
    let head = counts(&ada, Method::HEAD, "/rest/v1/reddit_posts?offset=4").await;

    counted.refuses_with(416, "PGRST103", "Requested range not satisfiable");
    assert_eq!(
        counted.json()["details"],
        "An offset of 4 was requested, but there are only 3 rows."
    );
    assert_eq!(counted.header("content-range"), "*/3");
    uncounted.shows(200, "*/*", &json!([]));
    assert_eq!(head.status, 416);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_object_can_be_counted_too() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    adds_posts(&app, &ada, &["a", "b"]).await;

    let request = ada
        .request(
            Method::GET,
            "/rest/v1/reddit_posts?select=title&order=title&limit=1",
        )
        .header("accept", OBJECT)
        .header("prefer", "count=exact");
    let reply = ada.sends(request).await;

    reply.shows(206, "0-0/2", &json!({ "title": "a" }));
}
