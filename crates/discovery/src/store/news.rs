//! What others ask about the posts that are shown: those who write letters, and those who try words.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::super::NewPost;
use platform::db::{Db, DbResult, FromRow, Tx, args};

/// What was saved for a person after that moment and is not rejected: for the digest.
pub(crate) async fn new_since(
    db: &Db,
    user_id: Uuid,
    since: DateTime<Utc>,
    most: i64,
) -> DbResult<Vec<NewPost>> {
    db.all(
        "select id, reddit_id, title, subreddit, permalink, score, comments, relevance_score,
                relevance_reason, google_ranking, created_at, found_at
         from reddit_posts
         where user_id = $1 and found_at > $2 and rejected = $3 and excluded = $3
         order by relevance_score desc, created_at desc, id desc limit $4",
        args![user_id, since, false, most],
    )
    .await
}

/// A post that is shown, held until the transaction ends; false if it is not there.
pub(crate) async fn hold_shown(tx: &mut Tx, user_id: Uuid, id: Uuid) -> DbResult<bool> {
    let sql = "update reddit_posts set found_at = found_at
               where user_id = $1 and id = $2 and rejected = $3 and excluded = $3";
    Ok(tx.run(sql, args![user_id, id, false]).await? == 1)
}

/// What is shown to a person, best first, as texts to look through.
pub(crate) async fn texts(db: &Db, user_id: Uuid, most: i64) -> DbResult<Vec<PostText>> {
    db.all(
        "select id, title, subreddit, content from reddit_posts
         where user_id = $1 and rejected = $2 and excluded = $2
         order by relevance_score desc, created_at desc, id desc limit $3",
        args![user_id, false, most],
    )
    .await
}

/// A post as a text to look through.
#[derive(Clone, Debug, FromRow)]
pub(crate) struct PostText {
    pub(crate) id: Uuid,
    pub(crate) title: String,
    pub(crate) subreddit: String,
    pub(crate) content: Option<String>,
}
