//! The client: tries, waits, gives up in time.

use std::{
    error::Error,
    io::{self, ErrorKind},
    iter,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bytes::BytesMut;
use reqwest::{Client, IntoUrl, Method, Request, RequestBuilder, Response, redirect, retry};
use tokio::time::{Instant, sleep, timeout_at};

use super::{
    Answer, Body, Call, CallFailed, backoff,
    breaker::{Breaker, Leave, Outcome},
    retry_after,
};
use crate::tls;

/// One provider's line to the outside. Cheap to share behind an `Arc`, not cloned: the breaker
/// must see every call.
#[derive(Debug)]
pub struct Outgoing {
    name: &'static str,
    client: Client,
    total: Duration,
    tries: u32,
    body_limit: usize,
    breaker: Mutex<Breaker>,
}

const CONNECT: Duration = Duration::from_secs(3);
const TOTAL: Duration = Duration::from_secs(10);
const TRIES: u32 = 3;
const BODY_LIMIT: usize = 8 * 1024 * 1024;

impl Outgoing {
    /// `name` is for the log; `user_agent` is what the provider sees.
    pub fn new(name: &'static str, user_agent: &str) -> Self {
        Self {
            name,
            client: client(user_agent),
            total: TOTAL,
            tries: TRIES,
            body_limit: BODY_LIMIT,
            breaker: Mutex::new(Breaker::new()),
        }
    }

    /// How long a call may take in all, waits between tries included (10 s).
    #[must_use]
    pub fn with_total(self, total: Duration) -> Self {
        Self { total, ..self }
    }

    /// How often a call that may be repeated is tried at most (3 times).
    #[must_use]
    pub fn with_tries(self, tries: u32) -> Self {
        Self { tries, ..self }
    }

    /// How large an answer may be once decompressed (8 MiB).
    #[must_use]
    pub fn with_body_limit(self, body_limit: usize) -> Self {
        Self { body_limit, ..self }
    }

    /// Starts a request; [`Self::call`] sends it.
    pub fn request(&self, method: Method, url: impl IntoUrl) -> RequestBuilder {
        self.client.request(method, url)
    }

    pub fn get(&self, url: impl IntoUrl) -> RequestBuilder {
        self.request(Method::GET, url)
    }

    pub fn post(&self, url: impl IntoUrl) -> RequestBuilder {
        self.request(Method::POST, url)
    }

    pub fn delete(&self, url: impl IntoUrl) -> RequestBuilder {
        self.request(Method::DELETE, url)
    }

    /// Sends the request, again where that is safe and promising, and reads the answer.
    pub async fn call(&self, call: impl Into<Call>) -> Result<Answer, CallFailed> {
        let (mut request, is_repeatable) = call.into().finish()?;
        let tries = if is_repeatable { self.tries } else { 1 };
        let deadline = Instant::now() + self.total;
        let mut failed_tries = 0;
        loop {
            let spare = request.try_clone();
            let failure = match self.one_try(request, deadline).await {
                Ok(answer) => return Ok(answer),
                Err(failure) => failure,
            };
            failed_tries += 1;
            tracing::debug!(provider = self.name, failed_tries, %failure, "a try failed");
            match spare {
                Some(spare) if failed_tries < tries && failure.is_transient() => request = spare,
                _ => return Err(failure),
            }
            wait_within(deadline, failed_tries, failure).await?;
        }
    }

    async fn one_try(&self, request: Request, deadline: Instant) -> Result<Answer, CallFailed> {
        let mut leave = self.ask_leave()?;
        let exchange = timeout_at(deadline, self.exchange(request)).await;
        let result = exchange.unwrap_or(Err(CallFailed::TimedOut));
        leave.outcome = match &result {
            Err(CallFailed::Malformed) => Outcome::Abandoned,
            Err(failure) if failure.is_the_providers_fault() => Outcome::Failure,
            _ => Outcome::Success,
        };
        result
    }

    async fn exchange(&self, request: Request) -> Result<Answer, CallFailed> {
        let response = self
            .client
            .execute(request)
            .await
            .map_err(|error| failure_of(&error))?;
        let status = response.status();
        let headers = response.headers().clone();
        let body = read(response, self.body_limit).await;
        let retry_after = retry_after::of(&headers);
        match status.as_u16() {
            status @ 200..=299 => Ok(Answer {
                status,
                headers,
                body: body?,
            }),
            429 => Err(CallFailed::RateLimited { retry_after }),
            status => {
                let body = body.unwrap_or_default();
                Err(CallFailed::Status {
                    status,
                    body,
                    retry_after,
                })
            }
        }
    }

    fn ask_leave(&self) -> Result<Watched<'_>, CallFailed> {
        let leave = self.breaker().ask(Instant::now());
        let leave = leave.map_err(|retry_after| CallFailed::Open { retry_after })?;
        Ok(Watched {
            outgoing: self,
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
    outgoing: &'a Outgoing,
    leave: Leave,
    outcome: Outcome,
}

impl Drop for Watched<'_> {
    fn drop(&mut self) {
        self.outgoing
            .breaker()
            .report(self.leave, self.outcome, Instant::now());
    }
}

fn client(user_agent: &str) -> Client {
    Client::builder()
        .tls_backend_preconfigured(tls::client_config(&["h2", "http/1.1"]))
        .user_agent(user_agent)
        .connect_timeout(CONNECT)
        .redirect(redirect::Policy::none())
        .retry(retry::never())
        .referer(false)
        .no_proxy()
        .build()
        .expect("a user agent without line breaks makes a client")
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

/// Reads a body as far as `limit`, counting what comes out of decompression.
async fn read(mut response: Response, limit: usize) -> Result<Body, CallFailed> {
    let mut body = BytesMut::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| failure_of(&error))? {
        if body.len() + chunk.len() > limit {
            return Err(CallFailed::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Body(body.freeze()))
}

/// The library's error names the address, and addresses can hold keys: only its kind goes on.
fn failure_of(error: &reqwest::Error) -> CallFailed {
    if error.is_timeout() {
        CallFailed::TimedOut
    } else if error.is_builder() {
        CallFailed::Malformed
    } else if cannot_be_unpacked(error) {
        CallFailed::Garbled
    } else {
        CallFailed::Unreachable
    }
}

/// The library calls a body that broke off and one that is not gzip by the same name. Only the
/// second stays as it is when asked again.
fn cannot_be_unpacked(error: &reqwest::Error) -> bool {
    iter::successors(error.source(), |cause| (*cause).source())
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| {
            matches!(
                cause.kind(),
                ErrorKind::InvalidData | ErrorKind::InvalidInput
            )
        })
}
