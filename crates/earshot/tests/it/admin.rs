//! `earshot admin`, typed beside a running server.

use std::process::Output;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use platform::db::args;
use platform::live::{Event, Listener, LiveEvent};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::process::Command;
use tokio::time::timeout;

use crate::kit::{MANY_CALLS, Person, Process, QUIET, TestApp, TestPlace};

async fn types(place: &TestPlace, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_earshot"))
        .arg("admin")
        .args(words)
        .env("EARSHOT_CONFIG", "/dev/null")
        .envs(QUIET)
        .envs([MANY_CALLS])
        .envs(place.settings())
        .output()
        .await
        .expect("the binary starts")
}

/// What a command says that goes well.
pub(crate) async fn hears(place: &TestPlace, words: &[&str]) -> String {
    let output = types(place, words).await;
    assert!(
        output.status.success(),
        "{words:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout)
        .unwrap()
        .trim_end()
        .to_owned()
}

/// What a command complains of.
async fn is_refused(place: &TestPlace, words: &[&str]) -> String {
    let output = types(place, words).await;
    assert!(!output.status.success(), "{words:?} went well");
    String::from_utf8(output.stderr).unwrap()
}

async fn rows(person: &Person, table: &str) -> Vec<Value> {
    let reply = person.gets(&format!("/rest/v1/{table}?select=*")).await;
    reply
        .json()
        .as_array()
        .expect("a table answers with rows")
        .clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_are_listed_newest_first_and_shown_by_id_or_address() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    app.clock.advance(TimeDelta::minutes(1));
    let bob = app.person("bob").await;

    let table = hears(&app.place, &["user", "list"]).await;
    let list: Value =
        serde_json::from_str(&hears(&app.place, &["user", "list", "--json"]).await).unwrap();
    let by_id = hears(&app.place, &["user", "show", &ada.id.to_string()]).await;
    let by_address = hears(&app.place, &["user", "show", "ADA@example.com"]).await;
    let whole = hears(&app.place, &["user", "show", "ada@example.com", "--json"]).await;

    assert!(
        table.contains("bob@example.com") && table.contains(&ada.id.to_string()),
        "{table}"
    );
    assert_eq!(list[0]["id"], json!(bob.id));
    assert_eq!(list[1]["email"], "ada@example.com");
    assert_eq!(by_id, by_address);
    assert!(
        by_id.contains("ada@example.com") && by_id.contains("none"),
        "{by_id}"
    );
    let whole: Value = serde_json::from_str(&whole).unwrap();
    assert_eq!(whole["user"]["id"], json!(ada.id));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_account_is_gone_and_its_token_worth_nothing() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;

    hears(&app.place, &["user", "delete", "ada@example.com"]).await;

    assert_eq!(ada.gets("/api/account/export").await.status.as_u16(), 401);
    let complaint = is_refused(&app.place, &["user", "show", "ada@example.com"]).await;
    assert!(
        complaint.contains("no account has the id or address"),
        "{complaint}"
    );
    hears(&app.place, &["jobs", "list"]).await;
    app.db().run("delete from jobs", args![]).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_subscription_is_given_changed_and_taken_and_open_pages_hear_of_it() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let mut page = app.app().live.listen(10).unwrap();
    assert!(page.follow(ada.id, 10));
    let mut seen = Vec::new();

    for words in [
        ["ada@example.com", "trialing"],
        ["ada@example.com", "past_due"],
    ] {
        let output = types(
            &app.place,
            &[&["subscription", "set"], words.as_slice()].concat(),
        )
        .await;
        seen.push((output.status.success(), rows(&ada, "subscriptions").await));
    }
    let told = [next(&mut page).await];
    let plan = [
        "subscription",
        "set",
        &ada.id.to_string(),
        "payment_failed",
        "--plan",
        "pro",
    ];
    hears(&app.place, &plan).await;
    let changed = (rows(&ada, "subscriptions").await, next(&mut page).await);
    hears(
        &app.place,
        &["subscription", "set", "ada@example.com", "none"],
    )
    .await;
    let taken = (rows(&ada, "subscriptions").await, next(&mut page).await);

    let (went_well, given) = &seen[0];
    assert!(*went_well && !seen[1].0);
    assert_eq!(
        (&given[0]["status"], &given[0]["plan_id"]),
        (&json!("trialing"), &json!("starter"))
    );
    assert_eq!(
        told,
        [("subscriptions".to_owned(), Some(given[0].clone()), None)]
    );
    let id = json!({ "id": given[0]["id"] });
    assert_eq!(
        (&changed.0[0]["status"], &changed.0[0]["plan_id"]),
        (&json!("payment_failed"), &json!("pro"))
    );
    assert_eq!(
        changed.1,
        (
            "subscriptions".to_owned(),
            Some(changed.0[0].clone()),
            Some(id)
        )
    );
    let gone = json!({ "id": given[0]["id"], "user_id": ada.id });
    assert_eq!(
        taken,
        (Vec::new(), ("subscriptions".to_owned(), None, Some(gone)))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seeded_account_is_full_beside_a_server_and_without_one() {
    for has_server in [true, false] {
        let place = prepared(&["ada", "bob"]).await;
        let server = if has_server {
            Some(Process::start(&place, &[]).await)
        } else {
            None
        };

        let first = hears(&place, &["seed", "ada@example.com"]).await;
        let kept = shows(&place, "ada@example.com").await;
        let second = hears(&place, &["seed", "ada@example.com"]).await;

        let count = |name: &str| kept[name].as_array().unwrap().len();
        let (posts, mentions) = (count("reddit_posts"), count("brand_mentions"));
        let expected = format!("1 company, 5 keywords, {posts} posts, {mentions} mentions");
        assert!(first.contains(&expected), "{first}, and {expected}");
        assert!(posts >= 5 && mentions > 5, "{first}");
        // The second time it reads the communities that the first one showed, and their threads.
        let nothing = "0 company, 0 keywords, ";
        assert!(second.contains(nothing), "{second}");
        assert_eq!(kept["companies"][0]["company_name"], "Paperlark");
        assert_eq!(kept["subscriptions"][0]["status"], "trialing");
        let after = shows(&place, "ada@example.com").await;
        let runs = after["scan_runs"].as_array().unwrap();
        assert_eq!(runs.len(), 2, "each time it looks again");
        let bob = shows(&place, "bob@example.com").await;
        assert_eq!(bob["companies"], json!([]));
        if let Some(server) = server {
            assert!(server.terminate().await.success());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_seeded_account_has_was_written_over_weeks() {
    let place = prepared(&["ada"]).await;

    hears(&place, &["seed", "ada@example.com"]).await;

    let kept = shows(&place, "ada@example.com").await;
    let now: DateTime<Utc> = platform::clock::Clock::system().real();
    for (rows, time, days) in [
        ("reddit_posts", "created_at", 20),
        ("brand_mentions", "reddit_created_at", 55),
    ] {
        let times = kept[rows].as_array().unwrap().iter();
        let ages: Vec<i64> = times
            .map(|row| {
                row[time]
                    .as_str()
                    .unwrap()
                    .parse::<DateTime<Utc>>()
                    .unwrap()
            })
            .map(|written| (now - written).num_hours())
            .collect();
        let (youngest, oldest) = (ages.iter().min().unwrap(), ages.iter().max().unwrap());
        assert!(*youngest < 48, "{rows}: {ages:?}");
        assert!(*oldest > days * 24, "{rows}: {ages:?}");
    }
}

/// Everything that is kept about somebody.
async fn shows(place: &TestPlace, who: &str) -> Value {
    let all = hears(place, &["user", "show", who, "--json"]).await;
    serde_json::from_str(&all).unwrap()
}

/// A database with these accounts in it, which nobody has opened yet.
pub(crate) async fn prepared(names: &[&str]) -> TestPlace {
    let mut app = TestApp::start().await;
    for name in names {
        app.person(name).await;
    }
    // The sample posts are as old as they say from the first start on, which is still to come.
    let sql = "delete from sandbox_state";
    app.db().run(sql, args![]).await.unwrap();
    std::mem::replace(&mut app.place, TestPlace::empty().await)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_is_good_for_as_long_as_it_was_asked_for() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    app.clock
        .advance(platform::clock::Clock::system().real() - app.clock.real());

    let good = hears(
        &app.place,
        &["token", "ada@example.com", "--expires-in", "600"],
    )
    .await;
    let expired = hears(
        &app.place,
        &["token", &ada.id.to_string(), "--expires-in", "-60"],
    )
    .await;
    let nobody = is_refused(&app.place, &["token", "eve@example.com"]).await;

    let mut answers = Vec::new();
    for token in [&good, &expired] {
        let request = app
            .visitor()
            .request(Method::GET, "/api/account/export")
            .bearer_auth(token);
        answers.push(app.visitor().sends(request).await.status.as_u16());
    }
    assert_eq!(answers, [200, 401]);
    assert!(
        nobody.contains("no account has the id or address"),
        "{nobody}"
    );
}

type Told = (String, Option<Value>, Option<Value>);

/// The next changed row that the pages of this process are told.
async fn next(page: &mut Listener) -> Told {
    let events = hears_news(page).await;
    match &events[0].news {
        LiveEvent::Row(row) => (row.table.clone(), row.new.clone(), row.old.clone()),
        LiveEvent::Broadcast { topic, .. } => panic!("a broadcast: {topic}"),
    }
}

async fn hears_news(page: &mut Listener) -> Vec<Event> {
    let events = timeout(Duration::from_secs(10), page.next()).await;
    events.expect("the page is told").unwrap().to_vec()
}
