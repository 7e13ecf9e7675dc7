//! Which events of the log were read already, although they do not become visible in order.
//!
//! PostgreSQL gives out the id when an event is written and shows the event when its transaction
//! is committed. So a higher id may be there before a lower one, and a place in the log is not one
//! number: it is the highest id that was seen and the gaps below it, each of which is an event that
//! may still come or one whose transaction was undone.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};

/// How long a gap may still be filled. A statement of ours may take five seconds, and a transaction
/// holds a handful of them.
const GAP_LIFE: TimeDelta = TimeDelta::minutes(2);
/// How many gaps are remembered at most, those with the highest ids: more than all transactions that
/// are open at once write.
const GAPS: u16 = 10_000;
/// How far below the log's end a new cursor begins.
const REACH: i64 = 1000;

#[derive(Debug, Default)]
pub(super) struct Cursor {
    highest: i64,
    /// The ids that were passed over, and when.
    gaps: BTreeMap<i64, DateTime<Utc>>,
}

impl Cursor {
    /// Begins so far below the log's highest id that what is still open there becomes a gap.
    pub(super) fn below(highest: i64) -> Self {
        Self {
            highest: (highest - REACH).max(0),
            gaps: BTreeMap::new(),
        }
    }

    pub(super) fn highest(&self) -> i64 {
        self.highest
    }

    /// The ids below the highest one that are still worth asking for.
    pub(super) fn gaps(&mut self, now: DateTime<Utc>) -> Vec<i64> {
        self.gaps.retain(|_, since| now - *since < GAP_LIFE);
        self.gaps.keys().copied().collect()
    }

    /// Notes that the event was read; whether that was the first time.
    pub(super) fn passes(&mut self, id: i64, now: DateTime<Utc>) -> bool {
        if id <= self.highest {
            return self.gaps.remove(&id).is_some();
        }
        let first = (self.highest + 1).max(id - i64::from(GAPS));
        self.gaps.extend((first..id).map(|gap| (gap, now)));
        while self.gaps.len() > usize::from(GAPS) {
            self.gaps.pop_first();
        }
        self.highest = id;
        true
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn noon() -> DateTime<Utc> {
        DateTime::from_timestamp(1_794_744_000, 0).unwrap()
    }

    #[test]
    fn a_lower_id_that_becomes_visible_later_is_read_once() {
        let mut cursor = Cursor::default();

        assert!(cursor.passes(3, noon()));
        assert_eq!(cursor.gaps(noon()), [1, 2]);
        assert!(cursor.passes(1, noon()));
        assert!(!cursor.passes(1, noon()));
        assert!(!cursor.passes(3, noon()));
        assert_eq!(cursor.gaps(noon()), [2]);
    }

    #[test]
    fn a_gap_that_nothing_fills_is_given_up() {
        let mut cursor = Cursor::default();
        cursor.passes(2, noon());

        assert_eq!(cursor.gaps(noon() + GAP_LIFE), Vec::<i64>::new());
    }

    #[test]
    fn a_small_change_beside_a_large_one_is_not_lost_whichever_comes_first() {
        let mut cursor = Cursor::default();

        assert!((2..=5000).all(|id| cursor.passes(id, noon())));
        assert!(cursor.passes(1, noon()));
        assert!(cursor.passes(9000, noon()));
        assert!((5001..=8999).all(|id| cursor.passes(id, noon())));
        assert!(cursor.gaps(noon()).is_empty());
    }

    #[test]
    fn a_leap_leaves_a_bounded_number_of_gaps() {
        let mut cursor = Cursor::default();
        cursor.passes(5, noon());
        cursor.passes(5_000_000, noon());

        let gaps = cursor.gaps(noon());
        assert_eq!((gaps[0], gaps.len()), (4_990_000, usize::from(GAPS)));
    }

    proptest! {
        #[test]
        fn whatever_the_order_every_event_is_new_exactly_once(
            order in Just((1..=40_i64).collect::<Vec<_>>()).prop_shuffle(),
            again in proptest::collection::vec(1..=40_i64, 0..40),
        ) {
            let mut cursor = Cursor::default();
            let mut new = BTreeSet::new();

            for id in order.iter().copied().flat_map(|id| again.iter().copied().filter(move |other| *other == id).chain([id])) {
                if cursor.passes(id, noon()) {
                    prop_assert!(new.insert(id), "{id} was new twice");
                }
            }

            prop_assert_eq!(new.len(), 40);
            prop_assert!(cursor.gaps(noon()).is_empty());
        }
    }
}
