//! Posts on Reddit that are worth an answer: found, judged, saved, listed, and deleted again.
//!
//! **Owns** the tables `reddit_posts`, `waiting_posts`, `left_out_posts`, `search_suggestions`,
//! `post_vectors`, `pair_readings`, `company_vectors`, `company_previews`, `post_filters`,
//! `post_visits`, `heard_posts` and `heard_matches`. **Promises** that a user has each post once, however often it is found and wherever a process crashes; that one discovery runs at
//! a time for a user and a second call joins it; that a source that fails does not affect the others
//! and is named in the answer; that nothing found beyond the month's allowance is lost; that a
//! rejection leaves similar posts out, for that user alone, and every one can be taken back; and that what is deleted on Reddit
//! is deleted here within a day. **Calls** `finds` for what it shares with `mentions`, `listening` for
//! posts, ranks and filters, `searches` for what is asked and which communities are read, `onboarding`
//! and `keywords` for the company, and `billing` for the
//! allowance (`allowance.rs`). The product's events tell every crate that a post is deleted.
//!
//! ```text
//!  scan_plan ─► candidate_sources (searches, Google, communities) ─► post_vectors ─► relevance_judge
//!              ─► post_reasons ─► post_writer ─┬─► reddit_posts ─► list, CSV, live
//!               └─► waiting_posts (next month)
//!  stream ─► heard_posts ─► reader_queue ─► relevance_judge, as above
//!                            └─► early_leads (while the reader is behind)
//! ```

mod allowance;
pub mod api;
mod api_types;
mod candidate_collector;
mod candidate_judge;
mod candidate_sources;
mod comment_leads;
mod community_choice;
mod company_preview;
mod company_vectors;
mod discovery_job;
mod early_leads;
mod first_look;
mod found_via;
mod hacker_news_search;
mod heard_posts;
mod keyword_matcher;
mod keyword_posts;
pub mod keyword_posts_api;
mod keyword_preview;
pub mod learning_api;
mod left_out;
mod list_filters;
mod llm_opinion;
mod pair_readings;
mod post_filter;
mod post_reasons;
mod post_vectors;
mod post_writer;
mod progress_stages;
mod reader_budget;
mod reader_queue;
pub mod reading_api;
mod rejection_lessons;
mod rejudge;
mod relevance_judge;
mod relevant_post;
mod scan_plan;
mod scan_report;
mod search_start;
mod store;
mod suggestions;
mod sweep;
mod text_hash;
mod thread_comments;
mod typed_search;
mod visits;
mod waiting_release;

use chrono::{DateTime, Utc};
use serde_json::Value;
use uuid::Uuid;

use listening::{Gap, Scanned, Unheard};
use platform::app::App;
use platform::clock::Clock;
use platform::db::{Db, DbResult, FromRow, Json, Tx};
use platform::events::ProductEvents;
use platform::jobs::Enqueued;
use store::{FilterablePost, REDDIT_POSTS};

pub use company_preview::{
    CompanyPreview, PreviewCompany, PreviewLead, PreviewOutcome, PreviewStart, PreviewTools,
    preview_ended, start_preview,
};
pub use discovery_job::{Discover, DiscoveryEnd, DiscoveryTools};
pub use early_leads::PostDrafts;
pub use found_via::FoundVia;
pub use heard_posts::{HeardMatch, HeardPost};
pub use keyword_matcher::{MatchedWord, PostField};
pub use keyword_posts::FindKeywordPosts;
pub use keyword_preview::{
    KeywordPostPreview, KeywordReading, KeywordSearch, PreviewPost, preview,
};
pub use list_filters::PostFilters;
pub use reader_budget::ReaderBudget;
pub use reader_queue::{AlertThreshold, HeardPostTools, JudgeHeardPosts, ReadHeardPosts};
pub use rejudge::RejudgePosts;
pub use relevant_post::ScorePart;
pub use scan_report::SearchReport;
pub use search_start::DiscoveryNotReady;
pub use store::SWEEP_STATEMENTS;
pub use sweep::SweepPosts;
pub use waiting_release::{ReleaseTools, ReleaseWaiting};

/// Counts texts that the reader has read, for `/metrics`: a text that was read before is not read again.
fn count_read(kind: &'static str, texts: usize) {
    metrics::counter!("earshot_texts_read_total", "kind" => kind).increment(texts as u64);
}

/// Remembers posts that the listener heard for the users for whom they may be leads. The reader judges
/// them, the likeliest first.
pub async fn hear_posts(tx: &mut Tx, clock: &Clock, heard: &[HeardPost<'_>]) -> anyhow::Result<()> {
    heard_posts::hear_posts(tx, clock, heard).await
}

/// Begins a discovery that nobody waits for, or joins the running one; none without a live
/// subscription.
pub async fn scan(app: &App, user_id: Uuid) -> anyhow::Result<Option<Enqueued>> {
    search_start::scan(app, user_id).await
}

/// After an update that gives scores another meaning, everybody's posts are judged again.
pub async fn rejudge_older_scales(db: &Db, clock: &Clock) -> DbResult<()> {
    rejudge::plan(db, clock).await
}

/// Whether there is anything to discover for a user; for scans.
pub async fn is_ready(
    db: &Db,
    clock: &Clock,
    user_id: Uuid,
) -> anyhow::Result<Result<(), DiscoveryNotReady>> {
    search_start::is_ready(db, clock, user_id).await
}

/// Begins a discovery in the caller's transaction, or joins the running one. `only` names the gaps
/// that an earlier one left; none: everything is searched.
pub async fn begin_scan(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    only: Option<Vec<Gap>>,
) -> DbResult<Enqueued> {
    search_start::begin_scan(tx, clock, user_id, only).await
}

/// How a user's discovery ended; none while it runs.
pub async fn scan_ended(
    db: &Db,
    clock: &Clock,
    user_and_job: (Uuid, Uuid),
) -> anyhow::Result<Option<Scanned>> {
    finds::scan_ended::<Discover>(db, clock, user_and_job).await
}

/// Discovers posts for a user as the page does and waits for the end; what could not be searched.
pub async fn discover(app: &App, user_id: Uuid) -> anyhow::Result<Vec<Unheard>> {
    let found =
        search_start::discover(app, user_id, store::PostOrder::Relevance, None, false).await?;
    Ok(found.failures)
}

/// A user's best posts, as the list shows them, at most one page.
pub async fn best_posts(app: &App, user_id: Uuid) -> anyhow::Result<Vec<Value>> {
    list_filters::best(&app.db, user_id).await
}

/// A post as its author wrote it, for drafting an answer.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct FoundPost {
    pub title: String,
    pub content: Option<String>,
    pub subreddit: String,
    pub author: String,
    /// Its full name on Reddit, such as `t3_1abcde`.
    pub reddit_id: String,
    pub permalink: String,
    /// `post` or `comment`.
    pub kind: String,
}

/// One of a user's posts; none if there is no such post.
pub async fn post_of(db: &Db, user_id: Uuid, id: Uuid) -> DbResult<Option<FoundPost>> {
    store::post_of(db, user_id, id).await
}

/// A post that its owner has answered.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct AnsweredPost {
    pub id: Uuid,
    pub reddit_id: String,
    /// `answered` or `won`.
    pub state: String,
    pub state_at: DateTime<Utc>,
    pub title: String,
    pub subreddit: String,
    pub author: String,
    pub permalink: String,
}

/// The posts that a user answered last, newest first; at most 500.
pub async fn answered_posts(db: &Db, user_id: Uuid) -> DbResult<Vec<AnsweredPost>> {
    const MOST: i64 = 500;
    store::answered_posts(db, user_id, MOST).await
}

/// A post that is new to a user, for the digest mail.
#[derive(Clone, Debug, PartialEq, FromRow)]
pub struct NewPost {
    pub id: Uuid,
    /// Its full name on Reddit, such as `t3_1abcde`.
    pub reddit_id: String,
    pub title: String,
    pub subreddit: String,
    pub author: String,
    pub permalink: String,
    pub score: i64,
    pub comments: i64,
    pub relevance_score: i64,
    pub relevance_reason: String,
    relevance_parts: Json<Vec<ScorePart>>,
    pub google_ranking: Option<i64>,
    pub created_at: DateTime<Utc>,
    pub found_at: DateTime<Utc>,
    /// Somebody who names the company is no new lead.
    pub names_brand: bool,
}

impl NewPost {
    /// Why it has its score.
    pub fn parts(&self) -> impl Iterator<Item = &ScorePart> {
        self.relevance_parts.0.iter()
    }

    /// The full name of the post itself, or of the one that a comment stands under.
    pub fn thread_id(&self) -> String {
        let of_comment = listening::thread_id_in(&self.permalink);
        of_comment.unwrap_or_else(|| self.reddit_id.clone())
    }
}

/// The posts saved for a user after `since` that are open or saved and not hidden, best first; at most
/// 1,000.
pub async fn new_since(
    db: &Db,
    user_id: Uuid,
    since: DateTime<Utc>,
) -> anyhow::Result<Vec<NewPost>> {
    const MOST: i64 = 1_000;
    finds::refresh_filters::<FilterablePost>(db, user_id).await?;
    Ok(store::new_since(db, user_id, since, MOST).await?)
}

/// How many posts are stored for a user, in whatever state.
pub async fn count_of(db: &Db, user_id: Uuid) -> DbResult<i64> {
    store::count_of(db, user_id).await
}

/// When the newest post was found for anybody.
pub async fn newest_found(db: &Db) -> DbResult<Option<DateTime<Utc>>> {
    store::newest_found(db).await
}

/// Keeps the numbers of posts in few rows, however often they change.
pub async fn add_up_counts(db: &Db) -> DbResult<()> {
    store::add_up(db).await
}

/// How many posts of a user are in which state; hidden ones are not counted.
pub async fn state_counts(db: &Db, user_id: Uuid) -> anyhow::Result<finds::StateCounts> {
    finds::refresh_filters::<FilterablePost>(db, user_id).await?;
    let counts = store::counts(db, &store::PostQuery::all_of(user_id)).await?;
    Ok(counts.states)
}

/// How many of a user's posts were written since a moment, by their score; those that name the company
/// are no leads.
pub async fn match_counts(
    db: &Db,
    user_id: Uuid,
    since: DateTime<Utc>,
) -> DbResult<Vec<(i64, i64)>> {
    store::match_counts(db, user_id, since).await
}

/// Whether anything was ever found for a user.
pub async fn has_posts(db: &Db, user_id: Uuid) -> DbResult<bool> {
    store::has_posts(db, user_id).await
}

/// Searches that would have found posts, as phrases with how many, best first. A single everyday word
/// is no advice.
pub async fn suggested_searches(
    db: &Db,
    user_id: Uuid,
    most: usize,
) -> anyhow::Result<Vec<(String, i64)>> {
    let suggestions = suggestions::untracked(db, user_id).await?.into_iter();
    let is_advice = |it: &store::SearchSuggestion| {
        it.kind == "competitor" || (it.kind != "community" && it.value.contains(' '))
    };
    let phrases = suggestions.filter(is_advice).take(most);
    Ok(phrases.map(|it| (it.value, it.would_have_found)).collect())
}

/// The subreddits and permalinks of a user's posts that are neither rejected nor hidden, best first; at
/// most 1,000. Those that the user answered are among them: what is said under the answer counts.
pub async fn gathered(db: &Db, user_id: Uuid) -> anyhow::Result<Vec<(String, String)>> {
    const MOST: i64 = 1_000;
    finds::refresh_filters::<FilterablePost>(db, user_id).await?;
    Ok(store::gathered(db, user_id, MOST).await?)
}

/// Locks one of a user's posts until the transaction ends; false if it is deleted or has left the usual
/// list. What the
/// caller writes about it is committed before the post can be deleted, and is deleted with it.
pub async fn hold_shown(tx: &mut Tx, user_id: Uuid, id: Uuid) -> DbResult<bool> {
    store::hold_shown(tx, user_id, id).await
}

/// A user has another plan: a job saves waiting posts as far as it has room. No job without waiting
/// posts.
pub async fn plan_changed(tx: &mut Tx, clock: &Clock, user_id: Uuid) -> DbResult<()> {
    waiting_release::when_something_waits(tx, clock, user_id).await
}

/// Everything stored about a user, by table.
pub async fn export(db: &Db, user_id: Uuid) -> anyhow::Result<[(&'static str, Vec<Value>); 6]> {
    Ok([
        ("reddit_posts", REDDIT_POSTS.of(db, user_id).await?),
        ("waiting_posts", store::WAITING_POSTS.of(db, user_id).await?),
        (
            "left_out_posts",
            store::LEFT_OUT_POSTS.of(db, user_id).await?,
        ),
        (
            "search_suggestions",
            store::SEARCH_SUGGESTIONS.of(db, user_id).await?,
        ),
        ("post_visits", store::POST_VISITS.of(db, user_id).await?),
        ("heard_matches", store::HEARD_MATCHES.of(db, user_id).await?),
    ])
}

/// Deletes everything about a user.
pub async fn forget(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    store::forget(tx, user_id).await
}

/// Deletes a post that was deleted on Reddit from some lists; true if others may have it.
pub async fn forget_post(
    tx: &mut Tx,
    (clock, events): (&Clock, &dyn ProductEvents),
    reddit_id: &str,
) -> anyhow::Result<bool> {
    sweep::forget_gone(tx, (clock, events), reddit_id).await
}

/// Whether anybody has a text, or it is being judged for somebody.
pub async fn is_stored(db: &Db, reddit_id: &str) -> DbResult<bool> {
    store::is_stored(db, reddit_id).await
}

/// The ids of what somebody wrote in a place, as far as anybody has it.
pub async fn ids_by(db: &Db, place: &str, author: &str) -> DbResult<Vec<String>> {
    store::ids_by(db, place, author).await
}

/// The communities in which posts were found for most users since a moment, `most` at most.
pub async fn busiest_communities(
    db: &Db,
    since: DateTime<Utc>,
    most: i64,
) -> DbResult<Vec<String>> {
    store::busiest_communities(db, since, most).await
}
