//! What a website's pages say about the company, without a language model.

use std::cmp::Reverse;

use lens::keywords::{self, KeywordSuggestion, KeywordType};
use lens::website::{self, Fact, HtmlPage};
use providers::website::Site;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::analysis::AnalysisData;
use super::company::{CompanyFacts, SourceSentence, WebsiteProfile};

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
    pub(super) used_model: bool,
}

/// A keyword suggested by an analysis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProposedKeyword {
    #[schema(example = "late payments")]
    pub keyword: String,
    /// Where on the website it comes from.
    pub context: Option<String>,
    #[serde(rename = "type")]
    pub kind: KeywordKind,
    /// How likely it is that someone who writes it wants such a product.
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

/// Reads the pages. It takes milliseconds on ordinary pages, but the pages are not ours, so it must
/// not block a thread that serves requests.
pub(super) async fn extract_findings(site: Site) -> anyhow::Result<WebsiteFindings> {
    Ok(tokio::task::spawn_blocking(move || read(&site)).await?)
}

fn read(site: &Site) -> WebsiteFindings {
    let pages: Vec<HtmlPage<'_>> = site
        .pages
        .iter()
        .map(|page| HtmlPage {
            url: page.url.as_str(),
            html: &page.html,
        })
        .collect();
    let facts = website::site_facts(&pages, site.manifest.as_deref());
    WebsiteFindings {
        keywords: best_first(keywords::keywords(&facts)),
        pages_read: pages.len(),
        is_thin: facts.is_thin,
        used_model: false,
        profile: WebsiteProfile {
            company_name: facts.name.value,
            website_url: home_of(site),
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

/// The site's front page, whatever page was typed.
fn home_of(site: &Site) -> String {
    site.url
        .join("/")
        .map_or_else(|_| site.url.to_string(), String::from)
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
