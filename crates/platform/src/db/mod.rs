//! One SQL text, two engines.
//!
//! [`Db`] holds SQLite or PostgreSQL; a statement is written once (`$1` works on both) and sent
//! through the binder: [`Db::all`], [`Db::one`], [`Db::maybe`] read, [`Db::run`] and a [`Tx`]
//! write. What truly differs between the engines is a named text in [`dialect`].
//!
//! On SQLite there is one writer connection with `BEGIN IMMEDIATE` and several that can only
//! read: eight connections with plain `BEGIN` lose transactions to "database is locked", one
//! writer loses none. Never await the network while a transaction is open.

pub mod backup;
mod change_feed;
mod data_dir_lock;
pub mod database_move;
pub mod dialect;
mod dynamic_query;
mod failure;
mod leadership;
mod migrations;
mod owned_rows;
mod pool_settings;
mod postgres;
mod schema_state;
mod setup_check;
mod sql_value;
mod sqlite;
mod tx;
mod write_probe;

use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use sqlx::{PgPool, Postgres, Sqlite, SqlitePool};

pub use row_derive::FromRow;
pub use sqlx::Error as DbError;

/// What `#[derive(FromRow)]` writes into other crates; nothing else there names the driver.
#[doc(hidden)]
pub mod driver {
    pub use sqlx::{Error, FromRow, Row, postgres, sqlite};
}
pub use sqlx::types::Json;

pub use data_dir_lock::DataDirLock;
pub use dynamic_query::{DynamicQuery, JsonRows, Kind, Shown, json_time};
pub use failure::{is_away, is_full, is_unavailable};
pub use leadership::Leadership;
pub use migrations::names as migration_names;
pub use owned_rows::OwnedRows;
pub use pool_settings::{PoolSettings, PoolUse};
pub use postgres::Address as PostgresAddress;
pub use setup_check::{check_database, check_free_space, existing_part};
pub use sql_value::{SqlRow, Value, args};
pub use sqlite::file_in as sqlite_file_in;
pub use tx::Tx;

use crate::changes::Changes;
use sql_value::bound;
use write_probe::WriteProbe;

pub type DbResult<T> = Result<T, sqlx::Error>;

/// Where the data lives: a file of this machine, or a server that several processes share.
#[derive(Clone, Debug)]
pub enum DatabaseLocation {
    Sqlite { data_dir: PathBuf },
    Postgres { address: PostgresAddress },
}

impl DatabaseLocation {
    pub fn engine(&self) -> Engine {
        match self {
            Self::Sqlite { .. } => Engine::Sqlite,
            Self::Postgres { .. } => Engine::Postgres,
        }
    }
}

/// How many rows one statement of house-keeping touches at most.
pub const PIECE: u64 = PIECE_ROWS.unsigned_abs();
/// The same, as statements take it.
pub const PIECE_ROWS: i64 = 1_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

impl Engine {
    pub fn name(self) -> &'static str {
        match self {
            Engine::Sqlite => "sqlite",
            Engine::Postgres => "postgres",
        }
    }

    /// As people write it.
    pub fn label(self) -> &'static str {
        match self {
            Engine::Sqlite => "SQLite",
            Engine::Postgres => "PostgreSQL",
        }
    }
}

/// The product's database. Cloning is cheap and shares the connections.
#[derive(Clone, Debug)]
pub struct Db {
    pools: Pools,
    changes: Changes,
    write_probe: WriteProbe,
}

#[derive(Clone, Debug)]
enum Pools {
    Sqlite {
        writer: SqlitePool,
        readers: SqlitePool,
        file: PathBuf,
    },
    Postgres {
        pool: PgPool,
    },
}

impl Db {
    /// Opens the database, refusing an engine that could lose data, without touching the schema.
    pub async fn open(place: &DatabaseLocation) -> anyhow::Result<Self> {
        Self::open_with(place, PoolSettings::default()).await
    }

    /// The same, with as many connections and as much patience as the operator wants.
    pub async fn open_with(place: &DatabaseLocation, pool: PoolSettings) -> anyhow::Result<Self> {
        let pools = match place {
            DatabaseLocation::Sqlite { data_dir } => {
                let (writer, readers, file) = sqlite::open(data_dir, pool).await?;
                Pools::Sqlite {
                    writer,
                    readers,
                    file,
                }
            }
            DatabaseLocation::Postgres { address } => Pools::Postgres {
                pool: postgres::open(address, pool).await?,
            },
        };
        Ok(Self {
            pools,
            changes: Changes::default(),
            write_probe: WriteProbe::default(),
        })
    }

    /// Brings the schema up to date; any number of processes may do so at once.
    pub async fn migrate(&self) -> anyhow::Result<()> {
        migrations::run(self).await
    }

    pub fn engine(&self) -> Engine {
        match self.pools {
            Pools::Sqlite { .. } => Engine::Sqlite,
            Pools::Postgres { .. } => Engine::Postgres,
        }
    }

    /// The bus on which committed changes are announced.
    pub fn changes(&self) -> &Changes {
        &self.changes
    }

    /// Every row of a reading statement.
    pub async fn all<T: SqlRow>(&self, sql: &'static str, args: Vec<Value>) -> DbResult<Vec<T>> {
        match &self.pools {
            Pools::Sqlite { readers, .. } => {
                sqlx::query_as_with(sql, bound::<Sqlite>(args)?)
                    .fetch_all(readers)
                    .await
            }
            Pools::Postgres { pool } => {
                sqlx::query_as_with(sql, bound::<Postgres>(args)?)
                    .fetch_all(pool)
                    .await
            }
        }
    }

    /// The first row of a reading statement, if there is one.
    pub async fn maybe<T: SqlRow>(
        &self,
        sql: &'static str,
        args: Vec<Value>,
    ) -> DbResult<Option<T>> {
        match &self.pools {
            Pools::Sqlite { readers, .. } => {
                sqlx::query_as_with(sql, bound::<Sqlite>(args)?)
                    .fetch_optional(readers)
                    .await
            }
            Pools::Postgres { pool } => {
                sqlx::query_as_with(sql, bound::<Postgres>(args)?)
                    .fetch_optional(pool)
                    .await
            }
        }
    }

    /// The one row of a reading statement; none is an error.
    pub async fn one<T: SqlRow>(&self, sql: &'static str, args: Vec<Value>) -> DbResult<T> {
        self.maybe(sql, args).await?.ok_or(sqlx::Error::RowNotFound)
    }

    /// A single writing statement in a transaction of its own; answers how many rows it touched.
    pub async fn run(&self, sql: &'static str, args: Vec<Value>) -> DbResult<u64> {
        match &self.pools {
            Pools::Sqlite { writer, .. } => {
                let done = sqlx::query_with(sql, bound::<Sqlite>(args)?)
                    .execute(writer)
                    .await?;
                Ok(done.rows_affected())
            }
            Pools::Postgres { pool } => {
                let done = sqlx::query_with(sql, bound::<Postgres>(args)?)
                    .execute(pool)
                    .await?;
                Ok(done.rows_affected())
            }
        }
    }

    /// Repeats a writing statement whose last argument is the number of rows it touches at most,
    /// each time in a transaction of its own, until there is nothing left to touch; answers how many
    /// rows it were in all. A statement of house-keeping stays far below PostgreSQL's limit for
    /// statements that way, and on SQLite others can write in between.
    pub async fn run_in_pieces(&self, sql: &'static str, args: Vec<Value>) -> DbResult<u64> {
        let mut touched = 0;
        loop {
            let mut args = args.clone();
            args.push(Value::from(PIECE_ROWS));
            let piece = self.run(sql, args).await?;
            touched += piece;
            if piece < PIECE {
                return Ok(touched);
            }
        }
    }

    /// A transaction that may write. Dropping it without [`Tx::commit`] undoes it.
    pub async fn begin(&self) -> DbResult<Tx> {
        match &self.pools {
            Pools::Sqlite { writer, .. } => Ok(Tx::sqlite(
                writer.begin_with("begin immediate").await?,
                self.changes.clone(),
            )),
            Pools::Postgres { pool } => Ok(Tx::postgres(pool.begin().await?, self.changes.clone())),
        }
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> DbResult<()> {
        self.one::<(i64,)>("select cast(1 as bigint)", args![])
            .await
            .map(drop)
    }

    /// The time on PostgreSQL's clock, by which all processes go; SQLite has none of its own.
    pub async fn server_time(&self) -> DbResult<Option<DateTime<Utc>>> {
        match &self.pools {
            Pools::Sqlite { .. } => Ok(None),
            Pools::Postgres { pool } => sqlx::query_scalar("select clock_timestamp()")
                .fetch_one(pool)
                .await
                .map(Some),
        }
    }

    /// Finishes what is under way and closes every connection.
    pub async fn close(&self) {
        match &self.pools {
            Pools::Sqlite {
                writer, readers, ..
            } => {
                readers.close().await;
                writer.close().await;
            }
            Pools::Postgres { pool } => pool.close().await,
        }
    }

    /// How the connections of each pool are used at this moment.
    pub fn pool_use(&self) -> Vec<PoolUse> {
        match &self.pools {
            Pools::Sqlite {
                writer, readers, ..
            } => vec![use_of("writer", writer), use_of("readers", readers)],
            Pools::Postgres { pool } => vec![use_of("postgres", pool)],
        }
    }

    /// The SQLite file, where there is one.
    pub fn file(&self) -> Option<&Path> {
        match &self.pools {
            Pools::Sqlite { file, .. } => Some(file),
            Pools::Postgres { .. } => None,
        }
    }

    fn postgres_pool(&self) -> Option<&PgPool> {
        match &self.pools {
            Pools::Sqlite { .. } => None,
            Pools::Postgres { pool } => Some(pool),
        }
    }
}

fn use_of<D: sqlx::Database>(name: &'static str, pool: &sqlx::Pool<D>) -> PoolUse {
    // The two numbers are read one after the other, so the first may have shrunk meanwhile.
    let idle = u32::try_from(pool.num_idle()).unwrap_or(u32::MAX);
    PoolUse {
        pool: name,
        in_use: pool.size().saturating_sub(idle),
        idle,
        most: pool.options().get_max_connections(),
    }
}
