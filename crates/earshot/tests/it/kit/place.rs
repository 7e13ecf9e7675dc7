//! A database of its own for every test, on the engine under test.

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use platform::db::{DatabaseLocation, Db, PostgresAddress, sqlite_file_in};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tempfile::TempDir;
use tokio::sync::OnceCell;

const TEMPLATE: &str = "earshot_template";

/// Gone when it is dropped: the folder at once, a PostgreSQL database with its throwaway cluster.
pub(crate) struct TestPlace {
    place: DatabaseLocation,
    _folder: Option<TempDir>,
}

impl TestPlace {
    /// With the schema in it.
    pub(crate) async fn fresh() -> Self {
        if Self::engine_name() == "postgres" {
            return Self::postgres(Some(TEMPLATE)).await;
        }
        Self::fresh_sqlite().await
    }

    /// The same on SQLite, for what only SQLite does.
    pub(crate) async fn fresh_sqlite() -> Self {
        let place = Self::sqlite();
        place.copy_template().await;
        place
    }

    /// The same on PostgreSQL, for what needs both engines.
    pub(crate) async fn fresh_postgres() -> Self {
        Self::postgres(Some(TEMPLATE)).await
    }

    pub(crate) async fn empty_postgres() -> Self {
        Self::postgres(None).await
    }

    pub(crate) fn empty_sqlite() -> Self {
        Self::sqlite()
    }

    /// Its address, as `earshot move --to` takes it.
    pub(crate) fn url(&self) -> String {
        match &self.place {
            DatabaseLocation::Sqlite { data_dir } => format!("sqlite:{}", data_dir.display()),
            DatabaseLocation::Postgres { address } => address.expose().to_owned(),
        }
    }

    /// The folder of SQLite's file.
    pub(crate) fn folder(&self) -> &Path {
        match &self.place {
            DatabaseLocation::Sqlite { data_dir } => data_dir,
            DatabaseLocation::Postgres { .. } => panic!("PostgreSQL has no folder of ours"),
        }
    }

    /// With nothing in it.
    pub(crate) async fn empty() -> Self {
        match Self::engine_name().as_str() {
            "postgres" => Self::postgres(None).await,
            _ => Self::sqlite(),
        }
    }

    pub(crate) fn engine_name() -> String {
        switch("EARSHOT_TEST_ENGINE").unwrap_or_else(|| "sqlite".to_owned())
    }

    pub(crate) fn place(&self) -> &DatabaseLocation {
        &self.place
    }

    pub(crate) async fn open(&self) -> Db {
        let db = Db::open(&self.place).await.expect("the database opens");
        db.migrate().await.expect("the migrations run");
        db
    }

    /// What points a server to it.
    pub(crate) fn settings(&self) -> Vec<(&'static str, String)> {
        let place = match &self.place {
            DatabaseLocation::Sqlite { data_dir } => {
                ("EARSHOT_DATA_DIR", data_dir.display().to_string())
            }
            DatabaseLocation::Postgres { address } => ("DATABASE_URL", address.expose().to_owned()),
        };
        let readings = switch("EARSHOT_TEST_READINGS");
        let readings = readings.map(|folder| ("EARSHOT_READINGS_DIR", folder));
        // Judging is most of what a scan does, and what tests look at is among the nearest.
        let judged = ("EARSHOT_POSTS_JUDGED", "60".to_owned());
        [place, judged].into_iter().chain(readings).collect()
    }

    fn sqlite() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        Self {
            place: DatabaseLocation::Sqlite {
                data_dir: folder.path().to_owned(),
            },
            _folder: Some(folder),
        }
    }

    /// Copies the migrated file that the first test of this process has made.
    async fn copy_template(&self) {
        static TEMPLATE_FOLDER: OnceCell<TempDir> = OnceCell::const_new();
        let template = TEMPLATE_FOLDER.get_or_init(make_sqlite_template).await;
        let DatabaseLocation::Sqlite { data_dir } = &self.place else {
            unreachable!("a template of SQLite is copied to SQLite");
        };
        let (from, to) = (sqlite_file_in(template.path()), sqlite_file_in(data_dir));
        std::fs::copy(from, to).expect("the template can be copied");
    }

    async fn postgres(template: Option<&str>) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!(
            "test_{}_{}",
            std::process::id(),
            COUNT.fetch_add(1, Ordering::Relaxed)
        );
        let mut admin = PgConnection::connect(&cluster())
            .await
            .expect("the cluster answers");
        if template.is_some() {
            make_template(&mut admin).await;
        }
        create(&mut admin, &name, template.unwrap_or("template0")).await;
        Self {
            place: DatabaseLocation::Postgres {
                address: address(&name),
            },
            _folder: None,
        }
    }
}

/// `tools/with-postgres` starts a throwaway cluster and names it here.
fn cluster() -> String {
    switch("EARSHOT_TEST_POSTGRES_URL")
        .expect("EARSHOT_TEST_POSTGRES_URL names no cluster; run this through tools/with-postgres")
}

#[expect(
    clippy::disallowed_methods,
    reason = "the tests' own switches are no settings"
)]
fn switch(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

fn address(database: &str) -> PostgresAddress {
    let mut url = url::Url::parse(&cluster()).expect("the cluster's address is a URL");
    url.set_path(database);
    PostgresAddress::parse(url.as_str()).expect("the cluster's address is PostgreSQL's")
}

async fn make_sqlite_template() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    fill_template(&DatabaseLocation::Sqlite {
        data_dir: folder.path().to_owned(),
    })
    .await;
    folder
}

async fn fill_template(location: &DatabaseLocation) {
    let db = Db::open(location).await.unwrap();
    db.migrate().await.unwrap();
    db.close().await;
}

/// The migrated database that the others are copied from; the first test that needs it makes it.
async fn make_template(admin: &mut PgConnection) {
    sqlx::query("select pg_advisory_lock(1)")
        .execute(&mut *admin)
        .await
        .unwrap();
    let known: bool =
        sqlx::query_scalar("select exists (select 1 from pg_database where datname = $1)")
            .bind(TEMPLATE)
            .fetch_one(&mut *admin)
            .await
            .unwrap();
    if !known {
        create(admin, TEMPLATE, "template0").await;
        fill_template(&DatabaseLocation::Postgres {
            address: address(TEMPLATE),
        })
        .await;
    }
    sqlx::query("select pg_advisory_unlock(1)")
        .execute(&mut *admin)
        .await
        .unwrap();
}

async fn create(admin: &mut PgConnection, name: &str, template: &str) {
    let sql = format!("create database {name} template {template}");
    sqlx::query(AssertSqlSafe(sql))
        .execute(admin)
        .await
        .expect("a test's database can be created");
}
