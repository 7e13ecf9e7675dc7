//! A post or comment that mentions a company, as it is stored and shown.

use chrono::{DateTime, Utc};
use platform::product::SENTIMENT;

use super::mention_filter;
use finds::WrittenText;
use listening::Filters;

/// A mention with its reading.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Mention {
    /// The full name of the post or comment on Reddit, such as `t1_kx2`.
    pub(super) reddit_id: String,
    /// The full name of the post in whose thread it is.
    pub(super) post_id: String,
    pub(super) title: String,
    /// None for a link post without text.
    pub(super) content: Option<String>,
    /// The address that people open.
    pub(super) url: String,
    pub(super) subreddit: String,
    pub(super) author: String,
    pub(super) created_at: DateTime<Utc>,
    pub(super) score: i64,
    /// Of a post, its comments; of a comment, its replies.
    pub(super) comments: i64,
    pub(super) placement: Placement,
    /// The brand term that was found.
    pub(super) term: String,
    /// The name as it is written there, for highlighting.
    pub(super) matched: Vec<String>,
    /// The confidence that the company is meant, from 0 to 100.
    pub(super) confidence: i64,
    /// Not worth showing: written by a bot, an advertisement, or unwanted by the owner's instructions.
    pub(super) is_noise: bool,
    pub(super) reading: MentionReading,
}

/// What a mention says about the company.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct MentionReading {
    pub(super) sentiment_score: Option<f64>,
    pub(super) is_positive: Option<bool>,
    pub(super) reason: Option<String>,
    pub(super) summary: Option<String>,
    /// None where the comments were not read.
    pub(super) insights: Option<String>,
    pub(super) intent: String,
    /// Whether a language model has read it; judging it again would throw that away.
    pub(super) is_by_model: bool,
    /// Whether it wrote the summary too, which otherwise is a quote.
    pub(super) is_summary_by_model: bool,
}

/// Where the name was found; shown as a badge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Placement {
    Title,
    Content,
    Comment,
    /// The post is about the brand throughout.
    Post,
    /// Found, but in none of these: in the address that a post links to.
    Other,
}

impl Placement {
    pub(super) fn id(self) -> &'static str {
        match self {
            Placement::Title => "title",
            Placement::Content => "content",
            Placement::Comment => "comment",
            Placement::Post => "post",
            Placement::Other => "other",
        }
    }
}

impl MentionReading {
    /// Who wrote the summary; none without one.
    pub(super) fn summary_kind(&self) -> Option<&'static str> {
        self.summary.as_ref()?;
        Some(if self.is_summary_by_model {
            "ai"
        } else {
            "quote"
        })
    }

    /// What the badge says (spec §4, mention sentiment badge), or `undecided` where there is none.
    pub(super) fn leaning(&self) -> &'static str {
        let (Some(score), Some(is_positive)) = (self.sentiment_score, self.is_positive) else {
            return "undecided";
        };
        let has_reason = self
            .reason
            .as_ref()
            .is_some_and(|reason| !reason.is_empty());
        let is_exactly = |value: f64| (score.abs() - value).abs() < f64::EPSILON;
        if is_exactly(SENTIMENT.undecided) || (is_exactly(0.0) && !has_reason) {
            "undecided"
        } else if score.abs() < SENTIMENT.neutral_below {
            "neutral"
        } else if is_positive {
            "positive"
        } else {
            "negative"
        }
    }
}

impl Mention {
    pub(super) fn text(&self) -> WrittenText<'_> {
        WrittenText {
            subreddit: &self.subreddit,
            author: &self.author,
            title: &self.title,
            content: self.content.as_deref(),
        }
    }

    pub(super) fn is_hidden_by(&self, filters: &Filters) -> bool {
        mention_filter::hides(filters, self.text(), self.is_noise, self.confidence)
    }

    /// What a text search covers (spec §9): title, subreddit, author, brand term and content. In lower
    /// case, because the two databases fold letters beyond ASCII differently.
    pub(super) fn folded(&self) -> String {
        let content = self.content.as_deref().unwrap_or_default();
        let all = [
            &self.title,
            &self.subreddit,
            &self.author,
            &self.term,
            content,
        ];
        all.join("\n").to_lowercase()
    }

    /// The day on which it was written, for the chart.
    pub(super) fn day(&self) -> String {
        self.created_at.format("%Y-%m-%d").to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_badge_is_hidden_when_undecided_and_neutral_near_zero() {
        let leaning = |score, is_positive, reason: &str| {
            let reading = MentionReading {
                sentiment_score: score,
                is_positive,
                reason: Some(reason.to_owned()),
                ..MentionReading::default()
            };
            reading.leaning()
        };

        assert_eq!(leaning(None, Some(true), "so"), "undecided");
        assert_eq!(leaning(Some(0.9), None, "so"), "undecided");
        assert_eq!(leaning(Some(0.75), Some(true), "so"), "undecided");
        assert_eq!(leaning(Some(-0.75), Some(false), "so"), "undecided");
        assert_eq!(leaning(Some(0.0), Some(true), ""), "undecided");
        assert_eq!(leaning(Some(0.0), Some(true), "so"), "neutral");
        assert_eq!(leaning(Some(-0.24), Some(false), "so"), "neutral");
        assert_eq!(leaning(Some(0.25), Some(true), "so"), "positive");
        assert_eq!(leaning(Some(-0.25), Some(false), "so"), "negative");
    }
}
