//! Mentions of an older judgement, and what judging them again needs.

use uuid::Uuid;

use super::super::mention::MentionReading;
use super::sweep::StoredTerm;
use lens::mention::READING_VERSION;
use platform::db::{Db, DbResult, FromRow, Json, Tx, args};

/// A mention as far as judging looks at it.
#[derive(Debug, FromRow)]
pub(crate) struct JudgedMention {
    pub(crate) id: Uuid,
    pub(crate) post_title: String,
    pub(crate) post_content: Option<String>,
    pub(crate) mention_type: String,
    pub(crate) brand_terms: Json<StoredTerm>,
    pub(crate) matched: Json<Vec<String>>,
    pub(crate) ai_summary: Option<String>,
}

pub(crate) async fn users_of_older_readings(db: &Db) -> DbResult<Vec<Uuid>> {
    let sql = "select distinct user_id from brand_mentions where reading < $1";
    let rows: Vec<(Uuid,)> = db.all(sql, args![READING_VERSION]).await?;
    Ok(rows.into_iter().map(|(user_id,)| user_id).collect())
}

/// A user's mentions that an older version has judged and no model has read.
pub(crate) async fn of_older_readings(db: &Db, user_id: Uuid) -> DbResult<Vec<JudgedMention>> {
    db.all(
        "select id, post_title, post_content, mention_type, brand_terms, matched, ai_summary
         from brand_mentions where user_id = $1 and reading < $2 and read_by_model = $3",
        args![user_id, READING_VERSION, false],
    )
    .await
}

/// Stores a new judgement; what the owner decided stays, and so does whether the mention is shown.
pub(crate) async fn read_again(tx: &mut Tx, id: Uuid, reading: &MentionReading) -> DbResult<u64> {
    tx.run(
        "update brand_mentions set sentiment_score = $2, is_positive = $3, ai_analysis_reason = $4,
                ai_summary = $5, intent = $6, leaning = $7, reading = $8, summary_kind = $10
         where id = $1 and read_by_model = $9",
        args![
            id,
            reading.sentiment_score,
            reading.is_positive,
            reading.reason.as_deref(),
            reading.summary.as_deref(),
            &reading.intent,
            reading.leaning(),
            READING_VERSION,
            false,
            reading.summary_kind(),
        ],
    )
    .await
}

/// What a model has read is not judged again: it counts as current.
pub(crate) async fn keep_models_readings(
    tx: &mut Tx,
    user_id: Uuid,
    more: &[Uuid],
) -> DbResult<()> {
    for id in more {
        let sql = "update brand_mentions set read_by_model = $2, summary_kind = $3 where id = $1";
        tx.run(sql, args![*id, true, "ai"]).await?;
    }
    let sql = "update brand_mentions set reading = $2
               where user_id = $1 and reading < $2 and read_by_model = $3";
    tx.run(sql, args![user_id, READING_VERSION, true])
        .await
        .map(drop)
}
