//! What a server can do. Not every server that speaks a protocol speaks all of it; what one turns
//! out to lack is not asked of it again.

use std::sync::atomic::{AtomicU8, Ordering};

use serde_json::Value;

use super::errors::CompletionError;
use crate::http::HttpError;

/// Something that not every server can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Feature {
    /// The answer's JSON schema is sent as such, not only in the prompt.
    SchemaMode = 1,
    /// The model is asked to think little.
    Effort = 2,
    /// The answer comes in pieces.
    Stream = 4,
    /// The model is told how freely to choose its words.
    Temperature = 8,
}

/// What is known of a server.
#[derive(Debug)]
pub(super) struct ServerFeatures {
    lacking: AtomicU8,
}

/// The features that one call uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct UsedFeatures(u8);

impl ServerFeatures {
    /// Everything but what the model is known to lack.
    pub(super) fn without(lacking: &[Feature]) -> Self {
        let lacking = lacking.iter().fold(0, |all, one| all | *one as u8);
        Self {
            lacking: AtomicU8::new(lacking),
        }
    }

    pub(super) fn for_call(&self, has_schema: bool) -> UsedFeatures {
        let used = UsedFeatures(!self.lacking.load(Ordering::Relaxed));
        if has_schema {
            used
        } else {
            used.without(Feature::SchemaMode)
        }
    }

    /// Remembers what had to be left out until the server answered.
    pub(super) fn learn(&self, at_first: UsedFeatures, at_last: UsedFeatures) {
        let left_out = at_first.0 & !at_last.0;
        self.lacking.fetch_or(left_out, Ordering::Relaxed);
    }
}

impl UsedFeatures {
    pub(super) fn has(self, feature: Feature) -> bool {
        self.0 & feature as u8 != 0
    }

    fn without(self, feature: Feature) -> Self {
        Self(self.0 & !(feature as u8))
    }

    /// The same call without what the server may lack; `None` if it failed for another reason.
    pub(super) fn without_lacking(self, failed: &CompletionError) -> Option<Self> {
        let (status, message) = match failed {
            CompletionError::NotStreamed => return self.left_out(Feature::Stream),
            CompletionError::Call(HttpError::Status { status, body, .. }) => {
                (*status, error_message(&body.0))
            }
            _ => return None,
        };
        if !matches!(status, 400 | 422 | 501) || failed.is_refusal() {
            return None;
        }
        let named = [
            (Feature::Effort, &["reasoning", "effort", "thinking"][..]),
            (Feature::Temperature, &["temperature"]),
            (Feature::Stream, &["stream"]),
        ];
        let named = named.iter().find_map(|(feature, words)| {
            let is_named = words.iter().any(|word| message.contains(word));
            is_named.then(|| self.left_out(*feature)).flatten()
        });
        // Servers word this in many ways, and some say nothing at all.
        named.or_else(|| self.left_out(Feature::SchemaMode))
    }

    /// `None` if the call did not use it.
    fn left_out(self, feature: Feature) -> Option<Self> {
        self.has(feature).then(|| self.without(feature))
    }
}

/// Whatever the body says, in lower case.
fn error_message(body: &[u8]) -> String {
    let parsed: Value = serde_json::from_slice(body).unwrap_or_default();
    let error = match &parsed["error"] {
        Value::Null => &parsed,
        error => error,
    };
    error.to_string().to_lowercase()
}
