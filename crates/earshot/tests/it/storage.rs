//! One SQL text on two engines.

use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use futures::future::join_all;
use platform::db::{Db, Engine, args, migration_names};
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::kit::{TestApp, TestPlace, engine, noon};

#[derive(Debug, PartialEq, row_derive::FromRow)]
struct Row {
    id: Uuid,
    subject: String,
    headers: Value,
    created_at: DateTime<Utc>,
    sent_at: Option<DateTime<Utc>>,
    refusal: Option<String>,
}

const INSERT: &str = "
    insert into outbox_mails (id, lane, recipient, subject, html, text, headers, message_id, created_at, sent_at, refusal)
    values ($1, '', '', $2, '', '', $3, $4, $5, $6, $7)";

async fn insert(db: &Db, row: &Row) {
    let arguments = args![
        row.id,
        &row.subject,
        row.headers.clone(),
        row.id.to_string(),
        row.created_at,
        row.sent_at,
        row.refusal.clone(),
    ];
    db.run(INSERT, arguments).await.unwrap();
}

async fn count(db: &Db) -> i64 {
    let (count,): (i64,) = db
        .one("select cast(count(*) as bigint) from outbox_mails", args![])
        .await
        .unwrap();
    count
}

fn row(subject: &str) -> Row {
    Row {
        id: Uuid::now_v7(),
        subject: subject.to_owned(),
        headers: json!([]),
        created_at: noon(),
        sent_at: None,
        refusal: None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn values_of_every_kind_come_back_as_they_went_in() {
    let place = TestPlace::fresh().await;
    let db = place.open().await;
    let full = Row {
        headers: json!({ "nested": [1, null, "two"], "text": "naïve 'quotes' \\ \u{1f44b}" }),
        created_at: noon() + chrono::TimeDelta::microseconds(123_456),
        sent_at: Some(noon()),
        refusal: Some(String::new()),
        ..row("Straße 東京 \u{1f44b} \\ % _ '")
    };

    insert(&db, &full).await;

    let read: Row = db
        .one("select id, subject, headers, created_at, sent_at, refusal from outbox_mails where id = $1", args![full.id])
        .await
        .unwrap();
    assert_eq!(read, full);
}

#[tokio::test(flavor = "multi_thread")]
async fn times_are_ordered_as_they_passed_down_to_the_microsecond() {
    let place = TestPlace::fresh().await;
    let db = place.open().await;
    for microseconds in [1_000_000, 0, 1, 999_999, 500_000, 1_000] {
        let created_at = noon() + chrono::TimeDelta::microseconds(microseconds);
        insert(
            &db,
            &Row {
                created_at,
                ..row(&microseconds.to_string())
            },
        )
        .await;
    }

    let ordered: Vec<(String,)> = db
        .all(
            "select subject from outbox_mails where created_at < $1 order by created_at",
            args![noon() + chrono::TimeDelta::seconds(1)],
        )
        .await
        .unwrap();

    let ordered: Vec<&str> = ordered.iter().map(|(subject,)| subject.as_str()).collect();
    assert_eq!(ordered, ["0", "1", "1000", "500000", "999999"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transaction_that_is_dropped_leaves_nothing_behind() {
    let place = TestPlace::fresh().await;
    let db = place.open().await;

    let mut tx = db.begin().await.unwrap();
    tx.run(
        INSERT,
        args![
            Uuid::now_v7(),
            "lost",
            json!([]),
            "1",
            noon(),
            None::<DateTime<Utc>>,
            None::<String>
        ],
    )
    .await
    .unwrap();
    drop(tx);

    assert_eq!(count(&db).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn sixty_four_writers_at_once_lose_no_write() {
    let place = TestPlace::fresh().await;
    let db = place.open().await;
    db.run(
        "insert into server_keys (name, value) values ('sum', '0')",
        args![],
    )
    .await
    .unwrap();

    let writers = (0..64).map(|_| async {
        for _ in 0..10 {
            let mut tx = db.begin().await.unwrap();
            tx.run("update server_keys set value = cast(cast(value as bigint) + 1 as text) where name = 'sum'", args![])
                .await
                .unwrap();
            tx.commit().await.unwrap();
        }
    });
    join_all(writers).await;

    let (sum,): (String,) = db
        .one("select value from server_keys where name = 'sum'", args![])
        .await
        .unwrap();
    assert_eq!(sum, "640");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_gets_no_connection_in_the_time_that_the_operator_allows_is_told_to_come_back() {
    let settings = [
        ("EARSHOT_DB_CONNECTIONS", "1"),
        ("EARSHOT_DB_WAIT_MS", "300"),
    ];
    let app = TestApp::start_with(&settings).await;
    let held = app.db().begin().await.unwrap();
    let (visitor, asked) = (app.visitor(), Instant::now());
    let guess = visitor
        .request(Method::POST, "/auth/v1/token?grant_type=password")
        .header("apikey", app.anon_key())
        .json(&json!({ "email": "ada@example.com", "password": "a guess" }));

    let reply = visitor.sends(guess).await;

    assert_eq!(
        (reply.status.as_u16(), reply.header("retry-after")),
        (503, "1")
    );
    assert!(asked.elapsed() < Duration::from_millis(1500));
    drop(held);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reading_call_cannot_change_sqlite_and_a_write_can_be_read_at_once() {
    let place = TestPlace::fresh().await;
    let db = place.open().await;

    insert(&db, &row("kept")).await;
    let written: Result<Vec<(Uuid,)>, _> = db
        .all("delete from outbox_mails returning id", args![])
        .await;

    // PostgreSQL has no read-only half; there the same call is an ordinary write.
    let expected = if engine() == Engine::Sqlite {
        (true, 1)
    } else {
        (false, 0)
    };
    assert_eq!((written.is_err(), count(&db).await), expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn migrations_run_once_when_several_processes_start_together() {
    let place = TestPlace::empty().await;

    let starts = (0..6).map(|_| async {
        let db = Db::open(place.place()).await.unwrap();
        db.migrate().await.unwrap();
        db
    });
    let opened = join_all(starts).await;

    let names: Vec<(String,)> = opened[0]
        .all("select name from schema_migrations order by name", args![])
        .await
        .unwrap();
    let names: Vec<&str> = names.iter().map(|(name,)| name.as_str()).collect();
    assert_eq!(names, migration_names().collect::<Vec<_>>());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_migration_whose_text_was_changed_stops_the_start() {
    let place = TestPlace::fresh().await;
    let db = place.open().await;
    db.run(
        "update schema_migrations set fingerprint = 'other' where name = '0001_platform'",
        args![],
    )
    .await
    .unwrap();

    let refusal = db.migrate().await.unwrap_err();

    assert!(
        format!("{refusal:#}").contains("applying migration 0001_platform: its text has changed"),
        "{refusal:#}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_program_starts_on_a_newer_schema() {
    let place = TestPlace::fresh().await;
    let db = place.open().await;
    db.run(
        "insert into schema_migrations (name, fingerprint) values ('9999_later', 'x')",
        args![],
    )
    .await
    .unwrap();

    db.migrate().await.unwrap();
}
