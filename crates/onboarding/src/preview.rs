//! A first look at a website, while somebody types its address.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use providers::website::{Favicon, WebsiteError};

use platform::app::App;

#[derive(Debug, Default)]
pub(super) struct Seen {
    pub(super) is_found: bool,
    /// As a data URL.
    pub(super) icon: Option<String>,
}

/// Whether anybody answers at the address, and the icon that the site shows.
pub(super) async fn look(app: &App, typed: &str) -> Seen {
    match app.websites.favicon(typed).await {
        Ok(icon) => Seen {
            is_found: true,
            icon: Some(data_url(&icon)),
        },
        // The site is there, it only has no picture of itself.
        Err(WebsiteError::NoIcon) => Seen {
            is_found: true,
            icon: None,
        },
        Err(_) => Seen::default(),
    }
}

fn data_url(icon: &Favicon) -> String {
    format!(
        "data:{};base64,{}",
        icon.content_type,
        STANDARD.encode(&icon.bytes)
    )
}
