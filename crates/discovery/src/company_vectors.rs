//! Reads a company with lens's reader when its text has changed, and keeps what was read.

use anyhow::Context;
use lens::closeness::CompanyText;
use lens::reader::READER_VERSION;
use lens::relevance::{CompanyVectors, text_read};
use uuid::Uuid;

use super::relevance_judge::CompanyWords;
use super::store;
use super::text_hash::text_hash;
use platform::db::Db;
use platform::jobs::Lease;

/// The vectors of a company. Without one, its owner's keywords are read, and not kept.
pub(super) async fn company_vectors(
    db: &Db,
    lease: &Lease,
    company_id: Option<Uuid>,
    words: &CompanyWords,
) -> anyhow::Result<CompanyVectors> {
    let version = words.with_text(|text| (text_hash([text_read(text).as_str()]), READER_VERSION));
    if let Some(id) = company_id
        && let Some(bytes) = store::company_vectors(db, id, version).await?
        && let Some(known) = words.with_text(|text| CompanyVectors::from_bytes(text, &bytes))
    {
        return Ok(known);
    }
    let read = read(words.clone()).await?;
    if let Some(id) = company_id {
        let mut tx = lease.begin().await?;
        let at = lease.clock().now();
        store::store_company_vectors(&mut tx, id, version, read.to_bytes(), at).await?;
        tx.commit().await?;
    }
    Ok(read)
}

/// Reading takes some ten milliseconds, so it runs on a blocking thread.
async fn read(words: CompanyWords) -> anyhow::Result<CompanyVectors> {
    let reading = tokio::task::spawn_blocking(move || {
        words.with_text(|text: &CompanyText| CompanyVectors::read(text))
    });
    let read = reading.await.context("reading the company")?;
    super::count_read("company", read.texts());
    Ok(read)
}
