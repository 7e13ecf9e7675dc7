//! The plan: which searches a scan makes, and which take the place of those that find nothing.

use std::collections::HashSet;

use anyhow::Context;
use chrono::{DateTime, Utc};
use lens::keywords::KeywordType;
use lens::search_plan::{PLAN_SIZE, PlanSource, PlannedSearch, SearchOrigin, search_plan};
use onboarding::{Company, KeywordKind};
use uuid::Uuid;

use super::RUNS_KEPT;
use super::keyword_searches::reddit_query;
use super::store::{self, SearchToRun, StoredSearch};
use platform::db::{Db, DbResult, Tx};

/// So many are made even if the last of them found nothing.
const FEWEST: usize = 15;

/// All searches that make sense for a user, best first, on a blocking thread: the company's text is
/// read for it.
pub async fn derive(
    db: &Db,
    user_id: Uuid,
    keywords: Vec<String>,
) -> anyhow::Result<Vec<PlannedSearch>> {
    let company = onboarding::company_of(db, user_id).await?;
    let deriving = tokio::task::spawn_blocking(move || derived(company.as_ref(), &keywords));
    deriving.await.context("deriving the searches")
}

/// Keywords with operators are searched first; `lens` knows the plain ones only.
fn derived(company: Option<&Company>, keywords: &[String]) -> Vec<PlannedSearch> {
    let mut searches = Vec::new();
    let mut plain = Vec::new();
    for keyword in keywords {
        match reddit_query(keyword) {
            Some(query) => searches.push(PlannedSearch {
                phrase: keyword.clone(),
                query,
                origin: SearchOrigin::Keyword,
                is_in_communities: false,
            }),
            None => plain.push(keyword.clone()),
        }
    }
    searches.extend(plainly_derived(company, &plain));
    searches
}

fn plainly_derived(company: Option<&Company>, keywords: &[String]) -> Vec<PlannedSearch> {
    let Some(company) = company else {
        return search_plan(&PlanSource {
            keywords,
            ..PlanSource::default()
        });
    };
    let facts = &company.facts;
    let proposed = facts.proposed_keywords.iter();
    let proposed = proposed.map(|it| (it.keyword.clone(), kind(it.kind)));
    search_plan(&PlanSource {
        name: &company.company_name,
        one_liner: company.meta_description.as_deref().unwrap_or_default(),
        description: company.description.as_deref().unwrap_or_default(),
        audience: facts.audience.as_deref(),
        products: &facts.products,
        competitors: &facts.competitors,
        keywords,
        proposed: &proposed.collect::<Vec<_>>(),
    })
}

fn kind(kind: KeywordKind) -> KeywordType {
    match kind {
        KeywordKind::Problem => KeywordType::Problem,
        KeywordKind::Product => KeywordType::Product,
        KeywordKind::Category => KeywordType::Category,
        KeywordKind::Competitor => KeywordType::Competitor,
        KeywordKind::Audience => KeywordType::Audience,
    }
}

pub(super) async fn refresh(
    tx: &mut Tx,
    user_id: Uuid,
    now: DateTime<Utc>,
    derived: &[PlannedSearch],
) -> DbResult<Vec<SearchToRun>> {
    let stored = store::stored(tx, user_id).await?;
    let silent: HashSet<Uuid> = store::silent(tx, user_id).await?.into_iter().collect();
    let chosen = chosen(&stored, &silent, derived, now);
    for (place, search) in (0_i64..).zip(&chosen) {
        store::plan(tx, user_id, now, (search, place)).await?;
    }
    let folded: HashSet<String> = chosen.iter().map(|it| it.phrase.to_lowercase()).collect();
    let dropped = stored.iter().filter(|row| row.retired_at.is_none());
    for row in dropped.filter(|row| !folded.contains(&row.folded)) {
        store::retire(tx, row.id, now, silent.contains(&row.id)).await?;
    }
    store::searches_on_in(tx, user_id).await
}

/// The keywords, and as many derived searches as there is room for. What found nothing comes only
/// where there is nothing else.
fn chosen<'a>(
    stored: &[StoredSearch],
    silent: &HashSet<Uuid>,
    derived: &'a [PlannedSearch],
    now: DateTime<Utc>,
) -> Vec<&'a PlannedSearch> {
    let is_spent = |search: &PlannedSearch| {
        let folded = search.phrase.to_lowercase();
        let known = stored.iter().find(|row| row.folded == folded);
        known.is_some_and(|row| match row.retired_at {
            // A switch that somebody turned off stays where they can see it.
            None => row.is_on && silent.contains(&row.id),
            Some(at) => row.was_silent && at > now - RUNS_KEPT,
        })
    };
    let (keywords, others): (Vec<_>, Vec<_>) = derived
        .iter()
        .partition(|search| search.origin == SearchOrigin::Keyword);
    let (spent, fresh): (Vec<_>, Vec<_>) = others.into_iter().partition(|it| is_spent(it));
    let room = PLAN_SIZE.saturating_sub(keywords.len());
    let mut chosen = keywords;
    chosen.extend(fresh.into_iter().take(room));
    let missing = FEWEST.saturating_sub(chosen.len());
    chosen.extend(spent.into_iter().take(missing));
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn derived(count: usize) -> Vec<PlannedSearch> {
        let search = |number: usize| PlannedSearch {
            phrase: format!("Problem {number}"),
            query: format!("problem {number}"),
            origin: SearchOrigin::Problem,
            is_in_communities: false,
        };
        (0..count).map(search).collect()
    }

    fn stored(number: usize, is_on: bool) -> StoredSearch {
        StoredSearch {
            id: Uuid::from_u128(number as u128),
            folded: format!("problem {number}"),
            is_on,
            retired_at: None,
            was_silent: false,
        }
    }

    fn phrases(chosen: &[&PlannedSearch]) -> Vec<String> {
        chosen.iter().map(|search| search.phrase.clone()).collect()
    }

    #[test]
    fn keywords_that_differ_in_their_operators_alone_are_all_searched_for() {
        let keywords = [
            "invoicing",
            "invoicing -hiring",
            "\"invoicing\" sub:freelance",
        ];
        let keywords = keywords.map(ToOwned::to_owned);

        let derived = super::derived(None, &keywords);

        let queries: Vec<&str> = derived.iter().map(|it| it.query.as_str()).collect();
        assert_eq!(
            queries,
            [
                "invoicing NOT hiring",
                "\"invoicing\" subreddit:freelance",
                "invoicing"
            ]
        );
    }

    #[test]
    fn a_search_that_finds_nothing_makes_room_for_the_next() {
        let rows = [stored(0, true), stored(1, false)];
        let silent = rows.iter().map(|row| row.id).collect();
        let derived = derived(40);

        let chosen = chosen(&rows, &silent, &derived, DateTime::UNIX_EPOCH);

        let phrases = phrases(&chosen);
        assert_eq!(phrases.len(), PLAN_SIZE);
        assert!(!phrases.contains(&"Problem 0".to_owned()));
        assert!(
            phrases.contains(&"Problem 1".to_owned()),
            "it was switched off by hand"
        );
    }

    #[test]
    fn without_a_next_one_a_search_stays() {
        let rows = [stored(0, true)];
        let silent = rows.iter().map(|row| row.id).collect();
        let derived = derived(3);

        let chosen = chosen(&rows, &silent, &derived, DateTime::UNIX_EPOCH);

        assert_eq!(phrases(&chosen), ["Problem 1", "Problem 2", "Problem 0"]);
    }
}
