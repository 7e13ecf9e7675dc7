//! The weights of phrases and style features as a person would set them. Few posts are labelled, so
//! the reader head starts from here and is drawn back to it.

use lens::intent::features::names;
use lens::intent::model::IntentTask;

/// Weights by number and class, in the order of `Intent::ALL`.
pub(super) fn reader() -> Vec<f32> {
    names()
        .into_iter()
        .flat_map(|(name, zone)| {
            let nearness = [1.0, 0.7, 0.35][zone.min(2)];
            meaning(name).map(|weight| weight * nearness)
        })
        .chain(COMMUNITY.into_iter().flatten())
        .collect()
}

/// The same without comparison, because no community has that purpose.
pub(super) fn community() -> Vec<f32> {
    let classes = IntentTask::Reader.classes();
    let weights = reader();
    let numbers = &weights[..names().len() * classes];
    numbers
        .chunks_exact(classes)
        .flat_map(|weights| [weights[0], weights[2], weights[3], weights[4]])
        .collect()
}

/// Phrases about paying mean buying, phrases about selling mean selling.
pub(super) fn market() -> Vec<f32> {
    let meaning = |name: &str| match name {
        "pays" | "hiring" => [0.8, -0.8],
        "sells" => [-0.8, 0.8],
        "title i" | "body i" => [-0.3, 0.3],
        "body we" | "body you" => [0.3, -0.3],
        _ => [0.0; 2],
    };
    names()
        .into_iter()
        .flat_map(|(name, _)| meaning(name))
        .collect()
}

/// Buying, comparison, question, complaint, mention.
fn meaning(name: &str) -> [f32; 5] {
    match name {
        "market" => [1.2, 0.0, 0.2, 0.0, -0.4],
        "seek" | "recommend" | "exists" | "uses" => [0.8, 0.0, 0.3, -0.2, -0.4],
        "budget" | "best" => [0.6, 0.1, 0.0, 0.0, 0.0],
        "alternative" => [0.6, 0.4, 0.0, 0.0, 0.0],
        "vs" => [0.0, 4.0, 0.2, 0.0, -0.2],
        "versus" => [0.0, 1.2, 0.2, 0.0, -0.2],
        "between" => [0.0, 0.9, 0.2, 0.0, 0.0],
        "than" => [0.0, 0.8, 0.0, 0.1, 0.0],
        "how" | "what" | "can" | "anyone" | "help" | "thanks" => [0.1, 0.0, 0.5, -0.2, -0.3],
        "why" => [0.0, 0.0, 0.4, 0.3, -0.1],
        "trouble" => [-0.1, -0.1, 0.3, 0.2, -0.1],
        "alike" => [-0.2, 0.0, 0.2, 0.7, 0.0],
        "gripe" => [-0.1, -0.1, -0.1, 0.8, 0.0],
        "wronged" => [-0.1, 0.0, 0.0, 0.6, 0.0],
        "share" => [-0.2, -0.1, -0.3, -0.1, 0.6],
        "offer" | "sells" => [0.0, -0.1, -0.2, -0.1, 0.5],
        "useless" => [-0.2, 0.0, -0.2, 1.5, 0.0],
        "advice" => [-0.4, 0.0, 0.6, -0.2, 0.0],
        "stories" => [-0.4, 0.0, 0.2, 0.0, 0.5],
        "title wishes a product" | "body wishes a product" => [1.5, 0.0, 0.0, -0.2, -0.3],
        "title names a product" => [0.6, 0.0, 0.0, 0.0, 0.0],
        "hiring" => [0.3, -0.2, -0.2, -0.2, 0.5],
        "title or asking" => [0.0, 1.6, 0.3, 0.0, 0.0],
        "title asks" | "title ends asking" | "body asks" => [0.1, 0.0, 0.4, -0.1, -0.3],
        "title begins asking" | "title begins wondering" => [0.1, 0.0, 0.4, 0.0, -0.2],
        "nobody asks" => [-0.2, -0.3, -0.5, 0.2, 0.6],
        "title cross" | "body cross" => [-0.1, 0.0, 0.0, 0.8, 0.0],
        "title glad" | "body glad" => [0.0, 0.0, 0.0, -0.6, 0.2],
        "only a link" | "no body" => [-0.1, 0.0, -0.1, -0.1, 0.4],
        "money" => [0.3, 0.0, 0.0, 0.0, 0.0],
        "always" => [-0.3, -1.2, 0.2, -0.8, 0.0],
        _ => [0.0; 5],
    }
}

/// The weights of the community head's output: buying, question, complaint and mention.
const COMMUNITY: [[f32; 5]; 4] = [
    [0.4, 0.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 0.3, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.4, 0.0],
    [0.0, 0.0, 0.0, 0.0, 0.3],
];
