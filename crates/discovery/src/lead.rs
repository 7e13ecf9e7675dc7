//! A post that was judged for a company, as it is kept and shown.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::matching::MatchedWord;
use finds::WrittenText;

/// A post with the reasons why it is worth an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Lead {
    /// Its whole name, such as `t3_1abcde`.
    pub(super) reddit_id: String,
    pub(super) title: String,
    pub(super) subreddit: String,
    pub(super) author: String,
    pub(super) created_at: DateTime<Utc>,
    pub(super) score: i64,
    pub(super) comments: i64,
    /// None for a post that has no text of its own.
    pub(super) content: Option<String>,
    /// Where people open it.
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

impl Lead {
    pub(super) fn text(&self) -> WrittenText<'_> {
        WrittenText {
            subreddit: &self.subreddit,
            author: &self.author,
            title: &self.title,
            content: self.content.as_deref(),
        }
    }

    /// What a text search looks at (spec §9): title, subreddit, author and keywords. Folded here,
    /// because the engines fold letters beyond ASCII differently.
    pub(super) fn folded(&self) -> String {
        let keywords = self.keywords_matched.join("\n");
        let text = format!(
            "{}\n{}\n{}\n{keywords}",
            self.title, self.subreddit, self.author
        );
        text.to_lowercase()
    }
}
