//! Scores of an older scale, and what judging them again needs.

use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

use super::super::relevant_post::RelevantPost;
use lens::relevance::SCALE_VERSION;
use platform::db::{Db, DbResult, FromRow, Json, Tx, args};

/// A post that somebody has, as far as judging looks at it.
#[derive(Clone, Debug, FromRow)]
pub(crate) struct StoredPost {
    pub(crate) reddit_id: String,
    pub(crate) subreddit: String,
    pub(crate) title: String,
    pub(crate) content: Option<String>,
    pub(crate) created_at: DateTime<Utc>,
    pub(crate) score: i64,
    pub(crate) comments: i64,
    pub(crate) google_ranking: Option<i64>,
    pub(crate) kind: String,
}

pub(crate) async fn users_of_older_scales(db: &Db, scale: i64) -> DbResult<Vec<Uuid>> {
    let sql = "select user_id from reddit_posts where scale < $1
               union select user_id from waiting_posts where scale < $1";
    let rows: Vec<(Uuid,)> = db.all(sql, args![scale]).await?;
    Ok(rows.into_iter().map(|(user_id,)| user_id).collect())
}

pub(crate) async fn has_older_scale(db: &Db, user_id: Uuid, scale: i64) -> DbResult<bool> {
    let sql = "select user_id from reddit_posts where user_id = $1 and scale < $2
               union select user_id from waiting_posts where user_id = $1 and scale < $2";
    let row: Option<(Uuid,)> = db.maybe(sql, args![user_id, scale]).await?;
    Ok(row.is_some())
}

pub(crate) async fn stored_posts(db: &Db, user_id: Uuid) -> DbResult<Vec<StoredPost>> {
    db.all(
        "select reddit_id, subreddit, title, content, created_at, score, comments, google_ranking, kind
         from reddit_posts where user_id = $1",
        args![user_id],
    )
    .await
}

/// A user's posts that wait for the next month.
pub(crate) async fn waiting_posts(db: &Db, user_id: Uuid) -> DbResult<Vec<RelevantPost>> {
    let sql = "select post from waiting_posts where user_id = $1";
    let rows: Vec<(Json<RelevantPost>,)> = db.all(sql, args![user_id]).await?;
    Ok(rows.into_iter().map(|(Json(post),)| post).collect())
}

/// Stores a new judgement of a waiting post.
pub(crate) async fn rescore_waiting(
    tx: &mut Tx,
    user_id: Uuid,
    post: &RelevantPost,
) -> DbResult<()> {
    tx.run(
        "update waiting_posts set relevance_score = $3, post = $4, scale = $5
         where user_id = $1 and reddit_id = $2",
        args![
            user_id,
            &post.reddit_id,
            post.relevance_score,
            json!(post),
            SCALE_VERSION
        ],
    )
    .await
    .map(drop)
}

/// Stores a new judgement; everything else about the post stays.
pub(crate) async fn rescore(tx: &mut Tx, user_id: Uuid, post: &RelevantPost) -> DbResult<()> {
    tx.run(
        "update reddit_posts set relevance_score = $3, relevance_reason = $4, relevance_parts = $5,
                intent = $6, scale = $7, names_brand = $8
         where user_id = $1 and reddit_id = $2",
        args![
            user_id,
            &post.reddit_id,
            post.relevance_score,
            &post.relevance_reason,
            json!(post.relevance_parts),
            &post.intent,
            SCALE_VERSION,
            post.names_brand,
        ],
    )
    .await
    .map(drop)
}
