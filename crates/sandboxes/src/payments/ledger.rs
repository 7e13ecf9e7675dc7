//! Where the sandbox keeps what it is told. The host provides it, so that it can be durable.

use std::fmt::Debug;

use async_trait::async_trait;
use serde_json::Value;

/// The sandbox reads and writes one request at a time, so a ledger need not care about races.
#[async_trait]
pub trait Ledger: Send + Sync + Debug {
    async fn get(&self, id: &str) -> Result<Option<Record>, KeepError>;

    /// What is due up to this moment, the earliest first; some of it is enough, but not none.
    async fn due(&self, until: i64) -> Result<Vec<Record>, KeepError>;

    /// The newest thousand, newest first.
    async fn list(&self, query: &Query<'_>) -> Result<Vec<Record>, KeepError>;

    /// Keeps all of it or nothing, and sees to it that the webhooks are sent.
    async fn save(&self, batch: Batch) -> Result<(), KeepError>;
}

/// Whatever stopped the ledger; the caller is only told to try later.
pub type KeepError = Box<dyn std::error::Error + Send + Sync>;

/// One thing. A record with a known id replaces the one before, and keeps its place in lists.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    pub id: String,
    pub kind: String,
    pub customer: Option<String>,
    /// By what else it is looked up: an address, a subscription.
    pub lookup: Option<String>,
    /// When something happens to it by itself, in seconds since 1970.
    pub due: Option<i64>,
    pub body: Value,
}

#[derive(Debug, Clone, Copy, Default)]
pub struct Query<'a> {
    pub kind: &'a str,
    pub customer: Option<&'a str>,
    pub lookup: Option<&'a str>,
}

/// What one request, or one moment of a life, changes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Batch {
    pub records: Vec<Record>,
    /// The bodies to be sent as webhooks, in order, each with its event's id.
    pub webhooks: Vec<(String, String)>,
}

impl Batch {
    pub(super) fn is_empty(&self) -> bool {
        self.records.is_empty() && self.webhooks.is_empty()
    }
}
