//! What is searched for a company, and which communities are read for it.
//!
//! **Owns** the tables `searches`, `search_runs` and `communities`. **Promises** that a user's
//! keywords are always searched for as they are; that derived searches that find nothing in three
//! scans make room for the next ones; that what a user switches off stays off, and a community that
//! they remove is not proposed again; and that what each search brought is known for 90 days.
//! **Calls** `onboarding` for the company, `lens` for the plan, `percolator` for how a keyword is read
//! and `listening` for communities.

pub mod api;
mod api_types;
mod community;
mod keyword_searches;
mod plan;
mod promotion;
mod store;
mod subject_pairs;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;
use uuid::Uuid;

use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};

pub use community::{CommunityRules, ProposedCommunity, check_rules, fitting_communities};
pub use keyword_searches::{reddit_query, wanted_text, web_query};
pub use lens::search_plan::PlannedSearch;
pub use plan::derive;
pub use store::{CommunityChoice, SearchRun, SearchToRun};
pub use subject_pairs::{subject_pairs, subject_phrase};

/// Brings the plan up to date at the start of a scan; the searches that are on, in its order.
pub async fn refresh(
    tx: &mut Tx,
    user_id: Uuid,
    now: DateTime<Utc>,
    derived: &[PlannedSearch],
) -> DbResult<Vec<SearchToRun>> {
    plan::refresh(tx, user_id, now, derived).await
}

/// The searches that are on, for a scan that asks again for what an earlier one left open.
pub async fn planned(db: &Db, user_id: Uuid) -> DbResult<Vec<SearchToRun>> {
    store::searches_on(db, user_id).await
}

/// Which communities to read, and which not to propose.
pub async fn community_choice(db: &Db, user_id: Uuid) -> DbResult<CommunityChoice> {
    store::community_choice(db, user_id).await
}

/// Stores what the searches of a scan brought, and where the leads were, best first.
pub async fn record(
    tx: &mut Tx,
    user_id: Uuid,
    at: DateTime<Utc>,
    (runs, communities): (&[SearchRun], &[ProposedCommunity]),
) -> DbResult<()> {
    for run in runs {
        store::add_run(tx, user_id, at, run).await?;
    }
    for community in communities {
        store::propose(tx, user_id, at, community).await?;
    }
    store::drop_surplus(tx, user_id, at - COUNTED, community::MOST_PROPOSED).await
}

/// Stores what the rules of communities say about promotion.
pub async fn store_rules(
    tx: &mut Tx,
    user_id: Uuid,
    at: DateTime<Utc>,
    rules: &[CommunityRules],
) -> DbResult<()> {
    for rule in rules {
        store::mark(tx, user_id, at, rule).await?;
    }
    Ok(())
}

/// Figures on the screen cover this long.
const COUNTED: TimeDelta = TimeDelta::days(30);
/// What a search brought is kept so long, and one that found nothing is not tried again before.
const RUNS_KEPT: TimeDelta = TimeDelta::days(90);

/// How many searches ran for a user since a moment, and how many posts they read.
pub async fn effort_since(db: &Db, user_id: Uuid, since: DateTime<Utc>) -> DbResult<(i64, i64)> {
    store::effort_since(db, user_id, since).await
}

/// Everything stored about a user, by table.
pub async fn export(db: &Db, user_id: Uuid) -> anyhow::Result<[(&'static str, Vec<Value>); 3]> {
    Ok([
        ("searches", store::SEARCHES.of(db, user_id).await?),
        ("search_runs", store::SEARCH_RUNS.of(db, user_id).await?),
        ("communities", store::COMMUNITIES.of(db, user_id).await?),
    ])
}

/// Deletes everything about a user.
pub async fn forget(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    store::forget(tx, user_id).await
}

/// Deletes what searches brought long ago.
pub async fn forget_old(db: &Db, clock: &Clock) -> DbResult<()> {
    store::forget_runs(db, clock.now() - RUNS_KEPT).await
}
