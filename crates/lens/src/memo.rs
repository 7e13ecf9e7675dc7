//! What was read last is remembered: scans judge the posts that they know again, and reading is slow.

mod kept_readings;

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use crate::stable_hash::stable_hash;
pub(crate) use kept_readings::Numbers;
pub use kept_readings::{KeptReadings, keep_readings_in};

/// Values by a hash of the tokens that they were made from; all are forgotten when there are too many.
pub(crate) struct Memo<T> {
    known: Mutex<HashMap<i64, T>>,
    most: usize,
    kind: &'static str,
}

impl<T: Clone + Numbers> Memo<T> {
    pub(crate) fn new(kind: &'static str, most: usize) -> Self {
        Self {
            known: Mutex::default(),
            most,
            kind,
        }
    }

    pub(crate) fn get(&self, hash: i64) -> Option<T> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(&hash).cloned()
    }

    pub(crate) fn remember(&self, hash: i64, value: T) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= self.most {
            known.clear();
        }
        known.insert(hash, value);
    }

    /// What is known, or else what `read` makes of the tokens. Two who ask at once may both read.
    pub(crate) fn get_or_read(&self, hash: i64, read: impl FnOnce() -> T) -> T {
        self.get(hash).unwrap_or_else(|| {
            let value = kept_readings::get_or_read(self.kind, hash, read);
            self.remember(hash, value.clone());
            value
        })
    }
}

pub(crate) fn token_hash(tokens: &[u32]) -> i64 {
    stable_hash(tokens.iter().flat_map(|token| token.to_le_bytes()))
}

#[cfg(test)]
mod tests {
    use super::Memo;

    #[test]
    fn a_text_is_read_once_until_too_many_are_known() {
        let memo = Memo::new("numbers", 2);
        let mut reads = 0;
        let mut reads_after = |hash| {
            memo.get_or_read(hash, || {
                reads += 1;
                [0.0]
            });
            reads
        };

        assert_eq!(reads_after(1), 1);
        assert_eq!(reads_after(1), 1, "it is known");
        assert_eq!(reads_after(2), 2);
        assert_eq!(reads_after(3), 3);
        assert_eq!(reads_after(1), 4, "it was forgotten");
    }
}
