//! Why the room says no. The words are those of the protocol that the stock client knows.

use platform::db::DbError;
use platform::password_hasher::HashError;
use platform::rate_limit::RateLimitExceeded;

/// One arm for everything that a client may be told apart.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    #[error("{0}")]
    Invalid(&'static str),
    #[error("Anonymous sign-ins are disabled")]
    NoAddress,
    #[error("User already registered")]
    AlreadyRegistered,
    #[error("A user with this email address has already been registered")]
    AddressTaken,
    #[error("Password should be at least 6 characters.")]
    ShortPassword,
    #[error("Password is known to be weak and easy to guess, please choose a different one.")]
    CommonPassword,
    #[error("New password should be different from the old password.")]
    SamePassword,
    /// The session is too old to choose a password without the one of today.
    #[error("Password update requires reauthentication")]
    ReauthenticationNeeded,
    #[error("Current password is incorrect")]
    WrongCurrentPassword,
    #[error("Invalid login credentials")]
    WrongCredentials,
    #[error("Email not confirmed")]
    NotConfirmed,
    #[error("Email link is invalid or has expired")]
    DeadLink,
    #[error("invalid flow state, no valid flow state found")]
    UnknownCode,
    #[error("invalid flow state, flow state has expired")]
    ExpiredCode,
    #[error("code challenge does not match previously saved code verifier")]
    WrongVerifier,
    #[error("Invalid Refresh Token: Refresh Token Not Found")]
    UnknownRefreshToken,
    #[error("Invalid Refresh Token: Already Used")]
    UsedRefreshToken,
    #[error("User from sub claim in JWT does not exist")]
    UserGone,
    #[error("Unsupported provider: provider is not enabled")]
    ProviderDisabled,
    /// The state is unknown, used or too old, or another browser's.
    #[error("OAuth state is unknown, was used already or has expired")]
    UnknownOauthState,
    #[error("The sign-in was cancelled")]
    OauthCancelled,
    #[error("The identity provider's answer could not be verified")]
    BadOauthCallback,
    #[error("The identity provider is unavailable right now")]
    ProviderUnavailable,
    #[error("The identity provider has not verified the email address")]
    NoVerifiedAddress,
    #[error("The account with this email address is connected to another Google account")]
    OtherIdentityLinked,
    /// A mail was asked for too soon after the last one.
    #[error("For security purposes, you can only request this after {} seconds.", .0.wait_s)]
    MailTooSoon(RateLimitExceeded),
    #[error("Request rate limit reached")]
    TooManyRequests(RateLimitExceeded),
    /// More passwords wait to be checked than can be in a reasonable time.
    #[error("The service is busy. Please try again in a moment.")]
    Busy,
    #[error(transparent)]
    Unforeseen(#[from] anyhow::Error),
}

impl From<HashError> for Refusal {
    fn from(error: HashError) -> Self {
        match error {
            HashError::Busy => Refusal::Busy,
            HashError::Unforeseen(error) => Refusal::Unforeseen(error),
        }
    }
}

impl From<DbError> for Refusal {
    fn from(error: DbError) -> Self {
        Refusal::Unforeseen(error.into())
    }
}
