//! A company from one sentence of its owner, for a website that cannot be read.

use super::name::{from_domain, is_like_domain};
use super::one_liner::is_saying;
use super::{WebsiteFacts, facts_from_text};
use crate::keywords::is_rare;
use crate::text::{fold, is_stopword, words};

/// Extracts facts from what the owner says of the company at `url`.
pub fn facts_from_sentence(url: &str, sentence: &str) -> WebsiteFacts {
    let sentence = sentence.trim();
    let name = name_in(sentence, url).unwrap_or_else(|| from_domain(url));
    WebsiteFacts {
        // One good sentence is all that was asked for.
        is_thin: false,
        ..facts_from_text(&name, sentence)
    }
}

/// The name that a sentence starts with: "Paperlark" of "Paperlark is invoicing for freelancers".
/// "Scheduling is hard" starts with a word of everyday language, so it must be like the domain.
fn name_in(sentence: &str, url: &str) -> Option<String> {
    const LONGEST: usize = 4;
    let all: Vec<_> = words(sentence).take(LONGEST + 1).collect();
    let verb = all.iter().position(|word| is_saying(&fold(word.text)))?;
    let first = all.first().filter(|_| verb > 0)?;
    let name = &sentence[first.start..all[verb - 1].end];
    let is_written = first.text.starts_with(|c: char| c.is_uppercase());
    let is_plain = all[..verb].iter().any(|word| is_stopword(&fold(word.text)));
    let is_name =
        is_like_domain(name, url) || all[..verb].iter().all(|word| is_rare(&fold(word.text)));
    (is_written && !is_plain && is_name).then(|| name.to_owned())
}
