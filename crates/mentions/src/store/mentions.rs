//! Writes mentions and reads what a search needs to know about stored ones.

use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

use super::super::FoundMention;
use super::super::mention::Mention;
use Kind::{Bool, Float8, Int8, Jsonb, Text, Timestamptz};
use finds::Sighting;
use lens::mention::READING_VERSION;
use listening::SourceName;
use platform::db::{Db, DbResult, DynamicQuery, Kind, OwnedRows, Shown, Tx, args};

pub(crate) const BRAND_MENTIONS: OwnedRows = OwnedRows {
    table: "brand_mentions",
    owner: "user_id",
    order: "reddit_created_at, id",
    columns: COLUMNS,
};

const COLUMNS: &[Shown] = &[
    ("user_id", Kind::Uuid),
    ("reddit_id", Text),
    ("id", Kind::Uuid),
    ("post_title", Text),
    ("post_content", Text),
    ("post_url", Text),
    ("subreddit", Text),
    ("author", Text),
    ("reddit_created_at", Timestamptz),
    ("post_score", Int8),
    ("comment_count", Int8),
    ("mention_type", Text),
    ("is_read", Bool),
    ("rejected", Bool),
    ("rejected_reason", Text),
    ("state", Text),
    ("state_at", Timestamptz),
    ("note", Text),
    ("answer_url", Text),
    ("sentiment_score", Float8),
    ("is_positive", Bool),
    ("ai_analysis_reason", Text),
    ("ai_summary", Text),
    ("summary_kind", Text),
    ("comment_insights", Text),
    ("brand_terms", Jsonb),
    ("matched", Jsonb),
    ("intent", Text),
    ("confidence", Int8),
    ("found_at", Timestamptz),
    ("feedback", Text),
    ("source", Text),
];

/// The columns that pages get.
pub(crate) const SHOWN: &[Shown] = COLUMNS.split_at(2).1;

pub(crate) async fn mention_of(db: &Db, user_id: Uuid, id: Uuid) -> DbResult<Option<FoundMention>> {
    let sql = "select reddit_id, post_id, post_title, post_content, subreddit, author
               from brand_mentions where user_id = $1 and id = $2";
    db.maybe(sql, args![user_id, id]).await
}

/// Adds a mention and returns its id; none if it is already there.
pub(crate) async fn add(
    tx: &mut Tx,
    user_id: Uuid,
    mention: &Mention,
    (seen, is_hidden): (Sighting, bool),
) -> DbResult<Option<Uuid>> {
    let reading = &mention.reading;
    let row: Option<(Uuid,)> = tx
        .maybe(
            "insert into brand_mentions (id, user_id, reddit_id, post_id, post_title, post_content, post_url,
                                         subreddit, author, reddit_created_at, day, post_score, comment_count,
                                         mention_type, is_read, rejected, sentiment_score, is_positive,
                                         ai_analysis_reason, ai_summary, comment_insights, brand_terms, matched,
                                         intent, leaning, confidence, is_noise, excluded, folded, found_at,
                                         last_seen_at, checked_at, found_by, reading, read_by_model, summary_kind,
                                         source)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $16, $17, $18, $19,
                     $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $29, $29, $30, $31, $32, $33, $34)
             on conflict (user_id, reddit_id) do nothing returning id",
            args![
                Uuid::now_v7(), user_id, &mention.reddit_id, &mention.post_id, &mention.title,
                mention.content.as_deref(), &mention.url, &mention.subreddit, &mention.author,
                mention.created_at, mention.day(), mention.score, mention.comments, mention.placement.id(),
                false, reading.sentiment_score, reading.is_positive, reading.reason.as_deref(),
                reading.summary.as_deref(), reading.insights.as_deref(), json!({ "term_value": mention.term }),
                json!(mention.matched), &reading.intent, reading.leaning(), mention.confidence,
                mention.is_noise, is_hidden, mention.folded(), seen.at, seen.job_id, READING_VERSION, reading.is_by_model,
                reading.summary_kind(), SourceName::of(&mention.reddit_id).id(),
            ],
        )
        .await?;
    Ok(row.map(|(id,)| id))
}

/// Updates the numbers of a mention; its text is the same, so the reading stays.
pub(crate) async fn see_again(
    tx: &mut Tx,
    user_id: Uuid,
    mention: &Mention,
    at: DateTime<Utc>,
) -> DbResult<()> {
    tx.run(
        "update brand_mentions set post_score = $3, comment_count = case when $4 > 0 then $4 else comment_count end,
                comment_insights = coalesce($5, comment_insights), last_seen_at = $6, checked_at = $6
         where user_id = $1 and reddit_id = $2",
        args![
            user_id, &mention.reddit_id, mention.score, mention.comments,
            mention.reading.insights.as_deref(), at,
        ],
    )
    .await
    .map(drop)
}

/// Updates a mention whose text has changed; its owner's decisions stay.
pub(crate) async fn rewrite(
    tx: &mut Tx,
    user_id: Uuid,
    mention: &Mention,
    at: DateTime<Utc>,
) -> DbResult<Option<Uuid>> {
    let reading = &mention.reading;
    let row: Option<(Uuid,)> = tx
        .maybe(
            "update brand_mentions set post_title = $3, post_content = $4, author = $5, post_score = $6,
                    comment_count = $7, mention_type = $8, sentiment_score = $9, is_positive = $10,
                    ai_analysis_reason = $11, ai_summary = $12, comment_insights = coalesce($13, comment_insights),
                    brand_terms = $14, matched = $15, intent = $16, leaning = $17, confidence = $18,
                    is_noise = $19, folded = $20, last_seen_at = $21, checked_at = $21,
                    reading = $22, read_by_model = $23, summary_kind = $24
             where user_id = $1 and reddit_id = $2 returning id",
            args![
                user_id, &mention.reddit_id, &mention.title, mention.content.as_deref(), &mention.author,
                mention.score, mention.comments, mention.placement.id(), reading.sentiment_score,
                reading.is_positive, reading.reason.as_deref(), reading.summary.as_deref(),
                reading.insights.as_deref(), json!({ "term_value": mention.term }), json!(mention.matched),
                &reading.intent, reading.leaning(), mention.confidence, mention.is_noise, mention.folded(), at,
                READING_VERSION, reading.is_by_model, reading.summary_kind(),
            ],
        )
        .await?;
    Ok(row.map(|(id,)| id))
}

/// Which of these a user already has, with the stored title and content.
pub(crate) async fn known(
    db: &Db,
    user_id: Uuid,
    reddit_ids: &[&str],
) -> DbResult<Vec<(String, (String, Option<String>))>> {
    /// SQLite takes 32,766 values in a statement, PostgreSQL twice as many.
    const AT_ONCE: usize = 1_000;
    let mut all = Vec::new();
    for some in reddit_ids.chunks(AT_ONCE) {
        let mut statement = DynamicQuery::default();
        statement.push(
            "select reddit_id, post_title, post_content from brand_mentions where user_id = ",
        );
        statement.bind(user_id);
        statement.push(" and reddit_id");
        statement.push_any_of(some.iter().copied());
        let rows: Vec<(String, String, Option<String>)> = db.all_built(statement).await?;
        let named = rows
            .into_iter()
            .map(|(id, title, content)| (id, (title, content)));
        all.extend(named);
    }
    Ok(all)
}

/// How many mentions that are shown a job has saved, in all its attempts.
pub(crate) async fn saved_by(tx: &mut Tx, user_id: Uuid, job_id: Uuid) -> DbResult<usize> {
    let sql = "select cast(count(*) as bigint) from brand_mentions
               where user_id = $1 and found_by = $2 and excluded = $3";
    let (count,): (i64,) = tx.one(sql, args![user_id, job_id, false]).await?;
    Ok(usize::try_from(count).unwrap_or(0))
}

pub(crate) async fn forget(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    for sql in [
        "delete from brand_mentions where user_id = $1",
        "delete from mention_filters where user_id = $1",
    ] {
        tx.run(sql, args![user_id]).await?;
    }
    finds::forget_brand_terms(tx, user_id).await
}

/// Ids grow with time, so the newest row is the last of the primary key.
pub(crate) async fn newest_found(db: &Db) -> DbResult<Option<DateTime<Utc>>> {
    let sql = "select found_at from brand_mentions order by id desc limit 1";
    let row: Option<(DateTime<Utc>,)> = db.maybe(sql, args![]).await?;
    Ok(row.map(|(at,)| at))
}

pub(crate) async fn count_of(db: &Db, user_id: Uuid) -> DbResult<i64> {
    let sql = "select cast(count(*) as bigint) from brand_mentions where user_id = $1";
    let (count,): (i64,) = db.one(sql, args![user_id]).await?;
    Ok(count)
}
