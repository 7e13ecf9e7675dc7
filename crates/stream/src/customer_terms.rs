//! What is listened for on a customer's behalf, and how it is recognised among the matches.

use lens::closeness::{CompanyText, telling_words};
use lens::relevance::CompanyGlance;
use listening::SourceName;
use onboarding::CompanyWording;
use percolator::KeywordQuery;
use uuid::Uuid;

/// One customer.
#[derive(Debug)]
pub(super) struct CustomerTerms {
    pub(super) user_id: Uuid,
    pub(super) keywords: Vec<String>,
    /// The words that tell most of what the company does. Who writes two of them may need it without
    /// using a keyword.
    telling_words: Vec<String>,
    /// For a first judgement of what matched.
    pub(super) glance: CompanyGlance,
    /// Where they are listened for beside Reddit.
    pub(super) sources: Vec<SourceName>,
}

/// What matched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum MatchedTerm<'a> {
    Keyword(&'a str),
    Brand,
    /// Two telling words.
    Subject([&'a str; 2]),
}

/// What the company of a customer says, what they track and what it is called.
#[derive(Debug, Default)]
pub(super) struct TermSource {
    pub(super) keywords: Vec<String>,
    pub(super) brand_terms: Vec<String>,
    pub(super) wording: Option<CompanyWording>,
}

/// With more of them, people match who have nothing to do with the company.
const TELLING_WORDS: usize = 10;

/// The kinds of a subscription's number; a place in a list follows.
const KIND: u32 = 1 << 24;
const BRAND: u32 = KIND;
const SUBJECT: u32 = 2 * KIND;
/// Two places stand in the number of a subject.
const PLACES: u32 = 1 << 8;

impl CustomerTerms {
    pub(super) fn new(
        user_id: Uuid,
        source: TermSource,
        sources: Vec<SourceName>,
    ) -> (Self, Terms) {
        // Who tracks nothing hears of nothing but their own name.
        let words = if source.keywords.is_empty() {
            0
        } else {
            TELLING_WORDS
        };
        let (telling_words, glance) =
            source.with_text(|text| (telling_words(text, words), CompanyGlance::new(text)));
        let terms = terms(&source, &telling_words);
        let customer = Self {
            user_id,
            keywords: source.keywords,
            telling_words,
            glance,
            sources,
        };
        (customer, terms)
    }

    /// What a subscription with this number stands for.
    pub(super) fn term(&self, id: u32) -> Option<MatchedTerm<'_>> {
        let place = (id % KIND) as usize;
        match id / KIND * KIND {
            0 => self.keywords.get(place).map(|it| MatchedTerm::Keyword(it)),
            BRAND => Some(MatchedTerm::Brand),
            _ => {
                let (one, other) = (place / PLACES as usize, place % PLACES as usize);
                let [one, other] = [one, other].map(|place| self.telling_words.get(place));
                Some(MatchedTerm::Subject([one?, other?]))
            }
        }
    }

    pub(super) fn hears(&self, source: SourceName) -> bool {
        source == SourceName::Reddit || self.sources.contains(&source)
    }
}

/// The numbers of a customer's subscriptions, with what they look for.
pub(super) type Terms = Vec<(u32, KeywordQuery)>;

/// A brand term counts wherever it stands: what it means there is judged later.
fn terms(source: &TermSource, telling_words: &[String]) -> Terms {
    let keywords = (0_u32..).zip(&source.keywords);
    let keywords =
        keywords.filter_map(|(place, keyword)| Some((place, KeywordQuery::parse(keyword).ok()?)));
    let brand = (0_u32..).zip(&source.brand_terms);
    let brand = brand.filter_map(|(place, term)| {
        let query = KeywordQuery::exact_phrase(term).ok()?;
        Some((BRAND + place, query))
    });
    let mut terms: Terms = keywords.chain(brand).collect();
    for (one, first) in (0_u32..).zip(telling_words) {
        for (other, second) in (0_u32..one).zip(telling_words) {
            if let Ok(query) = KeywordQuery::parse(&format!("{first} {second}")) {
                terms.push((SUBJECT + one * PLACES + other, query));
            }
        }
    }
    terms
}

impl TermSource {
    fn with_text<T>(&self, read: impl FnOnce(&CompanyText) -> T) -> T {
        let wanted: Vec<String> = self
            .keywords
            .iter()
            .map(|it| searches::wanted_text(it))
            .collect();
        let wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
        let wording = self.wording.as_ref();
        read(&CompanyText {
            name: wording.map_or("", |it| &it.company_name),
            one_liner: wording.map_or("", CompanyWording::one_liner),
            description: wording.map_or("", CompanyWording::description),
            keywords: &wanted,
            ..CompanyText::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_leads_back_to_what_it_was_given_for() {
        let source = TermSource {
            keywords: vec!["late payments".to_owned(), "invoice reminders".to_owned()],
            brand_terms: vec!["Paperlark".to_owned()],
            wording: None,
        };

        let (customer, terms) = CustomerTerms::new(Uuid::nil(), source, Vec::new());

        let named = terms.iter().map(|(id, _)| customer.term(*id));
        let named: Vec<_> = named.map(|term| term.expect("it was given")).collect();
        assert_eq!(
            named[..3],
            [
                MatchedTerm::Keyword("late payments"),
                MatchedTerm::Keyword("invoice reminders"),
                MatchedTerm::Brand,
            ]
        );
        let is_pair =
            |term: &MatchedTerm| matches!(term, MatchedTerm::Subject([one, other]) if one != other);
        assert!(named.len() > 3, "{named:?}");
        assert!(named[3..].iter().all(is_pair), "{named:?}");
    }
}
