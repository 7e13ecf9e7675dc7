//! Which events of an owner were committed before a moment.
//!
//! Ids alone do not say so: of two transactions at once, the one with the lower ids may be committed
//! last. So the ids that could be seen at that moment are remembered.

use super::MOST_COMMITTED;

#[derive(Clone, Debug, Default)]
pub struct Committed {
    /// Highest first.
    ids: Box<[i64]>,
}

impl Committed {
    /// From the owner's highest visible ids, highest first.
    pub(super) fn of(ids: Vec<i64>) -> Self {
        Self { ids: ids.into() }
    }

    pub fn contains(&self, id: i64) -> bool {
        self.ids.binary_search_by(|known| id.cmp(known)).is_ok() || self.is_older(id)
    }

    /// There were more than are remembered.
    fn is_older(&self, id: i64) -> bool {
        let is_full = i64::try_from(self.ids.len()).is_ok_and(|count| count >= MOST_COMMITTED);
        is_full && self.ids.last().is_some_and(|lowest| id < *lowest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_seen_is_known_and_what_appears_between_is_new() {
        let committed = Committed::of(vec![9, 7, 4]);

        let known: Vec<i64> = (1..=12).filter(|id| committed.contains(*id)).collect();
        assert_eq!(known, [4, 7, 9]);
        assert!(!Committed::default().contains(1));
    }

    #[test]
    fn whatever_is_older_than_all_that_is_remembered_was_committed_too() {
        let committed = Committed::of((5001..=5000 + MOST_COMMITTED).rev().collect());

        assert!(committed.contains(4000) && committed.contains(5001));
        assert!(!committed.contains(5001 + MOST_COMMITTED));
    }
}
