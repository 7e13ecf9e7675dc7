//! What somebody wants: whether, how often, and in whose morning.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use uuid::Uuid;

use super::rhythm::{Frequency, Rhythm};
use super::store;
use billing::{Access, Entitlement, NotAllowed};
use identity::Caller;
use platform::app::App;
use platform::clock::Clock;
use platform::db::{Db, DbError, DbResult, FromRow, Tx};
use platform::outbox;
use platform::product::Plan;

/// The row of a person; those without one have [`Preferences::usual`].
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub(super) struct Preferences {
    pub(super) user_id: Uuid,
    pub(super) enabled: bool,
    frequency: String,
    pub(super) time_zone: Option<String>,
    pub(super) next_digest_at: Option<DateTime<Utc>>,
    /// What was found later was in no digest yet.
    pub(super) told_until: DateTime<Utc>,
}

/// What is to change; what is left out stays.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Change {
    pub(super) enabled: Option<bool>,
    pub(super) frequency: Option<Frequency>,
    pub(super) time_zone: Option<Tz>,
}

#[derive(Debug, thiserror::Error)]
pub(super) enum NotChanged {
    #[error("Your plan does not send a {} digest. Upgrade to get one.", .0.name())]
    NotInPlan(Frequency),
    #[error(transparent)]
    Unforeseen(#[from] anyhow::Error),
}

impl From<DbError> for NotChanged {
    fn from(error: DbError) -> Self {
        Self::Unforeseen(error.into())
    }
}

/// What a page shows of it.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    pub(super) preferences: Preferences,
    /// Whose limits hold.
    pub(super) plan: Plan,
    pub(super) next_digest_at: Option<DateTime<Utc>>,
    pub(super) is_refused: bool,
}

impl Preferences {
    pub(super) fn usual(user_id: Uuid, now: DateTime<Utc>) -> Self {
        Self {
            user_id,
            enabled: true,
            frequency: Frequency::Weekly.name().to_owned(),
            time_zone: None,
            next_digest_at: None,
            told_until: now,
        }
    }

    /// What they wished for. A plan may allow less, and a greater one gives it back.
    pub(super) fn wish(&self) -> Frequency {
        Frequency::named(&self.frequency).unwrap_or(Frequency::Weekly)
    }

    pub(super) fn rhythm(&self, plan: Plan) -> Rhythm {
        let zone = self.time_zone.as_deref().and_then(|name| name.parse().ok());
        Rhythm {
            frequency: self.wish().within(plan),
            zone: zone.unwrap_or(Tz::UTC),
            user_id: self.user_id,
        }
    }

    /// When the next one comes; never to those who are not subscribed or want none.
    pub(super) fn planned(&self, plan: Option<Plan>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let plan = plan.filter(|_| self.enabled)?;
        Some(self.rhythm(plan).next_after(now))
    }

    /// The same after a change. One that is due already and not queued yet still comes.
    fn planned_again(&self, plan: Option<Plan>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let planned = self.planned(plan, now)?;
        let due = self.next_digest_at.filter(|at| *at <= now);
        Some(due.unwrap_or(planned))
    }

    /// After a pause the first digest tells of one period, not of all that happened meanwhile.
    fn begin_again(&mut self, plan: Plan, now: DateTime<Utc>) {
        let period = self.wish().within(plan).period();
        self.told_until = self.told_until.max(now - period);
    }
}

/// What the caller has chosen.
pub(super) async fn of(app: &App, caller: &Caller) -> anyhow::Result<Shown> {
    let now = app.clock.now();
    let kept = store::of(&app.db, caller.user_id).await?;
    let preferences = kept.unwrap_or_else(|| Preferences::usual(caller.user_id, now));
    let access = billing::access_of(&app.db, &app.clock, caller.user_id).await?;
    shown(&app.db, preferences, access, &caller.email).await
}

async fn shown(
    db: &Db,
    preferences: Preferences,
    access: Access,
    address: &str,
) -> anyhow::Result<Shown> {
    let is_refused = outbox::is_refused(db, address).await?;
    let is_to_come = access.is_live && !is_refused && preferences.enabled;
    Ok(Shown {
        plan: access.plan,
        next_digest_at: preferences.next_digest_at.filter(|_| is_to_come),
        is_refused,
        preferences,
    })
}

/// Takes over what the caller chooses. Whoever switches digests on is tried again, also at an
/// address that refused them.
pub(super) async fn change(
    app: &App,
    caller: &Caller,
    change: Change,
) -> Result<Shown, NotChanged> {
    let mut tx = app.db.begin().await?;
    if let Some(frequency) = change.frequency {
        let what = Entitlement::Notifications(frequency.of_plans());
        let allowed = billing::check_entitlement(&mut tx, &app.clock, caller.user_id, what).await?;
        allowed.map_err(|_refused: NotAllowed| NotChanged::NotInPlan(frequency))?;
    }
    if change.enabled == Some(true) {
        outbox::try_again(&mut tx, &caller.email).await?;
    }
    let preferences = save(&mut tx, &app.clock, caller.user_id, change).await?;
    tx.commit().await?;
    let access = billing::access_of(&app.db, &app.clock, caller.user_id).await?;
    Ok(shown(&app.db, preferences, access, &caller.email).await?)
}

/// Writes a change down and plans the next digest by it.
pub(super) async fn save(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    change: Change,
) -> DbResult<Preferences> {
    let now = clock.now();
    let mut preferences = store::hold(tx, &Preferences::usual(user_id, now)).await?;
    let live = live_plan(tx, clock, user_id).await?;
    let was_enabled = preferences.enabled;
    preferences.enabled = change.enabled.unwrap_or(was_enabled);
    if let Some(frequency) = change.frequency {
        frequency.name().clone_into(&mut preferences.frequency);
    }
    if let Some(zone) = change.time_zone {
        preferences.time_zone = Some(zone.name().to_owned());
    }
    if preferences.enabled && !was_enabled {
        preferences.begin_again(live.unwrap_or(Plan::Starter), now);
    }
    preferences.next_digest_at = preferences.planned_again(live, now);
    store::save(tx, &preferences).await?;
    if !preferences.enabled {
        withdraw_unsent(tx, user_id).await?;
    }
    Ok(preferences)
}

/// A subscription has begun, has changed its plan, or has ended (none).
pub(super) async fn follow_plan(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    plan: Option<Plan>,
) -> DbResult<()> {
    let now = clock.now();
    let mut preferences = store::hold(tx, &Preferences::usual(user_id, now)).await?;
    if let Some(plan) = plan.filter(|_| preferences.next_digest_at.is_none()) {
        preferences.begin_again(plan, now);
    }
    preferences.next_digest_at = preferences.planned_again(plan, now);
    store::save(tx, &preferences).await
}

/// The plan of somebody for whom paid work is done at this moment.
pub(super) async fn live_plan(tx: &mut Tx, clock: &Clock, user_id: Uuid) -> DbResult<Option<Plan>> {
    let allowed = billing::check_entitlement(tx, clock, user_id, Entitlement::PaidWork).await?;
    Ok(allowed.ok().map(|access| access.plan))
}

/// Whoever wants no digest does not get the one that waits for its mail server either.
async fn withdraw_unsent(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    for mail_id in store::mails_of(tx, user_id).await? {
        outbox::withdraw(tx, mail_id).await?;
    }
    Ok(())
}
