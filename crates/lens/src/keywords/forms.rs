//! Makes up the fewest keywords from the best ones, in the other forms that people type.

use super::selection::FEWEST;
use super::{KeywordSuggestion, KeywordType, categories};
use crate::taxonomy::{is_term, is_wish_verb};
use crate::text::{fold, words};
use crate::website::WebsiteFacts;

/// Adds forms until there are enough. Only what is surely offered or wanted has any: "best
/// physiotherapist" is typed, "best running injuries" is not.
pub(super) fn fill_up(facts: &WebsiteFacts, keywords: &mut Vec<KeywordSuggestion>) {
    let best: Vec<KeywordSuggestion> = keywords.clone();
    for round in 0..ROUNDS {
        for keyword in &best {
            let Some(form) = forms(facts, keyword).into_iter().nth(round) else {
                continue;
            };
            let is_known = keywords.iter().any(|known| known.keyword == form);
            if keywords.len() < FEWEST && !is_known {
                keywords.push(KeywordSuggestion {
                    keyword: form,
                    intent_score: keyword.intent_score.min(40),
                    ..keyword.clone()
                });
            }
        }
    }
}

const ROUNDS: usize = 3;

/// The forms of a keyword, most usual first.
fn forms(facts: &WebsiteFacts, keyword: &KeywordSuggestion) -> Vec<String> {
    let text = &keyword.keyword;
    let first = text.split(' ').next().unwrap_or("");
    let last = words(text)
        .last()
        .map_or_else(String::new, |word| fold(word.text).into_owned());
    let is_short = words(text).count() <= 3;
    match keyword.kind {
        KeywordType::Problem if is_wish_verb(first) => vec![format!("how to {text}")],
        KeywordType::Category | KeywordType::Product if is_short => {
            let is_shop = facts
                .business_type
                .as_ref()
                .is_some_and(|kind| kind.value == "Online store");
            let is_offer = categories::is_tail(&last) || is_term(text);
            let is_goods = last.ends_with('s') && is_shop;
            if is_goods {
                vec![
                    format!("best {text}"),
                    format!("where to buy {text}"),
                    format!("{text} online"),
                ]
            } else if facts.town.is_some() && is_offer {
                vec![format!("{text} near me"), format!("best {text}")]
            } else if is_offer {
                vec![
                    format!("best {text}"),
                    format!("{text} recommendations"),
                    format!("affordable {text}"),
                ]
            } else {
                Vec::new()
            }
        }
        _ => Vec::new(),
    }
}
