//! A build without sandboxes. Its settings refuse a provider that is not configured, so nothing here
//! is ever asked for a sandbox; what an earlier build has left in the database is removed.

mod store;

use anyhow::bail;
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::settings::Settings;
use platform::tasks::Tasks;
use providers::bluesky::JetstreamSettings;
use providers::hacker_news::HackerNewsSettings;
use providers::identity_provider::OpenIdSettings;
use providers::llm::LlmSettings;
use providers::payments::StripeSettings;
use providers::rank::RankSettings;
use providers::reddit::RedditSettings;
use providers::website::LocalSites;

use super::{SandboxAddresses, SandboxOptions};

pub async fn open(
    _db: &Db,
    _clock: &Clock,
    _tasks: &Tasks,
    providers: Vec<&'static str>,
    _options: SandboxOptions,
) -> anyhow::Result<SandboxAddresses> {
    if providers.is_empty() {
        return Ok(SandboxAddresses::default());
    }
    bail!("{NO_SANDBOXES}; configure {}", providers.join(", "))
}

pub async fn follow_clock(_db: &Db, _clock: &Clock, _tasks: &Tasks) -> anyhow::Result<()> {
    Ok(())
}

pub async fn load_clock(_db: &Db, _clock: &Clock) -> anyhow::Result<()> {
    Ok(())
}

pub fn mail_url(_addresses: &SandboxAddresses) -> anyhow::Result<String> {
    bail!(NO_SANDBOXES)
}

pub fn reddit_settings(
    _addresses: &SandboxAddresses,
    _user_agent: &str,
) -> anyhow::Result<RedditSettings> {
    bail!(NO_SANDBOXES)
}

pub fn hacker_news_settings(_addresses: &SandboxAddresses) -> anyhow::Result<HackerNewsSettings> {
    bail!(NO_SANDBOXES)
}

pub fn bluesky_settings(_addresses: &SandboxAddresses) -> anyhow::Result<JetstreamSettings> {
    bail!(NO_SANDBOXES)
}

pub fn rank_settings(_addresses: &SandboxAddresses) -> anyhow::Result<RankSettings> {
    bail!(NO_SANDBOXES)
}

pub fn llm_settings(_addresses: &SandboxAddresses, _model: &str) -> anyhow::Result<LlmSettings> {
    bail!(NO_SANDBOXES)
}

pub fn google_settings(_addresses: &SandboxAddresses) -> anyhow::Result<OpenIdSettings> {
    bail!(NO_SANDBOXES)
}

pub async fn stripe_settings(
    _db: &Db,
    _settings: &Settings,
    _addresses: &SandboxAddresses,
) -> anyhow::Result<StripeSettings> {
    bail!(NO_SANDBOXES)
}

pub async fn sample_sites(
    _db: &Db,
    _addresses: &SandboxAddresses,
) -> anyhow::Result<Option<LocalSites>> {
    Ok(None)
}

const NO_SANDBOXES: &str = "this build has no sandboxes";

/// Nobody can open the mailbox any more.
pub async fn forget_mails(
    tx: &mut Tx,
    _addresses: &[String],
    _message_ids: &[String],
) -> DbResult<()> {
    store::forget_mails(tx).await.map(drop)
}

/// Nobody is billed by them any more.
pub async fn forget_payments(tx: &mut Tx, _names: &[String]) -> DbResult<()> {
    store::forget_payments(tx).await
}

pub async fn forget_old(db: &Db, _clock: &Clock) -> DbResult<u64> {
    let mut tx = db.begin().await?;
    let mails = store::forget_mails(&mut tx).await?;
    store::forget_payments(&mut tx).await?;
    tx.commit().await?;
    Ok(mails)
}
