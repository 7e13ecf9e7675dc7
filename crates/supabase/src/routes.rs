//! The addresses of the three protocols, on one page. Their contract is Supabase's, so they are not
//! part of `openapi.json`.

use axum::Router;
use axum::routing::{any, get, post};
use platform::api_error::ApiError;
use platform::app::App;

use crate::{auth, realtime, rest};

/// Everything the stock client calls.
pub fn routes() -> Router<App> {
    Router::new()
        .merge(auth_routes())
        .merge(table_routes())
        .merge(realtime_routes())
}

/// Accounts and sessions, in the protocol of the stock Supabase client.
fn auth_routes() -> Router<App> {
    Router::new()
        .route("/auth/v1/signup", post(auth::sign_up::sign_up))
        .route("/auth/v1/token", post(auth::tokens::issue))
        .route("/auth/v1/recover", post(auth::links::recover))
        .route("/auth/v1/resend", post(auth::links::resend))
        .route(
            "/auth/v1/verify",
            // Mail programs look at links with HEAD before anybody opens them, which `get` would
            // answer too: it must not use the link up.
            get(auth::links::open)
                .head(async || ApiError::wrong_method())
                .post(auth::links::redeem),
        )
        .route("/auth/v1/authorize", get(auth::oauth::leave))
        .route(
            "/auth/v1/callback",
            get(auth::oauth::come_back).head(async || ApiError::wrong_method()),
        )
        .route(
            "/auth/v1/user",
            get(auth::users::show).put(auth::users::change),
        )
        .route("/auth/v1/logout", post(auth::users::sign_out))
        .route("/auth/v1/settings", get(auth::service_info::show_settings))
        .route("/auth/v1/health", get(auth::service_info::show_health))
        .route(
            "/auth/v1/.well-known/jwks.json",
            get(auth::service_info::show_keys),
        )
        .route("/auth/v1/{*rest}", any(auth::service_info::nothing_here))
}

/// The tables, for the stock client; its protocol is described elsewhere than in our contract.
fn table_routes() -> Router<App> {
    Router::new()
        .route("/rest/v1/{table}", any(rest::answer_table))
        .route("/rest/v1/rpc/{function}", any(rest::answer_function))
        .route("/rest/v1/{table}/{*deeper}", any(rest::answer_nothing))
}

/// What open pages are told, in the protocol of the stock Supabase client.
fn realtime_routes() -> Router<App> {
    Router::new().route("/realtime/v1/websocket", get(realtime::connect))
}
