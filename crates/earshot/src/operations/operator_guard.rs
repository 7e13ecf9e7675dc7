//! Who is an operator: whoever asks from this machine, or has the token of the settings.
//!
//! A browser cannot send a bearer token by itself, so `/ops` takes the token in a form and gives a
//! cookie for it (`ops_cookie.rs`). A page of somebody else's must not be able to use either way in: a
//! cookie stays with our own pages, a request from this machine has to call us by one of its names, and
//! whatever changes something has to come from our own page.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use subtle::ConstantTimeEq;
use url::Url;

use super::ops_cookie;
use super::sign_in_page;
use platform::api_error::ApiError;
use platform::app::App;
use platform::client_address::ClientAddress;
use platform::settings::Secret;

/// Whether the request has the token, or comes from this machine where there is none.
pub(super) fn may_operate(app: &App, peer: SocketAddr, headers: &HeaderMap) -> bool {
    match &app.settings.metrics_token {
        Some(token) => has_bearer(token, headers),
        None => is_of_this_machine(peer, headers),
    }
}

/// Somebody who may use `/ops`, as the log names them. Whoever is none is asked for the token, or told
/// that there is nothing here.
#[derive(Clone, Debug)]
pub(super) struct OpsCaller {
    who: String,
}

impl OpsCaller {
    /// Writes down that they have done something.
    pub(super) fn note(&self, action: &str, subject: &str) {
        tracing::info!(operator = self.who, action, subject, "operations page");
    }
}

impl FromRequestParts<App> for OpsCaller {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Response> {
        let Some(ConnectInfo(peer)) = parts.extensions.get::<ConnectInfo<SocketAddr>>().copied()
        else {
            return Err(ApiError::not_found().into_response());
        };
        let who = match &app.settings.metrics_token {
            Some(token) => {
                let now = app.clock.real();
                let is_known = has_bearer(token, &parts.headers)
                    || ops_cookie::is_valid(token.expose(), &parts.headers, now);
                if !is_known {
                    return Err(sign_in_page::ask(StatusCode::UNAUTHORIZED, None));
                }
                format!("token from {}", client_of(parts, peer.ip()))
            }
            None if is_of_this_machine(peer, &parts.headers)
                && names_this_machine(&parts.headers) =>
            {
                format!("this machine ({})", peer.ip())
            }
            None => return Err(ApiError::not_found().into_response()),
        };
        if !parts.method.is_safe() && !comes_from_our_page(&parts.headers) {
            let words = "This request came from another page.";
            return Err(ApiError::new(StatusCode::FORBIDDEN, words).into_response());
        }
        Ok(Self { who })
    }
}

/// The client behind trusted proxies.
pub(super) fn client_of(parts: &Parts, peer: IpAddr) -> IpAddr {
    let client = parts.extensions.get::<ClientAddress>();
    client.map_or(peer, |client| client.0)
}

/// Whether a browser says that one of our own pages sent this. A program that is no browser says
/// nothing, and has nobody's cookie.
pub(super) fn comes_from_our_page(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let is_from_here = |site: &str| matches!(site, "same-origin" | "none");
    let is_ours = |origin: &str| {
        let host = origin.split_once("://").map(|(_, host)| host);
        host.is_some() && host == text("host")
    };
    text("sec-fetch-site").is_none_or(is_from_here) && text("origin").is_none_or(is_ours)
}

fn has_bearer(token: &Secret, headers: &HeaderMap) -> bool {
    let expected = format!("Bearer {}", token.expose());
    let given = headers
        .get(header::AUTHORIZATION)
        .map(HeaderValue::as_bytes)
        .unwrap_or_default();
    given.ct_eq(expected.as_bytes()).into()
}

/// A proxy on this machine makes everybody look local, but it says for whom it asks.
fn is_of_this_machine(peer: SocketAddr, headers: &HeaderMap) -> bool {
    peer.ip().is_loopback()
        && !headers.contains_key("x-forwarded-for")
        && !headers.contains_key("forwarded")
}

/// A stranger's name can be made to lead to this machine; then a browser here takes us for the
/// stranger's server and shows us to the stranger's page. It still says by which name it came.
fn names_this_machine(headers: &HeaderMap) -> bool {
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let url = host.and_then(|host| Url::parse(&format!("http://{host}/")).ok());
    match url.as_ref().and_then(Url::host) {
        Some(url::Host::Domain(name)) => name == "localhost",
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(lines: &[(&'static str, &'static str)]) -> HeaderMap {
        let named = lines.iter().map(|(name, value)| {
            (
                header::HeaderName::from_static(name),
                HeaderValue::from_static(value),
            )
        });
        named.collect()
    }

    #[test]
    fn only_names_of_this_machine_lead_in_without_a_token() {
        for (host, is_ours) in [
            ("localhost:8080", true),
            ("127.0.0.1:8080", true),
            ("[::1]:8080", true),
            ("rebound.example:8080", false),
            ("localhost.rebound.example", false),
            ("10.0.0.1", false),
        ] {
            assert_eq!(
                names_this_machine(&headers(&[("host", host)])),
                is_ours,
                "{host}"
            );
        }
        assert!(!names_this_machine(&headers(&[])));
    }

    #[test]
    fn a_form_of_another_page_is_refused() {
        let host = ("host", "ops.example:8080");
        for (lines, is_ours) in [
            (vec![host], true),
            (vec![host, ("origin", "http://ops.example:8080")], true),
            (vec![host, ("origin", "http://ops.example:9090")], false),
            (vec![host, ("origin", "https://evil.example")], false),
            (vec![host, ("origin", "null")], false),
            (vec![host, ("sec-fetch-site", "same-origin")], true),
            (vec![host, ("sec-fetch-site", "cross-site")], false),
            (vec![host, ("sec-fetch-site", "same-site")], false),
        ] {
            assert_eq!(comes_from_our_page(&headers(&lines)), is_ours, "{lines:?}");
        }
    }
}
