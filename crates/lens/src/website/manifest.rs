//! The web app manifest, which may be all there is on a page rendered by scripts.

use serde_json::Value;

use super::html::squeezed;

/// What a manifest says about the company.
#[derive(Debug, Default)]
pub(super) struct SiteManifest {
    pub(super) name: String,
    pub(super) short_name: String,
    pub(super) description: String,
}

impl SiteManifest {
    /// Reads a manifest; one that is no JSON says nothing.
    pub(super) fn read(manifest: &str) -> Self {
        // A description is a sentence or two.
        const LONGEST: usize = 600;
        let value: Value = serde_json::from_str(manifest).unwrap_or_default();
        let text = |field: &str| {
            let text = value[field].as_str().unwrap_or_default();
            squeezed(&text[..text.floor_char_boundary(LONGEST)])
        };
        Self {
            name: text("name"),
            short_name: text("short_name"),
            description: text("description"),
        }
    }
}
