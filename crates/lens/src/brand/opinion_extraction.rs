//! Extracts what each clause says for or against the brand.

use super::clauses::{BRAND, Clause, Clauses};
use super::opinion::BrandOpinion;
use super::quantity_change::quantity_change;
use crate::cues::{CueMatch, Cues};
use crate::intent::is_complaint;
use crate::sentiment::{denies_trouble, sentiment};
use std::collections::HashMap;
use std::sync::LazyLock;

/// How many sentences after the one that names the brand can still be about it.
const LONGEST_CHAIN: usize = 3;
/// A text of at most this many words is a single remark.
const SHORT: usize = 45;

/// Every opinion about the brand in the text.
pub(super) fn opinions(clauses: &Clauses) -> Vec<BrandOpinion> {
    let hits = longest(CUES.find(&clauses.stream));
    let mut opinions: Vec<BrandOpinion> = Vec::new();
    let mut spoken_in = None;
    let mut reach = 0;
    // A short text that starts with the brand's name is addressed to it. If it names the brand
    // later, what follows is still about it.
    let is_short = clauses.stream.len() <= SHORT;
    let is_addressed = is_short && clauses.stream.words().take(2).any(|word| word == BRAND);
    for (number, clause) in clauses.parts.iter().enumerate() {
        let follows = spoken_in.is_some_and(|last| {
            clause.sentence == last
                || (clause.sentence == last + 1 && (clause.points_back || is_short))
        });
        // A change in figures is an effect of what was named before.
        let is_effect = spoken_in.is_some() && quantity_change(clauses, clause).is_some();
        let is_near =
            is_addressed || follows || is_effect || clause.is_headline || precedes(clauses, number);
        let is_about_it = is_near || clause.is_headed;
        if !clause.names_brand && (clause.names_other || !is_about_it) {
            continue;
        }
        if clause.names_brand {
            (spoken_in, reach) = (Some(clause.sentence), 0);
        } else if follows && clause.points_back && reach < LONGEST_CHAIN {
            // "It was slow. It lost a file." continues as long as each sentence points back.
            reach += usize::from(spoken_in != Some(clause.sentence));
            spoken_in = Some(clause.sentence);
        }
        // Good wishes and needs are about the writer.
        if !clause.names_brand && is_aside(clause, &hits) {
            continue;
        }
        opinions.extend(clause_opinions(
            clauses,
            clause,
            &hits,
            weight(clause, is_near, is_short),
        ));
    }
    // A headline about "it" only counts if the text names the brand.
    if spoken_in.is_none() {
        opinions.clear();
    }
    turn_sarcasm(clauses, &hits, &mut opinions);
    opinions
}

/// Sarcastic praise counts as criticism.
fn turn_sarcasm(clauses: &Clauses, hits: &[CueMatch], opinions: &mut [BrandOpinion]) {
    let Some(words) = sarcasm(clauses, hits) else {
        return;
    };
    for opinion in opinions.iter_mut().filter(|opinion| opinion.value > 0.0) {
        opinion.value = -0.6;
        opinion.kind = "sarcasm";
        opinion.words.clone_from(&words);
    }
}

/// The weight of a clause: highest where the brand is named, lowest far below a headline.
fn weight(clause: &Clause, is_near: bool, is_short: bool) -> f32 {
    match clause {
        Clause {
            names_brand: true, ..
        } => 1.0,
        Clause { is_turn: true, .. } if is_near => 0.8,
        Clause {
            points_back: true, ..
        } if is_near => 0.6,
        Clause {
            is_headline: true, ..
        } if !is_short => 0.6,
        _ if is_near => 0.4,
        Clause {
            points_back: true, ..
        } => 0.35,
        _ => 0.25,
    }
}

fn is_aside(clause: &Clause, hits: &[CueMatch]) -> bool {
    hits.iter().any(|hit| {
        let is_kind = match KINDS[&hit.name].0 {
            "aside" => true,
            // Addressed to the brand, "I need a refund" is about it.
            "need" => clause.is_headed,
            _ => false,
        };
        is_kind && hit.from >= clause.from && hit.to <= clause.to
    })
}

/// Whether a later clause of the same sentence names the brand and points back.
fn precedes(clauses: &Clauses, number: usize) -> bool {
    let clause = &clauses.parts[number];
    clauses.parts[number + 1..]
        .iter()
        .take_while(|other| other.sentence == clause.sentence)
        .any(|other| other.names_brand && other.points_back)
}

fn clause_opinions(
    clauses: &Clauses,
    clause: &Clause,
    hits: &[CueMatch],
    weight: f32,
) -> Vec<BrandOpinion> {
    let shown = clauses.shown(clause);
    let mut opinions = Vec::new();
    let own = hits
        .iter()
        .filter(|hit| hit.from >= clause.from && hit.to <= clause.to);
    for hit in own {
        let (kind, value) = KINDS[&hit.name];
        // "Leaving it, where to now?" does not ask whether to leave.
        let is_given = hit.from == clause.from && matches!(kind, "left" | "warn" | "once");
        let is_asked =
            clause.is_question && !is_given && !clauses.words(clause).any(|word| word == "why");
        if matches!(kind, "sarcasm" | "aside" | "need") || is_asked {
            continue;
        }
        let value = if is_negated(clauses, clause, hit, kind) {
            -0.8 * value
        } else {
            value
        };
        opinions.push(BrandOpinion {
            value,
            weight: 1.5 * weight,
            kind: if value * KINDS[&hit.name].1 < 0.0 {
                "turned"
            } else {
                kind
            },
            words: clauses.phrase(hit.from, hit.to),
            clause: shown.clone(),
        });
    }
    if let Some((value, from, to)) = quantity_change(clauses, clause) {
        opinions.push(BrandOpinion {
            value,
            weight: 1.5 * weight.max(0.8),
            kind: "change",
            words: clauses.phrase(from, to),
            clause: shown.clone(),
        });
    }
    let mood_weight = if opinions.is_empty() {
        weight
    } else {
        0.3 * weight
    };
    opinions.extend(moods(clauses, clause, &shown, mood_weight));
    opinions
}

/// The sentiment of a clause, or one for each of two halves that contradict each other: "gorgeous
/// templates, dreadful statistics".
fn moods(clauses: &Clauses, clause: &Clause, shown: &str, weight: f32) -> Vec<BrandOpinion> {
    const STRONG: f32 = 0.4;
    const MOST_COMMAS: usize = 4;
    let commas = (clause.from + 1..clause.to - 1)
        .filter(|at| clause.is_headline && clauses.stream.word(*at) == ",");
    for at in commas.take(MOST_COMMAS) {
        let halves = [
            Clause { to: at, ..*clause },
            Clause {
                from: at + 1,
                ..*clause
            },
        ];
        let opinions = halves.map(|half| mood(clauses, &half, clauses.shown(&half), weight));
        let [first, second] = [&opinions[0], &opinions[1]];
        if first.value * second.value < 0.0 && first.value.abs().min(second.value.abs()) > STRONG {
            return opinions.into();
        }
    }
    vec![mood(clauses, clause, shown.to_owned(), weight)]
}

/// The sentiment of the whole clause. A question asserts nothing unless it asks why.
fn mood(clauses: &Clauses, clause: &Clause, shown: String, weight: f32) -> BrandOpinion {
    let asks_why = clauses.words(clause).any(|word| word == "why");
    if clause.is_question && !asks_why {
        return BrandOpinion {
            value: 0.0,
            weight,
            kind: "question",
            words: String::new(),
            clause: shown,
        };
    }
    let text = without_chores(&clauses.without_name(clause));
    let feeling = sentiment(&text);
    // "On hold for two hours" has no negative word but is a complaint; "not one awkward mail" has
    // one but is praise.
    let value = if denies_trouble(&text) && (is_emphatic(clauses, clause) || !is_complaint(&text)) {
        feeling.score.max(0.4)
    } else if is_complaint(&text) {
        feeling.score - 0.35
    } else {
        feeling.score
    };
    // A text that only has the brand's hashtag may be about anything.
    let value = if clause.only_tags_brand {
        0.6 * value
    } else {
        value
    };
    BrandOpinion {
        value: value.max(-1.0),
        // Neutral clauses must not outweigh strong ones.
        weight: weight * (least(weight) + value.abs()),
        kind: "mood",
        words: feeling.words.join(", "),
        clause: shown,
    }
}

/// A chore that a product does for its user is not criticism: it may nag others, but not "me".
fn without_chores(text: &str) -> String {
    const CHORES: &[&str] = &["nag", "pester", "chas", "nudg", "badger", "hound"];
    let mut plain: Vec<&str> = text.split(' ').collect();
    for at in 0..plain.len() {
        let word = plain[at].to_lowercase();
        let is_chore = CHORES.iter().any(|chore| word.starts_with(chore));
        let is_to_me = matches!(plain.get(at + 1), Some(&("me" | "us" | "you")));
        if is_chore && !is_to_me {
            plain[at] = "writing";
        }
    }
    plain.join(" ")
}

/// The minimum weight of a neutral clause. Far below a headline, most clauses only tell a story.
fn least(weight: f32) -> f32 {
    if weight < 0.4 { 0.1 } else { 0.25 }
}

/// Whether something is denied emphatically: "didn't write one awkward mail".
fn is_emphatic(clauses: &Clauses, clause: &Clause) -> bool {
    let words: Vec<&str> = clauses.words(clause).collect();
    let is_denial = |word: &&str| word.ends_with("n't") || matches!(*word, "not" | "without");
    words
        .windows(3)
        .any(|run| is_denial(&run[0]) && run[1..].contains(&"one"))
}

/// Whether a negation precedes the phrase by at most three words.
fn is_negated(clauses: &Clauses, clause: &Clause, hit: &CueMatch, kind: &str) -> bool {
    if kind == "fair" || kind == "wish" {
        return false;
    }
    let before = hit.from.saturating_sub(3).max(clause.from)..hit.from;
    before.into_iter().any(|at| {
        let word = clauses.stream.word(at);
        word.ends_with("n't") || matches!(word, "not" | "never" | "no" | "cannot" | "hardly")
    })
}

fn sarcasm(clauses: &Clauses, hits: &[CueMatch]) -> Option<String> {
    let hit = hits.iter().find(|hit| KINDS[&hit.name].0 == "sarcasm");
    let said = hit.map(|hit| clauses.phrase(hit.from, hit.to));
    let marked = clauses
        .stream
        .text()
        .split_whitespace()
        .any(|word| word == "/s");
    let rolling = clauses.stream.text().contains(['\u{1f644}', '\u{1f612}']);
    said.or_else(|| marked.then(|| "/s".to_owned()))
        .or_else(|| rolling.then(|| "\u{1f644}".to_owned()))
}

/// Keeps the longest of overlapping phrases, the first if they are equally long.
fn longest(hits: Vec<CueMatch>) -> Vec<CueMatch> {
    let mut kept: Vec<CueMatch> = Vec::new();
    for hit in hits {
        match kept.last_mut() {
            Some(last) if hit.from < last.to => {
                if hit.to - hit.from > last.to - last.from {
                    *last = hit;
                }
            }
            _ => kept.push(hit),
        }
    }
    kept
}

static CUES: LazyLock<Cues> = LazyLock::new(|| Cues::parse(include_str!("../words/brand.txt")));

/// The kind and the value encoded in each name of the list, such as "left -0.7".
static KINDS: LazyLock<HashMap<usize, (&'static str, f32)>> = LazyLock::new(|| {
    let parse = |name: &'static str| {
        let (kind, value) = name.split_once(' ').expect("a name is a kind and a value");
        (kind, value.parse().expect("a value is a number"))
    };
    CUES.names()
        .iter()
        .enumerate()
        .map(|(number, name)| (number, parse(name)))
        .collect()
});
