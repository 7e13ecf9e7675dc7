//! A text split into clauses, with every name of the brand replaced by one word.

use crate::cues::{TokenStream, straight};

/// The placeholder for the brand in `words/brand.txt`.
pub(crate) const BRAND: &str = "thebrand";

/// The clauses of a text.
#[derive(Debug)]
pub(super) struct Clauses {
    pub(super) stream: TokenStream,
    /// The original text, except for the brand's names.
    masked: String,
    pub(super) parts: Vec<Clause>,
}

/// A run of tokens that says one thing.
#[derive(Clone, Copy, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "plain facts, any of them by itself"
)]
pub(super) struct Clause {
    pub(super) from: usize,
    pub(super) to: usize,
    /// The number of its sentence.
    pub(super) sentence: usize,
    pub(super) names_brand: bool,
    /// Whether it names the brand only in a hashtag.
    pub(super) only_tags_brand: bool,
    /// Whether it begins with a word that points back, such as "it" or "they".
    pub(super) points_back: bool,
    pub(super) is_question: bool,
    /// Whether it contains a name other than the brand's.
    pub(super) names_other: bool,
    /// Whether it contrasts with what came before: "but", "however".
    pub(super) is_turn: bool,
    /// Whether it is below a headline that names the brand.
    pub(super) is_headed: bool,
    /// Whether it is in the first line, and that line is about the brand.
    pub(super) is_headline: bool,
}

impl Clauses {
    /// Without any name, everything is treated as being about the brand.
    pub(super) fn new(text: &str, brand: &[&str]) -> Self {
        let masked = masked(&straight(text), brand);
        let (headline, below) = masked.split_once('\n').unwrap_or((&masked, ""));
        let has_text = !below.trim().is_empty();
        let is_named = headline.contains(BRAND);
        let stream = TokenStream::new(&masked, usize::MAX);
        let mut clauses = Vec::new();
        let (mut from, mut sentence) = (0, 0);
        for at in 0..stream.len() {
            let ends_sentence = matches!(stream.word(at), "." | "?" | "!" | "\n");
            let is_turn = TURNS.contains(&stream.word(at)) && at > from + 1;
            if ends_sentence || stream.word(at) == ";" || is_turn {
                let to = if is_turn { at } else { at + 1 };
                push(&mut clauses, &stream, from, to, sentence);
                from = to;
                sentence += usize::from(ends_sentence);
            }
        }
        push(&mut clauses, &stream, from, stream.len(), sentence);
        mark_questions(&mut clauses);
        for clause in &mut clauses {
            clause.names_other = names_other(&stream, &masked, clause);
            clause.names_brand |= brand.is_empty();
            let is_below = stream.start(clause.from) > headline.len();
            clause.is_headed = is_named && is_below && has_text;
            // The first line itself: "Mortified." beside the name, or "now it won't let me in"
            // above a text that says what "it" is. Without a text below, a clause with its own
            // subject is about that subject: "The weather is terrible. Acme opens at nine."
            let points =
                || (clause.from..clause.to).any(|at| matches!(stream.word(at), "it" | "they"));
            let is_open = has_text || !SUBJECTS.contains(&stream.word(clause.from));
            clause.is_headline = !is_below
                && ((is_named && is_open) || (has_text && !clause.names_other && points()));
        }
        Self {
            stream,
            masked,
            parts: clauses,
        }
    }

    pub(super) fn words(&self, clause: &Clause) -> impl Iterator<Item = &str> {
        (clause.from..clause.to).map(|at| self.stream.word(at))
    }

    /// The clause as a reader would see it, with the brand as "it", so that its name does not
    /// affect the sentiment.
    pub(super) fn without_name(&self, clause: &Clause) -> String {
        self.shown(clause).replace(BRAND, "it")
    }

    /// Some words as written.
    pub(super) fn phrase(&self, from: usize, to: usize) -> String {
        let words = &self.masked[self.stream.start(from)..self.stream.end(to - 1)];
        words.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The original clause on one line, including emoji; the brand is still the placeholder.
    pub(super) fn shown(&self, clause: &Clause) -> String {
        let start = self.stream.start(clause.from);
        let is_last = clause.to == self.stream.len();
        let end = if is_last {
            self.masked.len()
        } else {
            self.stream.start(clause.to)
        };
        self.masked[start..end]
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// Words that start a clause with its own subject.
const SUBJECTS: &[&str] = &[
    "the", "a", "an", "my", "our", "your", "his", "her", "their", "this", "that", "these", "those",
    "i", "i'm", "i've", "we", "you", "he", "she", "there", "what", "if", "when",
];
/// Words that start a contrasting clause.
const TURNS: &[&str] = &[
    "but", "however", "although", "though", "whereas", "while", "yet", "except", "unlike",
];
const POINTING_BACK: &[&str] = &[
    "it",
    "it's",
    "its",
    "they",
    "they're",
    "their",
    "them",
    "this",
    "that",
    "these",
    "support",
    "service",
    "customer",
    "app",
    "the",
    "and",
    "but",
    "absolutely",
    "so",
    "great",
    "terrible",
    "love",
    "hate",
    "never",
    "not",
    "very",
    "highly",
    "works",
    "worked",
    "total",
    "best",
    "worst",
    "mixed",
    "delighted",
    "chuffed",
    "lovely",
];

fn push(clauses: &mut Vec<Clause>, stream: &TokenStream, from: usize, to: usize, sentence: usize) {
    let has_word = (from..to).any(|at| !stream.is_mark(at));
    if !has_word {
        return;
    }
    clauses.push(Clause {
        from,
        to,
        sentence,
        names_brand: (from..to).any(|at| is_brand(stream.word(at))),
        only_tags_brand: (from..to).all(|at| stream.word(at) != BRAND)
            && (from..to).any(|at| is_brand(stream.word(at))),
        points_back: POINTING_BACK.contains(&stream.word(from)),
        is_question: stream.word(to - 1) == "?",
        names_other: false,
        is_turn: TURNS.contains(&stream.word(from)),
        is_headed: false,
        is_headline: false,
    });
}

fn is_brand(word: &str) -> bool {
    word.trim_start_matches('#') == BRAND
}

/// A capitalized word inside a sentence is a name, unless it is all caps.
fn names_other(stream: &TokenStream, masked: &str, clause: &Clause) -> bool {
    (clause.from..clause.to).any(|at| {
        let written = &masked[stream.start(at)..stream.end(at)];
        let mut symbols = written.chars();
        let has_capital = symbols.next().is_some_and(char::is_uppercase);
        has_capital
            && !stream.starts_sentence(at)
            && symbols.any(char::is_lowercase)
            && !written.starts_with("I'")
            && !is_brand(stream.word(at))
    })
}

/// If the last clause of a sentence is a question, so are the clauses before it.
fn mark_questions(clauses: &mut [Clause]) {
    for at in (1..clauses.len()).rev() {
        if clauses[at].is_question && clauses[at - 1].sentence == clauses[at].sentence {
            clauses[at - 1].is_question = true;
        }
    }
}

/// The text with every name of the brand replaced by one word.
pub(crate) fn masked(text: &str, brand: &[&str]) -> String {
    let stream = TokenStream::new(text, usize::MAX);
    let names: Vec<TokenStream> = brand
        .iter()
        .map(|name| TokenStream::new(name, 200))
        .collect();
    let mut masked = String::with_capacity(text.len());
    let (mut at, mut copied) = (0, 0);
    while at < stream.len() {
        let length = names
            .iter()
            .filter_map(|name| length_at(&stream, at, name))
            .max();
        if let Some(length) = length {
            masked.push_str(&text[copied..stream.start(at)]);
            masked.push_str(if stream.word(at).starts_with('#') {
                "#"
            } else {
                ""
            });
            masked.push_str(BRAND);
            copied = stream.end(at + length - 1);
            at += length;
        } else {
            at += 1;
        }
    }
    masked.push_str(&text[copied..]);
    masked
}

/// How many tokens the name takes at this position. A possessive or a hash sign still matches.
fn length_at(stream: &TokenStream, at: usize, name: &TokenStream) -> Option<usize> {
    let length = name.len();
    let bare = |word: &str| {
        let word = word.trim_start_matches('#');
        word.strip_suffix("'s").unwrap_or(word).to_owned()
    };
    // "Blue Kettle" is also written "BlueKettle", and its handle may be @BlueKettleHelp.
    let joined: String = name.words().collect();
    let word = bare(stream.word(at));
    let is_handle = stream.start(at) > 0 && stream.text().as_bytes()[stream.start(at) - 1] == b'@';
    let is_long = is_handle && joined.len() >= 4 && word.starts_with(&joined);
    if is_long || (length > 1 && word == joined) {
        return Some(1);
    }
    let is_there = length > 0
        && at + length <= stream.len()
        && (0..length).all(|offset| bare(stream.word(at + offset)) == name.word(offset));
    is_there.then_some(length)
}
