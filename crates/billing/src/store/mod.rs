//! SQL of the subscriptions; beside it that of those who buy, and of what is counted.

pub(super) mod accounts;
pub(super) mod usage;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::Status;
use super::standing::{Hold, Standing};
use platform::db::{Db, DbResult, FromRow, Json, Kind, OwnedRows, Tx, args};
use platform::product::KeywordChoice;
use platform::product::Plan;

/// What open pages are told of.
pub(super) const SUBSCRIPTIONS: OwnedRows = OwnedRows {
    table: "subscriptions",
    owner: "user_id",
    order: "created_at, id",
    columns: &[
        ("id", Kind::Uuid),
        ("user_id", Kind::Uuid),
        ("status", Kind::Text),
        ("plan_id", Kind::Text),
        ("stripe_subscription_id", Kind::Text),
        ("current_period_end", Kind::Timestamptz),
        ("created_at", Kind::Timestamptz),
        ("updated_at", Kind::Timestamptz),
    ],
};

/// What somebody takes along who asks for their data.
pub(super) const ACCOUNTS: OwnedRows = OwnedRows {
    table: "billing_accounts",
    owner: "user_id",
    order: "user_id",
    columns: &[
        ("customer_id", Kind::Text),
        ("trial_used_at", Kind::Timestamptz),
        ("cancel_reason", Kind::Text),
    ],
};

/// How far away the end of the period is for a subscription that an operator gives.
const PERIOD: TimeDelta = TimeDelta::days(30);

/// Somebody's subscription as it is stored, and what only the payment side knows beside it.
#[derive(Clone, Debug)]
pub(super) struct Account {
    pub(super) user_id: Uuid,
    /// None before anybody wrote about them.
    pub(super) revision: Option<i64>,
    pub(super) customer_id: Option<String>,
    pub(super) trial_used_at: Option<DateTime<Utc>>,
    pub(super) hold: Option<Hold>,
    pub(super) choice: KeywordChoice,
    pub(super) row: Option<Stored>,
}

#[derive(Clone, Debug)]
pub(super) struct Stored {
    pub(super) id: Uuid,
    pub(super) created_at: DateTime<Utc>,
    pub(super) standing: Standing,
    pub(super) reminded_of: Option<DateTime<Utc>>,
}

#[derive(Debug, FromRow)]
struct AccountRow {
    revision: i64,
    customer_id: Option<String>,
    trial_used_at: Option<DateTime<Utc>>,
    held_plan_id: Option<String>,
    held_for: Option<String>,
    held_until: Option<DateTime<Utc>>,
    keywords: Option<Json<KeywordChoice>>,
}

#[derive(Debug, FromRow)]
#[expect(clippy::struct_excessive_bools, reason = "they are columns")]
struct Row {
    id: Uuid,
    status: String,
    plan_id: String,
    stripe_subscription_id: Option<String>,
    period_start: Option<DateTime<Utc>>,
    current_period_end: Option<DateTime<Utc>>,
    trial_ends_at: Option<DateTime<Utc>>,
    access_until: Option<DateTime<Utc>>,
    next_plan_id: Option<String>,
    plan_until: Option<DateTime<Utc>>,
    pending_until: Option<DateTime<Utc>>,
    cancel_at: Option<DateTime<Utc>>,
    is_cancelling: bool,
    is_cancelled_trial: bool,
    is_past_due: bool,
    is_given: bool,
    reminded_of: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
}

const ACCOUNT: &str =
    "select revision, customer_id, trial_used_at, held_plan_id, held_for, held_until,
     keywords from billing_accounts where user_id = $1";

const NEWEST: &str =
    "select id, status, plan_id, stripe_subscription_id, period_start, current_period_end,
     trial_ends_at, access_until, next_plan_id, plan_until, pending_until, cancel_at, is_cancelling,
     is_cancelled_trial, is_past_due, is_given, reminded_of, created_at from subscriptions
     where user_id = $1 order by created_at desc, id desc limit 1";

pub(super) async fn account(db: &Db, user_id: Uuid) -> DbResult<Account> {
    let account: Option<AccountRow> = db.maybe(ACCOUNT, args![user_id]).await?;
    let row: Option<Row> = db.maybe(NEWEST, args![user_id]).await?;
    Ok(Account::of(user_id, account, row))
}

/// The same, in the transaction that goes by it.
pub(super) async fn account_in(tx: &mut Tx, user_id: Uuid) -> DbResult<Account> {
    let account: Option<AccountRow> = tx.maybe(ACCOUNT, args![user_id]).await?;
    let row: Option<Row> = tx.maybe(NEWEST, args![user_id]).await?;
    Ok(Account::of(user_id, account, row))
}

pub(super) async fn add(
    tx: &mut Tx,
    user_id: Uuid,
    standing: &Standing,
    now: DateTime<Utc>,
) -> DbResult<Uuid> {
    let id = Uuid::now_v7();
    let sql = "insert into subscriptions (id, user_id, status, plan_id, created_at, updated_at)
               values ($1, $2, $3, $4, $5, $5)";
    let (status, plan) = (standing.status.name(), standing.plan.id());
    tx.run(sql, args![id, user_id, status, plan, now]).await?;
    change(tx, id, standing, now).await?;
    Ok(id)
}

pub(super) async fn change(
    tx: &mut Tx,
    id: Uuid,
    standing: &Standing,
    now: DateTime<Utc>,
) -> DbResult<()> {
    tx.run(
        "update subscriptions set status = $2, plan_id = $3, stripe_subscription_id = $4,
             period_start = $5, current_period_end = $6, trial_ends_at = $7, access_until = $8,
             next_plan_id = $9, plan_until = $10, pending_until = $11, cancel_at = $12,
             is_cancelling = $13, is_cancelled_trial = $14, is_past_due = $15, is_given = $16,
             updated_at = $17
         where id = $1",
        args![
            id,
            standing.status.name(),
            standing.plan.id(),
            standing.subscription_id.clone(),
            standing.period_start,
            standing.period_end,
            standing.trial_ends_at,
            standing.access_until,
            standing.next_plan.map(Plan::id),
            standing.plan_until,
            standing.pending_until,
            standing.cancel_at,
            standing.is_cancelling,
            standing.is_cancelled_trial,
            standing.is_past_due,
            standing.is_given,
            now,
        ],
    )
    .await
    .map(drop)
}

/// Everybody whose subscription lives, and the plan's id.
pub(super) async fn living(db: &Db) -> DbResult<Vec<(Uuid, String)>> {
    let sql = "select user_id, plan_id from subscriptions where status in ('active', 'trialing')";
    db.all(sql, args![]).await
}

pub(super) async fn mark_reminded(tx: &mut Tx, id: Uuid, end: DateTime<Utc>) -> DbResult<()> {
    let sql = "update subscriptions set reminded_of = $2 where id = $1";
    tx.run(sql, args![id, end]).await.map(drop)
}

pub(super) async fn remove_all(tx: &mut Tx, user_id: Uuid) -> DbResult<Vec<Uuid>> {
    let sql = "delete from subscriptions where user_id = $1 returning id";
    let gone: Vec<(Uuid,)> = tx.all(sql, args![user_id]).await?;
    Ok(gone.into_iter().map(|(id,)| id).collect())
}

impl Account {
    fn of(user_id: Uuid, account: Option<AccountRow>, row: Option<Row>) -> Self {
        let row = row.map(Stored::from);
        let Some(account) = account else {
            return Self {
                user_id,
                revision: None,
                customer_id: None,
                trial_used_at: None,
                hold: None,
                choice: KeywordChoice::default(),
                row,
            };
        };
        let plan = account.held_plan_id.as_deref().and_then(Plan::named);
        let hold = plan.zip(account.held_for).zip(account.held_until);
        Self {
            user_id,
            revision: Some(account.revision),
            customer_id: account.customer_id,
            trial_used_at: account.trial_used_at,
            hold: hold.map(|((plan, subscription_id), until)| Hold {
                plan,
                subscription_id,
                until,
            }),
            choice: account.keywords.map(|choice| choice.0).unwrap_or_default(),
            row,
        }
    }

    pub(super) fn standing(&self) -> Option<&Standing> {
        self.row.as_ref().map(|row| &row.standing)
    }
}

impl From<Row> for Stored {
    fn from(row: Row) -> Self {
        let plan = Plan::named(&row.plan_id).unwrap_or(Plan::Starter);
        let standing = Standing {
            status: Status::named(&row.status),
            plan,
            next_plan: row.next_plan_id.as_deref().and_then(Plan::named),
            plan_until: row.plan_until,
            subscription_id: row.stripe_subscription_id,
            period_start: row.period_start,
            period_end: row.current_period_end,
            trial_ends_at: row.trial_ends_at,
            access_until: row.access_until,
            pending_until: row.pending_until,
            cancel_at: row.cancel_at,
            is_cancelling: row.is_cancelling,
            is_cancelled_trial: row.is_cancelled_trial,
            is_past_due: row.is_past_due,
            is_given: row.is_given,
        };
        Self {
            id: row.id,
            created_at: row.created_at,
            standing,
            reminded_of: row.reminded_of,
        }
    }
}

/// A subscription that an operator gives.
pub(super) fn given(status: Status, plan: Plan, now: DateTime<Utc>) -> Standing {
    Standing {
        period_end: Some(now + PERIOD),
        is_given: true,
        ..Standing::of(status, plan)
    }
}
