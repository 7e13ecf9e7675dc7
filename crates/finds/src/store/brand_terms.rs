//! SQL for brand terms.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::super::brand_terms::{BrandTerm, TERM_RULE, TermType};
use platform::db::{Db, DbResult, FromRow, Kind, OwnedRows, Tx, args};

pub const BRAND_TERMS: OwnedRows = OwnedRows {
    table: "brand_terms",
    owner: "user_id",
    order: "created_at, id",
    columns: &[
        ("id", Kind::Uuid),
        ("term_value", Kind::Text),
        ("term_type", Kind::Text),
        ("needs_context", Kind::Bool),
        ("suggested", Kind::Bool),
        ("removed", Kind::Bool),
        ("created_at", Kind::Timestamptz),
    ],
};

#[derive(FromRow)]
struct BrandTermRow {
    id: Uuid,
    term_value: String,
    term_type: String,
    needs_context: bool,
}

/// A user's terms, the oldest first.
pub async fn brand_terms(db: &Db, user_id: Uuid) -> DbResult<Vec<BrandTerm>> {
    terms_that(db, user_id, false).await
}

/// Everybody's terms, each user's the oldest first.
pub async fn brand_terms_of_all(db: &Db) -> DbResult<Vec<(Uuid, String)>> {
    let sql = "select user_id, term_value from brand_terms
               where removed = $1 and suggested = $1 order by user_id, created_at, id";
    db.all(sql, args![false]).await
}

/// What a user could choose as terms, the oldest first.
pub async fn suggested_brand_terms(db: &Db, user_id: Uuid) -> DbResult<Vec<BrandTerm>> {
    terms_that(db, user_id, true).await
}

async fn terms_that(db: &Db, user_id: Uuid, are_suggested: bool) -> DbResult<Vec<BrandTerm>> {
    let rows: Vec<BrandTermRow> = db
        .all(
            "select id, term_value, term_type, needs_context from brand_terms
             where user_id = $1 and removed = $2 and suggested = $3 order by created_at, id",
            args![user_id, false, are_suggested],
        )
        .await?;
    let terms = rows.into_iter().map(|row| BrandTerm {
        id: row.id,
        term_value: row.term_value,
        term_type: TermType::named(&row.term_type),
        needs_context: row.needs_context,
    });
    Ok(terms.collect())
}

/// Whether a user ever had terms, even if all were removed.
pub async fn has_brand_terms(db: &Db, user_id: Uuid) -> DbResult<bool> {
    let sql = "select id from brand_terms where user_id = $1 limit 1";
    let row: Option<(Uuid,)> = db.maybe(sql, args![user_id]).await?;
    Ok(row.is_some())
}

pub async fn count_brand_terms(tx: &mut Tx, user_id: Uuid) -> DbResult<usize> {
    let sql = "select cast(count(*) as bigint) from brand_terms
               where user_id = $1 and removed = $2 and suggested = $2";
    let (count,): (i64,) = tx.one(sql, args![user_id, false]).await?;
    Ok(usize::try_from(count).unwrap_or(0))
}

/// Adds a term; false if it is there, or if its owner removed it.
pub(crate) async fn add_brand_term(
    tx: &mut Tx,
    user_id: Uuid,
    term: &BrandTerm,
    at: DateTime<Utc>,
) -> DbResult<bool> {
    let added = tx
        .run(
            "insert into brand_terms (id, user_id, term_value, folded, term_type, needs_context, removed,
                                      created_at, suggested, rule)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (user_id, folded) do nothing",
            args![
                term.id, user_id, &term.term_value, term.folded(), term.term_type.id(), term.needs_context,
                false, at, term.is_suggestion(), TERM_RULE,
            ],
        )
        .await?;
    keywords::terms_changed(tx, user_id, at).await?;
    Ok(added == 1)
}

/// Adds a term for its owner, even one that was suggested or removed; false if it is there.
pub async fn revive_brand_term(
    tx: &mut Tx,
    user_id: Uuid,
    term: &mut BrandTerm,
    at: DateTime<Utc>,
) -> DbResult<bool> {
    let row: Option<(Uuid,)> = tx
        .maybe(
            "insert into brand_terms (id, user_id, term_value, folded, term_type, needs_context, removed,
                                      created_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8)
             on conflict (user_id, folded) do update set term_value = excluded.term_value,
                 term_type = excluded.term_type, needs_context = excluded.needs_context, removed = $7,
                 suggested = $7
             where brand_terms.removed = $9 or brand_terms.suggested = $9 returning id",
            args![
                term.id, user_id, &term.term_value, term.folded(), term.term_type.id(), term.needs_context,
                false, at, true,
            ],
        )
        .await?;
    if let Some((id,)) = row {
        term.id = id;
        keywords::terms_changed(tx, user_id, at).await?;
    }
    Ok(row.is_some())
}

/// Products that no rule or an older one has sorted, `most` at most.
pub(crate) async fn unsorted_products(db: &Db, most: i64) -> DbResult<Vec<(Uuid, String)>> {
    let sql = "select id, term_value from brand_terms
               where term_type = 'product' and rule < $1 order by rule, id limit $2";
    db.all(sql, args![TERM_RULE, most]).await
}

/// Stores what the rule says of a product, unless its owner has typed it meanwhile.
pub(crate) async fn sort_product(tx: &mut Tx, term: &BrandTerm) -> DbResult<()> {
    let sql = "update brand_terms set suggested = $2, needs_context = $3, rule = $4
               where id = $1 and term_type = 'product'";
    let is_suggested = term.is_suggestion();
    tx.run(
        sql,
        args![term.id, is_suggested, term.needs_context, TERM_RULE],
    )
    .await
    .map(drop)
}

/// Removes a term or a suggestion; false if it was not there.
pub async fn remove_brand_term(
    tx: &mut Tx,
    user_id: Uuid,
    folded: &str,
    at: DateTime<Utc>,
) -> DbResult<bool> {
    let removed = tx
        .run(
            "update brand_terms set removed = $3 where user_id = $1 and folded = $2 and removed = $4",
            args![user_id, folded, true, false],
        )
        .await?;
    keywords::terms_changed(tx, user_id, at).await?;
    Ok(removed == 1)
}

pub async fn forget_brand_terms(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    let sql = "delete from brand_terms where user_id = $1";
    tx.run(sql, args![user_id]).await.map(drop)
}
