//! Posts that are not worth answering: job ads, giveaways, megathreads, bots and the like.

use crate::cues::{CueMatch, Cues, TokenStream};
use std::sync::LazyLock;

/// The kind of noise a post is, with the words that show it; none for a real post.
pub fn noise(title: &str, body: &str, subreddit: Option<&str>) -> Option<Noise> {
    removed(title, body)
        .or_else(|| by_subreddit(subreddit))
        .or_else(|| by_words(title, body))
}

/// A kind of noise and the words that show it, in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noise {
    pub kind: NoiseKind,
    pub words: Vec<String>,
}

/// The kinds of noise, most certain first. A post of two kinds gets the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NoiseKind {
    Removed,
    Bot,
    Adult,
    Megathread,
    ForHire,
    Hiring,
    Giveaway,
    SelfPromotion,
}

impl NoiseKind {
    pub const ALL: [Self; 8] = [
        Self::Removed,
        Self::Bot,
        Self::Adult,
        Self::Megathread,
        Self::ForHire,
        Self::Hiring,
        Self::Giveaway,
        Self::SelfPromotion,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Removed => "removed",
            Self::Bot => "bot",
            Self::Adult => "adult",
            Self::Megathread => "megathread",
            Self::ForHire => "for_hire",
            Self::Hiring => "hiring",
            Self::Giveaway => "giveaway",
            Self::SelfPromotion => "self_promotion",
        }
    }
}

/// How many different phrases are needed if none is enough by itself.
const PHRASES_NEEDED: usize = 2;

/// Weak phrases of these kinds are everyday words, so more of them are needed.
fn phrases_needed(kind: NoiseKind) -> usize {
    match kind {
        NoiseKind::Hiring => PHRASES_NEEDED + 2,
        NoiseKind::SelfPromotion | NoiseKind::ForHire => PHRASES_NEEDED + 1,
        _ => PHRASES_NEEDED,
    }
}

fn removed(title: &str, body: &str) -> Option<Noise> {
    let says_removed = |text: &str| {
        let text = text.trim();
        [
            "[removed]",
            "[deleted]",
            "[deleted by user]",
            "[ removed by reddit ]",
        ]
        .into_iter()
        .find(|mark| text.eq_ignore_ascii_case(mark))
    };
    says_removed(body)
        .or_else(|| says_removed(title))
        .map(|mark| found(NoiseKind::Removed, vec![mark.to_owned()]))
}

fn by_subreddit(subreddit: Option<&str>) -> Option<Noise> {
    let name = subreddit?.trim_start_matches("r/").to_ascii_lowercase();
    let kind = if name.contains("giveaway") || name == "randomactsofgaming" {
        NoiseKind::Giveaway
    } else if name.contains("nsfw") || name.contains("gonewild") || name.contains("porn") {
        NoiseKind::Adult
    } else {
        return None;
    };
    Some(found(kind, vec![format!("r/{name}")]))
}

fn by_words(title: &str, body: &str) -> Option<Noise> {
    let title = TokenStream::new(title, 1_000);
    let body = TokenStream::new(body, 6_000);
    let title_hits = CUES.find(&title);
    let body_hits = CUES.find(&body);
    NoiseKind::ALL
        .into_iter()
        .find_map(|kind| noise_of_kind(kind, (&title, &title_hits), (&body, &body_hits)))
}

fn noise_of_kind(
    kind: NoiseKind,
    (title, title_hits): (&TokenStream, &[CueMatch]),
    (body, body_hits): (&TokenStream, &[CueMatch]),
) -> Option<Noise> {
    let mut words: Vec<String> = Vec::new();
    let mut is_enough = false;
    for (stream, hits, is_title) in [(title, title_hits, true), (body, body_hits, false)] {
        for hit in hits {
            let (name, strength) = CUES.names()[hit.name]
                .split_once(' ')
                .unwrap_or((CUES.names()[hit.name], ""));
            if name != kind.as_str() {
                continue;
            }
            is_enough |= match strength {
                "+" => true,
                "title+" => is_title,
                "first+" => is_title && hit.from == 0,
                _ => false,
            };
            let phrase = stream.phrase(hit.from, hit.to);
            if !words.contains(&phrase) && (is_title || !strength.ends_with("e+")) {
                words.push(phrase);
            }
        }
    }
    // A title with a question is not an ad, however many ad phrases occur.
    let asks = title.words().any(|word| word == "?");
    (is_enough || (!asks && words.len() >= phrases_needed(kind))).then(|| found(kind, words))
}

fn found(kind: NoiseKind, words: Vec<String>) -> Noise {
    Noise { kind, words }
}

static CUES: LazyLock<Cues> = LazyLock::new(|| Cues::parse(include_str!("words/noise.txt")));
