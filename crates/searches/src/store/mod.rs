//! SQL of searches, their runs, and communities.

mod communities;
mod searches;

use chrono::{DateTime, Utc};
use uuid::Uuid;

pub use communities::CommunityChoice;
pub(super) use communities::{
    COMMUNITIES, ListedCommunity, add_own, community_choice, count_communities, drop_surplus,
    list_communities, mark, propose, remove_community, switch_community, without_rules,
};
pub(super) use searches::{
    ListedSearch, SEARCH_RUNS, SEARCHES, StoredSearch, add_run, effort_since, last_scan_at, list,
    plan, retire, searches_on, searches_on_in, silent, stored, switch,
};
pub use searches::{SearchRun, SearchToRun};

use platform::db::{Db, DbResult, Tx, args};

pub(super) async fn forget(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    for sql in [
        "delete from search_runs where user_id = $1",
        "delete from searches where user_id = $1",
        "delete from communities where user_id = $1",
    ] {
        tx.run(sql, args![user_id]).await?;
    }
    Ok(())
}

pub(super) async fn forget_runs(db: &Db, before: DateTime<Utc>) -> DbResult<()> {
    let sql = "delete from search_runs where id in
               (select id from search_runs where ran_at < $1 limit $2)";
    db.run_in_pieces(sql, args![before]).await.map(drop)
}
