//! One stream for all customers: every new post is read once and matched against everybody's keywords
//! and brand terms.
//!
//! **Owns** the tables `stream_walks` and `stream_gaps`. **Promises** that every public post is read,
//! once, in the order of its number or later; that what was read and what matched are one commit, so a
//! crash loses nothing and repeats nothing; that one process listens at a time and another takes over
//! when it dies; that a keyword is listened for from the moment it is saved; and that scans and people
//! keep their part of Reddit's budget. **Calls** `listening` for posts, `percolator` for matching,
//! `lens` for a glance at what matched, `keywords`, `finds`, `onboarding`, `searches` and `billing` for
//! the terms, and hands what matched to `discovery` and `mentions`.
//!
//! ```text
//!  listing, numbers ─► number_walk ─► term_index (percolator, glance) ─┬─► discovery: reader's queue ─► leads
//!                                                                      └─► mentions
//! ```

pub mod api;
mod bluesky_walk;
mod comment_walk;
mod customer_terms;
mod hacker_news_walk;
mod heard_texts;
mod leadership;
mod listener;
mod number_walk;
mod recently_heard;
mod store;
mod term_index;

use chrono::TimeDelta;
use listening::SourceName;
use platform::clock::Clock;
use platform::db::{Db, DbResult};

use store::WalkKind;

pub use listener::{PassReport, StreamListener};

/// By how much reading is behind writing; none while nobody listens there.
pub async fn behind(db: &Db, clock: &Clock, source: SourceName) -> DbResult<Option<TimeDelta>> {
    let kind = match source {
        SourceName::Reddit => WalkKind::RedditPosts,
        SourceName::HackerNews => WalkKind::HackerNews,
        SourceName::Bluesky => WalkKind::Bluesky,
    };
    let Some(walk) = store::walk(db, kind).await? else {
        return Ok(None);
    };
    let unheard = store::unheard_since(db, kind).await?;
    let since = unheard.map_or(walk.heard_until, |since| since.min(walk.heard_until));
    Ok(Some((clock.now() - since).max(TimeDelta::zero())))
}
