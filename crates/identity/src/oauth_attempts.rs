//! A sign-in at an identity provider, from when the browser leaves until it is back.
//!
//! The state travels through addresses; the browser's secret never leaves its cookie. A state that
//! comes back in another browser is worth nothing, so nobody can be signed in to an account that
//! somebody else chose. Nonce and PKCE verifier are made from the browser's secret, so neither is
//! stored.

use std::fmt;
use std::net::IpAddr;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use sha2::{Digest, Sha256};
use url::Url;

use super::auth_refusal::Refusal;
use super::mail_links::WayBack;
use super::sign_in_limits::{self, Attempt};
use super::store::oauth::{NewAttempt, ReturnedAttempt};
use super::{opaque_token, redirect_target, store};
use platform::app::App;
use providers::identity_provider::{AuthorizationRequest, IdentityProvider, IdentityProviderError};

/// How long somebody may take at the provider.
pub const ATTEMPT_LIFE: TimeDelta = TimeDelta::minutes(10);

/// Where a browser goes to sign in, and what it must hold on to meanwhile.
pub struct OauthDeparture {
    pub url: Url,
    pub state: String,
    pub browser_secret: String,
}

/// Sends a browser to the provider.
pub async fn begin_oauth(
    app: &App,
    way_back: &WayBack,
    client: IpAddr,
) -> Result<OauthDeparture, Refusal> {
    let provider = provider(app)?;
    sign_in_limits::count_client_at_once(app, Attempt::SignIn, client).await?;
    let page = redirect_target::allowed(&app.site_url, way_back.redirect_to.as_deref());
    let (state, browser_secret) = (opaque_token::new_text(), opaque_token::new_text());
    let request = AuthorizationRequest {
        redirect_uri: &callback_of(&page),
        state: &state,
        nonce: &nonce_of(&browser_secret),
        code_challenge: &digest(&[&verifier_of(&browser_secret)]),
    };
    let url = provider.authorization_url(&request).await;
    let url = url.map_err(|error| refuse(&error))?;
    let attempt = NewAttempt {
        hash: opaque_token::hash_of(&state),
        browser_hash: opaque_token::hash_of(&browser_secret),
        challenge: way_back.challenge.as_ref().map(|it| it.as_str().to_owned()),
        redirect_to: page.into(),
        created_at: app.clock.real(),
    };
    store::oauth::add_attempt(&app.db, attempt).await?;
    Ok(OauthDeparture {
        url,
        state,
        browser_secret,
    })
}

/// Uses up the attempt of this state, if it was begun by this browser and is not too old. One that
/// another browser shows stays whole: its owner may still come back.
pub(super) async fn claim(
    app: &App,
    state: &str,
    browser_secret: &str,
) -> Result<ReturnedAttempt, Refusal> {
    let hashes = (
        opaque_token::hash_of(state),
        opaque_token::hash_of(browser_secret),
    );
    let now = app.clock.real();
    let claimed = store::oauth::claim_attempt(&app.db, hashes, now - ATTEMPT_LIFE, now).await?;
    claimed.ok_or(Refusal::UnknownOauthState)
}

pub(super) fn provider(app: &App) -> Result<&dyn IdentityProvider, Refusal> {
    app.google.as_deref().ok_or(Refusal::ProviderDisabled)
}

/// Where the provider sends the browser back to: to the name by which the page was opened, because
/// the cookie belongs to that. `page` is one of the site's own.
pub(super) fn callback_of(page: &Url) -> Url {
    let mut callback = page.clone();
    callback.set_path("/auth/v1/callback");
    callback.set_query(None);
    callback.set_fragment(None);
    callback
}

pub(super) fn nonce_of(browser_secret: &str) -> String {
    digest(&["nonce", browser_secret])
}

pub(super) fn verifier_of(browser_secret: &str) -> String {
    digest(&["verifier", browser_secret])
}

/// Notes what the operator may have to fix, and says to the person what they can do.
pub(super) fn refuse(error: &IdentityProviderError) -> Refusal {
    tracing::warn!(%error, "a sign-in with Google failed");
    match error {
        IdentityProviderError::Unavailable => Refusal::ProviderUnavailable,
        _ => Refusal::BadOauthCallback,
    }
}

fn digest(parts: &[&str]) -> String {
    let hash = parts.iter().fold(Sha256::new(), Digest::chain_update);
    URL_SAFE_NO_PAD.encode(hash.finalize())
}

/// Without what only the browser may know.
impl fmt::Debug for OauthDeparture {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("OauthDeparture")
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pkce::is_proven;

    #[test]
    fn the_verifier_proves_the_challenge_and_is_no_nonce() {
        let verifier = verifier_of("a secret");

        assert!(is_proven(&verifier, &digest(&[&verifier])));
        assert_ne!(verifier, nonce_of("a secret"));
        assert_ne!(verifier, verifier_of("another secret"));
    }

    #[test]
    fn the_callback_is_where_the_page_is() {
        let page = Url::parse("http://127.0.0.1:8080/onboarding?website=a.example").unwrap();

        assert_eq!(
            callback_of(&page).as_str(),
            "http://127.0.0.1:8080/auth/v1/callback"
        );
    }
}
