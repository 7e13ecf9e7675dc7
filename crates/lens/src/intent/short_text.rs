//! The intent of a single sentence, without a post around it.

use crate::cues::{Cues, TokenStream};
use crate::sentiment::{compound, sentiment};
use std::sync::LazyLock;

/// Whether a short text to or about a company complains about something that went wrong.
pub fn is_complaint(text: &str) -> bool {
    let stream = TokenStream::new(text, 2_000);
    let mut points = 0.0;
    for hit in CUES.find(&stream) {
        points += match CUES.names()[hit.name] {
            "complaint" => 0.8,
            "hint" => 0.35,
            "calm" => -0.6,
            _ => 0.0,
        };
    }
    points - sentiment(text).score - 0.5 * compound(text) >= 0.55
}

/// Whether a sentence says that one thing is better or worse than the other.
pub fn is_comparison(text: &str, one: &str, other: &str) -> bool {
    let stream = TokenStream::new(text, 2_000);
    let (Some(one), Some(other)) = (place(&stream, one), place(&stream, other)) else {
        return false;
    };
    let (first, second) = (one.min(other), one.max(other));
    let hits = CUES.find(&stream);
    let is_asked = stream.words().last() == Some("?");
    hits.iter().any(|hit| match CUES.names()[hit.name] {
        // "A is better than B": the other thing comes after "than".
        "than" => hit.from > first && hit.to <= second + 1 && !is_asked,
        // "A beats B", "A over B".
        "beats" => hit.from > first && hit.from < second,
        // "I prefer A to B": the verdict comes before both.
        "prefers" => hit.from < second && !is_asked,
        // "A is good, B is better".
        "verdict" => hit.from > first && !is_asked,
        _ => false,
    })
}

/// The first token that starts like the name.
fn place(stream: &TokenStream, name: &str) -> Option<usize> {
    let name = TokenStream::new(name, 200);
    let first = name.words().next()?;
    (0..stream.len()).find(|at| stream.word(*at).starts_with(first))
}

static CUES: LazyLock<Cues> = LazyLock::new(|| Cues::parse(include_str!("../words/short.txt")));
