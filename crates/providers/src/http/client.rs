//! The HTTP client for one provider.

use std::{
    error::Error,
    io::{self, ErrorKind},
    iter,
    time::Duration,
};

use bytes::BytesMut;
use reqwest::{Client, IntoUrl, Method, Request, RequestBuilder, Response, redirect, retry};

use super::{
    HttpError, HttpRequest, HttpResponse, ResponseBody, call_policy::CallPolicy, retry_after,
};
use crate::tls;

/// The HTTP client for one provider. Share it behind an `Arc`; it is not `Clone`, because the
/// breaker must see every call.
#[derive(Debug)]
pub struct HttpClient {
    policy: CallPolicy,
    client: Client,
    body_limit: usize,
}

const CONNECT: Duration = Duration::from_secs(3);
const TOTAL: Duration = Duration::from_secs(10);
const TRIES: u32 = 3;
const BODY_LIMIT: usize = 8 * 1024 * 1024;

impl HttpClient {
    /// `name` is for the log; `user_agent` is what the provider sees.
    pub fn new(name: &'static str, user_agent: &str) -> Self {
        Self {
            policy: CallPolicy::new(name, TOTAL, TRIES),
            client: client(user_agent),
            body_limit: BODY_LIMIT,
        }
    }

    /// The deadline of a call, including waits between tries (default 10 s).
    #[must_use]
    pub fn with_total_timeout(self, total: Duration) -> Self {
        Self {
            policy: self.policy.with_total_timeout(total),
            ..self
        }
    }

    /// The maximum number of tries of a repeatable call (default 3).
    #[must_use]
    pub fn with_tries(self, tries: u32) -> Self {
        Self {
            policy: self.policy.with_tries(tries),
            ..self
        }
    }

    /// The maximum size of a response after decompression (default 8 MiB).
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

    /// Sends the request, with retries where that is safe, and reads the response.
    pub async fn call(&self, call: impl Into<HttpRequest>) -> Result<HttpResponse, HttpError> {
        let (request, is_repeatable) = call.into().finish()?;
        // A streamed body can be sent only once.
        let is_repeatable = is_repeatable && request.try_clone().is_some();
        let mut next = Some(request);
        self.policy
            .call(is_repeatable, || {
                let request = next.take().ok_or(HttpError::Malformed);
                next = request.as_ref().ok().and_then(Request::try_clone);
                async { self.exchange(request?).await }
            })
            .await
    }

    async fn exchange(&self, request: Request) -> Result<HttpResponse, HttpError> {
        let response = self
            .client
            .execute(request)
            .await
            .map_err(|error| error_of(&error))?;
        let status = response.status();
        let headers = response.headers().clone();
        let body = read(response, self.body_limit).await;
        let retry_after = retry_after::of(&headers);
        match status.as_u16() {
            status @ 200..=299 => Ok(HttpResponse {
                status,
                headers,
                body: body?,
            }),
            429 => Err(HttpError::RateLimited { retry_after }),
            status => {
                let body = body.unwrap_or_default();
                Err(HttpError::Status {
                    status,
                    body,
                    retry_after,
                })
            }
        }
    }
}

/// A client without proxy, redirects or retries of its own; `user_agent` has no line breaks.
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

/// Reads a body of at most `limit` bytes, counted after decompression.
pub(crate) async fn read(mut response: Response, limit: usize) -> Result<ResponseBody, HttpError> {
    let mut body = BytesMut::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| error_of(&error))? {
        if body.len() + chunk.len() > limit {
            return Err(HttpError::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(ResponseBody(body.freeze()))
}

/// The library's error contains the URL, and URLs can contain keys: only its kind is kept.
pub(crate) fn error_of(error: &reqwest::Error) -> HttpError {
    if error.is_timeout() {
        HttpError::TimedOut
    } else if error.is_builder() {
        HttpError::Malformed
    } else if cannot_be_unpacked(error) {
        HttpError::Garbled
    } else {
        HttpError::Unreachable
    }
}

/// The library reports an interrupted body and one that is not gzip as the same kind of error.
/// Only the second fails again when retried.
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
