//! Two or three sentences that say what the company does, in its own words.

use std::collections::HashSet;

use super::manifest::SiteManifest;
use super::one_liner::says_what;
use super::signals::PageSignals;
use super::word_lists::word_list;
use crate::keywords::phrases::is_verb;
use crate::taxonomy::closeness_to_offers;
use crate::text::{fold, folded, is_stopword, sentences, stem, words};

/// A sentence of the site, scored by how well it describes the company.
#[derive(Clone, Debug)]
pub(super) struct DescriptionSentence {
    pub(super) sentence: String,
    pub(super) score: f64,
    /// The text of the site that contains it, and its position there.
    place: (usize, usize),
}

/// The sentences that may describe the company, in the order of the site.
pub(super) fn candidates(
    name: &str,
    pages: &[PageSignals],
    manifest: &SiteManifest,
) -> Vec<DescriptionSentence> {
    let mut found: Vec<DescriptionSentence> = Vec::new();
    let texts = texts(pages, manifest);
    for (place, (worth, text)) in texts.into_iter().enumerate() {
        for (at, sentence) in sentences(text).into_iter().take(12).enumerate() {
            if sentence.len() > 400 || found.iter().any(|known| known.sentence == sentence) {
                continue;
            }
            let score = worth + says_what(name, sentence) + offer(sentence);
            found.push(DescriptionSentence {
                sentence: sentence.to_owned(),
                score,
                place: (place, at),
            });
        }
    }
    found
}

/// How much a sentence names something that companies offer. A slogan names nothing: it is close to
/// no category of the taxonomy.
fn offer(sentence: &str) -> f64 {
    const WEIGHT: f64 = 4.0;
    /// About where a sentence lies that could be of any company.
    const ANYWHERE: f64 = 0.45;
    (f64::from(closeness_to_offers(sentence)) - ANYWHERE) * WEIGHT
}

/// The best sentence, then sentences that add to it, in the order of the site.
pub(super) fn description(found: &[DescriptionSentence]) -> String {
    const LONGEST: usize = 420;
    let Some(best) = found
        .iter()
        .max_by(|left, right| left.score.total_cmp(&right.score))
    else {
        return String::new();
    };
    let is_next = |other: &DescriptionSentence| other.place == (best.place.0, best.place.1 + 1);
    let mut others: Vec<&DescriptionSentence> = found
        .iter()
        .filter(|other| other.place != best.place && other.score > 1.0 && is_whole(&other.sentence))
        // "It" means the company only right after its name.
        .filter(|other| !other.sentence.starts_with("It ") || is_next(other))
        .collect();
    // The next sentence of the same text belongs to it.
    let nearness =
        |other: &DescriptionSentence| other.score + if is_next(other) { 3.0 } else { 0.0 };
    others.sort_by(|left, right| nearness(right).total_cmp(&nearness(left)));
    let mut chosen = vec![best];
    let mut length = best.sentence.len();
    for other in others {
        let is_said = chosen
            .iter()
            .any(|known| overlap(&known.sentence, &other.sentence) > 0.5);
        if chosen.len() < 3 && !is_said && length + other.sentence.len() <= LONGEST {
            length += other.sentence.len() + 1;
            chosen.push(other);
        }
    }
    chosen[1..].sort_by_key(|candidate| candidate.place);
    let parts: Vec<String> = chosen
        .iter()
        .map(|chosen| ended(&chosen.sentence))
        .collect();
    parts.join(" ")
}

/// The texts in which a site introduces itself, each with its weight.
fn texts<'t>(pages: &'t [PageSignals], manifest: &'t SiteManifest) -> Vec<(f64, &'t str)> {
    let mut texts: Vec<(f64, &str)> = vec![(2.0, &manifest.description)];
    for (number, page) in pages.iter().enumerate() {
        // The home page says what is sold; other pages say who the people are and since when.
        let first = if number == 0 { 1.0 } else { -2.5 };
        texts.push((1.5 + first, &page.meta_description));
        texts.push((1.2 + first, &page.shared_description));
        for thing in page
            .things
            .iter()
            .filter(|thing| thing.is_company() || thing.is_software())
        {
            let worth = if thing.is_company() { 1.8 } else { 0.5 };
            texts.push((worth + first, &thing.description));
        }
        for (at, line) in page
            .lines
            .iter()
            .enumerate()
            .filter(|(_, line)| !line.is_link)
        {
            let is_heading = line.tag.starts_with('h');
            let worth = match at {
                0..=9 => 1.0,
                10..=24 => 0.4,
                _ => -0.3,
            };
            let worth = if number == 0 { worth } else { worth + first };
            texts.push((if is_heading { worth - 1.0 } else { worth }, &line.text));
        }
    }
    texts.retain(|(_, text)| !text.is_empty() && text.len() < 3000);
    texts.truncate(300);
    texts
}

/// Whether a sentence makes sense on its own: it starts and ends like one, has a verb (or is long
/// enough to name what is sold), and does not refer to another sentence.
fn is_whole(sentence: &str) -> bool {
    let folded = folded(sentence);
    let begins = sentence.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    let does = |word: &String| {
        let word = word.as_str();
        is_verb(word) || word_list("saying").contains(&word) || word_list("doing").contains(&word)
    };
    let points = |word: &String| word_list("pointing").contains(&word.as_str());
    let is_said = folded.len() >= 8 || folded.len() >= 6 && folded.iter().any(does);
    is_said && begins && !folded.iter().any(points) && sentence.ends_with(['.', '!', ')'])
}

fn ended(sentence: &str) -> String {
    let trimmed = sentence.trim();
    if trimmed.ends_with(['.', '!', '?']) {
        trimmed.to_owned()
    } else {
        format!("{trimmed}.")
    }
}

/// The share of the shorter sentence's content words that the other has too.
fn overlap(left: &str, right: &str) -> f64 {
    let stems = |text: &str| -> HashSet<String> {
        words(text)
            .map(|word| fold(word.text).into_owned())
            .filter(|word| !is_stopword(word))
            .map(|word| stem(&word).into_owned())
            .collect()
    };
    let (left, right) = (stems(left), stems(right));
    let fewest = left.len().min(right.len()).max(1);
    #[expect(clippy::cast_precision_loss, reason = "sentences are short")]
    let share = left.intersection(&right).count() as f64 / fewest as f64;
    share
}
