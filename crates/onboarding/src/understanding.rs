//! What the pages of a site say about the company behind them, without any language model.

use std::cmp::Reverse;

use lens::keywords::{self, KeywordSuggestion, KeywordType};
use lens::website::{self, Fact, HtmlPage};
use providers::website::Site;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::analysis::AnalysisData;
use super::company::{Facts, Portrait};

/// What was understood of a website.
#[derive(Clone, Debug)]
pub(super) struct Understood {
    pub(super) portrait: Portrait,
    /// Best first.
    pub(super) keywords: Vec<ProposedKeyword>,
    /// What people read on the pages, the most telling first.
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
    pub kind: Kind,
    /// How likely somebody who writes it is to want such a product.
    #[schema(minimum = 0, maximum = 100)]
    pub intent_score: u8,
}

/// What a keyword is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Problem,
    Product,
    Category,
    Competitor,
    Audience,
}

/// Reads the site. Milliseconds on ordinary pages, but the pages are a stranger's: not on a thread
/// that serves others.
pub(super) async fn understand(site: Site) -> anyhow::Result<Understood> {
    Ok(tokio::task::spawn_blocking(move || read(&site)).await?)
}

fn read(site: &Site) -> Understood {
    let pages: Vec<HtmlPage<'_>> = site
        .pages
        .iter()
        .map(|page| HtmlPage {
            url: page.url.as_str(),
            html: &page.html,
        })
        .collect();
    let facts = website::facts(&pages);
    Understood {
        keywords: best_first(keywords::keywords(&facts)),
        pages_read: pages.len(),
        is_thin: facts.is_thin,
        used_model: false,
        portrait: Portrait {
            company_name: facts.name.value,
            website_url: home_of(site),
            business_type: value(facts.business_type),
            industry: value(facts.industry),
            description: some(facts.description)
                .or_else(|| some(facts.one_liner))
                .or_else(|| described_in(site.manifest.as_deref()?)),
            meta_description: some(facts.meta_description),
            facts: Facts {
                products: values(facts.products),
                audience: value(facts.audience),
                competitors: values(facts.competitors),
            },
        },
        text: facts.text,
    }
}

impl Understood {
    pub(super) fn data(&self) -> AnalysisData {
        let portrait = self.portrait.clone();
        AnalysisData {
            company_name: portrait.company_name,
            website_url: portrait.website_url,
            business_type: portrait.business_type,
            industry: portrait.industry,
            description: portrait.description,
            meta_description: portrait.meta_description,
            products: portrait.facts.products,
            audience: portrait.facts.audience,
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
            KeywordType::Problem => Kind::Problem,
            KeywordType::Product => Kind::Product,
            KeywordType::Category => Kind::Category,
            KeywordType::Competitor => Kind::Competitor,
            KeywordType::Audience => Kind::Audience,
        },
        intent_score: keyword.intent_score,
        keyword: keyword.keyword,
    }
}

/// What the web app manifest says. On a page that only scripts fill it may be all there is.
fn described_in(manifest: &str) -> Option<String> {
    let manifest: Value = serde_json::from_str(manifest).ok()?;
    let text = manifest["description"].as_str()?;
    // A sentence or two; more is no description.
    some(text.trim().chars().take(LONGEST_MANIFEST).collect())
}

const LONGEST_MANIFEST: usize = 600;

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
    fn a_manifest_speaks_where_it_has_something_to_say() {
        let said = |manifest: &str| described_in(manifest);

        assert_eq!(
            said(r#"{"description":" Books climbing walls. "}"#).as_deref(),
            Some("Books climbing walls.")
        );
        assert_eq!(said(r#"{"description":"  ","name":"Cragdesk"}"#), None);
        assert_eq!(said("not json"), None);
    }
}
