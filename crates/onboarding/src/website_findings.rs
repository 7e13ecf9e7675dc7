//! What a website's pages say about the company, without a language model.

use std::cmp::Reverse;

use lens::keywords::{self, KeywordSuggestion, KeywordType};
use lens::website::{self, Fact, HtmlPage};
use providers::website::Site;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::analysis::AnalysisData;
use super::company::{CompanyFacts, WebsiteProfile};

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
    let facts = website::facts(&pages);
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
            description: some(facts.description)
                .or_else(|| some(facts.one_liner))
                .or_else(|| manifest_description(site.manifest.as_deref()?)),
            meta_description: some(facts.meta_description),
            facts: CompanyFacts {
                products: values(facts.products),
                audience: value(facts.audience),
                competitors: values(facts.competitors),
            },
        },
        text: facts.text,
    }
}

impl WebsiteFindings {
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

/// The description in the web app manifest, which may be all there is on a page rendered by scripts.
fn manifest_description(manifest: &str) -> Option<String> {
    let manifest: Value = serde_json::from_str(manifest).ok()?;
    let text = manifest["description"].as_str()?;
    // A description is a sentence or two.
    some(text.trim().chars().take(MAX_MANIFEST_CHARS).collect())
}

const MAX_MANIFEST_CHARS: usize = 600;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_is_read_from_the_manifest_if_it_has_one() {
        assert_eq!(
            manifest_description(r#"{"description":" Books climbing walls. "}"#).as_deref(),
            Some("Books climbing walls.")
        );
        assert_eq!(
            manifest_description(r#"{"description":"  ","name":"Cragdesk"}"#),
            None
        );
        assert_eq!(manifest_description("not json"), None);
    }
}
