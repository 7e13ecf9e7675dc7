//! The reason for a score in one line.

use super::{PartName, RelevancePart, features::RelevanceFeatures};
use crate::{
    intent::Intent,
    noise::{Noise, NoiseKind},
};

pub(super) fn reason(
    features: &RelevanceFeatures,
    parts: &[RelevancePart],
    intent: Intent,
    noise: Option<&Noise>,
) -> String {
    let what = match noise {
        Some(noise) => noise_line(noise.kind),
        None => intent_line(intent),
    };
    let close = &features.closeness;
    let mut words: Vec<&str> = Vec::new();
    for word in close
        .title_matches
        .plain
        .iter()
        .chain(&close.body_matches.plain)
    {
        if words.len() < 3 && !words.contains(&word.as_str()) {
            words.push(word);
        }
    }
    let about = match &words[..] {
        _ if features.topic() < OFF_TOPIC => "about something else".to_owned(),
        [] => "near to what you do".to_owned(),
        [one] => format!("about {one}"),
        [first @ .., last] => format!("about {} and {last}", first.join(", ")),
    };
    let is_rejected = parts
        .iter()
        .any(|part| part.name == PartName::Rejections && part.points < -5.0);
    let rejected = if is_rejected {
        "; like posts you rejected"
    } else {
        ""
    };
    format!("{what} {about}{rejected}.")
}

/// Below this, a post is not about the company's subject.
const OFF_TOPIC: f32 = 0.3;

fn intent_line(intent: Intent) -> &'static str {
    match intent {
        Intent::Buying => "Looks for something to use or buy,",
        Intent::Comparison => "Compares options,",
        Intent::Question => "Asks a question",
        Intent::Complaint => "Complains",
        Intent::Mention => "Speaks",
    }
}

fn noise_line(kind: NoiseKind) -> &'static str {
    match kind {
        NoiseKind::Removed => "A removed post",
        NoiseKind::Bot => "Written by a bot,",
        NoiseKind::Adult => "An adult post",
        NoiseKind::Megathread => "A standing thread",
        NoiseKind::ForHire => "Offers to work for hire,",
        NoiseKind::Hiring => "A job ad",
        NoiseKind::Giveaway => "A giveaway",
        NoiseKind::SelfPromotion => "Shows the author's own work,",
    }
}
