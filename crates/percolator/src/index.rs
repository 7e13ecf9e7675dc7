//! All terms of all customers, in flat tables that are never changed.
//!
//! A *term* is something that is found in a text: an exact phrase, or a group of stems. Equal terms
//! of many customers are one term with a list of them. A query is filed under its rarest term;
//! its other terms, its exclusions and its communities are a *condition*, looked at when the list
//! is read.

mod assembly;
mod builder;
mod filed_groups;
mod filed_phrases;
mod hash_numbers;
mod hash_slots;
mod layout;
mod phrase_slots;
mod snapshot;
mod stored_queries;
mod term_list;
mod term_numbers;

pub(crate) use builder::IndexBuilder;
pub(crate) use filed_groups::{FiledGroup, STEM_MARKS, stem_mark};
pub(crate) use hash_slots::FilterWord;
pub(crate) use layout::{Index, IndexView, SingleWord};
pub(crate) use phrase_slots::{PhraseLength, PhraseSlot, pair_hash, triple_hash};
pub use snapshot::SnapshotError;
pub(crate) use term_list::{ListedQuery, TermList};

/// Word id 0: in no term. It breaks phrases, and stands between the parts of a text.
pub(crate) const NO_WORD: u32 = 0;
/// Of a term that does not exist.
pub(crate) const NO_TERM: u32 = u32::MAX;

/// What the table of words says beside an id.
pub(crate) mod word_flags {
    /// The word is an exact phrase by itself, under which queries are filed.
    pub(crate) const IS_PHRASE: u32 = 1;
    /// Its stem is in groups.
    pub(crate) const HAS_STEM: u32 = 2;
    /// The table never says so: a batch says that of a word that is in no phrase, and the id and the
    /// other flags are those of its stem.
    pub(crate) const IS_ONLY_STEM: u32 = 4;
    /// Bits before the id.
    pub(crate) const BITS: u32 = 3;
}

/// What the table of stems says beside an id.
pub(crate) mod stem_flags {
    /// The stem is a group by itself, under which queries are filed.
    pub(crate) const IS_GROUP: u32 = 1;
    /// Groups are filed under it.
    pub(crate) const IS_ANCHOR: u32 = 2;
    /// Bits before the id.
    pub(crate) const BITS: u32 = 2;
}
