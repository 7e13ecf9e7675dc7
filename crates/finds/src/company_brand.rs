//! What a user's company is recognised by, prepared for reading many texts.

use anyhow::Context;
use lens::keywords::keyphrases;
use uuid::Uuid;

use super::brand_names::{Brand, BrandName, BrandNameKind};
use super::brand_terms::{self, BrandTerm, TermType};
use super::store;
use onboarding::Company;
use platform::clock::Clock;
use platform::db::{Db, Tx};

/// A company, its brand terms and its context.
#[derive(Debug)]
pub struct KnownBrand {
    pub company: Option<Company>,
    pub terms: Vec<BrandTerm>,
    pub brand: Brand,
    /// One for each term.
    names: Vec<BrandName>,
    /// The company's words, the most specific first.
    context: Vec<String>,
}

/// How many of the company's words an everyday word is searched with.
const HELPING_WORDS: usize = 3;
const MOST_PHRASES: usize = 20;

impl KnownBrand {
    /// The brand of a user. Before the terms are made, those that the company would get count.
    pub async fn of(db: &Db, user_id: Uuid) -> anyhow::Result<Self> {
        let company = onboarding::company_of(db, user_id).await?;
        let terms = terms_of(db, user_id, company.as_ref()).await?;
        let tracked = keywords::active_keywords(db, user_id).await?;
        Ok(Self::new(company, terms, tracked))
    }

    /// The brand of a company that nobody has signed up for, with the terms it would get.
    pub fn of_company(company: Company, tracked: Vec<String>) -> Self {
        let mut terms = brand_terms::of_company(&company);
        terms.retain(|term| !term.is_suggestion());
        Self::new(Some(company), terms, tracked)
    }

    fn new(company: Option<Company>, terms: Vec<BrandTerm>, tracked: Vec<String>) -> Self {
        let context = context_of(company.as_ref(), tracked);
        let names: Vec<BrandName> = terms.iter().map(|it| it.name(company.as_ref())).collect();
        let brand = Brand::new(&names, context.iter().map(String::as_str));
        Self {
            company,
            terms,
            brand,
            names,
            context,
        }
    }

    /// The queries for Reddit's search. An everyday word alone would match everything, so it is combined
    /// with the company's words, or with the company's name if it is not that itself.
    pub fn queries(&self) -> Vec<String> {
        let quoted = |value: &str| {
            let bare = value.trim_start_matches('@').replace('"', "");
            format!("\"{bare}\"")
        };
        let of_company = |name: &&BrandName| name.kind == BrandNameKind::Name;
        let company = self.names.iter().find(of_company);
        let mut queries = Vec::new();
        for name in &self.names {
            let query = quoted(&name.value);
            if !name.needs_context {
                queries.push(query);
            } else if of_company(&name) || name.kind == BrandNameKind::Handle {
                let helping = self.context.iter().take(HELPING_WORDS);
                queries.extend(helping.map(|word| format!("{query} {word}")));
            } else {
                // Where the domain is beside it, the search for the domain finds it.
                queries.extend(company.map(|own| format!("{query} {}", quoted(&own.value))));
            }
        }
        let mut known = std::collections::HashSet::new();
        queries.retain(|query| known.insert(query.to_lowercase()));
        queries
    }

    /// Whether a post's title or text names the company.
    pub fn is_named_in(&self, title: &str, body: &str) -> bool {
        let is_named = |text, beside| !self.brand.spots(text, beside).is_empty();
        is_named(title, body) || is_named(body, title)
    }

    /// The names that a sentence may use for the company, the shown one first.
    pub fn names<'a>(&'a self, term: &'a str, matched: &'a [String]) -> Vec<&'a str> {
        let is_name = |term: &&BrandTerm| term.term_type == TermType::Name;
        let shown = self
            .terms
            .iter()
            .find(is_name)
            .map_or(term, |term| &term.term_value);
        let all = self.terms.iter().map(|term| term.term_value.as_str());
        let mut names = vec![shown, term];
        names.extend(matched.iter().map(String::as_str));
        names.extend(all);
        let mut known = std::collections::HashSet::new();
        names.retain(|name| known.insert(name.to_lowercase()));
        names
    }
}

/// Adds the missing terms of a company, those that are only suggested too; how many are on. Terms that
/// the owner removed stay removed.
pub async fn initialise_brand_terms(
    tx: &mut Tx,
    clock: &Clock,
    company: &Company,
    user_id: Uuid,
) -> anyhow::Result<usize> {
    let mut added = 0;
    for term in brand_terms::of_company(company) {
        let is_new = store::add_brand_term(tx, user_id, &term, clock.now()).await;
        let is_new = is_new.context("writing a brand term")?;
        added += usize::from(is_new && !term.is_suggestion());
    }
    Ok(added)
}

async fn terms_of(
    db: &Db,
    user_id: Uuid,
    company: Option<&Company>,
) -> anyhow::Result<Vec<BrandTerm>> {
    let terms = store::brand_terms(db, user_id).await?;
    match company {
        Some(company) if terms.is_empty() && !store::has_brand_terms(db, user_id).await? => {
            let mut terms = brand_terms::of_company(company);
            terms.retain(|term| !term.is_suggestion());
            Ok(terms)
        }
        _ => Ok(terms),
    }
}

fn context_of(company: Option<&Company>, tracked: Vec<String>) -> Vec<String> {
    let mut context = tracked;
    let Some(company) = company else {
        return context;
    };
    context.extend(company.facts.products.iter().cloned());
    context.extend(
        company
            .industry
            .iter()
            .chain(&company.business_type)
            .cloned(),
    );
    let texts = [
        &company.description,
        &company.meta_description,
        &company.facts.audience,
    ];
    for text in texts.into_iter().flatten() {
        context.extend(keyphrases(text, MOST_PHRASES));
    }
    context.extend(company.facts.competitors.iter().cloned());
    context
}
