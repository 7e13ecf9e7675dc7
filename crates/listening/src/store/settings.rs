//! SQL of how people want posts and mentions to be filtered.

use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

use crate::ai_settings::{AiSettings, Level};
use platform::db::{DbResult, FromRow, Json, Kind, OwnedRows, Tx, args};

pub(crate) const AI_SETTINGS: OwnedRows = OwnedRows {
    table: "ai_settings",
    owner: "user_id",
    order: "updated_at",
    columns: &[
        ("user_id", Kind::Uuid),
        ("enabled", Kind::Bool),
        ("level", Kind::Text),
        ("min_confidence", Kind::Int8),
        ("instructions", Kind::Text),
        ("excluded_subreddits", Kind::Jsonb),
        ("excluded_authors", Kind::Jsonb),
        ("excluded_words", Kind::Jsonb),
        ("updated_at", Kind::Timestamptz),
    ],
};

#[derive(FromRow)]
struct AiSettingsRow {
    enabled: bool,
    level: String,
    min_confidence: i64,
    instructions: String,
    excluded_subreddits: Json<Vec<String>>,
    excluded_authors: Json<Vec<String>>,
    excluded_words: Json<Vec<String>>,
}

impl From<AiSettingsRow> for AiSettings {
    fn from(row: AiSettingsRow) -> Self {
        Self {
            enabled: row.enabled,
            level: if row.level == Level::Advanced.id() {
                Level::Advanced
            } else {
                Level::Basic
            },
            min_confidence: row.min_confidence,
            instructions: row.instructions,
            excluded_subreddits: row.excluded_subreddits.0,
            excluded_authors: row.excluded_authors.0,
            excluded_words: row.excluded_words.0,
        }
    }
}

pub(crate) async fn of(tx: &mut Tx, user_id: Uuid) -> DbResult<Option<AiSettings>> {
    let sql = "select enabled, level, min_confidence, instructions, excluded_subreddits, excluded_authors, excluded_words
               from ai_settings where user_id = $1";
    let row: Option<AiSettingsRow> = tx.maybe(sql, args![user_id]).await?;
    Ok(row.map(AiSettings::from))
}

pub(crate) async fn write(
    tx: &mut Tx,
    user_id: Uuid,
    settings: &AiSettings,
    now: DateTime<Utc>,
) -> DbResult<()> {
    tx.run(
        "insert into ai_settings (user_id, enabled, level, min_confidence, instructions, excluded_subreddits,
                                  excluded_authors, excluded_words, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         on conflict (user_id) do update
         set enabled = excluded.enabled, level = excluded.level, min_confidence = excluded.min_confidence,
             instructions = excluded.instructions, excluded_subreddits = excluded.excluded_subreddits,
             excluded_authors = excluded.excluded_authors, excluded_words = excluded.excluded_words,
             updated_at = excluded.updated_at",
        args![
            user_id,
            settings.enabled,
            settings.level.id(),
            settings.min_confidence,
            &settings.instructions,
            json!(settings.excluded_subreddits),
            json!(settings.excluded_authors),
            json!(settings.excluded_words),
            now,
        ],
    )
    .await
    .map(drop)
}

pub(crate) async fn forget(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    let sql = "delete from ai_settings where user_id = $1";
    tx.run(sql, args![user_id]).await.map(drop)
}
