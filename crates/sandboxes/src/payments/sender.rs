//! Sends a webhook, once: whoever asks sees to the tries.

use axum::http::header::CONTENT_TYPE;
use chrono::{DateTime, Utc};
use providers::{
    http::Outgoing,
    payments::{SIGNATURE_HEADER, sign},
};

/// The line on which webhooks go out.
#[derive(Debug)]
pub struct WebhookSender {
    line: Outgoing,
}

/// The receiver did not take it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("The webhook was not taken: {0}")]
pub struct NotDelivered(String);

impl WebhookSender {
    pub fn new() -> Self {
        Self {
            line: Outgoing::new("webhooks", "Stripe/1.0 (sandbox)").with_tries(1),
        }
    }

    /// Only a success (2xx) counts as taken. `at` is the wall's time: it is part of the signature.
    pub async fn send(
        &self,
        url: &str,
        secret: &str,
        body: &str,
        at: DateTime<Utc>,
    ) -> Result<(), NotDelivered> {
        let request = self
            .line
            .post(url)
            .header(CONTENT_TYPE, "application/json; charset=utf-8")
            .header(SIGNATURE_HEADER, sign(secret, body.as_bytes(), at))
            .body(body.to_owned());
        let answer = self.line.call(request).await;
        answer
            .map(drop)
            .map_err(|failure| NotDelivered(failure.to_string()))
    }
}

impl Default for WebhookSender {
    fn default() -> Self {
        Self::new()
    }
}
