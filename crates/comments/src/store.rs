//! SQL for drafts and their versions.

use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

use super::draft::{Draft, DraftCheck, DraftKind, DraftProblem, DraftVersion, STYLE};
use super::reply_kit::ReplyKit;
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
        ("kind", Kind::Text),
        ("used_model", Kind::Bool),
        ("is_sample", Kind::Bool),
        ("problem", Kind::Text),
        ("attempts", Kind::Int8),
        ("warnings", Kind::Jsonb),
        ("created_at", Kind::Timestamptz),
    ],
};

pub(super) const DRAFT_VERSIONS: OwnedRows = OwnedRows {
    table: "draft_versions",
    owner: "user_id",
    order: "created_at, id",
    columns: &[
        ("id", Kind::Uuid),
        ("user_id", Kind::Uuid),
        ("post_id", Kind::Text),
        ("comment", Kind::Text),
        ("tone", Kind::Text),
        ("kind", Kind::Text),
        ("is_edited", Kind::Bool),
        ("created_at", Kind::Timestamptz),
    ],
};

/// How many versions of a draft are kept.
const MOST_VERSIONS: i64 = 10;

#[derive(Debug, FromRow)]
struct DraftRow {
    id: Uuid,
    post_id: String,
    tone: String,
    comment: String,
    tokens_used: i64,
    kind: String,
    used_model: bool,
    is_sample: bool,
    problem: Option<String>,
    checks: Json<Vec<DraftCheck>>,
    kit: Json<Option<ReplyKit>>,
    attempts: i64,
    warnings: Json<Vec<String>>,
    message: Option<String>,
    created_at: DateTime<Utc>,
}

#[derive(Debug, FromRow)]
struct VersionRow {
    id: Uuid,
    comment: String,
    tone: String,
    kind: String,
    is_edited: bool,
    created_at: DateTime<Utc>,
}

impl From<VersionRow> for DraftVersion {
    fn from(row: VersionRow) -> Self {
        Self {
            id: row.id,
            comment: row.comment,
            tone: row.tone.parse().unwrap_or_default(),
            kind: DraftKind::of_name(&row.kind),
            is_edited: row.is_edited,
            created_at: row.created_at,
        }
    }
}

impl DraftRow {
    fn with_versions(self, versions: Vec<VersionRow>) -> Draft {
        let versions: Vec<DraftVersion> = versions.into_iter().map(DraftVersion::from).collect();
        // Nobody has checked what the user wrote.
        let is_edited = versions.last().is_some_and(|last| last.is_edited);
        Draft {
            id: self.id,
            post_id: self.post_id,
            // A tone that no longer exists is shown as the default one.
            tone: self.tone.parse().unwrap_or_default(),
            comment: self.comment,
            tokens_used: u32::try_from(self.tokens_used).unwrap_or(u32::MAX),
            kind: DraftKind::of_name(&self.kind),
            used_model: self.used_model,
            is_sample: self.is_sample,
            problem: self.problem.as_deref().and_then(DraftProblem::of_name),
            checks: if is_edited { Vec::new() } else { self.checks.0 },
            kit: self.kit.0,
            attempts: self.attempts,
            warnings: self.warnings.0,
            message: self.message,
            style: STYLE.to_owned(),
            versions,
            created_at: self.created_at,
        }
    }
}

macro_rules! select_draft {
    () => {
        "select id, post_id, tone, comment, tokens_used, kind, used_model, is_sample, problem, checks,
                kit, attempts, warnings, message, created_at
         from drafts where user_id = $1 and post_id = $2"
    };
}

const SELECT_VERSIONS: &str = "select id, comment, tone, kind, is_edited, created_at
    from draft_versions where user_id = $1 and post_id = $2 order by created_at, id";

/// The newest draft of a post.
pub(super) async fn load_draft(db: &Db, user_id: Uuid, post_id: &str) -> DbResult<Option<Draft>> {
    let row: Option<DraftRow> = db.maybe(select_draft!(), args![user_id, post_id]).await?;
    let Some(row) = row else { return Ok(None) };
    let versions = db.all(SELECT_VERSIONS, args![user_id, post_id]).await?;
    Ok(Some(row.with_versions(versions)))
}

/// The comments of a user's newest drafts for other posts.
pub(super) async fn comments_on_other_posts(
    db: &Db,
    user_id: Uuid,
    post_id: &str,
    most: i64,
) -> DbResult<Vec<String>> {
    let sql = "select comment from drafts where user_id = $1 and post_id <> $2 and kind = 'draft'
               order by created_at desc, id desc limit $3";
    let rows: Vec<(String,)> = db.all(sql, args![user_id, post_id, most]).await?;
    Ok(rows.into_iter().map(|(comment,)| comment).collect())
}

/// Saves a draft in place of the previous one, which stays as a version; returns it with its versions.
pub(super) async fn save_draft(tx: &mut Tx, user_id: Uuid, draft: &Draft) -> DbResult<Draft> {
    tx.run(
        "insert into drafts (id, user_id, post_id, tone, comment, tokens_used, kind, used_model, is_sample,
                             problem, checks, kit, attempts, warnings, message, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
         on conflict (user_id, post_id) do update
         set id = excluded.id, tone = excluded.tone, comment = excluded.comment,
             tokens_used = excluded.tokens_used, kind = excluded.kind, used_model = excluded.used_model,
             is_sample = excluded.is_sample, problem = excluded.problem, checks = excluded.checks,
             kit = excluded.kit, attempts = excluded.attempts, warnings = excluded.warnings,
             message = excluded.message, created_at = excluded.created_at",
        args![
            draft.id,
            user_id,
            &draft.post_id,
            draft.tone.name(),
            &draft.comment,
            i64::from(draft.tokens_used),
            draft.kind.as_str(),
            draft.used_model,
            draft.is_sample,
            draft.problem.map(DraftProblem::as_str),
            json!(draft.checks),
            json!(draft.kit),
            draft.attempts,
            json!(draft.warnings),
            draft.message.clone(),
            draft.created_at,
        ],
    )
    .await?;
    let version = DraftVersion {
        id: draft.id,
        comment: draft.comment.clone(),
        tone: draft.tone,
        kind: draft.kind,
        is_edited: false,
        created_at: draft.created_at,
    };
    add_version(tx, (user_id, &draft.post_id), &version).await?;
    let versions = versions(tx, user_id, &draft.post_id).await?;
    Ok(Draft {
        versions,
        ..draft.clone()
    })
}

/// Stores the user's text as the newest version: in place of their last edit, or after what was
/// written for them. None if there is no draft.
pub(super) async fn edit_draft(
    tx: &mut Tx,
    (user_id, post_id): (Uuid, &str),
    comment: &str,
    at: DateTime<Utc>,
) -> DbResult<Option<Draft>> {
    // Locks the draft until the transaction ends.
    let sql = "update drafts set comment = $3 where user_id = $1 and post_id = $2";
    if tx.run(sql, args![user_id, post_id, comment]).await? == 0 {
        return Ok(None);
    }
    let Some(last) = versions(tx, user_id, post_id).await?.pop() else {
        return Ok(None);
    };
    if last.is_edited {
        let sql = "update draft_versions set comment = $2 where id = $1";
        tx.run(sql, args![last.id, comment]).await?;
    } else {
        let edited = DraftVersion {
            id: Uuid::now_v7(),
            comment: comment.to_owned(),
            is_edited: true,
            created_at: at,
            ..last
        };
        add_version(tx, (user_id, post_id), &edited).await?;
        let sql = "update drafts set id = $3 where user_id = $1 and post_id = $2";
        tx.run(sql, args![user_id, post_id, edited.id]).await?;
    }
    let row: DraftRow = tx.one(select_draft!(), args![user_id, post_id]).await?;
    let versions = tx.all(SELECT_VERSIONS, args![user_id, post_id]).await?;
    Ok(Some(row.with_versions(versions)))
}

async fn versions(tx: &mut Tx, user_id: Uuid, post_id: &str) -> DbResult<Vec<DraftVersion>> {
    let rows: Vec<VersionRow> = tx.all(SELECT_VERSIONS, args![user_id, post_id]).await?;
    Ok(rows.into_iter().map(DraftVersion::from).collect())
}

/// Adds a version and removes those that are too old.
async fn add_version(
    tx: &mut Tx,
    (user_id, post_id): (Uuid, &str),
    version: &DraftVersion,
) -> DbResult<()> {
    tx.run(
        "insert into draft_versions (id, user_id, post_id, comment, tone, kind, is_edited, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        args![
            version.id,
            user_id,
            post_id,
            &version.comment,
            version.tone.name(),
            version.kind.as_str(),
            version.is_edited,
            version.created_at,
        ],
    )
    .await?;
    tx.run(
        "delete from draft_versions where user_id = $1 and post_id = $2 and id not in
             (select id from draft_versions where user_id = $1 and post_id = $2
              order by created_at desc, id desc limit $3)",
        args![user_id, post_id, MOST_VERSIONS],
    )
    .await
    .map(drop)
}

pub(super) async fn delete_drafts(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    for sql in [
        "delete from draft_versions where user_id = $1",
        "delete from drafts where user_id = $1",
    ] {
        tx.run(sql, args![user_id]).await?;
    }
    Ok(())
}

pub(super) async fn has_draft(tx: &mut Tx, user_id: Uuid, post_id: &str) -> DbResult<bool> {
    let sql = "select id from drafts where user_id = $1 and post_id = $2 limit 1";
    let row: Option<(Uuid,)> = tx.maybe(sql, args![user_id, post_id]).await?;
    Ok(row.is_some())
}

pub(super) async fn delete_draft(tx: &mut Tx, user_id: Uuid, post_id: &str) -> DbResult<()> {
    for sql in [
        "delete from draft_versions where user_id = $1 and post_id = $2",
        "delete from drafts where user_id = $1 and post_id = $2",
    ] {
        tx.run(sql, args![user_id, post_id]).await?;
    }
    Ok(())
}
