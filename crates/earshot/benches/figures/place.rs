//! A new database on either engine.

use anyhow::Context;
use earshot::platform::db::{Db, Place, PostgresAddress};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tempfile::TempDir;

/// Gone with its folder, or with the throwaway cluster it is in.
pub(crate) struct FreshPlace {
    pub(crate) db: Db,
    _folder: Option<TempDir>,
}

impl FreshPlace {
    pub(crate) async fn sqlite() -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        let data_dir = folder.path().to_owned();
        Self::open(&Place::Sqlite { data_dir }, Some(folder)).await
    }

    pub(crate) async fn postgres() -> anyhow::Result<Self> {
        let cluster = cluster()?;
        let name = format!("bench_{}", std::process::id());
        let mut admin = PgConnection::connect(&cluster)
            .await
            .context("reaching the cluster")?;
        let sql = format!("create database {name} template template0");
        sqlx::query(AssertSqlSafe(sql)).execute(&mut admin).await?;
        let mut url = url::Url::parse(&cluster)?;
        url.set_path(&name);
        let address = PostgresAddress::parse(url.as_str())?;
        Self::open(&Place::Postgres { address }, None).await
    }

    async fn open(place: &Place, folder: Option<TempDir>) -> anyhow::Result<Self> {
        let db = Db::open(place).await?;
        db.migrate().await?;
        Ok(Self {
            db,
            _folder: folder,
        })
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
