//! What only this post says: counts, sums, names and its own phrases, a few words each.

use lens::bm25::background_idf;
use lens::text::{self, Word};

use super::advice::stems;
use super::nouns::phrases;
use super::sums::{sums, with_the};

/// A few words of the post, as they can stand in a sentence of ours.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Detail {
    pub(super) text: String,
    pub(super) is_plural: bool,
    pub(super) sort: Sort,
    weight: f32,
}

/// What a detail is, because one asks other things about a sum than about a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// "40 funders".
    Many,
    /// "three tickets".
    Few,
    /// "two years", of which there is nothing to ask.
    Measure,
    /// "the £285".
    Sum,
    /// "Gelderland".
    Name,
    /// "the drip tray".
    Phrase,
}

impl Sort {
    /// The name of the lines that are about it.
    pub(super) fn name(self) -> Option<&'static str> {
        match self {
            Self::Many => Some("many"),
            Self::Few => Some("few"),
            Self::Sum => Some("sum"),
            Self::Name => Some("name"),
            Self::Phrase => Some("phrase"),
            Self::Measure => None,
        }
    }
}

impl Detail {
    /// Where a post says nothing that could be named: the rarest word of its title, or not even that.
    pub(super) fn of_last_resort(title: &str, unwanted: &str) -> Self {
        let unwanted: Vec<String> = stems(unwanted).collect();
        let words = text::folded(title).into_iter().filter(|word| {
            word.chars().count() >= 4
                && word.chars().all(char::is_alphabetic)
                && !text::is_stopword(word)
                && !is_in(NO_NAMES, word)
                && is_fit(word, &unwanted)
        });
        let rarity = |word: &String| background_idf(&text::stem(word));
        let rarest = words.max_by(|a, b| rarity(a).total_cmp(&rarity(b)));
        let sort = rarest.as_ref().map_or(Sort::Measure, |_| Sort::Phrase);
        Self {
            text: rarest.map_or_else(
                || "your question".to_owned(),
                |word| format!("the {word} part"),
            ),
            is_plural: false,
            sort,
            weight: 0.0,
        }
    }
}

/// The details of a post, the most telling first, no two about the same thing. `unwanted` are words
/// that no detail may hold, such as the company's own name.
pub(super) fn details(title: &str, body: &str, unwanted: &str) -> Vec<Detail> {
    let unwanted: Vec<String> = stems(unwanted).collect();
    let mut found = Vec::new();
    for (text, bonus) in [(title, OF_TITLE), (body, 0.0)] {
        for sentence in text::sentences(text) {
            found.extend(counts(sentence).map(|one| {
                let sort = sort_of(&one.0);
                let base = match sort {
                    Sort::Measure => 0.0,
                    Sort::Few => 0.7,
                    _ => 1.2,
                };
                weighed(one, sort, base + bonus)
            }));
            found.extend(sums(sentence).map(|one| {
                let base = if one.0.contains(' ') { 1.4 } else { 0.5 };
                weighed(with_the(one), Sort::Sum, base + bonus)
            }));
            if !is_title_case(sentence) {
                found
                    .extend(names(sentence).map(|one| weighed(one, Sort::Name, 0.3 + bonus / 2.0)));
            }
        }
    }
    let whole = format!("{title}\n{body}");
    let titled = title.to_lowercase();
    found.extend(phrases(&whole).into_iter().map(|one| {
        let noun = one.0.split_once(' ').map_or("", |(_, noun)| noun);
        let bonus = if titled.contains(noun) { OF_TITLE } else { 0.0 };
        weighed(one, Sort::Phrase, 1.1 + bonus)
    }));
    found.retain(|detail| is_fit(&detail.text, &unwanted));
    found.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    distinct(found)
}

/// What the title names is what the post is about.
const OF_TITLE: f32 = 1.6;

fn sort_of(count: &str) -> Sort {
    if is_measure(count) {
        return Sort::Measure;
    }
    let number = text::fold(count.split(' ').next().unwrap_or_default()).into_owned();
    let is_small = number.len() == 1 && number.as_str() < "6";
    let is_few = is_small || is_in("two three four five", &number);
    if is_few { Sort::Few } else { Sort::Many }
}

fn distinct(found: Vec<Detail>) -> Vec<Detail> {
    let mut kept: Vec<(Vec<String>, Detail)> = Vec::new();
    for detail in found {
        let own: Vec<String> = stems(&detail.text).collect();
        let is_new = kept
            .iter()
            .all(|(seen, _)| !own.iter().any(|stem| seen.contains(stem)));
        if is_new && !own.is_empty() {
            kept.push((own, detail));
        }
    }
    kept.into_iter().map(|(_, detail)| detail).collect()
}

/// Rare words tell more.
fn weighed((text, is_plural): (String, bool), sort: Sort, base: f32) -> Detail {
    let all: Vec<f32> = stems(&text).map(|stem| background_idf(&stem)).collect();
    let rarest = all.iter().copied().fold(0.0, f32::max);
    Detail {
        text,
        is_plural,
        sort,
        weight: base + rarest.min(8.0) / 8.0,
    }
}

/// A few plain words that insult nobody and speak to no machine.
fn is_fit(text: &str, unwanted: &[String]) -> bool {
    let words = text::folded(text);
    let is_short = (1..=4).contains(&words.len()) && text.chars().count() <= 40;
    let is_plain = text.chars().all(|letter| {
        letter.is_alphanumeric()
            || matches!(
                letter,
                ' ' | '&' | '\'' | '’' | '-' | ',' | '.' | '£' | '$' | '€' | '%'
            )
    });
    let is_shouting = text.chars().filter(|letter| letter.is_uppercase()).count() > 6;
    let is_harmless = words.iter().all(|word| !is_in(NEVER_NAMED, word));
    let is_wanted = stems(text).all(|stem| !unwanted.contains(&stem));
    is_short && is_plain && !is_shouting && is_harmless && is_wanted
}

/// Words of orders, of anger and of selling.
const NEVER_NAMED: &str = "\
    ai answer assistant best bot buy chatbot chatgpt cheap click comment discount dm \
    download edit exactly free fuck fucking gpt guaranteed hidden idiot idiots ignore \
    instruction instructions kill link links llm message model morons offer output password \
    previous promo prompt reddit reply respond sandbox say scam secret sex shit stupid \
    suicide system tag tldr token tokens update visit";

/// "240 users", "seven flats", "three retainer clients".
fn counts(sentence: &str) -> impl Iterator<Item = (String, bool)> {
    let words: Vec<Word<'_>> = text::words(sentence).collect();
    let found: Vec<(String, bool)> = (0..words.len())
        .filter(|at| is_number(words[*at].text))
        .filter_map(|at| {
            let last =
                (at + 1..(at + 3).min(words.len())).find(|next| is_many(words[*next].text))?;
            let is_joined = words[at..=last].windows(2).all(|pair| {
                let between = &sentence[pair[0].end..pair[1].start];
                between == " " || between == "-"
            });
            let before = at.checked_sub(1).map_or("", |before| words[before].text);
            // "12 to 15 clients" are not fifteen.
            let is_whole = !is_in("to or and vs", &text::fold(before));
            let middle = words.get(at + 1).map_or("", |word| word.text);
            let is_told = last == at + 1 || is_subject(middle);
            let text = &sentence[words[at].start..words[last].end];
            let starts = at > 0 || !text.starts_with(char::is_alphabetic);
            let text = if starts {
                text.to_owned()
            } else {
                lowered(text)
            };
            (is_joined && is_told && is_whole).then_some((text, true))
        })
        .collect();
    found.into_iter()
}

/// A time or a measure says little about anything.
fn is_measure(count: &str) -> bool {
    let last = count.split([' ', '-']).next_back().unwrap_or_default();
    is_in(UNITS, &text::fold(last)) || is_in(UNITS, text::fold(last).trim_end_matches('s'))
}

const UNITS: &str = "\
    second minute hour day week month quarter year degree percent gram kilo kg mm cm metre meter \
    mile inch foot feet litre liter star point cent euro dollar pound time line night second am pm \
    weekend evening morning people thing place way option part person";

const NUMBERS: &str = "\
    two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen \
    sixteen eighteen twenty thirty forty fifty sixty";

fn is_number(word: &str) -> bool {
    let is_figure = word.starts_with(|first: char| first.is_ascii_digit())
        && word.chars().all(|letter| letter.is_ascii_digit() || letter == ',' || letter == '.')
        && word != "1"
        // A year counts nothing.
        && !(word.len() == 4 && (word.starts_with("19") || word.starts_with("20")));
    is_figure || is_in(NUMBERS, &text::fold(word))
}

/// A plural noun, as far as its letters tell.
pub(super) fn is_many(word: &str) -> bool {
    let folded = text::fold(word);
    if ["people", "children", "staff"].contains(&folded.as_ref()) {
        return true;
    }
    folded.len() >= 4
        && folded.ends_with('s')
        && !folded.ends_with("ss")
        && !folded.ends_with("'s")
        && folded.chars().all(|letter| letter.is_ascii_lowercase())
        && is_subject(word)
}

pub(super) fn is_subject(word: &str) -> bool {
    let folded = text::fold(word);
    folded.chars().all(char::is_alphabetic)
        && !text::is_stopword(&folded)
        && !is_in(NO_NOUNS, &folded)
}

/// Words that end as plurals do.
const NO_NOUNS: &str = "plus minus less versus across thus perhaps twice times always needs says gets looks takes makes goes things wants works comes";

pub(super) fn is_in(words: &str, word: &str) -> bool {
    words.split_whitespace().any(|known| known == word)
}

/// Words with a capital inside a sentence, up to three in a row.
fn names(sentence: &str) -> impl Iterator<Item = (String, bool)> {
    let words: Vec<Word<'_>> = text::words(sentence).collect();
    let mut found = Vec::new();
    let mut at = 1;
    while at < words.len() {
        let mut end = at;
        while end < words.len() && end < at + 3 && is_name(words[end].text) {
            let is_joined = end == at
                || [" ", " & "].contains(&&sentence[words[end - 1].end..words[end].start]);
            if !is_joined {
                break;
            }
            end += 1;
        }
        if end > at {
            let before = sentence[..words[at].start].trim_end();
            let starts = before.ends_with(['.', '!', '?', ':', '"', '“', '*', '>', '(', ']', '[']);
            if !starts {
                found.push((
                    sentence[words[at].start..words[end - 1].end].to_owned(),
                    false,
                ));
            }
        }
        at = end.max(at + 1);
    }
    found.into_iter()
}

fn is_name(word: &str) -> bool {
    let capital = word.chars().next().is_some_and(char::is_uppercase);
    let is_word = word.chars().count() >= 3
        && word.chars().all(char::is_alphabetic)
        && word.chars().any(char::is_lowercase);
    let folded = text::fold(word);
    let is_shouted = word.chars().count() > 5 && word.chars().all(char::is_uppercase);
    let singular = folded.strip_suffix('s').unwrap_or(&folded);
    let is_habit = [folded.as_ref(), singular]
        .iter()
        .any(|word| is_in(NO_NAMES, word));
    let is_people = ["ish", "ese", "ian", "ean", "ican", "yan"]
        .iter()
        .any(|end| folded.ends_with(end));
    capital && is_word && !is_shouted && !is_habit && !is_people && !text::is_stopword(&folded)
}

/// Capitals of the calendar and of habit.
const NO_NAMES: &str = "\
    monday tuesday wednesday thursday friday saturday sunday january february march april \
    may june july august september october november december german swiss dutch welsh \
    french question answer final christmas easter god thanks please english eur usd gbp \
    edit pdf csv yes nobody also honestly help hi hello jan feb mar apr jun jul aug sep sept oct \
    nov dec sikh hindu muslim jewish catholic christian person mon tue wed thu fri sat sun internet olympics bonus sorry okay";

/// Titles in which nearly every word has a capital tell no names.
fn is_title_case(sentence: &str) -> bool {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let large = words
        .iter()
        .filter(|word| word.starts_with(char::is_uppercase));
    words.len() > 2 && large.count() * 2 > words.len()
}

fn lowered(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_lowercase);
    first.into_iter().flatten().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_sums_names_and_phrases_are_found_and_can_stand_in_a_sentence() {
        check(
            "Seven flats and a notebook",
            "Rent is £2,340. I looked at FreshBooks and a shared mailbox for 240 users.",
            &["seven flats", "the £2,340", "FreshBooks", "240 users"],
        );
        check(
            "",
            "He took a $600 deposit and left.",
            &["the $600 deposit"],
        );
        check(
            "",
            "We have three retainer clients.",
            &["three retainer clients"],
        );
    }

    #[test]
    fn orders_anger_and_the_own_name_are_never_named() {
        let found = details(
            "Paperlark and 20 links",
            "You fucking Idiots click Visit EvilCorpIncorporatedLTDXX 20 prompts",
            "Paperlark",
        );

        let all = found.iter().map(|detail| detail.text.to_lowercase());
        let all: Vec<String> = all.collect();
        for word in ["paperlark", "links", "idiot", "visit", "fucking"] {
            assert!(!all.iter().any(|text| text.contains(word)), "{all:?}");
        }
    }

    fn check(title: &str, body: &str, expected: &[&str]) {
        let found = details(title, body, "");
        for text in expected {
            assert!(
                found.iter().any(|detail| detail.text == *text),
                "{text}: {found:?}"
            );
        }
    }
}
