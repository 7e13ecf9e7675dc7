//! The posts that are worth an answer: found, judged, kept, shown, and forgotten again.
//!
//! **Owns** the tables `reddit_posts`, `waiting_posts` and `post_filters`. **Promises** that a person
//! has each post once, however often it is found and wherever a process dies; that one discovery
//! runs at a time for a person and a second call joins it; that a source that fails does not take
//! the others with it and is named in the answer; that nothing found above the month's allowance is
//! lost; that what somebody rejects lowers what resembles it, for them alone; and that what is gone
//! from Reddit is gone from here within a day. **Calls** `listening` for posts, ranks and filters,
//! `onboarding` and `keywords` for the company, `billing` for the allowance (`allowance.rs`), and
//! `lifecycle`, which tells every room that a post is gone.
//!
//! ```text
//!  keywords ─► gather (Reddit, Google) ─► match ─► judge ─► keep ─┬─► reddit_posts ─► list, CSV, live
//!                                                                 └─► waiting_posts (next month)
//! ```

mod allowance;
pub mod api;
mod discover;
mod filtering;
mod gather;
mod judging;
mod keeping;
mod lead;
mod listing;
mod matching;
mod model;
mod preview;
mod progress;
mod releasing;
mod search_start;
mod store;
mod sweep;
mod wire;

use chrono::{DateTime, Utc};
use serde_json::Value;
use uuid::Uuid;

use listening::{Scanned, Unheard};
use platform::app::App;
use platform::clock::Clock;
use platform::db::{Db, DbResult, FromRow, Tx};
use platform::events::ProductEvents;
use platform::jobs::Enqueued;
use store::{FilterablePost, REDDIT_POSTS};

pub use discover::{Discover, DiscoveryEnd, DiscoveryTools};
pub use lead::ScorePart;
pub use listing::PostFilters;
pub use matching::{Field, MatchedWord};
pub use preview::{Example, KeywordSearch, Preview, preview};
pub use releasing::ReleaseWaiting;
pub use search_start::DiscoveryNotReady;
pub use sweep::SweepPosts;

/// Begins a discovery that nobody waits for, or joins the one that runs; none without a
/// subscription that lives.
pub async fn scan(app: &App, user_id: Uuid) -> anyhow::Result<Option<Enqueued>> {
    search_start::scan(app, user_id).await
}

/// Whether there is anything to discover for a person, for those who scan.
pub async fn is_ready(
    db: &Db,
    clock: &Clock,
    user_id: Uuid,
) -> anyhow::Result<Result<(), DiscoveryNotReady>> {
    search_start::is_ready(db, clock, user_id).await
}

/// Begins a discovery in the caller's transaction, or joins the one that runs.
pub async fn begin_scan(tx: &mut Tx, clock: &Clock, user_id: Uuid) -> DbResult<Enqueued> {
    search_start::begin_scan(tx, clock, user_id).await
}

/// How that discovery of a person's ended; none while it runs.
pub async fn scan_ended(
    db: &Db,
    clock: &Clock,
    user_and_job: (Uuid, Uuid),
) -> anyhow::Result<Option<Scanned>> {
    finds::scan_ended::<Discover>(db, clock, user_and_job).await
}

/// Discovers posts for a person as the page does, and waits for the end; what could not be heard.
pub async fn discover(app: &App, user_id: Uuid) -> anyhow::Result<Vec<Unheard>> {
    let found = search_start::discover(app, user_id, store::Order::Relevance, None).await?;
    Ok(found.failures)
}

/// A person's best posts, as the list shows them, as many as it shows at once at most.
pub async fn best_posts(app: &App, user_id: Uuid) -> anyhow::Result<Vec<Value>> {
    listing::best(&app.db, user_id).await
}

/// A post as its author wrote it, for those who answer it.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct FoundPost {
    pub title: String,
    pub content: Option<String>,
    pub subreddit: String,
    pub author: String,
}

/// One of a person's posts; none if they have no such post.
pub async fn post_of(db: &Db, user_id: Uuid, id: Uuid) -> DbResult<Option<FoundPost>> {
    store::post_of(db, user_id, id).await
}

/// A post that is new to a person, for a letter about it.
#[derive(Clone, Debug, PartialEq, FromRow)]
pub struct NewPost {
    pub id: Uuid,
    /// Its whole name, such as `t3_1abcde`.
    pub reddit_id: String,
    pub title: String,
    pub subreddit: String,
    pub permalink: String,
    pub score: i64,
    pub comments: i64,
    pub relevance_score: i64,
    pub relevance_reason: String,
    pub google_ranking: Option<i64>,
    pub created_at: DateTime<Utc>,
    pub found_at: DateTime<Utc>,
}

/// What was saved for a person after that moment and is neither rejected nor excluded, best first;
/// as many as anybody reads at once.
pub async fn new_since(
    db: &Db,
    user_id: Uuid,
    since: DateTime<Utc>,
) -> anyhow::Result<Vec<NewPost>> {
    const MOST: i64 = 1_000;
    finds::refresh_filters::<FilterablePost>(db, user_id).await?;
    Ok(store::new_since(db, user_id, since, MOST).await?)
}

/// Holds one of a person's posts until the transaction ends; false if it is gone or rejected. Whoever
/// writes about it is in time, or the post's end comes after and finds what was written.
pub async fn hold_shown(tx: &mut Tx, user_id: Uuid, id: Uuid) -> DbResult<bool> {
    store::hold_shown(tx, user_id, id).await
}

/// Another plan holds for a person: what waits for them is saved as far as it has room. A job does
/// it, and there is none where nothing waits.
pub async fn plan_changed(tx: &mut Tx, clock: &Clock, user_id: Uuid) -> DbResult<()> {
    releasing::when_something_waits(tx, clock, user_id).await
}

/// Everything the room holds about a person, by table.
pub async fn export(db: &Db, user_id: Uuid) -> anyhow::Result<[(&'static str, Vec<Value>); 2]> {
    Ok([
        ("reddit_posts", REDDIT_POSTS.of(db, user_id).await?),
        ("waiting_posts", store::WAITING_POSTS.of(db, user_id).await?),
    ])
}

/// Forgets a person.
pub async fn forget(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    store::forget(tx, user_id).await
}

/// Forgets posts that are gone from Reddit, whoever's they were; `lifecycle` calls every room.
pub async fn forget_posts(
    tx: &mut Tx,
    (clock, events): (&Clock, &dyn ProductEvents),
    reddit_ids: &[String],
) -> anyhow::Result<()> {
    sweep::forget_gone(tx, (clock, events), reddit_ids).await
}
