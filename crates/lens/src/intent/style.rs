//! The style features of a post: questions, people, shape and sentiment.

use super::features::small;
use crate::cues::{TokenStream, clipped};
use crate::sentiment::compound;

/// Named features with their values.
pub(super) type StyleFeatures = Vec<(&'static str, f32)>;

pub(super) fn style(
    title: &str,
    body: &str,
    title_words: &TokenStream,
    body_words: &TokenStream,
) -> StyleFeatures {
    let mut features = asking(title, body, title_words, body_words);
    features.extend(people(title_words, body_words));
    features.extend(shape(title, body, title_words, body_words));
    features.extend(mood(title, body));
    features
}

fn asking(
    title: &str,
    body: &str,
    title_words: &TokenStream,
    body_words: &TokenStream,
) -> StyleFeatures {
    let first = title_words.words().next().unwrap_or_default();
    let asks = title.contains('?') || body.contains('?');
    vec![
        ("always", 1.0),
        ("title ends asking", yes(title.trim_end().ends_with('?'))),
        ("title asks", yes(title.contains('?'))),
        ("questions", count(body_words, &["?"]).ln_1p()),
        ("body asks", yes(body.contains('?'))),
        ("nobody asks", yes(!asks)),
        ("title begins asking", yes(ASKING.contains(&first))),
        ("title begins wondering", yes(WONDERING.contains(&first))),
        (
            "title or",
            yes(title_words.words().any(|word| word == "or")),
        ),
        ("title or asking", yes(is_either_or(title_words))),
    ]
}

fn people(title: &TokenStream, body: &TokenStream) -> StyleFeatures {
    vec![
        ("title i", share(title, FIRST_PERSON)),
        ("body i", share(body, FIRST_PERSON)),
        ("title you", share(title, SECOND_PERSON)),
        ("body you", share(body, SECOND_PERSON)),
        ("body we", share(body, &["we", "our", "us"])),
        (
            "body they",
            share(body, &["they", "them", "their", "he", "she", "it"]),
        ),
    ]
}

fn shape(
    title: &str,
    body: &str,
    title_words: &TokenStream,
    body_words: &TokenStream,
) -> StyleFeatures {
    let length = small(body_words.len());
    let links = small(body.matches("http").count());
    let bullets = small(body.matches("\n*").count() + body.matches("\n-").count());
    vec![
        ("tag", yes(title.trim_start().starts_with(['[', '(', '<']))),
        ("title shouts", yes(title.contains('!'))),
        ("shouts", count(body_words, &["!"]).ln_1p()),
        ("length", length.ln_1p() / 4.0),
        ("no body", yes(length < 6.0)),
        ("short body", yes(length < 30.0)),
        ("links", links.ln_1p()),
        ("only a link", yes(links > 0.0 && length < 40.0)),
        ("list", bullets.ln_1p()),
        ("money", yes(body.contains('$') || title.contains('$'))),
        ("title length", small(title_words.len()) / 10.0),
        ("title for", share(title_words, &["for", "to"])),
    ]
}

fn mood(title: &str, body: &str) -> StyleFeatures {
    let (title, body) = (
        compound(clipped(title, 1_000)),
        compound(clipped(body, 2_000)),
    );
    vec![
        ("title glad", title.max(0.0)),
        ("title cross", (-title).max(0.0)),
        ("body glad", body.max(0.0)),
        ("body cross", (-body).max(0.0)),
    ]
}

/// Whether "or" is between two things to choose from.
fn is_either_or(title: &TokenStream) -> bool {
    const NO_CHOICE: &[&str] = &[
        "any",
        "else",
        "just",
        "not",
        "so",
        "more",
        "something",
        "other",
        "anything",
        "maybe",
    ];
    (1..title.len().saturating_sub(1))
        .any(|at| title.word(at) == "or" && !NO_CHOICE.contains(&title.word(at + 1)))
}

fn yes(is_so: bool) -> f32 {
    f32::from(u8::from(is_so))
}

fn count(stream: &TokenStream, words: &[&str]) -> f32 {
    small(stream.words().filter(|word| words.contains(word)).count())
}

/// How often the words occur per eight words.
fn share(stream: &TokenStream, words: &[&str]) -> f32 {
    count(stream, words) / small(stream.len()).max(8.0) * 8.0
}

const ASKING: &[&str] = &[
    "how", "what", "what's", "why", "where", "when", "who", "which", "can", "could", "is", "are",
    "do", "does", "did", "should", "would", "will", "has", "have", "am", "any", "anyone",
    "anybody",
];
const WONDERING: &[&str] = &[
    "help",
    "need",
    "looking",
    "question",
    "questions",
    "advice",
    "trying",
    "new",
    "best",
    "wondering",
];
const FIRST_PERSON: &[&str] = &["i", "i'm", "i've", "i'd", "my", "me", "mine"];
const SECOND_PERSON: &[&str] = &[
    "you", "your", "you're", "guys", "everyone", "anyone", "someone",
];
