//! Texts in, and which keywords of all customers they match.
//!
//! Each new post or comment is read once and matched against all customers' keywords at once. What
//! a text costs hardly depends on the number of customers.
//!
//! # What it owns
//!
//! - What a word is: one normaliser for texts and keywords ([`WordScanner`]).
//! - The language of keywords ([`KeywordQuery`]): plain words in any order and inflection,
//!   `"exact phrases"`, `-exclusions`, `sub:` and `-sub:`. Brands are exact phrases.
//! - The index of all subscriptions ([`Percolator`]) and its snapshot file.
//!
//! # What it promises
//!
//! - [`Percolator::match_batch`] finds exactly what [`KeywordQuery::matches`] finds one by one.
//! - A change of a customer is live when [`Percolator::replace_customer`] returns. The owner calls
//!   [`Percolator::merge`] in the background when [`Percolator::delta_len`] is in the thousands.
//! - A snapshot opens in a moment; one of another version, or one that was cut, is refused. Damage
//!   inside its tables is found by [`Percolator::is_intact`], which reads them all, and is never
//!   written into another snapshot. The index can always be built again from the subscriptions,
//!   which the database keeps.
//! - Any text is read: no input makes it fail, as long as the texts of a batch together hold less
//!   than 4 GiB.
//!
//! # How it works
//!
//! Words become ids by one look-up each. A phrase is filed under the two or three neighbours that
//! hold its rarest words, a group of words under its rarest stem; a text asks for its neighbours and
//! stems only. Equal terms of many customers are one term with a list of them. Look-ups are independent
//! of each other, so that their waits for memory overlap, which those of an automaton cannot.
//!
//! It calls `lens` for stems and small words. No IO but the snapshot, no async, no clock.

mod batch;
mod exact_phrase;
mod index;
mod keyword_query;
mod mapped_file;
mod percolator;
mod table_memory;
mod words;

pub use index::SnapshotError;
pub use keyword_query::{KeywordQuery, TextSpan, UselessKeyword};
pub use percolator::{KeywordSubscription, Percolator, PercolatorMatch, PercolatorText};
pub use words::{WordScanner, fold_text};
