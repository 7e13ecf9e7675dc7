//! Words that tell what a company does, two by two: who writes both may need it without using any of its
//! keywords.

use lens::closeness::{CompanyText, telling_words};
use onboarding::Company;

use super::wanted_text;

/// Pairs of the most telling words of a company, the most telling first.
pub fn subject_pairs(
    company: Option<&Company>,
    keywords: &[String],
    words: usize,
) -> Vec<[String; 2]> {
    let wanted: Vec<String> = keywords.iter().map(|it| wanted_text(it)).collect();
    let wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
    let said =
        |field: Option<&Option<String>>| -> String { field.cloned().flatten().unwrap_or_default() };
    let telling = telling_words(
        &CompanyText {
            name: company.map_or("", |it| &it.company_name),
            one_liner: &said(company.map(|it| &it.meta_description)),
            description: &said(company.map(|it| &it.description)),
            keywords: &wanted,
            ..CompanyText::default()
        },
        words,
    );
    let mut pairs = Vec::new();
    for (place, second) in telling.iter().enumerate() {
        for first in &telling[..place] {
            pairs.push([first.clone(), second.clone()]);
        }
    }
    pairs
}

/// A pair as people read it.
pub fn subject_phrase([one, other]: [&str; 2]) -> String {
    format!("{one} + {other}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_telling_words_stand_together_first() {
        let keywords = ["unpaid invoices", "late paying clients"].map(ToOwned::to_owned);

        let pairs = subject_pairs(None, &keywords, 3);

        assert_eq!(pairs.len(), 3);
        assert!(pairs.iter().all(|[one, other]| one != other), "{pairs:?}");
        let first: Vec<&String> = pairs[0].iter().collect();
        assert!(
            pairs[1..]
                .iter()
                .all(|pair| !first.iter().all(|it| pair.contains(it)))
        );
    }
}
