//! SQL of the subscriptions.

use chrono::{DateTime, TimeDelta, Utc};
use clap::ValueEnum;
use uuid::Uuid;

use super::Plan;
use crate::platform::db::{DbResult, Kind, OwnedRows, Tx, args};

/// The states of a subscription that has a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum Status {
    Active,
    Trialing,
    Pending,
    PendingActivation,
    PaymentFailed,
    Cancelled,
    Inactive,
}

impl Status {
    pub fn name(self) -> &'static str {
        match self {
            Status::Active => "active",
            Status::Trialing => "trialing",
            Status::Pending => "pending",
            Status::PendingActivation => "pending_activation",
            Status::PaymentFailed => "payment_failed",
            Status::Cancelled => "cancelled",
            Status::Inactive => "inactive",
        }
    }
}

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

/// How far away the end of the period is for a subscription that an operator gives.
const PERIOD: TimeDelta = TimeDelta::days(30);

/// The plan of the newest subscription that lives.
pub(super) async fn newest_plan(tx: &mut Tx, user_id: Uuid) -> DbResult<Option<String>> {
    let row: Option<(String,)> = tx
        .maybe(
            "select plan_id from subscriptions where user_id = $1 and status in ('active', 'trialing')
             order by created_at desc, id desc limit 1",
            args![user_id],
        )
        .await?;
    Ok(row.map(|(plan,)| plan))
}

/// The id of the subscription that was changed; none if there is none.
pub(super) async fn change_newest(
    tx: &mut Tx,
    user_id: Uuid,
    status: Status,
    plan: Option<Plan>,
    now: DateTime<Utc>,
) -> DbResult<Option<Uuid>> {
    let changed: Option<(Uuid,)> = tx
        .maybe(
            "update subscriptions set status = $2, plan_id = coalesce($3, plan_id), updated_at = $4
             where id = (select id from subscriptions where user_id = $1
                         order by created_at desc, id desc limit 1)
             returning id",
            args![user_id, status.name(), plan.map(Plan::id), now],
        )
        .await?;
    Ok(changed.map(|(id,)| id))
}

pub(super) async fn add(
    tx: &mut Tx,
    user_id: Uuid,
    status: Status,
    plan: Option<Plan>,
    now: DateTime<Utc>,
) -> DbResult<Uuid> {
    let (id, plan) = (Uuid::now_v7(), plan.unwrap_or(Plan::Starter));
    tx.run(
        "insert into subscriptions (id, user_id, status, plan_id, current_period_end, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $6)",
        args![id, user_id, status.name(), plan.id(), now + PERIOD, now],
    )
    .await?;
    Ok(id)
}

pub(super) async fn remove_all(tx: &mut Tx, user_id: Uuid) -> DbResult<Vec<Uuid>> {
    let sql = "delete from subscriptions where user_id = $1 returning id";
    let gone: Vec<(Uuid,)> = tx.all(sql, args![user_id]).await?;
    Ok(gone.into_iter().map(|(id,)| id).collect())
}
