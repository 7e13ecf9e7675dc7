//! Request and response bodies.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;
use uuid::Uuid;

use super::found_via::FoundVia;
use super::keyword_matcher::MatchedWord;
use super::relevant_post::ScorePart;
use super::scan_report::SearchReport;
use finds::{RowState, StateCounts};
use listening::Unheard;

/// A post that is worth an answer.
#[derive(Debug, ToSchema)]
#[expect(
    dead_code,
    clippy::struct_excessive_bools,
    reason = "it only describes the rows, which leave as the database gives them"
)]
pub(super) struct RedditPost {
    id: Uuid,
    title: String,
    #[schema(example = "smallbusiness")]
    subreddit: String,
    author: String,
    /// When it was written on Reddit.
    created_at: DateTime<Utc>,
    score: i64,
    /// How many there are.
    comments: i64,
    /// In Reddit's Markdown; null for a link without a text.
    content: Option<String>,
    permalink: String,
    /// Its best place in a web search for one of the keywords.
    google_ranking: Option<i64>,
    keywords_matched: Vec<String>,
    #[schema(minimum = 0, maximum = 100)]
    relevance_score: i64,
    /// Why, in one line.
    relevance_reason: String,
    /// What makes the score.
    relevance_parts: Vec<ScorePart>,
    /// The words of the keywords, as they stand in the post.
    matched: Vec<MatchedWord>,
    /// buying, comparison, question, complaint or mention.
    intent: String,
    /// The searches that found it, oldest first.
    via: Vec<FoundVia>,
    /// post, or comment: then title, votes, comments and rank are those of its thread.
    kind: String,
    rejected: bool,
    rejected_reason: Option<String>,
    state: RowState,
    /// When the user moved it to this state; null for a post that was always open.
    state_at: Option<DateTime<Utc>>,
    /// The user's own.
    note: Option<String>,
    /// Where the user's answer is.
    answer_url: Option<String>,
    /// When it was saved here.
    found_at: DateTime<Utc>,
    /// Whether it was found since the last visit; stays so until the next one begins.
    is_new: bool,
    /// Whether the user opened it, or it was found before the last visit.
    is_read: bool,
    /// Whether it names the company itself; such a post is no new lead.
    names_brand: bool,
    /// `wrong` if the user said that the match is; else null.
    feedback: Option<String>,
}

#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct DiscoveryRequest {
    /// relevance, new or popular.
    #[schema(example = "relevance")]
    pub(super) sort_by: Option<String>,
    /// One more keyword, for this time only.
    pub(super) query: Option<String>,
    /// Only the query is searched for: a keyword that was just added.
    pub(super) alone: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct DiscoveryStopped {
    /// Always true.
    #[schema(example = true)]
    pub(super) success: bool,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiscoveredPosts {
    /// Always true.
    #[schema(example = true)]
    pub(super) success: bool,
    /// The new ones, best first; 200 at most.
    #[schema(value_type = Vec<RedditPost>)]
    pub(super) posts: Box<RawValue>,
    /// How many there are, also beyond those in `posts`, without those that name the company.
    pub(super) new_posts_count: usize,
    /// How many posts were left out because they are like rejected ones.
    pub(super) left_out: i64,
    /// What could not be heard; everything else was.
    pub(super) failures: Vec<Unheard>,
    /// What was searched, and what each search brought.
    pub(super) searches: Vec<SearchReport>,
    /// How many posts were read.
    pub(super) posts_read: usize,
    /// Always null; a call that failed has a text here.
    #[schema(value_type = Option<String>)]
    pub(super) error: (),
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PostListResponse {
    /// Always true.
    #[schema(example = true)]
    pub(super) success: bool,
    #[schema(value_type = Vec<RedditPost>)]
    pub(super) posts: Box<RawValue>,
    /// How many there are under these filters, on all pages.
    pub(super) total: i64,
    /// How many there are in each state under the same filters.
    pub(super) states: StateCounts,
    pub(super) has_more: bool,
    pub(super) offset: i64,
    pub(super) limit: i64,
    /// How many posts wait for the next month's allowance.
    pub(super) waiting: i64,
    /// How many of `total` name the company.
    pub(super) names_you: i64,
    /// How many of `total` are new and were not opened.
    pub(super) unread: i64,
    /// When the last visit ended; null during the first.
    pub(super) new_since: Option<String>,
    /// When the month's allowance begins anew; null if no post waits for it.
    pub(super) allowance_resets_at: Option<String>,
    /// Give this back with the next pages, and posts that arrive meanwhile do not shift them.
    pub(super) as_of: String,
    /// Always null; a call that failed has a text here.
    #[schema(value_type = Option<String>)]
    pub(super) error: (),
}

#[derive(Debug, Serialize, ToSchema)]
pub struct PostStateResponse {
    /// Always true.
    #[schema(example = true)]
    pub(super) success: bool,
    #[schema(value_type = RedditPost)]
    pub(super) post: Box<RawValue>,
    /// Always null; a call that failed has a text here.
    #[schema(value_type = Option<String>)]
    pub(super) error: (),
}
