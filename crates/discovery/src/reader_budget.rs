//! How many jobs of a process read what was heard at a time, so that reading leaves cores to the rest.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The turns of one process. A job that gets none ends at once: the one that has it goes on with what
/// the other was for.
#[derive(Clone, Debug)]
pub struct ReaderBudget {
    most: usize,
    state: Arc<Mutex<BudgetState>>,
}

#[derive(Debug, Default)]
struct BudgetState {
    readers: usize,
    /// Somebody was turned away since a reader last looked.
    is_wanted: bool,
}

/// Held while reading.
#[derive(Debug)]
pub(super) struct ReaderTurn {
    budget: ReaderBudget,
    is_over: bool,
}

impl ReaderBudget {
    pub fn new(most: usize) -> Self {
        Self {
            most,
            state: Arc::default(),
        }
    }

    pub(super) fn take_turn(&self) -> Option<ReaderTurn> {
        let mut state = self.lock();
        if state.readers >= self.most {
            state.is_wanted = true;
            return None;
        }
        state.readers += 1;
        Some(ReaderTurn {
            budget: self.clone(),
            is_over: false,
        })
    }
}

impl ReaderBudget {
    fn lock(&self) -> MutexGuard<'_, BudgetState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ReaderTurn {
    /// Ends the turn; whether somebody was turned away meanwhile. In one step: who comes between the
    /// question and the end would be turned away, and nobody would know.
    pub(super) fn end(mut self) -> bool {
        self.is_over = true;
        let mut state = self.budget.lock();
        state.readers -= 1;
        std::mem::take(&mut state.is_wanted)
    }
}

impl Drop for ReaderTurn {
    fn drop(&mut self) {
        if !self.is_over {
            self.budget.lock().readers -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_read_at_once_than_the_operator_allows() {
        let budget = ReaderBudget::new(2);

        let one = budget.take_turn();
        let two = budget.take_turn();
        assert!(one.is_some() && two.is_some());
        assert!(budget.take_turn().is_none());
        drop(one);

        assert!(budget.take_turn().is_some());
    }

    #[test]
    fn a_reader_learns_once_that_somebody_was_turned_away() {
        let budget = ReaderBudget::new(1);
        let turn = || budget.take_turn().expect("nobody else reads");
        let first = turn();

        assert!(budget.take_turn().is_none());

        assert!(first.end());
        assert!(!turn().end());
    }
}
