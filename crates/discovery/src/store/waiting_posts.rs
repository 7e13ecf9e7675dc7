//! Posts beyond the month's allowance.

use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

use super::super::relevant_post::RelevantPost;
use lens::relevance::SCALE_VERSION;
use platform::db::{Db, DbResult, Json, Kind, OwnedRows, PIECE_ROWS, Tx, args};

pub(crate) const WAITING_POSTS: OwnedRows = OwnedRows {
    table: "waiting_posts",
    owner: "user_id",
    order: "found_at, id",
    columns: &[
        ("id", Kind::Uuid),
        ("post", Kind::Jsonb),
        ("found_at", Kind::Timestamptz),
    ],
};

/// Adds a waiting post, or updates it.
pub(crate) async fn put_by(
    tx: &mut Tx,
    user_id: Uuid,
    post: &RelevantPost,
    at: DateTime<Utc>,
) -> DbResult<()> {
    tx.run(
        "insert into waiting_posts (id, user_id, reddit_id, relevance_score, post, found_at, checked_at, scale)
         values ($1, $2, $3, $4, $5, $6, $6, $7)
         on conflict (user_id, reddit_id) do update set relevance_score = excluded.relevance_score,
             post = excluded.post, checked_at = excluded.checked_at, scale = excluded.scale",
        args![
            Uuid::now_v7(), user_id, &post.reddit_id, post.relevance_score, json!(post), at, SCALE_VERSION,
        ],
    )
    .await
    .map(drop)
}

/// Updates a waiting post; one that was released meanwhile is left alone.
pub(crate) async fn see_waiting_again(
    tx: &mut Tx,
    user_id: Uuid,
    post: &RelevantPost,
    at: DateTime<Utc>,
) -> DbResult<()> {
    tx.run(
        "update waiting_posts set relevance_score = $3, post = $4, checked_at = $5, scale = $6
         where user_id = $1 and reddit_id = $2",
        args![
            user_id,
            &post.reddit_id,
            post.relevance_score,
            json!(post),
            at,
            SCALE_VERSION,
        ],
    )
    .await
    .map(drop)
}

/// The users who have waiting posts.
pub(crate) async fn who_waits(db: &Db) -> DbResult<Vec<Uuid>> {
    let sql = "select distinct user_id from waiting_posts";
    let rows: Vec<(Uuid,)> = db.all(sql, args![]).await?;
    Ok(rows.into_iter().map(|(user_id,)| user_id).collect())
}

/// The best of a user's waiting posts.
pub(crate) async fn release_candidates(
    tx: &mut Tx,
    user_id: Uuid,
    most: usize,
) -> DbResult<Vec<RelevantPost>> {
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let rows: Vec<(Json<RelevantPost>,)> = tx
        .all(
            "select post from waiting_posts where user_id = $1
             order by relevance_score desc, found_at, id limit $2",
            args![user_id, most],
        )
        .await?;
    Ok(rows.into_iter().map(|(Json(post),)| post).collect())
}

pub(crate) async fn remove_waiting(tx: &mut Tx, user_id: Uuid, reddit_id: &str) -> DbResult<()> {
    let sql = "delete from waiting_posts where user_id = $1 and reddit_id = $2";
    tx.run(sql, args![user_id, reddit_id]).await.map(drop)
}

/// Removes a post from everybody's waiting list.
pub(crate) async fn delete_waiting(tx: &mut Tx, reddit_id: &str) -> DbResult<u64> {
    let sql = "delete from waiting_posts where id in
               (select id from waiting_posts where reddit_id = $1 limit $2)";
    tx.run(sql, args![reddit_id, PIECE_ROWS]).await
}

/// Removes posts that have waited since before then.
pub(crate) async fn delete_unseen_waiting(db: &Db, since: DateTime<Utc>) -> DbResult<u64> {
    let sql = "delete from waiting_posts where id in
               (select id from waiting_posts where found_at < $1 limit $2)";
    db.run_in_pieces(sql, args![since]).await
}
