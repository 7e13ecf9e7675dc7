//! What the doctor says about a database, on both engines.

use platform::db::{DatabaseLocation, args, migration_names, sqlite_file_in};
use sqlx::{AssertSqlSafe, Connection, PgConnection};

use crate::kit::{Diagnosis, TestPlace};

async fn examined(place: &TestPlace) -> Diagnosis {
    let settings = place.settings();
    let settings: Vec<(&str, &str)> = settings
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    Diagnosis::of_part("database", &settings).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_has_all_it_needs_is_fine() {
    let place = TestPlace::fresh().await;
    place.open().await.close().await;

    let diagnosis = examined(&place).await;

    assert_eq!(diagnosis.code, Some(0), "{diagnosis:?}");
    diagnosis.says("schema", "ok", "up to date");
    diagnosis.says("writes", "ok", "a row can be written");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_makes_no_database_and_no_tables() {
    let place = TestPlace::empty().await;

    let diagnosis = examined(&place).await;

    assert_eq!(diagnosis.code, Some(0), "{diagnosis:?}");
    match place.place() {
        DatabaseLocation::Sqlite { data_dir } => {
            diagnosis.says("file", "not used", "does not exist yet");
            assert!(!sqlite_file_in(data_dir).exists());
        }
        DatabaseLocation::Postgres { .. } => {
            diagnosis.says("schema", "not used", "there are no tables yet");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_schema_that_the_next_start_changes_calls_for_a_backup() {
    let place = TestPlace::fresh().await;
    let db = place.open().await;
    let newest = migration_names().last().unwrap();
    let sql = "delete from schema_migrations where name = $1";
    db.run(sql, args![newest]).await.unwrap();
    db.close().await;

    let diagnosis = examined(&place).await;

    assert_eq!(diagnosis.code, Some(0), "{diagnosis:?}");
    diagnosis.says("schema", "warning", newest);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_cannot_be_written_is_wrong() {
    let place = TestPlace::fresh().await;

    match place.place() {
        DatabaseLocation::Sqlite { data_dir } => {
            let below_a_file = sqlite_file_in(data_dir).join("data");
            let below_a_file = below_a_file.display().to_string();
            let settings = [("EARSHOT_DATA_DIR", below_a_file.as_str())];

            let diagnosis = Diagnosis::of_part("database", &settings).await;

            assert_eq!(diagnosis.code, Some(1), "{diagnosis:?}");
            diagnosis.says("folder", "wrong", "is not a folder");
        }
        DatabaseLocation::Postgres { address } => {
            let reader = as_reader(address.expose()).await;

            let diagnosis = Diagnosis::of_part("database", &[("DATABASE_URL", &reader)]).await;

            assert_eq!(diagnosis.code, Some(1), "{diagnosis:?}");
            diagnosis.says("rights", "wrong", "may not create tables");
            diagnosis.says("writes", "wrong", "permission denied");
            diagnosis.says("notifications", "ok", "arrive");
        }
    }
}

/// The address of the same database for a role that may only read.
async fn as_reader(address: &str) -> String {
    let mut url = url::Url::parse(address).unwrap();
    let role = format!("reader_of_{}", url.path().trim_start_matches('/'));
    let mut owner = PgConnection::connect(address).await.unwrap();
    for sql in [
        format!("create role {role} login"),
        format!("grant select on all tables in schema public to {role}"),
    ] {
        sqlx::query(AssertSqlSafe(sql))
            .execute(&mut owner)
            .await
            .unwrap();
    }
    url.set_username(&role).unwrap();
    url.into()
}
