//! SQL of communities.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::super::community::{CommunityRules, ProposedCommunity};
use Kind::{Bool, Int8, Text, Timestamptz};
use platform::db::{Db, DbResult, FromRow, Kind, OwnedRows, Tx, args};

pub(crate) const COMMUNITIES: OwnedRows = OwnedRows {
    table: "communities",
    owner: "user_id",
    order: "added_at, folded",
    columns: &[
        ("name", Text),
        ("members", Int8),
        ("promotion", Text),
        ("rule", Text),
        ("is_on", Bool),
        ("is_own", Bool),
        ("added_at", Timestamptz),
        ("removed_at", Timestamptz),
        ("last_read_at", Timestamptz),
    ],
};

/// Which communities to read.
#[derive(Clone, Debug, Default)]
pub struct CommunityChoice {
    /// Those that are on.
    pub on: Vec<String>,
    /// In lower case: switched off or removed.
    pub barred: HashSet<String>,
}

#[derive(FromRow)]
struct ChoiceRow {
    name: String,
    folded: String,
    is_on: bool,
    removed_at: Option<DateTime<Utc>>,
}

pub(crate) async fn community_choice(db: &Db, user_id: Uuid) -> DbResult<CommunityChoice> {
    let sql = "select name, folded, is_on, removed_at from communities
               where user_id = $1 order by is_own desc, added_at, folded";
    let mut choice = CommunityChoice::default();
    for row in db.all::<ChoiceRow>(sql, args![user_id]).await? {
        if row.is_on && row.removed_at.is_none() {
            choice.on.push(row.name);
        } else {
            choice.barred.insert(row.folded);
        }
    }
    Ok(choice)
}

/// Adds a community with leads, or says what is known of it now; one that was removed stays so.
pub(crate) async fn propose(
    tx: &mut Tx,
    user_id: Uuid,
    at: DateTime<Utc>,
    community: &ProposedCommunity,
) -> DbResult<()> {
    let read_at = community.is_read.then_some(at);
    let folded = community.name.to_lowercase();
    if community.has_leads {
        tx.run(
            "insert into communities (user_id, folded, name, members, promotion, is_on, is_own, added_at)
             values ($1, $2, $3, $4, 'unknown', $5, $6, $7) on conflict (user_id, folded) do nothing",
            args![user_id, &folded, &community.name, community.members, true, false, at],
        )
        .await?;
    }
    tx.run(
        "update communities set last_read_at = coalesce($3, last_read_at),
                members = case when $4 > 0 then $4 else members end
         where user_id = $1 and folded = $2",
        args![user_id, &folded, read_at, community.members],
    )
    .await
    .map(drop)
}

/// Removes the proposals with the fewest leads since then, beyond so many. What the user added or
/// switched stays.
pub(crate) async fn drop_surplus(
    tx: &mut Tx,
    user_id: Uuid,
    since: DateTime<Utc>,
    most: usize,
) -> DbResult<()> {
    let ranked: Vec<(String,)> = tx
        .all(
            "select communities.folded from communities
             left join search_runs on search_runs.user_id = communities.user_id
                  and search_runs.community = communities.folded and search_runs.ran_at >= $2
             where communities.user_id = $1 and is_own = $3 and is_on = $4 and removed_at is null
             group by communities.folded, communities.added_at
             order by coalesce(sum(search_runs.leads), 0) desc, coalesce(sum(search_runs.found), 0) desc,
                      communities.added_at, communities.folded",
            args![user_id, since, false, true],
        )
        .await?;
    for (folded,) in ranked.into_iter().skip(most) {
        let sql = "delete from communities where user_id = $1 and folded = $2";
        tx.run(sql, args![user_id, folded]).await?;
    }
    Ok(())
}

/// The communities whose rules were not read since then.
pub(crate) async fn without_rules(
    db: &Db,
    user_id: Uuid,
    since: DateTime<Utc>,
) -> DbResult<Vec<String>> {
    let sql = "select name from communities
               where user_id = $1 and removed_at is null and (rules_at is null or rules_at < $2)";
    let rows: Vec<(String,)> = db.all(sql, args![user_id, since]).await?;
    Ok(rows.into_iter().map(|(name,)| name).collect())
}

pub(crate) async fn mark(
    tx: &mut Tx,
    user_id: Uuid,
    at: DateTime<Utc>,
    rules: &CommunityRules,
) -> DbResult<()> {
    tx.run(
        "update communities set promotion = $3, rule = $4, rules_at = $5
         where user_id = $1 and folded = $2",
        args![
            user_id,
            rules.name.to_lowercase(),
            rules.promotion.as_str(),
            rules.rule.as_deref(),
            at
        ],
    )
    .await
    .map(drop)
}

/// A community as its owner sees it.
#[derive(Clone, Debug, FromRow)]
pub(crate) struct ListedCommunity {
    pub(crate) name: String,
    pub(crate) members: i64,
    pub(crate) found: i64,
    pub(crate) leads: i64,
    pub(crate) promotion: String,
    pub(crate) rule: Option<String>,
    pub(crate) is_on: bool,
    pub(crate) is_own: bool,
    pub(crate) last_read_at: Option<DateTime<Utc>>,
}

/// Most leads first.
pub(crate) async fn list_communities(
    db: &Db,
    user_id: Uuid,
    since: DateTime<Utc>,
) -> DbResult<Vec<ListedCommunity>> {
    db.all(
        "select name, members, cast(coalesce(sum(search_runs.added), 0) as bigint) as found,
                cast(coalesce(sum(search_runs.leads), 0) as bigint) as leads,
                promotion, rule, is_on, is_own, last_read_at
         from communities
         left join search_runs on search_runs.user_id = communities.user_id
              and search_runs.community = communities.folded and search_runs.ran_at >= $2
         where communities.user_id = $1 and removed_at is null
         group by communities.folded, name, members, promotion, rule, is_on, is_own, last_read_at
         order by leads desc, found desc, communities.folded",
        args![user_id, since],
    )
    .await
}

/// Adds a community for its owner; false if it is there. One that was removed is taken up again.
pub(crate) async fn add_own(
    tx: &mut Tx,
    user_id: Uuid,
    at: DateTime<Utc>,
    (rules, members): (&CommunityRules, i64),
) -> DbResult<bool> {
    let added = tx
        .run(
            "insert into communities (user_id, folded, name, members, promotion, rule, rules_at, is_on, is_own,
                                      added_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $7)
             on conflict (user_id, folded) do update set is_on = excluded.is_on, is_own = excluded.is_own,
                 removed_at = null, promotion = excluded.promotion, rule = excluded.rule,
                 rules_at = excluded.rules_at, added_at = excluded.added_at
             where communities.removed_at is not null",
            args![
                user_id, rules.name.to_lowercase(), &rules.name, members, rules.promotion.as_str(),
                rules.rule.as_deref(), at, true,
            ],
        )
        .await?;
    Ok(added > 0)
}

pub(crate) async fn count_communities(tx: &mut Tx, user_id: Uuid) -> DbResult<i64> {
    let sql = "select cast(count(*) as bigint) from communities
               where user_id = $1 and removed_at is null";
    let (count,): (i64,) = tx.one(sql, args![user_id]).await?;
    Ok(count)
}

pub(crate) async fn switch_community(
    db: &Db,
    user_id: Uuid,
    name: &str,
    is_on: bool,
) -> DbResult<bool> {
    let sql = "update communities set is_on = $3
               where user_id = $1 and folded = $2 and removed_at is null";
    Ok(db
        .run(sql, args![user_id, name.to_lowercase(), is_on])
        .await?
        > 0)
}

pub(crate) async fn remove_community(
    db: &Db,
    user_id: Uuid,
    name: &str,
    at: DateTime<Utc>,
) -> DbResult<bool> {
    let sql = "update communities set removed_at = $3
               where user_id = $1 and folded = $2 and removed_at is null";
    Ok(db.run(sql, args![user_id, name.to_lowercase(), at]).await? > 0)
}
