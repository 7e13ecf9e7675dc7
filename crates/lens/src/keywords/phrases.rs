//! The phrases of a text that could be its subject: runs of words that form a noun phrase.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::bm25::background_idf;
use crate::text::{Word, entries, fold, is_stopword, stem, words};

/// The longest candidate, in words.
const LONGEST: usize = 4;

/// A candidate phrase and how the text uses it.
#[derive(Clone, Debug)]
pub(crate) struct PhraseCandidate<'a> {
    /// The first spelling of the phrase.
    pub(crate) written: &'a str,
    pub(crate) stems: Vec<String>,
    /// The byte offset of its first occurrence.
    pub(crate) start: usize,
    pub(crate) times: u32,
    /// Whether it occurs by itself, not only as part of a longer phrase.
    pub(crate) is_whole: bool,
    /// The share of its words that are capitalized.
    pub(crate) capitals: f64,
}

/// The candidate phrases of a text, in reading order.
pub(crate) fn candidates(text: &str) -> Vec<PhraseCandidate<'_>> {
    let mut found: Vec<PhraseCandidate<'_>> = Vec::new();
    let mut known: HashMap<Vec<String>, usize> = HashMap::new();
    for run in runs(text) {
        for from in 0..run.len() {
            for to in from + 1..=run.len().min(from + LONGEST) {
                let is_cut = run[from].is_joined || run.get(to).is_some_and(|next| next.is_joined);
                if is_cut || !is_phrase(&run[from..to]) {
                    continue;
                }
                let is_whole =
                    to == run.len() && run[..from].iter().all(PhraseToken::is_describing);
                let stems: Vec<String> = run[from..to]
                    .iter()
                    .map(|token| token.stem.clone())
                    .collect();
                if let Some(&index) = known.get(&stems) {
                    found[index].times += 1;
                    found[index].is_whole |= is_whole;
                } else {
                    known.insert(stems.clone(), found.len());
                    found.push(phrase(text, &run[from..to], stems, is_whole));
                }
            }
        }
    }
    found
}

/// How much a phrase says about its text.
pub(crate) fn weight(phrase: &PhraseCandidate<'_>, counts: &HashMap<&str, u32>) -> f64 {
    let words = phrase.stems.len();
    let rare: f64 = phrase
        .stems
        .iter()
        .map(|stem| {
            f64::from(background_idf(stem))
                * f64::from(counts.get(stem.as_str()).copied().unwrap_or(1)).sqrt()
        })
        .sum();
    #[expect(clippy::cast_precision_loss, reason = "a text is shorter than that")]
    let (length, early) = (
        (words as f64).sqrt(),
        0.5 + 1.0 / (1.0 + phrase.start as f64 / 500.0),
    );
    let whole = if phrase.is_whole { 3.0 } else { 1.0 };
    let alone = if words == 1 { 0.7 } else { 1.0 };
    let name = 1.0 + 0.3 * phrase.capitals;
    rare / length * f64::from(phrase.times).sqrt() * early * whole * alone * name
}

/// How often each stem occurs in the text of the phrases.
pub(crate) fn stem_counts<'p>(phrases: &'p [PhraseCandidate<'_>]) -> HashMap<&'p str, u32> {
    phrases
        .iter()
        .filter(|phrase| phrase.stems.len() == 1)
        .map(|phrase| (phrase.stems[0].as_str(), phrase.times))
        .collect()
}

/// Whether a stem is too general to say anything by itself.
pub(crate) fn is_generality(stem: &str) -> bool {
    GENERALITIES.contains(stem)
}

/// Whether a folded word is only an adjective.
pub(crate) fn is_describing(word: &str) -> bool {
    DESCRIBING.contains(word)
}

/// Whether a folded word is a form of a verb that ends a noun phrase.
pub(crate) fn is_verb(word: &str) -> bool {
    VERBS.contains(word)
}

/// Whether an adjective belongs to the next word, as in "real estate".
pub(crate) fn is_pair(first: &str, second: &str) -> bool {
    const PAIRS: &[(&str, &str)] = &[
        ("open", "source"),
        ("real", "estate"),
        ("real", "time"),
        ("small", "business"),
        ("small", "businesses"),
        ("long", "term"),
        ("high", "school"),
        ("short", "term"),
        ("public", "transport"),
        ("natural", "language"),
    ];
    PAIRS.contains(&(first, second))
}

struct PhraseToken<'a> {
    word: Word<'a>,
    folded: String,
    stem: String,
    /// Whether a hyphen joins it to the word before.
    is_joined: bool,
}

impl PhraseToken<'_> {
    fn is_describing(&self) -> bool {
        is_describing(&self.folded)
    }
}

/// Runs of words without a stop word, a verb or punctuation between them.
fn runs(text: &str) -> Vec<Vec<PhraseToken<'_>>> {
    let mut runs = Vec::new();
    let mut run: Vec<PhraseToken<'_>> = Vec::new();
    let mut behind = 0;
    let mut before = String::new();
    for word in words(text) {
        let gap = &text[behind..word.start];
        behind = word.end;
        let is_parted = !gap
            .chars()
            .all(|c| matches!(c, ' ' | '-' | '\u{A0}' | '\t'))
            && !is_wrap(gap);
        if is_parted {
            runs.push(std::mem::take(&mut run));
        }
        let folded = fold(word.text).into_owned();
        let is_acting = run.is_empty() && acts(&folded, &before, is_parted);
        let is_border = parts(&folded);
        before.clone_from(&folded);
        if is_border || is_acting {
            runs.push(std::mem::take(&mut run));
            continue;
        }
        let stem = stem(folded.strip_suffix("'s").unwrap_or(&folded)).into_owned();
        run.push(PhraseToken {
            word,
            folded,
            stem,
            is_joined: gap == "-",
        });
    }
    runs.push(run);
    runs.retain(|run| !run.is_empty());
    runs
}

/// Whether a gap is the line break of hard-wrapped text.
fn is_wrap(gap: &str) -> bool {
    matches!(gap, "\n" | "\r\n" | " \n")
}

/// Whether a word that can be a noun is a verb where it stands: "we design", "Order bread".
fn acts(word: &str, before: &str, is_parted: bool) -> bool {
    let has_subject = !is_parted
        && matches!(
            before,
            "we" | "you" | "they" | "i" | "to" | "can" | "will" | "could" | "who"
        );
    // "It hides", "that reruns": the form with "s" after a subject.
    let has_one = !is_parted
        && matches!(before, "it" | "that" | "which" | "he" | "she" | "everyone")
        && word.ends_with('s')
        && !word.ends_with("ss");
    let begins = (is_parted || before.is_empty())
        && matches!(
            word,
            "order"
                | "run"
                | "book"
                | "shop"
                | "share"
                | "cut"
                | "find"
                | "track"
                | "plan"
                | "design"
                | "bake"
                | "feed"
                | "bring"
                | "play"
                | "join"
                | "manage"
                | "test"
                | "onboard"
                | "ease"
                | "read"
                | "grow"
                | "host"
                | "feel"
                | "welcome"
        );
    has_subject || has_one || begins
}

fn parts(word: &str) -> bool {
    let is_adverb = word.len() > 4 && word.ends_with("ly");
    let is_number = word.bytes().all(|byte| !byte.is_ascii_alphabetic()) && word.is_ascii();
    let is_small = matches!(
        word,
        "like" | "use" | "uses" | "due" | "including" | "builds" | "vs"
    );
    let is_sign = word.starts_with(['@', '#', '$', '£', '€']) || word.contains("://");
    is_stopword(word)
        || is_verb(word)
        || is_adverb
        || is_number
        || is_sign
        || is_small
        || is_count(word)
}

pub(crate) fn is_count(word: &str) -> bool {
    matches!(
        word,
        "two"
            | "three"
            | "four"
            | "five"
            | "six"
            | "seven"
            | "eight"
            | "nine"
            | "ten"
            | "twelve"
            | "hundred"
            | "thousand"
            | "million"
            | "billion"
            | "dozen"
    )
}

fn is_phrase(run: &[PhraseToken<'_>]) -> bool {
    let (first, last) = (&run[0], &run[run.len() - 1]);
    // "open-source database" starts with an adjective that is joined by a hyphen.
    let is_bound = run
        .get(1)
        .is_some_and(|second| second.is_joined || is_pair(&first.folded, &second.folded));
    let describes = first.is_describing() && !is_bound;
    if last.is_describing() || describes || last.folded.chars().count() < 2 {
        return false;
    }
    run.len() > 1 || (first.folded.chars().count() >= 3 && !is_generality(&first.stem))
}

fn phrase<'a>(
    text: &'a str,
    run: &[PhraseToken<'a>],
    stems: Vec<String>,
    is_whole: bool,
) -> PhraseCandidate<'a> {
    let (start, end) = (run[0].word.start, run[run.len() - 1].word.end);
    let capitals = run
        .iter()
        .filter(|token| token.word.text.starts_with(char::is_uppercase))
        .count();
    #[expect(clippy::cast_precision_loss, reason = "a phrase is a few words")]
    let capitals = capitals as f64 / run.len() as f64;
    PhraseCandidate {
        written: &text[start..end],
        stems,
        start,
        times: 1,
        is_whole,
        capitals,
    }
}

static VERBS: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| entries(include_str!("../words/verbs.txt")).collect());

static DESCRIBING: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| entries(include_str!("../words/adjectives.txt")).collect());

static GENERALITIES: LazyLock<HashSet<String>> = LazyLock::new(|| {
    entries(include_str!("../words/generalities.txt"))
        .map(|word| stem(word).into_owned())
        .collect()
});
