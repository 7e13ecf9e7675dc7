//! Reddit's budget of calls as an operator sees it.

use chrono::{DateTime, Utc};

use super::store;
use platform::clock::Clock;
use platform::db::{Db, DbResult};

/// The window of calls that runs now, for all processes together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RedditBudget {
    pub allowance: i64,
    pub left: i64,
    pub ends_at: DateTime<Utc>,
    /// Until when Reddit is left alone; none while it may be called.
    pub rests_until: Option<DateTime<Utc>>,
}

/// What is left of the calls; none before the first one. Nothing is locked, so it may be a moment old.
pub async fn reddit_budget(db: &Db, clock: &Clock) -> DbResult<Option<RedditBudget>> {
    let now = clock.real();
    let Some(mut window) = store::budget::read(db).await? else {
        return Ok(None);
    };
    window.roll(now);
    Ok(Some(RedditBudget {
        allowance: window.allowance,
        left: (window.allowance - window.used).max(0),
        ends_at: window.ends_at,
        rests_until: Some(window.rest_until).filter(|until| *until > now),
    }))
}
