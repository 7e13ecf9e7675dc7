//! Who may call Reddit now: a place in line within this process, and a call out of the budget that
//! all processes share.
//!
//! Those who wait stand in [`Turns`]; while anybody does, one task takes calls for them out of the
//! database, several at a time, and hands them out in turn.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use providers::reddit::RateWindow;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, oneshot};
use uuid::Uuid;

use super::fair_queue::Turns;
use super::{Sources, Urgency, store};
use platform::clock::Clock;
use platform::db::{Db, DbResult};
use platform::tasks::{Tasks, pause};

/// The budget as this process takes part in it.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    db: Db,
    clock: Clock,
    tasks: Tasks,
    /// How many calls this process makes at once.
    slots: Arc<Semaphore>,
    queue: Mutex<Queue>,
    /// Something changed that may let somebody go.
    news: Notify,
    /// Who may not call, and until when, as far as this process knows.
    refused: Mutex<Option<RefusedCalls>>,
}

/// Calls that are this urgent or less have to wait.
#[derive(Clone, Copy, Debug)]
struct RefusedCalls {
    urgency: Urgency,
    until: DateTime<Utc>,
}

#[derive(Debug, Default)]
struct Queue {
    turns: Turns<oneshot::Sender<Permit>>,
    is_served: bool,
}

/// Leave for one call. Its end is reported with [`Budget::ended`]. Dropped without that, it is given
/// back: whole if the call was never made, and as one that has ended if it was under way, because
/// Reddit has counted it.
#[derive(Debug)]
#[must_use]
pub(super) struct Permit {
    shared: Arc<Shared>,
    stage: CallStage,
    _slot: OwnedSemaphorePermit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CallStage {
    Granted,
    Made,
    Settled,
}

impl Permit {
    /// The call is made now.
    pub(super) fn begin(&mut self) {
        self.stage = CallStage::Made;
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let stage = self.stage;
        // Without a runtime the process is at its end, and the next one starts a new count.
        if stage == CallStage::Settled || tokio::runtime::Handle::try_current().is_err() {
            return;
        }
        let shared = self.shared.clone();
        self.shared.tasks.supervise("a dropped call", async move {
            let at = shared.clock.real();
            let given_back = match stage {
                CallStage::Granted => shared.give_back(1).await,
                CallStage::Made | CallStage::Settled => {
                    let how = How::Told(None);
                    shared.settle(Ended { at, how }).await
                }
            };
            if let Err(error) = given_back {
                tracing::warn!(%error, "could not return a dropped Reddit call to the budget");
            }
            shared.news.notify_one();
        });
    }
}

/// The end of a call, as far as the budget is concerned.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ended {
    /// What Reddit says of its window counts from this moment, not from when it is written down.
    pub(super) at: DateTime<Utc>,
    pub(super) how: How,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum How {
    Told(Option<RateWindow>),
    /// Reddit is to be left alone for so long.
    Rest(Duration),
}

/// No more calls at once than this, of one process.
const AT_ONCE: usize = 16;
/// The longest time without a look: another process may have freed or used something.
const LONGEST_LOOK: Duration = Duration::from_millis(250);
const SHORTEST_LOOK: Duration = Duration::from_millis(5);
const SETTLING_TRIES: u32 = 20;
/// Shorter waits look like work.
const WORTH_TELLING: TimeDelta = TimeDelta::seconds(3);
/// Nothing that Reddit or the way there asks for lasts longer than its window.
const LONGEST_REST: TimeDelta = TimeDelta::minutes(15);

impl Budget {
    pub(super) fn new(sources: &Sources) -> Self {
        let shared = Shared {
            db: sources.db.clone(),
            clock: sources.clock.clone(),
            tasks: sources.tasks.clone(),
            slots: Arc::new(Semaphore::new(AT_ONCE)),
            queue: Mutex::default(),
            news: Notify::new(),
            refused: Mutex::default(),
        };
        Self {
            shared: Arc::new(shared),
        }
    }

    /// Until when calls that are so urgent have to wait; none unless it is long enough to tell
    /// somebody. A re-visit that waits holds up nobody who looks at a screen.
    pub(super) fn waits_until(&self, urgency: Urgency) -> Option<DateTime<Utc>> {
        let refused = (*self.shared.refused())?;
        let is_long = refused.until - self.shared.clock.real() >= WORTH_TELLING;
        (urgency >= refused.urgency && is_long).then_some(refused.until)
    }

    /// Waits in line for a call; none if it is not there by `deadline` or the process stops.
    pub(super) async fn permit(
        &self,
        user_id: Uuid,
        urgency: Urgency,
        deadline: DateTime<Utc>,
    ) -> Option<Permit> {
        let (granting, mut granted) = oneshot::channel();
        self.stand_in_line(user_id, urgency, granting);
        let stopping = self.shared.tasks.stopping();
        loop {
            tokio::select! {
                permit = &mut granted => return permit.ok(),
                _ = pause(LONGEST_LOOK, &stopping) => {}
            }
            if self.shared.clock.real() >= deadline || stopping.is_cancelled() {
                // It may have been granted in this very moment; then it is used.
                return granted.try_recv().ok();
            }
        }
    }

    /// Writes down how a call ended, so that every process knows. A database that is busy is asked
    /// again: what Reddit said of its window must not be lost.
    pub(super) async fn ended(&self, mut permit: Permit, ended: Ended) {
        let stopping = self.shared.tasks.stopping();
        for tries_left in (0..SETTLING_TRIES).rev() {
            match self.shared.settle(ended).await {
                Ok(()) => {
                    permit.stage = CallStage::Settled;
                    break;
                }
                Err(error) if tries_left == 0 => {
                    permit.stage = CallStage::Settled;
                    tracing::warn!(%error, "could not record the end of a Reddit call");
                }
                Err(_) => {
                    pause(LONGEST_LOOK, &stopping).await;
                }
            }
        }
        drop(permit);
        self.shared.news.notify_one();
    }

    fn stand_in_line(&self, user_id: Uuid, urgency: Urgency, granting: oneshot::Sender<Permit>) {
        let mut queue = self.shared.queue();
        let is_more_urgent = queue
            .turns
            .most_urgent()
            .is_none_or(|first| urgency < first);
        queue.turns.add(user_id, urgency, granting);
        if !queue.is_served {
            queue.is_served = true;
            let shared = self.shared.clone();
            self.shared.tasks.keep_running("calls to Reddit", move || {
                let shared = shared.clone();
                async move { shared.serve().await }
            });
        } else if is_more_urgent {
            // The others are told when to go; this one may go now.
            self.shared.news.notify_one();
        }
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn refused(&self) -> MutexGuard<'_, Option<RefusedCalls>> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands out calls until nobody waits.
    async fn serve(self: &Arc<Self>) {
        let stopping = self.tasks.stopping();
        while let Some(wanted) = self.wanted() {
            let look_again = if wanted.is_empty() {
                // Every slot is taken; one that comes free is news.
                LONGEST_LOOK
            } else {
                self.grant(&wanted).await.unwrap_or_else(|error| {
                    tracing::warn!(%error, "the budget of calls to Reddit could not be read");
                    LONGEST_LOOK
                })
            };
            if !look_again.is_zero() {
                tokio::select! {
                    () = self.news.notified() => {}
                    _ = pause(look_again, &stopping) => {}
                }
            }
            if stopping.is_cancelled() {
                *self.queue() = Queue::default();
                return;
            }
        }
    }

    /// How urgent those are who could go if there were calls; none once nobody waits.
    fn wanted(&self) -> Option<Vec<Urgency>> {
        let mut queue = self.queue();
        queue.turns.keep(|granting| !granting.is_closed());
        if queue.turns.most_urgent().is_none() {
            queue.is_served = false;
            return None;
        }
        Some(queue.turns.urgencies(self.slots.available_permits()))
    }

    /// Takes as many calls as there are for those who want them and hands them out. Answers how
    /// long it is worth waiting before the next look.
    async fn grant(self: &Arc<Self>, wanted: &[Urgency]) -> DbResult<Duration> {
        let (taken, look_again) = self.take(wanted).await?;
        let mut unused = 0;
        for _ in 0..taken {
            let slot = self.slots.clone().try_acquire_owned();
            let Ok(slot) = slot else {
                unused += 1;
                continue;
            };
            let permit = Permit {
                shared: self.clone(),
                stage: CallStage::Granted,
                _slot: slot,
            };
            self.hand_out(permit);
        }
        if unused > 0 {
            self.give_back(unused).await?;
        }
        Ok(look_again)
    }

    /// To whoever is next and still there. A permit that nobody takes gives itself back.
    fn hand_out(&self, mut permit: Permit) {
        let mut queue = self.queue();
        while let Some(granting) = queue.turns.next() {
            match granting.send(permit) {
                Ok(()) => return,
                Err(returned) => permit = returned,
            }
        }
    }

    async fn take(&self, wanted: &[Urgency]) -> DbResult<(usize, Duration)> {
        let now = self.clock.real();
        let mut tx = self.db.begin().await?;
        let mut window = store::budget::hold(&mut tx, now).await?;
        window.roll(now);
        let mut taken = 0;
        let mut look_again = Duration::ZERO;
        let mut refused = None;
        for urgency in wanted {
            match window.take(*urgency, now) {
                Ok(()) => taken += 1,
                Err(time) => {
                    let wait = (time - now).to_std().unwrap_or_default();
                    look_again = wait.clamp(SHORTEST_LOOK, LONGEST_LOOK);
                    refused = Some(RefusedCalls {
                        urgency: *urgency,
                        until: time,
                    });
                    break;
                }
            }
        }
        *self.refused() = refused;
        if taken > 0 {
            store::budget::write(&mut tx, &window).await?;
            tx.commit().await?;
        }
        Ok((taken, look_again))
    }

    async fn give_back(&self, count: i64) -> DbResult<()> {
        let mut tx = self.db.begin().await?;
        let mut window = store::budget::hold(&mut tx, self.clock.real()).await?;
        for _ in 0..count {
            window.give_back();
        }
        store::budget::write(&mut tx, &window).await?;
        tx.commit().await
    }

    async fn settle(&self, ended: Ended) -> DbResult<()> {
        let mut tx = self.db.begin().await?;
        let mut window = store::budget::hold(&mut tx, ended.at).await?;
        match ended.how {
            How::Told(told) => window.ended(told, ended.at),
            How::Rest(length) => {
                window.ended(None, ended.at);
                let length = TimeDelta::from_std(length).unwrap_or(LONGEST_REST);
                window.rest(ended.at + length.min(LONGEST_REST));
            }
        }
        store::budget::write(&mut tx, &window).await?;
        tx.commit().await
    }
}
