//! What Earshot understands of a company, from its website or from its owner's sentence.

use lens::website::{CompanyAddress, facts_from_sentence};
use providers::website::{self, Site, Website};

use super::company::WebsiteProfile;
use super::unreadable_site::{UnreadableReason, UnreadableSite};
use super::website_findings::{self, ProposedKeyword, WebsiteFindings};

/// What Earshot understands of a company, before anything is saved.
#[derive(Clone, Debug)]
pub struct UnderstoodCompany {
    pub profile: WebsiteProfile,
    /// Best first.
    pub keywords: Vec<ProposedKeyword>,
    /// Little text was found: the page is rendered by scripts, or nearly empty.
    pub is_thin: bool,
}

/// Reads a website, or takes the sentence in its place; saves nothing and asks no language model.
pub async fn understand(
    websites: &dyn Website,
    typed: &str,
    sentence: Option<&str>,
) -> anyhow::Result<Result<UnderstoodCompany, UnreadableSite>> {
    let findings = match sentence {
        Some(sentence) => from_sentence(typed, sentence).await?,
        None => match websites.read(typed, &|_| {}).await {
            Ok(site) => from_site(site).await?,
            Err(failed) => Err(failed.into()),
        },
    };
    Ok(findings.map(UnderstoodCompany::from))
}

/// What the pages say.
pub(super) async fn from_site(
    site: Site,
) -> anyhow::Result<Result<WebsiteFindings, UnreadableSite>> {
    off_the_request_threads(move || website_findings::of_site(&site)).await
}

/// Why the pages say nothing, if they do.
pub(super) async fn fault_of(site: Site) -> anyhow::Result<Option<UnreadableReason>> {
    let fault = off_the_request_threads(move || website_findings::fault_of_site(&site)).await?;
    Ok(fault.map(|fault| fault.reason))
}

/// What the owner says. The address gives the name, and the site is not asked.
pub(super) async fn from_sentence(
    typed: &str,
    sentence: &str,
) -> anyhow::Result<Result<WebsiteFindings, UnreadableSite>> {
    let Some(url) = website::first_url(typed) else {
        let reason = UnreadableReason::NotAPage;
        return Ok(Err(reason.told("This is not the address of a website.")));
    };
    let sentence = sentence.to_owned();
    off_the_request_threads(move || {
        let address = if website::is_listing(&url) {
            CompanyAddress::Listing(url.as_str())
        } else {
            CompanyAddress::Own(url.as_str())
        };
        let facts = facts_from_sentence(address, &sentence);
        Ok(website_findings::told(&url, facts))
    })
    .await
}

/// It takes milliseconds on ordinary texts, but the texts are not ours, so it must not block a
/// thread that serves requests.
async fn off_the_request_threads<T: Send + 'static>(
    read: impl FnOnce() -> T + Send + 'static,
) -> anyhow::Result<T> {
    Ok(tokio::task::spawn_blocking(read).await?)
}

impl From<WebsiteFindings> for UnderstoodCompany {
    fn from(findings: WebsiteFindings) -> Self {
        let findings = findings.proposing();
        Self {
            profile: findings.profile,
            keywords: findings.keywords,
            is_thin: findings.is_thin,
        }
    }
}
