//! A crash in the middle: the search goes on where it was, and nothing is there twice.

use std::collections::HashSet;

use platform::db::Db;
use reqwest::Method;

use super::*;
use crate::kit::{Process, TestPlace, eventually};

const SHORT_LEASE: (&str, &str) = ("EARSHOT_JOB_LEASE_MS", "1500");

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_at_any_point_neither_loses_nor_doubles_a_mention() {
    let expected = Box::pin(found_without_a_crash()).await;
    for point in [
        "mentions.after_gather",
        "mentions.before_save",
        "mentions.after_save",
    ] {
        let (place, token) = prepared().await;
        let doomed = Process::start(&place, &[SHORT_LEASE, ("EARSHOT_CRASH_AT", point)]).await;
        let asking = doomed
            .visitor()
            .request(Method::POST, "/api/mentions/search-now")
            .bearer_auth(&token)
            .json(&json!({}));
        // The answer dies with the server.
        let _nobody = asking.send().await;
        doomed.crashes().await;

        let next = Process::start(&place, &[SHORT_LEASE]).await;
        let db = place.open().await;
        eventually(point, || async { ended(&db).await.is_some() }).await;

        let list = next
            .visitor()
            .request(Method::GET, "/api/mentions?limit=200")
            .bearer_auth(&token);
        let list = next.visitor().sends(list).await.json();
        let found = places(list["mentions"].as_array().unwrap());
        let each: HashSet<&String> = found.iter().collect();
        assert_eq!(each.len(), found.len(), "{point}: a mention is there twice");
        // Who begins anew knows more subreddits by then, and may find more.
        assert!(found.len() >= expected, "{point}: {}", found.len());
        // What the first process saved is the search's too.
        assert_eq!(ended(&db).await, Some(found.len()), "{point}");
    }
}

/// How many mentions there are when nothing goes wrong.
async fn found_without_a_crash() -> usize {
    let (place, token) = prepared().await;
    let process = Process::start(&place, &[]).await;
    let asking = process
        .visitor()
        .request(Method::POST, "/api/mentions/search-now")
        .bearer_auth(&token)
        .json(&json!({}));
    let reply = process.visitor().sends(asking).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    let count = ended(&place.open().await).await;
    count
        .filter(|count| *count > 5)
        .expect("people speak of it")
}

/// Somebody who is about to look for what people say of them.
async fn prepared() -> (TestPlace, String) {
    let mut app = TestApp::start().await;
    let ada = app.brand_owner("ada", Plan::Pro).await;
    let token = app.token_of(ada.id, TimeDelta::days(3_650)).await;
    let place = std::mem::replace(&mut app.place, TestPlace::empty().await);
    (place, token)
}

/// Where each mention stands.
fn places(mentions: &[Value]) -> Vec<String> {
    let urls = mentions.iter().map(|it| it["post_url"].as_str().unwrap());
    urls.map(str::to_owned).collect()
}

/// How many new mentions the search says it has found, once it has ended.
async fn ended(db: &Db) -> Option<usize> {
    let sql = "select result from jobs where kind = 'search_mentions' and state = 'done'";
    let row: Option<(Value,)> = db.maybe(sql, args![]).await.unwrap();
    let count = row?.0["found"]["new"].as_u64()?;
    usize::try_from(count).ok()
}
