//! The filters of the list of posts, parsed into a query.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use serde_json::Value;
use utoipa::IntoParams;
use uuid::Uuid;

use super::store::{self, FilterablePost, PostOrder, PostQuery};
use finds::{
    BadParameter, MAX_LIMIT, RowState, StateSelection, flag, given, number, refresh_filters, words,
};
use platform::db::Db;

/// The filters, as they come. Whatever is left out or empty filters nothing.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct PostFilters {
    /// Only posts from the last hour, day, week, month or year, or all.
    timeframe: Option<String>,
    /// From 0 to 100.
    min_relevance_score: Option<String>,
    /// Names, separated by commas.
    #[param(example = "freelance,smallbusiness")]
    subreddits: Option<String>,
    /// open, saved, answered, won, rejected or all. Default: open and saved.
    state: Option<String>,
    /// Include rejected posts with the open and saved ones; `state` takes precedence.
    include_rejected: Option<String>,
    /// Only rejected posts; `state` takes precedence.
    rejected: Option<String>,
    /// Words in the title, the subreddit, the author or a keyword.
    q: Option<String>,
    /// relevance, new, popular or found.
    sort_by: Option<String>,
    /// Posts that name the company: only or hide.
    names_you: Option<String>,
    /// Google result page: first (1 to 10), second (11 to 20) or any.
    rank: Option<String>,
}

const MAX_SUBREDDITS: usize = 100;

impl PostFilters {
    /// The posts that are asked for, as they were at `as_of`.
    pub(super) fn parse(
        &self,
        user_id: Uuid,
        now: DateTime<Utc>,
        as_of: Option<DateTime<Utc>>,
    ) -> Result<(PostQuery, PostOrder), BadParameter> {
        let query = PostQuery {
            user_id,
            states: self.states()?,
            written_since: self.written_since(now)?,
            saved_until: as_of,
            least_relevance: self.least_relevance()?,
            subreddits: self.subreddits()?,
            words: words(self.q.as_ref()),
            names_brand: self.names_brand()?,
            ranks: self.ranks()?,
            found_by: None,
        };
        Ok((query, order(given(self.sort_by.as_ref()))?))
    }

    fn states(&self) -> Result<StateSelection, BadParameter> {
        let only = flag(self.rejected.as_ref(), "rejected")?;
        let also = flag(self.include_rejected.as_ref(), "includeRejected")?;
        let otherwise = match (only, also) {
            (true, _) => StateSelection::Only(RowState::Rejected),
            (false, true) => StateSelection::ListedAndRejected,
            (false, false) => StateSelection::Listed,
        };
        StateSelection::parse(self.state.as_ref(), otherwise)
    }

    fn written_since(&self, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, BadParameter> {
        let hours = match given(self.timeframe.as_ref()) {
            None | Some("all") => return Ok(None),
            Some("hour") => 1,
            Some("day") => 24,
            Some("week") => 7 * 24,
            Some("month") => 30 * 24,
            Some("year") => 365 * 24,
            Some(_) => {
                return Err(BadParameter::new(
                    "timeframe must be hour, day, week, month, year or all.",
                ));
            }
        };
        Ok(Some(now - TimeDelta::hours(hours)))
    }

    fn least_relevance(&self) -> Result<Option<i64>, BadParameter> {
        let least = number(self.min_relevance_score.as_ref(), 0..=100, 0);
        let least = least.ok_or_else(|| {
            BadParameter::new("minRelevanceScore must be a number from 0 to 100.")
        })?;
        Ok(Some(least).filter(|least| *least > 0))
    }

    fn names_brand(&self) -> Result<Option<bool>, BadParameter> {
        match given(self.names_you.as_ref()) {
            None => Ok(None),
            Some("only") => Ok(Some(true)),
            Some("hide") => Ok(Some(false)),
            Some(_) => Err(BadParameter::new("namesYou must be only or hide.")),
        }
    }

    fn ranks(&self) -> Result<Option<(i64, i64)>, BadParameter> {
        match given(self.rank.as_ref()) {
            None => Ok(None),
            Some("first") => Ok(Some((1, 10))),
            Some("second") => Ok(Some((11, 20))),
            Some("any") => Ok(Some((1, 20))),
            Some(_) => Err(BadParameter::new("rank must be first, second or any.")),
        }
    }

    fn subreddits(&self) -> Result<Vec<String>, BadParameter> {
        let names: Vec<String> = given(self.subreddits.as_ref())
            .unwrap_or_default()
            .split(',')
            .map(|name| name.trim().trim_start_matches("r/").to_lowercase())
            .filter(|name| !name.is_empty())
            .collect();
        if names.len() > MAX_SUBREDDITS {
            return Err(BadParameter::new(format!(
                "You can filter by at most {MAX_SUBREDDITS} subreddits."
            )));
        }
        Ok(names)
    }
}

/// A user's best posts, at most one page.
pub(super) async fn best(db: &Db, user_id: Uuid) -> anyhow::Result<Vec<Value>> {
    refresh_filters::<FilterablePost>(db, user_id).await?;
    let query = PostQuery {
        states: StateSelection::Listed,
        ..PostQuery::all_of(user_id)
    };
    let page = store::page(db, &query, PostOrder::Relevance, (MAX_LIMIT, 0)).await?;
    Ok(serde_json::from_str(page.into_raw()?.get())?)
}

/// The order that `sortBy` names, for a list and for a search alike.
pub(super) fn order(sort_by: Option<&str>) -> Result<PostOrder, BadParameter> {
    match sort_by {
        None | Some("" | "relevance") => Ok(PostOrder::Relevance),
        Some("new") => Ok(PostOrder::New),
        Some("popular") => Ok(PostOrder::Popular),
        Some("found") => Ok(PostOrder::Found),
        Some(_) => Err(BadParameter::new(
            "sortBy must be relevance, new, popular or found.",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(
        change: impl FnOnce(&mut PostFilters),
    ) -> Result<(PostQuery, PostOrder), BadParameter> {
        let mut filters = PostFilters::default();
        change(&mut filters);
        let now = "2026-11-15T12:00:00Z".parse().unwrap();
        filters.parse(Uuid::nil(), now, None)
    }

    #[test]
    fn what_is_left_out_or_empty_filters_nothing() {
        let (query, order) = parsed(|filters| {
            filters.timeframe = Some(String::new());
            filters.q = Some("  ".to_owned());
            filters.subreddits = Some(" , ".to_owned());
        })
        .unwrap();

        assert_eq!(order, PostOrder::Relevance);
        assert_eq!(query.states, StateSelection::Listed);
        assert_eq!(query.written_since, None);
        assert_eq!((query.words.len(), query.subreddits.len()), (0, 0));
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_what_would() {
        let check = |change: fn(&mut PostFilters), message: &str| {
            assert_eq!(parsed(change).unwrap_err().message, message);
        };

        check(
            |it| it.timeframe = Some("decade".to_owned()),
            "timeframe must be hour, day, week, month, year or all.",
        );
        check(
            |it| it.min_relevance_score = Some("101".to_owned()),
            "minRelevanceScore must be a number from 0 to 100.",
        );
        check(
            |it| it.sort_by = Some("old".to_owned()),
            "sortBy must be relevance, new, popular or found.",
        );
        check(
            |it| it.names_you = Some("never".to_owned()),
            "namesYou must be only or hide.",
        );
        check(
            |it| it.rank = Some("third".to_owned()),
            "rank must be first, second or any.",
        );
        check(
            |it| it.rejected = Some("maybe".to_owned()),
            "rejected must be true or false.",
        );
    }

    #[test]
    fn names_of_communities_are_taken_as_people_write_them() {
        let (query, _) =
            parsed(|filters| filters.subreddits = Some("r/Freelance, SEO,,".to_owned())).unwrap();

        assert_eq!(query.subreddits, ["freelance", "seo"]);
    }
}
