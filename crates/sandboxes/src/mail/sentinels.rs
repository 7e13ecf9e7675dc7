//! Recipients that fail on purpose, so that a person can click through what happens then.

/// A local part and the failure it stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sentinel {
    pub local_part: &'static str,
    /// A sentence for the documentation.
    pub happens: &'static str,
    pub(super) failure: Failure,
}

/// Every sentinel of the mail sandbox.
pub const SENTINELS: [Sentinel; 3] = [
    Sentinel {
        local_part: "refused",
        happens: "The recipient is refused for good (550).",
        failure: Failure::RecipientRefused,
    },
    Sentinel {
        local_part: "busy",
        happens: "The recipient is turned away for now (451).",
        failure: Failure::RecipientBusy,
    },
    Sentinel {
        local_part: "rejected",
        happens: "The message is refused for good after it was handed over (554).",
        failure: Failure::MessageRejected,
    },
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Failure {
    RecipientRefused,
    RecipientBusy,
    MessageRejected,
}

/// The failure that `address` asks for, if any.
pub(super) fn failure_of(address: &str) -> Option<Failure> {
    let local_part = address.split(['@', '+']).next()?;
    SENTINELS
        .iter()
        .find(|sentinel| sentinel.local_part.eq_ignore_ascii_case(local_part))
        .map(|sentinel| sentinel.failure)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_local_part_makes_a_sentinel() {
        check("refused@example.com", Some(Failure::RecipientRefused));
        check("Refused+again@example.com", Some(Failure::RecipientRefused));
        check("busy@anything.example", Some(Failure::RecipientBusy));
        check("rejected@example.com", Some(Failure::MessageRejected));
        check("ada@refused.example", None);
        check("refused.ada@example.com", None);
    }

    fn check(address: &str, expected: Option<Failure>) {
        assert_eq!(failure_of(address), expected, "{address}");
    }
}
