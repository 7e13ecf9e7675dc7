//! A preview of a website while the user types its address.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use providers::website::{Favicon, Site, SitePreview};

use super::understood_company;
use super::unreadable_site::{UnreadableReason, UnreadableSite};
use platform::app::App;

#[derive(Debug)]
pub(super) struct PreviewResult {
    /// As a data URL.
    pub(super) icon: Option<String>,
    /// Why an analysis would fail, as far as the home page tells.
    pub(super) unreadable: Option<UnreadableReason>,
}

/// The site's icon, and whether the site can be understood.
pub(super) async fn load_preview(app: &App, typed: &str) -> anyhow::Result<PreviewResult> {
    Ok(match app.websites.preview(typed).await {
        Ok(site) => PreviewResult {
            icon: site.icon.as_ref().map(data_url),
            unreadable: reason_of(site).await?,
        },
        Err(failed) => PreviewResult {
            icon: None,
            unreadable: Some(UnreadableSite::from(failed).reason),
        },
    })
}

/// Why the home page tells nothing. If it is only empty, the site's other pages may say more.
async fn reason_of(site: SitePreview) -> anyhow::Result<Option<UnreadableReason>> {
    let has_more = site.has_more;
    let home = Site {
        url: site.home.url.clone(),
        pages: vec![site.home],
        manifest: None,
    };
    let reason = understood_company::fault_of(home).await?;
    Ok(reason.filter(|reason| !(has_more && *reason == UnreadableReason::Empty)))
}

fn data_url(icon: &Favicon) -> String {
    format!(
        "data:{};base64,{}",
        icon.content_type,
        STANDARD.encode(&icon.bytes)
    )
}
