//! Keywords, competitors and communities that would have found leads, from the posts that a discovery
//! has judged anyway.

use std::collections::{BTreeMap, HashSet};

use anyhow::Context;
use lens::keywords::keyphrases;
use lens::text;
use uuid::Uuid;

use super::discovery_job::keywords_of;
use super::post_filter::least_score;
use super::relevance_judge::JudgedPost;
use super::store::{self, SearchSuggestion};
use platform::db::Db;
use platform::jobs::Lease;

/// How many of each kind are stored: the best may be tracked or dismissed by the time they are read.
const MOST_OF_A_KIND: usize = 12;
const MOST_SHOWN: usize = 8;
const PHRASES_PER_POST: usize = 12;
/// What one post alone says may be chance.
const LEAST_LEADS: i64 = 2;
/// A longer phrase says what somebody struggles with.
const WORDS_OF_A_PROBLEM: usize = 3;

/// Stores what this discovery suggests. A partial one has seen too little to say.
pub(super) async fn compute(
    lease: &Lease,
    (db, user_id): (&Db, Uuid),
    is_partial: bool,
    judged: &[JudgedPost],
) -> anyhow::Result<()> {
    if is_partial {
        return Ok(());
    }
    let company = onboarding::company_of(db, user_id).await?;
    let own = company.map(|it| it.company_name).unwrap_or_default();
    let is_lead = |it: &&JudgedPost| {
        it.post.relevance_score >= least_score() && it.noise.is_none() && !it.post.names_brand
    };
    let leads = judged.iter().filter(is_lead).map(|judged| {
        let post = &judged.post;
        let body = post.content.clone().unwrap_or_default();
        (post.subreddit.clone(), format!("{}\n{body}", post.title))
    });
    let leads: Vec<(String, String)> = leads.collect();
    let counting = tokio::task::spawn_blocking(move || suggested(&own, &leads));
    let suggested = counting
        .await
        .context("counting what leads have in common")?;
    let mut tx = lease.begin().await?;
    store::replace_suggestions(&mut tx, user_id, &suggested, lease.clock().now()).await?;
    Ok(tx.commit().await?)
}

/// A user's suggestions, without what they track by now.
pub(super) async fn untracked(db: &Db, user_id: Uuid) -> anyhow::Result<Vec<SearchSuggestion>> {
    let keywords = keywords_of(db, user_id).await?;
    let keywords: Vec<HashSet<String>> = keywords.iter().map(|it| stems(it)).collect();
    let is_keyword = |value: &str| {
        let own = stems(value);
        let mut keywords = keywords.iter();
        keywords.any(|it| it.is_subset(&own) || own.is_subset(it))
    };
    let communities = searches::community_choice(db, user_id).await?;
    // What was switched off or removed is not proposed again either.
    let is_chosen = |name: &str| {
        let mut on = communities.on.iter();
        on.any(|it| it.eq_ignore_ascii_case(name))
            || communities.barred.contains(&name.to_lowercase())
    };
    let is_tracked = |it: &SearchSuggestion| match it.kind.as_str() {
        "community" => is_chosen(&it.value),
        _ => is_keyword(&it.value),
    };
    let all = store::suggestions(db, user_id).await?.into_iter();
    Ok(all.filter(|it| !is_tracked(it)).take(MOST_SHOWN).collect())
}

fn suggested(own: &str, leads: &[(String, String)]) -> Vec<SearchSuggestion> {
    let phrases = leads
        .iter()
        .map(|(_, text)| keyphrases(text, PHRASES_PER_POST));
    let phrases: Vec<Vec<String>> = phrases.collect();
    let of_words = |is_problem: bool| {
        let is_of_kind = move |phrase: &&String| {
            (phrase.split_whitespace().count() >= WORDS_OF_A_PROBLEM) == is_problem
        };
        let some = phrases.iter();
        some.map(move |all| all.iter().filter(is_of_kind).cloned().collect())
    };
    let is_other = |name: &String| !name.eq_ignore_ascii_case(own);
    let names = leads.iter().map(|(_, text)| {
        let names = compared_names(text).into_iter();
        names.filter(is_other).collect::<Vec<_>>()
    });
    let communities = leads.iter().map(|(subreddit, _)| vec![subreddit.clone()]);
    let mut all = counted("keyword", of_words(false));
    all.extend(counted("problem", of_words(true)));
    all.extend(counted("competitor", names));
    all.extend(counted("community", communities));
    all
}

/// The values that at least two leads have, the most frequent first.
fn counted(kind: &str, of_leads: impl Iterator<Item = Vec<String>>) -> Vec<SearchSuggestion> {
    let mut counts: BTreeMap<String, (String, i64)> = BTreeMap::new();
    for values in of_leads {
        let mut seen = HashSet::new();
        for value in values {
            let folded = value.to_lowercase();
            if seen.insert(folded.clone()) {
                counts.entry(folded).or_insert((value, 0)).1 += 1;
            }
        }
    }
    let found = counts
        .into_values()
        .filter(|(_, count)| *count >= LEAST_LEADS);
    let mut found: Vec<SearchSuggestion> = found
        .map(|(value, would_have_found)| SearchSuggestion {
            kind: kind.to_owned(),
            value,
            would_have_found,
        })
        .collect();
    found.sort_by_key(|it| std::cmp::Reverse(it.would_have_found));
    found.truncate(MOST_OF_A_KIND);
    found
}

/// The capitalized names before and after "vs" and "or", and after "alternative to" and "switch from".
fn compared_names(text: &str) -> Vec<String> {
    let words: Vec<_> = text::words(text).map(|word| word.text).collect();
    let folded: Vec<String> = words.iter().map(|it| text::fold(it).into_owned()).collect();
    let mut names = Vec::new();
    for at in 1..words.len().saturating_sub(1) {
        let (before, next) = (words[at - 1], words[at + 1]);
        let is_between = matches!(folded[at].as_str(), "vs" | "versus" | "or");
        if is_between && is_name(before) && is_name(next) {
            names.extend([before.to_owned(), next.to_owned()]);
        }
        let leads_to_one = match folded[at].as_str() {
            "to" => matches!(folded[at - 1].as_str(), "alternative" | "alternatives"),
            "from" => matches!(folded[at - 1].as_str(), "switch" | "switching" | "switched"),
            _ => false,
        };
        if leads_to_one && is_name(next) {
            names.push(next.to_owned());
        }
    }
    names
}

fn is_name(word: &str) -> bool {
    const ORDINARY: [&str; 8] = [
        "Excel", "Google", "Sheets", "CSV", "PDF", "API", "Word", "I",
    ];
    word.starts_with(char::is_uppercase)
        && !text::is_stopword(&text::fold(word))
        && !ORDINARY.contains(&word)
}

fn stems(text: &str) -> HashSet<String> {
    let words = text::words(text).map(|word| text::fold(word.text).into_owned());
    words.map(|word| text::stem(&word).into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_two_leads_compare_or_have_in_common_is_suggested_with_their_number() {
        let leads = [
            ("freelance", "FreshBooks vs Wave for someone with 4 clients"),
            ("freelance", "An alternative to FreshBooks for a sign shop?"),
            ("agency", "Paperlark or Wave for two people?"),
        ];
        let leads = leads.map(|(place, text)| (place.to_owned(), text.to_owned()));

        let all = suggested("Paperlark", &leads);

        let of = |kind: &str| -> Vec<(String, i64)> {
            let some = all.iter().filter(|it| it.kind == kind);
            some.map(|it| (it.value.clone(), it.would_have_found))
                .collect()
        };
        assert_eq!(of("community"), [("freelance".to_owned(), 2)]);
        let names = [("FreshBooks".to_owned(), 2), ("Wave".to_owned(), 2)];
        assert_eq!(of("competitor"), names);
    }
}
