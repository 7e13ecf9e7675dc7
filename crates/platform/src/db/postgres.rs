//! Opening PostgreSQL with time limits on everything that could hang.

use std::fmt;
use std::io;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use percent_encoding::percent_decode_str;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection, PgConnection, PgPool};
use url::Url;

use super::PoolSettings;

const CONNECTIONS: u32 = 10;
const WAIT: Duration = Duration::from_secs(2);
/// A connection that was in use a moment ago is taken for alive.
const IDLE_UNCHECKED: Duration = Duration::from_secs(1);

/// A `postgres://` address. It may hold a password, so it never prints.
#[derive(Clone)]
pub struct Address(String);

impl Address {
    pub fn parse(raw: &str) -> anyhow::Result<Self> {
        let scheme = raw.split("://").next();
        ensure!(
            matches!(scheme, Some("postgres" | "postgresql")),
            "it does not begin with postgres://"
        );
        PgConnectOptions::from_str(raw).context("reading the PostgreSQL address")?;
        Ok(Self(raw.to_owned()))
    }

    pub fn expose(&self) -> &str {
        &self.0
    }

    pub(super) fn database(&self) -> Option<String> {
        self.options().get_database().map(str::to_owned)
    }

    /// The same address in the variables that PostgreSQL's own programs read.
    pub(super) fn as_environment(&self) -> anyhow::Result<Vec<(&'static str, String)>> {
        let options = self.options();
        let host = options.get_socket().map_or_else(
            || options.get_host().to_owned(),
            |path| path.display().to_string(),
        );
        let mut variables = vec![
            ("PGHOST", host),
            ("PGPORT", options.get_port().to_string()),
            ("PGUSER", options.get_username().to_owned()),
        ];
        variables.extend(self.database().map(|database| ("PGDATABASE", database)));
        let url = Url::parse(&self.0)?;
        let password = url
            .password()
            .map(|raw| percent_decode_str(raw).decode_utf8_lossy().into_owned());
        variables.extend(password.map(|password| ("PGPASSWORD", password)));
        let mode = url
            .query_pairs()
            .find(|(name, _)| name == "sslmode")
            .map(|(_, mode)| mode.into_owned());
        variables.extend(mode.map(|mode| ("PGSSLMODE", mode)));
        Ok(variables)
    }

    fn options(&self) -> PgConnectOptions {
        PgConnectOptions::from_str(&self.0).expect("checked when the address was parsed")
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("[PostgreSQL address]")
    }
}

pub(super) async fn open(address: &Address, settings: PoolSettings) -> anyhow::Result<PgPool> {
    let wait = settings.wait.unwrap_or(WAIT);
    let options = session(address, wait).options([
        ("statement_timeout", milliseconds(settings.statement)),
        ("idle_in_transaction_session_timeout", "10s".to_owned()),
    ]);
    try_once(&options, wait)
        .await
        .with_context(|| format!("connecting to {}", shown(&options)))?;
    PgPoolOptions::new()
        .max_connections(settings.connections.unwrap_or(CONNECTIONS))
        // A caller who cannot have a connection soon is better told to come back.
        .acquire_timeout(wait)
        // Asking every connection whether it is alive costs a round trip before every statement.
        .test_before_acquire(false)
        .before_acquire(|connection, meta| {
            Box::pin(async move {
                if meta.idle_for > IDLE_UNCHECKED {
                    connection.ping().await?;
                }
                Ok(true)
            })
        })
        .connect_with(options)
        .await
        .context("connecting to PostgreSQL")
}

/// One connection for a command whose statements and transactions take minutes.
pub(super) async fn connect_for_long(address: &Address) -> anyhow::Result<PgConnection> {
    let options = session(address, WAIT).options([
        ("statement_timeout", "0"),
        ("idle_in_transaction_session_timeout", "0"),
    ]);
    PgConnection::connect_with(&options)
        .await
        .with_context(|| format!("connecting to {}", shown(&options)))
}

/// What every session of ours has in common.
fn session(address: &Address, wait: Duration) -> PgConnectOptions {
    address.options().application_name("earshot").options([
        ("lock_timeout", milliseconds(wait)),
        ("synchronous_commit", "on".to_owned()),
        ("timezone", "UTC".to_owned()),
    ])
}

/// A server that writes while its tables are replaced would lose what it writes. PostgreSQL lists a
/// connection for a moment after it was closed, so whoever has just stopped is waited for.
pub(super) async fn refuse_while_others_work(connection: &mut PgConnection) -> anyhow::Result<()> {
    let mut looks = tokio::time::interval(Duration::from_millis(100));
    for _ in 0..LOOKS {
        looks.tick().await;
        if others_connected(connection).await? == 0 {
            return Ok(());
        }
    }
    bail!("other Earshot processes are connected to this database; stop them first")
}

/// Two seconds' worth.
const LOOKS: usize = 20;

async fn others_connected(connection: &mut PgConnection) -> sqlx::Result<i64> {
    sqlx::query_scalar(
        "select count(*) from pg_stat_activity where application_name = 'earshot'
         and datname = current_database() and pid <> pg_backend_pid()",
    )
    .fetch_one(connection)
    .await
}

/// A connection of its own for somebody who keeps it, so that none of the requests' is taken.
pub(super) fn pool_of_one(pool: &PgPool) -> PgPool {
    PgPoolOptions::new()
        .max_connections(1)
        .acquire_timeout(pool.options().get_acquire_timeout())
        .connect_lazy_with((*pool.connect_options()).clone())
}

/// What is wrong, if something is: a pool tries for as long as it may and then says that its time is
/// over.
async fn try_once(options: &PgConnectOptions, wait: Duration) -> Result<(), sqlx::Error> {
    let connecting = PgConnection::connect_with(options);
    let connection = tokio::time::timeout(wait, connecting)
        .await
        .map_err(|_elapsed| io::Error::new(io::ErrorKind::TimedOut, "it does not answer"))??;
    connection.close().await
}

/// Where the database is, without the password.
fn shown(options: &PgConnectOptions) -> String {
    format!(
        "PostgreSQL at {}:{}",
        options.get_host(),
        options.get_port()
    )
}

fn milliseconds(length: Duration) -> String {
    format!("{}ms", length.as_millis())
}
