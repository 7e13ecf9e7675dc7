//! A new database on either engine.

use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::Context;
use platform::db::{DatabaseLocation, Db, PostgresAddress};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tempfile::TempDir;

/// Gone with its folder, or with the throwaway cluster it is in.
pub(crate) struct FreshPlace {
    place: DatabaseLocation,
    _folder: Option<TempDir>,
}

impl FreshPlace {
    pub(crate) fn sqlite() -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        let data_dir = folder.path().to_owned();
        Ok(Self {
            place: DatabaseLocation::Sqlite { data_dir },
            _folder: Some(folder),
        })
    }

    pub(crate) async fn postgres() -> anyhow::Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let cluster = cluster()?;
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("bench_{}_{number}", std::process::id());
        let mut admin = PgConnection::connect(&cluster)
            .await
            .context("reaching the cluster")?;
        let sql = format!("create database {name} template template0");
        sqlx::query(AssertSqlSafe(sql)).execute(&mut admin).await?;
        let mut url = url::Url::parse(&cluster)?;
        url.set_path(&name);
        let address = PostgresAddress::parse(url.as_str())?;
        Ok(Self {
            place: DatabaseLocation::Postgres { address },
            _folder: None,
        })
    }

    pub(crate) fn place(&self) -> &DatabaseLocation {
        &self.place
    }

    /// With the schema in it.
    pub(crate) async fn open(&self) -> anyhow::Result<Db> {
        let db = Db::open(&self.place).await?;
        db.migrate().await?;
        Ok(db)
    }

    /// The setting that points a server to it.
    pub(crate) fn setting(&self) -> (&'static str, String) {
        match &self.place {
            DatabaseLocation::Sqlite { data_dir } => {
                ("EARSHOT_DATA_DIR", data_dir.display().to_string())
            }
            DatabaseLocation::Postgres { address } => ("DATABASE_URL", address.expose().to_owned()),
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "where the throwaway cluster is, is no setting of the product"
)]
fn cluster() -> anyhow::Result<String> {
    std::env::var("EARSHOT_TEST_POSTGRES_URL").context(
        "EARSHOT_TEST_POSTGRES_URL names no cluster; `make bench` runs this through tools/with-postgres",
    )
}
