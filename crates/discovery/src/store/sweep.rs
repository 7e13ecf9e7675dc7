//! Looking again at what is known: by Reddit's ids, whoever's posts they are.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use platform::db::{Db, DbResult, Tx, args};

/// A post that was somebody's and is not any more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gone {
    pub(crate) user_id: Uuid,
    pub(crate) id: Uuid,
}

/// Posts that nobody has looked at since then, each once, those that waited longest first.
pub(crate) async fn unchecked(db: &Db, since: DateTime<Utc>, most: i64) -> DbResult<Vec<String>> {
    let rows: Vec<(String,)> = db
        .all(
            "select reddit_id from (
                 select reddit_id, checked_at from reddit_posts where checked_at <= $1
                 union all
                 select reddit_id, checked_at from waiting_posts where checked_at <= $1
             ) as stale
             group by reddit_id order by min(checked_at), reddit_id limit $2",
            args![since, most],
        )
        .await?;
    Ok(rows.into_iter().map(|(reddit_id,)| reddit_id).collect())
}

/// Writes down how a post is now, for everybody who has it.
pub(crate) async fn checked(
    tx: &mut Tx,
    reddit_id: &str,
    (score, comments): (i64, i64),
    at: DateTime<Utc>,
) -> DbResult<()> {
    tx.run(
        "update reddit_posts set score = $2, comments = $3, checked_at = $4 where reddit_id = $1",
        args![reddit_id, score, comments, at],
    )
    .await?;
    tx.run(
        "update waiting_posts set checked_at = $2 where reddit_id = $1",
        args![reddit_id, at],
    )
    .await
    .map(drop)
}

/// Removes a post from all lists; whose it was.
pub(crate) async fn forget_gone(tx: &mut Tx, reddit_id: &str) -> DbResult<Vec<Gone>> {
    let sql = "delete from waiting_posts where reddit_id = $1";
    tx.run(sql, args![reddit_id]).await?;
    let sql = "delete from reddit_posts where reddit_id = $1 returning user_id, id";
    let rows: Vec<(Uuid, Uuid)> = tx.all(sql, args![reddit_id]).await?;
    let gone = rows.into_iter().map(|(user_id, id)| Gone { user_id, id });
    Ok(gone.collect())
}

/// Removes posts that no discovery has met since then.
pub(crate) async fn forget_unseen(tx: &mut Tx, since: DateTime<Utc>) -> DbResult<Vec<Gone>> {
    let sql = "delete from waiting_posts where found_at < $1";
    tx.run(sql, args![since]).await?;
    let sql = "delete from reddit_posts where last_seen_at < $1 returning user_id, id";
    let rows: Vec<(Uuid, Uuid)> = tx.all(sql, args![since]).await?;
    let gone = rows.into_iter().map(|(user_id, id)| Gone { user_id, id });
    Ok(gone.collect())
}

/// Takes ranks away that were not seen since then.
pub(crate) async fn drop_old_ranks(db: &Db, since: DateTime<Utc>) -> DbResult<u64> {
    db.run(
        "update reddit_posts set google_ranking = null, ranked_at = null
         where google_ranking is not null and coalesce(ranked_at, found_at) < $1",
        args![since],
    )
    .await
}

/// Counts a post as looked at without changing it.
pub(crate) async fn left_alone(tx: &mut Tx, reddit_id: &str, at: DateTime<Utc>) -> DbResult<()> {
    let sql = "update reddit_posts set checked_at = $2 where reddit_id = $1";
    tx.run(sql, args![reddit_id, at]).await.map(drop)
}
