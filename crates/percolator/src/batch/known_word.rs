//! What an index says about a word, in one number.

use crate::index::{IndexView, NO_WORD, stem_flags, word_flags};

/// What the table of words says: an id with its flags. Of a word that is in no phrase, but whose stem is
/// in a group, what the table of stems says. Otherwise nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct KnownWord(u32);

/// Bits of the number.
pub(super) const KNOWN_BITS: u32 = 27;

impl KnownWord {
    /// As the table of words has it.
    pub(super) fn of_word(value: u32) -> Self {
        Self(value)
    }

    /// As the table of stems has it.
    pub(super) fn of_stem(value: u32) -> Self {
        if value == 0 {
            return Self(0);
        }
        let id = value >> stem_flags::BITS;
        let flags = value & ((1 << stem_flags::BITS) - 1);
        Self(id << word_flags::BITS | word_flags::IS_ONLY_STEM | flags)
    }

    pub(super) fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    pub(super) fn bits(self) -> u32 {
        self.0
    }

    /// The id of the word; none of one that only has a stem.
    #[inline]
    pub(super) fn id(self) -> u32 {
        if self.is_only_stem() {
            NO_WORD
        } else {
            self.0 >> word_flags::BITS
        }
    }

    /// Whether it is an exact phrase by itself, under which queries are filed.
    #[inline]
    pub(super) fn is_phrase(self) -> bool {
        self.0 & (word_flags::IS_PHRASE | word_flags::IS_ONLY_STEM) == word_flags::IS_PHRASE
    }

    /// Whether its stem is in groups.
    #[inline]
    pub(super) fn has_stem(self) -> bool {
        self.0 & (word_flags::HAS_STEM | word_flags::IS_ONLY_STEM) != 0
    }

    /// Its stem with flags, as the table of stems has it, if it has one.
    #[inline]
    pub(super) fn stem(self, index: &IndexView<'_>) -> u32 {
        // Which of both cannot be predicted, so both are made.
        let id = self.0 >> word_flags::BITS;
        let flags = self.0 & ((1 << stem_flags::BITS) - 1);
        let of_word = index.word_stems[self.id() as usize];
        if self.is_only_stem() {
            id << stem_flags::BITS | flags
        } else {
            of_word
        }
    }

    #[inline]
    fn is_only_stem(self) -> bool {
        self.0 & word_flags::IS_ONLY_STEM != 0
    }
}
