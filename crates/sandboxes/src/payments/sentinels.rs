//! Addresses whose owners' calls fail.

use super::problem::Problem;

/// What a person can type to see a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sentinel {
    pub local_part: &'static str,
    pub about: &'static str,
}

pub const SENTINELS: &[Sentinel] = &[
    Sentinel {
        local_part: "payments-down",
        about: "500 on every write.",
    },
    Sentinel {
        local_part: "payments-limited",
        about: "429 on every write, with `Retry-After: 30`.",
    },
];

/// Fails if the owner of this address is one for whom calls fail.
pub(super) fn check(email: Option<&str>) -> Result<(), Problem> {
    let local_part = email.and_then(|email| email.split(['@', '+']).next());
    match local_part {
        Some("payments-down") => Err(Problem::broken()),
        Some("payments-limited") => Err(Problem::too_often()),
        _ => Ok(()),
    }
}
