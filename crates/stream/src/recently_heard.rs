//! What was heard lately and may not be stored yet: a text that its author deletes at once must not be
//! stored afterwards, by a job that was waiting.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, TimeDelta, Utc};

/// The ids of texts that were handed on, and of those among them that were deleted since.
#[derive(Debug, Default)]
pub(super) struct RecentlyHeard {
    heard: HashMap<String, DateTime<Utc>>,
    deleted: HashMap<String, DateTime<Utc>>,
}

/// Longer than a job waits for its turn on a busy server.
const REMEMBERED: TimeDelta = TimeDelta::minutes(15);

impl RecentlyHeard {
    pub(super) fn hear(&mut self, ids: impl Iterator<Item = String>, now: DateTime<Utc>) {
        self.heard.retain(|_, at| now - *at < REMEMBERED);
        self.heard.extend(ids.map(|id| (id, now)));
    }

    /// Notes what was deleted of what was heard.
    pub(super) fn delete(&mut self, ids: &BTreeSet<String>, now: DateTime<Utc>) {
        self.deleted.retain(|_, at| now - *at < REMEMBERED);
        let known = ids.iter().filter(|id| self.heard.contains_key(*id));
        self.deleted.extend(known.map(|id| (id.clone(), now)));
    }

    /// What must not be stored, however late a job comes to it.
    pub(super) fn deleted(&self) -> Vec<String> {
        self.deleted.keys().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_heard_and_deleted_is_remembered_for_a_while_and_nothing_else_is() {
        let noon = DateTime::<Utc>::from_timestamp(1_794_744_000, 0).unwrap();
        let mut heard = RecentlyHeard::default();
        let deletions = BTreeSet::from(["a".to_owned(), "unheard".to_owned()]);

        heard.hear(["a".to_owned(), "b".to_owned()].into_iter(), noon);
        heard.delete(&deletions, noon + TimeDelta::minutes(1));
        assert_eq!(heard.deleted(), ["a"]);

        heard.delete(&BTreeSet::new(), noon + TimeDelta::minutes(17));
        assert_eq!(heard.deleted(), [""; 0]);
    }
}
