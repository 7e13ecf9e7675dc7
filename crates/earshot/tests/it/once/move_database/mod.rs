//! `earshot move`, typed by an operator: from SQLite to PostgreSQL and back.

mod interruption;
mod odd_values;
mod refusal;
mod round_trip;
mod schema;

use std::process::Output;

use platform::db::{Db, args};
use tokio::process::Command;

use crate::kit::{QUIET, TestPlace};

/// How a command ended.
struct Ended {
    code: Option<i32>,
    said: String,
    complained: String,
}

impl Ended {
    #[track_caller]
    fn is_done(&self) {
        assert_eq!(self.code, Some(0), "{} {}", self.said, self.complained);
    }

    #[track_caller]
    fn is_refused(&self, code: i32, words: &str) {
        assert_eq!(self.code, Some(code), "{} {}", self.said, self.complained);
        assert!(self.complained.contains(words), "{}", self.complained);
    }
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            said: String::from_utf8(output.stdout).unwrap(),
            complained: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// `earshot move`, with the database of `from` as the configured one.
fn command(from: &TestPlace, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_earshot"));
    command
        .arg("move")
        .args(words)
        .env("EARSHOT_CONFIG", "/dev/null")
        .envs(QUIET)
        .envs(from.settings());
    command
}

async fn types(from: &TestPlace, words: &[&str]) -> Ended {
    let output = command(from, words).output().await;
    output.expect("the binary starts").into()
}

async fn moves(from: &TestPlace, to: &TestPlace) -> Ended {
    types(from, &["--to", &to.url()]).await
}

/// It kills itself at a point of the code.
async fn crashes_at(point: &str, from: &TestPlace, to: &TestPlace) {
    let mut command = command(from, &["--to", &to.url()]);
    let output = command.env("EARSHOT_CRASH_AT", point).output().await;
    let ended: Ended = output.expect("the binary starts").into();
    assert_eq!(
        ended.code, None,
        "{point}: {} {}",
        ended.said, ended.complained
    );
}

/// More rows than the first batches take.
const POSTS: i64 = 1_000;

/// As many posts, and a row in another table.
async fn many_posts(db: &Db) {
    let sql = "with recursive numbers (number) as
             (select 1 union all select number + 1 from numbers where number < $1)
         insert into heard_posts (reddit_id, post, heard_at)
         select 't3_' || number, '{\"title\": \"Post\"}', '2026-11-15T12:00:00+00:00' from numbers";
    db.run(sql, args![POSTS]).await.unwrap();
    let key = "insert into server_keys (name, value) values ('this one', 'is mine')";
    db.run(key, args![]).await.unwrap();
}

/// A SQLite database with [`many_posts`], and nobody at work in it.
async fn filled() -> TestPlace {
    let place = TestPlace::fresh_sqlite().await;
    let db = place.open().await;
    many_posts(&db).await;
    db.close().await;
    place
}

async fn posts_in(place: &TestPlace) -> i64 {
    let db = place.open().await;
    let sql = "select cast(count(*) as bigint) from heard_posts";
    let (count,): (i64,) = db.one(sql, args![]).await.unwrap();
    db.close().await;
    count
}
