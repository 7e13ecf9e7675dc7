//! The line to one provider: how often it is tried, how long a call may take, and whether it is
//! asked at all. What travels over it is the caller's: an HTTP exchange of ours, or a library's.

use std::{
    future::Future,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::{Instant, sleep, timeout_at};

use super::{
    CallFailed, backoff,
    breaker::{Breaker, Leave, Outcome},
};

/// Not cloned: the breaker must see every call.
#[derive(Debug)]
pub(crate) struct Line {
    name: &'static str,
    total: Duration,
    tries: u32,
    breaker: Mutex<Breaker>,
}

impl Line {
    /// `total` is for all tries of a call and the waits between them.
    pub(crate) fn new(name: &'static str, total: Duration, tries: u32) -> Self {
        Self {
            name,
            total,
            tries,
            breaker: Mutex::new(Breaker::new()),
        }
    }

    pub(super) fn with_total(self, total: Duration) -> Self {
        Self { total, ..self }
    }

    pub(super) fn with_tries(self, tries: u32) -> Self {
        Self { tries, ..self }
    }

    /// Makes the attempt, again if it may be repeated and that is promising.
    pub(crate) async fn call<T, F: Future<Output = Result<T, CallFailed>>>(
        &self,
        is_repeatable: bool,
        mut attempt: impl FnMut() -> F,
    ) -> Result<T, CallFailed> {
        let tries = if is_repeatable { self.tries } else { 1 };
        let deadline = Instant::now() + self.total;
        let mut failed_tries = 0;
        loop {
            let failure = match self.one_try(attempt(), deadline).await {
                Ok(answer) => return Ok(answer),
                Err(failure) => failure,
            };
            failed_tries += 1;
            tracing::debug!(provider = self.name, failed_tries, %failure, "a try failed");
            if failed_tries >= tries || !failure.is_transient() {
                return Err(failure);
            }
            wait_within(deadline, failed_tries, failure).await?;
        }
    }

    async fn one_try<T>(
        &self,
        attempt: impl Future<Output = Result<T, CallFailed>>,
        deadline: Instant,
    ) -> Result<T, CallFailed> {
        let mut leave = self.ask_leave()?;
        let result = timeout_at(deadline, attempt)
            .await
            .unwrap_or(Err(CallFailed::TimedOut));
        leave.outcome = match &result {
            Err(CallFailed::Malformed) => Outcome::Abandoned,
            Err(failure) if failure.is_the_providers_fault() => Outcome::Failure,
            _ => Outcome::Success,
        };
        result
    }

    fn ask_leave(&self) -> Result<Watched<'_>, CallFailed> {
        let leave = self.breaker().ask(Instant::now());
        let leave = leave.map_err(|retry_after| CallFailed::Open { retry_after })?;
        Ok(Watched {
            line: self,
            leave,
            outcome: Outcome::Abandoned,
        })
    }

    fn breaker(&self) -> MutexGuard<'_, Breaker> {
        self.breaker.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A try in progress. Dropped early, with the call it belongs to, it still reports, or a
/// probe that was cancelled would keep the breaker half open for ever.
struct Watched<'a> {
    line: &'a Line,
    leave: Leave,
    outcome: Outcome,
}

impl Drop for Watched<'_> {
    fn drop(&mut self) {
        self.line
            .breaker()
            .report(self.leave, self.outcome, Instant::now());
    }
}

/// Waits before the next try, or gives the failure back when there is no time for that.
#[expect(
    clippy::disallowed_methods,
    reason = "the wait between two tries of one call"
)]
async fn wait_within(
    deadline: Instant,
    failed_tries: u32,
    failure: CallFailed,
) -> Result<(), CallFailed> {
    let own_wait = backoff::wait(failed_tries);
    let wait = failure
        .retry_after()
        .map_or(own_wait, |asked| asked.max(own_wait));
    if Instant::now()
        .checked_add(wait)
        .is_none_or(|then| then >= deadline)
    {
        return Err(failure);
    }
    sleep(wait).await;
    Ok(())
}
