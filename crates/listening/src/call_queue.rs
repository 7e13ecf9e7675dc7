//! The line to Reddit: every call goes through the budget, and is tried again where that may help.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use futures::future::BoxFuture;
use providers::reddit::{self, Reddit, RedditError};
use uuid::Uuid;

use super::call_budget::{Budget, Ended, How, Permit};
use super::{Sources, Urgency, Why};
use platform::clock::Clock;
use platform::tasks::{Tasks, pause};

#[derive(Clone, Debug)]
pub(super) struct CallQueue {
    pub(super) reddit: Arc<dyn Reddit>,
    budget: Budget,
    clock: Clock,
    tasks: Tasks,
}

/// Who asks, and how urgent it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asker {
    pub(super) user_id: Uuid,
    pub(super) urgency: Urgency,
    /// How often a call is made at most.
    pub(super) tries: u32,
}

/// What Reddit answers.
type CallResult<T> = Result<reddit::RedditResponse<T>, RedditError>;

/// The longest pause before the second try, where Reddit did not say how long.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
/// With a held or a moved clock, how soon it is looked at again.
const LOOK: Duration = Duration::from_millis(100);

impl Asker {
    pub(super) fn new(user_id: Uuid, urgency: Urgency) -> Self {
        let tries = match urgency {
            // Somebody waits at a screen.
            Urgency::Interactive => 2,
            Urgency::Scan | Urgency::Stream | Urgency::Revisit => 3,
        };
        Self {
            user_id,
            urgency,
            tries,
        }
    }

    /// Without a second try: the caller has another way.
    pub(super) fn once(self) -> Self {
        Self { tries: 1, ..self }
    }
}

impl CallQueue {
    pub(super) fn new(sources: &Sources) -> Self {
        Self {
            reddit: sources.reddit.clone(),
            budget: Budget::new(sources),
            clock: sources.clock.clone(),
            tasks: sources.tasks.clone(),
        }
    }

    pub(super) fn waits_until(&self, asker: Asker) -> Option<DateTime<Utc>> {
        self.budget.waits_until(asker.urgency)
    }

    /// Asks Reddit when it is this asker's turn, again after a rest if it does not answer now.
    pub(super) fn ask<'call, T: Send + 'call>(
        &'call self,
        asker: Asker,
        call: impl Fn() -> BoxFuture<'call, CallResult<T>> + Send + 'call,
    ) -> BoxFuture<'call, Result<T, Why>> {
        // On the heap, because callers hold many of these at once.
        Box::pin(self.ask_in_turn(asker, call))
    }

    async fn ask_in_turn<'call, T: Send>(
        &self,
        asker: Asker,
        call: impl Fn() -> BoxFuture<'call, CallResult<T>> + Send,
    ) -> Result<T, Why> {
        let deadline = self.clock.real() + patience(asker.urgency);
        let mut tries = 1;
        loop {
            let mut permit = self
                .budget
                .permit(asker.user_id, asker.urgency, deadline)
                .await
                .ok_or(Why::Busy)?;
            permit.begin();
            let answer = call().await;
            let ended = ended(answer.as_ref(), self.clock.real());
            self.settle(permit, ended).await;
            let (failed, rest) = match answer {
                Ok(heard) => return Ok(heard.what),
                Err(failed) if tries < asker.tries => match failed {
                    RedditError::Unavailable { retry_after } => {
                        (failed, retry_after.unwrap_or_else(|| spread(tries)))
                    }
                    RedditError::RateLimited { retry_after } => (failed, retry_after),
                    _ => return Err(Why::from(failed)),
                },
                Err(failed) => return Err(Why::from(failed)),
            };
            tries += 1;
            let until = self.clock.real() + TimeDelta::from_std(rest).unwrap_or(TimeDelta::MAX / 4);
            if until >= deadline || !self.wait_until(until).await {
                return Err(Why::from(failed));
            }
        }
    }

    /// Nobody waits for the bookkeeping of a call that went well. A rest must be known before
    /// anything else is asked.
    async fn settle(&self, permit: Permit, ended: Ended) {
        let budget = self.budget.clone();
        let settling = async move { budget.ended(permit, ended).await };
        match ended.how {
            How::Told(_) => self.tasks.supervise("end of a call to Reddit", settling),
            How::Rest(_) => settling.await,
        }
    }

    /// False if the process stops meanwhile.
    async fn wait_until(&self, time: DateTime<Utc>) -> bool {
        let stopping = self.tasks.stopping();
        while let Ok(left) = (time - self.clock.real()).to_std() {
            if left.is_zero() {
                break;
            }
            if !pause(left.min(LOOK), &stopping).await {
                return false;
            }
        }
        true
    }
}

/// How long somebody waits for a call in all.
fn patience(urgency: Urgency) -> TimeDelta {
    match urgency {
        // The browser gives up on a long call later; a person sooner.
        Urgency::Interactive => TimeDelta::seconds(45),
        // A job's run ends after ten minutes; what was heard by then must be kept before.
        Urgency::Scan | Urgency::Revisit => TimeDelta::minutes(8),
        // The next pass asks again.
        Urgency::Stream => TimeDelta::minutes(1),
    }
}

fn ended<T>(answer: Result<&reddit::RedditResponse<T>, &RedditError>, at: DateTime<Utc>) -> Ended {
    let how = match answer {
        Ok(heard) => How::Told(heard.window),
        Err(
            RedditError::RateLimited { retry_after: rest }
            | RedditError::Unavailable {
                retry_after: Some(rest),
            },
        ) => How::Rest(*rest),
        Err(_) => How::Told(None),
    };
    Ended { at, how }
}

/// Doubling pauses, spread over their whole length, so that calls that failed together do not come
/// back together.
fn spread(tries: u32) -> Duration {
    let longest = FIRST_PAUSE * 2_u32.saturating_pow(tries - 1);
    longest.mul_f64(rand::random::<f64>())
}
