//! The offline writer: a comment without any language model. Pure, and always the same for the
//! same post, company, tone and attempt.
//!
//! It answers first, with advice from a library chosen by what the post is about; it names something
//! that only this post says; it mentions the product only where the post is about what the company
//! does; and it always says for whom it speaks.

mod advice;
mod choice;
#[cfg(test)]
mod corpus_tests;
mod details;
mod kinds;
mod likeness;
mod nouns;
mod phrases;
mod relaxed;
mod rivals;
mod sentences;
mod spin;
mod sums;
mod swaps;
mod words;

use lens::brand::sentiment_toward;
use lens::closeness::{self, CompanyProfile};
use lens::text;

use super::draft_company::DraftCompany;
use super::draft_post::DraftPost;
use super::subreddit_rules::CommentLimits;
use super::tone::Tone;
use super::untrusted_text::sanitized;
use advice::GENERAL;
use choice::Chosen;
use details::Detail;
use likeness::Runs;
use sentences::Writing;
use spin::Dice;

pub(super) use words::count_words;

/// What a comment is written from.
#[derive(Clone, Debug)]
pub struct Assignment<'a> {
    pub post: &'a DraftPost,
    pub company: &'a DraftCompany,
    pub limits: &'a CommentLimits,
    pub tone: Tone,
    /// The user asks for the address of their own site.
    pub wants_link: bool,
    /// How many drafts of this post there were before.
    pub attempt: usize,
}

/// How long a comment is, in words.
pub const LEAST_WORDS: usize = 60;
pub const MOST_WORDS: usize = 170;

/// A comment.
pub fn write(assignment: &Assignment<'_>) -> String {
    fitting(&mut prepared(assignment))
}

/// A comment that shares few phrases with those that the same person got before: of several ways to
/// put it the first that is unlike all of them, or else the least alike.
pub fn write_unlike(assignment: &Assignment<'_>, others: &[String]) -> String {
    let others: Vec<Runs> = others.iter().map(|other| Runs::of(other)).collect();
    let mut least_alike = (f64::INFINITY, String::new());
    for way in 0..WAYS {
        let comment = write(&Assignment {
            attempt: assignment.attempt + way * BETWEEN_WAYS,
            ..assignment.clone()
        });
        let runs = Runs::of(&comment);
        let likeness = others.iter().map(|other| runs.likeness(other));
        let likeness = likeness.fold(0.0, f64::max);
        if likeness < UNLIKE {
            return comment;
        }
        if likeness < least_alike.0 {
            least_alike = (likeness, comment);
        }
    }
    least_alike.1
}

/// The share of five-word runs below which nobody takes two comments for one.
const UNLIKE: f64 = 0.2;
const WAYS: usize = 8;
/// The next attempts are for those who ask again.
const BETWEEN_WAYS: usize = 7;

/// The line that says for whom the comment speaks.
pub(super) fn disclosure(assignment: &Assignment<'_>) -> String {
    prepared(assignment).disclosure()
}

/// The line with the own site's address, where it is asked for and allowed.
pub(super) fn link_line(assignment: &Assignment<'_>) -> Option<String> {
    prepared(assignment).link_line()
}

fn prepared(assignment: &Assignment<'_>) -> Writing {
    let post = assignment.post;
    let (title, body) = (sanitized(&post.title), sanitized(&post.body));
    let (company, tone) = (assignment.company, assignment.tone);
    let name = company.spoken_name();
    let seed = [title.as_str(), &body, &name, tone.name()];
    let mut dice = Dice::of(&seed);
    let again = Dice::of(&[&seed.concat(), &assignment.attempt.to_string()]);
    let unwanted = format!("{name} {}", post.author);
    let mut found = details::details(&title, &body, &unwanted);
    let rivals = rivals::rivals(&title);
    if found.iter().all(|detail| detail.sort.name().is_none()) {
        found.push(Detail::of_last_resort(&title, &unwanted));
    }
    let shift = assignment.attempt % found.len().min(3);
    found.rotate_left(shift);
    let mut chosen = choice::chosen(&title, &body, &mut dice);
    chosen.moved_on(assignment.attempt);
    Writing {
        tone,
        attempt: assignment.attempt,
        details: found,
        rivals,
        tie: Tie::of(assignment, &title, &body, &chosen),
        name,
        does: told(company.does().unwrap_or_default(), &mut again.clone()),
        link: link(assignment),
        chosen,
        steady: dice,
        dice: again,
    }
}

/// What the company does, sometimes without saying for whom.
fn told(does: String, dice: &mut Dice) -> String {
    match does.split_once(" for ") {
        Some((what, _)) if what.split(' ').count() >= 3 && dice.below(3) > 0 => what.to_owned(),
        _ => does,
    }
}

/// The first version that is neither too long nor too short.
fn fitting(writing: &mut Writing) -> String {
    let sizes = [
        (2, true),
        (3, true),
        (2, false),
        (1, true),
        (3, false),
        (1, false),
    ];
    let mut versions = Vec::new();
    for (pieces, closes) in sizes {
        let text = writing.comment(pieces, closes);
        if (ENOUGH_WORDS..=MOST_WORDS).contains(&count_words(&text)) {
            return text;
        }
        versions.push(text);
    }
    let is_fit = |text: &&String| (LEAST_WORDS..=MOST_WORDS).contains(&count_words(text));
    let chosen = versions.iter().find(is_fit).or(versions.last());
    chosen.cloned().unwrap_or_default()
}

/// Shorter only where there is no more to say.
const ENOUGH_WORDS: usize = 85;

/// How the company comes into the comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tie {
    /// The post is about what the company does.
    Fits,
    /// It is near to it, or the subreddit does not want to hear of the product.
    Quiet,
    /// The post is about something else.
    Apart,
    /// The post is about the company itself.
    Own,
    /// The same, and it complains.
    Blamed,
}

/// How close a post must be to what the company does, in meaning and in words, before its product is
/// mentioned: closer if the library does not know what the company is there for.
const CLOSE: (f32, f32) = (0.34, 0.28);
const NEAR: (f32, f32) = (0.18, 0.25);
/// How close it must be before nobody may say that it has nothing to do with the company.
const TOUCHING: (f32, f32) = (0.25, 0.15);
/// How many needs a company is there for.
const NEEDS_OF_COMPANY: usize = 3;
/// A complaint is clear from here on.
const COMPLAINT: f32 = -0.4;

impl Tie {
    fn of(assignment: &Assignment<'_>, title: &str, body: &str, chosen: &Chosen) -> Self {
        let company = assignment.company;
        let (name, said) = (company.spoken_name(), format!("{title}\n{body}"));
        if is_named(&name, &said) {
            let felt = sentiment_toward(&said, &[&name]);
            let is_blamed = felt.is_positive == Some(false) && felt.score <= COMPLAINT;
            return if is_blamed { Self::Blamed } else { Self::Own };
        }
        let about = format!("{} {}", company.description, company.industry);
        let served: Vec<&str> = choice::names_of_needs(&company.meta_description, &about)
            .take(NEEDS_OF_COMPANY)
            .collect();
        let is_served = chosen.need != GENERAL && served.contains(&chosen.need);
        let is_known = served.first() != Some(&GENERAL);
        let (meaning, words) = closeness_to(company, &about, title, body);
        let is_within = |limits: (f32, f32)| meaning >= limits.0 && words >= limits.1;
        let is_close = match (is_served, is_known) {
            (true, _) => is_within(NEAR),
            (false, true) => false,
            (false, false) => is_within(CLOSE),
        };
        let is_allowed = assignment.limits.against_promotion.is_none();
        if is_close && is_allowed && chosen.asks() {
            Self::Fits
        } else if is_served || is_close || is_within(TOUCHING) {
            Self::Quiet
        } else {
            Self::Apart
        }
    }
}

/// How close a post is to what the company does, in meaning and in words.
fn closeness_to(company: &DraftCompany, about: &str, title: &str, body: &str) -> (f32, f32) {
    let products: Vec<&str> = company.products.iter().map(String::as_str).collect();
    let profile = CompanyProfile::new(&closeness::CompanyText {
        name: &company.name,
        one_liner: &company.meta_description,
        description: about,
        keywords: &products,
        ..closeness::CompanyText::default()
    });
    let close = closeness::closeness(&profile, title, body);
    let words = close.title_matches.score + close.body_matches.score;
    (close.meaning, words)
}

fn is_named(name: &str, text: &str) -> bool {
    let plain = |text: &str| -> Vec<String> {
        let words = text::folded(text).into_iter();
        words
            .map(|word| word.trim_end_matches("'s").to_owned())
            .collect()
    };
    let (name, said) = (plain(name), plain(text));
    !name.is_empty() && said.windows(name.len()).any(|words| words == name)
}

/// The own site, where it is asked for and allowed.
fn link(assignment: &Assignment<'_>) -> Option<String> {
    let is_allowed = assignment.wants_link && assignment.limits.against_promotion.is_none();
    let link = assignment.company.link().filter(|_| is_allowed)?;
    Some(link.to_string())
}
