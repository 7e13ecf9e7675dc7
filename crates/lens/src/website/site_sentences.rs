//! The sentences in which a site says what the company has and does, each with its page: what a reply
//! may state, word for word.

use std::collections::HashSet;

use super::signals::PageSignals;
use crate::taxonomy::closeness_to_offers;
use crate::text::{sentences, words};

/// A sentence of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteSentence {
    pub quote: String,
    /// The address of the page it stands on.
    pub page: String,
}

/// More is not worth comparing with a question.
const MOST: usize = 60;

/// The best sentences over the pages, in the order of the site.
pub(super) fn site_sentences(pages: &[PageSignals]) -> Vec<SiteSentence> {
    let mut seen = HashSet::new();
    let mut found: Vec<(f32, usize, SiteSentence)> = Vec::new();
    for page in pages.iter().filter(|page| !is_formal(&page.url)) {
        for quote in quotes(page) {
            if seen.insert(quote.to_lowercase()) {
                let place = found.len();
                let page = page.url.clone();
                found.push((worth(&quote), place, SiteSentence { quote, page }));
            }
        }
    }
    found.sort_by(|one, other| other.0.total_cmp(&one.0));
    found.truncate(MOST);
    found.sort_by_key(|(_, place, _)| *place);
    found.into_iter().map(|(.., sentence)| sentence).collect()
}

/// Pages that say nothing of the product.
fn is_formal(url: &str) -> bool {
    const PAGES: [&str; 13] = [
        "privacy",
        "terms",
        "legal",
        "imprint",
        "impressum",
        "cookie",
        "career",
        "jobs",
        "cart",
        "login",
        "signin",
        "signup",
        "404",
    ];
    let path = url.split_once("://").map_or(url, |(_, rest)| rest);
    let path = path.split_once('/').map_or("", |(_, path)| path);
    let path = path.to_ascii_lowercase();
    PAGES.iter().any(|page| path.contains(page))
}

/// What a page says, line by line. A line that says nothing alone, such as a price or the answer to a
/// question, stands behind its heading.
fn quotes(page: &PageSignals) -> Vec<String> {
    let mut quotes: Vec<String> = Vec::new();
    if is_quotable(&page.meta_description) {
        quotes.push(page.meta_description.clone());
    }
    let mut heading = "";
    for line in page.lines.iter().filter(|line| !line.is_link) {
        if matches!(line.tag.as_str(), "h1" | "h2" | "h3" | "h4" | "dt") {
            heading = &line.text;
            if heading.ends_with('.') && is_quotable(heading) {
                quotes.push(heading.to_owned());
            }
            continue;
        }
        for (place, sentence) in sentences(&line.text).into_iter().enumerate() {
            let quote = if place == 0 {
                behind(heading, sentence)
            } else {
                sentence.to_owned()
            };
            if is_quotable(&quote) {
                quotes.push(quote);
            }
        }
    }
    quotes
}

/// A sentence behind its heading, if it needs one.
fn behind(heading: &str, sentence: &str) -> String {
    const ALONE: usize = 6;
    const LONGEST_HEADING: usize = 12;
    let count = |text: &str| words(text).count();
    let is_question = heading.ends_with('?');
    let needs_it = is_question || count(sentence) < ALONE || starts_in_the_middle(sentence);
    if heading.is_empty() || !needs_it || count(heading) > LONGEST_HEADING {
        return sentence.to_owned();
    }
    let mark = if is_question { "" } else { ":" };
    let heading = heading.trim_end_matches(['.', ':']);
    format!("{heading}{mark} {sentence}")
}

/// "For freelancers." and "Everything in Solo, shared clients" say of what only with their heading.
fn starts_in_the_middle(sentence: &str) -> bool {
    ["For ", "Everything ", "Yes", "No.", "No,", "With "]
        .iter()
        .any(|start| sentence.starts_with(start))
}

fn is_quotable(quote: &str) -> bool {
    const LONGEST: usize = 280;
    quote.chars().count() <= LONGEST
        && !quote.contains("://")
        && !quote.ends_with('?')
        && words(quote).nth(3).is_some()
}

/// A sentence that names what companies offer says more than a slogan, and one with a figure more than
/// one without.
fn worth(quote: &str) -> f32 {
    let has_figure = quote.chars().any(|letter| letter.is_ascii_digit());
    closeness_to_offers(quote) + if has_figure { 0.2 } else { 0.0 }
}
