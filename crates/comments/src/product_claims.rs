//! Whether what a comment says of the product stands in the company's facts or in the post.

use std::collections::HashSet;
use std::sync::LazyLock;

use lens::text;
use onboarding::SourceSentence;
use regex::Regex;

use super::comment_text::sentences;
use super::disclosure::{discloses, mentions};
use super::draft_company::DraftCompany;
use super::draft_post::DraftPost;

/// What may be said of the product.
#[derive(Debug)]
pub(super) struct KnownFacts {
    name: String,
    facts: Vec<SourceSentence>,
    numbers: HashSet<String>,
    stems: HashSet<String>,
}

/// The share of a product sentence's words that must be known: the rest connects and paraphrases them.
const LEAST_KNOWN: f64 = 0.25;
/// Fewer words make no claim.
const FEWEST_WORDS: usize = 4;

impl KnownFacts {
    pub(super) fn of(company: &DraftCompany, post: &DraftPost) -> Self {
        let facts = company.quotable_sentences();
        let mut known: Vec<String> = facts.iter().map(|fact| fact.quote.clone()).collect();
        known.extend([
            company.name.clone(),
            company.description.clone(),
            company.meta_description.clone(),
            company.industry.clone(),
            company.business_type.clone(),
            company.audience.clone(),
            company.products.join(". "),
            post.text(),
            post.subreddit.clone(),
        ]);
        let known = known.join("\n");
        Self {
            name: company.spoken_name(),
            facts,
            numbers: numbers(&known).into_iter().collect(),
            stems: stems(&known).collect(),
        }
    }

    /// What a comment says of the product that is not known: a number, a name or a claim. One at a
    /// time is enough to send it back.
    pub(super) fn unknown_in(&self, comment: &str) -> Option<String> {
        product_sentences(comment, &self.name)
            .into_iter()
            .find_map(|sentence| self.unknown_of(sentence))
    }

    /// The page that most of what is said of the product comes from.
    pub(super) fn source_of(&self, comment: &str) -> Option<&str> {
        let said: HashSet<String> = product_sentences(comment, &self.name)
            .into_iter()
            .flat_map(|sentence| stems(sentence).collect::<Vec<_>>())
            .collect();
        let shared = |fact: &SourceSentence| {
            let own: HashSet<String> = stems(&fact.quote).collect();
            own.intersection(&said).count()
        };
        let best = self.facts.iter().rev().max_by_key(|fact| shared(fact))?;
        (shared(best) >= 2).then_some(best.page.as_str())
    }

    fn unknown_of(&self, sentence: &str) -> Option<String> {
        let number = numbers(sentence)
            .into_iter()
            .find(|number| !self.numbers.contains(number) && !self.is_share(number));
        if number.is_some() {
            return number;
        }
        let name = names(sentence).find(|name| !self.is_known(name));
        if let Some(name) = name {
            return Some(name.to_owned());
        }
        let said = text::folded(sentence);
        let claim = said
            .iter()
            .find(|word| CLAIMS.contains(&word.as_str()) && !self.is_known(word));
        if let Some(claim) = claim {
            return Some(claim.clone());
        }
        // Saying for whom one speaks is no claim, whatever else stands around it.
        if discloses(sentence, &self.name) {
            return None;
        }
        let all: Vec<String> = stems(sentence).collect();
        let known = all.iter().filter(|stem| self.stems.contains(*stem)).count();
        let share = share(known, all.len());
        (all.len() >= FEWEST_WORDS && share < LEAST_KNOWN).then(|| sentence.to_owned())
    }

    /// Whether a price is half of a known one, or what is left per piece.
    fn is_share(&self, number: &str) -> bool {
        let Ok(number) = number.parse::<f64>() else {
            return false;
        };
        let known: Vec<f64> = self
            .numbers
            .iter()
            .filter_map(|it| it.parse().ok())
            .collect();
        let is_near = |value: f64| (value - number).abs() < 0.006;
        let is_half = known.iter().any(|whole| is_near(whole / 2.0));
        let has_pence = number.fract() != 0.0;
        let is_piece = || {
            let pairs = known
                .iter()
                .flat_map(|whole| known.iter().map(move |part| whole / part));
            pairs.into_iter().any(is_near)
        };
        has_pence && (is_half || is_piece())
    }

    fn is_known(&self, word: &str) -> bool {
        stems(word).all(|stem| self.stems.contains(&stem))
    }
}

fn share(part: usize, whole: usize) -> f64 {
    let count = |number: usize| u32::try_from(number).map_or(f64::MAX, f64::from);
    count(part) / count(whole.max(1))
}

/// The sentences that speak of the product: they name the company or speak for it, or go on about it.
fn product_sentences<'t>(comment: &'t str, name: &str) -> Vec<&'t str> {
    let mut found: Vec<&str> = Vec::new();
    let mut was_about_us = false;
    for sentence in comment.lines().flat_map(sentences) {
        let goes_on = was_about_us && GOES_ON.is_match(sentence);
        was_about_us = mentions(sentence, name) || SPEAKS_FOR_US.is_match(sentence) || goes_on;
        if was_about_us && !sentence.ends_with('?') {
            found.push(sentence);
        }
    }
    found
}

/// Words that are a claim by themselves.
const CLAIMS: [&str; 25] = [
    "award",
    "awards",
    "certified",
    "compliant",
    "compliance",
    "encrypted",
    "encryption",
    "gdpr",
    "guarantee",
    "guaranteed",
    "guarantees",
    "hipaa",
    "integrates",
    "integration",
    "integrations",
    "lifetime",
    "millions",
    "refund",
    "refunds",
    "thousands",
    "trusted",
    "unlimited",
    "api",
    "offline",
    "ai",
];

/// The numbers of a text, in digits.
fn numbers(text: &str) -> Vec<String> {
    let digits = DIGITS.find_iter(text).map(|found| {
        let plain = found.as_str().replace([',', ' '], "");
        plain
            .trim_end_matches(".00")
            .trim_end_matches('.')
            .to_owned()
    });
    let words = text::folded(text);
    let said = words
        .iter()
        .flat_map(|word| word.split('-').map(str::to_owned).collect::<Vec<_>>());
    let said = said.filter_map(|word| {
        let (_, value) = NUMBER_WORDS.iter().find(|(name, _)| *name == word)?;
        Some((*value).to_owned())
    });
    digits.chain(said.collect::<Vec<_>>()).collect()
}

/// "One" and "two" are mostly no numbers.
const NUMBER_WORDS: [(&str, &str); 27] = [
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
    ("eleven", "11"),
    ("twelve", "12"),
    ("thirteen", "13"),
    ("fourteen", "14"),
    ("fifteen", "15"),
    ("sixteen", "16"),
    ("seventeen", "17"),
    ("eighteen", "18"),
    ("nineteen", "19"),
    ("twenty", "20"),
    ("thirty", "30"),
    ("forty", "40"),
    ("fifty", "50"),
    ("sixty", "60"),
    ("seventy", "70"),
    ("eighty", "80"),
    ("ninety", "90"),
    ("hundred", "100"),
    ("thousand", "1000"),
];

/// Capitalised words that do not start a sentence.
fn names(sentence: &str) -> impl Iterator<Item = &str> {
    text::words(sentence)
        .filter(|word| {
            let before = sentence[..word.start].trim_end();
            let starts = before.is_empty() || before.ends_with([':', '.', '!', '?', '"', '“', '(']);
            let is_name = word.text.chars().next().is_some_and(char::is_uppercase);
            let is_denied = before
                .rsplit(' ')
                .take(2)
                .any(|word| ["no", "not", "without", "never"].contains(&word));
            is_name && !starts && !is_denied && !is_everyday(word.text)
        })
        .map(|word| word.text)
}

/// Days, languages, peoples and counties promise nothing.
fn is_everyday(word: &str) -> bool {
    let endings = ["ish", "ian", "shire"];
    EVERYDAY.contains(&word) || endings.iter().any(|ending| word.ends_with(ending))
}

/// Capitalised words that are no names of products, people or customers.
const EVERYDAY: [&str; 28] = [
    "I",
    "I'm",
    "I’m",
    "I'd",
    "I’d",
    "I've",
    "I’ve",
    "I'll",
    "I’ll",
    "OK",
    "PDF",
    "CSV",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
    "Reddit",
    "January",
    "March",
    "April",
    "June",
    "July",
    "September",
    "October",
    "December",
];

/// The words that carry meaning, as stems.
fn stems(text: &str) -> impl Iterator<Item = String> {
    let words = text::folded(text).into_iter();
    words
        .map(|word| word.trim_end_matches("'s").to_owned())
        .filter(|word| word.chars().count() > 1 && !text::is_stopword(word))
        .map(|word| text::stem(&word).into_owned())
}

static DIGITS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\d+(?:[,.]\d+)*").expect("the pattern is one"));
static SPEAKS_FOR_US: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)\b(we|we're|we’re|our|ours)\b").expect("the pattern is one"));
static GOES_ON: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(It|The (free|paid|cheapest|plan|app|trial)|You (get|can))\b")
        .expect("the pattern is one")
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_names_and_claims_about_the_product_must_be_known() {
        check(
            "I work on Paperlark, which is free for five invoices a month.",
            None,
        );
        check(
            "I work on Paperlark, which is free for 5 invoices a month.",
            None,
        );
        check(
            "I work on Paperlark, which is free for 50 invoices a month.",
            Some("50"),
        );
        check(
            "I work on Paperlark. It is free for twelve invoices.",
            Some("12"),
        );
        check(
            "I work on Paperlark, which imports invoices from FreshBooks.",
            None,
        );
        check(
            "I work on Paperlark, which imports invoices from Xero.",
            Some("Xero"),
        );
        check(
            "At Paperlark we have encrypted invoices.",
            Some("encrypted"),
        );
        check("Put 50 days on it and call Xero.", None);
    }

    #[test]
    fn a_sentence_about_something_else_entirely_is_no_fact() {
        let claim = "Our dentists polish marble statues on tropical beaches.";
        check(claim, Some(claim));
    }

    #[test]
    fn the_page_of_the_facts_is_known() {
        let facts = KnownFacts::of(&paperlark(), &DraftPost::default());

        let source = facts.source_of("I work on Paperlark, free for five invoices a month.");

        assert_eq!(source, Some("https://paperlark.example/pricing"));
        assert_eq!(facts.source_of("I work on Paperlark."), None);
    }

    fn check(comment: &str, unknown: Option<&str>) {
        let facts = KnownFacts::of(&paperlark(), &DraftPost::default());
        assert_eq!(facts.unknown_in(comment).as_deref(), unknown, "{comment}");
    }

    fn paperlark() -> DraftCompany {
        let sentence = |quote: &str, path: &str| SourceSentence {
            quote: quote.to_owned(),
            page: format!("https://paperlark.example/{path}"),
        };
        DraftCompany {
            name: "Paperlark".to_owned(),
            sentences: vec![
                sentence("Nest: free for five invoices a month.", "pricing"),
                sentence("It imports invoices from FreshBooks.", "features"),
            ],
            ..DraftCompany::default()
        }
    }
}
