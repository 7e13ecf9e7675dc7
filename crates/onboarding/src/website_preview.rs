//! A preview of a website while the user types its address.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use providers::website::{Favicon, WebsiteError};

use platform::app::App;

#[derive(Debug, Default)]
pub(super) struct PreviewResult {
    pub(super) is_found: bool,
    /// As a data URL.
    pub(super) icon: Option<String>,
}

/// Whether a site responds at the address, and its icon.
pub(super) async fn load_preview(app: &App, typed: &str) -> PreviewResult {
    match app.websites.favicon(typed).await {
        Ok(icon) => PreviewResult {
            is_found: true,
            icon: Some(data_url(&icon)),
        },
        // The site responds but has no icon.
        Err(WebsiteError::NoIcon) => PreviewResult {
            is_found: true,
            icon: None,
        },
        Err(_) => PreviewResult::default(),
    }
}

fn data_url(icon: &Favicon) -> String {
    format!(
        "data:{};base64,{}",
        icon.content_type,
        STANDARD.encode(&icon.bytes)
    )
}
