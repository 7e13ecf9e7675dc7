//! Groups of stems that must all be in a text, by their rarest stem.

use super::{FoundTerms, ResolvedWords};
use crate::index::{IndexView, stem_flags};

/// Bits of the small set that most candidates fail in.
const SMALL_SET: usize = 2048;

#[derive(Debug)]
pub(super) struct GroupFinder {
    small_set: [u64; SMALL_SET / 64],
    /// By stem: the last text that was seen to hold it.
    seen: Vec<u32>,
    text_number: u32,
}

impl Default for GroupFinder {
    fn default() -> Self {
        Self {
            small_set: [0; SMALL_SET / 64],
            seen: Vec::new(),
            text_number: 0,
        }
    }
}

impl GroupFinder {
    pub(super) fn find(
        &mut self,
        index: &IndexView<'_>,
        resolved: &ResolvedWords,
        found: &mut FoundTerms,
    ) {
        if index.group_terms.is_empty() {
            return;
        }
        self.prepare(index.stem_groups.len(), resolved.stem_ends.len());
        let mut start = 0;
        for (text, end) in resolved.stem_ends.iter().enumerate() {
            let stems = &resolved.stems[start..*end];
            start = *end;
            self.text_number += 1;
            self.find_in_text(index, stems, |term| found.push(text, term));
        }
    }

    /// Numbers go on from batch to batch and index to index, so that old marks mean nothing.
    fn prepare(&mut self, stems: usize, texts: usize) {
        let texts = u32::try_from(texts).unwrap_or(u32::MAX);
        if self.text_number.checked_add(texts).is_none() {
            self.seen.fill(0);
            self.text_number = 0;
        }
        if self.seen.len() < stems {
            self.seen.resize(stems, 0);
        }
    }

    fn find_in_text(&mut self, index: &IndexView<'_>, stems: &[u32], mut found: impl FnMut(u32)) {
        self.small_set = [0; SMALL_SET / 64];
        for stem in stems {
            let id = (stem >> stem_flags::BITS) as usize;
            self.small_set[id / 64 % (SMALL_SET / 64)] |= 1 << (id % 64);
        }
        let mut is_marked = false;
        for anchor in stems
            .iter()
            .filter(|stem| *stem & stem_flags::IS_ANCHOR != 0)
        {
            let id = (anchor >> stem_flags::BITS) as usize;
            let list = index.anchor_starts[id] as usize..index.anchor_starts[id + 1] as usize;
            let first = list.start;
            for (at, second) in index.group_seconds[list].iter().enumerate() {
                let second = *second as usize;
                let bit = self.small_set[second / 64 % (SMALL_SET / 64)] >> (second % 64) & 1;
                if bit == 0 {
                    continue;
                }
                if !is_marked {
                    self.mark(stems);
                    is_marked = true;
                }
                let term = index.group_terms[first + at];
                if self.has(second) && self.has_all(index.words_of(term)) {
                    found(term);
                }
            }
        }
    }

    /// Only texts with a candidate pay for exact marks.
    fn mark(&mut self, stems: &[u32]) {
        for stem in stems {
            self.seen[(stem >> stem_flags::BITS) as usize] = self.text_number;
        }
    }

    fn has(&self, stem: usize) -> bool {
        self.seen[stem] == self.text_number
    }

    fn has_all(&self, stems: &[u32]) -> bool {
        stems.iter().all(|stem| self.has(*stem as usize))
    }
}
