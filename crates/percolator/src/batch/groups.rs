//! Groups of stems that must all be in a text, by their rarest stem.

use super::number_set::NumberSet;
use super::{FoundTerms, ResolvedWords};
use crate::index::{IndexView, stem_flags};

/// Bits of the small set that most candidates fail in.
const SMALL_SET: usize = 2048;

#[derive(Debug)]
pub(super) struct GroupFinder {
    small_set: [u64; SMALL_SET / 64],
    /// The stems of one text.
    stems: NumberSet,
    /// Those under which groups are filed, each once however often the text repeats it.
    anchors: Vec<u32>,
}

impl Default for GroupFinder {
    fn default() -> Self {
        Self {
            small_set: [0; SMALL_SET / 64],
            stems: NumberSet::default(),
            anchors: Vec::new(),
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
        let mut start = 0;
        for (text, end) in resolved.stem_ends.iter().enumerate() {
            let stems = &resolved.stems[start..*end];
            start = *end;
            self.find_in_text(index, stems, |term| found.push(text, term));
        }
    }

    fn find_in_text(&mut self, index: &IndexView<'_>, stems: &[u32], mut found: impl FnMut(u32)) {
        let anchors = self.read_stems(stems);
        for anchor in &self.anchors[..anchors] {
            let at = *anchor as usize;
            let list = index.anchor_starts[at] as usize..index.anchor_starts[at + 1] as usize;
            let first = list.start;
            for (at, second) in index.group_seconds[list].iter().enumerate() {
                if !self.may_have(*second) || !self.stems.contains(*second) {
                    continue;
                }
                let term = index.group_terms[first + at];
                if self.has_all(index.words_of(term)) {
                    found(term);
                }
            }
        }
    }

    /// Returns how many anchors there are.
    fn read_stems(&mut self, stems: &[u32]) -> usize {
        self.small_set = [0; SMALL_SET / 64];
        self.stems.clear(stems.len());
        self.anchors
            .resize(self.anchors.len().max(stems.len() + 1), 0);
        let mut anchors = 0;
        for stem in stems {
            let id = stem >> stem_flags::BITS;
            let (word, bit) = small_set_place(id);
            self.small_set[word] |= 1 << bit;
            let is_new = self.stems.insert(id);
            self.anchors[anchors] = id;
            // A product, because which stems are new and anchors cannot be predicted.
            let is_anchor = stem & stem_flags::IS_ANCHOR != 0;
            anchors += usize::from(is_new) * usize::from(is_anchor);
        }
        anchors
    }

    /// Whether a stem can be in the text.
    fn may_have(&self, stem: u32) -> bool {
        let (word, bit) = small_set_place(stem);
        self.small_set[word] >> bit & 1 != 0
    }

    fn has_all(&self, stems: &[u32]) -> bool {
        stems.iter().all(|stem| self.stems.contains(*stem))
    }
}

fn small_set_place(stem: u32) -> (usize, u32) {
    (stem as usize / 64 % (SMALL_SET / 64), stem % 64)
}
