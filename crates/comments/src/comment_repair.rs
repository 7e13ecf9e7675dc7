//! Makes a model's comment presentable, and mends what can be mended without a word of our own except
//! the disclosure.

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::addresses::{addresses, replace_addresses};
use super::comment_check::{CommentChecks, MOST_WORDS};
use super::comment_text::{count_words, sentences};
use super::disclosure::discloses;
use super::untrusted_text::visible;

/// The comment as it is meant: without the wrapping, headings, emoji and Markdown that models add.
pub(super) fn cleaned(written: &str, checks: &CommentChecks<'_>) -> String {
    let text = visible(written);
    let text = unwrapped(&text);
    let lines = text.lines().map(|line| {
        let line = line.trim().trim_start_matches('#').trim_start();
        let line = line.replace("**", "");
        line.chars()
            .filter(|letter| !is_emoji(*letter))
            .collect::<String>()
    });
    // Before addresses are looked for: what is removed must not make one of its neighbours.
    let text = lines.collect::<Vec<_>>().join("\n");
    let text = LINKED.replace_all(&text, |found: &Captures<'_>| {
        let (words, address) = (&found[1], &found[2]);
        match addresses(address).as_slice() {
            [only] if !checks.is_foreign(only) => only.text.to_owned(),
            _ => words.to_owned(),
        }
    });
    // A product that is called by its address keeps its name.
    let text = replace_addresses(&text, |address| {
        let name = address.product_name().map(str::to_owned);
        name.filter(|_| checks.is_foreign(address))
    });
    without_gaps(&text)
}

/// The comment without the sentences that cannot stay, with a disclosure and short enough.
pub(super) fn mended(comment: &str, checks: &CommentChecks<'_>) -> String {
    let text = replace_addresses(comment, |address| {
        checks.is_foreign(address).then(|| FOREIGN.to_string())
    });
    let lines = text.lines().map(|line| {
        let kept = sentences(line)
            .into_iter()
            .filter(|sentence| !sentence.contains(FOREIGN) && !checks.must_go(sentence));
        kept.collect::<Vec<_>>().join(" ")
    });
    let text = without_gaps(&lines.collect::<Vec<_>>().join("\n"));
    let text = without_repetition(&text);
    let line = &checks.assignment.kit.disclosure;
    if discloses(&text, &checks.name) {
        return shortened(&text, MOST_WORDS, &checks.name);
    }
    let room = MOST_WORDS.saturating_sub(count_words(line));
    format!("{}\n\n{line}", shortened(&text, room, &checks.name))
}

/// Stands for a foreign address until its sentence is removed: an address with gaps, such as
/// "evil . com", would otherwise be split like two sentences.
const FOREIGN: char = '\u{fffc}';

/// What stands inside a code block or quotation marks, without a word of introduction.
fn unwrapped(text: &str) -> &str {
    let text = text.trim();
    let inside = text
        .split_once("```")
        .and_then(|(_, rest)| rest.split_once("```"));
    let text = match inside {
        Some((block, _)) => block
            .split_once('\n')
            .map_or(block, |(_language, rest)| rest),
        None => text,
    };
    let text = text.trim();
    let first = text.lines().next().unwrap_or_default();
    let text = if INTRODUCTION.is_match(first) {
        text[first.len()..].trim()
    } else {
        text
    };
    let quoted = [('"', '"'), ('“', '”')]
        .into_iter()
        .find_map(|(open, close)| {
            let inside = text.strip_prefix(open)?.strip_suffix(close)?;
            (!inside.contains([open, close])).then_some(inside)
        });
    quoted.unwrap_or(text)
}

/// Each sentence once: a small model may say one again and again.
fn without_repetition(text: &str) -> String {
    let mut said = HashSet::new();
    let lines = text.lines().map(|line| {
        let kept = sentences(line).into_iter();
        let kept = kept.filter(|sentence| said.insert(sentence.to_lowercase()));
        kept.collect::<Vec<_>>().join(" ")
    });
    without_gaps(&lines.collect::<Vec<_>>().join("\n"))
}

/// Removes sentences from the end, except the disclosure, until the text is short enough.
fn shortened(text: &str, most: usize, name: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    while lines.iter().map(|line| count_words(line)).sum::<usize>() > most {
        let long = lines
            .iter()
            .rposition(|line| !line.is_empty() && !discloses(line, name));
        let Some(at) = long else { break };
        let mut kept = sentences(&lines[at]);
        kept.pop();
        lines[at] = kept.join(" ");
    }
    without_gaps(&lines.join("\n"))
}

fn without_gaps(text: &str) -> String {
    GAPS.replace_all(text.trim(), "\n\n").into_owned()
}

fn is_emoji(letter: char) -> bool {
    matches!(letter, '\u{1f000}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{20e3}')
}

static LINKED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"!?\[([^\]]*)\]\(\s*<?([^)\s>]*)[^)]*\)").expect("the pattern is one")
});
static GAPS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\n\s*\n\s*").expect("the pattern is one"));
/// "Here is a draft:", "Sure, here's the comment:".
static INTRODUCTION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^(sure|certainly|of course|okay|here('s| is)|comment|draft|reply)\b[^.?!]{0,60}:\s*$",
    )
    .expect("the pattern is one")
});
