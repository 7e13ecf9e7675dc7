//! What a website's pages say about the company, without a language model.

use std::cmp::Reverse;

use lens::keywords::{self, KeywordSuggestion, KeywordType};
use lens::text::Language;
use lens::website::{self, Fact, HtmlPage, WebsiteFacts};
use providers::website::{Site, is_listing};
use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

use super::analysis::AnalysisData;
use super::company::{CompanyFacts, SourceSentence, WebsiteProfile};
use super::unreadable_site::{self, UnreadableReason, UnreadableSite};

/// What was found on a website.
#[derive(Clone, Debug)]
pub(super) struct WebsiteFindings {
    pub(super) profile: WebsiteProfile,
    /// Best first.
    pub(super) keywords: Vec<ProposedKeyword>,
    /// The visible text of the pages, the most informative first.
    pub(super) text: String,
    pub(super) pages_read: usize,
    pub(super) is_thin: bool,
    /// The owner said it; nothing was read.
    pub(super) is_told: bool,
    pub(super) used_model: bool,
}

/// A keyword that an analysis proposes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProposedKeyword {
    #[schema(example = "late payments")]
    pub keyword: String,
    /// Where on the website it comes from.
    pub context: Option<String>,
    #[serde(rename = "type")]
    pub kind: KeywordKind,
    /// How likely somebody who writes it wants such a product.
    #[schema(minimum = 0, maximum = 100)]
    pub intent_score: u8,
}

/// What a keyword is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum KeywordKind {
    Problem,
    Product,
    Category,
    Competitor,
    Audience,
}

/// What the pages of a site say.
pub(super) fn of_site(site: &Site) -> Result<WebsiteFindings, UnreadableSite> {
    let facts = read(site);
    match fault(&facts) {
        Some(unreadable) => Err(unreadable),
        None => Ok(WebsiteFindings {
            pages_read: site.pages.len(),
            ..findings(address_of(&site.url), facts)
        }),
    }
}

/// Why the pages of a site say nothing, if they do.
pub(super) fn fault_of_site(site: &Site) -> Option<UnreadableSite> {
    fault(&read(site))
}

fn read(site: &Site) -> WebsiteFacts {
    let pages: Vec<HtmlPage<'_>> = site
        .pages
        .iter()
        .map(|page| HtmlPage {
            url: page.url.as_str(),
            html: &page.html,
        })
        .collect();
    match pages.as_slice() {
        [page] if is_listing(&site.url) => website::listing_facts(*page),
        pages => website::site_facts(pages, site.manifest.as_deref()),
    }
}

fn fault(facts: &WebsiteFacts) -> Option<UnreadableSite> {
    if let Language::Other(_) = facts.language {
        return Some(UnreadableReason::NotEnglish.told(unreadable_site::NOT_ENGLISH));
    }
    facts
        .is_empty
        .then(|| UnreadableReason::Empty.told(unreadable_site::EMPTY))
}

/// What the owner says of the company at `url`.
pub(super) fn told(url: &Url, facts: WebsiteFacts) -> WebsiteFindings {
    WebsiteFindings {
        is_told: true,
        ..findings(address_of(url), facts)
    }
}

fn findings(website_url: String, facts: WebsiteFacts) -> WebsiteFindings {
    WebsiteFindings {
        keywords: best_first(keywords::keywords(&facts)),
        pages_read: 0,
        is_thin: facts.is_thin,
        is_told: false,
        used_model: false,
        profile: WebsiteProfile {
            company_name: facts.name.value,
            website_url,
            business_type: value(facts.business_type),
            industry: value(facts.industry),
            description: some(facts.description).or_else(|| some(facts.one_liner.clone())),
            // What the company does in one line; posts are judged by it.
            meta_description: some(facts.one_liner).or_else(|| some(facts.meta_description)),
            facts: CompanyFacts {
                products: values(facts.products),
                offers: facts.offers,
                audience: value(facts.audience),
                competitors: values(facts.competitors),
                // Not known before a model has had its say; see `WebsiteFindings::proposing`.
                proposed_keywords: Vec::new(),
                sentences: facts.sentences.into_iter().map(sentence).collect(),
            },
        },
        text: facts.text,
    }
}

impl WebsiteFindings {
    /// The findings with the keywords that are proposed in the end, which the company keeps:
    /// onboarding shows the first, Settings suggests the others.
    #[must_use]
    pub(super) fn proposing(mut self) -> Self {
        self.keywords.truncate(MAX_PROPOSED);
        self.profile
            .facts
            .proposed_keywords
            .clone_from(&self.keywords);
        self
    }

    pub(super) fn data(&self) -> AnalysisData {
        let profile = self.profile.clone();
        AnalysisData {
            company_name: profile.company_name,
            website_url: profile.website_url,
            business_type: profile.business_type,
            industry: profile.industry,
            description: profile.description,
            meta_description: profile.meta_description,
            products: profile.facts.products,
            audience: profile.facts.audience,
            pages_read: self.pages_read,
            is_thin: self.is_thin,
            used_model: self.used_model,
        }
    }

    pub(super) fn message(&self) -> Option<String> {
        let text =
            "Little could be read on this website. Please check the description and the keywords.";
        self.is_thin.then(|| text.to_owned())
    }
}

/// More than this nobody reads through.
const MAX_PROPOSED: usize = 15;

/// Onboarding shows the first five, which `lens` chooses to be of several kinds; within them and
/// within the rest the highest score comes first.
fn best_first(keywords: Vec<KeywordSuggestion>) -> Vec<ProposedKeyword> {
    const SHOWN: usize = 5;
    let mut proposed: Vec<ProposedKeyword> = keywords.into_iter().map(proposed).collect();
    let shown = SHOWN.min(proposed.len());
    let (shown, rest) = proposed.split_at_mut(shown);
    for part in [shown, rest] {
        part.sort_by_key(|keyword| Reverse(keyword.intent_score));
    }
    proposed
}

fn proposed(keyword: KeywordSuggestion) -> ProposedKeyword {
    ProposedKeyword {
        context: some(keyword.context),
        kind: match keyword.kind {
            KeywordType::Problem => KeywordKind::Problem,
            KeywordType::Product => KeywordKind::Product,
            KeywordType::Category => KeywordKind::Category,
            KeywordType::Competitor => KeywordKind::Competitor,
            KeywordType::Audience => KeywordKind::Audience,
        },
        intent_score: keyword.intent_score,
        keyword: keyword.keyword,
    }
}

fn sentence(sentence: website::SiteSentence) -> SourceSentence {
    SourceSentence {
        quote: sentence.quote,
        page: sentence.page,
    }
}

/// Where the company is: the front page of its site, whatever page was typed, or its own page on
/// somebody else's. So an address with a path says that the host is not the company's.
fn address_of(url: &Url) -> String {
    match url.join("/") {
        Ok(front) if !is_listing(url) => front.to_string(),
        _ => url.to_string(),
    }
}

fn some(text: String) -> Option<String> {
    Some(text).filter(|text| !text.trim().is_empty())
}

fn value(fact: Option<Fact>) -> Option<String> {
    fact.and_then(|fact| some(fact.value))
}

fn values(facts: Vec<Fact>) -> Vec<String> {
    facts.into_iter().map(|fact| fact.value).collect()
}
