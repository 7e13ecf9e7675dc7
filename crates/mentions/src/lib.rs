//! Where people speak of a company: found, read, listed, and forgotten again.
//!
//! **Owns** the tables `brand_terms`, `brand_mentions` and `mention_filters`. **Promises** that a
//! person has each place once, post or comment, however often it is found; that an everyday word
//! counts only where the company is meant (`naming`); that one search runs at a time for a person
//! and a second call joins it; that what could not be decided stays undecided; and that what is gone
//! from Reddit is gone from here within a day. **Calls** `listening` for posts, comments and filters,
//! `onboarding` and `keywords` for what the company is about, `discovery` for the threads that are
//! gathered anyway, `billing` for the subscription (`allowance.rs`), and `lifecycle`, which tells
//! every room that something is gone.
//!
//! ```text
//!  brand terms ─► gather (search, threads, newest comments) ─► naming ─► reading ─► keep ─► list, stats, CSV, live
//! ```

pub mod api;
mod brand;
mod filtering;
mod gather;
mod keeping;
mod listing;
mod mention;
mod model;
pub mod naming;
mod opening;
mod progress;
mod reading;
mod search;
mod search_start;
mod stats;
mod store;
mod sweep;
mod terms;
mod wire;

use chrono::{DateTime, Utc};
use serde_json::Value;
use uuid::Uuid;

use discovery::KeywordSearch;
use listening::Scanned;
use platform::clock::Clock;
use platform::db::{Db, DbResult, FromRow, Tx};
use platform::jobs::Enqueued;
use platform::live::{self, RowWrite};
use store::{BRAND_MENTIONS, FilterableMention};

pub use listing::MentionFilters;
pub use search::{MentionTools, SearchMentions};
pub use search_start::MentionsNotReady;
pub use sweep::SweepMentions;
pub use terms::BrandTerm;

/// Whether there is anything to search for on a person's behalf, for those who scan.
pub async fn is_ready(
    db: &Db,
    clock: &Clock,
    user_id: Uuid,
) -> anyhow::Result<Result<(), MentionsNotReady>> {
    search_start::is_ready(db, clock, user_id).await
}

/// Begins a search in the caller's transaction, or joins the one that runs.
pub async fn begin_scan(tx: &mut Tx, clock: &Clock, user_id: Uuid) -> DbResult<Enqueued> {
    search_start::begin_scan(tx, clock, user_id).await
}

/// How that search of a person's ended; none while it runs.
pub async fn scan_ended(
    db: &Db,
    clock: &Clock,
    user_and_job: (Uuid, Uuid),
) -> anyhow::Result<Option<Scanned>> {
    finds::scan_ended::<SearchMentions>(db, clock, user_and_job).await
}

/// A mention that is new to a person, for a letter about it.
#[derive(Clone, Debug, PartialEq, FromRow)]
pub struct NewMention {
    pub id: Uuid,
    /// Its whole name, such as `t1_1abcde`.
    pub reddit_id: String,
    /// Of the post in whose thread it stands.
    pub post_id: String,
    pub post_title: String,
    pub subreddit: String,
    pub post_url: String,
    pub post_score: i64,
    pub comment_count: i64,
    pub is_read: bool,
    pub ai_summary: Option<String>,
    /// positive, negative, neutral or undecided.
    pub leaning: String,
    pub intent: String,
    pub reddit_created_at: DateTime<Utc>,
    pub found_at: DateTime<Utc>,
}

/// What was found for a person after that moment and is neither rejected nor hidden, newest first;
/// as many as anybody reads at once.
pub async fn new_since(
    db: &Db,
    user_id: Uuid,
    since: DateTime<Utc>,
) -> anyhow::Result<Vec<NewMention>> {
    const MOST: i64 = 1_000;
    finds::refresh_filters::<FilterableMention>(db, user_id).await?;
    Ok(store::new_since(db, user_id, since, MOST).await?)
}

/// Holds one of a person's mentions until the transaction ends; false if it is gone or rejected.
/// Whoever writes about it is in time, or the mention's end comes after and finds what was written.
pub async fn hold_shown(tx: &mut Tx, user_id: Uuid, id: Uuid) -> DbResult<bool> {
    store::hold_shown(tx, user_id, id).await
}

/// In how many of the mentions that are shown to a person a keyword stands, by discovery's rule.
pub async fn count_holding(
    db: &Db,
    user_id: Uuid,
    search: &KeywordSearch,
) -> anyhow::Result<usize> {
    const MOST: i64 = 2_000;
    finds::refresh_filters::<FilterableMention>(db, user_id).await?;
    let texts = store::texts(db, user_id, MOST).await?;
    let search = search.clone();
    let looking = tokio::task::spawn_blocking(move || {
        let holds = |(title, content): &&(String, Option<String>)| {
            search.finds(title, content.as_deref().unwrap_or_default())
        };
        texts.iter().filter(holds).count()
    });
    Ok(looking.await?)
}

async fn tell_of_change(tx: &mut Tx, clock: &Clock, user_id: Uuid, id: Uuid) -> anyhow::Result<()> {
    let written = (id, RowWrite::Changed);
    live::record_written(tx, clock, user_id, &BRAND_MENTIONS, written).await
}

/// Everything the room holds about a person, by table.
pub async fn export(db: &Db, user_id: Uuid) -> anyhow::Result<[(&'static str, Vec<Value>); 2]> {
    Ok([
        ("brand_mentions", BRAND_MENTIONS.of(db, user_id).await?),
        ("brand_terms", store::BRAND_TERMS.of(db, user_id).await?),
    ])
}

/// Forgets a person.
pub async fn forget(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    store::forget(tx, user_id).await
}

/// Forgets what was said in posts and comments that are gone from Reddit, whoever's mentions they
/// were; `lifecycle` calls every room.
pub async fn forget_posts(tx: &mut Tx, clock: &Clock, reddit_ids: &[String]) -> DbResult<()> {
    sweep::forget_gone(tx, clock, reddit_ids).await
}
