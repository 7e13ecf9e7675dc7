//! How long a million rows take from SQLite to PostgreSQL, checked, beside a plain `COPY` of the same
//! rows into tables without indexes.

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use futures::TryStreamExt;
use platform::db::{Db, args, database_move};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tokio::io::AsyncWriteExt;

use crate::place::FreshPlace;
use crate::report::{Goal, Row, shown};

/// Of each of two tables: what was heard, small rows by the million, and posts, which are wide and
/// have the most indexes.
const ROWS_OF_EACH: i64 = 500_000;
const TABLES: [&str; 2] = ["heard_posts", "reddit_posts"];

pub(crate) fn measure() -> anyhow::Result<Vec<Row>> {
    tokio::runtime::Runtime::new()?.block_on(async {
        let (from, to) = (FreshPlace::sqlite()?, FreshPlace::postgres().await?);
        let db = from.open().await?;
        fill(&db).await.context("filling the source")?;
        db.close().await;
        let moved = Box::pin(move_all(&from, &to)).await?;
        let copied = Box::pin(copy_bare(&to)).await?;
        Ok(vec![row(moved, copied)])
    })
}

fn row(moved: Duration, copied: Duration) -> Row {
    let ratio = moved.as_secs_f64() / copied.as_secs_f64();
    Row {
        figure: "a million rows to PostgreSQL, checked",
        goal: Some(Goal::AtMost(5.0)),
        value: Some(moved.as_secs_f64() / 60.0),
        unit: "min",
        remark: format!("{} times the floor", shown(ratio)),
        peer: format!(
            "plain COPY, without indexes: {} s",
            shown(copied.as_secs_f64())
        ),
        ..Row::default()
    }
}

async fn fill(db: &Db) -> anyhow::Result<()> {
    let user = "insert into users (id, email, user_metadata, created_at, updated_at)
         values (zeroblob(16), 'ada@example.com', '{}', '2026-11-15T12:00:00+00:00', '2026-11-15T12:00:00+00:00')";
    db.run(user, args![]).await?;
    let heard = "with recursive numbers (number) as
             (select 1 union all select number + 1 from numbers where number < $1)
         insert into heard_posts (reddit_id, post, heard_at)
         select 't3_' || number,
             '{\"title\": \"How do you follow what is said about you?\", \"number\": ' || number || '}',
             '2026-11-15T12:00:00.123456+00:00'
         from numbers";
    db.run(heard, args![ROWS_OF_EACH]).await?;
    let posts = "with recursive numbers (number) as
             (select 1 union all select number + 1 from numbers where number < $1)
         insert into reddit_posts (id, user_id, reddit_id, title, subreddit, author, created_at, score,
             comments, content, permalink, keywords_matched, relevance_score, rejected, found_at)
         select randomblob(16), zeroblob(16), 't3_' || number, 'How do you follow what is said about you?',
             'r' || number % 500, 'author' || number % 9999, '2026-11-15T12:00:00+00:00', number % 700,
             number % 90, 'We are a small team and look for a way to find posts worth answering. ' || number,
             'https://www.reddit.com/r/startups/comments/' || number, '[\"listening\"]', number % 101, 0,
             '2026-11-15T12:00:00.123456+00:00'
         from numbers";
    db.run(posts, args![ROWS_OF_EACH]).await?;
    Ok(())
}

async fn move_all(from: &FreshPlace, to: &FreshPlace) -> anyhow::Result<Duration> {
    let started = Instant::now();
    let report = database_move::run(from.place(), to.place(), false, &mut |_step| {}).await?;
    let took = started.elapsed();
    let rows = i64::try_from(report.rows())?;
    ensure!(rows >= 2 * ROWS_OF_EACH, "only {rows} rows were moved");
    Ok(took)
}

/// The rows as a file, then into tables that have nothing but columns.
async fn copy_bare(moved: &FreshPlace) -> anyhow::Result<Duration> {
    let (_, url) = moved.setting();
    let mut connection = PgConnection::connect(&url).await?;
    let folder = tempfile::tempdir()?;
    let mut took = Duration::ZERO;
    for table in TABLES {
        let path = folder.path().join(table);
        let mut file = tokio::fs::File::create(&path).await?;
        let mut rows = connection
            .copy_out_raw(&format!("copy {table} to stdout"))
            .await?;
        while let Some(part) = rows.try_next().await? {
            file.write_all(&part).await?;
        }
        drop(rows);
        file.flush().await?;
        let bare = AssertSqlSafe(format!("create table bare_{table} (like {table})"));
        sqlx::query(bare).execute(&mut connection).await?;
        let started = Instant::now();
        let statement = format!("copy bare_{table} from stdin");
        let mut copy = connection.copy_in_raw(&statement).await?;
        copy.read_from(tokio::fs::File::open(&path).await?).await?;
        copy.finish().await?;
        took += started.elapsed();
    }
    Ok(took)
}
