//! A mention of a brand as a whole: what is said of it, what its writer wants, and its gist.

mod intent;
mod summary;

use crate::brand::{BrandSentiment, sentiment_toward};
use crate::intent::Intent;
use crate::summary::mention_reason;

/// Reads a post, or a comment (which has no title), that mentions a brand of these names.
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

/// What a mention of a brand comes down to.
#[derive(Clone, Debug, PartialEq)]
pub struct MentionJudgement {
    /// Toward the brand.
    pub sentiment: BrandSentiment,
    /// As its owner would sort it: a complaint is one about the brand.
    pub intent: Intent,
    /// One line in the writer's own words, which tells more than the title above it.
    pub summary: String,
    /// Why it matters, in one line.
    pub reason: String,
}
