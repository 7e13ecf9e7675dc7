//! Which posts to ask for next: Reddit counts its posts up, so what a listing left out is known by its
//! number.
//!
//! ```text
//!   read or given up ─────────────┬─ position      newest ─┐
//!   ─────■■■□■■■■□□■■■■■■■■■■■■■■■│■■■■■□■■■■■■□■■■■■■■■■■■■│
//!           └──┴┴ gaps: asked for by number, up to MOST_ASKS times
//! ```
//!
//! A number that a listing left out belongs to nothing, to a private or removed post, or to one that
//! appears late. It is asked for after a minute and once more after ten; then it is given up.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};

/// Numbers that were not in a listing, and when to ask for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NumberGap {
    pub(super) first: i64,
    pub(super) last: i64,
    /// How often they were asked for.
    pub(super) asks: i64,
    pub(super) ask_at: DateTime<Utc>,
    /// No listing has covered them, so they hold what everybody waits for: written since then.
    pub(super) unheard_since: Option<DateTime<Utc>>,
}

/// What a listing showed of the numbers after a position.
#[derive(Clone, Debug, Default)]
pub(super) struct ListedNumbers {
    pub(super) numbers: BTreeSet<i64>,
    /// The listing reached back to the position, so what it left out is not there yet, if ever.
    pub(super) is_complete: bool,
    /// What was left out before this number is too old to appear late: a listing has it in its place.
    pub(super) recent_from: i64,
}

/// Posts appear at most so late.
pub(super) const MOST_LATE: TimeDelta = TimeDelta::minutes(15);

/// How often a number is asked for before it is given up.
pub(super) const MOST_ASKS: i64 = 2;
/// When the numbers that a listing left out are asked for.
const FIRST_ASK: TimeDelta = TimeDelta::minutes(1);
const LAST_ASK: TimeDelta = TimeDelta::minutes(10);
/// A listener that was away for longer begins anew: asking for more would take longer than its reader
/// would wait. Some eight hours of Reddit's posts.
pub(super) const MOST_BEHIND: i64 = 500_000;

/// The gaps that a listing left between the position and its newest number.
pub(super) fn gaps_after(
    position: i64,
    listed: &ListedNumbers,
    (heard_until, now): (DateTime<Utc>, DateTime<Utc>),
) -> Vec<NumberGap> {
    let Some(newest) = listed.numbers.last().copied() else {
        return Vec::new();
    };
    let oldest = listed.numbers.first().copied().unwrap_or(newest);
    let missing = |(first, last): (i64, i64)| {
        // Before the oldest that was listed nothing was covered, unless the listing was complete.
        let is_covered = listed.is_complete || first > oldest;
        let is_old = is_covered && last < listed.recent_from;
        (!is_old).then(|| NumberGap {
            first,
            last,
            asks: 0,
            ask_at: if is_covered { now + FIRST_ASK } else { now },
            unheard_since: (!is_covered).then_some(heard_until),
        })
    };
    let begin = (position + 1).max(newest - MOST_BEHIND);
    ranges_without(begin, newest, &listed.numbers)
        .filter_map(missing)
        .collect()
}

/// The numbers of a range that have nothing yet, where numbers are given out before there is anything.
pub(super) fn unanswered(
    (first, last): (i64, i64),
    answered: &BTreeSet<i64>,
    now: DateTime<Utc>,
) -> Vec<NumberGap> {
    let missing = |(first, last)| NumberGap {
        first,
        last,
        asks: 0,
        ask_at: now + FIRST_ASK,
        unheard_since: None,
    };
    ranges_without(first, last, answered).map(missing).collect()
}

/// What is left of a gap of which these numbers were found. After the last ask nothing is left.
pub(super) fn left_of(
    gap: &NumberGap,
    found: &BTreeSet<i64>,
    now: DateTime<Utc>,
) -> Vec<NumberGap> {
    if gap.asks + 1 >= MOST_ASKS {
        return Vec::new();
    }
    let again = |(first, last)| NumberGap {
        first,
        last,
        asks: gap.asks + 1,
        ask_at: now + LAST_ASK,
        unheard_since: None,
    };
    ranges_without(gap.first, gap.last, found)
        .map(again)
        .collect()
}

/// Cuts gaps so that the first part asks for at most so many numbers, and what is left of the gap that
/// was cut.
pub(super) fn first_numbers(
    gaps: Vec<NumberGap>,
    most: i64,
) -> (Vec<NumberGap>, Option<NumberGap>) {
    let mut room = most;
    let mut chosen = Vec::new();
    for gap in gaps {
        if room == 0 {
            break;
        }
        let length = gap.last - gap.first + 1;
        if length <= room {
            room -= length;
            chosen.push(gap);
            continue;
        }
        let (cut, first) = (gap.first + room, gap.first);
        let rest = NumberGap {
            first: cut,
            ..gap.clone()
        };
        chosen.push(NumberGap {
            first,
            last: cut - 1,
            ..gap
        });
        return (chosen, Some(rest));
    }
    (chosen, None)
}

/// The ranges of numbers from `first` to `last` that are not among these.
fn ranges_without(
    first: i64,
    last: i64,
    numbers: &BTreeSet<i64>,
) -> impl Iterator<Item = (i64, i64)> {
    let inside = numbers.range(first..=last.max(first)).copied();
    let ends = inside.chain([last + 1]);
    let mut begin = first;
    ends.filter_map(move |number| {
        let range = (begin, number - 1);
        begin = number + 1;
        (range.0 <= range.1).then_some(range)
    })
    .collect::<Vec<_>>()
    .into_iter()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn noon() -> DateTime<Utc> {
        DateTime::UNIX_EPOCH
    }

    fn listed(numbers: &[i64], is_complete: bool) -> ListedNumbers {
        ListedNumbers {
            numbers: numbers.iter().copied().collect(),
            is_complete,
            recent_from: 0,
        }
    }

    fn ranges(gaps: &[NumberGap]) -> Vec<(i64, i64)> {
        gaps.iter().map(|gap| (gap.first, gap.last)).collect()
    }

    #[test]
    fn what_a_listing_left_out_is_asked_for_after_a_minute() {
        let gaps = gaps_after(10, &listed(&[11, 14, 15, 17], true), (noon(), noon()));

        assert_eq!(ranges(&gaps), [(12, 13), (16, 16)]);
        assert!(gaps.iter().all(|gap| gap.ask_at == noon() + FIRST_ASK));
    }

    #[test]
    fn what_no_listing_covered_is_asked_for_at_once() {
        let gaps = gaps_after(10, &listed(&[500, 502], false), (noon(), noon()));

        assert_eq!(ranges(&gaps), [(11, 499), (501, 501)]);
        assert_eq!(gaps[0].ask_at, noon());
        assert_eq!(gaps[0].unheard_since, Some(noon()));
        assert_eq!(gaps[1].unheard_since, None);
    }

    #[test]
    fn what_a_complete_listing_left_out_long_ago_is_not_asked_for() {
        let listed = ListedNumbers {
            recent_from: 400,
            ..listed(&[200, 400, 403], true)
        };

        let gaps = gaps_after(10, &listed, (noon(), noon()));

        assert_eq!(ranges(&gaps), [(401, 402)]);
    }

    #[test]
    fn a_number_that_never_appears_is_given_up_after_two_asks() {
        let found = BTreeSet::from([13]);
        let gap = gaps_after(10, &listed(&[15], true), (noon(), noon())).remove(0);

        let left = left_of(&gap, &found, noon());

        assert_eq!(ranges(&left), [(11, 12), (14, 14)]);
        assert!(
            left.iter()
                .all(|gap| left_of(gap, &BTreeSet::new(), noon()).is_empty())
        );
    }

    #[test]
    fn a_long_gap_is_cut_where_the_call_is_full() {
        let gaps = gaps_after(0, &listed(&[1000], false), (noon(), noon()));

        let (first, rest) = first_numbers(gaps, 100);

        assert_eq!(ranges(&first), [(1, 100)]);
        assert_eq!(ranges(rest.as_slice()), [(101, 999)]);
    }

    proptest! {
        #[test]
        fn every_number_is_read_or_asked_for_and_none_twice(
            position in 0..1000_i64,
            numbers in proptest::collection::btree_set(1000..2000_i64, 1..200),
            is_complete: bool,
        ) {
            let newest = *numbers.last().unwrap();
            let listed = ListedNumbers { numbers: numbers.clone(), is_complete, recent_from: 0 };

            let gaps = gaps_after(position, &listed, (noon(), noon()));

            let asked = gaps.iter().flat_map(|gap| gap.first..=gap.last);
            let mut all: Vec<i64> = asked.chain(numbers).collect();
            all.sort_unstable();
            prop_assert_eq!(all, (position + 1..=newest).collect::<Vec<_>>());
        }
    }
}
