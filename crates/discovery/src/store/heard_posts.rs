//! Posts that the listener heard, until they are judged for everybody whose keywords they have.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

use super::super::heard_posts::HeardPost;
use listening::{Post, SourceName};
use platform::db::{Db, DbResult, DynamicQuery, FromRow, Json, Kind, OwnedRows, Tx, args};

pub(crate) const HEARD_MATCHES: OwnedRows = OwnedRows {
    table: "heard_matches",
    owner: "user_id",
    order: "heard_at, reddit_id",
    columns: &[
        ("reddit_id", Kind::Text),
        ("keywords", Kind::Jsonb),
        ("subjects", Kind::Jsonb),
        ("heard_at", Kind::Timestamptz),
    ],
};

/// A post that was heard for a user and is not judged yet, without its text.
#[derive(Debug, FromRow)]
pub(crate) struct QueuedMatch {
    pub(crate) user_id: Uuid,
    pub(crate) reddit_id: String,
    pub(crate) keywords: Json<Vec<String>>,
    pub(crate) subjects: Json<Vec<String>>,
    /// Its score at a glance: 0 to 100.
    pub(crate) glance: f64,
    /// It is in the list by that score.
    pub(crate) shown_at: Option<DateTime<Utc>>,
    pub(crate) heard_at: DateTime<Utc>,
}

#[derive(FromRow)]
struct HeardTextRow {
    reddit_id: String,
    post: Json<Post>,
}

/// A post that was judged and is shown with the next scan.
#[derive(Debug, FromRow)]
pub(crate) struct HeldMatch {
    pub(crate) reddit_id: String,
    pub(crate) keywords: Json<Vec<String>>,
    pub(crate) subjects: Json<Vec<String>>,
    /// Kept of what cannot be asked for again: from elsewhere than Reddit.
    pub(crate) post: Option<Json<Post>>,
}

/// SQLite looks each numbered value up among those before it, so long statements cost more than short
/// ones save.
const ROWS_AT_ONCE: usize = 50;

/// Stores posts and for whom they were heard.
pub(crate) async fn add_heard(
    tx: &mut Tx,
    heard: &[HeardPost<'_>],
    at: DateTime<Utc>,
) -> DbResult<()> {
    for some in heard.chunks(ROWS_AT_ONCE) {
        let mut statement = DynamicQuery::default();
        statement.push("insert into heard_posts (reddit_id, post, heard_at) values ");
        for (place, HeardPost { post, .. }) in some.iter().enumerate() {
            statement.push_row(place == 0, args![&post.reddit_id, json!(post), at]);
        }
        statement.push(" on conflict (reddit_id) do nothing");
        tx.run_built(statement).await?;
    }
    let matches = heard.iter().flat_map(|HeardPost { post, matches }| {
        matches.iter().map(|it| (post.reddit_id.as_str(), it))
    });
    let matches: Vec<_> = matches.collect();
    for some in matches.chunks(ROWS_AT_ONCE) {
        let mut statement = DynamicQuery::default();
        statement.push(
            "insert into heard_matches (user_id, reddit_id, keywords, subjects, heard_at, held, glance,
                                        waiting_score) values ",
        );
        for (place, (reddit_id, it)) in some.iter().enumerate() {
            let score = f64::from(it.score);
            let (keywords, subjects) = (json!(it.keywords), json!(it.subjects));
            let row = args![
                it.user_id, *reddit_id, keywords, subjects, at, false, score, score
            ];
            statement.push_row(place == 0, row);
        }
        statement.push(" on conflict (user_id, reddit_id) do nothing");
        tx.run_built(statement).await?;
    }
    Ok(())
}

/// Takes the likeliest texts out of the queue, so many texts and matches at most. Two jobs never take
/// the same, and one that starts over goes on with what it took.
pub(crate) async fn take_likeliest(
    tx: &mut Tx,
    job_id: Uuid,
    (texts, matches): (i64, i64),
) -> DbResult<()> {
    tx.run(
        "update heard_matches set job_id = $1, waiting_score = null
         where (user_id, reddit_id) in (
             select user_id, reddit_id from heard_matches
             where waiting_score is not null and reddit_id in (
                 select reddit_id from heard_matches where waiting_score is not null
                 order by waiting_score desc limit $2)
             order by waiting_score desc limit $3)
         and waiting_score is not null
         and not exists (select 1 from heard_matches where job_id = $1)",
        args![job_id, texts, matches],
    )
    .await
    .map(drop)
}

/// The jobs that have taken matches which are not judged yet.
pub(crate) async fn taking_jobs(db: &Db) -> DbResult<Vec<Uuid>> {
    let sql = "select distinct job_id from heard_matches where job_id is not null";
    let rows: Vec<(Uuid,)> = db.all(sql, args![]).await?;
    Ok(rows.into_iter().map(|(job_id,)| job_id).collect())
}

/// Puts back what a job has taken and not judged.
pub(crate) async fn put_back(tx: &mut Tx, job_id: Uuid) -> DbResult<u64> {
    let sql = "update heard_matches set job_id = null, waiting_score = glance where job_id = $1";
    tx.run(sql, args![job_id]).await
}

/// The same for a job that failed for good, unless what it took was given back so often before: then
/// it is what makes the jobs fail.
pub(crate) async fn put_back_failed(tx: &mut Tx, job_id: Uuid, most: i64) -> DbResult<()> {
    let sql = "delete from heard_matches where job_id = $1 and tries >= $2";
    tx.run(sql, args![job_id, most]).await?;
    let sql = "update heard_matches set tries = tries + 1 where job_id = $1";
    tx.run(sql, args![job_id]).await?;
    put_back(tx, job_id).await.map(drop)
}

/// What a job has taken and what has no text any more. Nobody can read it.
pub(crate) async fn forget_taken(tx: &mut Tx, job_id: Uuid) -> DbResult<()> {
    let sql = "delete from heard_matches where job_id = $1";
    tx.run(sql, args![job_id]).await.map(drop)
}

/// Queues what a process of an older release stored without a score.
pub(crate) async fn queue_unscored(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    let sql = "update heard_matches set waiting_score = glance
               where user_id = $1 and held = $2 and waiting_score is null and job_id is null";
    tx.run(sql, args![user_id, false]).await.map(drop)
}

/// What a job has taken, each user's together and the oldest first.
pub(crate) async fn taken_matches(db: &Db, job_id: Uuid) -> DbResult<Vec<QueuedMatch>> {
    db.all(
        "select user_id, reddit_id, keywords, subjects, glance, shown_at, heard_at from heard_matches
         where job_id = $1 and held = $2 order by user_id, heard_at, reddit_id",
        args![job_id, false],
    )
    .await
}

/// The texts of posts that were heard, by id.
pub(crate) async fn heard_texts(
    db: &Db,
    reddit_ids: impl IntoIterator<Item = &str>,
) -> DbResult<HashMap<String, Post>> {
    let mut statement = DynamicQuery::default();
    statement.push("select reddit_id, post from heard_posts where reddit_id");
    // A list without anything in it is no statement.
    statement.push_any_of(reddit_ids.into_iter().chain(std::iter::once("")));
    let rows: Vec<HeardTextRow> = db.all_built(statement).await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.reddit_id, row.post.0))
        .collect())
}

/// What has waited since before a moment, was not looked at yet and has at least this score.
pub(crate) async fn long_waiting(
    db: &Db,
    before: DateTime<Utc>,
    (least, most): (f64, i64),
) -> DbResult<Vec<QueuedMatch>> {
    db.all(
        "select user_id, reddit_id, keywords, subjects, glance, shown_at, heard_at from heard_matches
         where waiting_score >= $2 and heard_at < $1 and looked_at is null
         order by waiting_score desc limit $3",
        args![before, least, most],
    )
    .await
}

/// Looks at a match that waits, to show it or not; false if a reader has taken it by now, or another
/// process has looked.
pub(crate) async fn look_at(
    tx: &mut Tx,
    (user_id, reddit_id): (Uuid, &str),
    at: DateTime<Utc>,
) -> DbResult<bool> {
    let sql = "update heard_matches set looked_at = $3
               where user_id = $1 and reddit_id = $2 and waiting_score is not null and looked_at is null";
    Ok(tx.run(sql, args![user_id, reddit_id, at]).await? > 0)
}

pub(crate) async fn mark_shown(
    tx: &mut Tx,
    (user_id, reddit_id): (Uuid, &str),
    at: DateTime<Utc>,
) -> DbResult<()> {
    let sql = "update heard_matches set shown_at = $3 where user_id = $1 and reddit_id = $2";
    tx.run(sql, args![user_id, reddit_id, at]).await.map(drop)
}

/// Whether anything waits for the reader.
pub(crate) async fn is_anything_waiting(tx: &mut Tx) -> DbResult<bool> {
    let sql = "select reddit_id from heard_matches where waiting_score is not null limit 1";
    let row: Option<(String,)> = tx.maybe(sql, args![]).await?;
    Ok(row.is_some())
}

/// Drops what is least likely of a queue that is longer than this and not shown; how many.
pub(crate) async fn shorten_queue(tx: &mut Tx, most: i64) -> DbResult<u64> {
    tx.run(
        "delete from heard_matches where shown_at is null and waiting_score < (
             select waiting_score from heard_matches where waiting_score is not null
             order by waiting_score desc limit 1 offset $1)",
        args![most],
    )
    .await
}

/// A post of a list, unless its owner has done something with it; locked until the transaction ends.
pub(crate) async fn untouched(
    tx: &mut Tx,
    user_id: Uuid,
    reddit_id: &str,
) -> DbResult<Option<Uuid>> {
    let sql = "update reddit_posts set found_at = found_at
               where user_id = $1 and reddit_id = $2 and state = 'open' and rejected = $3
                     and note is null and feedback is null
               returning id";
    let row: Option<(Uuid,)> = tx.maybe(sql, args![user_id, reddit_id, false]).await?;
    Ok(row.map(|(id,)| id))
}

pub(crate) const DELETE_POST: &str =
    "delete from reddit_posts where user_id = $1 and id = $2 returning user_id, id";

/// A post that was shown by its words alone counts as found now that it is read: nobody was told of it.
pub(crate) async fn confirm_shown(
    tx: &mut Tx,
    user_id: Uuid,
    reddit_id: &str,
    at: DateTime<Utc>,
) -> DbResult<Option<Uuid>> {
    let sql =
        "update reddit_posts set found_at = $3 where user_id = $1 and reddit_id = $2 returning id";
    let row: Option<(Uuid,)> = tx.maybe(sql, args![user_id, reddit_id, at]).await?;
    Ok(row.map(|(id,)| id))
}

/// What waits for a user's next scan, newest first.
pub(crate) async fn held_matches(db: &Db, user_id: Uuid, most: i64) -> DbResult<Vec<HeldMatch>> {
    db.all(
        "select m.reddit_id, m.keywords, m.subjects, p.post from heard_matches m
         left join heard_posts p on p.reddit_id = m.reddit_id
         where m.user_id = $1 and m.held = $2 order by m.heard_at desc, m.reddit_id limit $3",
        args![user_id, true, most],
    )
    .await
}

/// A judged post waits for the next scan.
pub(crate) async fn hold_match(tx: &mut Tx, user_id: Uuid, reddit_id: &str) -> DbResult<()> {
    let sql = "update heard_matches set held = $3, job_id = null
               where user_id = $1 and reddit_id = $2";
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

/// What nobody has read in all this time, with its texts, and what no scan has collected. Texts from
/// elsewhere than Reddit stay for the scans that they wait for: they cannot be asked for again.
pub(crate) async fn delete_old_heard(
    db: &Db,
    (unread_before, match_before): (DateTime<Utc>, DateTime<Utc>),
) -> DbResult<()> {
    for (sql, before) in [
        (
            "delete from heard_matches where (user_id, reddit_id) in (
                 select user_id, reddit_id from heard_matches
                 where heard_at < $1 and held = $2 limit $3)",
            args![unread_before, false],
        ),
        (
            "delete from heard_matches where (user_id, reddit_id) in (
                 select user_id, reddit_id from heard_matches where heard_at < $1 limit $2)",
            args![match_before],
        ),
        (
            "delete from heard_posts where reddit_id in (
                 select reddit_id from heard_posts where heard_at < $1
                 and (reddit_id like 't3%' or not exists (
                     select 1 from heard_matches
                     where heard_matches.reddit_id = heard_posts.reddit_id))
                 limit $2)",
            args![unread_before],
        ),
    ] {
        db.run_in_pieces(sql, before).await?;
    }
    Ok(())
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
