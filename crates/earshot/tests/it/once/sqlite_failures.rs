//! A disk that is full or fails, and a lock that never comes: what SQLite's one writer makes of it.

use platform::db::{args, sqlite_file_in};
use serde_json::json;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};

use crate::kit::{Process, Reply, TestApp, TestPlace, Visitor, eventually};

/// A mail goes with it, so it needs room.
async fn signs_up(visitor: &Visitor, key: &str, email: &str) -> Reply {
    let request = visitor
        .request(reqwest::Method::POST, "/auth/v1/signup")
        .header("apikey", key)
        .json(&json!({ "email": email, "password": "tea at four, please" }));
    visitor.sends(request).await
}

async fn is_ready(visitor: &Visitor) -> bool {
    visitor.asks("/readyz").await.status == 200
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_full_disk_the_next_write_succeeds_without_a_restart() {
    let app = TestApp::start_at(TestPlace::fresh_sqlite().await, &[]).await;
    let (visitor, key) = (app.visitor(), app.anon_key());
    // No more pages than there are: to SQLite that is a full disk.
    let limit = "pragma max_page_count = 1";
    app.db().run(limit, args![]).await.unwrap();

    let refused = signs_up(&visitor, &key, "ada@example.com").await;

    assert_eq!(refused.status.as_u16(), 507, "{}", refused.body);
    assert_eq!(
        refused.json()["msg"],
        "The server has run out of disk space."
    );
    let taken = signs_up(&visitor, &key, "bob@example.com").await;
    assert_eq!(taken.status.as_u16(), 200, "{}", taken.body);
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_kept_of_a_transaction_that_the_full_disk_has_undone() {
    let place = TestPlace::fresh_sqlite().await;
    let db = place.open().await;
    db.run("pragma max_page_count = 1", args![]).await.unwrap();
    let insert = "insert into server_keys (name, value) values ($1, $2)";

    let mut tx = db.begin().await.unwrap();
    tx.run(insert, args!["before", "small"]).await.unwrap();
    let too_much = tx.run(insert, args!["large", "x".repeat(1_000_000)]).await;
    let after = tx.run(insert, args!["after", "small"]).await;
    let committed = tx.commit().await;

    assert!(too_much.is_err() && after.is_err() && committed.is_err());
    let kept: Vec<(String,)> = db
        .all(
            "select name from server_keys where name in ('before', 'large', 'after')",
            args![],
        )
        .await
        .unwrap();
    assert_eq!(kept, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_disk_fails_reads_go_on_and_it_heals_by_itself() {
    let place = TestPlace::fresh_sqlite().await;
    let server = Process::start(&place, &[]).await;
    let visitor = server.visitor();
    let key = visitor.asks("/sandbox/settings").await.json()["anonKey"].clone();
    let key = key.as_str().unwrap();
    assert!(is_ready(&visitor).await);

    server.limit_file_size(Some(0));

    let refused = signs_up(&visitor, key, "ada@example.com").await;
    assert_eq!(refused.status.as_u16(), 503, "{}", refused.body);
    eventually("the server says so", async || !is_ready(&visitor).await).await;
    assert_eq!(visitor.asks("/sandbox/mailbox?to=x").await.status, 200);

    server.limit_file_size(None);

    eventually("the server is ready again", async || {
        is_ready(&visitor).await
    })
    .await;
    let taken = signs_up(&visitor, key, "bob@example.com").await;
    assert_eq!(taken.status.as_u16(), 200, "{}", taken.body);
    assert!(server.terminate().await.success());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_cannot_have_the_lock_is_not_ready_until_it_can() {
    let place = TestPlace::fresh_sqlite().await;
    let file = sqlite_file_in(place.folder());
    let app = TestApp::start_at(place, &[]).await;
    let visitor = app.visitor();
    let options = SqliteConnectOptions::new().filename(file);
    let mut other = SqliteConnection::connect_with(&options).await.unwrap();
    let held = other.begin_with("begin immediate").await.unwrap();

    let refused = visitor.asks("/readyz").await;

    refused.refuses(503, "The database does not accept writes.");
    held.rollback().await.unwrap();
    eventually("the server is ready again", async || {
        is_ready(&visitor).await
    })
    .await;
}
