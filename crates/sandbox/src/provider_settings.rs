//! How the live adapters reach the sandboxes: the addresses, and keys that open nothing else.

use anyhow::Context;
use providers::bluesky::JetstreamSettings;
use providers::hacker_news::HackerNewsSettings;
use providers::identity_provider::OpenIdSettings;
use providers::llm::{LlmSettings, Protocol};
use providers::rank::{RankProvider, RankSettings};
use providers::reddit::RedditSettings;

use super::SandboxAddresses;

/// The address of the mail server.
pub fn mail_url(addresses: &SandboxAddresses) -> anyhow::Result<String> {
    let address = addresses.address("mail");
    let address = address.context("finding the sandbox for mail")?;
    Ok(format!("smtp://{address}"))
}

pub fn reddit_settings(
    addresses: &SandboxAddresses,
    user_agent: &str,
) -> anyhow::Result<RedditSettings> {
    use sandboxes::reddit::{CLIENT_ID, CLIENT_SECRET};
    let url = http_url(addresses, "reddit")?;
    RedditSettings::new(CLIENT_ID, CLIENT_SECRET, user_agent)
        .and_then(|settings| settings.at(&url, &url))
        .context("naming Reddit's sandbox")
}

pub fn hacker_news_settings(addresses: &SandboxAddresses) -> anyhow::Result<HackerNewsSettings> {
    let url = http_url(addresses, "hacker_news")?;
    HackerNewsSettings::at(&url, &url, &url).context("naming the sandbox of Hacker News")
}

pub fn bluesky_settings(addresses: &SandboxAddresses) -> anyhow::Result<JetstreamSettings> {
    let url = http_url(addresses, "bluesky")?;
    let socket = url.replacen("http", "ws", 1);
    JetstreamSettings::at(&socket, &url).context("naming Bluesky's sandbox")
}

pub fn rank_settings(addresses: &SandboxAddresses) -> anyhow::Result<RankSettings> {
    let url = http_url(addresses, "rank")?;
    RankSettings::new(
        RankProvider::Serper,
        Some(&url),
        Some(sandboxes::rank::API_KEY),
    )
    .context("naming the sandbox for ranks")
}

pub fn llm_settings(addresses: &SandboxAddresses, model: &str) -> anyhow::Result<LlmSettings> {
    let url = http_url(addresses, "llm")?;
    LlmSettings::new(Protocol::OpenAi, Some(&url), model, None)
        .context("naming the sandbox's language model")
}

pub fn google_settings(addresses: &SandboxAddresses) -> anyhow::Result<OpenIdSettings> {
    use sandboxes::identity_provider::{CLIENT_ID, CLIENT_SECRET};
    let url = http_url(addresses, "google")?;
    OpenIdSettings::new(&url, CLIENT_ID, CLIENT_SECRET).context("naming Google's sandbox")
}

fn http_url(addresses: &SandboxAddresses, provider: &str) -> anyhow::Result<String> {
    let address = addresses.address(provider);
    let address = address.with_context(|| format!("finding the sandbox for {provider}"))?;
    Ok(format!("http://{address}"))
}
