//! The application's access token: fetched once for all waiting callers, and renewed before it
//! expires.

use std::{fmt, time::Duration};

use serde::Deserialize;
use tokio::{sync::Mutex, time::Instant};

use super::RedditError;

/// An access token.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct AccessToken {
    pub(super) text: String,
    /// When to fetch a new one.
    renew_at: Instant,
}

/// How long before its expiry a token is renewed, so that no call arrives with an expired one.
const MARGIN: Duration = Duration::from_mins(1);

/// The current token.
#[derive(Debug, Default)]
pub(super) struct TokenCache {
    held: Mutex<CachedToken>,
}

#[derive(Debug, Default)]
struct CachedToken {
    token: Option<AccessToken>,
    /// When and why the last attempt to fetch one failed.
    failure: Option<(Instant, RedditError)>,
}

impl TokenCache {
    /// The current token, or the one that `fetch` returns. Callers that arrive during a fetch wait for
    /// its result and share its failure.
    pub(super) async fn get(
        &self,
        fetch: impl Future<Output = Result<AccessToken, RedditError>>,
    ) -> Result<AccessToken, RedditError> {
        let arrived = Instant::now();
        let mut held = self.held.lock().await;
        if let Some(token) = held.token.as_ref().filter(|token| token.is_valid()) {
            return Ok(token.clone());
        }
        if let Some((at, failure)) = held.failure
            && at >= arrived
        {
            return Err(failure);
        }
        let fetched = fetch.await;
        held.token = fetched.as_ref().ok().cloned();
        held.failure = fetched.as_ref().err().map(|one| (Instant::now(), *one));
        fetched
    }

    /// Drops a token that Reddit no longer accepts. A newer one, fetched meanwhile, stays.
    pub(super) async fn forget(&self, token: &AccessToken) {
        let mut held = self.held.lock().await;
        if held.token.as_ref() == Some(token) {
            held.token = None;
        }
    }
}

/// Reddit's response to a token request. Some refusals come with status 200.
#[derive(Deserialize)]
pub(super) struct TokenResponse {
    access_token: Option<String>,
    #[serde(default)]
    expires_in: f64,
    error: Option<serde_json::Value>,
}

impl TokenResponse {
    pub(super) fn token(self) -> Result<AccessToken, RedditError> {
        if self.error.is_some() {
            return Err(RedditError::Unauthorised);
        }
        let text = self.access_token.filter(|text| is_header(text));
        let text = text.ok_or(RedditError::InvalidResponse)?;
        let life = Duration::try_from_secs_f64(self.expires_in).unwrap_or_default();
        // Otherwise a token shorter than the margin would be renewed for every call.
        let used = life.saturating_sub(MARGIN).max(life / 2);
        Ok(AccessToken {
            text,
            renew_at: Instant::now() + used.min(Duration::from_hours(24)),
        })
    }
}

impl AccessToken {
    fn is_valid(&self) -> bool {
        Instant::now() < self.renew_at
    }
}

impl fmt::Debug for AccessToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AccessToken").finish_non_exhaustive()
    }
}

fn is_header(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic())
}
