//! SQL for drafts.

use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

use super::draft_job::Draft;
use platform::db::{Db, DbResult, FromRow, Json, Kind, OwnedRows, Tx, args};

pub(super) const DRAFTS: OwnedRows = OwnedRows {
    table: "drafts",
    owner: "user_id",
    order: "created_at, id",
    columns: &[
        ("id", Kind::Uuid),
        ("user_id", Kind::Uuid),
        ("post_id", Kind::Text),
        ("tone", Kind::Text),
        ("comment", Kind::Text),
        ("used_model", Kind::Bool),
        ("attempts", Kind::Int8),
        ("warnings", Kind::Jsonb),
        ("created_at", Kind::Timestamptz),
    ],
};

#[derive(Debug, FromRow)]
struct DraftRow {
    id: Uuid,
    post_id: String,
    tone: String,
    comment: String,
    tokens_used: i64,
    used_model: bool,
    attempts: i64,
    warnings: Json<Vec<String>>,
    message: Option<String>,
    created_at: DateTime<Utc>,
}

impl From<DraftRow> for Draft {
    fn from(row: DraftRow) -> Self {
        Self {
            id: row.id,
            post_id: row.post_id,
            // A tone that no longer exists is shown as the default one.
            tone: row.tone.parse().unwrap_or_default(),
            comment: row.comment,
            tokens_used: u32::try_from(row.tokens_used).unwrap_or(u32::MAX),
            used_model: row.used_model,
            attempts: row.attempts,
            warnings: row.warnings.0,
            message: row.message,
            style: super::draft_job::STYLE.to_owned(),
            created_at: row.created_at,
        }
    }
}

/// The newest draft of a post.
pub(super) async fn load_draft(db: &Db, user_id: Uuid, post_id: &str) -> DbResult<Option<Draft>> {
    let row: Option<DraftRow> = db
        .maybe(
            "select id, post_id, tone, comment, tokens_used, used_model, attempts, warnings, message, created_at
             from drafts where user_id = $1 and post_id = $2",
            args![user_id, post_id],
        )
        .await?;
    Ok(row.map(Draft::from))
}

/// The comments of a user's newest drafts, for any post.
pub(super) async fn recent_comments(db: &Db, user_id: Uuid, most: i64) -> DbResult<Vec<String>> {
    let sql =
        "select comment from drafts where user_id = $1 order by created_at desc, id desc limit $2";
    let rows: Vec<(String,)> = db.all(sql, args![user_id, most]).await?;
    Ok(rows.into_iter().map(|(comment,)| comment).collect())
}

/// Saves a draft in place of the previous one.
pub(super) async fn save_draft(tx: &mut Tx, user_id: Uuid, draft: &Draft) -> DbResult<()> {
    tx.run(
        "insert into drafts (id, user_id, post_id, tone, comment, tokens_used, used_model, attempts,
                             warnings, message, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         on conflict (user_id, post_id) do update
         set id = excluded.id, tone = excluded.tone, comment = excluded.comment,
             tokens_used = excluded.tokens_used, used_model = excluded.used_model,
             attempts = excluded.attempts, warnings = excluded.warnings,
             message = excluded.message, created_at = excluded.created_at",
        args![
            draft.id,
            user_id,
            &draft.post_id,
            draft.tone.name(),
            &draft.comment,
            i64::from(draft.tokens_used),
            draft.used_model,
            draft.attempts,
            json!(draft.warnings),
            draft.message.clone(),
            draft.created_at,
        ],
    )
    .await
    .map(drop)
}

pub(super) async fn delete_drafts(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    let sql = "delete from drafts where user_id = $1";
    tx.run(sql, args![user_id]).await.map(drop)
}

pub(super) async fn delete_draft(tx: &mut Tx, user_id: Uuid, post_id: &str) -> DbResult<()> {
    let sql = "delete from drafts where user_id = $1 and post_id = $2";
    tx.run(sql, args![user_id, post_id]).await.map(drop)
}
