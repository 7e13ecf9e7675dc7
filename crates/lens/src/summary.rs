//! One-line summaries of posts, mentions and comments.

mod comment_insights;
mod plain_text;

use crate::cues::clipped;
use crate::text;
pub use comment_insights::{Agreement, CommentInsights, comment_insights};
pub(crate) use plain_text::{capitalised, shortened};
use plain_text::{plain, without_greeting, without_tag};
use std::collections::HashSet;

/// The longest summary line, in characters.
pub const LONGEST_LINE: usize = 140;

/// How many bytes of a title are read. Reddit allows 300 characters.
pub(crate) const LONGEST_TITLE: usize = 2_000;

/// The summary of a post in one line of its author's own words, at most 140 characters long.
///
/// It is the sentence that best says what the author wants, or the title if the body has none.
pub fn summary_line(title: &str, body: &str) -> String {
    let title = plain(without_tag(clipped(title, LONGEST_TITLE)));
    if let Some(gist) = own_summary(body) {
        return shortened(&gist, LONGEST_LINE);
    }
    let topic = topic(&title);
    let best = sentences(body)
        .enumerate()
        .map(|(number, sentence)| (worth(&sentence, number, &topic), sentence))
        .fold((worth_of_title(&title), title), |best, next| {
            if next.0 > best.0 { next } else { best }
        })
        .1;
    shortened(&capitalised(&best), LONGEST_LINE)
}

/// The author's own summary: "TL;DR: ...".
pub(crate) fn own_summary(body: &str) -> Option<String> {
    let lower = body.to_ascii_lowercase();
    let (at, mark) = ["tl;dr", "tldr", "tl,dr", "tl; dr"]
        .into_iter()
        .find_map(|mark| lower.rfind(mark).map(|at| (at, mark)))?;
    let rest =
        body[at + mark.len()..].trim_start_matches([':', '-', ' ', '*', ',', '.', '\u{2013}']);
    let line = plain(clipped(rest.lines().next().unwrap_or_default(), 2_000));
    (line.chars().count() >= 20).then(|| capitalised(&line))
}

/// The first sentences of a body as plain text. A post has said what it wants by then.
pub(crate) fn sentences(body: &str) -> impl Iterator<Item = String> {
    const MOST: usize = 40;
    const LONGEST_BODY: usize = 8_000;
    let body = clipped(body, LONGEST_BODY);
    let lines = body
        .lines()
        .filter(|line| !line.trim_start().starts_with(['>', '|']));
    lines
        .flat_map(|line| {
            text::sentences(line)
                .into_iter()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        })
        .map(|sentence| without_greeting(&plain(&sentence)))
        .filter(|sentence| !sentence.is_empty())
        .take(MOST)
}

pub(crate) fn topic(title: &str) -> HashSet<String> {
    stems(title).collect()
}

fn stems(text: &str) -> impl Iterator<Item = String> {
    text::folded(text)
        .into_iter()
        .filter(|word| !text::is_stopword(word))
        .map(|word| text::stem(&word).into_owned())
}

/// How well a sentence would summarize the post.
pub(crate) fn worth(sentence: &str, number: usize, topic: &HashSet<String>) -> f32 {
    let length = sentence.chars().count();
    if length < 25 {
        return 0.0;
    }
    let folded = sentence.to_lowercase();
    let says = |phrases: &[&str]| phrases.iter().any(|phrase| folded.contains(phrase));
    let mut worth = 1.0;
    worth += if says(WANTING) { 1.6 } else { 0.0 };
    worth += if says(SUFFERING) { 1.0 } else { 0.0 };
    worth += if sentence.ends_with('?') { 1.0 } else { 0.0 };
    worth -= if says(ASIDE) { 2.0 } else { 0.0 };
    let shared: HashSet<String> = stems(sentence)
        .filter(|stem| topic.contains(stem))
        .collect();
    worth += if shared.is_empty() {
        -1.3
    } else {
        0.45 * small(shared.len().min(4))
    };
    worth -= 0.06 * small(number.min(20));
    worth -= if length > LONGEST_LINE {
        0.5 + small(length - LONGEST_LINE) / 200.0
    } else {
        0.0
    };
    let first = text::folded(sentence)
        .into_iter()
        .next()
        .unwrap_or_default();
    worth -= if BACKWARD.contains(&first.as_str()) {
        0.8
    } else {
        0.0
    };
    worth
}

/// The title competes too, but a sentence that says what the author wants beats it.
fn worth_of_title(title: &str) -> f32 {
    let words = title.split_whitespace().count();
    let base = if words >= 5 { 2.0 } else { 1.0 };
    if title.chars().count() > LONGEST_LINE {
        base - 1.0
    } else {
        base
    }
}

const WANTING: &[&str] = &[
    "looking for",
    "recommend",
    "suggest",
    "is there a",
    "are there any",
    "how do i",
    "how can i",
    "how to",
    "i need",
    "we need",
    "i want",
    "we want",
    "should i",
    "does anyone",
    "has anyone",
    "anyone know",
    "what do you use",
    "which one",
    "trying to",
    "i'd like",
    "my question",
    "best way",
    "what is the best",
    "alternative",
    "in the market",
    "wondering",
    "can i ",
    "advice",
];
const SUFFERING: &[&str] = &[
    "problem",
    "doesn't work",
    "not working",
    "can't ",
    "won't ",
    "fed up",
    "frustrat",
    "annoy",
    "broken",
    "stopped",
    "hate ",
    "terrible",
    "issue",
    "crash",
    "refund",
    "disappoint",
    "slow",
    "charged me",
];
const ASIDE: &[&str] = &[
    "edit:",
    "edit ",
    "update:",
    "thanks",
    "thank you",
    "sorry if",
    "first post",
    "wall of text",
    "long time lurker",
    "x-post",
    "xpost",
    "crosspost",
    "upvote",
    "not sure if this",
    "throwaway",
    "mods",
    "wrong subreddit",
    "right subreddit",
    "right place",
    "appreciated",
    "cheers",
    "hope i",
    "any insight",
];
const BACKWARD: &[&str] = &[
    "it", "this", "that", "they", "he", "she", "then", "so", "also", "and", "which", "these",
];

#[expect(clippy::cast_precision_loss, reason = "counts of characters are small")]
fn small(count: usize) -> f32 {
    count as f32
}
