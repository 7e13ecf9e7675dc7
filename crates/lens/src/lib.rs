//! Text in, judgement out. Pure: no IO, no async, no clock, no network, and nothing here can fail.
//!
//! It serves the product without any language model, and it is the first stage if there is one.
//! Nine judgements, each a file with its public function first and a table of written cases in
//! `tests/cases`:
//!
//! 1. [`text`]: language, words, sentences.
//! 2. [`website`]: what a site says about the company behind it; [`industry`] by its vectors.
//! 3. [`keywords`]: the words its customers would type.
//! 4. [`closeness`] of a post to a company, on [`embedding`] and [`bm25`].
//! 5. [`intent`] of a post, and [`noise`]; of its [`author`], once it was read: intent and side.
//! 6. [`sentiment`] of a text, and toward a [`brand`] in it.
//! 7. [`summary`]: a line, a reason, what the comments say; of a [`mention`] all at once.
//! 8. [`relevance`], on the vectors of the [`reader`]: a score with its parts.
//! 9. [`search_plan`]: what to search for, from what is known of a company.
//!
//! The weights in `models/` are made by `cargo xtask train`; `NOTICE` says from what.

pub mod author;
pub mod bm25;
pub mod brand;
pub mod closeness;
mod cues;
pub mod embedding;
pub mod industry;
pub mod intent;
pub mod keywords;
pub mod memo;
pub mod mention;
pub mod noise;
pub mod reader;
pub mod relevance;
pub mod search_plan;
pub mod sentiment;
pub mod stable_hash;
mod string_table;
pub mod summary;
mod taxonomy;
pub mod text;
pub mod website;
