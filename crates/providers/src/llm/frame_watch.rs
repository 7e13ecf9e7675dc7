//! What the raw frames of a stream tell beyond the library's events.

use std::sync::{Mutex, MutexGuard, PoisonError};

use genai::chat::RawFrameRef;
use serde_json::Value;
use tokio::time::Instant;

use super::errors;

/// Sees every frame as it arrives.
#[derive(Debug)]
pub(super) struct FrameWatch(Mutex<SeenFrames>);

#[derive(Debug)]
struct SeenFrames {
    last_at: Instant,
    has_frames: bool,
    has_data: bool,
    is_refused: bool,
    model: Option<String>,
}

impl FrameWatch {
    pub(super) fn new() -> Self {
        Self(Mutex::new(SeenFrames {
            last_at: Instant::now(),
            has_frames: false,
            has_data: false,
            is_refused: false,
            model: None,
        }))
    }

    pub(super) fn note(&self, frame: &RawFrameRef<'_>) {
        let mut seen = self.seen();
        seen.last_at = Instant::now();
        seen.has_frames = true;
        seen.has_data |= !frame.data.is_empty();
        let Some(body) = frame.json() else {
            return;
        };
        // The library ignores the field in which some providers refuse.
        seen.is_refused |= errors::is_refusal(&body);
        if seen.model.is_none() {
            seen.model = model_name(&body);
        }
    }

    /// When the server was last heard of. A comment that only keeps the connection open counts too.
    pub(super) fn last_at(&self) -> Instant {
        self.seen().last_at
    }

    pub(super) fn is_refused(&self) -> bool {
        self.seen().is_refused
    }

    /// Something came, but no event: the server has answered in one piece.
    pub(super) fn has_no_events(&self) -> bool {
        let seen = self.seen();
        seen.has_frames && !seen.has_data
    }

    /// The provider's name for the model.
    pub(super) fn model(&self) -> Option<String> {
        self.seen().model.clone()
    }

    fn seen(&self) -> MutexGuard<'_, SeenFrames> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn model_name(body: &Value) -> Option<String> {
    let places = ["/model", "/message/model", "/modelVersion"];
    let name = places
        .iter()
        .find_map(|place| body.pointer(place)?.as_str())?;
    (!name.is_empty()).then(|| name.to_owned())
}
