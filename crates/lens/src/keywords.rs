//! The words that a company's customers would type into a search box or the title of a post.

mod audiences;
mod capitals;
pub(crate) mod categories;
mod customers;
mod fit;
mod forms;
#[doc(hidden)]
pub mod judge;
mod known;
mod own_words;
pub(crate) mod phrases;
pub(crate) mod problems;
mod selection;
mod typed;

use crate::taxonomy::is_wish_verb;
use crate::text::{fold, is_stopword, sentences, words};
use crate::website::{Fact, WebsiteFacts, is_people};
pub(crate) use capitals::is_rare;
use fit::CompanyFit;
use judge::{KeywordInputs, KeywordSource};
use phrases::{PhraseCandidate, candidates, is_generality, stem_counts, weight};
use selection::{FEWEST, KeywordSelection};

/// What a keyword is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeywordType {
    Problem,
    Product,
    Category,
    Competitor,
    Audience,
}

/// A keyword to track, with the line of the site it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeywordSuggestion {
    pub keyword: String,
    pub kind: KeywordType,
    /// How likely someone who types it is to want such a product, 0 to 100.
    pub intent_score: u8,
    pub context: String,
}

/// The keywords of a company, best first, no two alike: from what its site says, from what is known
/// of companies like it, and from what people type.
pub fn keywords(facts: &WebsiteFacts) -> Vec<KeywordSuggestion> {
    let mut selection = collected(facts, &CompanyFit::new(facts));
    selection.judge();
    if let Some(town) = &facts.town {
        selection.add_local(town);
    }
    let (mut keywords, doubtful) = selection.best();
    forms::fill_up(facts, &mut keywords);
    // A site that says little gets what is left.
    let missing = FEWEST.saturating_sub(keywords.len());
    keywords.extend(doubtful.into_iter().take(missing));
    match &facts.offer {
        Some(offer) => own_words::before(facts, offer, keywords),
        None => keywords,
    }
}

/// What could be keywords of a company, with what the model that judges them looks at.
#[doc(hidden)]
pub fn judged_candidates(facts: &WebsiteFacts) -> Vec<(String, KeywordInputs)> {
    collected(facts, &CompanyFit::new(facts)).into_inputs()
}

/// All that could be keywords, good or not.
fn collected(facts: &WebsiteFacts, fit: &CompanyFit) -> KeywordSelection {
    let mut selection = KeywordSelection::new(facts);
    add_competitors(facts, &mut selection);
    selection.source = KeywordSource::Category;
    add_categories(facts, &mut selection);
    selection.source = KeywordSource::Product;
    add_products(facts, &mut selection);
    selection.source = KeywordSource::Menu;
    add_menu(facts, &mut selection);
    selection.source = KeywordSource::Listed;
    add_listed(facts, &mut selection);
    selection.source = KeywordSource::Problem;
    add_problems(facts, &mut selection);
    selection.source = KeywordSource::Phrase;
    add_phrases(facts, &mut selection);
    selection.read(fit);
    known::add_known(facts, fit, &mut selection);
    audiences::add_audience(facts, fit, &mut selection);
    typed::add_typed(facts, fit, &mut selection);
    selection
}

/// How close a phrase is to anything that companies offer, for making the table of phrases.
#[doc(hidden)]
pub fn closeness_to_offers(phrase: &str) -> f32 {
    crate::taxonomy::closeness_to_offers(phrase)
}

/// The `n` most important phrases of a text, as written in it, best first.
pub fn keyphrases(text: &str, n: usize) -> Vec<String> {
    let text = &text[..text.floor_char_boundary(READ)];
    let found = candidates(text);
    let mut chosen: Vec<&PhraseCandidate<'_>> = Vec::new();
    for phrase in weighed(&found) {
        if chosen.len() == n {
            break;
        }
        // A part of a chosen phrase adds nothing unless it also occurs more often by itself.
        let is_part = |longer: &&PhraseCandidate<'_>| {
            longer
                .stems
                .windows(phrase.stems.len())
                .any(|part| part == phrase.stems)
                && phrase.times <= longer.times
        };
        if !chosen.iter().any(is_part) {
            chosen.push(phrase);
        }
    }
    chosen
        .into_iter()
        .map(|phrase| phrase.written.to_owned())
        .collect()
}

/// The beginning of a text is enough to tell its subject.
const READ: usize = 60_000;

/// The phrases by weight, heaviest first.
fn weighed<'p, 'a>(found: &'p [PhraseCandidate<'a>]) -> Vec<&'p PhraseCandidate<'a>> {
    let counts = stem_counts(found);
    let mut weighed: Vec<(f64, &PhraseCandidate<'_>)> = found
        .iter()
        .map(|phrase| (weight(phrase, &counts), phrase))
        .collect();
    weighed.sort_by(|left, right| {
        right
            .0
            .total_cmp(&left.0)
            .then_with(|| left.1.start.cmp(&right.1.start))
    });
    weighed.into_iter().map(|(_, phrase)| phrase).collect()
}

fn add_competitors(facts: &WebsiteFacts, selection: &mut KeywordSelection) {
    for (place, competitor) in (0_u8..).zip(facts.competitors.iter().take(5)) {
        let name = &competitor.value;
        let alternative = format!("{name} alternative");
        selection.add(
            KeywordType::Competitor,
            &alternative,
            92 - place,
            &competitor.evidence,
        );
        // An everyday word finds everything but the competitor.
        if name.split_whitespace().any(|word| is_rare(&fold(word))) {
            selection.add(
                KeywordType::Competitor,
                name,
                65 - place,
                &competitor.evidence,
            );
        }
    }
}

/// Categories from the site's introduction score highest, especially with the audience.
fn add_categories(facts: &WebsiteFacts, selection: &mut KeywordSelection) {
    let audience = facts.audience.as_ref().map(first_audience);
    if let Some(category) = categories::leading(&facts.one_liner) {
        if let Some(audience) = &audience
            && facts
                .one_liner
                .to_lowercase()
                .contains(&format!(" for {audience}"))
        {
            add_with_audience(&category, audience, (90, &facts.description), selection);
        }
        selection.add(KeywordType::Category, &category, 87, &facts.description);
    }
    let lines = facts.introduction.iter().zip(0_u8..40);
    for (line, place) in lines {
        for sentence in sentences(line) {
            for category in categories::categories(sentence) {
                if selection.is_customer(&category) {
                    continue;
                }
                let score = 86_u8.saturating_sub(place.saturating_mul(2)).max(50);
                let is_said = facts
                    .audience
                    .as_ref()
                    .is_some_and(|audience| audience.evidence == sentence && place < 6);
                if let Some(audience) = audience.as_ref().filter(|_| is_said) {
                    add_with_audience(&category, audience, (score + 4, sentence), selection);
                }
                selection.add(KeywordType::Category, &category, score, sentence);
            }
        }
    }
}

/// The first of those whom a company sells to: "restaurants" of "restaurants, cafes and bars".
fn first_audience(audience: &Fact) -> String {
    let first = audience.value.split([',', '&']).next().unwrap_or("");
    let first = first.split(" and ").next().unwrap_or("");
    first.trim().to_lowercase()
}

/// "staff scheduling software for restaurants"; hardly anybody types more than seven words.
fn add_with_audience(
    category: &str,
    audience: &str,
    (score, context): (u8, &str),
    selection: &mut KeywordSelection,
) {
    let whole = format!("{category} for {audience}");
    if words(&whole).count() <= 7 {
        selection.add(KeywordType::Category, &whole, score, context);
    }
}

fn add_products(facts: &WebsiteFacts, selection: &mut KeywordSelection) {
    let text = &facts.text[..facts.text.floor_char_boundary(READ)];
    let found = candidates(text);
    for (place, product) in (0_u8..).zip(facts.products.iter().take(10)) {
        for part in parts(&product.value) {
            let (keyword, score) = customers_words(part, &found);
            if let Some(keyword) = keyword {
                let score = score - place * 2;
                selection.add(KeywordType::Product, &keyword, score, &product.evidence);
            }
        }
    }
}

/// "Baskets & Tools" in a menu is two products; "Rye, 3 kg" in a shop is rye.
fn parts(product: &str) -> impl Iterator<Item = &str> {
    let product = product.split(", ").next().unwrap_or(product);
    let separator = if product.contains(" & ") {
        " & "
    } else {
        " and "
    };
    product.split(separator).map(str::trim)
}

/// A menu says "Flour" where customers ask for "stoneground flour": a single word takes the
/// modifier that the site repeats, and scores lower if there is none.
fn customers_words(product: &str, found: &[PhraseCandidate<'_>]) -> (Option<String>, u8) {
    let mut all = words(product);
    let (Some(first), None) = (all.next(), all.next()) else {
        let is_name = is_titled(product);
        let keyword = if is_name {
            product.to_owned()
        } else {
            product.to_lowercase()
        };
        return (Some(keyword), 78);
    };
    let folded = fold(first.text);
    let stem = crate::text::stem(&folded).into_owned();
    let one = folded.trim_end_matches('s');
    let fuller = found.iter().filter(|phrase| {
        let last = words(phrase.written).last();
        // "Parents book" has the same stem as "Bookings" but is not one.
        last.is_some_and(|last| fold(last.text).trim_end_matches('s') == one)
            && phrase.stems.len() == 2
            && phrase.times > 1
            && phrase.capitals < 0.9
            && !is_generality(&phrase.stems[0])
    });
    match fuller.max_by_key(|phrase| phrase.times) {
        Some(fuller) => (Some(fuller.written.to_lowercase()), 78),
        None if is_generality(&stem) => (None, 0),
        None if is_rare(&folded) => (Some(product.to_lowercase()), 78),
        None => (Some(product.to_lowercase()), 74),
    }
}

/// Whether all words of a name are capitalized, as in the name of a product.
fn is_titled(name: &str) -> bool {
    let mut all = words(name)
        .filter(|word| !is_stopword(&fold(word.text)))
        .peekable();
    let is_long = words(name).count() > 1;
    is_long && all.peek().is_some() && all.all(|word| word.text.starts_with(char::is_uppercase))
}

/// What the menu leads to, as far as it reads like something that people look for.
fn add_menu(facts: &WebsiteFacts, selection: &mut KeywordSelection) {
    for text in &facts.menu {
        let count = words(text).count();
        let is_plain = text
            .chars()
            .all(|c| c.is_alphabetic() || matches!(c, ' ' | '-' | '&' | '\''));
        if (2..=4).contains(&count) && is_plain && !text.contains(" vs ") {
            for part in parts(text).filter(|part| part.contains(' ')) {
                selection.add(KeywordType::Product, &part.to_lowercase(), 66, text);
            }
        }
    }
}

/// What the description lists: "bespoke kitchens, fitted wardrobes and staircases".
fn add_listed(facts: &WebsiteFacts, selection: &mut KeywordSelection) {
    const SAID: usize = 2000;
    let description = &facts.description;
    let description = &description[..description.floor_char_boundary(SAID)];
    for sentence in sentences(description) {
        for piece in sentence.split([',', ';', ':', '.', '(', ')']) {
            let all: Vec<&str> = piece.split(' ').collect();
            for run in all.split(|word| is_stopword(&fold(word))) {
                let acts = |word: &&str| {
                    phrases::is_verb(word) && !word.ends_with("ed")
                        || is_wish_verb(word.trim_end_matches('s'))
                        || phrases::is_count(word)
                };
                let is_small = run.iter().all(|word| word.starts_with(char::is_lowercase));
                let is_fit = is_small && !run.iter().any(acts);
                if (2..=3).contains(&run.len()) && is_fit && !phrases::is_describing(run[0]) {
                    let phrase = run.join(" ");
                    selection.add(KeywordType::Category, &phrase, 62, sentence);
                }
            }
        }
    }
}

fn add_problems(facts: &WebsiteFacts, selection: &mut KeywordSelection) {
    let mut score = 80_u8;
    for line in facts.introduction.iter().take(60) {
        for sentence in sentences(line) {
            for problem in problems::problems(sentence) {
                selection.add(KeywordType::Problem, &problem, score, sentence);
                score = score.saturating_sub(2).max(50);
            }
        }
    }
}

/// Other subjects of the text: phrases of two or more words that are not just names.
fn add_phrases(facts: &WebsiteFacts, selection: &mut KeywordSelection) {
    let text = facts.introduction.join("\n\n");
    let text = &text[..text.floor_char_boundary(READ)];
    let found = candidates(text);
    let told = facts.introduction.first().map_or(0, String::len);
    let mut score = 64_u8;
    for phrase in weighed(&found).into_iter().take(40) {
        let folded = phrase.written.to_lowercase();
        let last = words(&folded).last().map_or("", |word| word.text);
        let is_handled = is_people(last) || categories::is_tail(last);
        let has_subject = phrase.stems.iter().any(|stem| !is_generality(stem));
        let is_name = phrase.capitals > 0.9 || ends_with_name(phrase.written);
        let has_digit = folded.contains(|c: char| c.is_ascii_digit());
        let is_small = words(&folded).any(|word| is_stopword(word.text));
        // A phrase that the body uses once may be anything. In a title, in a heading or twice, it
        // is a subject.
        let line = sentence_of(text, phrase.start);
        let is_subject = phrase.times > 1 || phrase.start < told || !line.ends_with('.');
        let is_phrase = phrase.stems.len() >= 2 && phrase.is_whole && has_subject && !is_small;
        if !is_phrase || is_name || has_digit || is_handled || !is_subject {
            continue;
        }
        selection.add(KeywordType::Category, &folded, score, line);
        score = score.saturating_sub(2).max(30);
    }
}

/// "roguelike Mothlight" is a name with a modifier, not a subject.
fn ends_with_name(phrase: &str) -> bool {
    words(phrase).last().is_some_and(|word| {
        let large = word.text.chars().filter(|c| c.is_uppercase()).count();
        large == 1 && word.text.starts_with(char::is_uppercase) && word.text.len() > 1
    })
}

/// The line that contains a byte.
fn sentence_of(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |line| line + 1);
    let end = text[at..].find('\n').map_or(text.len(), |line| at + line);
    &text[start..end]
}
