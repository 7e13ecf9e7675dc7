//! Reads a company's website: the main text of a page, and facts about the company.

mod article;
mod audience;
mod business_type;
mod competitors;
mod description;
mod element_names;
pub(crate) mod html;
mod introduction;
mod name;
mod one_liner;
mod page_layout;
mod products;
mod signals;
mod structured_data;
mod word_lists;

pub use article::main_text;
pub(crate) use audience::is_people;
pub use one_liner::one_liner;
pub(crate) use one_liner::{is_call, is_kind};
pub(crate) use word_lists::word_list;

use crate::industry::industry;
use crate::text::{Language, language, sentences};
use description::DescriptionSentence;
use introduction::{READ, introduced, introduction, text};
use signals::PageSignals;

/// One page of a site, as fetched.
#[derive(Clone, Copy, Debug)]
pub struct HtmlPage<'a> {
    pub url: &'a str,
    pub html: &'a str,
}

/// Something the site says, and the sentence that says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    pub value: String,
    pub evidence: String,
}

/// What a website says about its company. Every value comes from the site.
#[derive(Clone, Debug)]
pub struct WebsiteFacts {
    pub name: Fact,
    /// What the company does, in one line.
    pub one_liner: String,
    /// Two or three sentences of the site that describe the company.
    pub description: String,
    pub meta_description: String,
    pub products: Vec<Fact>,
    pub competitors: Vec<Fact>,
    pub audience: Option<Fact>,
    pub industry: Option<Fact>,
    pub business_type: Option<Fact>,
    pub language: Language,
    /// Whether the pages have hardly any text, for example because a script fills them.
    pub is_thin: bool,
    /// The visible text of the pages, line by line, most informative first.
    pub text: String,
    /// The lines that introduce the company, most informative first.
    pub introduction: Vec<String>,
}

/// Extracts facts from the pages of a site. The home page comes first.
pub fn facts(pages: &[HtmlPage<'_>]) -> WebsiteFacts {
    // Ten pages are enough.
    const MOST: usize = 10;
    let pages = &pages[..pages.len().min(MOST)];
    let read: Vec<PageSignals> = pages
        .iter()
        .map(|page| PageSignals::read(page.html))
        .collect();
    let url = pages.first().map_or("", |page| page.url);
    let none = PageSignals::default();
    let home = read.first().unwrap_or(&none);
    let (name, evidence) = name::name(home, url);
    let found = description::candidates(&name, &read);
    let description = description::description(&found);
    let text = text(&read);
    let links: Vec<(String, String)> = read.iter().flat_map(|page| page.links.clone()).collect();
    WebsiteFacts {
        one_liner: site_one_liner(&name, home, &description),
        meta_description: first_of(&[&home.meta_description, &home.shared_description]),
        products: products::products(&name, &read),
        competitors: competitors::competitors(&name, sentences(&text).into_iter(), &links),
        audience: audience_of(&found, &read),
        industry: industry_of(&name, &text, &found),
        business_type: business_type::business_type(&read),
        language: site_language(&text, &home.language),
        is_thin: is_thin(&read),
        introduction: introduction(&read),
        name: Fact {
            value: name,
            evidence,
        },
        description,
        text,
    }
}

/// Extracts facts from a company's own description, if there is no website.
pub fn facts_from_text(name: &str, description: &str) -> WebsiteFacts {
    let description = &description[..description.floor_char_boundary(READ)];
    let told = PageSignals {
        meta_description: description.to_owned(),
        ..PageSignals::default()
    };
    let pages = [told];
    let found = description::candidates(name, &pages);
    let sentences = sentences(description).into_iter();
    WebsiteFacts {
        name: Fact {
            value: name.to_owned(),
            evidence: name.to_owned(),
        },
        one_liner: one_liner(name, description),
        description: description.to_owned(),
        meta_description: String::new(),
        products: Vec::new(),
        competitors: competitors::competitors(name, sentences, &[]),
        audience: audience_of(&found, &pages),
        industry: industry_of(name, description, &found),
        business_type: business_type::business_type(&pages),
        language: language(description),
        is_thin: description.len() < PARAGRAPH,
        text: description.to_owned(),
        introduction: introduced(description),
    }
}

/// The line that says what the company does, from the description or else from the title.
fn site_one_liner(name: &str, home: &PageSignals, description: &str) -> String {
    let line = one_liner(name, description);
    if !line.is_empty() && !line.eq_ignore_ascii_case(name) {
        return line;
    }
    let parts = name::title_parts(&home.title);
    let other = parts
        .into_iter()
        .find(|part| !part.eq_ignore_ascii_case(name));
    other.unwrap_or_default().to_owned()
}

fn first_of(texts: &[&String]) -> String {
    texts
        .iter()
        .find(|text| !text.is_empty())
        .map_or(String::new(), |text| (*text).clone())
}

/// A sentence with a lower score may be about anyone.
const TELLING: f64 = 1.5;

fn audience_of(found: &[DescriptionSentence], pages: &[PageSignals]) -> Option<Fact> {
    let told = pages
        .iter()
        .flat_map(|page| &page.things)
        .find(|thing| !thing.audience.is_empty());
    if let Some(thing) = told {
        return Some(Fact {
            value: thing.audience.clone(),
            evidence: thing.audience.clone(),
        });
    }
    let mut best: Option<(f64, Fact)> = None;
    for candidate in found.iter().filter(|candidate| candidate.score >= TELLING) {
        if best
            .as_ref()
            .is_some_and(|(most, _)| candidate.score <= *most)
        {
            continue;
        }
        if let Some(value) = audience::audience(&candidate.sentence) {
            let fact = Fact {
                value,
                evidence: candidate.sentence.clone(),
            };
            best = Some((candidate.score, fact));
        }
    }
    best.map(|(_, fact)| fact)
}

/// The industry by all the text, with the sentence that has most of the decisive words.
fn industry_of(name: &str, text: &str, found: &[DescriptionSentence]) -> Option<Fact> {
    let judged = industry(&text.replace(name, " "))?;
    let evidence = found
        .iter()
        .map(|candidate| {
            let sentence = candidate.sentence.to_lowercase();
            let said = judged
                .words
                .iter()
                .filter(|word| sentence.contains(**word))
                .count();
            (said, candidate)
        })
        .max_by(|left, right| {
            left.0
                .cmp(&right.0)
                .then_with(|| left.1.score.total_cmp(&right.1.score))
        })
        .map_or(String::new(), |(_, candidate)| candidate.sentence.clone());
    Some(Fact {
        value: judged.name.to_owned(),
        evidence,
    })
}

/// The language of the text, or the declared language of the page if the text is too short.
fn site_language(text: &str, marked: &str) -> Language {
    match language(text) {
        Language::Unknown if marked.starts_with("en") => Language::English,
        judged => judged,
    }
}

/// Anything shorter does not describe a company.
const PARAGRAPH: usize = 200;

/// Whether the pages have less than a paragraph of readable text.
fn is_thin(pages: &[PageSignals]) -> bool {
    let shown: usize = pages
        .iter()
        .flat_map(|page| &page.lines)
        .filter(|line| !line.is_link)
        .map(|line| line.text.len())
        .sum();
    shown < PARAGRAPH
}
