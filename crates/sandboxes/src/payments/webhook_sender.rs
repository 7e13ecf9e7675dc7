//! Sends a webhook once; the caller handles retries.

use axum::http::header::CONTENT_TYPE;
use chrono::{DateTime, Utc};
use providers::{
    http::HttpClient,
    payments::{SIGNATURE_HEADER, sign},
};

/// Sends webhooks.
#[derive(Debug)]
pub struct WebhookSender {
    http: HttpClient,
}

/// The receiver did not accept the webhook.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("The webhook was not taken: {0}")]
pub struct WebhookError(String);

impl WebhookSender {
    pub fn new() -> Self {
        Self {
            http: HttpClient::new("webhooks", "Stripe/1.0 (sandbox)").with_tries(1),
        }
    }

    /// Only a success (2xx) counts as delivered. `at` is wall time and part of the signature.
    pub async fn send(
        &self,
        url: &str,
        secret: &str,
        body: &str,
        at: DateTime<Utc>,
    ) -> Result<(), WebhookError> {
        let request = self
            .http
            .post(url)
            .header(CONTENT_TYPE, "application/json; charset=utf-8")
            .header(SIGNATURE_HEADER, sign(secret, body.as_bytes(), at))
            .body(body.to_owned());
        let answer = self.http.call(request).await;
        answer
            .map(drop)
            .map_err(|failure| WebhookError(failure.to_string()))
    }
}

impl Default for WebhookSender {
    fn default() -> Self {
        Self::new()
    }
}
