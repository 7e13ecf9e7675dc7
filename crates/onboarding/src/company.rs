//! A company, and how the owner's edits take precedence over what the website says.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::website_findings::ProposedKeyword;
use platform::db::FromRow;

/// The company of an account; each account can have only one.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Company {
    pub id: Uuid,
    #[schema(example = "Paperlark")]
    pub company_name: String,
    #[schema(example = "https://paperlark.example/")]
    pub website_url: String,
    #[schema(example = "SaaS")]
    pub business_type: Option<String>,
    pub industry: Option<String>,
    pub description: Option<String>,
    /// What the company does, in one line.
    pub meta_description: Option<String>,
    /// What else the website says.
    #[serde(skip)]
    pub facts: CompanyFacts,
    /// The fields the owner has edited.
    #[serde(skip)]
    pub edited: Vec<CompanyField>,
}

/// What a company says of itself, without the rest.
#[derive(Clone, Debug, FromRow)]
pub struct CompanyWording {
    pub user_id: Uuid,
    pub company_name: String,
    industry: Option<String>,
    description: Option<String>,
    meta_description: Option<String>,
}

impl CompanyWording {
    pub fn one_liner(&self) -> &str {
        let said = self.meta_description.as_ref().or(self.industry.as_ref());
        said.map_or("", String::as_str)
    }

    pub fn description(&self) -> &str {
        self.description.as_deref().unwrap_or_default()
    }
}

/// What an analysis found beyond what is shown; other rooms search with it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompanyFacts {
    pub products: Vec<String>,
    /// What the home page lists; posts are judged by it.
    pub offers: Vec<String>,
    pub audience: Option<String>,
    pub competitors: Vec<String>,
    /// What the last analysis proposed to track, best first.
    pub proposed_keywords: Vec<ProposedKeyword>,
    /// What the website states, sentence by sentence; replies are written from it.
    pub sentences: Vec<SourceSentence>,
}

/// A sentence of the website.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceSentence {
    pub quote: String,
    /// The address of the page it stands on.
    pub page: String,
}

/// What an owner may edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CompanyField {
    CompanyName,
    Industry,
    Description,
}

/// The owner's edits; fields left out stay as they are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
pub struct CompanyCorrection {
    pub company_name: Option<String>,
    pub industry: Option<String>,
    pub description: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum InvalidCorrection {
    #[error("A company needs a name.")]
    NoName,
    #[error("This can have at most {most} characters.")]
    TooLong { most: usize },
}

const MAX_NAME_CHARS: usize = 120;
const MAX_INDUSTRY_CHARS: usize = 120;
const MAX_DESCRIPTION_CHARS: usize = 2_000;

/// What a website says about the company behind it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WebsiteProfile {
    pub company_name: String,
    pub website_url: String,
    pub business_type: Option<String>,
    pub industry: Option<String>,
    pub description: Option<String>,
    pub meta_description: Option<String>,
    pub facts: CompanyFacts,
}

impl Company {
    pub fn new(profile: WebsiteProfile) -> Self {
        Self {
            id: Uuid::now_v7(),
            company_name: profile.company_name,
            website_url: profile.website_url,
            business_type: profile.business_type,
            industry: profile.industry,
            description: profile.description,
            meta_description: profile.meta_description,
            facts: profile.facts,
            edited: Vec::new(),
        }
    }

    /// Updates the company from what its website says now. The owner's edits stay, unless they were
    /// about another site.
    #[must_use]
    pub(super) fn updated_from(self, profile: WebsiteProfile) -> Self {
        let is_same_site = site(&self.website_url) == site(&profile.website_url);
        let fresh = Self {
            id: self.id,
            ..Self::new(profile)
        };
        if !is_same_site {
            return fresh;
        }
        let keeps = |field| self.edited.contains(&field);
        Self {
            company_name: either(
                keeps(CompanyField::CompanyName),
                self.company_name,
                fresh.company_name,
            ),
            industry: either(keeps(CompanyField::Industry), self.industry, fresh.industry),
            description: either(
                keeps(CompanyField::Description),
                self.description,
                fresh.description,
            ),
            edited: self.edited,
            ..fresh
        }
    }

    /// Applies the owner's edits.
    pub(super) fn corrected(
        mut self,
        correction: CompanyCorrection,
    ) -> Result<Self, InvalidCorrection> {
        if let Some(name) = trimmed(correction.company_name, MAX_NAME_CHARS)? {
            if name.is_empty() {
                return Err(InvalidCorrection::NoName);
            }
            self.company_name = name;
            self.mark_edited(CompanyField::CompanyName);
        }
        if let Some(industry) = trimmed(correction.industry, MAX_INDUSTRY_CHARS)? {
            self.industry = Some(industry).filter(|text| !text.is_empty());
            self.mark_edited(CompanyField::Industry);
        }
        if let Some(description) = trimmed(correction.description, MAX_DESCRIPTION_CHARS)? {
            self.description = Some(description).filter(|text| !text.is_empty());
            self.mark_edited(CompanyField::Description);
        }
        Ok(self)
    }

    fn mark_edited(&mut self, field: CompanyField) {
        if !self.edited.contains(&field) {
            self.edited.push(field);
        }
    }
}

fn either<T>(keeps: bool, kept: T, fresh: T) -> T {
    if keeps { kept } else { fresh }
}

fn trimmed(text: Option<String>, most: usize) -> Result<Option<String>, InvalidCorrection> {
    let Some(text) = text else { return Ok(None) };
    let text = text.trim().to_owned();
    if text.chars().count() > most {
        return Err(InvalidCorrection::TooLong { most });
    }
    Ok(Some(text))
}

/// What tells one company's address from another's: the host and, where it holds many companies, the
/// page.
fn site(url: &str) -> Option<String> {
    let url = url::Url::parse(url).ok()?;
    let host = url.host_str()?;
    let host = host.strip_prefix("www.").unwrap_or(host);
    let page = url[url::Position::BeforePath..url::Position::AfterQuery].trim_end_matches('/');
    Some(format!("{host}{page}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile(site: &str, name: &str) -> WebsiteProfile {
        WebsiteProfile {
            company_name: name.to_owned(),
            website_url: site.to_owned(),
            industry: Some("Invoicing".to_owned()),
            description: Some(format!("{name} writes invoices.")),
            ..WebsiteProfile::default()
        }
    }

    fn renamed(company: Company, name: &str) -> Company {
        let correction = CompanyCorrection {
            company_name: Some(name.to_owned()),
            ..CompanyCorrection::default()
        };
        company.corrected(correction).unwrap()
    }

    #[test]
    fn a_second_analysis_keeps_what_the_owner_has_edited() {
        let company = Company::new(profile("https://paperlark.example/", "Paperlark"));
        let company = renamed(company, " Paperlark Inc. ");

        let seen = company
            .clone()
            .updated_from(profile("https://www.paperlark.example/", "Lark"));

        assert_eq!(seen.id, company.id);
        assert_eq!(seen.company_name, "Paperlark Inc.");
        assert_eq!(seen.description.as_deref(), Some("Lark writes invoices."));
    }

    #[test]
    fn another_website_replaces_the_company_but_keeps_its_id() {
        let company = Company::new(profile("https://paperlark.example/", "Paperlark"));
        let company = renamed(company, "Paperlark Inc.");

        let seen = company
            .clone()
            .updated_from(profile("https://crimpdesk.example/", "Crimpdesk"));

        assert_eq!(
            (seen.id, seen.company_name.as_str()),
            (company.id, "Crimpdesk")
        );
        assert_eq!(seen.edited, []);
    }

    #[test]
    fn another_app_of_the_same_store_is_another_company() {
        let company = Company::new(profile("https://github.com/acme/lark", "lark"));
        let company = renamed(company, "Lark");

        let same = profile("https://github.com/acme/lark/", "lark");
        let other = profile("https://github.com/acme/wren", "wren");

        assert_eq!(company.clone().updated_from(same).company_name, "Lark");
        assert_eq!(company.updated_from(other).company_name, "wren");
    }

    #[test]
    fn a_correction_is_trimmed_limited_in_length_and_may_clear_optional_fields() {
        let company = Company::new(profile("https://paperlark.example/", "Paperlark"));
        let corrected = |correction| company.clone().corrected(correction);

        let emptied = CompanyCorrection {
            industry: Some("  ".to_owned()),
            ..CompanyCorrection::default()
        };
        assert_eq!(corrected(emptied).unwrap().industry, None);
        let nameless = CompanyCorrection {
            company_name: Some(" ".to_owned()),
            ..CompanyCorrection::default()
        };
        assert_eq!(corrected(nameless), Err(InvalidCorrection::NoName));
        let long = CompanyCorrection {
            description: Some("x".repeat(2_001)),
            ..CompanyCorrection::default()
        };
        assert_eq!(
            corrected(long),
            Err(InvalidCorrection::TooLong { most: 2_000 })
        );
    }
}
