//! Mentions of a user's company on Reddit: found, read, listed, and deleted again.
//!
//! **Owns** the tables `brand_mentions` and `mention_filters`. **Promises** that a user
//! has each post or comment once, however often it is found; that an everyday word counts only where
//! the company is meant (`finds::brand_names`); that one search runs at a time for a user and a second call
//! joins it; that what could not be decided stays undecided; and that what is deleted on Reddit is
//! deleted here within a day. **Calls** `finds` for what it shares with `discovery`, `listening` for
//! posts, comments and filters, `onboarding` and `keywords` for what the company is about, `discovery`
//! for threads worth reading, and `billing` for the subscription. The product's events tell every
//! crate that something is deleted.
//!
//! ```text
//!  brand terms ─► mention_sources (search, threads, newest comments) ─► brand_names ─► mention_reader
//!              ─► mention_writer ─► list, stats, CSV, live
//! ```

pub mod api;
mod api_types;
mod heard_texts;
mod list_filters;
mod llm_reading;
mod mention;
mod mention_filter;
mod mention_reader;
mod mention_sources;
mod mention_writer;
mod progress_stages;
mod rejudge;
mod search_job;
mod search_start;
mod stats;
mod store;
mod sweep;

use chrono::{DateTime, Utc};
use serde_json::Value;
use uuid::Uuid;

use discovery::KeywordSearch;
use listening::{Gap, Scanned, Thing};
use platform::clock::Clock;
use platform::db::{Db, DbResult, FromRow, Tx};
use platform::jobs::Enqueued;
use platform::live::{self, RowWrite};
use store::{BRAND_MENTIONS, FilterableMention};

pub use heard_texts::ReadHeardTexts;
pub use list_filters::MentionFilters;
pub use rejudge::RejudgeMentions;
pub use search_job::{MentionTools, SearchMentions};
pub use search_start::MentionsNotReady;
pub use store::DELETE_UNSEEN;
pub use sweep::SweepMentions;

/// The listener heard a user's brand terms in these texts. A job reads them.
pub async fn hear_texts(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    texts: Vec<Thing>,
) -> DbResult<()> {
    heard_texts::hear_texts(tx, clock, user_id, texts).await
}

/// Whether there is anything to search for on a user's behalf; for scans.
pub async fn is_ready(
    db: &Db,
    clock: &Clock,
    user_id: Uuid,
) -> anyhow::Result<Result<(), MentionsNotReady>> {
    search_start::is_ready(db, clock, user_id).await
}

/// Begins a search in the caller's transaction, or joins the running one. `only` names the gaps that
/// an earlier one left; none: everything is searched.
pub async fn begin_scan(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    only: Option<Vec<Gap>>,
) -> DbResult<Enqueued> {
    search_start::begin_scan(tx, clock, user_id, only).await
}

/// How a user's search ended; none while it runs.
pub async fn scan_ended(
    db: &Db,
    clock: &Clock,
    user_and_job: (Uuid, Uuid),
) -> anyhow::Result<Option<Scanned>> {
    finds::scan_ended::<SearchMentions>(db, clock, user_and_job).await
}

/// After an update that judges mentions differently, everybody's are judged again.
pub async fn rejudge_older_readings(db: &Db, clock: &Clock) -> DbResult<()> {
    rejudge::plan(db, clock).await
}

/// A mention as it is answered.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct FoundMention {
    /// Its full name on Reddit, such as `t1_1abcde`.
    pub reddit_id: String,
    /// The full name of the post in whose thread it is.
    pub post_id: String,
    pub post_title: String,
    pub post_content: Option<String>,
    pub subreddit: String,
    pub author: String,
}

/// One of a user's mentions; none if there is no such mention.
pub async fn mention_of(db: &Db, user_id: Uuid, id: Uuid) -> DbResult<Option<FoundMention>> {
    store::mention_of(db, user_id, id).await
}

/// A mention that its owner has answered.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct AnsweredMention {
    pub id: Uuid,
    /// `answered` or `won`.
    pub state: String,
    pub state_at: DateTime<Utc>,
    pub post_title: String,
    pub subreddit: String,
    pub author: String,
    /// The full name of the post in whose thread it is.
    pub post_id: String,
}

/// The mentions that a user answered last, newest first; at most 500.
pub async fn answered_mentions(db: &Db, user_id: Uuid) -> DbResult<Vec<AnsweredMention>> {
    const MOST: i64 = 500;
    store::answered_mentions(db, user_id, MOST).await
}

/// A mention that is new to a user, for the digest mail.
#[derive(Clone, Debug, PartialEq, FromRow)]
pub struct NewMention {
    pub id: Uuid,
    /// Its full name on Reddit, such as `t1_1abcde`.
    pub reddit_id: String,
    /// The full name of the post in whose thread it is.
    pub post_id: String,
    pub post_title: String,
    pub subreddit: String,
    /// When it was written on Reddit.
    pub created_at: DateTime<Utc>,
    pub post_score: i64,
    pub comment_count: i64,
    pub is_read: bool,
    pub ai_summary: Option<String>,
    /// `ai` if a model wrote the summary, `quote` if it is a sentence of the author.
    pub summary_kind: Option<String>,
    /// positive, negative, neutral or undecided.
    pub leaning: String,
    pub found_at: DateTime<Utc>,
}

/// The mentions found for a user after `since` that are open or saved and not hidden, newest first;
/// at most 1,000.
pub async fn new_since(
    db: &Db,
    user_id: Uuid,
    since: DateTime<Utc>,
) -> anyhow::Result<Vec<NewMention>> {
    const MOST: i64 = 1_000;
    finds::refresh_filters::<FilterableMention>(db, user_id).await?;
    Ok(store::new_since(db, user_id, since, MOST).await?)
}

/// How many mentions are stored for a user, in whatever state.
pub async fn count_of(db: &Db, user_id: Uuid) -> DbResult<i64> {
    store::count_of(db, user_id).await
}

/// When the newest mention was found for anybody.
pub async fn newest_found(db: &Db) -> DbResult<Option<DateTime<Utc>>> {
    store::newest_found(db).await
}

/// Keeps the numbers of mentions in few rows, however often they change.
pub async fn add_up_counts(db: &Db) -> DbResult<()> {
    store::add_up(db).await
}

/// How many mentions of a user are in which state; hidden ones are not counted.
pub async fn state_counts(db: &Db, user_id: Uuid) -> anyhow::Result<finds::StateCounts> {
    finds::refresh_filters::<FilterableMention>(db, user_id).await?;
    let unfiltered = MentionFilters::default().parse(user_id, None);
    let (query, _) = unfiltered.expect("no filter is a filter that can be read");
    Ok(store::count(db, &query).await?.states)
}

/// Locks one of a user's mentions until the transaction ends; false if it is deleted or has left
/// the usual list. What
/// the caller writes about it is committed before the mention can be deleted, and is deleted with it.
pub async fn hold_shown(tx: &mut Tx, user_id: Uuid, id: Uuid) -> DbResult<bool> {
    store::hold_shown(tx, user_id, id).await
}

/// How many of the mentions that a user sees contain a keyword, by discovery's rules.
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
        let holds = |(title, content, subreddit): &&(String, Option<String>, String)| {
            search.finds((title, content.as_deref().unwrap_or_default()), subreddit)
        };
        texts.iter().filter(holds).count()
    });
    Ok(looking.await?)
}

async fn tell_of_change(tx: &mut Tx, clock: &Clock, user_id: Uuid, id: Uuid) -> anyhow::Result<()> {
    let written = (id, RowWrite::Changed);
    live::record_written(tx, clock, user_id, &BRAND_MENTIONS, written).await
}

/// Everything stored about a user, by table.
pub async fn export(db: &Db, user_id: Uuid) -> anyhow::Result<[(&'static str, Vec<Value>); 2]> {
    Ok([
        ("brand_mentions", BRAND_MENTIONS.of(db, user_id).await?),
        ("brand_terms", finds::BRAND_TERMS.of(db, user_id).await?),
    ])
}

/// Deletes everything about a user.
pub async fn forget(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    store::forget(tx, user_id).await
}

/// Deletes mentions in a post or comment that was deleted on Reddit; true if there may be more.
pub async fn forget_post(tx: &mut Tx, clock: &Clock, reddit_id: &str) -> DbResult<bool> {
    sweep::forget_gone(tx, clock, reddit_id).await
}

/// Whether anybody has a mention in this text.
pub async fn is_stored(db: &Db, reddit_id: &str) -> DbResult<bool> {
    store::is_stored(db, reddit_id).await
}

/// The ids of what somebody wrote in a place, as far as it is anybody's mention.
pub async fn ids_by(db: &Db, place: &str, author: &str) -> DbResult<Vec<String>> {
    store::ids_by(db, place, author).await
}
