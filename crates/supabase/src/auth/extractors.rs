//! What the handlers of `/auth/v1` take from a request.

use std::convert::Infallible;
use std::net::IpAddr;

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::auth_error::AuthError;
use crate::caller::{bearer, check_api_key, is_api_key};
use identity::{BadToken, Challenge, Device, WayBack};
use platform::app::App;
use platform::client_address::ClientAddress;
use platform::request::Json;

/// A request with the publishable key, and where it comes from.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    pub(crate) address: IpAddr,
    pub(crate) device: Device,
}

impl FromRequestParts<App> for Client {
    type Rejection = AuthError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, AuthError> {
        check_api_key(app, &parts.headers)?;
        Ok(Self {
            address: address(parts),
            device: device(parts),
        })
    }
}

/// The browser that somebody opens a link in, and where it is.
#[derive(Clone, Debug)]
pub(crate) struct OpenedIn {
    pub(crate) address: IpAddr,
    pub(crate) device: Device,
}

impl FromRequestParts<App> for OpenedIn {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _app: &App) -> Result<Self, Infallible> {
        Ok(Self {
            address: address(parts),
            device: device(parts),
        })
    }
}

fn address(parts: &Parts) -> IpAddr {
    let client = parts.extensions.get::<ClientAddress>();
    let ClientAddress(address) = *client.expect("the edge notes the client of every request");
    address
}

fn device(parts: &Parts) -> Device {
    let header = parts.headers.get(header::USER_AGENT);
    let header = header.and_then(|value| value.to_str().ok());
    Device::of_user_agent(header.unwrap_or_default())
}

/// Somebody who is signed in; with the publishable key, as all.
#[derive(Clone, Debug)]
pub(crate) struct Caller(pub(crate) identity::Caller);

impl FromRequestParts<App> for Caller {
    type Rejection = AuthError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, AuthError> {
        check_api_key(app, &parts.headers)?;
        let Some(token) = bearer(&parts.headers) else {
            return Err(AuthError::new(
                StatusCode::UNAUTHORIZED,
                "no_authorization",
                "This endpoint requires a valid Bearer token",
            ));
        };
        if is_api_key(app, token) {
            return Err(BadToken::Invalid.into());
        }
        Ok(Self(identity::caller_of(app, token).await?))
    }
}

/// A JSON body; a wrong one is refused in this protocol's words.
#[derive(Debug)]
pub(crate) struct AuthJson<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for AuthJson<T> {
    type Rejection = AuthError;

    async fn from_request(request: Request, app: &App) -> Result<Self, AuthError> {
        let read = Json::<T>::from_request(request, app).await;
        read.map(|Json(body)| Self(body))
            .map_err(AuthError::unreadable)
    }
}

/// The parameters behind the question mark.
#[derive(Debug)]
pub(crate) struct AuthQuery<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<App> for AuthQuery<T> {
    type Rejection = AuthError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, AuthError> {
        let read = axum::extract::Query::<T>::from_request_parts(parts, app).await;
        read.map(|axum::extract::Query(query)| Self(query))
            .map_err(|_refused| AuthError::invalid("Invalid query parameters."))
    }
}

/// Where the page wants a mailed link to lead.
#[derive(Debug, Deserialize)]
pub(crate) struct Redirect {
    pub(crate) redirect_to: Option<String>,
}

/// The fields by which a client binds a link to itself.
#[derive(Debug, Deserialize)]
pub(crate) struct LinkBinding {
    code_challenge: Option<String>,
    code_challenge_method: Option<String>,
}

impl LinkBinding {
    /// What the client wants to come back with.
    pub(crate) fn way_back(&self, redirect: Redirect) -> Result<WayBack, AuthError> {
        let challenge = Challenge::parse(
            self.code_challenge.as_deref(),
            self.code_challenge_method.as_deref(),
        )?;
        Ok(WayBack {
            challenge,
            redirect_to: redirect.redirect_to,
        })
    }
}
