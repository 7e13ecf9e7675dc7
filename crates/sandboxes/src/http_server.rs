//! What the sandboxes' servers share: how they stop, and how they wait.

use std::{io, time::Duration};

use axum::Router;
use tokio::{net::TcpListener, time::sleep};
use tokio_util::sync::CancellationToken;

/// How long requests in progress may go on after the stop.
const DRAIN: Duration = Duration::from_secs(5);
/// After a failed accept (no file descriptors left), so that the loop does not spin.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Serves `routes` until `stop`, then gives requests in progress five seconds to end. `name` is
/// for the log.
pub(crate) async fn serve(
    name: &'static str,
    listener: TcpListener,
    routes: Router,
    stop: CancellationToken,
) {
    let serving =
        axum::serve(listener, routes).with_graceful_shutdown(stop.clone().cancelled_owned());
    let drain_limit = async {
        stop.cancelled().await;
        pause(DRAIN).await;
    };
    tokio::select! {
        served = serving => if let Err(error) = served {
            tracing::warn!(%error, "the {name} sandbox ended");
        },
        () = drain_limit => {}
    }
}

/// Waits a moment after a connection could not be accepted.
pub(crate) async fn pause_after_failed_accept(name: &'static str, error: &io::Error) {
    tracing::warn!(%error, "the {name} sandbox could not accept a connection");
    pause(ACCEPT_PAUSE).await;
}

#[expect(
    clippy::disallowed_methods,
    reason = "a sandbox that imitates a slow provider is slow, and a stop does not wait for ever"
)]
pub(crate) async fn pause(length: Duration) {
    sleep(length).await;
}
