//! Recipients that fail on purpose, so that a person can try every failure.

/// A local part and the failure that it causes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MailSentinel {
    pub local_part: &'static str,
    /// A sentence for the documentation.
    pub happens: &'static str,
    pub(super) failure: DeliveryFailure,
}

/// Every sentinel of the mail sandbox.
pub const SENTINELS: [MailSentinel; 3] = [
    MailSentinel {
        local_part: "refused",
        happens: "The recipient is refused for good (550).",
        failure: DeliveryFailure::RecipientRefused,
    },
    MailSentinel {
        local_part: "busy",
        happens: "The recipient is turned away for now (451).",
        failure: DeliveryFailure::RecipientBusy,
    },
    MailSentinel {
        local_part: "rejected",
        happens: "The message is refused for good after it was handed over (554).",
        failure: DeliveryFailure::MessageRejected,
    },
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DeliveryFailure {
    RecipientRefused,
    RecipientBusy,
    MessageRejected,
}

/// The failure that `address` causes, if any.
pub(super) fn failure_of(address: &str) -> Option<DeliveryFailure> {
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
        check(
            "refused@example.com",
            Some(DeliveryFailure::RecipientRefused),
        );
        check(
            "Refused+again@example.com",
            Some(DeliveryFailure::RecipientRefused),
        );
        check(
            "busy@anything.example",
            Some(DeliveryFailure::RecipientBusy),
        );
        check(
            "rejected@example.com",
            Some(DeliveryFailure::MessageRejected),
        );
        check("ada@refused.example", None);
        check("refused.ada@example.com", None);
    }

    fn check(address: &str, expected: Option<DeliveryFailure>) {
        assert_eq!(failure_of(address), expected, "{address}");
    }
}
