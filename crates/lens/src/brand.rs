//! What a text says about one brand: the clauses about it and whether they are for or against it.

mod clauses;
mod marked_text;
mod opinion;
mod opinion_extraction;
mod opinion_reader;
mod quantity_change;

use crate::cues::{clipped, straight};
use clauses::Clauses;
pub(crate) use clauses::{BRAND, masked};
pub(crate) use marked_text::{OwnSentence, own_sentences};
use opinion::BrandOpinion;
use opinion_extraction::opinions;
use opinion_reader::read_opinion;

/// The sentiment of a text toward a brand that goes by these names.
///
/// Only clauses about the brand count. Without any name, the whole text is treated as being about
/// it. Quoted lines are ignored, because somebody else wrote them.
pub fn sentiment_toward(text: &str, brand: &[&str]) -> BrandSentiment {
    let text = clipped(text, LONGEST_TEXT);
    let own = own_words(text);
    let mut opinions = opinions_of(&own, brand);
    if opinions.is_empty() && quotes(text, brand) {
        // A quoted line about the brand means that the rest of the text replies to it.
        opinions = opinions_of(&own, &[]);
    }
    let Some(strongest) = opinions
        .iter()
        .max_by(|one, other| one.force().total_cmp(&other.force()))
    else {
        return BrandSentiment::nothing();
    };
    let name = brand.first().copied().unwrap_or("it");
    let clause = strongest.clause.replace(clauses::BRAND, name);
    let weight: f32 = opinions.iter().map(|opinion| opinion.weight).sum();
    let mean = opinions
        .iter()
        .map(|opinion| opinion.weight * opinion.value)
        .sum::<f32>()
        / weight;
    let (good, bad) = (force_of(&opinions, 1.0), force_of(&opinions, -1.0));
    let is_mixed = opinions.iter().any(|opinion| opinion.kind == "mixed");
    if is_mixed || (good.min(bad) > 0.3 && good.min(bad) > 0.6 * good.max(bad)) {
        let score = if good >= bad { UNDECIDED } else { -UNDECIDED };
        let why = format!("Speaks both for and against {name}");
        return BrandSentiment {
            score,
            is_positive: None,
            why,
            clause,
            manner: strongest.kind,
        };
    }
    let score = beside_undecided(mean.clamp(-1.0, 1.0));
    let why = strongest.why(name, score);
    BrandSentiment {
        score,
        is_positive: Some(score >= 0.0),
        why,
        clause,
        manner: strongest.kind,
    }
}

/// The sentiment toward a brand as it is shown. A wrong badge costs more than none, so a post is for or
/// against the brand only where the clauses about it and the reader agree, else it is neutral.
pub fn sure_sentiment_toward(title: &str, body: &str, brand: &[&str]) -> BrandSentiment {
    let said = sentiment_toward(format!("{title}\n{body}").trim(), brand);
    if said.is_neutral() {
        return said;
    }
    sure_with(said, body, read_opinion(title, body, brand))
}

/// What the clauses say, if the reader's shares of against, neither and for agree.
#[doc(hidden)]
pub fn sure_with(said: BrandSentiment, body: &str, shares: Option<[f32; 3]>) -> BrandSentiment {
    let [against, _, in_favour] = shares.unwrap_or_default();
    let share = match said.is_positive {
        Some(true) => in_favour,
        Some(false) => against,
        None => return said,
    };
    let is_clear = said.score.abs() >= CLEAR && body.len() >= SHORT_BODY;
    if share >= SURE || (is_clear && share >= SURE_OF_CLEAR) {
        said
    } else {
        said.unsure()
    }
}

/// The share of the reader from which on a badge is shown, and the lower one where an author explains
/// himself and the clauses are clear. In two rounds of cross-validation over posts no badge was then
/// the reverse of what a person said, and 88 of 100 were what a person said.
const SURE: f32 = 0.87;
const SURE_OF_CLEAR: f32 = 0.65;
const CLEAR: f32 = 0.4;
/// A post with less text than this is a link or a headline.
const SHORT_BODY: usize = 60;

/// How likely a text is against a brand, neither, or for it, by the reader alone; none if its author
/// does not name the brand.
#[doc(hidden)]
pub fn shares_of_reader(title: &str, body: &str, brand: &[&str]) -> Option<[f32; 3]> {
    read_opinion(title, body, brand)
}

/// What a text says about a brand.
///
/// Undecided is a score of plus or minus 0.75 without `is_positive`, or 0 without a reason; a score
/// closer to 0 than 0.25 is neutral (spec §4, mention sentiment badge).
#[derive(Clone, Debug, PartialEq)]
pub struct BrandSentiment {
    /// From -1 (against the brand) to 1 (for it).
    pub score: f32,
    /// None when it could not be decided.
    pub is_positive: Option<bool>,
    /// The reason in one line, empty when there was nothing to judge.
    pub why: String,
    /// The clause with the strongest opinion about the brand.
    pub clause: String,
    /// The kind of that opinion: a name from `words/brand.txt`, or "mood", "change", "question".
    pub(crate) manner: &'static str,
}

impl BrandSentiment {
    /// Closer to 0 than this is neither praise nor criticism.
    const NEUTRAL_BELOW: f32 = 0.25;

    fn nothing() -> Self {
        Self {
            score: 0.0,
            is_positive: None,
            why: String::new(),
            clause: String::new(),
            manner: "",
        }
    }

    pub fn is_neutral(&self) -> bool {
        self.score.abs() < Self::NEUTRAL_BELOW
    }

    /// The same lean, but neutral.
    fn unsure(self) -> Self {
        Self {
            score: self.score * 0.99 * Self::NEUTRAL_BELOW,
            ..self
        }
    }
}

/// Whether a sentence names the brand.
pub(crate) fn names_brand(sentence: &str, brand: &[&str]) -> bool {
    masked(&straight(sentence), brand).contains(BRAND)
}

const LONGEST_TEXT: usize = 20_000;

fn opinions_of(text: &str, brand: &[&str]) -> Vec<BrandOpinion> {
    opinions(&Clauses::new(text, brand))
}

/// Whether a quoted line names the brand.
fn quotes(text: &str, brand: &[&str]) -> bool {
    let quoted: Vec<&str> = text.lines().filter(|line| is_quoted(line)).collect();
    let clauses = Clauses::new(&quoted.join("\n"), brand);
    !brand.is_empty() && clauses.parts.iter().any(|clause| clause.names_brand)
}

fn is_quoted(line: &str) -> bool {
    let start = line.trim_start();
    start.starts_with('>') || start.starts_with("&gt;")
}

/// The score that means "could not decide".
const UNDECIDED: f32 = 0.75;

/// Keeps a decided score away from the one that means "undecided".
fn beside_undecided(score: f32) -> f32 {
    if (score.abs() - UNDECIDED).abs() < 0.005 {
        score.signum() * 0.76
    } else {
        score
    }
}

fn force_of(opinions: &[BrandOpinion], sign: f32) -> f32 {
    opinions
        .iter()
        .map(|opinion| (opinion.value * sign).max(0.0) * opinion.weight)
        .sum()
}

/// The text without quoted lines and without longer passages in quotation marks.
pub(crate) fn own_words(text: &str) -> String {
    let mut own = String::with_capacity(text.len());
    for line in text.lines() {
        if !is_quoted(line) {
            own.push_str(line);
        }
        own.push('\n');
    }
    without_quotations(&own)
}

/// Removes quoted passages of four words or more. Shorter ones are names or irony, longer ones are
/// what somebody else said.
fn without_quotations(text: &str) -> String {
    let mut own = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find(['"', '\u{201c}']) {
        let (before, quoted) = rest.split_at(open);
        own.push_str(before);
        let inside = &quoted[quoted.chars().next().map_or(0, char::len_utf8)..];
        let line = inside.find('\n').unwrap_or(inside.len());
        let close = inside[..line].find(['"', '\u{201d}']);
        match close {
            Some(close) if inside[..close].split_whitespace().nth(3).is_some() => {
                own.push(' ');
                rest = &inside[close..];
                rest = &rest[rest.chars().next().map_or(0, char::len_utf8)..];
            }
            _ => {
                own.push(' ');
                rest = inside;
            }
        }
    }
    own.push_str(rest);
    own
}
