//! Brand terms, the names that are searched for: made from the company, edited by its owner. What is
//! likely to mean something else is only suggested.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::brand_names::{BrandName, BrandNameKind, has_invented_word};
use lens::text;
use onboarding::Company;

/// A name by which a company is looked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BrandTerm {
    pub id: Uuid,
    #[schema(example = "Paperlark")]
    pub term_value: String,
    pub term_type: TermType,
    /// It means other things too. The company's own name then counts only where words of the company
    /// stand near it, any other term only where the company's name or domain is in the same text.
    pub needs_context: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TermType {
    Name,
    Domain,
    Product,
    Handle,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidBrandTerm {
    #[error("Please enter a brand term.")]
    Empty,
    #[error("A brand term has at most {LONGEST} characters.")]
    TooLong,
    #[error("A brand term needs a letter or a digit.")]
    NoLetter,
}

const LONGEST: usize = 60;
/// How many brand terms a user has at most: each is a search of its own.
pub const MOST_BRAND_TERMS: usize = 25;
const MOST_PRODUCTS: usize = 8;

impl TermType {
    pub(super) fn id(self) -> &'static str {
        match self {
            TermType::Name => "name",
            TermType::Domain => "domain",
            TermType::Product => "product",
            TermType::Handle => "handle",
        }
    }

    pub(super) fn named(id: &str) -> Self {
        match id {
            "domain" => TermType::Domain,
            "product" => TermType::Product,
            "handle" => TermType::Handle,
            _ => TermType::Name,
        }
    }

    fn kind(self) -> BrandNameKind {
        match self {
            TermType::Name => BrandNameKind::Name,
            TermType::Domain => BrandNameKind::Domain,
            TermType::Product => BrandNameKind::Product,
            TermType::Handle => BrandNameKind::Handle,
        }
    }
}

impl BrandTerm {
    pub(super) fn new(value: &str, term_type: TermType) -> Self {
        let name = BrandName::new(value, term_type.kind());
        Self {
            id: Uuid::now_v7(),
            term_value: name.value,
            term_type,
            needs_context: name.needs_context,
        }
    }

    /// A term as people type it: `@paperlark` is a handle, `paperlark.example` a domain.
    pub fn parse(raw: &str) -> Result<Self, InvalidBrandTerm> {
        let words: Vec<&str> = raw.split_whitespace().collect();
        let text = words.join(" ");
        match text.chars().count() {
            0 => return Err(InvalidBrandTerm::Empty),
            1..=LONGEST => {}
            _ => return Err(InvalidBrandTerm::TooLong),
        }
        if !text.chars().any(char::is_alphanumeric) {
            return Err(InvalidBrandTerm::NoLetter);
        }
        let is_domain = is_host(&text);
        let term_type = match text.chars().next() {
            Some('@') => TermType::Handle,
            _ if is_domain => TermType::Domain,
            _ => TermType::Name,
        };
        Ok(Self::new(&text, term_type))
    }

    /// By which two terms are the same.
    pub fn folded(&self) -> String {
        self.term_value.to_lowercase()
    }

    /// The name as it is looked for in texts. What an owner typed is a name of the company only if the
    /// company is called so.
    pub(super) fn name(&self, company: Option<&Company>) -> BrandName {
        let is_other = self.term_type == TermType::Name
            && company.is_some_and(|company| !is_called(company, &self.term_value));
        BrandName {
            value: self.term_value.clone(),
            kind: if is_other {
                BrandNameKind::Product
            } else {
                self.term_type.kind()
            },
            needs_context: self.needs_context,
        }
    }

    /// Whether it is off until its owner chooses it. Names, domains and handles are on.
    pub(super) fn is_suggestion(&self) -> bool {
        self.term_type == TermType::Product && is_suggested_product(&self.term_value)
    }
}

/// The version of the rule for [`is_suggested_product`]; with a new one, all products are sorted
/// again.
pub(super) const TERM_RULE: i64 = 1;

/// Whether a product is only suggested, because its name is likely to mean something else. It is on if
/// the name is capitalised and has several words or an invented one: "Sourdough Club" and "Larkbooks",
/// but not "Bookings". Small words such as "for" do not count.
pub(super) fn is_suggested_product(name: &str) -> bool {
    let words = name.split_whitespace();
    let telling: Vec<&str> = words
        .filter(|word| word.chars().any(char::is_alphabetic))
        .filter(|word| !text::is_stopword(&word.to_lowercase()))
        .collect();
    let is_capital = |word: &&str| {
        let first = word.chars().find(|letter| letter.is_alphabetic());
        first.is_some_and(|letter| !letter.is_lowercase()) || word.chars().any(char::is_uppercase)
    };
    let is_distinctive =
        telling.iter().all(is_capital) && (telling.len() > 1 || has_invented_word(name));
    !is_distinctive
}

/// Whether a company is called by this name: its own, or the first label of its domain.
fn is_called(company: &Company, name: &str) -> bool {
    let letters = |text: &str| -> String {
        let letters = text.chars().filter(|letter| letter.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    let host = host_of(&company.website_url);
    let label = host.split('.').next().unwrap_or_default();
    let own = [
        company.company_name.as_str(),
        &bare_name(&company.company_name),
        label,
    ];
    own.iter().any(|own| letters(own) == letters(name))
}

/// The terms of a company, suggestions included: its name, its domain, its products, its handle.
pub(super) fn of_company(company: &Company) -> Vec<BrandTerm> {
    let host = host_of(&company.website_url);
    let name = bare_name(&company.company_name);
    let mut terms = vec![
        BrandTerm::new(&name, TermType::Name),
        BrandTerm::new(&host, TermType::Domain),
    ];
    let products = company.facts.products.iter().take(MOST_PRODUCTS);
    terms.extend(products.map(|product| BrandTerm::new(product.trim(), TermType::Product)));
    // The handle of an everyday word belongs to somebody else.
    let label = host.split('.').next().unwrap_or_default();
    if !BrandName::new(label, BrandNameKind::Name).needs_context {
        terms.push(BrandTerm::new(&format!("@{label}"), TermType::Handle));
    }
    let mut known = Vec::new();
    terms.retain(|term| {
        let folded = term.folded();
        let is_new = !known.contains(&folded);
        known.push(folded);
        is_new && BrandTerm::parse(&term.term_value).is_ok()
    });
    terms
}

/// "Paperlark GmbH" is called Paperlark, and "monday.com" Monday.
fn bare_name(name: &str) -> String {
    const FORMS: [&str; 14] = [
        "inc", "inc.", "llc", "ltd", "ltd.", "limited", "gmbh", "corp", "corp.", "co.", "ag", "bv",
        "plc", "s.a.",
    ];
    let mut words: Vec<&str> = name.split_whitespace().collect();
    while words.len() > 1
        && words
            .last()
            .is_some_and(|word| FORMS.contains(&word.to_lowercase().as_str()))
    {
        words.pop();
    }
    let bare = words.join(" ");
    let bare = bare.trim_end_matches(',');
    match bare.split_once('.') {
        Some((label, _)) if is_host(bare) => label.to_owned(),
        _ => bare.to_owned(),
    }
}

/// The company's own domain. An address with a path is that of a page on somebody else's: an app store
/// is no name of the app.
fn host_of(address: &str) -> String {
    let host = url::Url::parse(address)
        .ok()
        .filter(|url| url.path() == "/")
        .and_then(|url| url.host_str().map(str::to_owned))
        .unwrap_or_default();
    host.trim_start_matches("www.").to_owned()
}

fn is_host(text: &str) -> bool {
    let is_of_label = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '.');
    let Some((label, suffix)) = text.rsplit_once('.') else {
        return false;
    };
    !label.is_empty()
        && text.chars().all(is_of_label)
        && suffix.len() >= 2
        && suffix.chars().all(|letter| letter.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use onboarding::{CompanyFacts, WebsiteProfile};

    fn terms_of(name: &str, site: &str, products: &[&str]) -> Vec<(String, &'static str, bool)> {
        let company = Company::new(WebsiteProfile {
            company_name: name.to_owned(),
            website_url: site.to_owned(),
            facts: CompanyFacts {
                products: products.iter().map(|name| (*name).to_owned()).collect(),
                ..CompanyFacts::default()
            },
            ..WebsiteProfile::default()
        });
        let terms = of_company(&company).into_iter();
        terms
            .map(|term| (term.term_value, term.term_type.id(), term.needs_context))
            .collect()
    }

    #[test]
    fn a_company_is_called_by_its_name_domain_products_and_handle() {
        let terms = terms_of(
            "Paperlark GmbH",
            "https://www.paperlark.example/",
            &["Larkbooks", "paperlark"],
        );

        let expected = [
            ("Paperlark", "name", false),
            ("paperlark.example", "domain", false),
            ("Larkbooks", "product", false),
            ("@paperlark", "handle", false),
        ];
        assert_eq!(
            terms,
            expected.map(|(value, kind, needs)| (value.to_owned(), kind, needs))
        );
    }

    #[test]
    fn a_store_or_a_code_host_is_no_name_of_the_company_on_it() {
        for site in [
            "https://github.com/acme/larkbooks",
            "https://apps.apple.com/us/app/larkbooks/id123",
            "https://play.google.com/store/apps/details?id=com.acme.larkbooks",
        ] {
            let terms = terms_of("Larkbooks", site, &[]);

            assert_eq!(terms, [("Larkbooks".to_owned(), "name", false)], "{site}");
        }
    }

    #[test]
    fn a_product_is_on_if_it_is_capitalised_and_has_several_words_or_an_invented_one() {
        let is_on = |product: &str| !BrandTerm::new(product, TermType::Product).is_suggestion();

        for on in [
            "Larkbooks",
            "QuickLark",
            "Sourdough Club",
            "Paperlark for Teams",
            "Lark & Ledger",
        ] {
            assert!(is_on(on), "{on}");
        }
        for off in [
            "Bookings",
            "Flour",
            "Starters",
            "larkbooks",
            "sourdough club",
            "The Planner",
            "Plan 2",
            "24/7",
            "Timesheets",
            "Time tracking",
        ] {
            assert!(!is_on(off), "{off}");
        }
    }

    #[test]
    fn an_everyday_word_needs_context_and_has_no_handle_of_its_own() {
        let terms = terms_of("monday.com", "https://monday.com", &[]);

        let expected = [("monday", "name", true), ("monday.com", "domain", false)];
        assert_eq!(
            terms,
            expected.map(|(value, kind, needs)| (value.to_owned(), kind, needs))
        );
    }

    #[test]
    fn a_typed_term_is_a_line_with_a_letter_in_it() {
        let parsed =
            |raw: &str| BrandTerm::parse(raw).map(|term| (term.term_value, term.term_type));

        assert_eq!(
            parsed("  Paper \n Lark "),
            Ok(("Paper Lark".to_owned(), TermType::Name))
        );
        assert_eq!(parsed("@lark"), Ok(("@lark".to_owned(), TermType::Handle)));
        assert_eq!(
            parsed("lark.example"),
            Ok(("lark.example".to_owned(), TermType::Domain))
        );
        assert_eq!(parsed(" "), Err(InvalidBrandTerm::Empty));
        assert_eq!(parsed("++"), Err(InvalidBrandTerm::NoLetter));
        assert_eq!(parsed(&"x".repeat(61)), Err(InvalidBrandTerm::TooLong));
    }
}
