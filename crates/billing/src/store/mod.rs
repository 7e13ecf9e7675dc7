//! SQL for subscriptions; the submodules hold that for billing accounts and for usage counts.

pub(super) mod accounts;
pub(super) mod paid_invoices;
pub(super) mod usage;
pub(super) mod used_trials;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::subscription_state::{PlanHold, SubscriptionState};
use super::{CustomerCount, Status};
use platform::db::{Db, DbResult, FromRow, Json, Kind, OwnedRows, Tx, args};
use platform::product::KeywordChoice;
use platform::product::Plan;

/// The columns that clients and open pages see.
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

/// The columns of a data export.
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

/// How long the period of a subscription set by an operator is.
const GRANTED_PERIOD: TimeDelta = TimeDelta::days(30);

/// A user's stored subscription together with their billing account.
#[derive(Clone, Debug)]
pub(super) struct BillingAccount {
    pub(super) user_id: Uuid,
    /// `None` before the account is first written.
    pub(super) revision: Option<i64>,
    pub(super) customer_id: Option<String>,
    pub(super) trial_used_at: Option<DateTime<Utc>>,
    /// Of the card that the trial was begun with.
    pub(super) card_hash: Option<String>,
    /// The provider's subscription whose trial was ended, because its card had had one.
    pub(super) refused_trial: Option<String>,
    /// What was paid before this gets no receipt.
    pub(super) receipts_since: Option<DateTime<Utc>>,
    pub(super) hold: Option<PlanHold>,
    pub(super) choice: KeywordChoice,
    pub(super) subscription: Option<StoredSubscription>,
}

#[derive(Clone, Debug)]
pub(super) struct StoredSubscription {
    pub(super) id: Uuid,
    pub(super) created_at: DateTime<Utc>,
    pub(super) state: SubscriptionState,
    pub(super) reminded_of: Option<DateTime<Utc>>,
}

#[derive(Debug, FromRow)]
struct BillingAccountRow {
    revision: i64,
    customer_id: Option<String>,
    trial_used_at: Option<DateTime<Utc>>,
    card_hash: Option<String>,
    refused_trial: Option<String>,
    receipts_since: Option<DateTime<Utc>>,
    held_plan_id: Option<String>,
    held_for: Option<String>,
    held_until: Option<DateTime<Utc>>,
    keywords: Option<Json<KeywordChoice>>,
}

#[derive(Debug, FromRow)]
#[expect(clippy::struct_excessive_bools, reason = "they are columns")]
struct SubscriptionRow {
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

const ACCOUNT_SQL: &str =
    "select revision, customer_id, trial_used_at, card_hash, refused_trial, receipts_since, held_plan_id,
     held_for, held_until, keywords from billing_accounts where user_id = $1";

const NEWEST_SUBSCRIPTION_SQL: &str =
    "select id, status, plan_id, stripe_subscription_id, period_start, current_period_end,
     trial_ends_at, access_until, next_plan_id, plan_until, pending_until, cancel_at, is_cancelling,
     is_cancelled_trial, is_past_due, is_given, reminded_of, created_at from subscriptions
     where user_id = $1 order by created_at desc, id desc limit 1";

pub(super) async fn load_account(db: &Db, user_id: Uuid) -> DbResult<BillingAccount> {
    let account: Option<BillingAccountRow> = db.maybe(ACCOUNT_SQL, args![user_id]).await?;
    let row: Option<SubscriptionRow> = db.maybe(NEWEST_SUBSCRIPTION_SQL, args![user_id]).await?;
    Ok(BillingAccount::of(user_id, account, row))
}

/// The same, inside a transaction.
pub(super) async fn load_account_in(tx: &mut Tx, user_id: Uuid) -> DbResult<BillingAccount> {
    let account: Option<BillingAccountRow> = tx.maybe(ACCOUNT_SQL, args![user_id]).await?;
    let row: Option<SubscriptionRow> = tx.maybe(NEWEST_SUBSCRIPTION_SQL, args![user_id]).await?;
    Ok(BillingAccount::of(user_id, account, row))
}

pub(super) async fn customers_by_state(db: &Db) -> DbResult<Vec<CustomerCount>> {
    db.all(
        "select case when is_past_due and status in ('active', 'trialing') then 'past_due' else status end
                    as state,
                plan_id, cast(count(*) as bigint) as customers
         from subscriptions as newest
         where not exists (select 1 from subscriptions as later
                           where later.user_id = newest.user_id
                             and (later.created_at > newest.created_at
                                  or (later.created_at = newest.created_at and later.id > newest.id)))
         group by 1, plan_id order by 1, plan_id",
        args![],
    )
    .await
}

pub(super) async fn add_subscription(
    tx: &mut Tx,
    user_id: Uuid,
    state: &SubscriptionState,
    now: DateTime<Utc>,
) -> DbResult<Uuid> {
    let id = Uuid::now_v7();
    let sql = "insert into subscriptions (id, user_id, status, plan_id, created_at, updated_at)
               values ($1, $2, $3, $4, $5, $5)";
    let (status, plan) = (state.status.name(), state.plan.id());
    tx.run(sql, args![id, user_id, status, plan, now]).await?;
    update_subscription(tx, id, state, now).await?;
    Ok(id)
}

pub(super) async fn update_subscription(
    tx: &mut Tx,
    id: Uuid,
    state: &SubscriptionState,
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
            state.status.name(),
            state.plan.id(),
            state.subscription_id.clone(),
            state.period_start,
            state.period_end,
            state.trial_ends_at,
            state.access_until,
            state.next_plan.map(Plan::id),
            state.plan_until,
            state.pending_until,
            state.cancel_at,
            state.is_cancelling,
            state.is_cancelled_trial,
            state.is_past_due,
            state.is_given,
            now,
        ],
    )
    .await
    .map(drop)
}

/// Every user with a live subscription, and the plan's id.
pub(super) async fn live_subscriptions(db: &Db) -> DbResult<Vec<(Uuid, String)>> {
    let sql = "select user_id, plan_id from subscriptions where status in ('active', 'trialing')";
    db.all(sql, args![]).await
}

pub(super) async fn mark_reminded(tx: &mut Tx, id: Uuid, end: DateTime<Utc>) -> DbResult<()> {
    let sql = "update subscriptions set reminded_of = $2 where id = $1";
    tx.run(sql, args![id, end]).await.map(drop)
}

pub(super) async fn remove_subscriptions(tx: &mut Tx, user_id: Uuid) -> DbResult<Vec<Uuid>> {
    let sql = "delete from subscriptions where user_id = $1 returning id";
    let gone: Vec<(Uuid,)> = tx.all(sql, args![user_id]).await?;
    Ok(gone.into_iter().map(|(id,)| id).collect())
}

impl BillingAccount {
    fn of(user_id: Uuid, account: Option<BillingAccountRow>, row: Option<SubscriptionRow>) -> Self {
        let subscription = row.map(StoredSubscription::from);
        let Some(account) = account else {
            return Self {
                user_id,
                revision: None,
                customer_id: None,
                trial_used_at: None,
                card_hash: None,
                refused_trial: None,
                receipts_since: None,
                hold: None,
                choice: KeywordChoice::default(),
                subscription,
            };
        };
        let plan = account.held_plan_id.as_deref().and_then(Plan::named);
        let hold = plan.zip(account.held_for).zip(account.held_until);
        Self {
            user_id,
            revision: Some(account.revision),
            customer_id: account.customer_id,
            trial_used_at: account.trial_used_at,
            card_hash: account.card_hash,
            refused_trial: account.refused_trial,
            receipts_since: account.receipts_since,
            hold: hold.map(|((plan, subscription_id), until)| PlanHold {
                plan,
                subscription_id,
                until,
            }),
            choice: account.keywords.map(|choice| choice.0).unwrap_or_default(),
            subscription,
        }
    }

    pub(super) fn state(&self) -> Option<&SubscriptionState> {
        self.subscription.as_ref().map(|it| &it.state)
    }
}

impl From<SubscriptionRow> for StoredSubscription {
    fn from(row: SubscriptionRow) -> Self {
        let plan = Plan::named(&row.plan_id).unwrap_or(Plan::Starter);
        let state = SubscriptionState {
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
            state,
            reminded_of: row.reminded_of,
        }
    }
}

/// The state of a subscription that an operator sets.
pub(super) fn granted_state(status: Status, plan: Plan, now: DateTime<Utc>) -> SubscriptionState {
    SubscriptionState {
        period_end: Some(now + GRANTED_PERIOD),
        is_given: true,
        ..SubscriptionState::of(status, plan)
    }
}
