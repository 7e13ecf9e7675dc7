//! The terms that were found in the texts of a batch.

use std::ops::Range;

/// Terms in the order in which they were found, then by text.
#[derive(Debug, Default)]
pub(super) struct FoundTerms {
    /// Text and term.
    found: Vec<(u32, u32)>,
    /// The terms of each text in order, each once.
    terms: Vec<u32>,
    /// By text: where its terms are.
    ranges: Vec<Range<usize>>,
}

impl FoundTerms {
    pub(super) fn clear(&mut self) {
        self.found.clear();
    }

    #[inline]
    pub(super) fn push(&mut self, text: usize, term: u32) {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a batch holds fewer than 4 billion texts"
        )]
        self.found.push((text as u32, term));
    }

    /// Puts the terms of each text together. There are few in each, so that this is quicker than to
    /// sort all.
    pub(super) fn sort(&mut self, texts: usize) {
        self.ranges.clear();
        self.ranges.resize(texts, 0..0);
        for (text, _) in &self.found {
            self.ranges[*text as usize].end += 1;
        }
        let mut start = 0;
        for range in &mut self.ranges {
            let end = start + range.end;
            *range = start..start;
            start = end;
        }
        self.terms.clear();
        self.terms.resize(self.found.len(), 0);
        for (text, term) in &self.found {
            let range = &mut self.ranges[*text as usize];
            self.terms[range.end] = *term;
            range.end += 1;
        }
        for range in &mut self.ranges {
            let terms = &mut self.terms[range.clone()];
            terms.sort_unstable();
            range.end = range.start + dedup(terms);
        }
    }

    /// The texts in which terms were found, each with its terms.
    pub(super) fn by_text(&self) -> impl Iterator<Item = (usize, &[u32])> {
        let texts = self.ranges.iter().enumerate();
        texts
            .map(|(text, range)| (text, &self.terms[range.clone()]))
            .filter(|(_, terms)| !terms.is_empty())
    }
}

/// Moves what is different to the front of sorted terms; returns how many there are.
fn dedup(sorted: &mut [u32]) -> usize {
    let mut kept = 0;
    for at in 0..sorted.len() {
        if kept == 0 || sorted[kept - 1] != sorted[at] {
            sorted[kept] = sorted[at];
            kept += 1;
        }
    }
    kept
}
