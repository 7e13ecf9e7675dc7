//! What was read last is remembered: scans judge the posts that they know again, and reading is slow.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use crate::stable_hash::stable_hash;

/// Values by a hash of the tokens that they were made from; all are forgotten when there are too many.
pub(crate) struct Memo<T> {
    known: Mutex<HashMap<i64, T>>,
    most: usize,
}

impl<T: Clone> Memo<T> {
    pub(crate) fn new(most: usize) -> Self {
        Self {
            known: Mutex::default(),
            most,
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
            let value = read();
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
        let memo = Memo::new(2);
        let read = |hash, value| memo.get_or_read(hash, || value);

        assert_eq!(read(1, "one"), "one");
        assert_eq!(read(1, "read again"), "one");
        assert_eq!(read(2, "two"), "two");
        assert_eq!(read(3, "three"), "three");
        assert_eq!(read(1, "read again"), "read again");
    }
}
