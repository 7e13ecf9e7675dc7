//! What a request costs at least: one route of axum's, served as axum does by itself.

use std::io;

use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;
use tokio::net::TcpListener;

use crate::report::say;

/// With this argument alone the program is the bare server.
pub(crate) const ARGUMENT: &str = "bare-axum";

/// The same answer as the product's `/healthz`, without anything around it.
#[tokio::main]
pub(crate) async fn serve() -> anyhow::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    say(
        io::stdout(),
        &format!("Bare axum is ready at http://{address}"),
    );
    let router = Router::new().route("/healthz", get(|| async { Json(HEALTH) }));
    axum::serve(listener, router).await?;
    Ok(())
}

#[derive(Serialize)]
struct Health {
    status: &'static str,
    version: &'static str,
}

const HEALTH: Health = Health {
    status: "ok",
    version: platform::VERSION,
};
