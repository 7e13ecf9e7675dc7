//! Reads the posts that a user sees, for digests and keyword previews.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::super::{AnsweredPost, NewPost};
use platform::db::{Db, DbResult, FromRow, Tx, args};

/// The posts saved for a user after `since` that wait for an answer: for the digest. What is shown by
/// its words alone is told of once it is read.
pub(crate) async fn new_since(
    db: &Db,
    user_id: Uuid,
    since: DateTime<Utc>,
    most: i64,
) -> DbResult<Vec<NewPost>> {
    db.all(
        "select id, reddit_id, title, subreddit, author, permalink, score, comments, relevance_score,
                relevance_reason, relevance_parts, google_ranking, created_at, found_at, names_brand
         from reddit_posts
         where user_id = $1 and found_at > $2 and rejected = $3 and excluded = $3
               and state not in ('answered', 'won')
               and not exists (select 1 from heard_matches m where m.user_id = reddit_posts.user_id
                               and m.reddit_id = reddit_posts.reddit_id and m.shown_at is not null)
         order by relevance_score desc, created_at desc, id desc limit $4",
        args![user_id, since, false, most],
    )
    .await
}

pub(crate) async fn answered_posts(
    db: &Db,
    user_id: Uuid,
    most: i64,
) -> DbResult<Vec<AnsweredPost>> {
    db.all(
        "select id, reddit_id, state, state_at, title, subreddit, author, permalink from reddit_posts
         where user_id = $1 and state in ('answered', 'won') and state_at is not null
         order by state_at desc, id desc limit $2",
        args![user_id, most],
    )
    .await
}

/// How many posts were written since a moment, by their score.
pub(crate) async fn match_counts(
    db: &Db,
    user_id: Uuid,
    since: DateTime<Utc>,
) -> DbResult<Vec<(i64, i64)>> {
    db.all(
        "select relevance_score, cast(count(*) as bigint) from reddit_posts
         where user_id = $1 and created_at > $2 and names_brand = $3 and excluded = $3
         group by relevance_score",
        args![user_id, since, false],
    )
    .await
}

pub(crate) async fn has_posts(db: &Db, user_id: Uuid) -> DbResult<bool> {
    let sql = "select id from reddit_posts where user_id = $1 limit 1";
    let row: Option<(Uuid,)> = db.maybe(sql, args![user_id]).await?;
    Ok(row.is_some())
}

/// The subreddits and permalinks of a user's posts that are not rejected, best first.
pub(crate) async fn gathered(db: &Db, user_id: Uuid, most: i64) -> DbResult<Vec<(String, String)>> {
    db.all(
        "select subreddit, permalink from reddit_posts
         where user_id = $1 and rejected = $2 and excluded = $2
         order by relevance_score desc, created_at desc, id desc limit $3",
        args![user_id, false, most],
    )
    .await
}

/// Locks a post that its owner sees until the transaction ends; false if there is none, or if it is
/// answered.
pub(crate) async fn hold_shown(tx: &mut Tx, user_id: Uuid, id: Uuid) -> DbResult<bool> {
    let sql = "update reddit_posts set found_at = found_at
               where user_id = $1 and id = $2 and rejected = $3 and excluded = $3
                     and state not in ('answered', 'won')";
    Ok(tx.run(sql, args![user_id, id, false]).await? == 1)
}

/// The texts of the posts that a user sees, best first.
pub(crate) async fn texts(db: &Db, user_id: Uuid, most: i64) -> DbResult<Vec<PostText>> {
    db.all(
        "select id, title, subreddit, content from reddit_posts
         where user_id = $1 and rejected = $2 and excluded = $2
         order by relevance_score desc, created_at desc, id desc limit $3",
        args![user_id, false, most],
    )
    .await
}

/// The searchable text of a post.
#[derive(Clone, Debug, FromRow)]
pub(crate) struct PostText {
    pub(crate) id: Uuid,
    pub(crate) title: String,
    pub(crate) subreddit: String,
    pub(crate) content: Option<String>,
}

/// Ids grow with time, so the newest row is the last of the primary key.
pub(crate) async fn newest_found(db: &Db) -> DbResult<Option<DateTime<Utc>>> {
    let sql = "select found_at from reddit_posts order by id desc limit 1";
    let row: Option<(DateTime<Utc>,)> = db.maybe(sql, args![]).await?;
    Ok(row.map(|(at,)| at))
}

pub(crate) async fn count_of(db: &Db, user_id: Uuid) -> DbResult<i64> {
    let sql = "select cast(count(*) as bigint) from reddit_posts where user_id = $1";
    let (count,): (i64,) = db.one(sql, args![user_id]).await?;
    Ok(count)
}
