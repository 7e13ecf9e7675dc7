//! The client: tries, waits, gives up in time.

use std::{
    error::Error,
    io::{self, ErrorKind},
    iter,
    time::Duration,
};

use bytes::BytesMut;
use reqwest::{Client, IntoUrl, Method, Request, RequestBuilder, Response, redirect, retry};

use super::{Answer, Body, Call, CallFailed, line::Line, retry_after};
use crate::tls;

/// One provider's line to the outside. Cheap to share behind an `Arc`, not cloned: the breaker
/// must see every call.
#[derive(Debug)]
pub struct Outgoing {
    line: Line,
    client: Client,
    body_limit: usize,
}

const CONNECT: Duration = Duration::from_secs(3);
const TOTAL: Duration = Duration::from_secs(10);
const TRIES: u32 = 3;
const BODY_LIMIT: usize = 8 * 1024 * 1024;

impl Outgoing {
    /// `name` is for the log; `user_agent` is what the provider sees.
    pub fn new(name: &'static str, user_agent: &str) -> Self {
        Self {
            line: Line::new(name, TOTAL, TRIES),
            client: client(user_agent),
            body_limit: BODY_LIMIT,
        }
    }

    /// How long a call may take in all, waits between tries included (10 s).
    #[must_use]
    pub fn with_total(self, total: Duration) -> Self {
        Self {
            line: self.line.with_total(total),
            ..self
        }
    }

    /// How often a call that may be repeated is tried at most (3 times).
    #[must_use]
    pub fn with_tries(self, tries: u32) -> Self {
        Self {
            line: self.line.with_tries(tries),
            ..self
        }
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
        let (request, is_repeatable) = call.into().finish()?;
        // A body that is a stream exists once.
        let is_repeatable = is_repeatable && request.try_clone().is_some();
        let mut next = Some(request);
        self.line
            .call(is_repeatable, || {
                let request = next.take().ok_or(CallFailed::Malformed);
                next = request.as_ref().ok().and_then(Request::try_clone);
                async { self.exchange(request?).await }
            })
            .await
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
}

/// A client without proxy, redirects and retries of its own; `user_agent` has no line breaks.
pub(crate) fn client(user_agent: &str) -> Client {
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

/// Reads a body as far as `limit`, counting what comes out of decompression.
pub(crate) async fn read(mut response: Response, limit: usize) -> Result<Body, CallFailed> {
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
pub(crate) fn failure_of(error: &reqwest::Error) -> CallFailed {
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
