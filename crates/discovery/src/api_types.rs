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
use listening::{SourceName, Unheard};

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
    /// The name of the source for what was written elsewhere than on Reddit.
    #[schema(example = "smallbusiness")]
    subreddit: String,
    author: String,
    /// When it was written.
    created_at: DateTime<Utc>,
    score: i64,
    /// How many there are.
    comments: i64,
    /// In Reddit's Markdown; null for a link without a text.
    content: Option<String>,
    permalink: String,
    /// Its best position in a web search for one of the keywords.
    google_ranking: Option<i64>,
    keywords_matched: Vec<String>,
    #[schema(minimum = 0, maximum = 100)]
    relevance_score: i64,
    /// Why, in one line.
    relevance_reason: String,
    /// The parts of the score.
    relevance_parts: Vec<ScorePart>,
    /// The matched keyword words, as written in the post.
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
    /// A link to the user's answer.
    answer_url: Option<String>,
    /// When Earshot saved it.
    found_at: DateTime<Utc>,
    /// Whether it was found since the last visit; stays true until the next one starts.
    is_new: bool,
    /// Whether the user opened it, or it was found before the last visit.
    is_read: bool,
    /// Whether it names the company itself; such posts do not count as new leads.
    names_brand: bool,
    /// `wrong` if the user reported the match as wrong, otherwise null.
    feedback: Option<String>,
    /// Where it was written.
    source: SourceName,
}

#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct DiscoveryRequest {
    /// relevance, new or popular.
    #[schema(example = "relevance")]
    pub(super) sort_by: Option<String>,
    /// An extra keyword for this search only.
    pub(super) query: Option<String>,
    /// Search only for the query, such as a keyword that was just added.
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
    /// The new posts, best first; at most 200.
    #[schema(value_type = Vec<RedditPost>)]
    pub(super) posts: Box<RawValue>,
    /// How many new posts there are in all, without those that name the company.
    pub(super) new_posts_count: usize,
    /// How many posts were left out because they are like rejected ones.
    pub(super) left_out: i64,
    /// What could not be searched; everything else was.
    pub(super) failures: Vec<Unheard>,
    /// The searches and their results.
    pub(super) searches: Vec<SearchReport>,
    /// How many posts were read.
    pub(super) posts_read: usize,
    /// Always null; failed calls have a text here.
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
    /// How many match the filters, on all pages.
    pub(super) total: i64,
    /// How many match the filters in each state.
    pub(super) states: StateCounts,
    pub(super) has_more: bool,
    pub(super) offset: i64,
    pub(super) limit: i64,
    /// How many posts wait for the next month's allowance.
    pub(super) waiting: i64,
    /// How many of `total` name the company.
    pub(super) names_you: i64,
    /// How many of `total` are new and unread.
    pub(super) unread: i64,
    /// When the last visit ended; null during the first.
    pub(super) new_since: Option<String>,
    /// When the monthly allowance resets; null if no posts are waiting.
    pub(super) allowance_resets_at: Option<String>,
    /// Send this with the next pages to keep them stable when new posts arrive.
    pub(super) as_of: String,
    /// Always null; failed calls have a text here.
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
    /// Always null; failed calls have a text here.
    #[schema(value_type = Option<String>)]
    pub(super) error: (),
}
