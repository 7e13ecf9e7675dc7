//! HTTP calls to providers, with retries, a deadline and a circuit breaker.
//!
//! Each provider has an [`HttpClient`] of its own, and with it its own circuit breaker. A call
//! is retried only where repeating it is harmless, with jitter and honouring `Retry-After`, and
//! always ends by its deadline. The result is an [`HttpResponse`] or an [`HttpError`]; neither
//! prints a header, an address or a body.
//!
//! Do not use this client for addresses given by strangers: see [`crate::guard`].

mod backoff;
mod call_policy;
mod circuit_breaker;
mod client;
mod request;
mod response;
mod retry_after;

pub(crate) use call_policy::CallPolicy;
pub use client::HttpClient;
pub(crate) use client::{client, error_of, read};
pub use request::HttpRequest;
pub use response::{HttpError, HttpResponse, ResponseBody};
pub(crate) use retry_after::of as retry_after;
