//! Posts that the listener heard, until they are judged for everybody whose keywords they have.

use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

use listening::{Post, SourceName};
use platform::db::{Db, DbResult, FromRow, Json, Kind, OwnedRows, Tx, args};

pub(crate) const HEARD_MATCHES: OwnedRows = OwnedRows {
    table: "heard_matches",
    owner: "user_id",
    order: "heard_at, reddit_id",
    columns: &[
        ("reddit_id", Kind::Text),
        ("keywords", Kind::Jsonb),
        ("heard_at", Kind::Timestamptz),
    ],
};

/// A post that was heard for a user and is not judged yet.
#[derive(Debug, FromRow)]
pub(crate) struct HeardMatch {
    pub(crate) post: Json<Post>,
    pub(crate) keywords: Json<Vec<String>>,
}

/// A post that was judged and is shown with the next scan.
#[derive(Debug, FromRow)]
pub(crate) struct HeldMatch {
    pub(crate) reddit_id: String,
    pub(crate) keywords: Json<Vec<String>>,
    /// Kept of what cannot be asked for again: from elsewhere than Reddit.
    pub(crate) post: Option<Json<Post>>,
}

pub(crate) async fn add_heard_post(tx: &mut Tx, post: &Post, at: DateTime<Utc>) -> DbResult<()> {
    let sql = "insert into heard_posts (reddit_id, post, heard_at) values ($1, $2, $3)
               on conflict (reddit_id) do nothing";
    tx.run(sql, args![&post.reddit_id, json!(post), at])
        .await
        .map(drop)
}

pub(crate) async fn add_heard_match(
    tx: &mut Tx,
    (user_id, reddit_id): (Uuid, &str),
    keywords: &[String],
    at: DateTime<Utc>,
) -> DbResult<()> {
    let sql = "insert into heard_matches (user_id, reddit_id, keywords, heard_at, held)
               values ($1, $2, $3, $4, $5) on conflict (user_id, reddit_id) do nothing";
    tx.run(sql, args![user_id, reddit_id, json!(keywords), at, false])
        .await
        .map(drop)
}

/// Takes what is to be judged for a user; two jobs never take the same, and one that starts over finds
/// what it took.
pub(crate) async fn claim_heard(tx: &mut Tx, user_id: Uuid, job_id: Uuid) -> DbResult<()> {
    let sql = "update heard_matches set job_id = $2
               where user_id = $1 and held = $3 and job_id is null";
    tx.run(sql, args![user_id, job_id, false]).await.map(drop)
}

/// What a job has taken, oldest first.
pub(crate) async fn claimed_matches(
    db: &Db,
    user_id: Uuid,
    job_id: Uuid,
) -> DbResult<Vec<HeardMatch>> {
    db.all(
        "select p.post, m.keywords from heard_matches m
         join heard_posts p on p.reddit_id = m.reddit_id
         where m.user_id = $1 and m.job_id = $2 and m.held = $3
         order by m.heard_at, m.reddit_id",
        args![user_id, job_id, false],
    )
    .await
}

/// What waits for a user's next scan, newest first.
pub(crate) async fn held_matches(db: &Db, user_id: Uuid, most: i64) -> DbResult<Vec<HeldMatch>> {
    db.all(
        "select m.reddit_id, m.keywords, p.post from heard_matches m
         left join heard_posts p on p.reddit_id = m.reddit_id
         where m.user_id = $1 and m.held = $2 order by m.heard_at desc, m.reddit_id limit $3",
        args![user_id, true, most],
    )
    .await
}

/// A judged post waits for the next scan.
pub(crate) async fn hold_match(tx: &mut Tx, user_id: Uuid, reddit_id: &str) -> DbResult<()> {
    let sql = "update heard_matches set held = $3 where user_id = $1 and reddit_id = $2";
    tx.run(sql, args![user_id, reddit_id, true]).await.map(drop)
}

pub(crate) async fn delete_match(tx: &mut Tx, user_id: Uuid, reddit_id: &str) -> DbResult<()> {
    let sql = "delete from heard_matches where user_id = $1 and reddit_id = $2";
    tx.run(sql, args![user_id, reddit_id]).await.map(drop)
}

/// Deletes a post that was deleted on Reddit.
pub(crate) async fn delete_heard(tx: &mut Tx, reddit_id: &str) -> DbResult<()> {
    for sql in [
        "delete from heard_matches where reddit_id = $1",
        "delete from heard_posts where reddit_id = $1",
    ] {
        tx.run(sql, args![reddit_id]).await?;
    }
    Ok(())
}

/// Texts that nobody has judged in all this time, unless they wait for a scan and cannot be asked for
/// again, and matches that no scan has collected.
pub(crate) async fn delete_old_heard(
    db: &Db,
    (text_before, match_before): (DateTime<Utc>, DateTime<Utc>),
) -> DbResult<()> {
    db.run_in_pieces(
        "delete from heard_posts where reddit_id in (
             select reddit_id from heard_posts where heard_at < $1
             and (reddit_id like 't3%' or not exists (
                 select 1 from heard_matches where heard_matches.reddit_id = heard_posts.reddit_id))
             limit $2)",
        args![text_before],
    )
    .await?;
    let sql = "delete from heard_matches where heard_at < $1";
    db.run(sql, args![match_before]).await.map(drop)
}

/// Deletes the texts that nobody has to judge any more, of these. Those from elsewhere than Reddit stay
/// until the scans that they wait for have collected them.
pub(crate) async fn delete_judged_texts(tx: &mut Tx, reddit_ids: &[String]) -> DbResult<()> {
    for reddit_id in reddit_ids {
        let is_needed_when_held = SourceName::of(reddit_id) != SourceName::Reddit;
        tx.run(
            "delete from heard_posts where reddit_id = $1 and not exists (
                 select 1 from heard_matches
                 where heard_matches.reddit_id = $1 and (held = $2 or held = $3))",
            args![reddit_id, false, is_needed_when_held],
        )
        .await?;
    }
    Ok(())
}
