//! What the author of a post wants: to buy, compare, ask, complain or just talk.

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

/// The most likely intent of a post.
pub fn intent(title: &str, body: &str) -> Intent {
    intent_scores(title, body).best()
}

/// The share of each intent, adding up to one, and the evidence for the best.
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

/// The intent that decides which community a post belongs to. There is no comparison among them.
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

/// The shares of each community's purpose, then of hiring and of being for hire.
pub(crate) fn community_and_market(post: &IntentFeatures) -> Vec<f32> {
    let mut shares = MODEL.answer(IntentTask::Community, post);
    shares.extend(MODEL.answer(IntentTask::Market, post));
    shares
}

/// Whether the author of a job post is hiring rather than looking for work.
pub fn is_hiring(title: &str, body: &str) -> bool {
    greatest(&MODEL.answer(IntentTask::Market, &IntentFeatures::new(title, body))) == 0
}

/// Whether a short text is about buying something.
pub fn is_purchase(text: &str) -> bool {
    greatest(&MODEL.answer(IntentTask::Purchase, &IntentFeatures::new("", text))) == 0
}

/// The five intents of a post.
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

/// The share of each intent and the words that indicate the best.
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

/// At most five phrases that indicate this intent more than the others.
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
