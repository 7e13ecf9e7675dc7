//! One call to Reddit: token, deadline, rate limit headers and back-off.

use std::{
    fmt,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use reqwest::{Client as Http, RequestBuilder, Response, header::HeaderMap};
use serde::de::DeserializeOwned;
use tokio::time::Instant;

use super::{
    RateWindow, RedditError, RedditResponse, RedditSettings,
    token::{AccessToken, TokenCache, TokenResponse},
};
use crate::http::{self, CallPolicy, HttpError};

/// The HTTP client for Reddit.
pub(super) struct RedditClient {
    pub(super) settings: RedditSettings,
    http: Http,
    policy: CallPolicy,
    tokens: TokenCache,
    /// Reddit asked us not to call before then.
    backoff_until: Mutex<Option<Instant>>,
}

const DEADLINE: Duration = Duration::from_secs(10);
/// A page of a hundred long posts is about a megabyte.
const BODY_LIMIT: usize = 8 * 1024 * 1024;
/// The longest back-off: Reddit counts calls within ten minutes.
const MAX_BACKOFF: Duration = Duration::from_mins(15);
/// The back-off when Reddit sends 429 without saying for how long.
const DEFAULT_BACKOFF: Duration = Duration::from_secs(10);

/// Any HTTP response, successful or not.
struct RawResponse {
    status: u16,
    window: Option<RateWindow>,
    retry_after: Option<Duration>,
    body: bytes::Bytes,
}

impl RedditClient {
    pub(super) fn new(settings: RedditSettings) -> Self {
        Self {
            http: http::client(&settings.user_agent),
            // A call is tried once: the owner of the call budget decides about retries.
            policy: CallPolicy::new("reddit", DEADLINE, 1),
            tokens: TokenCache::default(),
            backoff_until: Mutex::new(None),
            settings,
        }
    }

    /// Sends a GET request.
    pub(super) async fn get<T: DeserializeOwned>(
        &self,
        path: &str,
        parameters: &[(&str, String)],
    ) -> Result<RedditResponse<T>, RedditError> {
        let url = self.url(path)?;
        self.ask(|| self.http.get(url.clone()).query(parameters))
            .await
    }

    /// Sends a form. It changes nothing at Reddit: comments are requested by POST.
    pub(super) async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        form: &[(&str, String)],
    ) -> Result<RedditResponse<T>, RedditError> {
        let url = self.url(path)?;
        self.ask(|| self.http.post(url.clone()).form(form)).await
    }

    fn url(&self, path: &str) -> Result<url::Url, RedditError> {
        let url = self.settings.oauth.join(path);
        url.map_err(|_| RedditError::InvalidResponse)
    }

    /// Retries once, only if the token has expired.
    async fn ask<T: DeserializeOwned>(
        &self,
        request: impl Fn() -> RequestBuilder,
    ) -> Result<RedditResponse<T>, RedditError> {
        self.check_backoff()?;
        let token = self.token().await?;
        let mut exchange = self.exchange(request().bearer_auth(&token.text)).await?;
        if exchange.status == 401 {
            self.tokens.forget(&token).await;
            let token = self.token().await?;
            exchange = self.exchange(request().bearer_auth(&token.text)).await?;
        }
        exchange.check()?;
        let what =
            serde_json::from_slice(&exchange.body).map_err(|_| RedditError::InvalidResponse)?;
        Ok(RedditResponse {
            what,
            window: exchange.window,
        })
    }

    async fn token(&self) -> Result<AccessToken, RedditError> {
        let fetch = async {
            let url = self.settings.www.join("/api/v1/access_token");
            let url = url.map_err(|_| RedditError::InvalidResponse)?;
            let request = self.http.post(url);
            let request = request
                .basic_auth(&self.settings.client_id, Some(&self.settings.client_secret))
                .form(&[("grant_type", "client_credentials")]);
            let exchange = self.exchange(request).await?;
            if matches!(exchange.status, 400 | 401 | 403) {
                return Err(RedditError::Unauthorised);
            }
            exchange.check()?;
            let grant: Result<TokenResponse, _> = serde_json::from_slice(&exchange.body);
            grant.map_err(|_| RedditError::InvalidResponse)?.token()
        };
        self.tokens.get(fetch).await
    }

    /// Sends a request and reads the rate limit headers, whatever the status is.
    async fn exchange(&self, request: RequestBuilder) -> Result<RawResponse, RedditError> {
        let request = request.build().map_err(|_| RedditError::InvalidResponse)?;
        let heard = Mutex::new(None);
        let mut request = Some(request);
        let called = self
            .policy
            .call(false, || {
                let request = request.take();
                async {
                    let request = request.ok_or(HttpError::Malformed)?;
                    let response = self.http.execute(request).await;
                    let exchange = RawResponse::read(response).await?;
                    let failure = exchange.failure();
                    *heard.lock().unwrap_or_else(PoisonError::into_inner) = Some(exchange);
                    failure.map_or(Ok(()), Err)
                }
            })
            .await;
        let heard = heard.into_inner().unwrap_or_else(PoisonError::into_inner);
        match (heard, called) {
            (Some(exchange), _) => {
                self.note_backoff(&exchange);
                Ok(exchange)
            }
            (None, Err(failure)) => Err(no_response(&failure)),
            (None, Ok(())) => Err(RedditError::InvalidResponse),
        }
    }

    fn note_backoff(&self, exchange: &RawResponse) {
        let Some(backoff) = exchange.backoff() else {
            return;
        };
        let until = Instant::now() + backoff.min(MAX_BACKOFF);
        let mut backoff_until = self.backoff_until();
        *backoff_until = Some(backoff_until.map_or(until, |known| known.max(until)));
        tracing::info!(seconds = backoff.as_secs(), "reddit asked us to wait");
    }

    fn check_backoff(&self) -> Result<(), RedditError> {
        let until = *self.backoff_until();
        let left = until.map(|until| until.saturating_duration_since(Instant::now()));
        match left {
            Some(left) if !left.is_zero() => Err(RedditError::RateLimited { retry_after: left }),
            _ => Ok(()),
        }
    }

    fn backoff_until(&self) -> MutexGuard<'_, Option<Instant>> {
        self.backoff_until
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for RedditClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedditClient")
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

impl RawResponse {
    async fn read(response: Result<Response, reqwest::Error>) -> Result<Self, HttpError> {
        let response = response.map_err(|error| http::error_of(&error))?;
        let headers = response.headers();
        let (status, window) = (response.status().as_u16(), window(headers));
        let retry_after = http::retry_after(headers);
        let body = http::read(response, BODY_LIMIT).await;
        // For an error response the status is enough.
        let body = if status < 300 {
            body?
        } else {
            body.unwrap_or_default()
        };
        Ok(Self {
            status,
            window,
            retry_after,
            body: body.0,
        })
    }

    /// The failure that the circuit breaker should count.
    fn failure(&self) -> Option<HttpError> {
        match self.status {
            429 => Some(HttpError::RateLimited {
                retry_after: self.retry_after,
            }),
            500.. => Some(HttpError::Status {
                status: self.status,
                body: http::ResponseBody::default(),
                retry_after: self.retry_after,
            }),
            _ => None,
        }
    }

    /// How long to back off, if at all.
    fn backoff(&self) -> Option<Duration> {
        let spent = self.window.filter(|window| window.remaining < 1.0);
        let until_reset = spent.map(|window| window.reset);
        if self.status == 429 {
            return self.retry_after.or(until_reset).or(Some(DEFAULT_BACKOFF));
        }
        until_reset
    }

    fn check(&self) -> Result<(), RedditError> {
        match self.status {
            200..=299 => Ok(()),
            401 => Err(RedditError::Unauthorised),
            403 | 451 => Err(RedditError::Forbidden),
            // Reddit redirects to its search when a community does not exist.
            300..=399 | 404 | 410 => Err(RedditError::NotFound),
            429 => Err(RedditError::RateLimited {
                retry_after: self.backoff().unwrap_or(DEFAULT_BACKOFF),
            }),
            408 | 425 | 500.. => Err(RedditError::Unavailable {
                retry_after: self.retry_after.or(self.backoff()),
            }),
            _ => Err(RedditError::InvalidResponse),
        }
    }
}

fn window(headers: &HeaderMap) -> Option<RateWindow> {
    let number = |name: &str| -> Option<f64> {
        let number: f64 = headers.get(name)?.to_str().ok()?.trim().parse().ok()?;
        number.is_finite().then_some(number)
    };
    Some(RateWindow {
        used: number("x-ratelimit-used")?,
        remaining: number("x-ratelimit-remaining")?,
        reset: Duration::try_from_secs_f64(number("x-ratelimit-reset")?).ok()?,
    })
}

fn no_response(failure: &HttpError) -> RedditError {
    match failure {
        HttpError::TooLarge | HttpError::Garbled | HttpError::Malformed => {
            RedditError::InvalidResponse
        }
        other => RedditError::Unavailable {
            retry_after: other.retry_after(),
        },
    }
}
