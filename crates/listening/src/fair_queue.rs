//! Whose turn it is: the more urgent first, and among equals one of each person after the other.

use std::collections::VecDeque;

use uuid::Uuid;

use super::Urgency;

/// Who waits, in the order in which they go.
#[derive(Debug)]
pub(super) struct Turns<T> {
    interactive: Round<T>,
    scan: Round<T>,
    stream: Round<T>,
    revisit: Round<T>,
}

/// One line per person; the person whose turn it was goes to the end.
type Round<T> = VecDeque<(Uuid, VecDeque<T>)>;

impl<T> Default for Turns<T> {
    fn default() -> Self {
        Self {
            interactive: Round::new(),
            scan: Round::new(),
            stream: Round::new(),
            revisit: Round::new(),
        }
    }
}

impl<T> Turns<T> {
    pub(super) fn add(&mut self, user_id: Uuid, urgency: Urgency, waiting: T) {
        let round = self.round(urgency);
        let line = round.iter_mut().find(|(owner, _)| *owner == user_id);
        if let Some((_, line)) = line {
            line.push_back(waiting);
        } else {
            round.push_back((user_id, VecDeque::from([waiting])));
        }
    }

    /// Whoever goes next.
    pub(super) fn next(&mut self) -> Option<T> {
        let urgency = self.most_urgent()?;
        let round = self.round(urgency);
        let (owner, mut line) = round.pop_front()?;
        let next = line.pop_front();
        if !line.is_empty() {
            round.push_back((owner, line));
        }
        next
    }

    pub(super) fn most_urgent(&self) -> Option<Urgency> {
        self.urgencies(1).pop()
    }

    /// How urgent the next `most` of them are.
    pub(super) fn urgencies(&self, most: usize) -> Vec<Urgency> {
        let rounds = [
            (Urgency::Interactive, &self.interactive),
            (Urgency::Scan, &self.scan),
            (Urgency::Stream, &self.stream),
            (Urgency::Revisit, &self.revisit),
        ];
        let all = rounds.into_iter().flat_map(|(urgency, round)| {
            let count = round.iter().map(|(_, line)| line.len()).sum();
            std::iter::repeat_n(urgency, count)
        });
        all.take(most).collect()
    }

    /// Drops those who have gone away.
    pub(super) fn keep(&mut self, mut is_there: impl FnMut(&T) -> bool) {
        for round in [
            &mut self.interactive,
            &mut self.scan,
            &mut self.stream,
            &mut self.revisit,
        ] {
            for (_, line) in round.iter_mut() {
                line.retain(&mut is_there);
            }
            round.retain(|(_, line)| !line.is_empty());
        }
    }

    fn round(&mut self, urgency: Urgency) -> &mut Round<T> {
        match urgency {
            Urgency::Interactive => &mut self.interactive,
            Urgency::Scan => &mut self.scan,
            Urgency::Stream => &mut self.stream,
            Urgency::Revisit => &mut self.revisit,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADA: Uuid = Uuid::from_u128(1);
    const BOB: Uuid = Uuid::from_u128(2);

    fn order(turns: &mut Turns<&'static str>) -> String {
        let all: Vec<&str> = std::iter::from_fn(|| turns.next()).collect();
        all.join(" ")
    }

    #[test]
    fn a_hundred_calls_of_one_person_let_a_single_one_of_another_through() {
        let mut turns = Turns::default();
        for _ in 0..3 {
            turns.add(ADA, Urgency::Scan, "ada");
        }
        turns.add(BOB, Urgency::Scan, "bob");

        assert_eq!(order(&mut turns), "ada bob ada ada");
    }

    #[test]
    fn the_more_urgent_goes_first_whoever_asks() {
        let mut turns = Turns::default();
        turns.add(ADA, Urgency::Revisit, "revisit");
        turns.add(ADA, Urgency::Scan, "scan");
        turns.add(BOB, Urgency::Interactive, "screen");

        let first: Vec<Urgency> = turns.urgencies(2);

        assert_eq!(first, [Urgency::Interactive, Urgency::Scan]);
        assert_eq!(order(&mut turns), "screen scan revisit");
    }

    #[test]
    fn whoever_has_gone_away_is_passed_over() {
        let mut turns = Turns::default();
        turns.add(ADA, Urgency::Scan, "gone");
        turns.add(BOB, Urgency::Scan, "bob");

        turns.keep(|name| *name != "gone");

        assert_eq!(turns.urgencies(9).len(), 1);
        assert_eq!(order(&mut turns), "bob");
    }
}
