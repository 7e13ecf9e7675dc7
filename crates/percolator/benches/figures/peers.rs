//! Engines that find many strings at once, made to find whole words: texts and phrases are folded
//! and have a space around every word.

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use daachorse::{CharwiseDoubleArrayAhoCorasick, DoubleArrayAhoCorasick};
use percolator::fold_text;

pub(crate) trait PhraseEngine {
    /// The numbers of the phrases that occur, as often as they do.
    fn find(&self, spaced: &[u8], found: &mut Vec<u32>);
    fn bytes(&self) -> usize;
}

pub(crate) struct Daachorse(DoubleArrayAhoCorasick<u32>);
/// The same by characters instead of bytes.
pub(crate) struct CharwiseDaachorse(CharwiseDoubleArrayAhoCorasick<u32>);
pub(crate) struct ContiguousNfa(AhoCorasick);

impl Daachorse {
    pub(crate) fn build(patterns: &[String]) -> Self {
        Self(DoubleArrayAhoCorasick::new(patterns).expect("patterns that can be built"))
    }
}

impl CharwiseDaachorse {
    pub(crate) fn build(patterns: &[String]) -> Self {
        Self(CharwiseDoubleArrayAhoCorasick::new(patterns).expect("patterns that can be built"))
    }
}

impl ContiguousNfa {
    pub(crate) fn build(patterns: &[String]) -> Self {
        let built = AhoCorasick::builder()
            .kind(Some(AhoCorasickKind::ContiguousNFA))
            .match_kind(MatchKind::Standard)
            .build(patterns);
        Self(built.expect("patterns that can be built"))
    }
}

impl PhraseEngine for Daachorse {
    fn find(&self, spaced: &[u8], found: &mut Vec<u32>) {
        let matches = self.0.find_overlapping_iter(spaced);
        found.extend(matches.map(|one| one.value()));
    }

    fn bytes(&self) -> usize {
        self.0.heap_bytes()
    }
}

impl PhraseEngine for CharwiseDaachorse {
    fn find(&self, spaced: &[u8], found: &mut Vec<u32>) {
        let spaced = std::str::from_utf8(spaced).expect("folded texts are texts");
        let matches = self.0.find_overlapping_iter(spaced);
        found.extend(matches.map(|one| one.value()));
    }

    fn bytes(&self) -> usize {
        self.0.heap_bytes()
    }
}

impl PhraseEngine for ContiguousNfa {
    fn find(&self, spaced: &[u8], found: &mut Vec<u32>) {
        let matches = self.0.find_overlapping_iter(spaced);
        found.extend(matches.map(|one| one.pattern().as_u32()));
    }

    fn bytes(&self) -> usize {
        self.0.memory_usage()
    }
}

/// " late payment " of "Late payment": the quickest way that was found.
pub(crate) fn spaced(text: &str, into: &mut Vec<u8>) {
    into.clear();
    if !text.is_ascii() {
        into.push(b' ');
        into.extend_from_slice(fold_text(text).as_bytes());
        into.push(b' ');
        return;
    }
    // Every byte is written, and written over unless it counts: which bytes are spaces cannot be
    // predicted.
    into.resize(text.len() + 2, b' ');
    let mut end = 1;
    let mut is_behind_word = false;
    for byte in text.bytes() {
        let folded = FOLDED[usize::from(byte)];
        into[end] = folded;
        let is_word = folded != b' ';
        end += usize::from(is_word | is_behind_word);
        is_behind_word = is_word;
    }
    into[end] = b' ';
    into.truncate(end + usize::from(is_behind_word));
}

/// Letters in lower case, digits, and a space for everything else.
const FOLDED: [u8; 256] = {
    let mut folded = [b' '; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        if byte.is_ascii_alphanumeric() {
            folded[byte as usize] = byte.to_ascii_lowercase();
        }
        byte += 1;
    }
    folded
};
