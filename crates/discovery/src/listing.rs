//! What a page may ask of the list of posts, checked and turned into what the store understands.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use serde_json::Value;
use utoipa::IntoParams;
use uuid::Uuid;

use super::filtering;
use super::store::{self, Order, Rows, Which};
use platform::clock::Clock;
use platform::db::Db;
use platform::filters::{given, number, time, words, yes};

/// The filters, as they come. Whatever is left out or empty filters nothing.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct Filters {
    /// How long ago posts were written at most: hour, day, week, month, year or all.
    timeframe: Option<String>,
    /// From 0 to 100.
    min_relevance_score: Option<String>,
    /// Names, separated by commas.
    #[param(example = "freelance,smallbusiness")]
    subreddits: Option<String>,
    /// Rejected posts beside the others.
    include_rejected: Option<String>,
    /// Only rejected posts.
    rejected: Option<String>,
    /// Words in the title, the subreddit, the author or a keyword.
    q: Option<String>,
    /// relevance, new or popular.
    sort_by: Option<String>,
    /// At most 200.
    #[param(example = 50)]
    limit: Option<String>,
    #[param(example = 0)]
    offset: Option<String>,
    /// The `asOf` of the first page: posts that were saved later are left out, so that pages do not
    /// shift while a discovery runs.
    as_of: Option<String>,
}

/// What is asked for.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) which: Which,
    pub(super) order: Order,
    pub(super) limit: i64,
    pub(super) offset: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum BadFilter {
    #[error("timeframe is hour, day, week, month, year or all.")]
    Timeframe,
    #[error("minRelevanceScore is a number from 0 to 100.")]
    Score,
    #[error("sortBy is relevance, new or popular.")]
    Sort,
    #[error("limit is a number from 1 to {MOST}.")]
    Limit,
    #[error("offset is a number from 0.")]
    Offset,
    #[error("{0} is true or false.")]
    YesOrNo(&'static str),
    #[error("asOf is a time, as an answer gave it.")]
    AsOf,
    #[error("There are at most {MOST_SUBREDDITS} subreddits at a time.")]
    Subreddits,
}

/// The page size of the spec (§9), and the most that is handed out at once.
const USUAL: i64 = 50;
const MOST: i64 = 200;
const FURTHEST: i64 = 10_000_000;
const MOST_SUBREDDITS: usize = 100;

impl Filters {
    pub(super) fn read(&self, user_id: Uuid, now: DateTime<Utc>) -> Result<Asked, BadFilter> {
        Ok(Asked {
            which: Which {
                user_id,
                rows: self.rows()?,
                written_since: self.written_since(now)?,
                saved_until: self.saved_until()?,
                least_relevance: self.least_relevance()?,
                subreddits: self.subreddits()?,
                words: words(self.q.as_ref()),
                found_by: None,
            },
            order: order(given(self.sort_by.as_ref()))?,
            limit: number(self.limit.as_ref(), 1..=MOST, USUAL).ok_or(BadFilter::Limit)?,
            offset: number(self.offset.as_ref(), 0..=FURTHEST, 0).ok_or(BadFilter::Offset)?,
        })
    }

    fn rows(&self) -> Result<Rows, BadFilter> {
        let only = yes(self.rejected.as_ref()).ok_or(BadFilter::YesOrNo("rejected"))?;
        let also =
            yes(self.include_rejected.as_ref()).ok_or(BadFilter::YesOrNo("includeRejected"))?;
        Ok(match (only, also) {
            (true, _) => Rows::Rejected,
            (false, true) => Rows::Both,
            (false, false) => Rows::Kept,
        })
    }

    fn written_since(&self, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, BadFilter> {
        let hours = match given(self.timeframe.as_ref()) {
            None | Some("all") => return Ok(None),
            Some("hour") => 1,
            Some("day") => 24,
            Some("week") => 7 * 24,
            Some("month") => 30 * 24,
            Some("year") => 365 * 24,
            Some(_) => return Err(BadFilter::Timeframe),
        };
        Ok(Some(now - TimeDelta::hours(hours)))
    }

    fn saved_until(&self) -> Result<Option<DateTime<Utc>>, BadFilter> {
        time(self.as_of.as_ref()).map_err(|_| BadFilter::AsOf)
    }

    fn least_relevance(&self) -> Result<Option<i64>, BadFilter> {
        let least = number(self.min_relevance_score.as_ref(), 0..=100, 0);
        Ok(Some(least.ok_or(BadFilter::Score)?).filter(|least| *least > 0))
    }

    fn subreddits(&self) -> Result<Vec<String>, BadFilter> {
        let names: Vec<String> = given(self.subreddits.as_ref())
            .unwrap_or_default()
            .split(',')
            .map(|name| name.trim().trim_start_matches("r/").to_lowercase())
            .filter(|name| !name.is_empty())
            .collect();
        if names.len() > MOST_SUBREDDITS {
            return Err(BadFilter::Subreddits);
        }
        Ok(names)
    }
}

/// The best posts, as many as are handed out at once.
pub(super) async fn best(db: &Db, clock: &Clock, user_id: Uuid) -> anyhow::Result<Vec<Value>> {
    let asked = Filters::default().read(user_id, clock.now())?;
    filtering::bring_up_to_date(db, user_id).await?;
    let page = store::page(db, &asked.which, Order::Relevance, (MOST, 0)).await?;
    Ok(serde_json::from_str(page.into_raw()?.get())?)
}

/// The order that `sortBy` names, for a list and for a search alike.
pub(super) fn order(sort_by: Option<&str>) -> Result<Order, BadFilter> {
    match sort_by {
        None | Some("" | "relevance") => Ok(Order::Relevance),
        Some("new") => Ok(Order::New),
        Some("popular") => Ok(Order::Popular),
        Some(_) => Err(BadFilter::Sort),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads(change: impl FnOnce(&mut Filters)) -> Result<Asked, BadFilter> {
        let mut filters = Filters::default();
        change(&mut filters);
        filters.read(Uuid::nil(), "2026-11-15T12:00:00Z".parse().unwrap())
    }

    #[test]
    fn what_is_left_out_or_empty_filters_nothing() {
        let asked = reads(|filters| {
            filters.timeframe = Some(String::new());
            filters.q = Some("  ".to_owned());
            filters.subreddits = Some(" , ".to_owned());
        })
        .unwrap();

        assert_eq!((asked.limit, asked.offset), (50, 0));
        assert_eq!(asked.order, Order::Relevance);
        assert_eq!(asked.which.rows, Rows::Kept);
        assert_eq!(asked.which.written_since, None);
        assert_eq!(
            (asked.which.words.len(), asked.which.subreddits.len()),
            (0, 0)
        );
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_what_would() {
        let refused = |change: fn(&mut Filters)| reads(change).unwrap_err();

        assert_eq!(
            refused(|it| it.timeframe = Some("decade".to_owned())),
            BadFilter::Timeframe
        );
        assert_eq!(
            refused(|it| it.min_relevance_score = Some("101".to_owned())),
            BadFilter::Score
        );
        assert_eq!(
            refused(|it| it.sort_by = Some("old".to_owned())),
            BadFilter::Sort
        );
        assert_eq!(
            refused(|it| it.limit = Some("201".to_owned())),
            BadFilter::Limit
        );
        assert_eq!(
            refused(|it| it.limit = Some("0".to_owned())),
            BadFilter::Limit
        );
        assert_eq!(
            refused(|it| it.offset = Some("-1".to_owned())),
            BadFilter::Offset
        );
        assert_eq!(
            refused(|it| it.rejected = Some("maybe".to_owned())),
            BadFilter::YesOrNo("rejected")
        );
        assert_eq!(
            refused(|it| it.as_of = Some("noon".to_owned())),
            BadFilter::AsOf
        );
    }

    #[test]
    fn names_of_communities_are_taken_as_people_write_them() {
        let asked =
            reads(|filters| filters.subreddits = Some("r/Freelance, SEO,,".to_owned())).unwrap();

        assert_eq!(asked.which.subreddits, ["freelance", "seo"]);
    }
}
