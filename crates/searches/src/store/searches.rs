//! SQL of searches and their runs.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use lens::search_plan::{PlannedSearch, SearchOrigin};
use uuid::Uuid;

use Kind::{Bool, Int8, Text, Timestamptz};
use platform::db::{Db, DbResult, FromRow, Kind, OwnedRows, Tx, args};

pub(crate) const SEARCHES: OwnedRows = OwnedRows {
    table: "searches",
    owner: "user_id",
    order: "place, id",
    columns: &[
        ("id", Kind::Uuid),
        ("phrase", Text),
        ("query", Text),
        ("origin", Text),
        ("is_on", Bool),
        ("added_at", Timestamptz),
        ("retired_at", Timestamptz),
    ],
};

pub(crate) const SEARCH_RUNS: OwnedRows = OwnedRows {
    table: "search_runs",
    owner: "user_id",
    order: "ran_at, id",
    columns: &[
        ("search_id", Kind::Uuid),
        ("community", Text),
        ("ran_at", Timestamptz),
        ("read", Int8),
        ("found", Int8),
        ("added", Int8),
        ("leads", Int8),
    ],
};

/// A search as the plan looks at it.
#[derive(Clone, Debug, FromRow)]
pub(crate) struct StoredSearch {
    pub(crate) id: Uuid,
    pub(crate) folded: String,
    pub(crate) is_on: bool,
    pub(crate) retired_at: Option<DateTime<Utc>>,
    pub(crate) was_silent: bool,
}

pub(crate) async fn stored(tx: &mut Tx, user_id: Uuid) -> DbResult<Vec<StoredSearch>> {
    let sql = "select id, folded, is_on, retired_at, was_silent from searches where user_id = $1";
    tx.all(sql, args![user_id]).await
}

const SILENT: &str = "select search_id from
    (select search_id, found, row_number() over (partition by search_id order by ran_at desc, id desc) as place
     from search_runs where user_id = $1 and search_id is not null) as recent
    where place <= 3 group by search_id having count(*) = 3 and sum(found) = 0";

/// The searches that found nothing in their last three scans.
pub(crate) async fn silent(tx: &mut Tx, user_id: Uuid) -> DbResult<Vec<Uuid>> {
    let rows: Vec<(Uuid,)> = tx.all(SILENT, args![user_id]).await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Adds a search to the plan, or takes it up again; the user's switch stays.
pub(crate) async fn plan(
    tx: &mut Tx,
    user_id: Uuid,
    now: DateTime<Utc>,
    (search, place): (&PlannedSearch, i64),
) -> DbResult<()> {
    tx.run(
        "insert into searches (id, user_id, phrase, folded, query, origin, is_in_communities, is_on, place,
                               added_at, was_silent)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         on conflict (user_id, folded) do update set phrase = excluded.phrase, query = excluded.query,
             origin = excluded.origin, is_in_communities = excluded.is_in_communities,
             place = excluded.place, retired_at = null, was_silent = excluded.was_silent",
        args![
            Uuid::now_v7(), user_id, &search.phrase, search.phrase.to_lowercase(), &search.query,
            origin(search.origin), search.is_in_communities, true, place, now, false,
        ],
    )
    .await
    .map(drop)
}

fn origin(origin: SearchOrigin) -> &'static str {
    match origin {
        SearchOrigin::Keyword => "keyword",
        SearchOrigin::Problem => "problem",
        SearchOrigin::Competitor => "competitor",
        SearchOrigin::Asking => "asking",
    }
}

pub(crate) async fn retire(
    tx: &mut Tx,
    id: Uuid,
    now: DateTime<Utc>,
    was_silent: bool,
) -> DbResult<()> {
    let sql = "update searches set retired_at = $2, was_silent = $3 where id = $1";
    tx.run(sql, args![id, now, was_silent]).await.map(drop)
}

/// A search that a scan makes.
#[derive(Clone, Debug, FromRow)]
pub struct SearchToRun {
    pub id: Uuid,
    pub phrase: String,
    /// What Reddit is asked.
    pub query: String,
    /// `keyword`, `problem`, `competitor` or `asking`.
    pub origin: String,
    /// Only the user's communities are searched.
    pub is_in_communities: bool,
}

const SEARCHES_ON: &str = "select id, phrase, query, origin, is_in_communities from searches
    where user_id = $1 and is_on = $2 and retired_at is null order by place, id";

pub(crate) async fn searches_on(db: &Db, user_id: Uuid) -> DbResult<Vec<SearchToRun>> {
    db.all(SEARCHES_ON, args![user_id, true]).await
}

pub(crate) async fn searches_on_in(tx: &mut Tx, user_id: Uuid) -> DbResult<Vec<SearchToRun>> {
    tx.all(SEARCHES_ON, args![user_id, true]).await
}

/// What a search or the newest posts of a community brought in one scan.
#[derive(Clone, Debug, Default)]
pub struct SearchRun {
    pub search_id: Option<Uuid>,
    pub community: Option<String>,
    /// Posts it returned.
    pub read: usize,
    /// Those of them that are in the list.
    pub found: usize,
    /// Those of them that are new there.
    pub added: usize,
    /// Those of the new ones that are leads.
    pub leads: usize,
}

pub(crate) async fn add_run(
    tx: &mut Tx,
    user_id: Uuid,
    at: DateTime<Utc>,
    run: &SearchRun,
) -> DbResult<()> {
    let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let community = run.community.as_ref().map(|name| name.to_lowercase());
    tx.run(
        "insert into search_runs (id, user_id, search_id, community, ran_at, read, found, added, leads)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        args![
            Uuid::now_v7(), user_id, run.search_id, community.as_deref(), at, count(run.read),
            count(run.found), count(run.added), count(run.leads),
        ],
    )
    .await
    .map(drop)
}

/// A search as its owner sees it.
#[derive(Clone, Debug, FromRow)]
pub(crate) struct ListedSearch {
    pub(crate) id: Uuid,
    pub(crate) phrase: String,
    pub(crate) origin: String,
    pub(crate) is_on: bool,
    pub(crate) read: i64,
    pub(crate) found: i64,
    pub(crate) leads: i64,
    pub(crate) last_run_at: Option<DateTime<Utc>>,
    pub(crate) last_found_at: Option<DateTime<Utc>>,
}

pub(crate) async fn list(
    db: &Db,
    user_id: Uuid,
    since: DateTime<Utc>,
) -> DbResult<(Vec<ListedSearch>, HashSet<Uuid>)> {
    let searches = db
        .all(
            "select searches.id, phrase, origin, is_on,
                    cast(coalesce(sum(case when ran_at >= $2 then read end), 0) as bigint) as read,
                    cast(coalesce(sum(case when ran_at >= $2 then added end), 0) as bigint) as found,
                    cast(coalesce(sum(case when ran_at >= $2 then leads end), 0) as bigint) as leads,
                    max(ran_at) as last_run_at,
                    max(case when found > 0 then ran_at end) as last_found_at
             from searches left join search_runs on search_runs.search_id = searches.id
             where searches.user_id = $1 and retired_at is null
             group by searches.id, phrase, origin, is_on, place order by place, searches.id",
            args![user_id, since],
        )
        .await?;
    let silent: Vec<(Uuid,)> = db.all(SILENT, args![user_id]).await?;
    Ok((searches, silent.into_iter().map(|(id,)| id).collect()))
}

/// Switches a search on or off; false if there is no such search.
pub(crate) async fn switch(db: &Db, user_id: Uuid, id: Uuid, is_on: bool) -> DbResult<bool> {
    let sql = "update searches set is_on = $3
               where user_id = $1 and id = $2 and retired_at is null";
    Ok(db.run(sql, args![user_id, id, is_on]).await? > 0)
}

/// How many searches ran since a moment, and how many posts they read.
pub(crate) async fn effort_since(
    db: &Db,
    user_id: Uuid,
    since: DateTime<Utc>,
) -> DbResult<(i64, i64)> {
    let sql = "select cast(count(*) as bigint), cast(coalesce(sum(read), 0) as bigint)
               from search_runs where user_id = $1 and ran_at > $2";
    db.one(sql, args![user_id, since]).await
}

pub(crate) async fn last_scan_at(db: &Db, user_id: Uuid) -> DbResult<Option<DateTime<Utc>>> {
    let sql = "select ran_at from search_runs where user_id = $1 order by ran_at desc limit 1";
    let row: Option<(DateTime<Utc>,)> = db.maybe(sql, args![user_id]).await?;
    Ok(row.map(|(at,)| at))
}
