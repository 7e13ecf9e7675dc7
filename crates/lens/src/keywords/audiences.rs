//! A company together with its customers: "app for choirs", "choir app". Sites say both, seldom side
//! by side.

use super::judge::KeywordSource;
use super::phrases::is_generality;
use super::selection::KeywordSelection;
use super::{KeywordType, first_audience, fit::CompanyFit};
use crate::text::{fold, stem, words};
use crate::website::{WebsiteFacts, is_people};

/// Adds what customers of this kind would call the company.
pub(super) fn add_audience(
    facts: &WebsiteFacts,
    fit: &CompanyFit,
    selection: &mut KeywordSelection,
) {
    let told = facts.audience.as_ref().map(first_audience);
    let Some(audience) = told.or_else(|| many_after_for(&facts.one_liner)) else {
        return;
    };
    let says_little = words(&audience).all(|word| is_generality(&stem(&fold(word.text))));
    if says_little || words(&audience).count() > 2 || !is_many(&audience) {
        return;
    }
    selection.source = KeywordSource::Audience;
    let terms = facts.closest.first().map(|(_, category)| &category.terms);
    let terms = terms.into_iter().flatten().take(2);
    let mut found: Vec<String> = terms
        .filter(|term| !term.contains(" for "))
        .map(|term| format!("{term} for {audience}"))
        .collect();
    if let Some(kind) = software_kind(facts) {
        found.push(format!("{kind} for {audience}"));
        found.push(format!("{} {kind}", singular(&audience)));
        if kind != "software" {
            found.push(format!("{} software", singular(&audience)));
        }
    }
    for keyword in &found {
        selection.add_read(
            KeywordType::Category,
            keyword,
            (keyword, &facts.one_liner),
            fit,
        );
    }
}

/// "choirs" of "App for choirs: sheet music and practice tracks", though few people are choirs.
fn many_after_for(line: &str) -> Option<String> {
    let (_, after) = line.split_once(" for ")?;
    let piece = after.split([',', ':', '.', ';']).next()?;
    let piece = piece.split(" and ").next()?.trim();
    let last = piece.split(' ').next_back()?;
    (is_many(last) && !piece.contains(char::is_uppercase)).then(|| piece.to_owned())
}

/// "choirs", but not "NHS".
fn is_many(audience: &str) -> bool {
    let last = audience.split(' ').next_back().unwrap_or("");
    is_people(last) || last.len() > 3 && last.ends_with('s') && !last.ends_with("ss")
}

/// What the site calls its software, if it offers any.
fn software_kind(facts: &WebsiteFacts) -> Option<&'static str> {
    let said = format!("{} {}", facts.one_liner, facts.description);
    let first =
        words(&said).find_map(|word| KINDS.into_iter().find(|kind| fold(word.text) == *kind));
    let is_software = || {
        let kind = facts.business_type.as_ref();
        kind.is_some_and(|kind| kind.value == "SaaS")
    };
    first.or_else(|| is_software().then_some("software"))
}

const KINDS: [&str; 5] = ["software", "app", "platform", "tool", "system"];

/// "choir" of "choirs", "charity" of "charities".
fn singular(many: &str) -> String {
    match many.strip_suffix("ies") {
        Some(rest) => format!("{rest}y"),
        None => many.strip_suffix('s').unwrap_or(many).to_owned(),
    }
}
