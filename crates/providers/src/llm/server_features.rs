//! What a server can do. Not every server that speaks a protocol speaks all of it; what one turns
//! out to lack is not asked of it again.

use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;

use super::errors::CompletionError;
use crate::http::HttpError;

/// What is known of a server.
#[derive(Debug)]
pub(super) struct ServerFeatures {
    schema_mode: AtomicBool,
    effort: AtomicBool,
    streams: AtomicBool,
}

/// The features that one call uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct UsedFeatures {
    /// The answer's JSON schema is sent as such, not only in the prompt.
    pub(super) schema: bool,
    /// The model is asked to think little.
    pub(super) effort: bool,
    /// The answer comes in pieces.
    pub(super) stream: bool,
}

impl ServerFeatures {
    pub(super) fn new(effort: bool) -> Self {
        Self {
            schema_mode: AtomicBool::new(true),
            effort: AtomicBool::new(effort),
            streams: AtomicBool::new(true),
        }
    }

    pub(super) fn for_call(&self, has_schema: bool) -> UsedFeatures {
        UsedFeatures {
            schema: has_schema && self.schema_mode.load(Ordering::Relaxed),
            effort: self.effort.load(Ordering::Relaxed),
            stream: self.streams.load(Ordering::Relaxed),
        }
    }

    /// Remembers what had to be left out until the server answered.
    pub(super) fn learn(&self, at_first: UsedFeatures, at_last: UsedFeatures) {
        for (feature, had, has) in [
            (&self.schema_mode, at_first.schema, at_last.schema),
            (&self.effort, at_first.effort, at_last.effort),
            (&self.streams, at_first.stream, at_last.stream),
        ] {
            if had && !has {
                feature.store(false, Ordering::Relaxed);
            }
        }
    }
}

impl UsedFeatures {
    /// The same call without what the server may lack; `None` if it failed for another reason.
    pub(super) fn without_lacking(self, failed: &CompletionError) -> Option<Self> {
        let without_stream = Self {
            stream: false,
            ..self
        };
        let (status, message) = match failed {
            CompletionError::NotStreamed => return self.stream.then_some(without_stream),
            CompletionError::Call(HttpError::Status { status, body, .. }) => {
                (*status, error_message(&body.0))
            }
            _ => return None,
        };
        if !matches!(status, 400 | 422 | 501) || failed.is_refusal() {
            return None;
        }
        let names = |words: &[&str]| words.iter().any(|word| message.contains(word));
        if self.effort && names(&["reasoning", "effort", "thinking"]) {
            return Some(Self {
                effort: false,
                ..self
            });
        }
        if self.stream && names(&["stream"]) {
            return Some(without_stream);
        }
        // Servers word this in many ways, and some say nothing at all.
        self.schema.then_some(Self {
            schema: false,
            ..self
        })
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
