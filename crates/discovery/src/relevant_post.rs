//! A post with its relevance for a company, as it is stored and shown.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::keyword_matcher::MatchedWord;
use finds::WrittenText;

/// A post with its score and the reasons for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct RelevantPost {
    /// Its full name on Reddit, such as `t3_1abcde`.
    pub(super) reddit_id: String,
    pub(super) title: String,
    pub(super) subreddit: String,
    pub(super) author: String,
    pub(super) created_at: DateTime<Utc>,
    pub(super) score: i64,
    pub(super) comments: i64,
    /// None for a link post without text.
    pub(super) content: Option<String>,
    /// The address that people open.
    pub(super) permalink: String,
    pub(super) google_ranking: Option<i64>,
    pub(super) keywords_matched: Vec<String>,
    pub(super) relevance_score: i64,
    pub(super) relevance_reason: String,
    pub(super) relevance_parts: Vec<ScorePart>,
    pub(super) matched: Vec<MatchedWord>,
    pub(super) intent: String,
}

/// One part of a score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ScorePart {
    /// What it is about: `title_words`, `closeness`, `intent`, `freshness`, `rank` …
    #[schema(example = "freshness")]
    pub part: String,
    /// What it gave or took. All parts together make the score.
    pub points: f64,
    /// The words or the facts behind it; empty where the points say it all.
    #[schema(example = "5 hours old")]
    pub detail: String,
}

impl RelevantPost {
    pub(super) fn text(&self) -> WrittenText<'_> {
        WrittenText {
            subreddit: &self.subreddit,
            author: &self.author,
            title: &self.title,
            content: self.content.as_deref(),
        }
    }

    /// What a text search covers (spec §9): title, subreddit, author and keywords. In lower case,
    /// because the two databases fold letters beyond ASCII differently.
    pub(super) fn folded(&self) -> String {
        let keywords = self.keywords_matched.join("\n");
        let text = format!(
            "{}\n{}\n{}\n{keywords}",
            self.title, self.subreddit, self.author
        );
        text.to_lowercase()
    }
}
