//! What the reader made of posts.

use chrono::{DateTime, Utc};

use platform::db::{Db, DbResult, DynamicQuery, FromRow, Tx, args};

/// A stored vector, and of which text it is.
#[derive(Clone, Debug, FromRow)]
pub(crate) struct StoredVector {
    pub(crate) reddit_id: String,
    pub(crate) text_hash: i64,
    pub(crate) vector: Vec<u8>,
}

/// The vectors of these posts that the current reader made.
pub(crate) async fn vectors(
    db: &Db,
    reddit_ids: &[&str],
    reader: i64,
) -> DbResult<Vec<StoredVector>> {
    /// SQLite takes 32,766 values in a statement, PostgreSQL twice as many.
    const AT_ONCE: usize = 1_000;
    let mut all = Vec::new();
    for some in reddit_ids.chunks(AT_ONCE) {
        let mut statement = DynamicQuery::default();
        statement.push("select reddit_id, text_hash, vector from post_vectors where reader = ");
        statement.bind(reader);
        statement.push(" and reddit_id");
        statement.push_any_of(some.iter().copied());
        all.extend(db.all_built::<StoredVector>(statement).await?);
    }
    Ok(all)
}

pub(crate) async fn store_vector(
    tx: &mut Tx,
    vector: &StoredVector,
    reader: i64,
    at: DateTime<Utc>,
) -> DbResult<()> {
    let StoredVector {
        reddit_id,
        text_hash,
        vector,
    } = vector;
    tx.run(
        "insert into post_vectors (reddit_id, text_hash, reader, vector, read_at)
         values ($1, $2, $3, $4, $5)
         on conflict (reddit_id) do update set text_hash = excluded.text_hash, reader = excluded.reader,
             vector = excluded.vector, read_at = excluded.read_at, sentences_hash = null, sentences = null",
        args![reddit_id, *text_hash, reader, vector.clone(), at],
    )
    .await
    .map(drop)
}

/// What the reader made of a post's sentences, and of which.
#[derive(Clone, Debug, FromRow)]
pub(crate) struct StoredSentences {
    pub(crate) reddit_id: String,
    pub(crate) sentences_hash: i64,
    pub(crate) sentences: Vec<u8>,
}

/// The vectors of these posts' sentences that the current reader made.
pub(crate) async fn sentences(
    db: &Db,
    reddit_ids: &[&str],
    reader: i64,
) -> DbResult<Vec<StoredSentences>> {
    /// SQLite takes 32,766 values in a statement, PostgreSQL twice as many.
    const AT_ONCE: usize = 1_000;
    let mut all = Vec::new();
    for some in reddit_ids.chunks(AT_ONCE) {
        let mut statement = DynamicQuery::default();
        statement.push(
            "select reddit_id, sentences_hash, sentences from post_vectors
             where sentences is not null and reader = ",
        );
        statement.bind(reader);
        statement.push(" and reddit_id");
        statement.push_any_of(some.iter().copied());
        all.extend(db.all_built::<StoredSentences>(statement).await?);
    }
    Ok(all)
}

/// Stores them beside the vector of the post, which was read before.
pub(crate) async fn store_sentences(tx: &mut Tx, read: &StoredSentences) -> DbResult<()> {
    tx.run(
        "update post_vectors set sentences_hash = $2, sentences = $3 where reddit_id = $1",
        args![&read.reddit_id, read.sentences_hash, read.sentences.clone()],
    )
    .await
    .map(drop)
}

/// The post is gone, and what was read of it too.
pub(crate) async fn delete_vector(tx: &mut Tx, reddit_id: &str) -> DbResult<()> {
    let sql = "delete from post_vectors where reddit_id = $1";
    tx.run(sql, args![reddit_id]).await.map(drop)
}

/// Deletes vectors that were read before then and whose posts nobody has; how many.
pub(crate) async fn delete_unused_vectors(db: &Db, before: DateTime<Utc>) -> DbResult<u64> {
    db.run_in_pieces(
        "delete from post_vectors where reddit_id in (
             select reddit_id from post_vectors as old
             where read_at < $1
               and not exists (select 1 from reddit_posts where reddit_posts.reddit_id = old.reddit_id)
               and not exists (select 1 from left_out_posts where left_out_posts.reddit_id = old.reddit_id)
               and not exists (select 1 from waiting_posts where waiting_posts.reddit_id = old.reddit_id)
             limit $2)",
        args![before],
    )
    .await
}
