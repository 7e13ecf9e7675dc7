//! What else a user could search for.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use platform::db::{Db, DbResult, FromRow, Kind, OwnedRows, Tx, args};

pub(crate) const SEARCH_SUGGESTIONS: OwnedRows = OwnedRows {
    table: "search_suggestions",
    owner: "user_id",
    order: "kind, folded",
    columns: &[
        ("kind", Kind::Text),
        ("value", Kind::Text),
        ("would_have_found", Kind::Int8),
        ("computed_at", Kind::Timestamptz),
        ("dismissed_at", Kind::Timestamptz),
    ],
};

#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub(crate) struct SearchSuggestion {
    /// keyword, problem, competitor or community.
    pub(crate) kind: String,
    pub(crate) value: String,
    pub(crate) would_have_found: i64,
}

/// The suggestions that were not dismissed, best first.
pub(crate) async fn suggestions(db: &Db, user_id: Uuid) -> DbResult<Vec<SearchSuggestion>> {
    db.all(
        "select kind, value, would_have_found from search_suggestions
         where user_id = $1 and dismissed_at is null order by would_have_found desc, kind, folded",
        args![user_id],
    )
    .await
}

/// Stores what a discovery suggests in place of what an earlier one did. What was dismissed stays so.
pub(crate) async fn replace_suggestions(
    tx: &mut Tx,
    user_id: Uuid,
    suggested: &[SearchSuggestion],
    at: DateTime<Utc>,
) -> DbResult<()> {
    let old = "delete from search_suggestions where user_id = $1 and dismissed_at is null";
    tx.run(old, args![user_id]).await?;
    for it in suggested {
        tx.run(
            "insert into search_suggestions (user_id, kind, value, folded, would_have_found, computed_at)
             values ($1, $2, $3, $4, $5, $6) on conflict (user_id, kind, folded) do nothing",
            args![user_id, &it.kind, &it.value, it.value.to_lowercase(), it.would_have_found, at],
        )
        .await?;
    }
    Ok(())
}

/// Dismisses a suggestion; false if there is none.
pub(crate) async fn dismiss(
    db: &Db,
    user_id: Uuid,
    (kind, folded): (&str, &str),
    at: DateTime<Utc>,
) -> DbResult<bool> {
    let sql = "update search_suggestions set dismissed_at = $4
               where user_id = $1 and kind = $2 and folded = $3 and dismissed_at is null";
    Ok(db.run(sql, args![user_id, kind, folded, at]).await? == 1)
}
