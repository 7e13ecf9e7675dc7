//! A ledger in memory, for tests.

use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;

use super::{Ledger, LedgerBatch, LedgerError, LedgerQuery, LedgerRecord};

/// Keeps everything in order of arrival.
#[derive(Debug, Default)]
pub struct MemoryLedger {
    kept: Mutex<LedgerBatch>,
}

impl MemoryLedger {
    /// All records, and all webhooks so far.
    pub fn contents(&self) -> LedgerBatch {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, LedgerBatch> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Ledger for MemoryLedger {
    async fn get(&self, id: &str) -> Result<Option<LedgerRecord>, LedgerError> {
        let kept = self.lock();
        Ok(kept.records.iter().find(|record| record.id == id).cloned())
    }

    async fn due(&self, until: i64) -> Result<Vec<LedgerRecord>, LedgerError> {
        let kept = self.lock();
        let due = |record: &&LedgerRecord| record.due.is_some_and(|due| due <= until);
        let mut due: Vec<LedgerRecord> = kept.records.iter().filter(due).cloned().collect();
        due.sort_by_key(|record| record.due);
        Ok(due)
    }

    async fn list(&self, query: &LedgerQuery<'_>) -> Result<Vec<LedgerRecord>, LedgerError> {
        let kept = self.lock();
        let fits = |record: &&LedgerRecord| {
            record.kind == query.kind
                && query
                    .customer
                    .is_none_or(|it| record.customer.as_deref() == Some(it))
                && query
                    .lookup
                    .is_none_or(|it| record.lookup.as_deref() == Some(it))
        };
        Ok(kept.records.iter().rev().filter(fits).cloned().collect())
    }

    async fn save(&self, batch: LedgerBatch) -> Result<(), LedgerError> {
        let mut kept = self.lock();
        for record in batch.records {
            match kept.records.iter_mut().find(|known| known.id == record.id) {
                Some(known) => *known = record,
                None => kept.records.push(record),
            }
        }
        kept.webhooks.extend(batch.webhooks);
        Ok(())
    }
}
