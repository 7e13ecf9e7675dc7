//! One HTTP call as it is: no retries, no breaker, and a reason if it fails.

use std::time::Duration;

use bytes::Bytes;
use reqwest::{Client, Method, RequestBuilder, header::HeaderMap};
use serde::de::DeserializeOwned;
use serde_json::Value;
use url::Url;

use super::ConnectFailure;
use crate::http;

/// A client for checks.
#[derive(Debug, Clone)]
pub(crate) struct HttpProbe {
    client: Client,
}

/// Any response, successful or not.
#[derive(Debug, Clone)]
pub(crate) struct ProbeResponse {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    body: Bytes,
}

const PATIENCE: Duration = Duration::from_secs(8);
const BODY_LIMIT: usize = 4 * 1024 * 1024;

impl HttpProbe {
    /// `user_agent` is what the other side sees.
    pub(crate) fn new(user_agent: &str) -> Self {
        Self {
            client: http::client(user_agent),
        }
    }

    pub(crate) fn request(&self, method: Method, url: Url) -> RequestBuilder {
        self.client.request(method, url)
    }

    pub(crate) fn get(&self, url: Url) -> RequestBuilder {
        self.request(Method::GET, url)
    }

    /// Sends a request once and reads what comes.
    pub(crate) async fn send(
        &self,
        request: RequestBuilder,
    ) -> Result<ProbeResponse, ConnectFailure> {
        let sent = request.timeout(PATIENCE).send().await;
        let response = sent.map_err(|error| failure(&error))?;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        // For an error response the status is enough.
        let body = http::read(response, BODY_LIMIT).await.unwrap_or_default();
        Ok(ProbeResponse {
            status,
            headers,
            body: body.0,
        })
    }
}

/// Sends a request and returns the status, without waiting for a body that may never end.
pub(crate) async fn open(request: RequestBuilder) -> Result<u16, ConnectFailure> {
    let sent = request.timeout(PATIENCE).send().await;
    let response = sent.map_err(|error| failure(&error))?;
    Ok(response.status().as_u16())
}

impl ProbeResponse {
    pub(crate) fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    pub(crate) fn json<T: DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_slice(&self.body).ok()
    }

    /// Null if it is not JSON.
    pub(crate) fn value(&self) -> Value {
        self.json().unwrap_or_default()
    }
}

/// The library's error contains the URL, and URLs can contain keys: only the reason is kept.
fn failure(error: &reqwest::Error) -> ConnectFailure {
    if error.is_timeout() {
        ConnectFailure::timed_out()
    } else {
        ConnectFailure::of(error)
    }
}
