//! Live channels in the protocol of Phoenix, as the stock client speaks it.
//!
//! A page opens one WebSocket with the publishable key and joins topics on it, each with the
//! token of its user. It is told of changes of that user's own rows and of how far the user's work
//! is, from whichever process they were committed by. Clients can publish nothing.

mod binding;
mod channel;
mod filter;
mod frame;
mod membership;
mod socket;

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::caller;
use frame::Version;
use platform::api_error::ApiError;
use platform::app::App;
use platform::request::Query;
use socket::Socket;

const MESSAGE_BYTES: usize = 64 * 1024;
/// The default is 128 KiB for every socket, and most are idle; a longer message gets more while it
/// is read.
const READ_BUFFER_BYTES: usize = 2 * 1024;

/// What stands behind the question mark.
#[derive(Debug, Deserialize)]
pub(crate) struct Parameters {
    apikey: Option<String>,
    vsn: Option<String>,
}

/// Opens a socket. Who is at the other end is proven by each join on it.
pub(crate) async fn connect(
    State(app): State<App>,
    Query(parameters): Query<Parameters>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    if let Err(refused) = caller::check_given_key(&app, parameters.apikey.as_deref()) {
        return refused.into_response();
    }
    let Ok(upgrade) = upgrade else {
        let words = "This address speaks WebSocket only.";
        return ApiError::new(StatusCode::UPGRADE_REQUIRED, words).into_response();
    };
    let Some(version) = Version::parse(parameters.vsn.as_deref()) else {
        return ApiError::bad_request("Supported versions are 1.0.0 and 2.0.0.").into_response();
    };
    // An upgraded connection no longer counts as one of the accept loop's, so it counts here.
    let Some(listener) = app.live.listen(app.settings.max_connections) else {
        let words = "The service is busy. Please try again in a moment.";
        return ApiError::unavailable(words).into_response();
    };
    upgrade
        .max_message_size(MESSAGE_BYTES)
        .max_frame_size(MESSAGE_BYTES)
        .read_buffer_size(READ_BUFFER_BYTES)
        // Messages are few and go out one by one; nothing is gained by collecting them.
        .write_buffer_size(0)
        .on_upgrade(async move |wire| {
            let tasks = app.tasks.clone();
            let socket = Socket::new(app, wire, version, listener);
            tasks.supervise("socket", socket.run());
        })
}
