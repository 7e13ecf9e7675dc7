//! A user's preferences: whether, how often and in which time zone digests are sent.

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use uuid::Uuid;

use super::digest_schedule::DigestSchedule;
use super::frequency::DigestFrequency;
use super::store;
use billing::{Access, Entitlement, NotAllowed};
use identity::Caller;
use platform::app::App;
use platform::clock::Clock;
use platform::db::{Db, DbError, DbResult, FromRow, Tx};
use platform::outbox;
use platform::product::Plan;

/// A user's row; users without one have [`PreferencesRow::defaults`].
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub(super) struct PreferencesRow {
    pub(super) user_id: Uuid,
    pub(super) enabled: bool,
    frequency: String,
    pub(super) time_zone: Option<String>,
    pub(super) next_digest_at: Option<DateTime<Utc>>,
    /// Everything found up to this moment was in a digest.
    pub(super) told_until: DateTime<Utc>,
}

/// A user with a live subscription.
#[derive(Clone, Copy, Debug)]
pub(super) struct DigestSubscriber {
    pub(super) plan: Plan,
    /// In a trial, and no digest was ever sent.
    pub(super) awaits_first: bool,
}

/// What to change; fields left out stay as they are.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PreferencesChange {
    pub(super) enabled: Option<bool>,
    pub(super) frequency: Option<DigestFrequency>,
    pub(super) time_zone: Option<Tz>,
}

#[derive(Debug, thiserror::Error)]
pub(super) enum PreferencesError {
    #[error("Your plan does not send a {} digest. Upgrade to get one.", .0.name())]
    NotInPlan(DigestFrequency),
    #[error(transparent)]
    Unforeseen(#[from] anyhow::Error),
}

impl From<DbError> for PreferencesError {
    fn from(error: DbError) -> Self {
        Self::Unforeseen(error.into())
    }
}

/// The preferences as a page shows them.
#[derive(Clone, Debug)]
pub(super) struct PreferencesView {
    pub(super) preferences: PreferencesRow,
    /// The plan whose limits apply.
    pub(super) plan: Plan,
    pub(super) next_digest_at: Option<DateTime<Utc>>,
    pub(super) is_refused: bool,
}

impl PreferencesRow {
    pub(super) fn defaults(user_id: Uuid, now: DateTime<Utc>) -> Self {
        Self {
            user_id,
            enabled: true,
            frequency: DigestFrequency::Weekly.name().to_owned(),
            time_zone: None,
            next_digest_at: None,
            told_until: now,
        }
    }

    /// The frequency the user chose. The plan may allow less; a larger plan restores the choice.
    pub(super) fn chosen_frequency(&self) -> DigestFrequency {
        DigestFrequency::named(&self.frequency).unwrap_or(DigestFrequency::Weekly)
    }

    pub(super) fn schedule(&self, plan: Plan) -> DigestSchedule {
        let zone = self.time_zone.as_deref().and_then(|name| name.parse().ok());
        DigestSchedule {
            frequency: self.chosen_frequency().within(plan),
            zone: zone.unwrap_or(Tz::UTC),
            user_id: self.user_id,
        }
    }

    /// When the next digest is due; `None` without a subscription or if they are switched off.
    pub(super) fn next_digest(
        &self,
        plan: Option<Plan>,
        now: DateTime<Utc>,
    ) -> Option<DateTime<Utc>> {
        let plan = plan.filter(|_| self.enabled)?;
        Some(self.schedule(plan).next_after(now))
    }

    /// When the next digest is due for somebody who may be waiting for their first: in a trial that
    /// comes the next morning, whatever was chosen for those after it.
    pub(super) fn next_for(
        &self,
        reader: Option<DigestSubscriber>,
        now: DateTime<Utc>,
    ) -> Option<DateTime<Utc>> {
        let reader = reader?;
        let regular = self.next_digest(Some(reader.plan), now)?;
        if !reader.awaits_first {
            return Some(regular);
        }
        let every_morning = DigestSchedule {
            frequency: DigestFrequency::Daily,
            ..self.schedule(reader.plan)
        };
        Some(regular.min(every_morning.next_after(now)))
    }

    /// The same after a change. A digest that is already due but not queued yet is still sent.
    fn rescheduled(
        &self,
        reader: Option<DigestSubscriber>,
        now: DateTime<Utc>,
    ) -> Option<DateTime<Utc>> {
        let planned = self.next_for(reader, now)?;
        let due = self.next_digest_at.filter(|at| *at <= now);
        Some(due.unwrap_or(planned))
    }

    /// After a pause the first digest covers one period, not everything since the last digest.
    fn limit_backlog(&mut self, plan: Plan, now: DateTime<Utc>) {
        let period = self.chosen_frequency().within(plan).period();
        self.told_until = self.told_until.max(now - period);
    }
}

/// The caller's preferences.
pub(super) async fn of(app: &App, caller: &Caller) -> anyhow::Result<PreferencesView> {
    let now = app.clock.now();
    let stored = store::load_preferences(&app.db, caller.user_id).await?;
    let preferences = stored.unwrap_or_else(|| PreferencesRow::defaults(caller.user_id, now));
    let access = billing::access_of(&app.db, &app.clock, caller.user_id).await?;
    shown(&app.db, preferences, access, &caller.email).await
}

async fn shown(
    db: &Db,
    preferences: PreferencesRow,
    access: Access,
    address: &str,
) -> anyhow::Result<PreferencesView> {
    let is_refused = outbox::is_refused(db, address).await?;
    let is_to_come = access.is_live && !is_refused && preferences.enabled;
    Ok(PreferencesView {
        plan: access.plan,
        next_digest_at: preferences.next_digest_at.filter(|_| is_to_come),
        is_refused,
        preferences,
    })
}

/// Saves the caller's changes. Switching digests on also allows mail again to an address that
/// rejected it.
pub(super) async fn change(
    app: &App,
    caller: &Caller,
    change: PreferencesChange,
) -> Result<PreferencesView, PreferencesError> {
    let mut tx = app.db.begin().await?;
    if let Some(frequency) = change.frequency {
        let what = Entitlement::Notifications(frequency.of_plans());
        let allowed = billing::check_entitlement(&mut tx, &app.clock, caller.user_id, what).await?;
        allowed.map_err(|_refused: NotAllowed| PreferencesError::NotInPlan(frequency))?;
    }
    if change.enabled == Some(true) {
        outbox::try_again(&mut tx, &caller.email).await?;
    }
    let preferences = save(&mut tx, &app.clock, caller.user_id, change).await?;
    tx.commit().await?;
    let access = billing::access_of(&app.db, &app.clock, caller.user_id).await?;
    Ok(shown(&app.db, preferences, access, &caller.email).await?)
}

/// Saves a change and reschedules the next digest.
pub(super) async fn save(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    change: PreferencesChange,
) -> DbResult<PreferencesRow> {
    let now = clock.now();
    let mut preferences =
        store::lock_or_create_preferences(tx, &PreferencesRow::defaults(user_id, now)).await?;
    let live = reader_of(tx, clock, user_id).await?;
    let was_enabled = preferences.enabled;
    preferences.enabled = change.enabled.unwrap_or(was_enabled);
    if let Some(frequency) = change.frequency {
        frequency.name().clone_into(&mut preferences.frequency);
    }
    if let Some(zone) = change.time_zone {
        preferences.time_zone = Some(zone.name().to_owned());
    }
    if preferences.enabled && !was_enabled {
        let plan = live.map_or(Plan::Starter, |reader| reader.plan);
        preferences.limit_backlog(plan, now);
    }
    preferences.next_digest_at = preferences.rescheduled(live, now);
    store::save_preferences(tx, &preferences).await?;
    if !preferences.enabled {
        withdraw_unsent(tx, user_id).await?;
    }
    Ok(preferences)
}

/// Reschedules after a subscription started, changed its plan or ended (`None`).
pub(super) async fn follow_plan(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    plan: Option<Plan>,
) -> DbResult<()> {
    let now = clock.now();
    let mut preferences =
        store::lock_or_create_preferences(tx, &PreferencesRow::defaults(user_id, now)).await?;
    if let Some(plan) = plan.filter(|_| preferences.next_digest_at.is_none()) {
        preferences.limit_backlog(plan, now);
    }
    // The first scan has only begun; its findings are for a morning that is at least this far away.
    let reader = reader_of(tx, clock, user_id)
        .await?
        .filter(|_| plan.is_some());
    let is_first = reader.is_some_and(|reader| reader.awaits_first);
    let from = if is_first { now + FIRST_SCAN } else { now };
    preferences.next_digest_at = preferences.rescheduled(reader, from);
    store::save_preferences(tx, &preferences).await
}

/// How long the first scan may take.
const FIRST_SCAN: TimeDelta = TimeDelta::hours(1);

/// None without a live subscription.
pub(super) async fn reader_of(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
) -> DbResult<Option<DigestSubscriber>> {
    let allowed = billing::check_entitlement(tx, clock, user_id, Entitlement::PaidWork).await?;
    let Ok(access) = allowed else {
        return Ok(None);
    };
    Ok(Some(DigestSubscriber {
        plan: access.plan,
        awaits_first: access.is_trial && !store::has_digests(tx, user_id).await?,
    }))
}

/// Withdraws digests that are still in the outbox.
async fn withdraw_unsent(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    for mail_id in store::mails_of(tx, user_id).await? {
        outbox::withdraw(tx, mail_id).await?;
    }
    Ok(())
}
