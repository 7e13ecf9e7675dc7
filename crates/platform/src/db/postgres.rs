//! Opening PostgreSQL with time limits on everything that could hang.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, ensure};
use percent_encoding::percent_decode_str;
use sqlx::PgPool;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use url::Url;

const CONNECTIONS: u32 = 10;

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

pub(super) async fn open(address: &Address) -> anyhow::Result<PgPool> {
    let options = address.options().application_name("earshot").options([
        ("statement_timeout", "5s"),
        ("lock_timeout", "2s"),
        ("idle_in_transaction_session_timeout", "10s"),
        ("synchronous_commit", "on"),
        ("timezone", "UTC"),
    ]);
    PgPoolOptions::new()
        .max_connections(CONNECTIONS)
        // A caller who cannot have a connection soon is better told to come back.
        .acquire_timeout(Duration::from_secs(2))
        .connect_with(options)
        .await
        .context("connecting to PostgreSQL")
}
