//! The type of a business: software, a shop, a practice, an agency.

use super::Fact;
use super::signals::PageSignals;
use crate::text::{entries, fold, words};

/// The type of the business, with the best line of evidence; none without evidence.
pub(super) fn business_type(pages: &[PageSignals]) -> Option<Fact> {
    let mut scores: Vec<(&'static str, f64, f64, String)> = Vec::new();
    let mut add = |kind: &'static str, worth: f64, evidence: &str| match scores
        .iter_mut()
        .find(|(known, ..)| *known == kind)
    {
        Some((_, sum, most, best)) => {
            *sum += worth;
            if worth > *most {
                *most = worth;
                evidence.clone_into(best);
            }
        }
        None => scores.push((kind, worth, worth, evidence.to_owned())),
    };
    for page in pages {
        for (kind, worth, evidence) in structured(page) {
            add(kind, worth, &evidence);
        }
        for (text, worth) in texts(page) {
            for (kind, weight) in spoken(text) {
                add(kind, weight * worth, text);
            }
        }
    }
    let best = scores
        .into_iter()
        .reduce(|best, next| if next.1 > best.1 { next } else { best })?;
    (best.1 >= 3.0).then_some(Fact {
        value: best.0.to_owned(),
        evidence: best.3,
    })
}

/// What the structured data of a page says.
fn structured(page: &PageSignals) -> Vec<(&'static str, f64, String)> {
    const KINDS: &[(&str, &[&str])] = &[
        ("SaaS", &["SoftwareApplication", "WebApplication"]),
        ("Mobile app", &["MobileApplication"]),
        ("Online store", &["OnlineStore", "Product", "Offer"]),
        ("Nonprofit", &["NGO", "NonprofitType"]),
        ("Game studio", &["VideoGame"]),
        (
            "Local business",
            &[
                "LocalBusiness",
                "Dentist",
                "Restaurant",
                "Bakery",
                "Store",
                "MedicalClinic",
                "HealthClub",
                "ExerciseGym",
                "HairSalon",
                "BeautySalon",
                "CafeOrCoffeeShop",
                "AutoRepair",
                "Plumber",
                "Electrician",
                "LegalService",
                "Hotel",
                "SportsActivityLocation",
                "HealthAndBeautyBusiness",
                "Physician",
                "VeterinaryCare",
                "Florist",
                "DaySpa",
            ],
        ),
    ];
    let mut found = Vec::new();
    for thing in &page.things {
        for (kind, names) in KINDS {
            if thing.is_a(names) {
                let is_offer = thing.is_a(&["Product", "Offer"]);
                let evidence = format!("{} ({})", thing.name, thing.kinds.join(", "));
                found.push((*kind, if is_offer { 1.0 } else { 5.0 }, evidence));
            }
        }
    }
    // A long list of products counts as one shop.
    found.truncate(12);
    found
}

/// The texts to search, each with its weight.
fn texts(page: &PageSignals) -> Vec<(&str, f64)> {
    let mut texts = vec![
        (page.title.as_str(), 2.0),
        (page.meta_description.as_str(), 2.0),
        (page.shared_description.as_str(), 1.0),
    ];
    texts.extend(page.lines.iter().take(60).map(|line| {
        let is_heading = line.tag.starts_with('h');
        (line.text.as_str(), if is_heading { 1.5 } else { 1.0 })
    }));
    texts.extend(
        page.links
            .iter()
            .take(80)
            .map(|(_, text)| (text.as_str(), 0.7)),
    );
    texts
}

/// The types that the words of a text indicate.
fn spoken(text: &str) -> Vec<(&'static str, f64)> {
    let text = &text[..text.floor_char_boundary(1000)];
    let folded: Vec<String> = words(text)
        .map(|word| fold(word.text).into_owned())
        .collect();
    let joined = format!(" {} ", folded.join(" "));
    let mut found = Vec::new();
    for line in entries(include_str!("../words/business_types.txt")) {
        let Some((kind, phrases)) = line.split_once(": ") else {
            continue;
        };
        for phrase in phrases.split(", ") {
            let (weight, bare) = phrase
                .strip_prefix('!')
                .map_or((1.0, phrase), |bare| (3.0, bare));
            if joined.contains(&format!(" {bare} ")) {
                found.push((kind, weight));
            }
        }
    }
    found
}
