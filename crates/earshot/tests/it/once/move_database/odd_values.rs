//! Values at the edges of what each engine keeps arrive as they left, bit by bit.

use chrono::{DateTime, Utc};
use platform::db::{Db, args};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{filled, moves};
use crate::kit::TestPlace;

const FLOATS: [f64; 8] = [
    0.0,
    0.1,
    -1.0 / 3.0,
    f64::MAX,
    f64::MIN,
    f64::MIN_POSITIVE,
    5e-324,
    9_007_199_254_740_992.0,
];
const TIMES: [&str; 5] = [
    "0001-01-01T00:00:00Z",
    "1969-12-31T23:59:59.999999Z",
    "1970-01-01T00:00:00Z",
    "2026-11-15T12:00:00.1Z",
    "9999-12-31T23:59:59.999999Z",
];
const TEXTS: [&str; 8] = [
    "",
    " ",
    "\\N",
    "a\tb\nc\r\\d",
    "'\"$1%_",
    "Zoë 🦻 漢字 \u{202e}",
    "\u{1}\u{7f}\u{fffd}",
    "null",
];
const NUMBERS: [i64; 4] = [i64::MIN, -1, 0, i64::MAX];

type Attempt = (Vec<u8>, Vec<u8>, Option<String>, String, DateTime<Utc>);
type Reading = (i64, f64, DateTime<Utc>);

/// What the tables with odd values hold.
#[derive(Debug, PartialEq)]
struct OddValues {
    attempts: Vec<Attempt>,
    /// The bits of floats, because zeros with different signs are equal.
    readings: Vec<(i64, u64, DateTime<Utc>)>,
    posts: Vec<(String, Value)>,
    flags: Vec<(Uuid, bool, Option<f64>)>,
}

impl OddValues {
    async fn of(place: &TestPlace) -> Self {
        let db = place.open().await;
        let attempts = "select hash, browser_hash, challenge, redirect_to, created_at
             from oauth_attempts order by hash";
        let readings = "select pair_hash, odds, read_at from pair_readings order by pair_hash";
        let readings: Vec<Reading> = db.all(readings, args![]).await.unwrap();
        let bits = |(hash, odds, at): Reading| (hash, odds.to_bits(), at);
        let posts = "select reddit_id, post from heard_posts where reddit_id like 'odd%' order by reddit_id";
        let posts: Vec<(String, platform::db::Json<Value>)> = db.all(posts, args![]).await.unwrap();
        let flags = "select user_id, held, waiting_score from heard_matches order by user_id";
        let values = Self {
            attempts: db.all(attempts, args![]).await.unwrap(),
            readings: readings.into_iter().map(bits).collect(),
            posts: posts.into_iter().map(|(id, post)| (id, post.0)).collect(),
            flags: db.all(flags, args![]).await.unwrap(),
        };
        db.close().await;
        values
    }
}

fn at(time: &str) -> DateTime<Utc> {
    time.parse().unwrap()
}

async fn add_odd_values(db: &Db) {
    for (place, text) in TEXTS.iter().enumerate() {
        let hash = vec![0xff; place];
        let sql =
            "insert into oauth_attempts (hash, browser_hash, challenge, redirect_to, created_at)
             values ($1, $2, $3, $4, $5)";
        let challenge = (place % 2 == 0).then_some(*text);
        let values = args![
            hash,
            b"\\x00\0\n\t".to_vec(),
            challenge,
            *text,
            at(TIMES[place % 5])
        ];
        db.run(sql, values).await.unwrap();
    }
    for (place, odds) in FLOATS.into_iter().enumerate() {
        let hash = NUMBERS
            .get(place)
            .copied()
            .unwrap_or(i64::try_from(place).unwrap());
        let sql = "insert into pair_readings (pair_hash, odds, read_at) values ($1, $2, $3)";
        let values = args![hash, odds, at(TIMES[place % 5])];
        db.run(sql, values).await.unwrap();
    }
    for (place, post) in odd_json().into_iter().enumerate() {
        let sql = "insert into heard_posts (reddit_id, post, heard_at) values ($1, $2, $3)";
        let values = args![format!("odd{place}"), post, at(TIMES[2])];
        db.run(sql, values).await.unwrap();
    }
    for (id, held) in [(Uuid::nil(), true), (Uuid::max(), false)] {
        let sql = "insert into heard_matches (user_id, reddit_id, keywords, heard_at, held, waiting_score)
             values ($1, 'odd0', $2, $3, $4, $5)";
        let score = held.then_some(0.1 + 0.2);
        let values = args![id, json!([]), at(TIMES[1]), held, score];
        db.run(sql, values).await.unwrap();
    }
}

/// A megabyte of texts and numbers among them.
fn odd_json() -> Vec<Value> {
    let large: Vec<Value> = (0..10_000)
        .map(|number| json!({ "number": number, "text": "ä".repeat(20), "half": 0.5 }))
        .collect();
    vec![
        json!(null),
        json!({}),
        json!("\\u0041 \" \n"),
        json!({ "b": [1, 1.0, 123_456.789, 1e-7, -0.5, u64::MAX, i64::MIN], "a": { "": true } }),
        json!(large),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn odd_values_are_the_same_there_and_back() {
    let (here, there, home) = (
        filled().await,
        TestPlace::empty_postgres().await,
        TestPlace::empty_sqlite(),
    );
    let db = here.open().await;
    add_odd_values(&db).await;
    db.close().await;
    let before = OddValues::of(&here).await;

    moves(&here, &there).await.is_done();
    let moved = OddValues::of(&there).await;
    moves(&there, &home).await.is_done();

    assert_eq!(before.attempts.len(), TEXTS.len());
    assert_eq!(moved.attempts, before.attempts);
    assert_eq!(moved.readings, before.readings);
    assert_eq!(moved.flags, before.flags);
    assert_eq!(OddValues::of(&home).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_that_the_target_cannot_keep_is_named_with_its_row() {
    let (here, there) = (filled().await, TestPlace::empty_postgres().await);
    let db = here.open().await;
    let sql = "insert into server_keys (name, value) values ('odd one', 'a' || char(0) || 'b')";
    db.run(sql, args![]).await.unwrap();
    db.close().await;

    let refused = moves(&here, &there).await;

    refused.is_refused(
        1,
        "writing table server_keys: row odd one, column value: it holds a NUL",
    );
}
