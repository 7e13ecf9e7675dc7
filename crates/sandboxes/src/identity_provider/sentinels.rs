//! Addresses whose sign-in goes wrong on purpose, so that a person can try every failure.

/// A local part and what it causes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdentitySentinel {
    pub local_part: &'static str,
    /// A sentence for the page and the documentation.
    pub happens: &'static str,
    pub(super) fault: SignInFault,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SignInFault {
    Unverified,
    NoEmail,
    BadCode,
    Broken,
    WrongNonce,
    WrongAudience,
    WrongIssuer,
    Expired,
    Unsigned,
    Forged,
    UnknownKey,
}

/// Every sentinel of the identity provider's sandbox.
pub const SENTINELS: [IdentitySentinel; 11] = [
    sentinel(
        "unverified",
        "The address is not verified.",
        SignInFault::Unverified,
    ),
    sentinel(
        "no-email",
        "The token has no address.",
        SignInFault::NoEmail,
    ),
    sentinel(
        "bad-code",
        "The token endpoint refuses the code.",
        SignInFault::BadCode,
    ),
    sentinel(
        "broken",
        "The token endpoint answers 500.",
        SignInFault::Broken,
    ),
    sentinel(
        "wrong-nonce",
        "The token has another nonce.",
        SignInFault::WrongNonce,
    ),
    sentinel(
        "wrong-audience",
        "The token is for another client.",
        SignInFault::WrongAudience,
    ),
    sentinel(
        "wrong-issuer",
        "The token is of another issuer.",
        SignInFault::WrongIssuer,
    ),
    sentinel("expired", "The token has expired.", SignInFault::Expired),
    sentinel(
        "unsigned",
        "The token has no signature: its algorithm is none.",
        SignInFault::Unsigned,
    ),
    sentinel(
        "forged",
        "The token was changed after it was signed.",
        SignInFault::Forged,
    ),
    sentinel(
        "unknown-key",
        "The token is signed with a key that is not listed.",
        SignInFault::UnknownKey,
    ),
];

const fn sentinel(
    local_part: &'static str,
    happens: &'static str,
    fault: SignInFault,
) -> IdentitySentinel {
    IdentitySentinel {
        local_part,
        happens,
        fault,
    }
}

/// What goes wrong with this address, if anything.
pub(super) fn fault_of(address: &str) -> Option<SignInFault> {
    let local_part = address.split(['@', '+']).next()?;
    SENTINELS
        .iter()
        .find(|sentinel| sentinel.local_part.eq_ignore_ascii_case(local_part))
        .map(|sentinel| sentinel.fault)
}
