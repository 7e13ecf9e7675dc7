//! What `earshot doctor` asks of the real thing, in words for the operator.
//!
//! The check of a provider is beside its client (such as `payments/account_check.rs`) and uses the
//! client's own settings. A check changes nothing, sends nothing to anybody and costs nothing. Each
//! call is made once: who asks wants to know how it is right now. Settings are named here and in the
//! checks, nowhere else in this crate, because the advice is about them.

mod connect_failure;
mod dns;
mod http_probe;
mod public_address;

pub(crate) use connect_failure::ConnectFailure;
pub use dns::{DnsClient, DnsFailure};
pub(crate) use http_probe::{HttpProbe, ProbeResponse};
pub use public_address::{PublicAddress, server_time};

/// What was found out about one thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetupCheck {
    /// The thing, such as `sign-in`.
    pub subject: String,
    pub state: CheckState,
    /// What was found.
    pub found: String,
    /// What to do about it.
    pub advice: Option<String>,
}

/// From good to bad.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CheckState {
    /// Nobody uses it on this server, or it cannot be looked at yet.
    Unused,
    Ok,
    /// It works, and somebody should look at it.
    Warning,
    /// It does not work, or is not safe.
    Wrong,
}

impl SetupCheck {
    pub fn ok(subject: impl Into<String>, found: impl Into<String>) -> Self {
        Self::new(CheckState::Ok, subject, found)
    }

    pub fn unused(subject: impl Into<String>, found: impl Into<String>) -> Self {
        Self::new(CheckState::Unused, subject, found)
    }

    pub fn warning(
        subject: impl Into<String>,
        found: impl Into<String>,
        advice: impl Into<String>,
    ) -> Self {
        Self::new(CheckState::Warning, subject, found).with_advice(advice)
    }

    pub fn wrong(
        subject: impl Into<String>,
        found: impl Into<String>,
        advice: impl Into<String>,
    ) -> Self {
        Self::new(CheckState::Wrong, subject, found).with_advice(advice)
    }

    #[must_use]
    pub fn with_advice(self, advice: impl Into<String>) -> Self {
        Self {
            advice: Some(advice.into()),
            ..self
        }
    }

    fn new(state: CheckState, subject: impl Into<String>, found: impl Into<String>) -> Self {
        Self {
            subject: subject.into(),
            state,
            found: found.into(),
            advice: None,
        }
    }
}
