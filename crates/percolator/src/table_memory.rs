//! Memory for tables that are read at random.

use memmap2::MmapMut;

/// Numbers that are 0 at first.
///
/// With pages of 4 KiB most reads of a large table would also look for the page, so large tables get large
/// pages. Where the system has none, or no room for them, it is memory like any other.
#[derive(Debug)]
pub(crate) struct TableMemory {
    pages: Pages,
    length: usize,
}

#[derive(Debug)]
enum Pages {
    Small(Vec<u64>),
    Large(MmapMut),
}

/// Bytes of a large page, and of the smallest table that gets some.
const LARGE_PAGE: usize = 2 << 20;

impl TableMemory {
    pub(crate) fn zeroed(length: usize) -> Self {
        let bytes = length * 8;
        // Whole pages, because the system aligns nothing else.
        if bytes >= LARGE_PAGE
            && let Ok(memory) = MmapMut::map_anon(bytes.next_multiple_of(LARGE_PAGE))
        {
            #[cfg(target_os = "linux")]
            let _ = memory.advise(memmap2::Advice::HugePage);
            let pages = Pages::Large(memory);
            return Self { pages, length };
        }
        let pages = Pages::Small(vec![0; length]);
        Self { pages, length }
    }

    pub(crate) fn numbers(&self) -> &[u64] {
        match &self.pages {
            Pages::Small(numbers) => numbers,
            // A mapping starts at a page, so it is aligned.
            Pages::Large(memory) => &bytemuck::cast_slice(memory)[..self.length],
        }
    }

    pub(crate) fn numbers_mut(&mut self) -> &mut [u64] {
        match &mut self.pages {
            Pages::Small(numbers) => numbers,
            Pages::Large(memory) => &mut bytemuck::cast_slice_mut(memory)[..self.length],
        }
    }
}

impl Default for TableMemory {
    fn default() -> Self {
        Self::zeroed(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_kept_in_small_and_in_large_pages() {
        for length in [0, 1, 1000, LARGE_PAGE / 8, LARGE_PAGE / 8 + 1000] {
            let mut memory = TableMemory::zeroed(length);
            assert!(memory.numbers().iter().all(|number| *number == 0));

            for (number, at) in memory.numbers_mut().iter_mut().zip(1..) {
                *number = at;
            }

            assert!(memory.numbers().iter().copied().eq((1..).take(length)));
        }
    }
}
