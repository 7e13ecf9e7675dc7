//! Keywords from the one sentence in which an owner says what is sold. Whoever writes a single
//! sentence has weighed its words: they come first, as they stand.

use std::collections::HashSet;

use super::phrases::{is_describing, is_generality, is_pair};
use super::{KeywordSuggestion, KeywordType, keyphrases};
use crate::taxonomy::is_wish_verb;
use crate::text::{Word, fold, is_stopword, stem, words};
use crate::website::{WebsiteFacts, is_kind, word_list};

/// The keywords of an offer and its audience, then those of `others` that are sure.
pub(super) fn before(
    facts: &WebsiteFacts,
    offer: &str,
    others: Vec<KeywordSuggestion>,
) -> Vec<KeywordSuggestion> {
    const MOST: usize = 15;
    let mut all = own(facts, offer);
    for other in others {
        let is_form = all
            .iter()
            .any(|known| is_in(&known.keyword, &other.keyword));
        if other.intent_score >= SURE || is_form {
            all.push(other);
        }
    }
    let mut seen: HashSet<(bool, Vec<String>)> = HashSet::new();
    all.retain(|keyword| {
        let is_wish = keyword.kind == KeywordType::Problem;
        seen.insert((is_wish, stems(&keyword.keyword)))
    });
    fill_up(&mut all);
    all.truncate(MOST);
    all
}

/// What scores less is a guess, and a sentence gives little to guess from.
const SURE: u8 = 48;

fn is_in(keyword: &str, longer: &str) -> bool {
    let (keyword, longer) = (keyword.to_lowercase(), longer.to_lowercase());
    longer.len() > keyword.len() && longer.contains(&keyword)
}

fn own(facts: &WebsiteFacts, offer: &str) -> Vec<KeywordSuggestion> {
    let said = OfferWords::read(offer);
    let mut found: Vec<(KeywordType, String, u8)> = Vec::new();
    if let Some(audience) = facts.audience.as_ref().map(|told| first(&told.value)) {
        let with = |thing: &String| (KeywordType::Category, format!("{thing} for {audience}"), 92);
        found.extend(said.things.iter().map(with));
    }
    found.extend(said.wish.map(|wish| (KeywordType::Problem, wish, 88)));
    let alone = said.things.into_iter().filter(|thing| is_telling(thing));
    found.extend(alone.map(|thing| (KeywordType::Category, thing, 86)));
    if found.is_empty() {
        let phrases = keyphrases(offer, 2).into_iter();
        found.extend(phrases.map(|phrase| (KeywordType::Category, phrase.to_lowercase(), 80)));
    }
    let suggestion = |(kind, keyword, intent_score)| KeywordSuggestion {
        keyword,
        kind,
        intent_score,
        context: facts.description.clone(),
    };
    found.into_iter().map(suggestion).collect()
}

/// A sentence about something rare gives few keywords; its own words then come in other forms.
fn fill_up(keywords: &mut Vec<KeywordSuggestion>) {
    const FEWEST: usize = 5;
    let things: Vec<KeywordSuggestion> = keywords
        .iter()
        .filter(|known| known.kind == KeywordType::Category)
        .cloned()
        .collect();
    let forms = ["best", "where to find", "affordable"];
    let forms = forms
        .iter()
        .flat_map(|lead| things.iter().map(move |thing| (lead, thing)));
    for (lead, thing) in forms.take(FEWEST.saturating_sub(keywords.len())) {
        keywords.push(KeywordSuggestion {
            keyword: format!("{lead} {}", thing.keyword),
            intent_score: thing.intent_score.min(40),
            ..thing.clone()
        });
    }
}

/// The first of those whom a company sells to, as written: "B2B teams" of "B2B teams and agencies".
fn first(audience: &str) -> &str {
    let first = audience.split([',', '&']).next().unwrap_or("");
    first.split(" and ").next().unwrap_or("").trim()
}

/// What an offer names.
#[derive(Default)]
struct OfferWords {
    /// The things it begins with: "bookkeeping" and "tax filing".
    things: Vec<String>,
    /// What the customer gets to do: "remove background noise".
    wish: Option<String>,
}

impl OfferWords {
    fn read(offer: &str) -> Self {
        let all: Vec<Word<'_>> = words(offer).collect();
        let folded: Vec<String> = all
            .iter()
            .map(|word| fold(word.text).into_owned())
            .collect();
        let skipped = folded.iter().take_while(|word| is_stopword(word)).count();
        let is_bound = folded
            .get(skipped + 1)
            .is_some_and(|next| is_pair(&folded[skipped], next));
        let verb = folded
            .get(skipped)
            .filter(|_| !is_bound)
            .map(|word| base(word));
        let sells = verb.is_some_and(|verb| {
            word_list("base").contains(&verb) || word_list("doing").contains(&verb)
        });
        let wish = wish(&folded, skipped).filter(|_| !sells && !is_bound);
        let is_wish_first = !sells && !is_bound && verb.is_some_and(is_wish_verb);
        let from = skipped + usize::from(sells || is_wish_first);
        let mut things = things(offer, &all[from.min(all.len())..]);
        // "rent" of "collect rent" says nothing without its verb.
        things.retain(|thing| !is_wish_first || thing.contains(' '));
        Self { things, wish }
    }
}

/// "sell" of "sells".
fn base(verb: &str) -> &str {
    verb.strip_suffix('s').unwrap_or(verb)
}

/// The names at the start, up to where the sentence goes on about them.
fn things(offer: &str, all: &[Word<'_>]) -> Vec<String> {
    const LONGEST: usize = 4;
    let mut things: Vec<Vec<&Word<'_>>> = vec![Vec::new()];
    for (at, word) in all.iter().enumerate() {
        let folded = fold(word.text);
        let gap = if at == 0 {
            " "
        } else {
            &offer[all[at - 1].end..word.start]
        };
        let is_and = matches!(folded.as_ref(), "and" | "or");
        let is_list = gap.trim() == ",";
        let is_border = is_stopword(&folded) || gap.contains([':', ';', '.', '(', '–', '—']);
        if is_and || is_list {
            things.push(Vec::new());
        }
        if !is_and && is_border {
            break;
        }
        if !is_and && let Some(thing) = things.last_mut() {
            thing.push(word);
        }
    }
    things
        .into_iter()
        .filter(|thing| (1..=LONGEST).contains(&thing.len()))
        .map(|thing| spelled(&offer[thing[0].start..thing[thing.len() - 1].end]))
        .collect()
}

/// The first word in lower case, unless it is written in capitals; names keep theirs.
fn spelled(phrase: &str) -> String {
    let first = phrase.split(' ').next().unwrap_or_default();
    if first.chars().filter(|c| c.is_uppercase()).count() > 1 {
        return phrase.to_owned();
    }
    format!("{}{}", first.to_lowercase(), &phrase[first.len()..])
}

/// Whether a thing can be looked for without its audience: "websites" finds everything.
fn is_telling(thing: &str) -> bool {
    const SHORTEST: usize = 3;
    let all: Vec<String> = words(thing)
        .map(|word| fold(word.text).into_owned())
        .collect();
    let is_plain =
        |word: &String| is_generality(&stem(word)) || is_describing(word) || word.ends_with("ed");
    match all.as_slice() {
        [word] => word.len() >= SHORTEST && !is_plain(word) && !is_kind(word),
        all => !all.iter().all(is_plain),
    }
}

/// The first wish: at the start, or what the thing does for its user.
fn wish(folded: &[String], start: usize) -> Option<String> {
    const LONGEST: usize = 5;
    let is_clause = |at: usize| at == start || matches!(folded[at - 1].as_str(), "that" | "which");
    let at = (start..folded.len())
        .filter(|at| is_clause(*at))
        .find(|at| is_wish_verb(base(&folded[*at])))?;
    let object: Vec<&str> = folded[at + 1..]
        .iter()
        .take_while(|word| !is_stopword(word))
        .take(LONGEST)
        .map(String::as_str)
        .collect();
    (!object.is_empty()).then(|| format!("{} {}", base(&folded[at]), object.join(" ")))
}

fn stems(keyword: &str) -> Vec<String> {
    let folded = words(keyword).map(|word| fold(word.text).into_owned());
    let telling = folded.filter(|word| !is_stopword(word));
    let mut stems: Vec<String> = telling.map(|word| stem(&word).into_owned()).collect();
    stems.sort();
    stems
}
