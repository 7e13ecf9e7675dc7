//! The HTTP server with Google's paths.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    Json, Router,
    extract::{RawQuery, State},
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use url::form_urlencoded;

use super::{
    CLIENT_ID, CLIENT_SECRET,
    authorization::{AuthorizationQuery, CodeClaims, open_code},
    sentinels::{SignInFault, fault_of},
    sign_in_page, signing_key, tokens,
};
use crate::http_server;

/// The host's clock.
pub type IdentityClock = Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>;

const AUTHORIZATION: &str = "/o/oauth2/v2/auth";
const TOKEN: &str = "/token";
const KEYS: &str = "/oauth2/v3/certs";

/// Serves until `stop`, then gives requests in progress five seconds to end.
pub async fn serve(listener: TcpListener, now: IdentityClock, stop: CancellationToken) {
    let address = listener.local_addr().map(|address| address.to_string());
    let server = IdentityServer {
        issuer: format!("http://{}", address.unwrap_or_default()),
        now,
        used_codes: Mutex::default(),
    };
    let routes = Router::new()
        .route("/.well-known/openid-configuration", get(show_discovery))
        .route(AUTHORIZATION, get(show_page).post(choose))
        .route(TOKEN, post(issue))
        .route(KEYS, get(async || Json(signing_key::key_set())))
        .with_state(Arc::new(server));
    http_server::serve("identity provider", listener, routes, stop).await;
}

struct IdentityServer {
    issuer: String,
    now: IdentityClock,
    /// Forgotten with the process: a code lives for a minute only.
    used_codes: Mutex<HashSet<String>>,
}

async fn show_discovery(State(server): State<Arc<IdentityServer>>) -> Json<Value> {
    let issuer = &server.issuer;
    Json(json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}{AUTHORIZATION}"),
        "token_endpoint": format!("{issuer}{TOKEN}"),
        "jwks_uri": format!("{issuer}{KEYS}"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256"],
        "scopes_supported": ["openid", "email", "profile"],
        "token_endpoint_auth_methods_supported": ["client_secret_post"],
        "code_challenge_methods_supported": ["S256"],
    }))
}

async fn show_page(RawQuery(query): RawQuery) -> Response {
    let query = query.unwrap_or_default();
    sign_in_page::show(AuthorizationQuery::read(query.as_bytes()))
}

async fn choose(State(server): State<Arc<IdentityServer>>, form: Bytes) -> Response {
    sign_in_page::choose(&form, (server.now)())
}

async fn issue(State(server): State<Arc<IdentityServer>>, form: Bytes) -> Response {
    let text = |wanted: &str| {
        let mut fields = form_urlencoded::parse(&form);
        let found = fields.find(|(name, _)| name == wanted);
        found.map_or_else(String::new, |(_, value)| value.into_owned())
    };
    if text("client_id") != CLIENT_ID || text("client_secret") != CLIENT_SECRET {
        return refusal(StatusCode::UNAUTHORIZED, "invalid_client");
    }
    if text("grant_type") != "authorization_code" {
        return refusal(StatusCode::BAD_REQUEST, "unsupported_grant_type");
    }
    let now = (server.now)();
    let proof = (text("redirect_uri"), text("code_verifier"));
    let code = open_code(&text("code"), now).filter(|code| server.redeems(code, &proof));
    let Some(code) = code else {
        return refusal(StatusCode::BAD_REQUEST, "invalid_grant");
    };
    match fault_of(&code.account.email) {
        Some(SignInFault::Broken) => refusal(StatusCode::INTERNAL_SERVER_ERROR, "internal_failure"),
        Some(SignInFault::BadCode) => refusal(StatusCode::BAD_REQUEST, "invalid_grant"),
        _ => Json(json!({
            "access_token": format!("ya29.sandbox-{}", code.jti),
            "expires_in": 3599, "scope": "openid email profile", "token_type": "Bearer",
            "id_token": tokens::id_token(&code, &server.issuer, now),
        }))
        .into_response(),
    }
}

impl IdentityServer {
    /// Whether the code was asked for by whoever shows it, and is shown for the first time.
    fn redeems(&self, code: &CodeClaims, (redirect_uri, verifier): &(String, String)) -> bool {
        let is_proven =
            code.redirect_uri == *redirect_uri && tokens::is_proven(verifier, &code.code_challenge);
        let mut used = self
            .used_codes
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        is_proven && used.insert(code.jti.clone())
    }
}

fn refusal(status: StatusCode, error: &str) -> Response {
    (status, Json(json!({ "error": error }))).into_response()
}
