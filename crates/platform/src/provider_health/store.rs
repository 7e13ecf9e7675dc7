//! SQL of what is known about providers, one row each.

use chrono::{DateTime, TimeDelta, Utc};

use super::Provider;
use crate::db::{Db, DbResult, Tx, args};

/// What all processes have seen of a provider. Wall time.
#[derive(Clone, Debug, PartialEq, Eq, row_derive::FromRow)]
pub struct HealthState {
    pub answered_at: Option<DateTime<Utc>>,
    /// The first failure since the last answer; none while it answers.
    pub failing_since: Option<DateTime<Utc>>,
    /// What kind of failure, such as `unauthorised`.
    pub failure: Option<String>,
}

/// The same with the provider's name.
#[derive(Clone, Debug, PartialEq, Eq, row_derive::FromRow)]
pub struct NamedHealth {
    pub provider: String,
    pub answered_at: Option<DateTime<Utc>>,
    pub failing_since: Option<DateTime<Utc>>,
    pub failure: Option<String>,
}

/// What became of the report that a provider fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// It was well until then.
    Changed(DateTime<Utc>),
    Known,
    /// Another process has heard it a moment ago.
    Refuted,
}

/// Somebody who heard the provider so recently knows better than somebody who did not.
const RECENTLY: TimeDelta = TimeDelta::seconds(30);

const SELECT: &str =
    "select answered_at, failing_since, failure from provider_health where provider = $1";

pub(super) async fn state_of(db: &Db, provider: Provider) -> DbResult<Option<HealthState>> {
    db.maybe(SELECT, args![provider.name()]).await
}

pub(super) async fn all_states(db: &Db) -> DbResult<Vec<NamedHealth>> {
    let sql = "select provider, answered_at, failing_since, failure from provider_health
               order by provider";
    db.all(sql, args![]).await
}

pub(super) async fn fail(
    db: &Db,
    provider: Provider,
    (since, failure): (DateTime<Utc>, &str),
    now: DateTime<Utc>,
) -> DbResult<Told> {
    let mut tx = db.begin().await?;
    let state = lock(&mut tx, provider).await?;
    if state.failing_since.is_some() {
        return Ok(Told::Known);
    }
    let answered_at = state.answered_at.unwrap_or(DateTime::UNIX_EPOCH);
    if answered_at > since && answered_at > now - RECENTLY {
        return Ok(Told::Refuted);
    }
    let since = since.max(answered_at);
    tx.run(
        "update provider_health set failing_since = $2, failure = $3 where provider = $1",
        args![provider.name(), since, failure],
    )
    .await?;
    tx.commit().await?;
    Ok(Told::Changed(since))
}

/// Since when it had failed, if it had.
pub(super) async fn answer(
    db: &Db,
    provider: Provider,
    now: DateTime<Utc>,
) -> DbResult<Option<DateTime<Utc>>> {
    let mut tx = db.begin().await?;
    let state = lock(&mut tx, provider).await?;
    tx.run(
        "update provider_health set answered_at = $2, failing_since = null, failure = null
         where provider = $1",
        args![provider.name(), now],
    )
    .await?;
    tx.commit().await?;
    Ok(state.failing_since)
}

/// The row, held until the transaction ends.
async fn lock(tx: &mut Tx, provider: Provider) -> DbResult<HealthState> {
    tx.run(
        "insert into provider_health (provider) values ($1)
         on conflict (provider) do update set provider = excluded.provider",
        args![provider.name()],
    )
    .await?;
    tx.one(SELECT, args![provider.name()]).await
}
