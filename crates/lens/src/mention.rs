//! Judges a mention of a brand: sentiment, intent, the sentence that carries it, and a reason.

mod intent;
#[doc(hidden)]
pub mod verdict;

use crate::brand::{BrandSentiment, sentiment_toward, sure_sentiment_toward};
use crate::intent::Intent;

/// Judges a post, or a comment (which has no title), that mentions a brand with these names.
pub fn read_mention(title: &str, body: &str, brand: &[&str]) -> MentionJudgement {
    let said = sentiment_toward(format!("{title}\n{body}").trim(), brand);
    let intent = intent::mention_intent(title, body, brand, &said);
    let sentiment = sure_sentiment_toward(title, body, brand);
    let name = brand.first().copied().unwrap_or("the brand");
    let quote = verdict::verdict_quote(title, body, brand).unwrap_or_default();
    MentionJudgement {
        // Every screen shows the title above the quote.
        quote: Some(quote.to_owned()).filter(|quote| !title.contains(quote.as_str())),
        reason: (!sentiment.why.is_empty()).then(|| reason(name, intent, &sentiment)),
        intent,
        sentiment,
    }
}

/// Changes whenever mentions are judged differently, so that those of a list are judged alike.
pub const READING_VERSION: i64 = 2;

/// The judgement of a mention.
#[derive(Clone, Debug, PartialEq)]
pub struct MentionJudgement {
    /// Toward the brand.
    pub sentiment: BrandSentiment,
    /// From the brand owner's view: a complaint is one about the brand.
    pub intent: Intent,
    /// The sentence that carries what is said about the brand, word for word; none if it stands in the title.
    pub quote: Option<String>,
    /// Why it matters, in one line; none if nothing is said about the brand.
    pub reason: Option<String>,
}

fn reason(name: &str, intent: Intent, sentiment: &BrandSentiment) -> String {
    let lean = sentiment.is_positive.filter(|_| !sentiment.is_neutral());
    match (intent, lean) {
        (Intent::Comparison, Some(true)) => format!("Compares products and prefers {name}."),
        (Intent::Comparison, Some(false)) => {
            format!("Compares products and speaks against {name}.")
        }
        (Intent::Comparison, None) => format!("Compares {name} with other products."),
        (Intent::Buying, Some(true)) => format!("Looks for a product and speaks well of {name}."),
        (Intent::Buying, Some(false)) => format!("Looks for a product and speaks against {name}."),
        (Intent::Buying, None) => format!("Looks for a product and names {name}."),
        (Intent::Question, Some(true)) => format!("Asks a question and speaks well of {name}."),
        (Intent::Question, Some(false)) => format!("Asks a question and is unhappy with {name}."),
        (Intent::Question, None) => format!("Asks a question that names {name}."),
        (Intent::Complaint, Some(false)) => format!("Complains about {name}."),
        (Intent::Complaint, Some(true)) => format!("Has a problem, but speaks well of {name}."),
        (Intent::Complaint, None) => format!("Has a problem and names {name}."),
        (Intent::Mention, Some(true)) => format!("Speaks well of {name}."),
        (Intent::Mention, Some(false)) => format!("Speaks against {name}."),
        (Intent::Mention, None) if sentiment.is_positive.is_none() => {
            format!("Speaks for and against {name}.")
        }
        (Intent::Mention, None) => format!("Names {name} without a clear judgement."),
    }
}
