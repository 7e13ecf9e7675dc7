//! Whether a post is worth answering for a company: a score from 0 to 100, with its parts.
//!
//! Being about the same subject is not enough: the author must need something (they ask, or
//! complain about the very problem), an answer must be welcome, and the post must not be noise.

#[doc(hidden)]
pub mod features;
mod part;
mod reason;
mod rejections;

use std::sync::LazyLock;

use crate::{
    closeness::CompanyProfile,
    embedding::Embedding,
    intent::{Intent, IntentScores, intent_scores},
    noise::{Noise, NoiseKind, noise},
};
use features::{COUNT, FEATURES, RelevanceFeatures};
pub use part::{PartName, RelevancePart};
pub use rejections::{RejectionExample, RejectionHistory};

/// Scores a post for a company, considering this user's rejections.
pub fn judge(
    profile: &CompanyProfile,
    post: &CandidatePost,
    rejections: &RejectionHistory,
) -> Judgement {
    let features = RelevanceFeatures::new(profile, post);
    let noise = noise_of(post);
    let intents = intent_scores(post.title, post.body);
    let intent = intents.best();
    let mut parts = measured(&features);
    parts.push(intent_part(intents, features.topic()));
    parts.push(noise_part(noise.as_ref(), total(&parts)));
    parts.extend(circumstances(post, features.topic()));
    parts.extend(rejections.part(&features.closeness.point, post));
    let sum = total(&parts);
    parts.push(part(PartName::Limit, within_scale(sum) - sum));
    let reason = reason::reason(&features, &parts, intent, noise.as_ref());
    let score = total(&parts).clamp(0.0, 100.0);
    Judgement {
        score,
        parts,
        reason,
        intent,
        noise,
        point: features.closeness.point,
    }
}

/// A post to be judged. Unknown fields are empty.
#[derive(Debug, Clone, Copy, Default)]
pub struct CandidatePost<'a> {
    pub title: &'a str,
    pub body: &'a str,
    pub subreddit: &'a str,
    pub age_hours: Option<f32>,
    pub score: Option<i64>,
    pub comments: Option<u32>,
    /// The position in a plain web search for one of the company's keywords, from 1.
    pub google_rank: Option<u32>,
    pub is_adult: bool,
    pub is_removed: bool,
    pub is_stickied: bool,
}

/// A score and its explanation: the parts add up to the score.
#[derive(Debug, Clone)]
pub struct Judgement {
    /// 0 to 100.
    pub score: f32,
    pub parts: Vec<RelevancePart>,
    /// One line that says why.
    pub reason: String,
    pub intent: Intent,
    pub noise: Option<Noise>,
    /// The embedding of the post, for [`RejectionHistory`].
    pub point: Embedding,
}

/// Maps a sum to 0 to 100. Above 80 it approaches 100 asymptotically, so that different sums stay
/// different.
fn within_scale(sum: f32) -> f32 {
    const EASY: f32 = 80.0;
    const REST: f32 = 20.0;
    let above = (sum - EASY).max(0.0);
    sum.clamp(0.0, EASY) + REST * (1.0 - (-above / REST).exp())
}

/// The parts from the trained weights.
fn measured(features: &RelevanceFeatures) -> Vec<RelevancePart> {
    let names = [
        PartName::TitleWords,
        PartName::BodyWords,
        PartName::Closeness,
        PartName::Community,
        PartName::Need,
        PartName::Opening,
    ];
    let numbers = features.numbers();
    let of = |name: PartName| {
        let terms = FEATURES.iter().zip(numbers).zip(*WEIGHTS);
        terms
            .filter(|((feature, _), _)| feature.1 == name)
            .map(|((_, x), w)| x * w)
            .sum::<f32>()
    };
    let parts = names.map(|name| RelevancePart {
        name,
        points: of(name),
        words: features.words(name),
    });
    parts.into()
}

/// Buyers score higher than people who only talk, and only on topic.
fn intent_part(intents: IntentScores, topic: f32) -> RelevancePart {
    let worth = |intent: Intent| match intent {
        Intent::Buying => 8.0,
        Intent::Comparison => 4.0,
        Intent::Question | Intent::Complaint => 2.0,
        Intent::Mention => -14.0,
    };
    let points = Intent::ALL
        .map(|intent| intents.of(intent) * worth(intent))
        .iter()
        .sum::<f32>();
    RelevancePart {
        name: PartName::Intent,
        points: points * topic,
        words: intents.evidence,
    }
}

/// Noise by the flags of the post, otherwise by its words.
fn noise_of(post: &CandidatePost) -> Option<Noise> {
    let flagged = |kind, word: &str| {
        Some(Noise {
            kind,
            words: vec![word.to_owned()],
        })
    };
    match post {
        CandidatePost {
            is_removed: true, ..
        } => flagged(NoiseKind::Removed, "removed"),
        CandidatePost { is_adult: true, .. } => flagged(NoiseKind::Adult, "adult"),
        CandidatePost {
            is_stickied: true, ..
        } => flagged(NoiseKind::Megathread, "stickied"),
        _ => noise(post.title, post.body, Some(post.subreddit)),
    }
}

/// Noise keeps a quarter of the score.
fn noise_part(noise: Option<&Noise>, before: f32) -> RelevancePart {
    const KEPT: f32 = 0.25;
    let (points, words) = match noise {
        Some(noise) => (-before.max(0.0) * (1.0 - KEPT), noise.words.clone()),
        None => (0.0, Vec::new()),
    };
    RelevancePart {
        name: PartName::Noise,
        points,
        words,
    }
}

/// Small bonuses besides the text, only on topic: freshness, engagement, search rank.
fn circumstances(post: &CandidatePost, topic: f32) -> [RelevancePart; 3] {
    const FRESH_POINTS: f32 = 6.0;
    const LIVELY_POINTS: f32 = 4.0;
    const SEEN_POINTS: f32 = 6.0;
    // The bonus halves after a day, because threads are answered in their first hours.
    let freshness = post
        .age_hours
        .map_or(0.0, |age| 24.0 / (24.0 + age.max(0.0)));
    let votes = post
        .score
        .map_or(0.0, |score| approximately(score.clamp(0, 1_000_000)));
    let voices = post
        .comments
        .map_or(0.0, |comments| approximately(comments.into()));
    let liveliness = (votes + 2.0 * voices) / (votes + 2.0 * voices + 50.0);
    let visibility = post.google_rank.map_or(0.0, |rank| {
        if rank == 0 {
            0.0
        } else {
            1.0 / approximately(rank.into()).sqrt()
        }
    });
    [
        part(PartName::Freshness, FRESH_POINTS * freshness * topic),
        part(PartName::Engagement, LIVELY_POINTS * liveliness * topic),
        part(PartName::Rank, SEEN_POINTS * visibility * topic),
    ]
}

fn part(name: PartName, points: f32) -> RelevancePart {
    RelevancePart {
        name,
        points,
        words: Vec::new(),
    }
}

fn total(parts: &[RelevancePart]) -> f32 {
    parts.iter().map(|part| part.points).sum()
}

fn approximately(count: i64) -> f32 {
    #[expect(
        clippy::cast_precision_loss,
        reason = "a count that only counts roughly"
    )]
    let count = count as f32;
    count
}

/// The points per unit of each feature, made by `training relevance`.
static WEIGHTS: LazyLock<[f32; COUNT]> = LazyLock::new(|| {
    let (weights, _) = include_bytes!("../models/relevance.bin").as_chunks::<4>();
    std::array::from_fn(|at| {
        weights
            .get(at)
            .map_or(0.0, |bytes| f32::from_le_bytes(*bytes))
    })
});
