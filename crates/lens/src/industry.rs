//! Which industry a company is in, by the words it uses.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::text::{entries, fold, stem, words};

/// An industry, with the words that decided it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Industry {
    /// What people would call it: "Dentistry", "Developer tools".
    pub name: &'static str,
    /// The wider field that it belongs to: "Healthcare", "B2B".
    pub group: &'static str,
    /// The words of the text that decided, the strongest first.
    pub words: Vec<&'static str>,
}

/// The industry of a company from what it says about itself; none if no word indicates one.
pub fn industry(text: &str) -> Option<Industry> {
    let votes = votes(text);
    let group = best_group(&votes)?;
    let (index, _) = best(
        votes
            .iter()
            .enumerate()
            .filter(|(index, _)| LIST.group(*index) == group),
    )?;
    if votes[index].score < FEWEST {
        return None;
    }
    let mut found = votes[index].words.clone();
    found.sort_by(|left, right| right.1.total_cmp(&left.1));
    Some(Industry {
        name: LIST.industries[index].1,
        group,
        words: found.into_iter().map(|(word, _)| word).take(5).collect(),
    })
}

/// The evidence for one industry.
#[derive(Clone, Default)]
struct IndustryVotes {
    score: f64,
    words: Vec<(&'static str, f64)>,
}

fn votes(text: &str) -> Vec<IndustryVotes> {
    // The beginning of a text says most about a company; the tenth page hardly counts.
    const READ: usize = 600;
    let stems: Vec<String> = words(text)
        .take(READ)
        .map(|word| stem(&fold(word.text)).into_owned())
        .collect();
    let mut found: HashMap<usize, f64> = HashMap::new();
    for at in 0..stems.len() {
        for &entry in LIST.starting(&stems[at]) {
            let phrase = &LIST.phrases[entry];
            if stems[at..].starts_with(&phrase.stems) {
                let position = if at < 30 { 1.5 } else { 1.0 };
                let said_before = found.entry(entry).or_default();
                // The first occurrence counts fully, later ones count less.
                let worth = if *said_before == 0.0 { position } else { 0.25 };
                *said_before = (*said_before + worth).min(2.5);
            }
        }
    }
    let mut votes = vec![IndustryVotes::default(); LIST.industries.len()];
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_by_key(|(entry, _)| *entry);
    for (entry, times) in found {
        let phrase = &LIST.phrases[entry];
        let worth = phrase.weight * times;
        votes[phrase.industry].score += worth;
        votes[phrase.industry].words.push((phrase.written, worth));
    }
    votes
}

/// A group scores by its strongest industry, and a little by the others.
fn best_group(votes: &[IndustryVotes]) -> Option<&'static str> {
    let mut groups: Vec<(&'static str, Vec<f64>)> = Vec::new();
    for (index, industry) in votes.iter().enumerate() {
        let group = LIST.group(index);
        match groups.iter_mut().find(|(known, _)| *known == group) {
            Some((_, scores)) => scores.push(industry.score),
            None => groups.push((group, vec![industry.score])),
        }
    }
    let mut best: Option<(&'static str, f64)> = None;
    for (group, mut scores) in groups {
        scores.sort_by(|left, right| right.total_cmp(left));
        let sum: f64 = scores[0] + scores[1..].iter().sum::<f64>() * OTHERS;
        if sum > best.map_or(0.0, |(_, most)| most) {
            best = Some((group, sum));
        }
    }
    best.map(|(group, _)| group)
}

/// One weak word ("wind" in a logbook for kite surfers) proves nothing.
const FEWEST: f64 = 2.0;

/// How much the weaker industries of a group add to its strongest.
const OTHERS: f64 = 0.35;

fn best<'v>(votes: impl Iterator<Item = (usize, &'v IndustryVotes)>) -> Option<(usize, f64)> {
    let mut best: Option<(usize, f64)> = None;
    for (index, industry) in votes {
        if best.is_none_or(|(_, most)| industry.score > most) {
            best = Some((index, industry.score));
        }
    }
    best
}

struct IndustryPhrase {
    written: &'static str,
    stems: Vec<String>,
    industry: usize,
    weight: f64,
}

struct IndustryList {
    /// Group and name of each industry.
    industries: Vec<(&'static str, &'static str)>,
    phrases: Vec<IndustryPhrase>,
    by_first_stem: HashMap<String, Vec<usize>>,
}

impl IndustryList {
    fn group(&self, industry: usize) -> &'static str {
        self.industries[industry].0
    }

    fn starting(&self, stem: &str) -> &[usize] {
        self.by_first_stem.get(stem).map_or(&[], Vec::as_slice)
    }
}

static LIST: LazyLock<IndustryList> = LazyLock::new(|| {
    let mut list = IndustryList {
        industries: Vec::new(),
        phrases: Vec::new(),
        by_first_stem: HashMap::new(),
    };
    for line in entries(include_str!("words/industries.txt")) {
        let mut columns = line.splitn(3, " / ");
        let (Some(group), Some(name), Some(words)) =
            (columns.next(), columns.next(), columns.next())
        else {
            continue;
        };
        list.industries.push((group, name));
        for written in words.split(", ") {
            add(&mut list, written);
        }
    }
    list
});

fn add(list: &mut IndustryList, written: &'static str) {
    let (weight, bare) = match written.split_at(1) {
        ("!", bare) => (3.0, bare),
        ("?", bare) => (0.5, bare),
        _ => (1.0, written),
    };
    let stems: Vec<String> = words(bare)
        .map(|word| stem(&fold(word.text)).into_owned())
        .collect();
    let Some(first) = stems.first().cloned() else {
        return;
    };
    let phrase = IndustryPhrase {
        written: bare,
        stems,
        industry: list.industries.len() - 1,
        weight,
    };
    list.by_first_stem
        .entry(first)
        .or_default()
        .push(list.phrases.len());
    list.phrases.push(phrase);
}
