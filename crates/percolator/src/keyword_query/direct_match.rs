//! One query on one text, without an index.

use std::borrow::Cow;

use lens::text::stem;

use super::{QueryTerms, community_hash};
use crate::exact_phrase::ExactPhrase;
use crate::words::{FoldedWord, folded_words};

/// A range of bytes in one part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextSpan {
    /// The index of the part.
    pub part: usize,
    pub start: usize,
    pub end: usize,
}

/// The parts of a text, split into words.
#[derive(Debug)]
pub(crate) struct ReadText<'a> {
    parts: Vec<ReadPart<'a>>,
}

#[derive(Debug)]
struct ReadPart<'a> {
    text: &'a str,
    words: Vec<FoldedWord>,
}

impl<'a> ReadText<'a> {
    pub(crate) fn new(parts: &[&'a str]) -> Self {
        let read = |text: &&'a str| ReadPart {
            text,
            words: folded_words(text),
        };
        Self {
            parts: parts.iter().map(read).collect(),
        }
    }

    pub(crate) fn holds_phrase(&self, phrase: &ExactPhrase) -> bool {
        let mut parts = self.parts.iter();
        parts.any(|part| phrase.find_in(part.text, &part.words).next().is_some())
    }

    fn holds_stem(&self, wanted: &str) -> bool {
        let mut parts = self.parts.iter();
        parts.any(|part| part.words.iter().any(|word| stem(&word.word) == wanted))
    }

    fn phrase_spans(&self, phrase: &ExactPhrase, spans: &mut Vec<TextSpan>) {
        for (part, read) in self.parts.iter().enumerate() {
            for range in phrase.find_in(read.text, &read.words) {
                let (start, end) = (range.start, range.end);
                spans.push(TextSpan { part, start, end });
            }
        }
    }

    /// The words with one of the stems; neighbours are one span, so that "late payments" is marked
    /// as a whole.
    fn stem_spans(&self, stems: &[&str], spans: &mut Vec<TextSpan>) {
        for (part, read) in self.parts.iter().enumerate() {
            let is_wanted = |word: &FoldedWord| stems.contains(&Cow::as_ref(&stem(&word.word)));
            let runs = read
                .words
                .chunk_by(|left, right| is_wanted(left) && is_wanted(right));
            for run in runs.filter(|run| is_wanted(&run[0])) {
                let (start, end) = (run[0].range.start, run[run.len() - 1].range.end);
                spans.push(TextSpan { part, start, end });
            }
        }
    }
}

impl QueryTerms {
    /// Where the terms are, in order and without overlaps, if the text matches.
    pub(crate) fn find_in(
        &self,
        text: &ReadText<'_>,
        community: Option<&str>,
    ) -> Option<Vec<TextSpan>> {
        let stems: Vec<&str> = self.stems.split_ascii_whitespace().collect();
        let is_match = stems.iter().all(|stem| text.holds_stem(stem))
            && self.phrases.iter().all(|phrase| text.holds_phrase(phrase))
            && !self.rules_out(text, community);
        if !is_match {
            return None;
        }
        let mut spans = Vec::new();
        for phrase in &self.phrases {
            text.phrase_spans(phrase, &mut spans);
        }
        text.stem_spans(&stems, &mut spans);
        Some(joined(spans))
    }

    /// Whether there is anything by which a text is ruled out.
    pub(crate) fn has_rules(&self) -> bool {
        !(self.excluded_stems.is_empty()
            && self.excluded_phrases.is_empty()
            && self.communities.is_empty()
            && self.excluded_communities.is_empty())
    }

    /// Whether a text holds what is excluded, or is in the wrong community.
    pub(crate) fn rules_out(&self, text: &ReadText<'_>, community: Option<&str>) -> bool {
        let mut stems = self.excluded_stems.split_ascii_whitespace();
        let mut phrases = self.excluded_phrases.iter();
        !self.allows_community(community)
            || stems.any(|stem| text.holds_stem(stem))
            || phrases.any(|phrase| text.holds_phrase(phrase))
    }

    fn allows_community(&self, community: Option<&str>) -> bool {
        let hash = community.map(community_hash);
        let is_in = |hashes: &[u64]| hash.is_some_and(|hash| hashes.contains(&hash));
        (self.communities.is_empty() || is_in(&self.communities))
            && !is_in(&self.excluded_communities)
    }
}

/// Sorted, and overlapping ones made one.
fn joined(mut spans: Vec<TextSpan>) -> Vec<TextSpan> {
    spans.sort_unstable();
    let mut joined: Vec<TextSpan> = Vec::with_capacity(spans.len());
    for span in spans {
        match joined.last_mut() {
            Some(last) if last.part == span.part && span.start < last.end => {
                last.end = last.end.max(span.end);
            }
            _ => joined.push(span),
        }
    }
    joined
}
