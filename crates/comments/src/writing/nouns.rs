//! The phrases that a post is most about, as they can stand in a sentence of ours.

use lens::keywords::keyphrases;
use lens::text;

use super::details::{is_in, is_many};

/// The phrases that the post is most about, with the article they need.
pub(super) fn phrases(text: &str) -> Vec<(String, bool)> {
    let phrases = keyphrases(text, 10).into_iter();
    phrases
        .filter(|phrase| {
            let words = phrase.split_whitespace().count();
            let is_small = phrase
                .chars()
                .all(|letter| letter.is_lowercase() || letter == ' ' || letter == '-');
            (1..=3).contains(&words) && is_small && phrase.len() >= 5
        })
        .filter_map(|phrase| with_article(text, &phrase))
        .collect()
}

/// "a shared mailbox" and "my shared mailbox" are "the shared mailbox" and "your shared mailbox" for
/// whoever answers. A phrase that no small word leads into might be anything but a noun, and so might
/// one that ends as verbs do.
fn with_article(text: &str, phrase: &str) -> Option<(String, bool)> {
    let at = text.find(phrase)?;
    let before = text[..at]
        .split_whitespace()
        .next_back()
        .unwrap_or_default();
    let last = phrase.split_whitespace().next_back().unwrap_or_default();
    let words = phrase.split_whitespace().count();
    if is_cut(&text[at + phrase.len()..]) || is_in(VAGUE, last) || last.ends_with("ly") {
        return None;
    }
    if words > 2 || last.ends_with("ed") || last.ends_with("ing") {
        return None;
    }
    let is_plural = is_many(last);
    // "my junior loves" is no noun.
    let may_be_verb = is_plural && words > 1;
    let article = match text::fold(before).as_ref() {
        "my" | "our" if !may_be_verb => "your ",
        "a" | "an" | "the" | "this" | "that" | "their" | "its" if !may_be_verb => "the ",
        "of" | "with" | "for" | "about" | "from" | "some" | "many" | "these" | "those" | "no"
            if is_plural =>
        {
            "the "
        }
        _ => return None,
    };
    Some((format!("{article}{phrase}"), is_plural))
}

/// Whether the phrase goes on: "the sane print" of "a sane print price" is half a phrase.
fn is_cut(rest: &str) -> bool {
    let Some(rest) = rest.strip_prefix(' ') else {
        return rest.starts_with(|next: char| next.is_alphanumeric() || next == '-');
    };
    let next = rest.split_whitespace().next().unwrap_or_default();
    !text::is_stopword(&text::fold(next)) && next.starts_with(char::is_alphanumeric)
}

/// Nouns that name nothing.
const VAGUE: &str = "\
    thing things part parts bit way ways lot time times day days week weeks month months year years \
    question questions answer answers post posts thread people someone person point points place \
    places kind sort idea ideas thought thoughts reason reasons case cases stuff number numbers rest \
    end start minute minutes hour hours couple few whole same other others next last first second \
    half side guy guys man woman one ones internet moment problem problems issue wrong right good \
    bad morning evening night weekend today tomorrow yesterday fact hand hands word words use";
