//! The terms that were found in the texts of a batch.

use super::number_set::NumberSet;

/// Terms in the order in which they were found, then by text.
#[derive(Debug, Default)]
pub(super) struct FoundTerms {
    /// Text and term.
    found: Vec<(u32, u32)>,
    /// The terms of each text, each once.
    terms: Vec<u32>,
    /// By text: where its terms end.
    ends: Vec<usize>,
    /// Those of one text.
    seen: NumberSet,
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

    /// Puts the terms of each text together, each once. Nearly without branches: neither their order
    /// nor which of them are new can be predicted.
    pub(super) fn group(&mut self, texts: usize) {
        self.group_by_text(texts);
        let (mut start, mut kept) = (0, 0);
        for end in &mut self.ends {
            self.seen.clear(*end - start);
            for at in start..*end {
                let term = self.terms[at];
                self.terms[kept] = term;
                kept += usize::from(self.seen.insert(term));
            }
            start = *end;
            *end = kept;
        }
        self.terms.truncate(kept);
    }

    /// The texts in which terms were found, each with its terms.
    pub(super) fn by_text(&self) -> impl Iterator<Item = (usize, &[u32])> {
        let mut start = 0;
        let texts = self.ends.iter().enumerate().map(move |(text, end)| {
            let terms = &self.terms[start..*end];
            start = *end;
            (text, terms)
        });
        texts.filter(|(_, terms)| !terms.is_empty())
    }

    /// The terms of all texts, one text after the other.
    pub(super) fn terms(&self) -> &[u32] {
        &self.terms
    }

    #[cfg(test)]
    pub(super) fn count_with_repetitions(&self) -> usize {
        self.found.len()
    }

    fn group_by_text(&mut self, texts: usize) {
        self.ends.clear();
        self.ends.resize(texts, 0);
        for (text, _) in &self.found {
            self.ends[*text as usize] += 1;
        }
        let mut start = 0;
        for end in &mut self.ends {
            let count = *end;
            *end = start;
            start += count;
        }
        self.terms.clear();
        self.terms.resize(self.found.len(), 0);
        for (text, term) in &self.found {
            let end = &mut self.ends[*text as usize];
            self.terms[*end] = *term;
            *end += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_grouped_by_text_each_once() {
        let mut found = FoundTerms::default();
        for (text, term) in [(2, 7), (0, 3), (2, 5), (2, 7), (0, 3), (4, 1), (2, 0)] {
            found.push(text, term);
        }

        found.group(5);

        let by_text: Vec<(usize, &[u32])> = found.by_text().collect();
        assert_eq!(by_text, [(0, &[3][..]), (2, &[7, 5, 0]), (4, &[1])]);
    }

    #[test]
    fn a_text_may_hold_any_number_of_terms() {
        let mut found = FoundTerms::default();
        for term in (0..5000).chain(0..5000) {
            found.push(1, term << 10);
            found.push(0, 7);
        }

        found.group(2);

        let by_text: Vec<(usize, usize)> = found
            .by_text()
            .map(|(text, terms)| (text, terms.len()))
            .collect();
        assert_eq!(by_text, [(0, 1), (1, 5000)]);
    }
}
