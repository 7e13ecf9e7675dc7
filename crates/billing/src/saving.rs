//! Writing down how somebody stands, with everything that follows from it, in one transaction.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::leaving::StopCharging;
use super::letters::{self, Occasion};
use super::looking::LookAgain;
use super::refusal::NotDone;
use super::standing::{self, Heard, Standing};
use super::store::{self, Account, accounts};
use platform::app::App;
use platform::clock::Clock;
use platform::db::{DbResult, Tx};
use platform::events::ProductEvents;
use platform::jobs::{self, NewJob};
use platform::live::{self, RowWrite};

/// Writes how somebody stands now. None if another has written since `account` was read: what the
/// provider said to us may be older than what it said to them, so it is asked again.
pub(super) async fn save(
    app: &App,
    account: &Account,
    after: Option<Standing>,
    heard: &Heard,
) -> Result<Option<Account>, NotDone> {
    let now = app.clock.now();
    let news = News::of(account, after, heard, now);
    if news.is_nothing(account) {
        return Ok(Some(account.clone()));
    }
    let person = identity::find(&app.db, &account.user_id.to_string()).await?;
    let Some(person) = person else {
        return Err(NotDone::NoSuchSubscription);
    };
    let mut tx = app.db.begin().await?;
    if !accounts::take_turn(&mut tx, account.user_id, account.revision).await? {
        return Ok(None);
    }
    let id = write(
        &mut tx,
        (&app.clock, &*app.events),
        account,
        news.after.as_ref(),
    )
    .await?;
    if news.uses_trial {
        accounts::mark_trial_used(&mut tx, account.user_id, now).await?;
    }
    if let (Some(end), Some(id)) = (news.reminds_of, id) {
        store::mark_reminded(&mut tx, id, end).await?;
    }
    for occasion in &news.occasions {
        let letter = letters::write(app, &person, *occasion, news.after.as_ref());
        app.outbox.post(&mut tx, letter).await?;
    }
    if !news.surplus.is_empty() {
        let job = NewJob::of(&StopCharging::only(news.surplus.clone()));
        let job = job.once(format!("surplus:{}", news.surplus.join(",")));
        jobs::enqueue(&mut tx, &app.clock, job).await?;
    }
    if let Some(after) = &news.after {
        schedule_look(&mut tx, &app.clock, account.user_id, after).await?;
    }
    tx.commit().await?;
    Ok(Some(store::account(&app.db, account.user_id).await?))
}

/// Writes the row, and tells open pages and the other rooms; the row's id if it is there.
pub(super) async fn write(
    tx: &mut Tx,
    (clock, events): (&Clock, &dyn ProductEvents),
    account: &Account,
    after: Option<&Standing>,
) -> anyhow::Result<Option<Uuid>> {
    let user_id = account.user_id;
    let (before, rows) = (account.standing(), &store::SUBSCRIPTIONS);
    if before == after {
        return Ok(account.row.as_ref().map(|row| row.id));
    }
    let Some(after) = after else {
        for id in store::remove_all(tx, user_id).await? {
            live::record_gone(tx, clock, user_id, rows, id).await?;
        }
        tell(tx, (clock, events), account, None).await?;
        return Ok(None);
    };
    let written = if let Some(row) = &account.row {
        store::change(tx, row.id, after, clock.now()).await?;
        (row.id, RowWrite::Changed)
    } else {
        let id = store::add(tx, user_id, after, clock.now()).await?;
        (id, RowWrite::Added)
    };
    live::record_written(tx, clock, user_id, rows, written).await?;
    tell(tx, (clock, events), account, Some(after)).await?;
    Ok(Some(written.0))
}

/// The other rooms begin or end their work with the subscription.
async fn tell(
    tx: &mut Tx,
    (clock, events): (&Clock, &dyn ProductEvents),
    account: &Account,
    after: Option<&Standing>,
) -> anyhow::Result<()> {
    let living = |standing: Option<&Standing>| {
        let living = standing.filter(|it| it.status.is_live());
        living.map(|it| it.plan)
    };
    let (user_id, choice) = (account.user_id, &account.choice);
    match (living(account.standing()), living(after)) {
        (None, Some(plan)) => {
            let told = events.subscription_became_live(tx, clock, user_id, plan, choice);
            told.await
        }
        (Some(before), Some(plan)) if before != plan => {
            events.plan_changed(tx, clock, user_id, plan, choice).await
        }
        (Some(_), None) => events.access_ended(tx, clock, user_id).await,
        _ => Ok(()),
    }
}

/// Time alone will change something; a job is there then.
pub(super) async fn schedule_look(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    standing: &Standing,
) -> DbResult<()> {
    let Some(due) = standing.next_look(clock.now()) else {
        return Ok(());
    };
    let key = format!("billing:{user_id}:{}", due.timestamp_micros());
    let job = NewJob::of(&LookAgain { user_id }).lane(user_id.to_string());
    jobs::enqueue(tx, clock, job.due(due).once(key))
        .await
        .map(drop)
}

/// What is different from what was known.
struct News {
    after: Option<Standing>,
    occasions: Vec<Occasion>,
    reminds_of: Option<DateTime<Utc>>,
    uses_trial: bool,
    surplus: Vec<String>,
}

impl News {
    fn of(account: &Account, after: Option<Standing>, heard: &Heard, now: DateTime<Utc>) -> Self {
        let reminded_of = account.row.as_ref().and_then(|row| row.reminded_of);
        let ending = after.as_ref().filter(|it| it.is_near_trial_end(now));
        let reminds_of = ending
            .and_then(|it| it.trial_ends_at)
            .filter(|end| reminded_of != Some(*end));
        let mut occasions = letters::occasions(account.standing(), after.as_ref());
        occasions.extend(reminds_of.map(|_| Occasion::TrialEnding));
        let has_trial = heard.subscriptions.iter().any(|it| it.trial_end.is_some());
        let surplus = standing::surplus(heard, now).into_iter();
        Self {
            occasions,
            reminds_of,
            uses_trial: has_trial && account.trial_used_at.is_none(),
            surplus: surplus.map(|it| it.id.clone()).collect(),
            after,
        }
    }

    fn is_nothing(&self, account: &Account) -> bool {
        account.standing() == self.after.as_ref()
            && self.occasions.is_empty()
            && !self.uses_trial
            && self.surplus.is_empty()
    }
}
