//! A user's preferences: what they hear of by mail, how soon, and when not.

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use uuid::Uuid;

use super::digest_schedule::DigestSchedule;
use super::mail_frequency::MailFrequency;
use super::quiet_hours::QuietHours;
use super::store;
use billing::{Access, Entitlement};
use identity::Caller;
use platform::app::App;
use platform::clock::Clock;
use platform::db::{Db, DbResult, FromRow, Tx};
use platform::outbox;

/// A user's row; users without one have [`PreferencesRow::defaults`].
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are independent of each other, and the table has a column for each"
)]
pub(super) struct PreferencesRow {
    pub(super) user_id: Uuid,
    pub(super) enabled: bool,
    pub(super) frequency: String,
    pub(super) time_zone: Option<String>,
    pub(super) next_digest_at: Option<DateTime<Utc>>,
    /// Everything found up to this moment was in a mail, or is in none.
    pub(super) told_until: DateTime<Utc>,
    /// The last instant alert.
    pub(super) alerted_at: Option<DateTime<Utc>>,
    /// Posts below this match are not emailed.
    pub(super) minimum_match: i64,
    pub(super) lead_alerts: bool,
    pub(super) mention_alerts: bool,
    pub(super) quiet_hours_enabled: bool,
    /// Minutes after midnight.
    pub(super) quiet_from: i64,
    pub(super) quiet_until: i64,
    /// A short note after a week or month with nothing new.
    pub(super) quiet_notes: bool,
    /// The email on the first morning of a trial.
    pub(super) trial_mails: bool,
}

/// A user with a live subscription.
#[derive(Clone, Copy, Debug)]
pub(super) struct DigestSubscriber {
    /// In a trial, and no mail about findings was ever sent.
    pub(super) awaits_first: bool,
}

/// What to change; fields left out stay as they are.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PreferencesChange {
    pub(super) enabled: Option<bool>,
    pub(super) frequency: Option<MailFrequency>,
    pub(super) time_zone: Option<Tz>,
    pub(super) minimum_match: Option<i64>,
    pub(super) lead_alerts: Option<bool>,
    pub(super) mention_alerts: Option<bool>,
    pub(super) quiet_hours_enabled: Option<bool>,
    pub(super) quiet_from: Option<i64>,
    pub(super) quiet_until: Option<i64>,
    pub(super) quiet_notes: Option<bool>,
    pub(super) trial_mails: Option<bool>,
}

/// The preferences as a page shows them.
#[derive(Clone, Debug)]
pub(super) struct PreferencesView {
    pub(super) preferences: PreferencesRow,
    pub(super) next_digest_at: Option<DateTime<Utc>>,
    pub(super) is_refused: bool,
}

/// The least time between two instant alerts.
const ALERT_GAP: TimeDelta = TimeDelta::minutes(15);

/// From which match a post is emailed, unless its owner says otherwise.
const USUAL_MINIMUM_MATCH: i64 = 70;

impl PreferencesRow {
    pub(super) fn defaults(user_id: Uuid, now: DateTime<Utc>) -> Self {
        Self {
            user_id,
            enabled: true,
            frequency: MailFrequency::Weekly.name().to_owned(),
            time_zone: None,
            next_digest_at: None,
            told_until: now,
            alerted_at: None,
            minimum_match: USUAL_MINIMUM_MATCH,
            lead_alerts: true,
            mention_alerts: true,
            quiet_hours_enabled: false,
            quiet_from: 19 * 60,
            quiet_until: 8 * 60,
            quiet_notes: true,
            trial_mails: true,
        }
    }

    pub(super) fn chosen_frequency(&self) -> MailFrequency {
        MailFrequency::named(&self.frequency).unwrap_or(MailFrequency::Weekly)
    }

    fn zone(&self) -> Tz {
        let zone = self.time_zone.as_deref().and_then(|name| name.parse().ok());
        zone.unwrap_or(Tz::UTC)
    }

    fn schedule(&self, frequency: MailFrequency) -> DigestSchedule {
        DigestSchedule {
            frequency,
            zone: self.zone(),
            user_id: self.user_id,
        }
    }

    /// This moment, or the end of the user's quiet hours.
    fn after_quiet_hours(&self, moment: DateTime<Utc>) -> DateTime<Utc> {
        if !self.quiet_hours_enabled {
            return moment;
        }
        let quiet = QuietHours {
            from: self.quiet_from,
            until: self.quiet_until,
            zone: self.zone(),
        };
        quiet.next_allowed(moment)
    }

    /// When an instant alert may be sent: now, or after the pause since the last one and the quiet hours.
    pub(super) fn next_alert(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        let earliest = self.alerted_at.map_or(now, |at| now.max(at + ALERT_GAP));
        self.after_quiet_hours(earliest)
    }

    /// When the next digest is due; `None` if they are switched off, or if alerts go by what is found.
    pub(super) fn next_digest(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let frequency = self.chosen_frequency();
        if !self.enabled || frequency == MailFrequency::Instant {
            return None;
        }
        let morning = self.schedule(frequency).next_after(now);
        Some(self.after_quiet_hours(morning))
    }

    /// When the next digest is due for somebody who may be waiting for their first: in a trial that
    /// comes the next morning, whatever was chosen for those after it.
    pub(super) fn next_for(
        &self,
        reader: Option<DigestSubscriber>,
        now: DateTime<Utc>,
    ) -> Option<DateTime<Utc>> {
        let reader = reader?;
        let regular = self.next_digest(now)?;
        if !reader.awaits_first {
            return Some(regular);
        }
        let every_morning = self.schedule(MailFrequency::Daily).next_after(now);
        Some(regular.min(self.after_quiet_hours(every_morning)))
    }

    /// The same after a change. A mail that is already due but not queued yet is still sent, and an alert
    /// that waits goes on waiting.
    fn rescheduled(
        &self,
        reader: Option<DigestSubscriber>,
        now: DateTime<Utc>,
    ) -> Option<DateTime<Utc>> {
        reader?;
        let waits = self.chosen_frequency() == MailFrequency::Instant;
        let kept = self
            .next_digest_at
            .filter(|at| self.enabled && (waits || *at <= now));
        kept.or_else(|| self.next_for(reader, now))
    }

    /// After a pause, or with another frequency, the first mail covers one period and not everything
    /// since the last one.
    fn limit_backlog(&mut self, now: DateTime<Utc>) {
        let period = self.chosen_frequency().period();
        self.told_until = self.told_until.max(now - period);
    }

    fn apply(&mut self, change: PreferencesChange, now: DateTime<Utc>) {
        let (was_enabled, before) = (self.enabled, self.chosen_frequency());
        set(&mut self.enabled, change.enabled);
        set(&mut self.minimum_match, change.minimum_match);
        set(&mut self.lead_alerts, change.lead_alerts);
        set(&mut self.mention_alerts, change.mention_alerts);
        set(&mut self.quiet_hours_enabled, change.quiet_hours_enabled);
        set(&mut self.quiet_from, change.quiet_from);
        set(&mut self.quiet_until, change.quiet_until);
        set(&mut self.quiet_notes, change.quiet_notes);
        set(&mut self.trial_mails, change.trial_mails);
        if let Some(frequency) = change.frequency {
            frequency.name().clone_into(&mut self.frequency);
        }
        if let Some(zone) = change.time_zone {
            self.time_zone = Some(zone.name().to_owned());
        }
        let is_other = self.chosen_frequency() != before;
        if self.enabled && (!was_enabled || is_other) {
            self.limit_backlog(now);
        }
        if is_other {
            self.next_digest_at = self.next_digest_at.filter(|at| *at <= now);
        }
    }
}

fn set<T>(field: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *field = value;
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
) -> anyhow::Result<PreferencesView> {
    let mut tx = app.db.begin().await?;
    if change.enabled == Some(true) {
        outbox::try_again(&mut tx, &caller.email).await?;
    }
    let preferences = save(&mut tx, &app.clock, caller.user_id, change).await?;
    tx.commit().await?;
    let access = billing::access_of(&app.db, &app.clock, caller.user_id).await?;
    shown(&app.db, preferences, access, &caller.email).await
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
    preferences.apply(change, now);
    let reader = reader_of(tx, clock, &preferences).await?;
    preferences.next_digest_at = preferences.rescheduled(reader, now);
    store::save_preferences(tx, &preferences).await?;
    if !preferences.enabled {
        withdraw_unsent(tx, user_id).await?;
    }
    Ok(preferences)
}

/// Reschedules after a subscription started, changed its plan or ended.
pub(super) async fn follow_plan(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    is_live: bool,
) -> DbResult<()> {
    let now = clock.now();
    let mut preferences =
        store::lock_or_create_preferences(tx, &PreferencesRow::defaults(user_id, now)).await?;
    if is_live && preferences.next_digest_at.is_none() {
        preferences.limit_backlog(now);
    }
    // The first scan has only begun; its findings are for a morning that is at least this far away.
    let reader = reader_of(tx, clock, &preferences).await?;
    let reader = reader.filter(|_| is_live);
    let is_first = reader.is_some_and(|reader| reader.awaits_first);
    let from = if is_first { now + FIRST_SCAN } else { now };
    preferences.next_digest_at = preferences.rescheduled(reader, from);
    store::save_preferences(tx, &preferences).await
}

/// How long the first scan may take.
const FIRST_SCAN: TimeDelta = TimeDelta::hours(1);

/// From which match a lead is worth an alert.
pub(super) async fn alert_threshold(db: &Db, user_id: Uuid) -> DbResult<i64> {
    let preferences = store::load_preferences(db, user_id).await?;
    Ok(preferences.map_or(USUAL_MINIMUM_MATCH, |it| it.minimum_match))
}

/// Something was found: whoever has chosen instant alerts gets one soon. The pause between two alerts
/// and the quiet hours are looked at when it is written.
pub(super) async fn follow_finding(tx: &mut Tx, clock: &Clock, user_id: Uuid) -> DbResult<()> {
    store::bring_alert_forward(tx, user_id, clock.now() + ALERT_DELAY).await
}

/// Long enough for everything that was found with it to be committed.
const ALERT_DELAY: TimeDelta = TimeDelta::minutes(2);

/// None without a live subscription.
pub(super) async fn reader_of(
    tx: &mut Tx,
    clock: &Clock,
    preferences: &PreferencesRow,
) -> DbResult<Option<DigestSubscriber>> {
    let user_id = preferences.user_id;
    let allowed = billing::check_entitlement(tx, clock, user_id, Entitlement::PaidWork).await?;
    let Ok(access) = allowed else {
        return Ok(None);
    };
    let may_wait = access.is_trial && preferences.trial_mails;
    Ok(Some(DigestSubscriber {
        awaits_first: may_wait && !store::has_digests(tx, user_id).await?,
    }))
}

/// Withdraws mails about findings that are still in the outbox.
async fn withdraw_unsent(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    for mail_id in store::mails_of(tx, user_id).await? {
        outbox::withdraw(tx, mail_id).await?;
    }
    Ok(())
}
