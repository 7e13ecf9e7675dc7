//! What filters look at, and what they hid.

use uuid::Uuid;

use platform::db::{Db, DbResult, FromRow, Tx, args};

/// A mention as far as filters look at it.
#[derive(Debug, FromRow)]
pub(crate) struct Hideable {
    pub(crate) id: Uuid,
    pub(crate) subreddit: String,
    pub(crate) author: String,
    pub(crate) post_title: String,
    pub(crate) post_content: Option<String>,
    pub(crate) is_noise: bool,
    pub(crate) confidence: i64,
    pub(crate) excluded: bool,
}

pub(crate) async fn hideable(db: &Db, user_id: Uuid) -> DbResult<Vec<Hideable>> {
    let sql =
        "select id, subreddit, author, post_title, post_content, is_noise, confidence, excluded
               from brand_mentions where user_id = $1";
    db.all(sql, args![user_id]).await
}

/// By which filters the person's mentions are hidden.
pub(crate) async fn filtered_by(db: &Db, user_id: Uuid) -> DbResult<Option<String>> {
    let sql = "select filters from mention_filters where user_id = $1";
    let row: Option<(String,)> = db.maybe(sql, args![user_id]).await?;
    Ok(row.map(|(filters,)| filters))
}

/// Hides some mentions, shows others again, and remembers by which filters.
pub(crate) async fn keep_filtered(
    tx: &mut Tx,
    user_id: Uuid,
    filters: &str,
    changed: &[(Uuid, bool)],
) -> DbResult<()> {
    for (id, is_hidden) in changed {
        let sql = "update brand_mentions set excluded = $2 where id = $1";
        tx.run(sql, args![*id, *is_hidden]).await?;
    }
    tx.run(
        "insert into mention_filters (user_id, filters) values ($1, $2)
         on conflict (user_id) do update set filters = excluded.filters",
        args![user_id, filters],
    )
    .await
    .map(drop)
}
