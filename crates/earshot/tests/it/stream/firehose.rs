//! A Reddit with hundreds of posts a minute, some of them late: all are read, none twice.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use listening::{Fullname, Thing, ThingNumber};
use platform::db::args;
use platform::product::Plan;
use serde_json::{Value, json};

use crate::kit::{MANY_CALLS, TestApp};

/// Forty things a second, of which every ninth is a post.
const FIREHOSE: (&str, &str) = ("EARSHOT_SANDBOX_FIREHOSE", "40");

#[tokio::test(flavor = "multi_thread")]
async fn every_post_with_a_brand_term_is_heard_though_some_are_late_and_the_listener_was_away() {
    let app = TestApp::start_with(&[MANY_CALLS, FIREHOSE]).await;
    app.listens().await;
    let nora = app.founder("nora", Plan::Pro, &[]).await;
    for term in ["client", "clients"] {
        let added = nora
            .posts("/api/mentions/brand-terms", &json!({ "term": term }))
            .await;
        assert_eq!(added.status, 200, "{}", added.body);
    }
    let first = position(&app).await + 1;
    // The third step is longer than what a listing shows.
    for seconds in [20, 45, 600, 30] {
        app.clock.advance(TimeDelta::seconds(seconds));
        passes(&app).await;
    }
    let last = position(&app).await;
    // What was late is asked for after a minute, and once more after ten.
    for minutes in [2, 12] {
        app.clock.advance(TimeDelta::minutes(minutes));
        passes(&app).await;
    }

    let there = existing(&app, first, last).await;
    let with_word = there.iter().filter(|(_, text)| has_word(text, "client"));
    let with_word: BTreeSet<&String> = with_word.map(|(id, _)| id).collect();
    let heard = heard(&app).await;
    let missing: Vec<_> = with_word
        .iter()
        .filter(|id| !heard.contains(**id))
        .collect();
    assert!(with_word.len() > 50, "{}", with_word.len());
    assert!(missing.is_empty(), "{missing:?} of {}", with_word.len());
    assert_eq!(open_numbers(&app, last).await, 0);
    judges_nothing(&app).await;
}

fn has_word(text: &str, word: &str) -> bool {
    let mut words = text.split(|letter: char| !letter.is_alphanumeric());
    words.any(|it| it.to_lowercase().trim_end_matches('s') == word)
}

/// Passes until nothing more is waiting.
async fn passes(app: &TestApp) {
    while app.server().listener.pass().await.unwrap().has_more {}
}

/// Reading hundreds of posts would take longer than the test, which is not about them.
async fn judges_nothing(app: &TestApp) {
    let sql = "delete from jobs where kind = 'read_heard_texts'";
    app.db().run(sql, args![]).await.unwrap();
    app.works_off_jobs().await;
}

/// What the listener has handed on. What names a company is not judged before it is read.
async fn heard(app: &TestApp) -> BTreeSet<String> {
    let sql = "select cast(payload as text) from jobs where kind = 'read_heard_texts'";
    let jobs: Vec<(String,)> = app.db().all(sql, args![]).await.unwrap();
    let texts = jobs.iter().flat_map(|(payload,)| {
        let payload: Value = serde_json::from_str(payload).unwrap();
        payload["texts"].as_array().unwrap().clone()
    });
    let ids = texts.map(|text| serde_json::from_value::<Thing>(text).unwrap());
    ids.map(|text| text.reddit_id().to_owned()).collect()
}

async fn position(app: &TestApp) -> i64 {
    let sql = "select position from stream_walks";
    let (position,): (i64,) = app.db().one(sql, args![]).await.unwrap();
    position
}

/// How many gaps up to a number are still to be asked for.
async fn open_numbers(app: &TestApp, last: i64) -> i64 {
    let sql = "select cast(count(*) as bigint) from stream_gaps where first_number <= $1";
    let (count,): (i64,) = app.db().one(sql, args![last]).await.unwrap();
    count
}

/// The posts with these numbers that are there now, with their texts.
async fn existing(app: &TestApp, first: i64, last: i64) -> Vec<(String, String)> {
    let number = |number: i64| ThingNumber::new(u64::try_from(number).unwrap());
    let ids: Vec<Fullname> = (first..=last).map(|it| number(it).post()).collect();
    let response = app.server().listening.for_stream().again(&ids).await;
    assert!(response.missed.is_empty());
    let posts = response
        .found
        .there
        .into_iter()
        .filter_map(|thing| match thing {
            Thing::Post(post) => Some((post.reddit_id, format!("{} {}", post.title, post.body))),
            Thing::Comment(_) => None,
        });
    posts.collect()
}
