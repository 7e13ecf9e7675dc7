//! Retries, deadline and circuit breaker for the calls to one provider. The attempt itself is the
//! caller's: our own HTTP exchange, or a library's.

use std::{
    future::Future,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::{Instant, sleep, timeout_at};

use super::{
    HttpError, backoff,
    circuit_breaker::{CallOutcome, CallPermit, CircuitBreaker},
};

/// Not `Clone`: the breaker must see every call.
#[derive(Debug)]
pub(crate) struct CallPolicy {
    name: &'static str,
    total: Duration,
    retry_window: Duration,
    tries: u32,
    breaker: Mutex<CircuitBreaker>,
}

impl CallPolicy {
    /// `total` limits all tries of a call and the waits between them.
    pub(crate) fn new(name: &'static str, total: Duration, tries: u32) -> Self {
        show_breaker(name, false);
        Self {
            name,
            total,
            retry_window: total,
            tries,
            breaker: Mutex::new(CircuitBreaker::new()),
        }
    }

    /// How long after its begin a call is still tried again (default: as long as it may take).
    pub(crate) fn with_retry_window(self, retry_window: Duration) -> Self {
        Self {
            retry_window,
            ..self
        }
    }

    pub(super) fn with_total_timeout(self, total: Duration) -> Self {
        Self {
            total,
            retry_window: total,
            ..self
        }
    }

    pub(super) fn with_tries(self, tries: u32) -> Self {
        Self { tries, ..self }
    }

    /// Makes the attempt, and retries it if it may be repeated and the failure is transient.
    pub(crate) async fn call<T, F: Future<Output = Result<T, HttpError>>>(
        &self,
        is_repeatable: bool,
        mut attempt: impl FnMut() -> F,
    ) -> Result<T, HttpError> {
        let tries = if is_repeatable { self.tries } else { 1 };
        let start = Instant::now();
        let (deadline, last_retry) = (start + self.total, start + self.retry_window);
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
            wait_within(last_retry, failed_tries, failure).await?;
        }
    }

    async fn one_try<T>(
        &self,
        attempt: impl Future<Output = Result<T, HttpError>>,
        deadline: Instant,
    ) -> Result<T, HttpError> {
        let mut permit = self.request_permit()?;
        let result = timeout_at(deadline, attempt)
            .await
            .unwrap_or(Err(HttpError::TimedOut));
        permit.outcome = match &result {
            Err(HttpError::Malformed) => CallOutcome::Abandoned,
            Err(failure) if failure.is_the_providers_fault() => CallOutcome::Failure,
            _ => CallOutcome::Success,
        };
        result
    }

    fn request_permit(&self) -> Result<AttemptReport<'_>, HttpError> {
        let permit = self.breaker().ask(Instant::now());
        let permit = permit.map_err(|retry_after| HttpError::Open { retry_after })?;
        Ok(AttemptReport {
            policy: self,
            permit,
            outcome: CallOutcome::Abandoned,
        })
    }

    fn breaker(&self) -> MutexGuard<'_, CircuitBreaker> {
        self.breaker.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A try in progress. It reports its outcome when dropped, even if the call is cancelled;
/// otherwise a cancelled probe would keep the breaker half open for ever.
struct AttemptReport<'a> {
    policy: &'a CallPolicy,
    permit: CallPermit,
    outcome: CallOutcome,
}

impl Drop for AttemptReport<'_> {
    fn drop(&mut self) {
        let mut breaker = self.policy.breaker();
        breaker.report(self.permit, self.outcome, Instant::now());
        show_breaker(self.policy.name, breaker.is_open());
    }
}

/// For `/metrics`. A breaker opens and closes with the end of a try and at no other time.
fn show_breaker(client: &'static str, is_open: bool) {
    let value = if is_open { 1.0 } else { 0.0 };
    metrics::gauge!("earshot_provider_breaker_open", "client" => client).set(value);
}

/// Waits before the next try, or returns the failure if that would begin too late.
#[expect(
    clippy::disallowed_methods,
    reason = "the wait between two tries of one call"
)]
async fn wait_within(
    last_retry: Instant,
    failed_tries: u32,
    failure: HttpError,
) -> Result<(), HttpError> {
    let own_wait = backoff::wait(failed_tries);
    let wait = failure
        .retry_after()
        .map_or(own_wait, |asked| asked.max(own_wait));
    if Instant::now()
        .checked_add(wait)
        .is_none_or(|then| then >= last_retry)
    {
        return Err(failure);
    }
    sleep(wait).await;
    Ok(())
}
