//! Checking known posts: by Reddit's ids, whoever's posts they are.

use chrono::{DateTime, Utc};

use platform::db::{Db, DbResult, PIECE_ROWS, Tx, args};

pub(crate) const SELECT_UNCHECKED: &str = "select reddit_id from (
         select reddit_id, checked_at from reddit_posts where checked_at <= $1
         union all
         select reddit_id, checked_at from waiting_posts where checked_at <= $1
         union all
         select reddit_id, checked_at from left_out_posts where checked_at <= $1
     ) as stale
     group by reddit_id order by min(checked_at), reddit_id limit $2";

pub(crate) const MARK_CHECKED: &str = "update reddit_posts set checked_at = $2 where id in
     (select id from reddit_posts where reddit_id = $1 and checked_at < $2 limit $3)";

pub(crate) const DELETE_UNSEEN: &str = "delete from reddit_posts where id in
     (select id from reddit_posts where last_seen_at < $1 limit $2) returning user_id, id";

/// Deletes the post `$1` from `$2` lists.
pub(crate) const DELETE_GONE: &str = "delete from reddit_posts where id in
     (select id from reddit_posts where reddit_id = $1 limit $2) returning user_id, id";

/// What the sweep looks for by age, `$1` being a time. None of it may read the whole table; a test
/// looks at the plans.
pub const SWEEP_STATEMENTS: [&str; 2] = [DELETE_UNSEEN, DROP_OLD_RANKS];

/// Stores how a post is now, for a thousand of those who have it; how many they were.
pub(crate) async fn checked(
    tx: &mut Tx,
    reddit_id: &str,
    (score, comments): (i64, i64),
    at: DateTime<Utc>,
) -> DbResult<u64> {
    let posts = tx
        .run(
            "update reddit_posts set score = $2, comments = $3, checked_at = $4 where id in
             (select id from reddit_posts where reddit_id = $1 and checked_at < $4 limit $5)",
            args![reddit_id, score, comments, at, PIECE_ROWS],
        )
        .await?;
    Ok(posts.max(checked_unlisted(tx, reddit_id, at).await?))
}

/// The same of a comment.
pub(crate) async fn checked_comment(
    tx: &mut Tx,
    reddit_id: &str,
    at: DateTime<Utc>,
) -> DbResult<u64> {
    let posts = tx
        .run(MARK_CHECKED, args![reddit_id, at, PIECE_ROWS])
        .await?;
    Ok(posts.max(checked_unlisted(tx, reddit_id, at).await?))
}

/// Marks rows outside the lists as checked: those that wait and those that were left out. How many it
/// was of the larger table, a thousand at most.
pub(crate) async fn checked_unlisted(
    tx: &mut Tx,
    reddit_id: &str,
    at: DateTime<Utc>,
) -> DbResult<u64> {
    let mut most = 0;
    for sql in [
        "update waiting_posts set checked_at = $2 where id in
         (select id from waiting_posts where reddit_id = $1 and checked_at < $2 limit $3)",
        "update left_out_posts set checked_at = $2 where id in
         (select id from left_out_posts where reddit_id = $1 and checked_at < $2 limit $3)",
    ] {
        most = most.max(tx.run(sql, args![reddit_id, at, PIECE_ROWS]).await?);
    }
    Ok(most)
}

const DROP_OLD_RANKS: &str =
    "update reddit_posts set google_ranking = null, ranked_at = null where id in
     (select id from reddit_posts
      where google_ranking is not null and coalesce(ranked_at, found_at) < $1 limit $2)";

/// Clears ranks that were not seen since then.
pub(crate) async fn drop_old_ranks(db: &Db, since: DateTime<Utc>) -> DbResult<u64> {
    db.run_in_pieces(DROP_OLD_RANKS, args![since]).await
}

/// Whether anybody has a text, or it is being judged for somebody.
pub(crate) async fn is_stored(db: &Db, reddit_id: &str) -> DbResult<bool> {
    let (count,): (i64,) = db
        .one(
            "select cast(
                 (select count(*) from (select 1 as one from reddit_posts where reddit_id = $1 limit 1) as a)
               + (select count(*) from (select 1 as one from waiting_posts where reddit_id = $1 limit 1) as b)
               + (select count(*) from (select 1 as one from left_out_posts where reddit_id = $1 limit 1) as c)
               + (select count(*) from (select 1 as one from heard_posts where reddit_id = $1 limit 1) as d)
             as bigint)",
            args![reddit_id],
        )
        .await?;
    Ok(count > 0)
}

/// The ids of what somebody wrote in a place, as far as anybody has it.
pub(crate) async fn ids_by(db: &Db, place: &str, author: &str) -> DbResult<Vec<String>> {
    let sql = "select distinct reddit_id from reddit_posts where subreddit = $1 and author = $2";
    let rows: Vec<(String,)> = db.all(sql, args![place, author]).await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// The communities in which posts were found for most users since a moment, `most` at most.
pub(crate) async fn busiest_communities(
    db: &Db,
    since: DateTime<Utc>,
    most: i64,
) -> DbResult<Vec<String>> {
    let rows: Vec<(String,)> = db
        .all(
            "select name from (
                 select distinct user_id, lower(subreddit) as name from reddit_posts
                 where found_at >= $1 and source = 'reddit'
             ) as tracked group by name order by count(*) desc, name limit $2",
            args![since, most],
        )
        .await?;
    Ok(rows.into_iter().map(|(name,)| name).collect())
}
