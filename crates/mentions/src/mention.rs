//! A place in which a company is spoken of, as it is kept and shown.

use chrono::{DateTime, Utc};

use super::filtering;
use finds::WrittenText;
use listening::Filters;

/// A mention with what was read in it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Mention {
    /// The whole name of the post or comment, such as `t1_kx2`.
    pub(super) reddit_id: String,
    /// The whole name of the post in whose thread it stands.
    pub(super) post_id: String,
    pub(super) title: String,
    /// None for a post that has no text of its own.
    pub(super) content: Option<String>,
    /// Where people open it.
    pub(super) url: String,
    pub(super) subreddit: String,
    pub(super) author: String,
    pub(super) created_at: DateTime<Utc>,
    pub(super) score: i64,
    /// Of a post, its comments; of a comment, the answers to it.
    pub(super) comments: i64,
    pub(super) placement: Placement,
    /// The brand term that was found.
    pub(super) term: String,
    /// The name as it is written there, for marking it.
    pub(super) matched: Vec<String>,
    /// How sure it is that the company is meant, from 0 to 100.
    pub(super) confidence: i64,
    /// Nothing for its owner: a bot's, an advertisement, or so the owner's instructions say.
    pub(super) is_noise: bool,
    pub(super) reading: Reading,
}

/// What was read in a mention.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Reading {
    pub(super) sentiment_score: Option<f64>,
    pub(super) is_positive: Option<bool>,
    pub(super) reason: Option<String>,
    pub(super) summary: Option<String>,
    /// None where the comments were not read.
    pub(super) insights: Option<String>,
    pub(super) intent: String,
}

/// Where the name stands; it feeds the badge.
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

impl Reading {
    /// What the badge says (spec §4, mention sentiment badge), or `undecided` where there is none.
    pub(super) fn leaning(&self) -> &'static str {
        const UNDECIDED: f64 = 0.75;
        const NEUTRAL_BELOW: f64 = 0.25;
        let (Some(score), Some(is_positive)) = (self.sentiment_score, self.is_positive) else {
            return "undecided";
        };
        let has_reason = self
            .reason
            .as_ref()
            .is_some_and(|reason| !reason.is_empty());
        let is_exactly = |value: f64| (score.abs() - value).abs() < f64::EPSILON;
        if is_exactly(UNDECIDED) || (is_exactly(0.0) && !has_reason) {
            "undecided"
        } else if score.abs() < NEUTRAL_BELOW {
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
        filtering::hides(filters, self.text(), self.is_noise, self.confidence)
    }

    /// What a text search looks at (spec §9): title, subreddit, author, brand term and content.
    /// Folded here, because the engines fold letters beyond ASCII differently.
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
            let reading = Reading {
                sentiment_score: score,
                is_positive,
                reason: Some(reason.to_owned()),
                ..Reading::default()
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
