//! What the company sells: products, services, classes, games.

use super::Fact;
use super::one_liner::is_call;
use super::signals::PageSignals;
use super::word_lists::word_list;
use crate::keywords::phrases::is_verb;
use crate::text::{fold, is_stopword, words};

/// The products and services that a site names, in the order of the site.
pub(super) fn products(company: &str, pages: &[PageSignals]) -> Vec<Fact> {
    const MOST: usize = 12;
    let mut found: Vec<Fact> = Vec::new();
    for page in pages {
        let named = page
            .things
            .iter()
            .filter(|thing| thing.is_product() && !thing.name.is_empty());
        let mut offered: Vec<Fact> = named
            .map(|thing| {
                let told = [&thing.description, &thing.name];
                let evidence = told
                    .iter()
                    .find(|text| !text.is_empty())
                    .expect("it has a name");
                Fact {
                    value: thing.name.clone(),
                    evidence: (*evidence).clone(),
                }
            })
            .collect();
        offered.extend(shown(page));
        offered.extend(linked(page));
        for fact in offered {
            let folded = fact.value.to_lowercase();
            let is_known = found
                .iter()
                .any(|known| known.value.to_lowercase() == folded);
            if !is_known && folded != company.to_lowercase() && found.len() < MOST {
                found.push(fact);
            }
        }
    }
    found
}

/// The headings and items below a heading like "Our services".
fn shown(page: &PageSignals) -> Vec<Fact> {
    let mut found = Vec::new();
    let mut section: Option<(String, String)> = None;
    for (at, line) in page.lines.iter().enumerate() {
        let tag = line.tag.as_str();
        let level = section.as_ref().map_or("h3", |(_, level)| level.as_str());
        if matches!(tag, "h1" | "h2" | "h3") && is_section(&line.text) {
            section = Some((line.text.clone(), tag.to_owned()));
        } else if matches!(tag, "h1" | "h2" | "h3") && tag <= level {
            section = None;
        } else if section.is_some()
            && matches!(tag, "h3" | "h4" | "h5" | "li" | "dt")
            && is_product_name(&line.text)
        {
            let next = page.lines.get(at + 1);
            let next = next.filter(|next| next.tag == "p" && tag != "li");
            let evidence = next.map_or(&line.text, |next| &next.text).clone();
            let value = line.text.clone();
            found.push(Fact { value, evidence });
        }
    }
    found
}

/// Whether a heading announces what is sold.
fn is_section(heading: &str) -> bool {
    let all: Vec<String> = words(heading)
        .map(|word| fold(word.text).into_owned())
        .collect();
    all.len() <= 5
        && all
            .last()
            .is_some_and(|last| word_list("section").contains(&last.as_str()))
}

/// The links to product pages.
fn linked(page: &PageSignals) -> Vec<Fact> {
    let is_product = |target: &str| {
        word_list("folder").iter().any(|folder| {
            target.find(folder).is_some_and(|at| {
                let slug = target[at + folder.len()..].trim_end_matches('/');
                !slug.is_empty() && !slug.contains('/')
            })
        })
    };
    page.links
        .iter()
        .filter(|(target, text)| is_product(&target.to_lowercase()) && is_product_name(text))
        .map(|(_, text)| Fact {
            value: text.clone(),
            evidence: text.clone(),
        })
        .collect()
}

/// Whether a line is the name of a product and not a sentence, a call to action or a slogan.
fn is_product_name(line: &str) -> bool {
    let all: Vec<String> = words(line)
        .map(|word| fold(word.text).into_owned())
        .collect();
    if all.is_empty() || all.len() > 5 || line.len() > 50 || line.ends_with(['?', '!', '.', ':']) {
        return false;
    }
    if line.contains(['$', '€', '£', '%']) || is_call(&format!(" {} ", all.join(" "))) {
        return false;
    }

    let is_general = all.len() == 1 && word_list("no product").contains(&all[0].as_str());
    let begins = matches!(all[0].as_str(), "all" | "more" | "back" | "view") || is_verb(&all[0]);
    let is_plain = all.iter().all(|word| {
        !is_stopword(word)
            || matches!(
                word.as_str(),
                "and" | "of" | "for" | "the" | "with" | "on" | "off" | "up" | "in" | "at" | "by"
            )
    });
    !is_general && !begins && is_plain
}
