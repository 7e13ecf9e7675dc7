//! Reads a company's website: the main text of a page, and facts about the company.

mod article;
mod audience;
mod business_type;
mod competitors;
mod description;
mod element_names;
pub(crate) mod html;
mod introduction;
mod manifest;
mod name;
mod offers;
mod one_liner;
mod own_sentence;
mod page_layout;
mod placeholder;
mod products;
mod signals;
mod site_sentences;
mod store_listing;
mod structured_data;
mod word_lists;

pub use article::main_text;
pub(crate) use audience::is_people;
pub use one_liner::one_liner;
pub(crate) use one_liner::{is_call, is_kind};
pub use own_sentence::{CompanyAddress, facts_from_sentence};
pub use site_sentences::SiteSentence;
pub use store_listing::listing_facts;
pub(crate) use word_lists::word_list;

use crate::embedding::embed;
use crate::industry::industry_of;
use crate::taxonomy::{CloseCategory, closest_categories};
use crate::text::{Language, language, sentences, words};
use description::DescriptionSentence;
use introduction::{READ, introduced, introduction, text};
use manifest::SiteManifest;
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
    /// What the home page lists: services, features, wares.
    pub offers: Vec<String>,
    pub competitors: Vec<Fact>,
    pub audience: Option<Fact>,
    pub industry: Option<Fact>,
    pub business_type: Option<Fact>,
    pub language: Language,
    /// Whether the pages have hardly any text, for example because a script fills them.
    pub is_thin: bool,
    /// Whether nothing says what the company does: a page that is being built, a domain for sale.
    pub is_empty: bool,
    /// The visible text of the pages, line by line, most informative first.
    pub text: String,
    /// The lines that introduce the company, most informative first.
    pub introduction: Vec<String>,
    /// What a reply may state of the company, with its page.
    pub sentences: Vec<SiteSentence>,
    /// The texts of the links from the home page to other pages of the site.
    pub(crate) menu: Vec<String>,
    /// The town where a local business is.
    pub(crate) town: Option<String>,
    /// What of the taxonomy the company is closest to, closest first.
    pub(crate) closest: Vec<CloseCategory>,
    /// What is sold, in the owner's own words, if they are all there is.
    pub(crate) offer: Option<String>,
}

/// Extracts facts from the pages of a site. The home page comes first.
pub fn facts(pages: &[HtmlPage<'_>]) -> WebsiteFacts {
    site_facts(pages, None)
}

/// The same, with the site's web app manifest if it has one.
pub fn site_facts(pages: &[HtmlPage<'_>], manifest: Option<&str>) -> WebsiteFacts {
    // Ten pages are enough.
    const MOST: usize = 10;
    let pages = &pages[..pages.len().min(MOST)];
    let manifest = manifest.map(SiteManifest::read).unwrap_or_default();
    let mut read: Vec<PageSignals> = pages
        .iter()
        .map(|page| PageSignals::read(page.url, page.html))
        .collect();
    let url = pages.first().map_or("", |page| page.url);
    let name = name::name(&read, &manifest, url);
    // An article is about its subject. It carries the site's name, and says nothing else of the
    // company.
    let mut place = 0;
    read.retain(|page| {
        place += 1;
        place == 1 || !page.is_article
    });
    facts_of(name, &read, &manifest)
}

/// The facts of a company whose name and its evidence are known.
fn facts_of(
    (name, evidence): (String, String),
    read: &[PageSignals],
    manifest: &SiteManifest,
) -> WebsiteFacts {
    let none = PageSignals::default();
    let home = read.first().unwrap_or(&none);
    let found = description::candidates(&name, read, manifest);
    let description = description::description(&found);
    let text = text(read, manifest);
    let links: Vec<(String, String)> = read.iter().flat_map(|page| page.links.clone()).collect();
    let one_liner = site_one_liner(&name, home, &found, &description);
    let closest = closest_categories(&one_liner, &description);
    let business_type = business_type::business_type(read);
    WebsiteFacts {
        meta_description: first_of(&[&home.meta_description, &home.shared_description]),
        products: products::products(&name, read),
        offers: offers::offers(home),
        competitors: competitors::competitors(&name, sentences(&text).into_iter(), &links),
        audience: audience_of(&found, read),
        industry: industry_fact(&closest, &description, &found),
        town: town(read, business_type.as_ref(), &description),
        business_type,
        language: site_language(&text, &home.language),
        is_thin: is_thin(read),
        is_empty: is_thin(read) && !says_something(home, &found)
            || placeholder::is_placeholder(home),
        introduction: introduction(read),
        sentences: site_sentences::site_sentences(read),
        name: Fact {
            value: name,
            evidence,
        },
        menu: menu(home),
        closest,
        offer: None,
        one_liner,
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
    let found = description::candidates(name, &pages, &SiteManifest::default());
    let sentences = sentences(description).into_iter();
    let one_liner = one_liner(name, description);
    let closest = closest_categories(&one_liner, description);
    WebsiteFacts {
        name: Fact {
            value: name.to_owned(),
            evidence: name.to_owned(),
        },
        one_liner,
        description: description.to_owned(),
        meta_description: String::new(),
        products: Vec::new(),
        offers: Vec::new(),
        competitors: competitors::competitors(name, sentences, &[]),
        audience: audience_of(&found, &pages),
        industry: industry_fact(&closest, description, &found),
        business_type: business_type::business_type(&pages),
        language: language(description),
        is_thin: description.len() < PARAGRAPH,
        is_empty: description.trim().is_empty(),
        text: description.to_owned(),
        introduction: introduced(description),
        sentences: Vec::new(),
        menu: Vec::new(),
        town: None,
        closest,
        offer: None,
    }
}

/// The line that says what the company does: of the best sentence that gives one of four words or
/// more, or else of the title.
fn site_one_liner(
    name: &str,
    home: &PageSignals,
    found: &[DescriptionSentence],
    description: &str,
) -> String {
    const FEWEST: usize = 4;
    let is_telling = |line: &String| {
        line.split_whitespace().count() >= FEWEST && !line.eq_ignore_ascii_case(name)
    };
    let mut best: Vec<&DescriptionSentence> = found.iter().collect();
    best.sort_by(|left, right| right.score.total_cmp(&left.score));
    let of_sentences = best
        .iter()
        .take(4)
        .map(|sentence| one_liner(name, &sentence.sentence))
        .find(is_telling);
    let of_title = || {
        let parts = name::title_parts(&home.title).into_iter();
        parts.map(str::to_owned).find(is_telling)
    };
    of_sentences
        .or_else(of_title)
        .unwrap_or_else(|| one_liner(name, description))
}

/// What a menu leads to is what the company has to offer, among other things.
fn menu(home: &PageSignals) -> Vec<String> {
    const MOST: usize = 40;
    let own = home
        .links
        .iter()
        .filter(|(target, _)| target.starts_with('/'));
    let texts = own.map(|(_, text)| text.clone());
    texts.filter(|text| !text.is_empty()).take(MOST).collect()
}

/// The town of a local business: that of its address, or else the name after "in".
fn town(pages: &[PageSignals], kind: Option<&Fact>, description: &str) -> Option<String> {
    if kind.is_none_or(|kind| kind.value != "Local business") {
        return None;
    }
    let things = pages.iter().flat_map(|page| &page.things);
    let told = things
        .map(|thing| &thing.town)
        .find(|town| !town.is_empty());
    told.cloned().or_else(|| {
        let all: Vec<_> = words(description).collect();
        let in_town = all
            .windows(2)
            .find(|pair| pair[0].text == "in" && pair[1].text.starts_with(char::is_uppercase));
        in_town.map(|pair| pair[1].text.to_owned())
    })
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

/// The industry, with the sentence that is closest to what the industry offers.
fn industry_fact(
    closest: &[CloseCategory],
    description: &str,
    found: &[DescriptionSentence],
) -> Option<Fact> {
    let judged = industry_of(closest, description)?;
    let offer = embed(judged.category);
    let evidence = found
        .iter()
        .filter(|candidate| candidate.score > 0.0)
        .map(|candidate| (embed(&candidate.sentence).closeness(&offer), candidate))
        .max_by(|left, right| left.0.total_cmp(&right.0))
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

/// Whether a page with hardly any text still says what the company does, in its head or in a line.
fn says_something(home: &PageSignals, found: &[DescriptionSentence]) -> bool {
    const FEWEST: usize = 4;
    let is_telling = |text: &str| {
        text.split_whitespace().count() >= FEWEST && !placeholder::is_of_placeholder(text)
    };
    let in_title = || name::title_parts(&home.title).into_iter().any(is_telling);
    let is_said = |said: &DescriptionSentence| said.score > 0.0 && is_telling(&said.sentence);
    found.iter().any(is_said) || in_title()
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
