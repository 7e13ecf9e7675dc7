//! Sums of money in a post, with what they are for.

use lens::text::{self, Word};

use super::details::{is_in, is_subject};

/// "$60", and "$600 deposit" where the post says "a $600 deposit".
pub(super) fn sums(sentence: &str) -> impl Iterator<Item = (String, bool)> {
    let words: Vec<Word<'_>> = text::words(sentence).collect();
    let found: Vec<(String, bool)> = (0..words.len())
        .filter_map(|at| {
            let sum = words[at].text.trim_end_matches(['.', ',', '-']);
            let figures = sum.chars().filter(char::is_ascii_digit).count();
            let is_sum =
                sum.starts_with(['£', '$', '€']) && figures >= 2 && sum.chars().count() <= 10;
            let noun = noun_behind(sentence, &words, at).map(|noun| format!("{sum} {noun}"));
            is_sum.then(|| (noun.unwrap_or_else(|| sum.to_owned()), false))
        })
        .collect();
    found.into_iter()
}

/// The word behind a sum, if an article leads into the two and nothing else follows.
fn noun_behind<'a>(sentence: &str, words: &[Word<'a>], at: usize) -> Option<&'a str> {
    let before = words.get(at.checked_sub(1)?)?.text;
    let noun = words.get(at + 1)?;
    let is_led = is_in("a an the my our his her their", &text::fold(before));
    let is_joined = &sentence[words[at].end..noun.start] == " ";
    let rest = sentence[noun.end..].trim_start();
    let is_last = rest.is_empty()
        || rest.starts_with(|next: char| !next.is_alphanumeric())
        || words
            .get(at + 2)
            .is_some_and(|next| text::is_stopword(&text::fold(next.text)));
    let is_noun = is_subject(noun.text) && noun.text.chars().all(char::is_lowercase);
    (is_led && is_joined && is_last && is_noun).then_some(noun.text)
}

pub(super) fn with_the((text, is_plural): (String, bool)) -> (String, bool) {
    (format!("the {text}"), is_plural)
}
