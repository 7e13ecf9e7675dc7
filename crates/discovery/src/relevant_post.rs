//! A post with its relevance for a company, as it is stored and shown.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::found_via::FoundVia;
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
    /// Whether it names the company itself.
    #[serde(default)]
    pub(super) names_brand: bool,
    /// The searches that found it, oldest first.
    #[serde(default)]
    pub(super) via: Vec<FoundVia>,
    /// `post` or `comment`.
    #[serde(default = "post_kind")]
    pub(super) kind: String,
    /// Of a comment whose reasons are not found yet: until then it has no title, because a thread's
    /// title is not its author's words.
    #[serde(skip)]
    pub(super) thread_title: Option<String>,
}

pub(super) const COMMENT: &str = "comment";

pub(super) fn post_kind() -> String {
    "post".to_owned()
}

/// One reason for a score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ScorePart {
    /// `need` (what the author needs, quoted), `fit` (what the company says about it), `now` (age, comments, rank), `rejections` (words shared with rejected posts) or `model` (its opinion).
    #[schema(example = "need")]
    pub part: String,
    #[schema(example = "How do I get clients to pay on time?")]
    pub detail: String,
}

impl RelevantPost {
    /// A comment is shown under the title of its thread.
    pub(super) fn put_thread_title(&mut self) {
        if let Some(title) = self.thread_title.take() {
            self.title = title;
        }
    }

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
