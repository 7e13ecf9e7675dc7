//! The summary of a mention: what it says about the brand beyond its title.

use crate::brand::BrandSentiment;
use crate::cues::clipped;
use crate::sentiment::sentiment;
use crate::summary::{
    LONGEST_LINE, LONGEST_TITLE, capitalised, own_summary, sentences, shortened, summary_line,
    topic, worth,
};

/// One line in the author's own words. Every screen shows the title above it, so the title is used
/// only if there is nothing else.
pub(super) fn mention_summary(
    title: &str,
    body: &str,
    brand: &[&str],
    said: &BrandSentiment,
) -> String {
    if let Some(gist) = own_summary(body) {
        return shortened(&gist, LONGEST_LINE);
    }
    let names: Vec<String> = brand.iter().map(|name| name.to_lowercase()).collect();
    let topic = topic(clipped(title, LONGEST_TITLE));
    let all: Vec<String> = sentences(body).collect();
    let worth_of = |number: usize| {
        let sentence = &all[number];
        let folded = sentence.to_lowercase();
        let names_brand = names.iter().any(|name| folded.contains(name.as_str()));
        let agrees = said.score * sentiment(sentence).score > 0.1;
        let marks = [
            (names_brand, NAMED),
            (is_part(sentence, &said.clause), VERDICT),
            (agrees, AGREES),
            (folded.contains(" used to "), BEFORE),
        ];
        let extra = marks.into_iter().filter(|(is_so, _)| *is_so);
        worth(sentence, number, &topic) + extra.map(|(_, worth)| worth).sum::<f32>()
    };
    let best = (0..all.len())
        .map(|number| (worth_of(number), number))
        .max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1)))
        .map(|(_, number)| number);
    let Some(best) = best else {
        return summary_line(title, body);
    };
    let mut line = all[best].clone();
    if let Some(next) = all.get(best + 1)
        && line.chars().count() < SHORT
        && line.chars().count() + next.chars().count() < LONGEST_LINE
    {
        line = format!("{line} {next}");
    }
    shortened(&capitalised(&line), LONGEST_LINE)
}

/// The bonus for a sentence that names the brand.
const NAMED: f32 = 1.8;
/// The bonus for the sentence that decided the sentiment.
const VERDICT: f32 = 1.2;
/// The bonus for a sentence with the same sentiment.
const AGREES: f32 = 0.8;
/// The penalty for a sentence about the past.
const BEFORE: f32 = -3.0;
/// A shorter line has room for the next sentence.
const SHORT: usize = 60;

/// Whether the sentence contains the decisive clause.
fn is_part(sentence: &str, clause: &str) -> bool {
    let letters = |text: &str| -> String {
        text.chars()
            .filter(|symbol| symbol.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect()
    };
    let clause = letters(clause);
    !clause.is_empty() && letters(sentence).contains(&clause)
}
