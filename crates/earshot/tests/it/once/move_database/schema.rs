//! The schema of a moved database is that of a new one, and every table of it is moved.

use platform::db::{Db, args};

use super::{filled, moves, types};
use crate::kit::TestPlace;

type Part = (String, String);

const ON_POSTGRES: &str = "select indexname::text, indexdef from pg_indexes where schemaname = 'public'
     union all
     select conname::text, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
     union all
     select tablename::text, 'table' from pg_tables where schemaname = 'public' order by 1, 2";
const ON_SQLITE: &str = "select name, coalesce(sql, '') from sqlite_master
     where name not like 'sqlite_stat%' order by 1, 2";

async fn schema(place: &TestPlace, sql: &'static str) -> Vec<Part> {
    let db = place.open().await;
    let parts = db.all(sql, args![]).await.unwrap();
    db.close().await;
    parts
}

#[tokio::test(flavor = "multi_thread")]
async fn a_moved_database_has_every_index_and_every_constraint_of_a_new_one() {
    let (here, there, home) = (
        filled().await,
        TestPlace::empty_postgres().await,
        TestPlace::empty_sqlite(),
    );

    moves(&here, &there).await.is_done();
    moves(&there, &home).await.is_done();

    let new = TestPlace::fresh_postgres().await;
    assert_eq!(
        schema(&there, ON_POSTGRES).await,
        schema(&new, ON_POSTGRES).await
    );
    let new = TestPlace::fresh_sqlite().await;
    assert_eq!(
        schema(&home, ON_SQLITE).await,
        schema(&new, ON_SQLITE).await
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn every_table_of_both_engines_is_compared_and_has_a_counterpart_for_each_column() {
    let (here, there) = (
        TestPlace::fresh_sqlite().await,
        TestPlace::fresh_postgres().await,
    );

    let compared = types(&here, &["--to", &there.url(), "--check"]).await;

    compared.is_done();
    let db = there.open().await;
    for table in tables(&db).await {
        let has_line = compared
            .said
            .lines()
            .any(|line| line.split_whitespace().next() == Some(&table));
        assert!(has_line, "{table} is missing: {}", compared.said);
    }
}

async fn tables(db: &Db) -> Vec<String> {
    let sql = "select tablename::text from pg_tables
         where schemaname = 'public' and tablename <> 'schema_migrations'";
    let rows: Vec<(String,)> = db.all(sql, args![]).await.unwrap();
    assert!(rows.len() > 40, "{rows:?}");
    rows.into_iter().map(|(name,)| name).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_that_count_by_themselves_go_on_after_the_last_one_even_if_its_row_is_gone() {
    let (here, there) = (filled().await, TestPlace::empty_postgres().await);
    let db = here.open().await;
    for sql in [
        "insert into live_events (id, owner_id, topic, payload, created_at)
         values (41, zeroblob(16), 'rows', '{}', '2026-11-15T12:00:00+00:00')",
        "delete from live_events",
    ] {
        db.run(sql, args![]).await.unwrap();
    }
    db.close().await;

    moves(&here, &there).await.is_done();
    let db = there.open().await;
    let next = "insert into live_events (owner_id, topic, payload, created_at)
         values (gen_random_uuid(), 'rows', '{}', now()) returning id";
    let mut tx = db.begin().await.unwrap();
    let (there_id,): (i64,) = tx.one(next, args![]).await.unwrap();
    tx.commit().await.unwrap();
    db.close().await;

    let home = TestPlace::empty_sqlite();
    moves(&there, &home).await.is_done();
    let db = home.open().await;
    let next = "insert into live_events (owner_id, topic, payload, created_at)
         values (zeroblob(16), 'rows', '{}', '2026-11-15T12:00:00+00:00') returning id";
    let mut tx = db.begin().await.unwrap();
    let (home_id,): (i64,) = tx.one(next, args![]).await.unwrap();
    tx.commit().await.unwrap();

    assert_eq!((there_id, home_id), (42, 43));
}
