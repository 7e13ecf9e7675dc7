//! Checking known mentions: by Reddit's ids, whoever's mentions they are.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::super::mention::MentionReading;
use lens::mention::READING_VERSION;
use platform::db::{Db, DbResult, FromRow, Json, PIECE_ROWS, Tx, args};

/// A user's row of a post or comment.
#[derive(Debug, FromRow)]
pub(crate) struct StoredMention {
    pub(crate) id: Uuid,
    pub(crate) user_id: Uuid,
    pub(crate) post_title: String,
    pub(crate) subreddit: String,
    pub(crate) author: String,
    pub(crate) brand_terms: Json<StoredTerm>,
    pub(crate) matched: Json<Vec<String>>,
}

#[derive(Debug, serde::Deserialize)]
pub(crate) struct StoredTerm {
    pub(crate) term_value: String,
}

pub(crate) const SELECT_UNCHECKED: &str =
    "select reddit_id from brand_mentions where checked_at <= $1
     group by reddit_id order by min(checked_at), reddit_id limit $2";

pub(crate) const MARK_CHECKED: &str = "update brand_mentions set checked_at = $2 where id in
     (select id from brand_mentions where reddit_id = $1 and checked_at < $2 limit $3)";

/// A test looks at its plan: it may not read the whole table.
pub const DELETE_UNSEEN: &str = "delete from brand_mentions where id in
     (select id from brand_mentions where last_seen_at < $1 limit $2) returning user_id, id";

/// Deletes the post or comment `$1` from lists, and with a post all that was said in its thread:
/// `$2` rows at most.
pub(crate) const DELETE_GONE: &str = "delete from brand_mentions where id in
     (select id from brand_mentions where reddit_id = $1 or post_id = $1 limit $2)
     returning user_id, id";

/// Deletes one mention by its id.
pub(crate) const DELETE_ONE: &str =
    "delete from brand_mentions where id = $1 returning user_id, id";

/// Rows of a post or comment that have another text than this one, `most` at most.
pub(crate) async fn with_other_text(
    tx: &mut Tx,
    (reddit_id, text): (&str, &str),
    most: i64,
) -> DbResult<Vec<StoredMention>> {
    let sql = "select id, user_id, post_title, subreddit, author, brand_terms, matched
         from brand_mentions where reddit_id = $1 and coalesce(post_content, '') <> $2 limit $3";
    tx.all(sql, args![reddit_id, text, most]).await
}

/// Stores the current numbers of a post or comment for a thousand of those who have it; how many
/// they were. A comment has no number of comments.
pub(crate) async fn see_still(
    tx: &mut Tx,
    reddit_id: &str,
    (score, comments): (i64, Option<i64>),
    at: DateTime<Utc>,
) -> DbResult<u64> {
    tx.run(
        "update brand_mentions set post_score = $2, comment_count = coalesce($3, comment_count), checked_at = $4
         where id in (select id from brand_mentions where reddit_id = $1 and checked_at < $4 limit $5)",
        args![reddit_id, score, comments, at, PIECE_ROWS],
    )
    .await
}

/// Stores a changed text and its reading.
pub(crate) async fn edit(
    tx: &mut Tx,
    id: Uuid,
    content: &str,
    folded: &str,
    reading: &MentionReading,
) -> DbResult<()> {
    tx.run(
        "update brand_mentions set post_content = $2, folded = $3, sentiment_score = $4, is_positive = $5,
                ai_analysis_reason = $6, ai_summary = $7, intent = $8, leaning = $9,
                reading = $10, read_by_model = $11, summary_kind = $12
         where id = $1",
        args![
            id, content, folded, reading.sentiment_score, reading.is_positive, reading.reason.as_deref(),
            reading.summary.as_deref(), &reading.intent, reading.leaning(),
            READING_VERSION, reading.is_by_model, reading.summary_kind(),
        ],
    )
    .await
    .map(drop)
}

/// Whether anybody has a mention in this text.
pub(crate) async fn is_stored(db: &Db, reddit_id: &str) -> DbResult<bool> {
    let sql = "select cast(count(*) as bigint) from
               (select 1 as one from brand_mentions where reddit_id = $1 limit 1) as found";
    let (count,): (i64,) = db.one(sql, args![reddit_id]).await?;
    Ok(count > 0)
}

/// The ids of what somebody wrote in a place, as far as it is anybody's mention.
pub(crate) async fn ids_by(db: &Db, place: &str, author: &str) -> DbResult<Vec<String>> {
    let sql = "select distinct reddit_id from brand_mentions where subreddit = $1 and author = $2";
    let rows: Vec<(String,)> = db.all(sql, args![place, author]).await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}
