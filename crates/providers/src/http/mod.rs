//! Outgoing HTTP calls to providers: patient with hiccups, quick to give up on outages.
//!
//! Each provider has an [`Outgoing`] of its own, and with it its own circuit breaker. A call
//! tries again only where doing a thing twice is harmless, waits with jitter, does what
//! `Retry-After` says, and is over by its deadline whatever happens. What comes back is an
//! [`Answer`] or one [`CallFailed`]; neither prints a header, an address or a body.
//!
//! Addresses given by strangers are not for this client: see [`crate::guard`].

mod answer;
mod backoff;
mod breaker;
mod call;
mod line;
mod outgoing;
mod retry_after;

pub use answer::{Answer, Body, CallFailed};
pub use call::Call;
pub(crate) use line::Line;
pub use outgoing::Outgoing;
pub(crate) use outgoing::{client, failure_of, read};
pub(crate) use retry_after::of as retry_after;
