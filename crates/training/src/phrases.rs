//! `training phrases`: what people type when they look for something, from the open posts.
//!
//! Only sentences in which somebody asks are read, so that the table holds needs and not
//! anecdotes: the noun phrases of the sentence, and a verb with its object after "how to" and the
//! like.

use std::{
    collections::{BTreeMap, HashSet},
    path::Path,
};

use anyhow::Result;
use lens::keywords::{closeness_to_offers, keyphrases};
use lens::noise::{NoiseKind, noise};
use lens::text::{fold, is_stopword, sentences, words};

use crate::{dataset, table::PostRow};

/// A phrase of a single post may be one person's.
const LEAST: usize = 2;

/// Only what is close to something that companies offer is kept: this leaves out small talk, and
/// the insults with it.
const CLOSE: f32 = 0.4;

pub(crate) fn make(data: &Path) -> Result<Vec<u8>> {
    let posts: Vec<PostRow> = dataset::read(&data.join("posts.jsonl.zst"))?;
    let mut typed: BTreeMap<String, usize> = BTreeMap::new();
    for post in &posts {
        for phrase in phrases_of(post) {
            *typed.entry(phrase).or_default() += 1;
        }
    }
    typed.retain(|phrase, posts| *posts >= LEAST && closeness_to_offers(phrase) >= CLOSE);
    let lines: Vec<String> = typed.into_keys().collect();
    Ok(lines.join("\n").into_bytes())
}

/// The phrases of a post, each once.
fn phrases_of(post: &PostRow) -> HashSet<String> {
    let found = noise(&post.title, &post.selftext, Some(&post.subreddit));
    if found.is_some_and(|found| found.kind == NoiseKind::Adult) {
        return HashSet::new();
    }
    // A title is what its author would have typed; in the text only questions and wishes are.
    let asked = sentences(&post.selftext)
        .into_iter()
        .filter(|sentence| is_asking(sentence));
    let title = sentences(&post.title).into_iter();
    title
        .chain(asked)
        .flat_map(|sentence| {
            let nouns = keyphrases(sentence, 12);
            nouns.into_iter().chain(wishes(sentence))
        })
        .map(|phrase| phrase.to_lowercase())
        .filter(|phrase| is_typed(phrase))
        .collect()
}

/// Whether somebody asks or looks for something.
fn is_asking(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    lower.ends_with('?') || ASKING.iter().any(|words| lower.contains(words))
}

const ASKING: [&str; 16] = [
    "looking for",
    "recommend",
    "suggest",
    "any good",
    "best",
    "how to",
    "how do",
    "how can",
    "need a",
    "need to",
    "need some",
    "advice",
    "help with",
    "help me",
    "want to",
    "alternative",
];

/// "chase late payments" of "How to chase my late payments".
fn wishes(sentence: &str) -> Vec<String> {
    let all: Vec<String> = words(sentence)
        .map(|word| fold(word.text).into_owned())
        .collect();
    let mut found = Vec::new();
    for at in 0..all.len().saturating_sub(2) {
        if all[at] != "to" || at == 0 || !WISHING.contains(&all[at - 1].as_str()) {
            continue;
        }
        let mut phrase: Vec<&str> = Vec::new();
        for word in all[at + 1..].iter().take(5) {
            let is_small = matches!(word.as_str(), "a" | "an" | "the" | "my" | "your" | "some");
            if !phrase.is_empty() && is_small {
                continue;
            }
            if is_stopword(word) {
                break;
            }
            phrase.push(word);
            if phrase.len() >= 2 {
                found.push(phrase.join(" "));
            }
            if phrase.len() == 3 {
                break;
            }
        }
    }
    found
}

const WISHING: [&str; 10] = [
    "how", "want", "need", "trying", "way", "ways", "looking", "like", "tool", "app",
];

/// Two to four plain words. Reddit calls pictures of anything "porn".
fn is_typed(phrase: &str) -> bool {
    let count = phrase.split(' ').count();
    let is_plain = |c: char| c.is_ascii_lowercase() || c == ' ' || c == '-';
    (2..=4).contains(&count)
        && phrase.len() <= 40
        && phrase.chars().all(is_plain)
        && !phrase.contains("porn")
}
