//! SQL for billing accounts: one row per user, whose revision decides who may write.

use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

use crate::subscription_state::PlanHold;
use platform::db::{Db, DbResult, FromRow, Tx, args};
use platform::product::KeywordChoice;

/// The user that a customer of the provider belongs to.
pub(crate) async fn owner_of(db: &Db, customer_id: &str) -> DbResult<Option<Uuid>> {
    let sql = "select user_id from billing_accounts where customer_id = $1";
    let row: Option<(Uuid,)> = db.maybe(sql, args![customer_id]).await?;
    Ok(row.map(|(user_id,)| user_id))
}

/// Claims the right to write to an account; false if somebody has written since `revision` was
/// read. The row is locked until the transaction ends.
pub(crate) async fn claim_revision(
    tx: &mut Tx,
    user_id: Uuid,
    revision: Option<i64>,
) -> DbResult<bool> {
    let Some(revision) = revision else {
        let sql = "insert into billing_accounts (user_id, revision) values ($1, 1)
                   on conflict (user_id) do nothing";
        return Ok(tx.run(sql, args![user_id]).await? == 1);
    };
    let sql = "update billing_accounts set revision = revision + 1
               where user_id = $1 and revision = $2";
    Ok(tx.run(sql, args![user_id, revision]).await? == 1)
}

/// Claims the right to write without checking what was read, for writers that take precedence.
/// Returns the new revision.
pub(crate) async fn advance_revision(tx: &mut Tx, user_id: Uuid) -> DbResult<i64> {
    let sql = "insert into billing_accounts (user_id, revision) values ($1, 1)
               on conflict (user_id) do update set revision = billing_accounts.revision + 1
               returning revision";
    let (revision,): (i64,) = tx.one(sql, args![user_id]).await?;
    Ok(revision)
}

/// Lets one caller at a time change things at the provider; false while another does. After a
/// crash the account stays reserved until `until`.
pub(crate) async fn begin_change(
    tx: &mut Tx,
    user_id: Uuid,
    real: DateTime<Utc>,
    until: DateTime<Utc>,
) -> DbResult<bool> {
    let sql = "update billing_accounts set changing_until = $3
               where user_id = $1 and (changing_until is null or changing_until <= $2)";
    Ok(tx.run(sql, args![user_id, real, until]).await? == 1)
}

pub(crate) async fn end_change(db: &Db, user_id: Uuid) -> DbResult<()> {
    let sql = "update billing_accounts set changing_until = null where user_id = $1";
    db.run(sql, args![user_id]).await.map(drop)
}

pub(crate) async fn save_customer(tx: &mut Tx, user_id: Uuid, customer_id: &str) -> DbResult<()> {
    let sql = "update billing_accounts set customer_id = $2 where user_id = $1";
    tx.run(sql, args![user_id, customer_id]).await.map(drop)
}

pub(crate) async fn mark_trial_used(
    tx: &mut Tx,
    user_id: Uuid,
    now: DateTime<Utc>,
) -> DbResult<()> {
    let sql = "update billing_accounts set trial_used_at = coalesce(trial_used_at, $2) where user_id = $1";
    tx.run(sql, args![user_id, now]).await.map(drop)
}

pub(crate) async fn save_card_hash(tx: &mut Tx, user_id: Uuid, hash: &str) -> DbResult<()> {
    let sql = "update billing_accounts set card_hash = $2 where user_id = $1";
    tx.run(sql, args![user_id, hash]).await.map(drop)
}

pub(crate) async fn save_refused_trial(
    tx: &mut Tx,
    user_id: Uuid,
    subscription: &str,
) -> DbResult<()> {
    let sql = "update billing_accounts set refused_trial = $2 where user_id = $1";
    tx.run(sql, args![user_id, subscription]).await.map(drop)
}

/// Saves the larger plan of a downgrade; `None` clears it.
pub(crate) async fn save_plan_hold(
    tx: &mut Tx,
    user_id: Uuid,
    hold: Option<&PlanHold>,
) -> DbResult<()> {
    tx.run(
        "update billing_accounts set held_plan_id = $2, held_for = $3, held_until = $4 where user_id = $1",
        args![
            user_id,
            hold.map(|hold| hold.plan.id()),
            hold.map(|hold| hold.subscription_id.as_str()),
            hold.map(|hold| hold.until),
        ],
    )
    .await
    .map(drop)
}

pub(crate) async fn save_keyword_choice(
    tx: &mut Tx,
    user_id: Uuid,
    choice: &KeywordChoice,
) -> DbResult<()> {
    let sql = "update billing_accounts set keywords = $2 where user_id = $1";
    tx.run(sql, args![user_id, json!(choice)]).await.map(drop)
}

pub(crate) async fn save_cancel_reason(tx: &mut Tx, user_id: Uuid, reason: &str) -> DbResult<()> {
    let sql = "update billing_accounts set cancel_reason = $2 where user_id = $1";
    tx.run(sql, args![user_id, reason]).await.map(drop)
}

/// What was known of an account that is deleted.
#[derive(Debug, FromRow)]
pub(crate) struct DeletedAccount {
    pub(crate) customer_id: Option<String>,
    pub(crate) trial_used_at: Option<DateTime<Utc>>,
    pub(crate) card_hash: Option<String>,
}

/// Deletes the account.
pub(crate) async fn forget_account(tx: &mut Tx, user_id: Uuid) -> DbResult<Option<DeletedAccount>> {
    let sql = "delete from post_allowances where user_id = $1";
    tx.run(sql, args![user_id]).await?;
    super::paid_invoices::forget_all_of(tx, user_id).await?;
    let sql = "delete from billing_accounts where user_id = $1
               returning customer_id, trial_used_at, card_hash";
    tx.maybe(sql, args![user_id]).await
}
