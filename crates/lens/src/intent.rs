//! What the author of a post wants: to buy, to compare, to know, to complain, or just to speak.

#[doc(hidden)]
pub mod features;
#[doc(hidden)]
pub mod model;
mod short_text;
mod style;

use features::IntentFeatures;
use model::{IntentModel, IntentTask};
pub use short_text::{is_comparison, is_complaint};
use std::sync::LazyLock;

/// The intent of a post that scores highest.
pub fn intent(title: &str, body: &str) -> Intent {
    intent_scores(title, body).best()
}

/// How much each intent fits, adding up to one, and the words behind the best.
pub fn intent_scores(title: &str, body: &str) -> IntentScores {
    let post = IntentFeatures::new(title, body);
    let answer = MODEL.answer(IntentTask::Reader, &post);
    let mut scores = IntentScores {
        shares: std::array::from_fn(|class| answer[class]),
        evidence: Vec::new(),
    };
    scores.evidence = evidence(&post, scores.best());
    scores
}

/// The intent by which a community would be chosen for a post; it knows no comparison.
pub fn community_intent(title: &str, body: &str) -> Intent {
    let answer = MODEL.answer(IntentTask::Community, &IntentFeatures::new(title, body));
    let intents = [
        Intent::Buying,
        Intent::Question,
        Intent::Complaint,
        Intent::Mention,
    ];
    intents[greatest(&answer)]
}

/// Whether the author of a job post offers work, and does not look for it.
pub fn is_hiring(title: &str, body: &str) -> bool {
    greatest(&MODEL.answer(IntentTask::Market, &IntentFeatures::new(title, body))) == 0
}

/// Whether a short text speaks of buying something.
pub fn is_purchase(text: &str) -> bool {
    greatest(&MODEL.answer(IntentTask::Purchase, &IntentFeatures::new("", text))) == 0
}

/// The five things people want who write a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Intent {
    Buying,
    Comparison,
    Question,
    Complaint,
    Mention,
}

impl Intent {
    pub const ALL: [Self; 5] = [
        Self::Buying,
        Self::Comparison,
        Self::Question,
        Self::Complaint,
        Self::Mention,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Buying => "buying",
            Self::Comparison => "comparison",
            Self::Question => "question",
            Self::Complaint => "complaint",
            Self::Mention => "mention",
        }
    }
}

/// The share of each intent and the words behind the greatest.
#[derive(Clone, Debug, PartialEq)]
pub struct IntentScores {
    shares: [f32; 5],
    pub evidence: Vec<String>,
}

impl IntentScores {
    /// Between 0 and 1; the five add up to 1.
    pub fn of(&self, intent: Intent) -> f32 {
        self.shares[intent as usize]
    }

    pub fn best(&self) -> Intent {
        Intent::ALL[greatest(&self.shares)]
    }
}

/// The phrases that speak more for this intent than for the others, at most five.
fn evidence(post: &IntentFeatures, intent: Intent) -> Vec<String> {
    let head = MODEL.head(IntentTask::Reader);
    let classes = Intent::ALL.len();
    let mut phrases: Vec<(f32, String)> = post
        .phrases()
        .map(|(number, phrase)| {
            let others: f32 = (0..classes)
                .map(|class| head.weight(number, class))
                .sum::<f32>()
                / 5.0;
            (head.weight(number, intent as usize) - others, phrase)
        })
        .filter(|(pull, _)| *pull > 0.0)
        .collect();
    phrases.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let mut words: Vec<String> = Vec::new();
    for (_, phrase) in phrases {
        if words.len() < 5 && !words.contains(&phrase) {
            words.push(phrase);
        }
    }
    words
}

fn greatest(shares: &[f32]) -> usize {
    let mut best = 0;
    for (class, share) in shares.iter().enumerate() {
        if *share > shares[best] {
            best = class;
        }
    }
    best
}

static MODEL: LazyLock<IntentModel> =
    LazyLock::new(|| IntentModel::parse(include_bytes!("../models/intent.bin")));
