//! Sign-in at an identity provider: OpenID Connect, authorization code flow with PKCE.
//!
//! * [`IdentityProvider`] is the trait. [`OpenIdConnect`] is the live adapter; Google is its
//!   default issuer.
//! * What an ID token says is believed only after its signature, issuer, audience, end and nonce
//!   have been verified (`id_token.rs`).

mod account_check;
mod id_token;
mod open_id_connect;
mod provider_keys;
mod settings;

use std::fmt::Debug;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use url::Url;

pub use open_id_connect::OpenIdConnect;
pub use settings::{GOOGLE_ISSUER, InvalidIdentityProvider, OpenIdSettings};

/// A service that signs people in and vouches for who they are.
#[async_trait]
pub trait IdentityProvider: Send + Sync + Debug {
    /// Where the browser goes to sign in.
    async fn authorization_url(
        &self,
        request: &AuthorizationRequest<'_>,
    ) -> Result<Url, IdentityProviderError>;

    /// Exchanges the code that the browser came back with for the person it stands for.
    async fn redeem_code(
        &self,
        redemption: &CodeRedemption<'_>,
    ) -> Result<ProvenIdentity, IdentityProviderError>;
}

/// What a sign-in begins with.
#[derive(Clone, Copy, Debug)]
pub struct AuthorizationRequest<'a> {
    /// Where the provider sends the browser back to.
    pub redirect_uri: &'a Url,
    pub state: &'a str,
    pub nonce: &'a str,
    /// The S256 challenge of the verifier that the redemption shows.
    pub code_challenge: &'a str,
}

/// What a sign-in ends with.
#[derive(Clone, Copy)]
pub struct CodeRedemption<'a> {
    pub code: &'a str,
    /// The same as in the request.
    pub redirect_uri: &'a Url,
    /// The same as in the request.
    pub nonce: &'a str,
    pub code_verifier: &'a str,
    /// The time by which the token must not have ended.
    pub now: DateTime<Utc>,
}

/// Somebody for whom the provider vouches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvenIdentity {
    /// The provider's name for the person, which never changes and is never given to another.
    pub subject: String,
    pub email: Option<String>,
    /// Whether the provider has verified that the address is the person's.
    pub is_email_verified: bool,
    pub full_name: Option<String>,
    pub picture: Option<String>,
}

/// Why a sign-in failed. Nothing here repeats what was sent or received.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IdentityProviderError {
    /// Unreachable, too slow or failing: try again later.
    #[error("The identity provider does not answer at the moment.")]
    Unavailable,
    /// Wrong client id, secret or redirect address: the operator must fix it.
    #[error("The identity provider does not accept the client's settings.")]
    Unauthorised,
    /// The code is unknown, used or expired, or belongs to another request.
    #[error("The identity provider does not accept the code.")]
    CodeRefused,
    /// The ID token does not prove what it must; the text says which check failed.
    #[error("The identity provider's token is not valid: {0}.")]
    InvalidToken(&'static str),
    #[error("The identity provider's response cannot be read.")]
    InvalidResponse,
}

/// Without the code and the verifier.
impl Debug for CodeRedemption<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CodeRedemption")
            .field("redirect_uri", &self.redirect_uri.as_str())
            .finish_non_exhaustive()
    }
}
