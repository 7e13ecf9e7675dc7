//! The audience of a company, from its sentences.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::word_lists::word_list;
use crate::keywords::phrases::is_verb;
use crate::text::{Word, entries, fold, is_stopword, words};

/// The audience in a sentence: "small accounting firms" of "payroll for small accounting firms in
/// Ohio".
pub(super) fn audience(sentence: &str) -> Option<String> {
    let all: Vec<Word<'_>> = words(sentence).collect();
    let folded: Vec<String> = all
        .iter()
        .map(|word| fold(word.text).into_owned())
        .collect();
    for at in 0..all.len() {
        if leads(&folded, at)
            && let Some((start, end)) = people(sentence, &all, &folded, at + 1)
        {
            return Some(sentence[all[start].start..all[end].end].to_owned());
        }
    }
    None
}

/// Whether a folded word names people or organizations that can be an audience.
pub(crate) fn is_people(word: &str) -> bool {
    let is_agent = word.len() > 6
        && ["ers", "ors", "ists", "ians"]
            .iter()
            .any(|ending| word.ends_with(ending))
        && !word_list("no people").contains(&word);
    PEOPLE.contains(word) || is_agent
}

/// Whether the word at a position can introduce an audience.
fn leads(folded: &[String], at: usize) -> bool {
    match folded[at].as_str() {
        "for" | "help" | "helps" | "helping" | "lets" | "serving" | "serve" | "serves"
        | "gives" | "enables" | "connects" | "teach" | "teaches" => true,
        "with" => at > 0 && folded[at - 1] == "work",
        "to" => folded[..at].iter().any(|word| {
            matches!(
                word.as_str(),
                "brings"
                    | "bring"
                    | "provides"
                    | "offers"
                    | "delivers"
                    | "sells"
                    | "ships"
                    | "lends"
            )
        }),
        _ => false,
    }
}

/// The first and the last word of an audience that starts at `from`.
fn people(
    sentence: &str,
    all: &[Word<'_>],
    folded: &[String],
    from: usize,
) -> Option<(usize, usize)> {
    const LONGEST: usize = 9;
    let is_number = |word: &str| {
        word.bytes().all(|byte| byte.is_ascii_digit()) || matches!(word, "two" | "one" | "the")
    };
    let from = from
        + folded[from..]
            .iter()
            .take_while(|word| is_number(word))
            .count();
    let mut last = None;
    let mut since = 0;
    for at in from..all.len().min(from + LONGEST) {
        let gap = if at == from {
            " "
        } else {
            &sentence[all[at - 1].end..all[at].start]
        };
        let word = folded[at].as_str();
        let is_list = gap.trim() == "," && last == at.checked_sub(1);
        if !is_list && !matches!(gap, " " | "-" | "/") {
            break;
        }
        if is_people(word) {
            last = Some(at);
            since = 0;
            continue;
        }
        since += 1;
        let is_and = matches!(word, "and" | "or" | "&");
        let is_border = is_stopword(word) || is_verb(word) && !word.ends_with("ed");
        if (is_border && !is_and) || since > 4 {
            break;
        }
    }
    let last = last?;
    // "companies" alone says nothing; "companies with 50 to 500 employees" does.
    if !is_general(&sentence[all[from].start..all[last].end]) {
        return Some((from, last));
    }
    told_behind(sentence, all, folded, last).map(|last| (from, last))
}

fn is_general(phrase: &str) -> bool {
    let phrase = phrase.to_lowercase();
    matches!(
        phrase.as_str(),
        "people"
            | "users"
            | "customers"
            | "clients"
            | "individuals"
            | "companies"
            | "businesses"
            | "everyone"
            | "organizations"
            | "organisations"
            | "others"
            | "our customers"
    )
}

/// The end of "with 50 to 500 employees" after a word for people.
fn told_behind(sentence: &str, all: &[Word<'_>], folded: &[String], last: usize) -> Option<usize> {
    const LONGEST: usize = 7;
    let lead = folded.get(last + 1)?;
    if !matches!(lead.as_str(), "with" | "without") {
        return None;
    }
    let mut end = last + 1;
    while end + 1 < all.len()
        && end - last < LONGEST
        && !matches!(
            folded[end + 1].as_str(),
            "and" | "or" | "that" | "who" | "in" | "on"
        )
        && sentence[all[end].end..all[end + 1].start]
            .chars()
            .all(|c| matches!(c, ' ' | '-' | '\''))
    {
        end += 1;
    }
    (end > last + 1).then_some(end)
}

static PEOPLE: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| entries(include_str!("../words/people.txt")).collect());
