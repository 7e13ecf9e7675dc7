//! What the taxonomy knows of companies like this one: what customers call what it offers, what
//! they want to do, and what they use today.

use super::KeywordType;
use super::fit::CompanyFit;
use super::judge::KeywordSource;
use super::selection::KeywordSelection;
use crate::taxonomy::TaxonomyCategory;
use crate::website::WebsiteFacts;

/// Adds the terms, wishes and products of the categories that the company is closest to. Most of
/// them may be about its neighbours; the judge tells.
pub(super) fn add_known(facts: &WebsiteFacts, fit: &CompanyFit, selection: &mut KeywordSelection) {
    let Some((best, _)) = facts.closest.first() else {
        return;
    };
    let near = facts
        .closest
        .iter()
        .take(CATEGORIES)
        .take_while(|(closeness, _)| *closeness >= CLOSE && best - closeness <= NEAR);
    for (place, (closeness, category)) in near.enumerate() {
        selection.category = (*closeness, best - closeness);
        for (kind, source, phrases) in [
            (
                KeywordType::Category,
                KeywordSource::KnownTerm,
                &category.terms,
            ),
            (
                KeywordType::Problem,
                KeywordSource::KnownProblem,
                &category.problems,
            ),
        ] {
            selection.source = source;
            for phrase in phrases {
                selection.add_read(kind, phrase, (phrase, phrase), fit);
            }
        }
        if place == 0 {
            selection.source = KeywordSource::KnownProduct;
            add_products(facts, category, fit, selection);
        }
    }
    selection.category = (0.0, 0.0);
}

/// Categories further off than this from everything are a guess.
const CLOSE: f32 = 0.5;

/// How much further off a category may be than the closest.
const NEAR: f32 = 0.35;

const CATEGORIES: usize = 4;

/// What people use today, unless the site has said who its competitors are. A product competes with
/// the company as far as the company is what the category is called.
fn add_products(
    facts: &WebsiteFacts,
    category: &TaxonomyCategory,
    fit: &CompanyFit,
    selection: &mut KeywordSelection,
) {
    let wanted = 3_usize.saturating_sub(facts.competitors.len());
    let Some(term) = category.terms.first() else {
        return;
    };
    for product in category.products.iter().take(wanted) {
        let alternative = format!("{product} alternative");
        selection.add_read(KeywordType::Competitor, &alternative, (term, product), fit);
    }
}
