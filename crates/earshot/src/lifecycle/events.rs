//! Who is told when something happens in one room that others depend on.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use discovery::{AlertThreshold, PostDrafts};
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::events::ProductEvents;
use platform::product::{KeywordChoice, Plan};

/// Calls the rooms that depend on an event, in the transaction of the room that raised it.
#[derive(Clone, Copy, Debug)]
pub struct Lifecycle;

#[async_trait]
impl ProductEvents for Lifecycle {
    /// The first scan starts from here.
    async fn subscription_became_live(
        &self,
        tx: &mut Tx,
        clock: &Clock,
        user_id: Uuid,
        plan: Plan,
        choice: &KeywordChoice,
    ) -> anyhow::Result<()> {
        keywords::fit_to_plan(tx, clock, user_id, plan, choice).await?;
        keywords::terms_changed(tx, user_id, clock.now()).await?;
        notifications::follow_plan(tx, clock, user_id, Some(plan)).await?;
        Ok(scanner::start(tx, clock, user_id, plan).await?)
    }

    async fn plan_changed(
        &self,
        tx: &mut Tx,
        clock: &Clock,
        user_id: Uuid,
        plan: Plan,
        choice: &KeywordChoice,
    ) -> anyhow::Result<()> {
        keywords::fit_to_plan(tx, clock, user_id, plan, choice).await?;
        discovery::plan_changed(tx, clock, user_id).await?;
        notifications::follow_plan(tx, clock, user_id, Some(plan)).await?;
        Ok(scanner::change_plan(tx, clock, user_id, plan).await?)
    }

    async fn trial_changed(
        &self,
        tx: &mut Tx,
        clock: &Clock,
        user_id: Uuid,
        plan: Plan,
    ) -> anyhow::Result<()> {
        Ok(scanner::change_plan(tx, clock, user_id, plan).await?)
    }

    async fn trial_ends_soon(
        &self,
        tx: &mut Tx,
        clock: &Clock,
        user_id: Uuid,
        plan: Plan,
        ends_at: DateTime<Utc>,
    ) -> anyhow::Result<()> {
        notifications::remind_of_trial_end(tx, clock, user_id, (plan, ends_at)).await
    }

    async fn address_changed(
        &self,
        tx: &mut Tx,
        clock: &Clock,
        user_id: Uuid,
    ) -> anyhow::Result<()> {
        Ok(billing::follow_address(tx, clock, user_id).await?)
    }

    async fn access_ended(&self, tx: &mut Tx, clock: &Clock, user_id: Uuid) -> anyhow::Result<()> {
        tracing::info!(%user_id, "access has ended");
        // The account may be deleted by now, and then nothing may name it.
        keywords::terms_changed(tx, keywords::SOMEBODY_LEFT, clock.now()).await?;
        notifications::follow_plan(tx, clock, user_id, None).await?;
        Ok(scanner::stop(tx, user_id).await?)
    }

    async fn post_removed(&self, tx: &mut Tx, user_id: Uuid, post_id: Uuid) -> anyhow::Result<()> {
        Ok(comments::forget_post(tx, user_id, &post_id.to_string()).await?)
    }

    async fn row_left_list(
        &self,
        tx: &mut Tx,
        now: DateTime<Utc>,
        user_id: Uuid,
        row_id: Uuid,
    ) -> anyhow::Result<()> {
        notifications::leave_out(tx, now, user_id, row_id).await
    }

    async fn rows_found(&self, tx: &mut Tx, clock: &Clock, user_id: Uuid) -> anyhow::Result<()> {
        Ok(notifications::follow_finding(tx, clock, user_id).await?)
    }

    async fn post_gone(&self, tx: &mut Tx, clock: &Clock, reddit_id: &str) -> anyhow::Result<bool> {
        // The posts last: as long as there is one, the next sweep finds it if this one is interrupted.
        Ok(notifications::forget_post(tx, reddit_id).await?
            || mentions::forget_post(tx, clock, reddit_id).await?
            || discovery::forget_post(tx, (clock, self), reddit_id).await?)
    }
}

#[async_trait]
impl AlertThreshold for Lifecycle {
    async fn alert_threshold(&self, db: &Db, user_id: Uuid) -> DbResult<i64> {
        notifications::alert_threshold(db, user_id).await
    }
}

#[async_trait]
impl PostDrafts for Lifecycle {
    async fn has_draft(&self, tx: &mut Tx, user_id: Uuid, post_id: Uuid) -> DbResult<bool> {
        comments::has_draft(tx, user_id, &post_id.to_string()).await
    }
}
