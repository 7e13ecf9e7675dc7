//! Judges a mention of a brand: sentiment, intent, summary and reason.

mod intent;
mod summary;

use crate::brand::{BrandSentiment, sentiment_toward};
use crate::intent::Intent;
use crate::summary::mention_reason;

/// Judges a post, or a comment (which has no title), that mentions a brand with these names.
pub fn read_mention(title: &str, body: &str, brand: &[&str]) -> MentionJudgement {
    let sentiment = sentiment_toward(format!("{title}\n{body}").trim(), brand);
    let intent = intent::mention_intent(title, body, brand, &sentiment);
    MentionJudgement {
        intent,
        summary: summary::mention_summary(title, body, brand, &sentiment),
        reason: mention_reason(title, body, brand, intent, &sentiment),
        sentiment,
    }
}

/// The judgement of a mention.
#[derive(Clone, Debug, PartialEq)]
pub struct MentionJudgement {
    /// Toward the brand.
    pub sentiment: BrandSentiment,
    /// From the brand owner's view: a complaint is one about the brand.
    pub intent: Intent,
    /// One line in the author's own words that adds to the title.
    pub summary: String,
    /// Why it matters, in one line.
    pub reason: String,
}
