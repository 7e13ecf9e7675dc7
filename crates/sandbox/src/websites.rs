//! The sample websites: where they are, and the certificate by which they are recognised.

use anyhow::Context;
use providers::website::LocalSites;
use sandboxes::website::{SampleSites, SandboxCertificate};

use super::{SandboxAddresses, store};
use platform::db::Db;

const CERTIFICATE: &str = "website.certificate";

/// The sample websites as the reader finds them, if there are any.
pub async fn sample_sites(
    db: &Db,
    addresses: &SandboxAddresses,
) -> anyhow::Result<Option<LocalSites>> {
    let Some(address) = addresses.address("website") else {
        return Ok(None);
    };
    let certificate = certificate(db).await?;
    let sites = SampleSites {
        address,
        certificate,
    };
    Ok(Some(sites.into()))
}

/// The certificate that all processes believe, made by the one that comes first.
pub(super) async fn certificate(db: &Db) -> anyhow::Result<SandboxCertificate> {
    let kept = match store::state(db, CERTIFICATE).await? {
        Some(kept) => kept,
        None => store::keep_state(db, CERTIFICATE, SandboxCertificate::make().expose()).await?,
    };
    SandboxCertificate::parse(&kept).context("reading the certificate of the sample websites")
}
