//! How many posts each minimum match would have brought, from the user's own posts.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use platform::db::{Db, DbResult};

/// The line that a user can draw.
pub(super) const LEAST_MATCH: i64 = 40;
pub(super) const MOST_MATCH: i64 = 100;

const PERIOD: TimeDelta = TimeDelta::days(30);

/// The posts that were written in the last 30 days. The first scan finds posts of a whole year at once:
/// by when they were found, its day would count for a year.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MatchHistogram {
    /// By match, from [`LEAST_MATCH`] to [`MOST_MATCH`].
    pub(super) counts: Vec<i64>,
    /// All of them, those below the least match too.
    pub(super) total: i64,
    /// How many days that covers; 0 before the first post was found.
    pub(super) days: i64,
}

pub(super) async fn load(db: &Db, user_id: Uuid, now: DateTime<Utc>) -> DbResult<MatchHistogram> {
    let scores = discovery::match_counts(db, user_id, now - PERIOD).await?;
    let has_posts = discovery::has_posts(db, user_id).await?;
    let count_of = |wanted: i64| {
        let same = scores.iter().filter(|(score, _)| *score == wanted);
        same.map(|(_, count)| count).sum()
    };
    Ok(MatchHistogram {
        counts: (LEAST_MATCH..=MOST_MATCH).map(count_of).collect(),
        total: scores.iter().map(|(_, count)| count).sum(),
        days: if has_posts { PERIOD.num_days() } else { 0 },
    })
}
