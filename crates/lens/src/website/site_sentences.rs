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
const MOST: usize = 120;

/// The best sentences over the pages, in the order of the site.
pub(super) fn site_sentences(pages: &[PageSignals]) -> Vec<SiteSentence> {
    let mut seen = HashSet::new();
    let mut found: Vec<(f32, usize, SiteSentence)> = Vec::new();
    for page in pages.iter().filter(|page| !is_formal(&page.url)) {
        for quote in quotes(page) {
            if seen.insert(quote.to_lowercase()) {
                let place = found.len();
                let page = page.url.clone();
                found.push((worth(&quote, &page), place, SiteSentence { quote, page }));
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
    let mut cells: Vec<&str> = Vec::new();
    for line in page.lines.iter().filter(|line| !line.is_link) {
        if matches!(line.tag.as_str(), "h1" | "h2" | "h3" | "h4" | "dt") {
            quotes.extend(table(heading, &mut cells));
            heading = &line.text;
            if heading.ends_with('.') && is_quotable(heading) {
                quotes.push(heading.to_owned());
            }
            continue;
        }
        let tag = line.tag.as_str();
        if matches!(tag, "td" | "th") {
            cells.push(&line.text);
            continue;
        }
        quotes.extend(table(heading, &mut cells));
        if matches!(tag, "label" | "option") || is_menu(&line.text) {
            continue;
        }
        for quote in joined(heading, &sentences(&line.text)) {
            if is_quotable(&quote) {
                quotes.push(quote);
            }
        }
    }
    quotes.extend(table(heading, &mut cells));
    quotes
}

/// The cells of a table behind its heading, in one quote.
fn table(heading: &str, cells: &mut Vec<&str>) -> Option<String> {
    let all = std::mem::take(cells).join(", ");
    let quote = format!("{}: {all}", heading.trim_end_matches([':', '.']));
    (!all.is_empty() && is_quotable(&quote)).then_some(quote)
}

/// The sentences of a line. One that is too short to stand alone stays with its neighbour.
fn joined(heading: &str, sentences: &[&str]) -> Vec<String> {
    const LONGEST_PAIR: usize = 220;
    let mut quotes: Vec<String> = Vec::new();
    let mut is_open = false;
    for sentence in sentences {
        let is_short = words(sentence).nth(SHORT - 1).is_none();
        match quotes.last_mut() {
            Some(last) if (is_short || is_open) && last.len() + sentence.len() < LONGEST_PAIR => {
                last.push(' ');
                last.push_str(sentence);
                is_open = false;
            }
            Some(_) => quotes.push((*sentence).to_owned()),
            None => {
                quotes.push(behind(heading, sentence));
                is_open = is_short;
            }
        }
    }
    quotes
}

/// What is shorter says nothing alone.
const SHORT: usize = 6;

/// A row of links or names, or the line of the owner's rights.
fn is_menu(line: &str) -> bool {
    let all: Vec<_> = words(line).collect();
    let capitalised = all
        .iter()
        .filter(|word| word.text.starts_with(char::is_uppercase));
    line.contains('\u{a9}')
        || line.to_ascii_lowercase().contains("privacy policy")
        || (all.len() > 3 && capitalised.count() * 3 > all.len() * 2)
}

/// A sentence behind its heading, if it needs one.
fn behind(heading: &str, sentence: &str) -> String {
    const LONGEST_HEADING: usize = 12;
    let count = |text: &str| words(text).count();
    let is_question = heading.ends_with('?');
    let is_fragment = (3..SHORT).contains(&count(sentence));
    let needs_it = is_question || is_fragment || starts_in_the_middle(sentence);
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
    const LONGEST: usize = 320;
    quote.chars().count() <= LONGEST
        && !quote.contains("://")
        && !quote.ends_with('?')
        && words(quote).nth(3).is_some()
}

/// A sentence that names what companies offer says more than a slogan, one with a figure more than one
/// without, and one about the people and their customers less than one about the product.
fn worth(quote: &str, page: &str) -> f32 {
    const STORIES: [&str; 6] = ["about", "customer", "team", "story", "stories", "people"];
    let has_figure = quote.chars().any(|letter| letter.is_ascii_digit());
    let is_story = STORIES.iter().any(|story| page.contains(story));
    let is_said_by_somebody = quote.starts_with(['"', '\u{201C}']);
    let figure = if has_figure { 0.15 } else { 0.0 };
    let story = if is_story { 0.3 } else { 0.0 };
    let said = if is_said_by_somebody { 0.2 } else { 0.0 };
    closeness_to_offers(quote) + figure - story - said
}
