//! Looking again at what is known: by Reddit's ids, whoever's mentions they are.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::super::mention::Reading;
use platform::db::{Db, DbResult, FromRow, Json, Tx, args};

/// A mention that was somebody's and is not any more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gone {
    pub(crate) user_id: Uuid,
    pub(crate) id: Uuid,
}

/// Somebody's copy of a place.
#[derive(Debug, FromRow)]
pub(crate) struct Copy {
    pub(crate) id: Uuid,
    pub(crate) user_id: Uuid,
    pub(crate) post_title: String,
    pub(crate) post_content: Option<String>,
    pub(crate) subreddit: String,
    pub(crate) author: String,
    pub(crate) brand_terms: Json<Term>,
    pub(crate) matched: Json<Vec<String>>,
}

#[derive(Debug, serde::Deserialize)]
pub(crate) struct Term {
    pub(crate) term_value: String,
}

/// Places that nobody has looked at since then, each once, those that waited longest first.
pub(crate) async fn unchecked(db: &Db, since: DateTime<Utc>, most: i64) -> DbResult<Vec<String>> {
    let rows: Vec<(String,)> = db
        .all(
            "select reddit_id from brand_mentions where checked_at <= $1
             group by reddit_id order by min(checked_at), reddit_id limit $2",
            args![since, most],
        )
        .await?;
    Ok(rows.into_iter().map(|(reddit_id,)| reddit_id).collect())
}

pub(crate) async fn copies(tx: &mut Tx, reddit_id: &str) -> DbResult<Vec<Copy>> {
    let sql =
        "select id, user_id, post_title, post_content, subreddit, author, brand_terms, matched
               from brand_mentions where reddit_id = $1";
    tx.all(sql, args![reddit_id]).await
}

/// Writes down how a place is now, for everybody who has it. A comment has no number of comments.
pub(crate) async fn see_still(
    tx: &mut Tx,
    reddit_id: &str,
    (score, comments): (i64, Option<i64>),
    at: DateTime<Utc>,
) -> DbResult<()> {
    tx.run(
        "update brand_mentions set post_score = $2, comment_count = coalesce($3, comment_count), checked_at = $4
         where reddit_id = $1",
        args![reddit_id, score, comments, at],
    )
    .await
    .map(drop)
}

/// Writes down another text and what was read in it.
pub(crate) async fn edit(
    tx: &mut Tx,
    id: Uuid,
    content: &str,
    folded: &str,
    reading: &Reading,
) -> DbResult<()> {
    tx.run(
        "update brand_mentions set post_content = $2, folded = $3, sentiment_score = $4, is_positive = $5,
                ai_analysis_reason = $6, ai_summary = $7, intent = $8, leaning = $9
         where id = $1",
        args![
            id, content, folded, reading.sentiment_score, reading.is_positive, reading.reason.as_deref(),
            reading.summary.as_deref(), &reading.intent, reading.leaning(),
        ],
    )
    .await
    .map(drop)
}

/// Removes one copy.
pub(crate) async fn forget_copy(tx: &mut Tx, id: Uuid) -> DbResult<()> {
    let sql = "delete from brand_mentions where id = $1";
    tx.run(sql, args![id]).await.map(drop)
}

/// Removes a place from all lists, and with a post all that was said in its thread; whose it was.
pub(crate) async fn forget_gone(tx: &mut Tx, reddit_id: &str) -> DbResult<Vec<Gone>> {
    let sql =
        "delete from brand_mentions where reddit_id = $1 or post_id = $1 returning user_id, id";
    let rows: Vec<(Uuid, Uuid)> = tx.all(sql, args![reddit_id]).await?;
    let gone = rows.into_iter().map(|(user_id, id)| Gone { user_id, id });
    Ok(gone.collect())
}

/// Removes mentions that nobody has met since then.
pub(crate) async fn forget_unseen(tx: &mut Tx, since: DateTime<Utc>) -> DbResult<Vec<Gone>> {
    let sql = "delete from brand_mentions where last_seen_at < $1 returning user_id, id";
    let rows: Vec<(Uuid, Uuid)> = tx.all(sql, args![since]).await?;
    let gone = rows.into_iter().map(|(user_id, id)| Gone { user_id, id });
    Ok(gone.collect())
}

/// Counts a place as looked at without changing it.
pub(crate) async fn left_alone(tx: &mut Tx, reddit_id: &str, at: DateTime<Utc>) -> DbResult<()> {
    let sql = "update brand_mentions set checked_at = $2 where reddit_id = $1";
    tx.run(sql, args![reddit_id, at]).await.map(drop)
}
