//! Request and response bodies.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;
use uuid::Uuid;

use finds::{BrandTerm, RowState, StateCounts};
use listening::Unheard;

/// A place in which the company is spoken of.
#[derive(Debug, ToSchema)]
#[expect(
    dead_code,
    reason = "it only describes the rows, which leave as the database gives them"
)]
pub(super) struct BrandMention {
    id: Uuid,
    /// Of a comment, the title of its post.
    post_title: String,
    /// In Reddit's Markdown: the post's or the comment's own text; null for a link without a text.
    post_content: Option<String>,
    post_url: String,
    #[schema(example = "freelance")]
    subreddit: String,
    author: String,
    reddit_created_at: DateTime<Utc>,
    post_score: i64,
    /// Of a comment, the answers to it.
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
    /// Where the user's answer is.
    answer_url: Option<String>,
    /// `wrong` if the user said that the sentiment is; else null.
    feedback: Option<String>,
    /// Toward the company, from -1 to 1.
    sentiment_score: Option<f64>,
    /// Null when it could not be decided.
    is_positive: Option<bool>,
    ai_analysis_reason: Option<String>,
    ai_summary: Option<String>,
    /// `ai` if a language model wrote `ai_summary`, `quote` if it is a sentence of the author in
    /// quotation marks; null without one.
    #[schema(example = "quote")]
    summary_kind: Option<String>,
    /// What its comments come down to, with underscores; null where they were not read.
    comment_insights: Option<String>,
    brand_terms: MatchedTerm,
    /// The name as it is written there.
    matched: Vec<String>,
    /// buying, comparison, question, complaint or mention.
    intent: String,
    /// How sure it is that the company is meant.
    #[schema(minimum = 0, maximum = 100)]
    confidence: i64,
    /// When it was found here.
    found_at: DateTime<Utc>,
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
    /// How many there are under these filters, on all pages.
    pub(super) total: i64,
    /// How many there are in each state under the same filters.
    pub(super) states: StateCounts,
    /// How many of `total` nobody has opened.
    pub(super) unread: i64,
    pub(super) has_more: bool,
    pub(super) offset: i64,
    pub(super) limit: i64,
    /// Give this back with the next pages, and nothing that happens meanwhile shifts them.
    pub(super) as_of: String,
    /// Always null; a call that failed has a text here.
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
    /// Always null; a call that failed has a text here.
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

/// Of mentions that are neither rejected nor hidden, but for `rejected`; `unread` of open and saved
/// ones, as in the list.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MentionStats {
    pub(super) total: i64,
    pub(super) unread: i64,
    pub(super) rejected: i64,
    pub(super) positive: i64,
    pub(super) negative: i64,
    pub(super) neutral: i64,
    /// The last ninety, today last.
    pub(super) days: Vec<MentionDay>,
}

/// What was written on a day; days are those of UTC.
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
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MentionsSearched {
    /// Always true.
    #[schema(example = true)]
    pub(super) success: bool,
    pub(super) new_mentions_count: usize,
    /// What could not be heard; everything else was.
    pub(super) failures: Vec<Unheard>,
    /// Always null; a call that failed has a text here.
    #[schema(value_type = Option<String>)]
    pub(super) error: (),
}

#[derive(Debug, Serialize, ToSchema)]
pub struct BrandTermListResponse {
    /// Always true.
    #[schema(example = true)]
    pub(super) success: bool,
    /// The oldest first.
    pub(super) terms: Vec<BrandTerm>,
    /// Products from the website that are not searched for until they are added.
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
    /// How many terms were missing, without suggestions.
    pub(super) added: usize,
    /// All of them.
    pub(super) terms: Vec<BrandTerm>,
    /// Products from the website that are not searched for until they are added.
    pub(super) suggestions: Vec<BrandTerm>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddBrandTermRequest {
    #[schema(example = "Paperlark")]
    pub(super) term: String,
    /// Whether it counts only where the company's name or domain is in the same text, or, if it is the
    /// company's name itself, near the company's words; without it, everyday words do.
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
