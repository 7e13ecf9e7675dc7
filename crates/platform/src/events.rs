//! What one part of the product tells all others, in the transaction in which it happens.
//!
//! Rooms do not call each other for this: whoever changes a subscription does not know who depends
//! on it. The product implements [`ProductEvents`] once, on top of all rooms.

use std::fmt::Debug;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::clock::Clock;
use crate::db::Tx;
use crate::product::{KeywordChoice, Plan};

#[async_trait]
pub trait ProductEvents: Debug + Send + Sync {
    /// A subscription has become active or trialing.
    async fn subscription_became_live(
        &self,
        tx: &mut Tx,
        clock: &Clock,
        user_id: Uuid,
        plan: Plan,
        choice: &KeywordChoice,
    ) -> anyhow::Result<()>;

    /// A live subscription has moved to another plan.
    async fn plan_changed(
        &self,
        tx: &mut Tx,
        clock: &Clock,
        user_id: Uuid,
        plan: Plan,
        choice: &KeywordChoice,
    ) -> anyhow::Result<()>;

    /// A live subscription stays on its plan, and its trial has ended or begun.
    async fn trial_changed(
        &self,
        tx: &mut Tx,
        clock: &Clock,
        user_id: Uuid,
        plan: Plan,
    ) -> anyhow::Result<()>;

    /// A trial ends within a day, and `plan` is charged for from then on. Raised once for each end.
    async fn trial_ends_soon(
        &self,
        tx: &mut Tx,
        clock: &Clock,
        user_id: Uuid,
        plan: Plan,
        ends_at: DateTime<Utc>,
    ) -> anyhow::Result<()>;

    /// A user has confirmed another e-mail address.
    async fn address_changed(
        &self,
        tx: &mut Tx,
        clock: &Clock,
        user_id: Uuid,
    ) -> anyhow::Result<()>;

    /// A subscription is no longer live: whatever runs by itself for this user stops.
    async fn access_ended(&self, tx: &mut Tx, clock: &Clock, user_id: Uuid) -> anyhow::Result<()>;

    /// One user's post was deleted from the list: so is what was made from it.
    async fn post_removed(&self, tx: &mut Tx, user_id: Uuid, post_id: Uuid) -> anyhow::Result<()>;

    /// A user rejected, answered or won a post or mention: nothing announces it any more.
    async fn row_left_list(
        &self,
        tx: &mut Tx,
        now: DateTime<Utc>,
        user_id: Uuid,
        row_id: Uuid,
    ) -> anyhow::Result<()>;

    /// Posts or mentions were saved for a user: an alert may be due.
    async fn rows_found(&self, tx: &mut Tx, clock: &Clock, user_id: Uuid) -> anyhow::Result<()>;

    /// A post or comment was deleted on Reddit (by fullname): nothing of it is kept. Thousands may
    /// have it, so this removes some of it; true if there may be more, for another transaction.
    async fn post_gone(&self, tx: &mut Tx, clock: &Clock, reddit_id: &str) -> anyhow::Result<bool>;
}
