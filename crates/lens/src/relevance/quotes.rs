//! Why a post is a lead, in the author's words and in the company's: which of their sentences are
//! quoted. The reader decides, because it knows which sentence speaks of what the company does.

use super::{CandidatePost, features};
use crate::{
    closeness::CompanyText,
    embedding::{Embedding, embed},
    reader::{ReaderVector, read_sentence},
    text,
};

/// The sentences of a post among which the author's need is looked for: the title, and those of the
/// body that ask or complain, in their order. The choice does not depend on a company, so they are
/// read once for everybody.
pub fn need_candidates<'a>(post: &CandidatePost<'a>) -> Vec<&'a str> {
    let body = text::sentences(crate::cues::clipped(post.body, BODY_LIMIT));
    let body = body.into_iter().flat_map(pieces).take(MOST_SENTENCES);
    let mut found: Vec<(usize, f32, &str)> = body
        .filter(|sentence| is_quotable(sentence))
        .enumerate()
        .map(|(place, sentence)| (place, features::need_strength(sentence), sentence))
        .collect();
    found.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    found.truncate(MOST_READ);
    found.sort_by_key(|(place, ..)| *place);
    let mut candidates = pieces(post.title.trim());
    candidates.retain(|headline| is_quotable(headline));
    candidates.truncate(MOST_HEADLINES);
    let body = found.into_iter().map(|(.., sentence)| sentence);
    for sentence in body {
        if !candidates.contains(&sentence) {
            candidates.push(sentence);
        }
    }
    candidates
}

/// The sentence that says best what the author needs of this company, and its vector.
pub(super) fn need<'a>(
    company: &ReaderVector,
    title: &str,
    sentences: &[(&'a str, &'a ReaderVector)],
) -> Option<(&'a str, &'a ReaderVector)> {
    let scored = sentences.iter().map(|(sentence, vector)| {
        let asks = features::need_strength(sentence);
        let headline = if title.contains(sentence) {
            HEADLINE
        } else {
            0.0
        };
        let preferred =
            company.cosine(vector) + asks * (ASKING + headline) - LENGTH * long(sentence);
        (preferred, (*sentence, *vector))
    });
    let best = scored.max_by(|one, other| one.0.total_cmp(&other.0));
    Some(best?.1)
}

/// A sentence that asks is preferred to one that is nearer by this to what the company does. A title is
/// hardly preferred: pages show it above the quote anyway.
const ASKING: f32 = 0.25;
const HEADLINE: f32 = 0.03;
/// A rambling sentence makes a poor quote.
const LENGTH: f32 = 0.15;

/// By how many hundreds of characters a sentence is longer than a line.
fn long(sentence: &str) -> f32 {
    let over = sentence.chars().count().saturating_sub(100);
    #[expect(clippy::cast_precision_loss, reason = "the length of a line")]
    let over = over as f32;
    over / 100.0
}

/// As much of a body as is looked at, and how many of its sentences.
const BODY_LIMIT: usize = 6_000;
const MOST_SENTENCES: usize = 120;
/// How many sentences of a body are read: each takes some milliseconds.
const MOST_READ: usize = 6;
const MOST_HEADLINES: usize = 3;
/// What is shorter is no clause of its own; companies list what they have, and an item is shorter.
const SHORTEST_CLAUSE: usize = 25;
const SHORTEST_ITEM: usize = 12;
const LONGEST_QUOTE: usize = 200;

/// A line on a screen, and no fragment.
fn is_quotable(sentence: &str) -> bool {
    sentence.chars().count() <= LONGEST_QUOTE
        && !sentence.contains("://")
        && text::words(sentence).nth(2).is_some()
}

/// A sentence, or the clauses of one that is too long to be quoted.
fn pieces(sentence: &str) -> Vec<&str> {
    if sentence.chars().count() <= LONGEST_QUOTE {
        return vec![sentence.trim()];
    }
    clauses(sentence, SHORTEST_CLAUSE)
}

fn clauses(sentence: &str, shortest: usize) -> Vec<&str> {
    let mut clauses = Vec::new();
    let mut rest = sentence;
    while let Some((clause, after)) = first_clause(rest, shortest) {
        clauses.push(clause.trim());
        rest = after;
    }
    clauses.push(rest.trim());
    clauses
}

/// What stands before the first mark that leaves a clause on either side; a full stop or a question
/// mark stays with its clause.
fn first_clause(text: &str, shortest: usize) -> Option<(&str, &str)> {
    let marks = text.char_indices().filter_map(|(at, mark)| {
        let after = at + mark.len_utf8();
        let is_stop =
            matches!(mark, '.' | '?' | '!') && text[after..].starts_with(char::is_whitespace);
        let end = if is_stop { after } else { at };
        let divides = is_stop || matches!(mark, ',' | ';' | ':' | '–' | '—');
        divides.then_some((end, after))
    });
    let is_long =
        |(end, after): &(usize, usize)| *end >= shortest && text.len() - after >= shortest;
    let (end, after) = marks.into_iter().find(is_long)?;
    Some((&text[..end], &text[after..]))
}

/// The part of an author's sentence that a line has room for: the clause that asks, and as much around
/// it as fits.
pub(super) fn asking_clause(sentence: &str, longest: usize) -> &str {
    if sentence.chars().count() <= longest {
        return sentence;
    }
    let sentence = asking_sentence(sentence);
    let clauses = clauses(sentence, SHORTEST_CLAUSE);
    let strength = |clause: &&str| features::need_strength(clause);
    let places = clauses.iter().enumerate().rev();
    let asking = places.max_by(|one, other| strength(one.1).total_cmp(&strength(other.1)));
    clauses_around(
        sentence,
        &clauses,
        asking.map_or(0, |(place, _)| place),
        longest,
    )
}

/// A title may have several sentences: the first of those that ask, if it can stand alone.
pub(super) fn asking_sentence(title: &str) -> &str {
    const FEWEST_WORDS: usize = 5;
    let stops = title.char_indices().filter_map(|(at, mark)| {
        let after = at + mark.len_utf8();
        let mut next = title[after..].chars();
        let is_stop = matches!(mark, '.' | '?' | '!')
            && next.next().is_some_and(char::is_whitespace)
            && next.find(|letter| !letter.is_whitespace())?.is_uppercase();
        is_stop.then_some(after)
    });
    let ends: Vec<usize> = stops.chain([title.len()]).collect();
    let starts = [0].into_iter().chain(ends.iter().copied());
    let sentences = starts
        .zip(&ends)
        .map(|(start, end)| title[start..*end].trim());
    let mut sentences = sentences.filter(|one| text::words(one).nth(FEWEST_WORDS - 1).is_some());
    let asking = sentences.find(|one| features::need_strength(one) >= 1.0);
    asking.unwrap_or(title)
}

/// The part of a company's sentence that a line has room for: its first clauses.
pub(super) fn first_clauses(sentence: &str, longest: usize) -> &str {
    clauses_around(sentence, &clauses(sentence, SHORTEST_ITEM), 0, longest)
}

/// Takes clauses after this one as long as there is room, then those before it.
fn clauses_around<'a>(
    sentence: &'a str,
    clauses: &[&'a str],
    place: usize,
    longest: usize,
) -> &'a str {
    let start_of = |at: usize| clauses[at].as_ptr().addr() - sentence.as_ptr().addr();
    let end_of = |at: usize| start_of(at) + clauses[at].len();
    let fits =
        |from: usize, to: usize| sentence[start_of(from)..end_of(to)].chars().count() <= longest;
    let (mut from, mut to) = (place, place);
    while to + 1 < clauses.len() && fits(from, to + 1) {
        to += 1;
    }
    while from > 0 && fits(from - 1, to) {
        from -= 1;
    }
    first_words(&sentence[start_of(from)..end_of(to)], longest)
}

/// Where a sentence has no comma in time, as many whole words as there is room for.
fn first_words(sentence: &str, longest: usize) -> &str {
    if sentence.chars().count() <= longest {
        return sentence;
    }
    let room = sentence
        .char_indices()
        .nth(longest)
        .map_or(sentence.len(), |(at, _)| at);
    let end = sentence[..room].rfind(char::is_whitespace).unwrap_or(room);
    sentence[..end].trim_end_matches([',', ';', ':', ' '])
}

/// What a company says of itself, sentence by sentence.
#[derive(Debug, Clone)]
pub(super) struct CompanySentences(Vec<CompanySentence>);

#[derive(Debug, Clone)]
struct CompanySentence {
    text: String,
    vector: ReaderVector,
    words: Embedding,
    /// "Paperlark is invoicing software" says what the company is, not what it does for people.
    is_definition: bool,
    /// A line of a list, which speaks of one thing alone.
    is_listed: bool,
}

impl CompanySentences {
    pub(super) fn new(company: &CompanyText, vectors: Vec<ReaderVector>) -> Self {
        let sentences = company_sentences(company).into_iter().zip(vectors);
        let sentences = sentences.map(|(text, vector)| CompanySentence {
            text: text.to_owned(),
            vector,
            words: embed(text),
            is_definition: text::words(text).take(3).any(|word| word.text == "is"),
            is_listed: company.offers.iter().any(|offer| offer.trim() == text),
        });
        Self(sentences.collect())
    }

    /// The sentence that answers a need, if any is near enough. The reader knows whether it is about
    /// the same, and the words tell the one that says so from those that speak of everything.
    pub(super) fn answer_to(&self, (need, vector): (&str, &ReaderVector)) -> Option<&str> {
        let words = embed(need);
        let near = |sentence: &CompanySentence| {
            sentence.vector.cosine(vector) + WORDS * sentence.words.closeness(&words)
                - if sentence.is_definition {
                    DEFINITION
                } else {
                    0.0
                }
        };
        let answers = |sentence: &&CompanySentence| {
            let least = if sentence.is_listed {
                LEAST_LISTED_ANSWER
            } else {
                LEAST_ANSWER
            };
            sentence.vector.cosine(vector) >= least
        };
        let answering = self.0.iter().filter(answers);
        let best = answering.max_by(|one, other| near(one).total_cmp(&near(other)))?;
        Some(&best.text)
    }
}

/// Below this a sentence of the company has nothing to do with the need.
const LEAST_ANSWER: f32 = 0.1;
/// A line of a list is right where it is about that very thing, and silly elsewhere.
const LEAST_LISTED_ANSWER: f32 = 0.35;
/// How much the words of a sentence count beside the reader's opinion of it.
const WORDS: f32 = 0.6;
/// How much nearer what a company is must be than what it does.
const DEFINITION: f32 = 0.15;

/// The sentences of a company that may be quoted: what it says of itself, and what its home page lists.
pub(super) fn company_sentences<'a>(company: &CompanyText<'a>) -> Vec<&'a str> {
    const MOST: usize = 24;
    let lines = text::sentences(company.one_liner).into_iter();
    let lines = lines.chain(text::sentences(company.description));
    let lines = lines.chain(company.offers.iter().map(|offer| &**offer));
    let mut quotable: Vec<&str> = Vec::new();
    for line in lines.map(str::trim).filter(|line| speaks_of_itself(line)) {
        if !quotable.contains(&line) && quotable.len() < MOST {
            quotable.push(line);
        }
    }
    quotable
}

/// "For home bakers" names the customers, "Most software was made for shops" the others, and a question
/// is a headline: none of them answers anything.
fn speaks_of_itself(line: &str) -> bool {
    const OF_OTHERS: [&str; 6] = ["For ", "Most ", "Many ", "Some ", "Other ", "Others "];
    let is_of_others = OF_OTHERS.iter().any(|word| line.starts_with(word));
    is_quotable(line) && !is_of_others && !line.ends_with('?')
}

/// Reads the sentences one by one.
pub(super) fn read_all(sentences: &[&str]) -> Vec<ReaderVector> {
    sentences
        .iter()
        .map(|sentence| read_sentence(sentence).rounded())
        .collect()
}
