//! Why a mention of a brand matters, in one line.

use super::plain_text::{plain, shortened};
use super::{LONGEST_LINE, LONGEST_TITLE, sentences};
use crate::brand::BrandSentiment;
use crate::cues::{TokenStream, clipped};
use crate::intent::Intent;

/// Why this mention of a brand matters: its intent, and what it says about the brand.
pub(crate) fn mention_reason(
    title: &str,
    body: &str,
    brand: &[&str],
    intent: Intent,
    said: &BrandSentiment,
) -> String {
    let name = brand.first().copied().unwrap_or("the brand");
    let line = match intent {
        Intent::Complaint if is_against(said) => format!("A complaint. {}", said.why),
        Intent::Comparison => after("Compares products.", said, name),
        Intent::Buying => after("Somebody looks for a product.", said, name),
        Intent::Question => match question(title, body, brand) {
            Some(question) => format!("Asks about {name}: \u{201c}{question}\u{201d}"),
            None => after("A question.", said, name),
        },
        Intent::Complaint | Intent::Mention => after("", said, name),
    };
    shortened(line.trim(), LONGEST_LINE)
}

fn is_against(said: &BrandSentiment) -> bool {
    said.is_positive == Some(false) && !said.is_neutral()
}

fn after(opening: &str, said: &BrandSentiment, name: &str) -> String {
    if said.why.is_empty() {
        return format!("{opening} {name} is not named in it")
            .trim()
            .to_owned();
    }
    format!("{opening} {}", said.why)
}

/// The question that names the brand, as plain text.
fn question(title: &str, body: &str, brand: &[&str]) -> Option<String> {
    let names: Vec<String> = brand
        .iter()
        .map(|name| TokenStream::new(name, 200).text().to_owned())
        .collect();
    std::iter::once(plain(clipped(title, LONGEST_TITLE)))
        .chain(sentences(body))
        .filter(|sentence| sentence.ends_with('?'))
        .find(|sentence| {
            let folded = sentence.to_lowercase();
            names.iter().any(|name| folded.contains(name.as_str()))
        })
}
