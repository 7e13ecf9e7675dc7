//! What authors are after: each post judged by models that never saw it.

use std::path::Path;

use anyhow::Result;
use lens::author::Side;

use super::{
    Figure,
    metrics::{classes, interval},
};
use crate::author::{self, RIGHT, SideAnswer};

pub(crate) fn quality(data: &Path) -> Result<Vec<Figure>> {
    let posts = author::read(data)?;
    let unseen = author::crossed(&posts);
    let intents = author::once(posts.iter().zip(&unseen), |post| post.intent);
    let intents: Vec<(usize, usize)> = intents
        .into_iter()
        .map(|(truth, _, judgement)| (truth, judgement.intent() as usize))
        .collect();
    let mut figures = vec![classes(
        "intent of posts that were read, 5 classes",
        &intents,
        0.70,
        "words alone .54-.60",
    )];
    for side in [Side::Seeks, Side::Offers] {
        figures.push(precision(side, &author::said_unseen(&posts, &unseen, side)));
    }
    Ok(figures)
}

/// How many of those who are said to be on a side are, by lines that never saw them either.
fn precision(side: Side, judged: &[SideAnswer]) -> Figure {
    let said: Vec<SideAnswer> = judged.iter().filter(|it| it.is_said).cloned().collect();
    let count = |answers: &[SideAnswer]| answers.iter().filter(|it| it.is_true).count();
    let right = |answers: &[SideAnswer]| {
        let number = |count: usize| f64::from(u32::try_from(count).expect("some hundred posts"));
        number(count(answers)) / number(answers.len().max(1))
    };
    Figure {
        task: format!("authors of whom is said that one {}, right", side.as_str()),
        value: right(&said),
        interval: interval(&said, right),
        goal: RIGHT,
        peer: format!("{} found of {}", count(&said), count(judged)),
    }
}
