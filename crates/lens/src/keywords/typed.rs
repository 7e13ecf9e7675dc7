//! Phrases that people type when they look for something, from the open posts: they fill up what
//! the site does not say.

use std::sync::LazyLock;

use super::selection::KeywordSelection;
use super::{KeywordType, fit::CompanyFit, judge::KeywordSource};
use crate::embedding::{Embedding, embed};
use crate::website::WebsiteFacts;

/// Adds the phrases of the table that are nearest to the company.
pub(super) fn add_typed(facts: &WebsiteFacts, fit: &CompanyFit, selection: &mut KeywordSelection) {
    let company = embed(&format!("{}. {}", facts.one_liner, facts.description));
    let mut near: Vec<(f32, &str)> = PHRASES
        .iter()
        .map(|(phrase, embedding)| (embedding.closeness(&company), *phrase))
        .collect();
    near.sort_by(|left, right| right.0.total_cmp(&left.0));
    near.truncate(READ);
    selection.source = KeywordSource::Typed;
    for (_, phrase) in near {
        selection.add_read(KeywordType::Category, phrase, (phrase, phrase), fit);
    }
}

/// How many phrases are read, of those nearest by the static table.
const READ: usize = 24;

static PHRASES: LazyLock<Vec<(&'static str, Embedding)>> = LazyLock::new(|| {
    let lines = include_str!("../../models/phrases.bin").lines();
    lines.map(|phrase| (phrase, embed(phrase))).collect()
});
