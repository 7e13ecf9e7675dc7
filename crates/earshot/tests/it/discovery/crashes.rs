//! A crash in the middle: the discovery goes on where it was, and nothing is there twice.

use reqwest::Method;

use super::*;
use crate::kit::{Process, TestPlace, eventually};

const SHORT_LEASE: (&str, &str) = ("EARSHOT_JOB_LEASE_MS", "1500");

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_at_any_point_neither_loses_nor_doubles_a_post() {
    for point in [
        "discovery.after_gather",
        "discovery.before_save",
        "discovery.after_save",
    ] {
        let (place, token) = prepared().await;
        let doomed = Process::start(&place, &[SHORT_LEASE, ("EARSHOT_CRASH_AT", point)]).await;
        let asking = doomed
            .visitor()
            .request(Method::POST, "/api/reddit-discovery")
            .bearer_auth(&token)
            .json(&json!({}));
        // The answer dies with the server.
        let _nobody = asking.send().await;
        doomed.crashes().await;

        let next = Process::start(&place, &[SHORT_LEASE]).await;
        let db = place.open().await;
        eventually(point, || async { ended(&db).await.is_some() }).await;

        let new = ended(&db).await.unwrap();
        let list = next
            .visitor()
            .request(Method::GET, "/api/reddit-posts?limit=200")
            .bearer_auth(&token);
        let list = next.visitor().sends(list).await.json();
        let posts = list["posts"].as_array().unwrap();
        let mut ids: Vec<&str> = posts
            .iter()
            .map(|post| post["permalink"].as_str().unwrap())
            .collect();
        ids.sort_unstable();
        ids.dedup();
        assert!(new > finds::ROWS_PER_TRANSACTION, "{point}: {new}");
        let leads = posts.iter().filter(|post| post["names_brand"] == false);
        let counts = (leads.count(), ids.len());
        assert_eq!(counts, (new, posts.len()), "{point}");
    }
}

/// Somebody who is about to discover more posts than fit into one transaction.
async fn prepared() -> (TestPlace, String) {
    let mut app = TestApp::start().await;
    let keywords = [
        "invoice",
        "clients",
        "payment",
        "freelance",
        "software",
        "studio",
    ];
    let nora = app.founder("nora", Plan::Pro, &keywords).await;
    let token = app.token_of(nora.id, TimeDelta::days(3_650)).await;
    let place = std::mem::replace(&mut app.place, TestPlace::empty().await);
    (place, token)
}

/// How many new posts the discovery says it has found, once it has ended.
async fn ended(db: &platform::db::Db) -> Option<usize> {
    let sql = "select result from jobs where kind = 'discover' and state = 'done'";
    let row: Option<(Value,)> = db.maybe(sql, args![]).await.unwrap();
    let count = row?.0["end"]["found"]["new"].as_u64()?;
    usize::try_from(count).ok()
}
