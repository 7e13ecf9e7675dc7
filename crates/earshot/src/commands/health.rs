//! `earshot health`

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::bail;
use providers::http::{HttpClient, HttpError};
use serde::Deserialize;

use super::{UsageError, say};
use platform::settings::{Source, catalogue};

/// Longer than `/readyz` waits for a database that does not answer.
const PATIENCE: Duration = Duration::from_secs(8);

#[derive(Debug, clap::Args)]
pub(super) struct HealthFlags {
    /// Address and port of the server, if it was started with another one (EARSHOT_BIND)
    #[arg(long, value_name = "ADDRESS")]
    bind: Option<String>,
}

/// Only the address matters here: settings that a running server has long read are not checked again.
pub(super) async fn run(source: Source, flags: HealthFlags) -> anyhow::Result<()> {
    let address = own_address(&source.with_flag(catalogue::BIND, flags.bind))?;
    let client = HttpClient::new(
        "earshot",
        concat!("earshot-health/", env!("CARGO_PKG_VERSION")),
    )
    .with_tries(1)
    .with_total_timeout(PATIENCE);
    match client
        .call(client.get(format!("http://{address}/readyz")))
        .await
    {
        Ok(_) => say("ready"),
        Err(HttpError::Status { status, body, .. }) => {
            let refusal: Refusal = serde_json::from_slice(&body.0).unwrap_or_default();
            bail!("not ready: {} (status {status})", refusal.message)
        }
        Err(HttpError::TimedOut) => bail!("no answer from {address} within {PATIENCE:?}"),
        Err(_) => bail!("no Earshot server answers at {address}"),
    }
}

#[derive(Debug, Default, Deserialize)]
struct Refusal {
    message: String,
}

/// Where the server listens. To connect to `0.0.0.0` or `[::]` is to connect to this machine.
fn own_address(source: &Source) -> Result<SocketAddr, UsageError> {
    let (given, _) = source.raw(catalogue::BIND);
    let given = if given.is_empty() {
        catalogue::BIND.default
    } else {
        given
    };
    let address: SocketAddr = given.parse().map_err(|_| {
        UsageError(format!(
            "EARSHOT_BIND: '{given}' is not an address and a port, such as 127.0.0.1:8080"
        ))
    })?;
    if address.port() == 0 {
        let words = "EARSHOT_BIND has port 0, so the server has a port that only it knows";
        return Err(UsageError(words.to_owned()));
    }
    Ok(address)
}
