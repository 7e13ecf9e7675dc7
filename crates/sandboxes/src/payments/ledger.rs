//! The sandbox's storage. The host provides it, so that it can be durable.

use std::fmt::Debug;

use async_trait::async_trait;
use serde_json::Value;

/// The sandbox handles one request at a time, so a ledger need not handle races.
#[async_trait]
pub trait Ledger: Send + Sync + Debug {
    async fn get(&self, id: &str) -> Result<Option<LedgerRecord>, LedgerError>;

    /// Records that are due by `until`, earliest first. It may return only some, but at least one.
    async fn due(&self, until: i64) -> Result<Vec<LedgerRecord>, LedgerError>;

    /// The newest thousand, newest first.
    async fn list(&self, query: &LedgerQuery<'_>) -> Result<Vec<LedgerRecord>, LedgerError>;

    /// Saves all of it or nothing, and arranges for the webhooks to be sent.
    async fn save(&self, batch: LedgerBatch) -> Result<(), LedgerError>;
}

/// Why the ledger failed; the caller is only told to try later.
pub type LedgerError = Box<dyn std::error::Error + Send + Sync>;

/// One stored object. A record with a known id replaces the old one, and keeps its place in lists.
#[derive(Debug, Clone, PartialEq)]
pub struct LedgerRecord {
    pub id: String,
    pub kind: String,
    pub customer: Option<String>,
    /// A second lookup key: a mail address, a subscription.
    pub lookup: Option<String>,
    /// When it must be processed next, in Unix seconds.
    pub due: Option<i64>,
    pub body: Value,
}

#[derive(Debug, Clone, Copy, Default)]
pub struct LedgerQuery<'a> {
    pub kind: &'a str,
    pub customer: Option<&'a str>,
    pub lookup: Option<&'a str>,
}

/// The changes of one request or one due record.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LedgerBatch {
    pub records: Vec<LedgerRecord>,
    /// The bodies to be sent as webhooks, in order, each with its event's id.
    pub webhooks: Vec<(String, String)>,
}

impl LedgerBatch {
    pub(super) fn is_empty(&self) -> bool {
        self.records.is_empty() && self.webhooks.is_empty()
    }
}
