//! How well a phrase fits a company: by the reader, as if the phrase were all that a customer wrote,
//! and by the static table, which knows single words better.

use std::collections::HashSet;

use super::judge::PhraseFit;
use super::phrases::{is_count, is_describing, is_generality};
use crate::bm25::background_idf;
use crate::embedding::{Embedding, embed};
use crate::reader::{ReaderVector, read_company, read_post};
use crate::taxonomy::{closeness_to_offers, is_wish_verb};
use crate::text::{fold, is_stopword, stem, words};
use crate::website::{WebsiteFacts, is_kind};

/// A company, as the reader sees it.
pub(super) struct CompanyFit {
    company: ReaderVector,
    words: Embedding,
    /// The stems of what the site says, and of its one-liner.
    said: HashSet<String>,
    said_first: HashSet<String>,
}

impl CompanyFit {
    pub(super) fn new(facts: &WebsiteFacts) -> Self {
        let description = &facts.description;
        // The reader takes no more than that.
        let description = &description[..description.floor_char_boundary(1000)];
        let (line, description) = match &facts.offer {
            Some(offer) => (offer, offer.as_str()),
            None => (&facts.one_liner, description),
        };
        Self {
            company: read_company(line, description),
            words: embed(&format!("{line}. {description}")),
            said: said(facts),
            said_first: stems_of(&facts.one_liner).collect(),
        }
    }

    /// How a phrase stands to the company. `asked` is it in the words of a customer.
    pub(super) fn of(&self, phrase: &str, asked: &str) -> PhraseFit {
        let own = embed(phrase);
        let telling: Vec<String> = words(phrase)
            .map(|word| fold(word.text).into_owned())
            .filter(|word| !is_stopword(word))
            .collect();
        let closeness = |word: &String| embed(word).closeness(&self.words);
        let is_said = |word: &&String| self.said.contains(stem(word).as_ref());
        let is_said_first = |word: &&String| self.said_first.contains(stem(word).as_ref());
        // Every company has a kind and a verb, said or not.
        let is_telling =
            |word: &&String| !is_generality(&stem(word)) && !is_kind(word) && !is_wish_verb(word);
        let unsaid = telling.iter().filter(|word| !is_said(word));
        let count = number(telling.len().max(1));
        PhraseFit {
            as_company: self.company.cosine(&read_company(phrase, "")),
            as_post: self.company.cosine(&read_post("", asked, "")),
            words: own.closeness(&self.words),
            said: number(telling.iter().filter(is_said).count()) / count,
            said_first: number(telling.iter().filter(is_said_first).count()) / count,
            furthest: telling.iter().map(closeness).fold(CLOSE, f32::min),
            furthest_unsaid: unsaid
                .filter(is_telling)
                .map(closeness)
                .fold(CLOSE, f32::min),
            offered: closeness_to_offers(phrase),
            rarest: telling
                .iter()
                .map(|word| background_idf(&stem(word)))
                .fold(0.0, f32::max),
            length: number(words(phrase).count()),
            has_count: telling.iter().any(|word| is_count(word)),
            ends_describing: telling
                .last()
                .is_some_and(|word| is_describing(word) || word.ends_with("ed")),
        }
    }
}

/// A word that is as close as this belongs to the company.
const CLOSE: f32 = 0.5;

#[expect(clippy::cast_precision_loss, reason = "a phrase has few words")]
fn number(count: usize) -> f32 {
    count as f32
}

fn stems_of(line: &str) -> impl Iterator<Item = String> + '_ {
    words(line).map(|word| stem(&fold(word.text)).into_owned())
}

/// The stems of the lines that introduce the company.
fn said(facts: &WebsiteFacts) -> HashSet<String> {
    const LINES: usize = 60;
    let lines = facts.introduction.iter().take(LINES).chain(&facts.menu);
    lines
        .flat_map(|line| words(line).take(200))
        .map(|word| stem(&fold(word.text)).into_owned())
        .collect()
}
