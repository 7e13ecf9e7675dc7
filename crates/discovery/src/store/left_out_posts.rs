//! Posts that the lessons of rejections keep out of the list.

use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

use super::super::relevant_post::RelevantPost;
use platform::db::{Db, DbResult, FromRow, Json, Kind, OwnedRows, PIECE_ROWS, Tx, args};

pub(crate) const LEFT_OUT_POSTS: OwnedRows = OwnedRows {
    table: "left_out_posts",
    owner: "user_id",
    order: "left_out_at, id",
    columns: &[
        ("id", Kind::Uuid),
        ("post", Kind::Jsonb),
        ("relevance_score", Kind::Int8),
        ("taught_by", Kind::Uuid),
        ("left_out_at", Kind::Timestamptz),
        ("restored_at", Kind::Timestamptz),
    ],
};

/// Stores a post, or that another discovery left it out too. `by` is the rejected post that taught
/// it, the discovery and the time.
pub(crate) async fn leave_out(
    tx: &mut Tx,
    user_id: Uuid,
    post: &RelevantPost,
    (taught_by, job_id, at): (Uuid, Uuid, DateTime<Utc>),
) -> DbResult<()> {
    tx.run(
        "insert into left_out_posts (id, user_id, reddit_id, relevance_score, post, taught_by, left_out_by,
                                     left_out_at, checked_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
         on conflict (user_id, reddit_id) do update set relevance_score = excluded.relevance_score,
             post = excluded.post, taught_by = excluded.taught_by, left_out_by = excluded.left_out_by,
             checked_at = excluded.checked_at",
        args![
            Uuid::now_v7(), user_id, &post.reddit_id, post.relevance_score, json!(post), taught_by, job_id, at,
        ],
    )
    .await
    .map(drop)
}

/// A left-out post, and the rejected one that taught it, if that is still rejected.
#[derive(Debug, FromRow)]
pub(crate) struct LeftOutRow {
    pub(crate) id: Uuid,
    pub(crate) post: Json<RelevantPost>,
    pub(crate) relevance_score: i64,
    pub(crate) left_out_at: DateTime<Utc>,
    pub(crate) because_id: Option<Uuid>,
    pub(crate) because_title: Option<String>,
    pub(crate) because_reason: Option<String>,
}

/// The newest left-out posts.
pub(crate) async fn left_out(db: &Db, user_id: Uuid, most: i64) -> DbResult<Vec<LeftOutRow>> {
    db.all(
        "select left_out.id, left_out.post, left_out.relevance_score, left_out.left_out_at,
                taught.id as because_id, taught.title as because_title,
                taught.rejected_reason as because_reason
         from left_out_posts as left_out
         left join reddit_posts as taught on taught.id = left_out.taught_by
              and taught.user_id = left_out.user_id and taught.rejected = $3
         where left_out.user_id = $1 and left_out.restored_at is null
         order by left_out.left_out_at desc, left_out.id desc limit $2",
        args![user_id, most, true],
    )
    .await
}

pub(crate) async fn count_left_out(db: &Db, user_id: Uuid) -> DbResult<i64> {
    let sql = "select cast(count(*) as bigint) from left_out_posts
               where user_id = $1 and restored_at is null";
    let (count,): (i64,) = db.one(sql, args![user_id]).await?;
    Ok(count)
}

/// How many posts a discovery left out.
pub(crate) async fn left_out_by(db: &Db, user_id: Uuid, job_id: Uuid) -> DbResult<i64> {
    let sql = "select cast(count(*) as bigint) from left_out_posts
               where user_id = $1 and left_out_by = $2 and restored_at is null";
    let (count,): (i64,) = db.one(sql, args![user_id, job_id]).await?;
    Ok(count)
}

pub(crate) async fn left_out_ids(db: &Db, user_id: Uuid) -> DbResult<Vec<String>> {
    let sql = "select reddit_id from left_out_posts where user_id = $1 and restored_at is null";
    let rows: Vec<(String,)> = db.all(sql, args![user_id]).await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// The Reddit ids of posts that their owner took back.
pub(crate) async fn restored_posts(db: &Db, user_id: Uuid) -> DbResult<Vec<String>> {
    let sql = "select reddit_id from left_out_posts where user_id = $1 and restored_at is not null";
    let rows: Vec<(String,)> = db.all(sql, args![user_id]).await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Left-out posts whose teacher is not rejected any more.
pub(crate) async fn with_ended_lessons(db: &Db, user_id: Uuid) -> DbResult<Vec<RelevantPost>> {
    let sql = "select post from left_out_posts as left_out
               where user_id = $1 and restored_at is null and not exists (
                   select 1 from reddit_posts as taught
                   where taught.id = left_out.taught_by and taught.user_id = $1 and taught.rejected = $2)";
    let rows: Vec<(Json<RelevantPost>,)> = db.all(sql, args![user_id, true]).await?;
    Ok(rows.into_iter().map(|(Json(post),)| post).collect())
}

/// Marks left-out posts as restored and returns them; all of them without `ids`.
pub(crate) async fn restore_left_out(
    tx: &mut Tx,
    user_id: Uuid,
    ids: Option<&[Uuid]>,
    at: DateTime<Utc>,
) -> DbResult<Vec<RelevantPost>> {
    let rows: Vec<(Json<RelevantPost>,)> = match ids {
        None => {
            let all = "update left_out_posts set restored_at = $2
                       where user_id = $1 and restored_at is null returning post";
            tx.all(all, args![user_id, at]).await?
        }
        Some(ids) => {
            let one = "update left_out_posts set restored_at = $2
                       where user_id = $1 and restored_at is null and id = $3 returning post";
            let mut rows = Vec::new();
            for id in ids {
                rows.extend(tx.all(one, args![user_id, at, *id]).await?);
            }
            rows
        }
    };
    Ok(rows.into_iter().map(|(Json(post),)| post).collect())
}

pub(crate) async fn remove_left_out(tx: &mut Tx, user_id: Uuid, reddit_id: &str) -> DbResult<()> {
    let sql = "delete from left_out_posts
               where user_id = $1 and reddit_id = $2 and restored_at is null";
    tx.run(sql, args![user_id, reddit_id]).await.map(drop)
}

/// Removes a post that is gone from Reddit from everybody's left-out posts.
pub(crate) async fn delete_left_out(tx: &mut Tx, reddit_id: &str) -> DbResult<u64> {
    let sql = "delete from left_out_posts where id in
               (select id from left_out_posts where reddit_id = $1 limit $2)";
    tx.run(sql, args![reddit_id, PIECE_ROWS]).await
}

pub(crate) async fn delete_old_left_out(db: &Db, before: DateTime<Utc>) -> DbResult<u64> {
    let sql = "delete from left_out_posts where id in
               (select id from left_out_posts where left_out_at < $1 limit $2)";
    db.run_in_pieces(sql, args![before]).await
}
