//! `earshot find`: the same posts and scores as on the web, without an account and without a trace.

use earshot::lifecycle::Lifecycle;
use std::path::Path;
use std::process::Output;

use billing::Status;
use chrono::TimeDelta;
use platform::db::args;
use platform::product::Plan;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::process::Command;

use crate::kit::{Process, QUIET, Reply, TestApp, TestPlace};

/// Types it in a folder of its own; temporary files go there too.
async fn types(folder: &Path, settings: &[(&str, String)], words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_earshot"))
        .arg("find")
        .args(words)
        .current_dir(folder)
        .env("EARSHOT_CONFIG", "/dev/null")
        .env("TMPDIR", folder)
        .envs(QUIET)
        .envs(settings.iter().map(|(name, value)| (*name, value.as_str())))
        .output()
        .await
        .expect("the binary starts")
}

fn said(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn is_empty(folder: &Path) -> bool {
    std::fs::read_dir(folder).unwrap().next().is_none()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_has_the_same_posts_and_scores_as_on_the_web() {
    let (place, token) = customer().await;
    let server = Process::start(&place, &[]).await;
    let folder = tempfile::tempdir().unwrap();

    let words = ["paperlark.example", "--json"];
    let found = types(folder.path(), &place.settings(), &words).await;
    let found: Value = serde_json::from_str(&said(&found)).unwrap();
    let site = json!({ "url": "paperlark.example" });
    let analysis = asks(&server, &token, "/api/analyze-website", &site).await;
    for keyword in found["keywords"].as_array().unwrap() {
        let added = asks(
            &server,
            &token,
            "/api/keywords",
            &json!({ "keyword": keyword }),
        )
        .await;
        assert_eq!(added.status, 200, "{}", added.body);
    }
    let wish = json!({ "sortBy": "relevance" });
    let discovered = asks(&server, &token, "/api/reddit-discovery", &wish)
        .await
        .json();

    let proposed: Vec<Value> = analysis.json()["keywords"].as_array().unwrap()[..5]
        .iter()
        .map(|keyword| keyword["keyword"].clone())
        .collect();
    assert_eq!(found["keywords"], json!(proposed));
    assert_eq!(found["company"]["companyName"], "Paperlark");
    assert_eq!(found["failures"], json!([]));
    let (here, there) = (scores(&found["posts"]), scores(&discovered["posts"]));
    assert!(here.len() >= 5, "{here:?}");
    assert_eq!(names(&here), names(&there));
    assert_eq!(here, there, "a score is a matter of the text alone");
    assert!(is_empty(folder.path()), "it leaves something behind");
    assert_eq!(accounts(&place).await, 1, "nobody was added");
    assert!(server.terminate().await.success());
}

#[tokio::test(flavor = "multi_thread")]
async fn it_works_in_an_empty_folder_prints_a_table_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();

    let found = types(folder.path(), &[], &["https://paperlark.example"]).await;

    let table = said(&found);
    assert!(table.starts_with("Paperlark: "), "{table}");
    for word in [
        "score",
        "rank",
        "age",
        "subreddit",
        "title",
        "reason",
        "r/freelance",
        " ago",
    ] {
        assert!(table.contains(word), "{word} is missing: {table}");
    }
    assert_eq!(
        String::from_utf8_lossy(&found.stderr),
        "",
        "no bar without a terminal"
    );
    assert!(is_empty(folder.path()), "it leaves something behind");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_address_and_what_cannot_be_read_is_said_with_an_exit_code() {
    let folder = tempfile::tempdir().unwrap();

    let mistyped = types(folder.path(), &[], &["not an address"]).await;
    let nowhere = types(folder.path(), &[], &["http://127.0.0.1:1/", "--json"]).await;

    let complaint = String::from_utf8_lossy(&mistyped.stderr).into_owned();
    assert_eq!(mistyped.status.code(), Some(2), "{complaint}");
    assert!(
        complaint.contains("this is not a valid website address"),
        "{complaint}"
    );
    let complaint = String::from_utf8_lossy(&nowhere.stderr).into_owned();
    assert_eq!(nowhere.status.code(), Some(1), "{complaint}");
    assert!(
        complaint.starts_with("earshot: ") && complaint.lines().count() == 1,
        "{complaint}"
    );
    assert!(nowhere.stdout.is_empty());
    assert!(is_empty(folder.path()), "it leaves something behind");
}

/// A database with somebody in it who pays, and their token.
async fn customer() -> (TestPlace, String) {
    let mut app = TestApp::start().await;
    let user = identity::add_confirmed(app.app(), "ada@example.com", "Ada")
        .await
        .unwrap();
    let token = app.token_of(user.id, TimeDelta::days(3_650)).await;
    let mut tx = app.db().begin().await.unwrap();
    let active = Some(Status::Active);
    billing::set_subscription(
        &mut tx,
        &app.clock,
        &Lifecycle,
        user.id,
        active,
        Some(Plan::Pro),
    )
    .await
    .unwrap();
    tx.commit().await.unwrap();
    // The sample posts are as old as they say from the first start on, which is still to come.
    app.db()
        .run("delete from sandbox_state", args![])
        .await
        .unwrap();
    let place = std::mem::replace(&mut app.place, TestPlace::empty().await);
    (place, token)
}

async fn asks(server: &Process, token: &str, path: &str, body: &Value) -> Reply {
    let visitor = server.visitor();
    let request = visitor
        .request(Method::POST, path)
        .bearer_auth(token)
        .json(body);
    visitor.sends(request).await
}

/// Titles and scores, by title.
fn scores(posts: &Value) -> Vec<(String, i64)> {
    let mut scores: Vec<(String, i64)> = posts
        .as_array()
        .unwrap()
        .iter()
        .map(|post| {
            let title = post["title"].as_str().unwrap().to_owned();
            (title, post["relevance_score"].as_i64().unwrap())
        })
        .collect();
    scores.sort();
    scores
}

fn names(scores: &[(String, i64)]) -> Vec<&str> {
    scores.iter().map(|(title, _)| title.as_str()).collect()
}

async fn accounts(place: &TestPlace) -> i64 {
    let sql = "select cast(count(*) as bigint) from users";
    let (count,): (i64,) = place.open().await.one(sql, args![]).await.unwrap();
    count
}
