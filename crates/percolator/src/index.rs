//! All terms of all customers, in flat tables that are never changed.
//!
//! A *term* is something that is found in a text: an exact phrase, or a group of stems. Equal terms
//! of many customers are one term with a list of them. A query is filed under its rarest term;
//! its other terms, its exclusions and its communities are a *condition*, looked at when the list
//! is read.

mod assembly;
mod builder;
mod hash_slots;
mod layout;
mod phrase_slots;
mod snapshot;
mod stored_queries;

pub(crate) use builder::IndexBuilder;
pub(crate) use hash_slots::may_hold;
pub(crate) use layout::{Index, IndexView, ListedQuery, SingleWord};
pub(crate) use phrase_slots::{PhraseLength, PhraseSlot, pair_hash, triple_hash};
pub use snapshot::SnapshotError;

/// Word id 0: in no term. It breaks phrases, and stands between the parts of a text.
pub(crate) const NO_WORD: u32 = 0;
/// Of a term that does not exist.
pub(crate) const NO_TERM: u32 = u32::MAX;

/// What the table of words says beside an id.
pub(crate) mod word_flags {
    /// The word is an exact phrase by itself, under which queries are filed.
    pub(crate) const IS_PHRASE: u32 = 1;
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
