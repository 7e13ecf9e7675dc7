//! The application's token: fetched once for all who wait for it, and anew before it ends.

use std::{fmt, time::Duration};

use serde::Deserialize;
use tokio::{sync::Mutex, time::Instant};

use super::RedditFailed;

/// What is asked with.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) text: String,
    /// From here on a new one is fetched.
    renew_at: Instant,
}

/// How long before its end a token is given up, so that no call arrives with one that just ended.
const MARGIN: Duration = Duration::from_mins(1);

/// The token in use.
#[derive(Debug, Default)]
pub(super) struct Tokens {
    held: Mutex<Held>,
}

#[derive(Debug, Default)]
struct Held {
    token: Option<Token>,
    /// The last attempt to get one failed, then and so.
    failure: Option<(Instant, RedditFailed)>,
}

impl Tokens {
    /// The token in use, or the one that `fetch` brings. Whoever comes while it is being fetched
    /// waits for the same one, and shares its failure.
    pub(super) async fn get(
        &self,
        fetch: impl Future<Output = Result<Token, RedditFailed>>,
    ) -> Result<Token, RedditFailed> {
        let arrived = Instant::now();
        let mut held = self.held.lock().await;
        if let Some(token) = held.token.as_ref().filter(|token| token.is_good()) {
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

    /// Reddit no longer takes this token. A newer one, fetched meanwhile, stays.
    pub(super) async fn forget(&self, token: &Token) {
        let mut held = self.held.lock().await;
        if held.token.as_ref() == Some(token) {
            held.token = None;
        }
    }
}

/// Reddit's answer to the question for a token. Some refusals come with a status of 200.
#[derive(Deserialize)]
pub(super) struct Grant {
    access_token: Option<String>,
    #[serde(default)]
    expires_in: f64,
    error: Option<serde_json::Value>,
}

impl Grant {
    pub(super) fn token(self) -> Result<Token, RedditFailed> {
        if self.error.is_some() {
            return Err(RedditFailed::Unauthorised);
        }
        let text = self.access_token.filter(|text| is_header(text));
        let text = text.ok_or(RedditFailed::Nonsense)?;
        let life = Duration::try_from_secs_f64(self.expires_in).unwrap_or_default();
        // A token shorter than the margin would be fetched anew for every call.
        let used = life.saturating_sub(MARGIN).max(life / 2);
        Ok(Token {
            text,
            renew_at: Instant::now() + used.min(Duration::from_hours(24)),
        })
    }
}

impl Token {
    fn is_good(&self) -> bool {
        Instant::now() < self.renew_at
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Token").finish_non_exhaustive()
    }
}

fn is_header(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic())
}
