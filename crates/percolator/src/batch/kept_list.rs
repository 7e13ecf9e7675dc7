//! A list of what passes a test.

/// Adding to it has no branch, for tests whose outcome cannot be predicted: an item is written in any case,
/// and the next one over it unless it is kept.
#[derive(Debug, Default)]
pub(super) struct KeptList<T> {
    /// Those behind the kept ones are of no meaning.
    items: Vec<T>,
    kept: usize,
}

impl<T: Copy + Default> KeptList<T> {
    /// Empties the list, and makes room for so many items to be tested.
    pub(super) fn clear(&mut self, tested: usize) {
        self.kept = 0;
        self.make_room(tested);
    }

    /// Makes room for so many more.
    #[inline]
    pub(super) fn make_room(&mut self, tested: usize) {
        let room = self.kept + tested + 1;
        if self.items.len() < room {
            self.items.resize(room, T::default());
        }
    }

    #[inline]
    pub(super) fn push_if(&mut self, is_kept: bool, item: T) {
        self.items[self.kept] = item;
        self.kept += usize::from(is_kept);
    }

    #[inline]
    pub(super) fn items(&self) -> &[T] {
        &self.items[..self.kept]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_holds_what_was_kept_since_it_was_emptied() {
        let mut list = KeptList::default();

        for limit in [10, 5] {
            list.clear(limit);
            for number in 0..limit {
                list.push_if(number % 3 == 1, number);
            }
            list.make_room(1);
            list.push_if(true, 100);

            let kept = (0..limit).filter(|number| number % 3 == 1).chain([100]);
            assert!(list.items().iter().copied().eq(kept));
        }
    }
}
