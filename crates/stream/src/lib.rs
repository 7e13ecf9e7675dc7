//! One stream for all customers: every new post is read once and matched against everybody's keywords
//! and brand terms.
//!
//! **Owns** the tables `stream_walks` and `stream_gaps`. **Promises** that every public post is read,
//! once, in the order of its number or later; that what was read and what matched are one commit, so a
//! crash loses nothing and repeats nothing; that one process listens at a time and another takes over
//! when it dies; that a keyword is listened for from the moment it is saved; and that scans and people
//! keep their part of Reddit's budget. **Calls** `listening` for posts, `percolator` for matching,
//! `keywords`, `finds` and `billing` for the terms, and hands what matched to `discovery` and `mentions`.
//!
//! ```text
//!  listing, numbers ─► number_walk ─► term_index (percolator) ─┬─► discovery: heard posts ─► leads
//!                                                              └─► mentions
//! ```

pub mod api;
mod heard_posts;
mod listener;
mod number_walk;
mod store;
mod term_index;

use chrono::TimeDelta;
use platform::clock::Clock;
use platform::db::{Db, DbResult};

pub use listener::{PassReport, StreamListener};

/// By how much reading is behind writing; none while nobody listens.
pub async fn behind(db: &Db, clock: &Clock) -> DbResult<Option<TimeDelta>> {
    let Some(walk) = store::walk(db).await? else {
        return Ok(None);
    };
    let unheard = store::unheard_since(db).await?;
    let since = unheard.map_or(walk.heard_until, |since| since.min(walk.heard_until));
    Ok(Some((clock.now() - since).max(TimeDelta::zero())))
}
