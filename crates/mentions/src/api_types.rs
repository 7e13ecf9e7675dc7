//! Request and response bodies.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;
use uuid::Uuid;

use finds::{BrandTerm, RowState, StateCounts};
use listening::{SourceName, Unheard};

/// A mention of the company.
#[derive(Debug, ToSchema)]
#[expect(
    dead_code,
    reason = "it only describes the rows, which leave as the database gives them"
)]
pub(super) struct BrandMention {
    id: Uuid,
    /// For a comment, the title of its post.
    post_title: String,
    /// In Reddit's Markdown: the post's or the comment's own text; null for a link without a text.
    post_content: Option<String>,
    post_url: String,
    /// The name of the source for what was written elsewhere than on Reddit.
    #[schema(example = "freelance")]
    subreddit: String,
    author: String,
    reddit_created_at: DateTime<Utc>,
    post_score: i64,
    /// For a comment, the number of replies.
    comment_count: i64,
    /// title, content, comment, post or other.
    mention_type: String,
    is_read: bool,
    rejected: bool,
    rejected_reason: Option<String>,
    state: RowState,
    /// When the user moved it to this state; null for a mention that was always open.
    state_at: Option<DateTime<Utc>>,
    /// The user's own.
    note: Option<String>,
    /// A link to the user's answer.
    answer_url: Option<String>,
    /// `wrong` if the user reported the sentiment as wrong, otherwise null.
    feedback: Option<String>,
    /// Toward the company, from -1 to 1.
    sentiment_score: Option<f64>,
    /// Null when it could not be decided.
    is_positive: Option<bool>,
    ai_analysis_reason: Option<String>,
    ai_summary: Option<String>,
    /// `ai` if a language model wrote `ai_summary`, `quote` if it quotes the author; null without a summary.
    #[schema(example = "quote")]
    summary_kind: Option<String>,
    /// A summary of its comments, with underscores; null if they were not read.
    comment_insights: Option<String>,
    brand_terms: MatchedTerm,
    /// The name as written in the text.
    matched: Vec<String>,
    /// buying, comparison, question, complaint or mention.
    intent: String,
    /// How likely it is that the company is meant.
    #[schema(minimum = 0, maximum = 100)]
    confidence: i64,
    /// When Earshot found it.
    found_at: DateTime<Utc>,
    /// Where it was written.
    source: SourceName,
}

/// The brand term that was found.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "it only describes what the rows hold")]
pub(super) struct MatchedTerm {
    #[schema(example = "Paperlark")]
    term_value: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MentionListResponse {
    /// Always true.
    #[schema(example = true)]
    pub(super) success: bool,
    #[schema(value_type = Vec<BrandMention>)]
    pub(super) mentions: Box<RawValue>,
    /// How many match the filters, on all pages.
    pub(super) total: i64,
    /// How many match the filters in each state.
    pub(super) states: StateCounts,
    /// How many of `total` are unread.
    pub(super) unread: i64,
    pub(super) has_more: bool,
    pub(super) offset: i64,
    pub(super) limit: i64,
    /// Send this with the next pages to keep them stable.
    pub(super) as_of: String,
    /// Always null; failed calls have a text here.
    #[schema(value_type = Option<String>)]
    pub(super) error: (),
}

#[derive(Debug, Serialize, ToSchema)]
pub struct MentionStateResponse {
    /// Always true.
    #[schema(example = true)]
    pub(super) success: bool,
    #[schema(value_type = BrandMention)]
    pub(super) mention: Box<RawValue>,
    /// Always null; failed calls have a text here.
    #[schema(value_type = Option<String>)]
    pub(super) error: (),
}

#[derive(Debug, Serialize, ToSchema)]
pub struct MentionStatsResponse {
    /// Always true.
    #[schema(example = true)]
    pub(super) success: bool,
    pub(super) stats: MentionStats,
}

/// Counts mentions that are neither rejected nor hidden, except for `rejected`. `unread` counts open and saved ones, as in the list.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MentionStats {
    pub(super) total: i64,
    pub(super) unread: i64,
    pub(super) rejected: i64,
    pub(super) positive: i64,
    pub(super) negative: i64,
    pub(super) neutral: i64,
    /// The last 90 days, today last.
    pub(super) days: Vec<MentionDay>,
}

/// Counts for one day (UTC).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct MentionDay {
    #[schema(example = "2026-11-15")]
    pub(super) day: String,
    pub(super) count: i64,
    pub(super) positive: i64,
    pub(super) negative: i64,
    pub(super) neutral: i64,
}

/// Which mentions were opened: some, or all.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct MarkReadRequest {
    pub(super) mention_ids: Vec<Uuid>,
    pub(super) all: bool,
    /// With `all`, only those found until then: the `asOf` of the list that is shown.
    pub(super) as_of: Option<DateTime<Utc>>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MentionsSearched {
    /// Always true.
    #[schema(example = true)]
    pub(super) success: bool,
    pub(super) new_mentions_count: usize,
    /// What could not be searched; everything else was.
    pub(super) failures: Vec<Unheard>,
    /// Always null; failed calls have a text here.
    #[schema(value_type = Option<String>)]
    pub(super) error: (),
}

#[derive(Debug, Serialize, ToSchema)]
pub struct BrandTermListResponse {
    /// Always true.
    #[schema(example = true)]
    pub(super) success: bool,
    /// Oldest first.
    pub(super) terms: Vec<BrandTerm>,
    /// Products from the website; not searched until added.
    pub(super) suggestions: Vec<BrandTerm>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct InitializeTermsResponse {
    /// Always true.
    #[schema(example = true)]
    pub(super) success: bool,
    pub(super) result: InitializedTerms,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct InitializedTerms {
    /// How many terms were added, not counting suggestions.
    pub(super) added: usize,
    /// All of them.
    pub(super) terms: Vec<BrandTerm>,
    /// Products from the website; not searched until added.
    pub(super) suggestions: Vec<BrandTerm>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddBrandTermRequest {
    #[schema(example = "Paperlark")]
    pub(super) term: String,
    /// Whether it counts only where the company's name or domain is in the same text, or, for the company's name itself, near words about the company. Default: true for everyday words.
    pub(super) needs_context: Option<bool>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct AddBrandTermResponse {
    /// Always true.
    #[schema(example = true)]
    pub(super) success: bool,
    pub(super) term: BrandTerm,
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RemoveBrandTermParams {
    /// In any case.
    #[param(example = "Paperlark")]
    pub(super) term: String,
}
