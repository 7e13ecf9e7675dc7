//! Shortens a sentence to a line that says what the company does.

use super::is_saying;
use crate::keywords::phrases::is_verb;
use crate::text::{fold, is_stopword, words};
use crate::website::word_lists::word_list;

/// A sentence without "Acme is a", and no longer than a line.
pub(super) fn shortened(name: &str, sentence: &str) -> String {
    let named = without_name(name, sentence);
    let bare = without_opening(named);
    let cut = without_loose_end(cut_to_line(bare));
    let trimmed = cut
        .trim()
        .trim_end_matches(['.', ',', ';', ':', '-', '–', '—', '!', ' ', '(']);
    // Without "we", the verb needs the third person: "Helps teams".
    let said_we = named
        .get(..3)
        .is_some_and(|start| start.eq_ignore_ascii_case("we "));
    match trimmed.split_once(' ') {
        Some((verb, rest)) if said_we && is_base_verb(verb) => {
            capitalised(&format!("{} {rest}", third_person(verb)))
        }
        _ => capitalised(trimmed),
    }
}

fn is_base_verb(word: &str) -> bool {
    word_list("base").contains(&word)
}

fn third_person(verb: &str) -> String {
    match verb {
        "have" => "has".to_owned(),
        "teach" => "teaches".to_owned(),
        _ => format!("{verb}s"),
    }
}

/// A line without the function words and verb forms that a cut leaves at its end.
fn without_loose_end(line: &str) -> &str {
    let all: Vec<_> = words(line).collect();
    let is_loose = |word: &str| {
        let word = fold(word);
        is_stopword(&word) || word.ends_with("ing") && is_verb(&word)
    };
    let keep = all
        .iter()
        .rposition(|word| !is_loose(word.text))
        .map_or(0, |last| last + 1);
    if keep == 0 || all.len() - keep > 3 {
        line
    } else {
        &line[..all[keep - 1].end]
    }
}

/// What follows the company's name, if it is a statement about the company: "Acme is a bank",
/// "Based in Leeds, Acme is a bank". "Acme's mission" and "Acme Home is" stay whole.
fn without_name<'s>(name: &str, sentence: &'s str) -> &'s str {
    const EARLY: usize = 80;
    let name = name_used(name, sentence);
    let window = &sentence[..sentence.floor_char_boundary(EARLY + name.len())];
    let Some(at) = find_name(window, name) else {
        return sentence;
    };
    let lead = sentence[..at].trim();
    let is_lead =
        lead.is_empty() || matches!(lead, "At" | "The" | "With" | "Meet") || lead.ends_with(',');
    let mut after = sentence[at + name.len()..].trim_start();
    if after.starts_with('(')
        && let Some(close) = after.find(')')
    {
        after = after[close + 1..].trim_start();
    }
    let is_parted = after.starts_with([',', ':', '-', '–', '—', '.']) && lead.is_empty();
    let after = after.trim_start_matches([',', ':', '-', '–', '—', ' ', '.']);
    let verb = words(after).next().map(|word| fold(word.text).into_owned());
    let says = verb.is_some_and(|verb| is_saying(&verb));
    if is_lead && (says || (is_parted && !after.is_empty())) {
        after
    } else {
        sentence
    }
}

/// The name as a sentence uses it: whole, or its first words ("Oddfellow" of "Oddfellow Studio").
pub(super) fn name_used<'n>(name: &'n str, sentence: &str) -> &'n str {
    const EARLY: usize = 200;
    let window = &sentence[..sentence.floor_char_boundary(EARLY)];
    let mut used = name;
    while find_name(window, used).is_none() {
        match used.rsplit_once(' ') {
            Some((shorter, _)) if shorter.len() >= 4 => used = shorter.trim_end_matches([' ', '&']),
            _ => return name,
        }
    }
    used
}

/// The position of a name as a whole word.
fn find_name(text: &str, name: &str) -> Option<usize> {
    if name.is_empty() {
        return None;
    }
    (0..text.len()).find(|&at| {
        let is_start = text.is_char_boundary(at)
            && !text[..at]
                .chars()
                .next_back()
                .is_some_and(char::is_alphanumeric);
        let end = at + name.len();
        is_start
            && text
                .get(at..end)
                .is_some_and(|found| found.eq_ignore_ascii_case(name))
            && !text[end..].starts_with(|c: char| c.is_alphanumeric() || c == '\'' || c == '’')
    })
}

/// A sentence without opening words that say nothing. "Helps" stays, because it does.
fn without_opening(sentence: &str) -> &str {
    let mut bare = sentence;
    let mut shortened = true;
    while shortened {
        shortened = false;
        for lead in word_list("lead") {
            let rest = bare
                .get(..lead.len())
                .filter(|start| start.eq_ignore_ascii_case(lead))
                .and_then(|_| bare[lead.len()..].strip_prefix(' '));
            if let Some(rest) = rest.filter(|rest| rest.len() > 10) {
                bare = rest;
                shortened = true;
            }
        }
    }
    bare
}

/// The beginning of a sentence up to the end of a clause, at most a line long.
fn cut_to_line(sentence: &str) -> &str {
    const FEWEST: usize = 6;
    const MOST: usize = 14;
    let all: Vec<_> = words(sentence).collect();
    if all.len() <= MOST + 2 {
        return sentence;
    }
    let joint = |at: usize| {
        let gap = &sentence[all[at - 1].end..all[at].start];
        match fold(all[at].text).as_ref() {
            _ if gap.contains([';', ':', '(', '–', '—']) => 3,
            "that" | "which" | "so" | "by" | "while" | "where" | "who" | "because" => 3,
            "with" | "through" | "using" | "without" | "from" | "in" | "to" | "across" => 2,
            "and" | "or" | "as" | "on" => 1,
            _ if gap.contains(',') => 1,
            _ => 0,
        }
    };
    // A line should not end in the middle of a list.
    let best = (FEWEST..=MOST)
        .max_by_key(|&at| (joint(at), at))
        .filter(|&at| joint(at) > 0);
    &sentence[..all[best.unwrap_or(MOST) - 1].end]
}

fn capitalised(line: &str) -> String {
    let mut letters = line.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
