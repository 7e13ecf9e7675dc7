//! A company as the product knows it, and who has the last word about it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// The company of an account; each account has at most one.
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
    pub meta_description: Option<String>,
    /// What else the website said.
    #[serde(skip)]
    pub facts: Facts,
    /// What the owner has written over.
    #[serde(skip)]
    pub edited: Vec<Field>,
}

/// What an analysis found beyond what is shown; for the rooms that listen.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Facts {
    pub products: Vec<String>,
    pub audience: Option<String>,
    pub competitors: Vec<String>,
}

/// What an owner may correct.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    CompanyName,
    Industry,
    Description,
}

/// The owner's own words; what is left out stays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
pub struct Correction {
    pub company_name: Option<String>,
    pub industry: Option<String>,
    pub description: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadCorrection {
    #[error("A company needs a name.")]
    NoName,
    #[error("This is longer than {most} characters.")]
    TooLong { most: usize },
}

const LONGEST_NAME: usize = 120;
const LONGEST_INDUSTRY: usize = 120;
const LONGEST_DESCRIPTION: usize = 2_000;

/// What a website says about the company behind it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Portrait {
    pub company_name: String,
    pub website_url: String,
    pub business_type: Option<String>,
    pub industry: Option<String>,
    pub description: Option<String>,
    pub meta_description: Option<String>,
    pub facts: Facts,
}

impl Company {
    pub fn new(portrait: Portrait) -> Self {
        Self {
            id: Uuid::now_v7(),
            company_name: portrait.company_name,
            website_url: portrait.website_url,
            business_type: portrait.business_type,
            industry: portrait.industry,
            description: portrait.description,
            meta_description: portrait.meta_description,
            facts: portrait.facts,
            edited: Vec::new(),
        }
    }

    /// Takes over what its website says now. What the owner has written stays, unless it was
    /// about another site.
    #[must_use]
    pub fn seen_again(self, portrait: Portrait) -> Self {
        let is_same_site = host(&self.website_url) == host(&portrait.website_url);
        let fresh = Self {
            id: self.id,
            ..Self::new(portrait)
        };
        if !is_same_site {
            return fresh;
        }
        let keeps = |field| self.edited.contains(&field);
        Self {
            company_name: either(
                keeps(Field::CompanyName),
                self.company_name,
                fresh.company_name,
            ),
            industry: either(keeps(Field::Industry), self.industry, fresh.industry),
            description: either(
                keeps(Field::Description),
                self.description,
                fresh.description,
            ),
            edited: self.edited,
            ..fresh
        }
    }

    /// Takes over what its owner says.
    pub fn corrected(mut self, correction: Correction) -> Result<Self, BadCorrection> {
        if let Some(name) = checked(correction.company_name, LONGEST_NAME)? {
            if name.is_empty() {
                return Err(BadCorrection::NoName);
            }
            self.company_name = name;
            self.is_edited(Field::CompanyName);
        }
        if let Some(industry) = checked(correction.industry, LONGEST_INDUSTRY)? {
            self.industry = Some(industry).filter(|text| !text.is_empty());
            self.is_edited(Field::Industry);
        }
        if let Some(description) = checked(correction.description, LONGEST_DESCRIPTION)? {
            self.description = Some(description).filter(|text| !text.is_empty());
            self.is_edited(Field::Description);
        }
        Ok(self)
    }

    fn is_edited(&mut self, field: Field) {
        if !self.edited.contains(&field) {
            self.edited.push(field);
        }
    }
}

fn either<T>(keeps: bool, kept: T, fresh: T) -> T {
    if keeps { kept } else { fresh }
}

fn checked(text: Option<String>, most: usize) -> Result<Option<String>, BadCorrection> {
    let Some(text) = text else { return Ok(None) };
    let text = text.trim().to_owned();
    if text.chars().count() > most {
        return Err(BadCorrection::TooLong { most });
    }
    Ok(Some(text))
}

fn host(url: &str) -> Option<String> {
    let url = url::Url::parse(url).ok()?;
    let host = url.host_str()?;
    Some(host.strip_prefix("www.").unwrap_or(host).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn portrait(site: &str, name: &str) -> Portrait {
        Portrait {
            company_name: name.to_owned(),
            website_url: site.to_owned(),
            industry: Some("Invoicing".to_owned()),
            description: Some(format!("{name} writes invoices.")),
            ..Portrait::default()
        }
    }

    fn renamed(company: Company, name: &str) -> Company {
        let correction = Correction {
            company_name: Some(name.to_owned()),
            ..Correction::default()
        };
        company.corrected(correction).unwrap()
    }

    #[test]
    fn a_second_look_updates_what_nobody_has_written_over() {
        let company = Company::new(portrait("https://paperlark.example/", "Paperlark"));
        let company = renamed(company, " Paperlark Inc. ");

        let seen = company
            .clone()
            .seen_again(portrait("https://www.paperlark.example/", "Lark"));

        assert_eq!(seen.id, company.id);
        assert_eq!(seen.company_name, "Paperlark Inc.");
        assert_eq!(seen.description.as_deref(), Some("Lark writes invoices."));
    }

    #[test]
    fn another_site_is_another_company_under_the_same_roof() {
        let company = Company::new(portrait("https://paperlark.example/", "Paperlark"));
        let company = renamed(company, "Paperlark Inc.");

        let seen = company
            .clone()
            .seen_again(portrait("https://crimpdesk.example/", "Crimpdesk"));

        assert_eq!(
            (seen.id, seen.company_name.as_str()),
            (company.id, "Crimpdesk")
        );
        assert_eq!(seen.edited, []);
    }

    #[test]
    fn a_correction_is_trimmed_may_empty_what_may_be_empty_and_has_limits() {
        let company = Company::new(portrait("https://paperlark.example/", "Paperlark"));
        let corrected = |correction| company.clone().corrected(correction);

        let emptied = Correction {
            industry: Some("  ".to_owned()),
            ..Correction::default()
        };
        assert_eq!(corrected(emptied).unwrap().industry, None);
        let nameless = Correction {
            company_name: Some(" ".to_owned()),
            ..Correction::default()
        };
        assert_eq!(corrected(nameless), Err(BadCorrection::NoName));
        let long = Correction {
            description: Some("x".repeat(2_001)),
            ..Correction::default()
        };
        assert_eq!(corrected(long), Err(BadCorrection::TooLong { most: 2_000 }));
    }
}
