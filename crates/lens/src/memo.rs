//! What was read last is remembered: scans judge the posts that they know again, and reading is slow.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
    sync::{Mutex, PoisonError},
};

/// Values by the tokens that they were made from; all are forgotten when there are too many.
pub(crate) struct Memo<T> {
    known: Mutex<HashMap<u64, T>>,
    most: usize,
}

impl<T: Clone> Memo<T> {
    pub(crate) fn new(most: usize) -> Self {
        Self {
            known: Mutex::default(),
            most,
        }
    }

    /// What is known of these tokens, or else what `read` makes of them. Two who ask at once may both
    /// read.
    pub(crate) fn get_or_read(&self, tokens: &[u32], read: impl FnOnce() -> T) -> T {
        let mut hasher = DefaultHasher::new();
        tokens.hash(&mut hasher);
        let key = hasher.finish();
        let locked = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let known = locked().get(&key).cloned();
        known.unwrap_or_else(|| {
            let value = read();
            let mut known = locked();
            if known.len() >= self.most {
                known.clear();
            }
            known.insert(key, value.clone());
            value
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Memo;

    #[test]
    fn a_text_is_read_once_until_too_many_are_known() {
        let memo = Memo::new(2);
        let read = |tokens: &[u32], value| memo.get_or_read(tokens, || value);

        assert_eq!(read(&[1], "one"), "one");
        assert_eq!(read(&[1], "read again"), "one");
        assert_eq!(read(&[2], "two"), "two");
        assert_eq!(read(&[3], "three"), "three");
        assert_eq!(read(&[1], "read again"), "read again");
    }
}
