//! The intent of a mention from the brand owner's view.

use crate::brand::{BRAND, BrandSentiment, masked, own_words};
use crate::cues::{Cues, TokenStream, clipped, straight};
use crate::intent::{Intent, intent_scores};
use crate::text;
use std::sync::LazyLock;

/// The most likely intent that the words support: a question needs a question, and a complaint is
/// one about the brand.
pub(super) fn mention_intent(
    title: &str,
    body: &str,
    brand: &[&str],
    said: &BrandSentiment,
) -> Intent {
    let words = MentionCues::new(title, body, brand);
    if words.weighs || words.opens_with_need {
        return if words.weighs {
            Intent::Comparison
        } else {
            Intent::Buying
        };
    }
    if said.manner == "sarcasm" {
        return Intent::Complaint;
    }
    let scores = intent_scores(title, body);
    let likeliest = Intent::ALL
        .into_iter()
        .filter(|intent| words.bear_out(*intent, said))
        .max_by(|one, other| scores.of(*one).total_cmp(&scores.of(*other)))
        .unwrap_or(Intent::Mention);
    match likeliest {
        Intent::Mention if matches!(said.manner, "wins" | "loses") => Intent::Comparison,
        // A post with nothing but criticism of the brand is a complaint.
        Intent::Mention if !title.is_empty() && is_trouble(said) => Intent::Complaint,
        likeliest => likeliest,
    }
}

/// The cues found in a mention.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "plain facts, any of them by itself"
)]
struct MentionCues {
    is_headed: bool,
    asks: bool,
    needs: bool,
    opens_with_need: bool,
    weighs: bool,
}

impl MentionCues {
    fn new(title: &str, body: &str, brand: &[&str]) -> Self {
        let (title, body) = (clipped(title, LONGEST), clipped(body, LONGEST));
        let head = masked(&straight(title), brand);
        let own = own_words(body);
        let whole = masked(&straight(&format!("{title}\n{own}")), brand);
        let in_title = names(&TokenStream::new(&head, LONGEST));
        let in_all = names(&TokenStream::new(&whole, LONGEST));
        let opening = if title.is_empty() { &in_all } else { &in_title };
        Self {
            is_headed: head.contains(BRAND),
            asks: in_all.contains(&"ask") || title.ends_with('?') || has_question(&own),
            needs: in_all.contains(&"need"),
            opens_with_need: in_title.contains(&"need"),
            weighs: opening.contains(&"weigh"),
        }
    }

    fn bear_out(&self, intent: Intent, said: &BrandSentiment) -> bool {
        match intent {
            Intent::Question => self.asks,
            Intent::Buying => self.needs,
            Intent::Complaint => {
                let is_good = said.is_positive == Some(true) && !said.is_neutral();
                is_bad(said) || (self.is_headed && !is_good)
            }
            Intent::Comparison | Intent::Mention => true,
        }
    }
}

const LONGEST: usize = 4_000;

fn names(stream: &TokenStream) -> Vec<&'static str> {
    CUES.find(stream)
        .iter()
        .map(|hit| CUES.names()[hit.name])
        .collect()
}

/// Whether a sentence is a question. One that only ends in "surely?" is not.
fn has_question(text: &str) -> bool {
    let asks = |sentence: &str| {
        let first = text::folded(sentence).into_iter().next();
        sentence.ends_with('?') && first.is_some_and(|word| ASKING.contains(&word.as_str()))
    };
    text::sentences(text).into_iter().any(asks)
}

const ASKING: &[&str] = &[
    "who", "what", "what's", "which", "how", "how's", "why", "when", "where", "is", "are", "do",
    "does", "did", "can", "could", "would", "should", "has", "have", "will", "any", "anyone",
    "anybody", "am", "or",
];

fn is_bad(said: &BrandSentiment) -> bool {
    said.is_positive == Some(false) && !said.is_neutral()
}

/// Whether it is criticism, and not a wish, a departure or praise of a competitor.
fn is_trouble(said: &BrandSentiment) -> bool {
    is_bad(said) && matches!(said.manner, "mood" | "warn" | "change" | "turned" | "once")
}

static CUES: LazyLock<Cues> = LazyLock::new(|| Cues::parse(include_str!("../words/mention.txt")));
