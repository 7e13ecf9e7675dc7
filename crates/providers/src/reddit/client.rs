//! One call to Reddit: token, deadline, headers, and the rest that Reddit asks for.

use std::{
    fmt,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use reqwest::{Client as Http, RequestBuilder, Response, header::HeaderMap};
use serde::de::DeserializeOwned;
use tokio::time::Instant;

use super::{
    Heard, RateWindow, RedditFailed, RedditSettings,
    token::{Grant, Token, Tokens},
};
use crate::http::{self, CallFailed, Line};

/// The line to Reddit.
pub(super) struct Client {
    pub(super) settings: RedditSettings,
    http: Http,
    line: Line,
    tokens: Tokens,
    /// Reddit asked to be left alone until then.
    rest_until: Mutex<Option<Instant>>,
}

const DEADLINE: Duration = Duration::from_secs(10);
/// A page of a hundred long posts is about a megabyte.
const BODY_LIMIT: usize = 8 * 1024 * 1024;
/// No rest is longer: Reddit counts within ten minutes.
const LONGEST_REST: Duration = Duration::from_mins(15);
/// Where Reddit says "too often" and not for how long.
const USUAL_REST: Duration = Duration::from_secs(10);

/// What came back: anything at all that is an answer in HTTP.
struct Exchange {
    status: u16,
    window: Option<RateWindow>,
    retry_after: Option<Duration>,
    body: bytes::Bytes,
}

impl Client {
    pub(super) fn new(settings: RedditSettings) -> Self {
        Self {
            http: http::client(&settings.user_agent),
            // A call is tried once: whoever keeps the budget decides about another.
            line: Line::new("reddit", DEADLINE, 1),
            tokens: Tokens::default(),
            rest_until: Mutex::new(None),
            settings,
        }
    }

    /// Asks for what is at `path`.
    pub(super) async fn get<T: DeserializeOwned>(
        &self,
        path: &str,
        parameters: &[(&str, String)],
    ) -> Result<Heard<T>, RedditFailed> {
        let url = self.url(path)?;
        self.ask(|| self.http.get(url.clone()).query(parameters))
            .await
    }

    /// Asks with a form. Nothing is changed by it: this is how Reddit is asked for comments.
    pub(super) async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        form: &[(&str, String)],
    ) -> Result<Heard<T>, RedditFailed> {
        let url = self.url(path)?;
        self.ask(|| self.http.post(url.clone()).form(form)).await
    }

    fn url(&self, path: &str) -> Result<url::Url, RedditFailed> {
        let url = self.settings.oauth.join(path);
        url.map_err(|_| RedditFailed::Nonsense)
    }

    /// Once more only if the token turned out to have ended.
    async fn ask<T: DeserializeOwned>(
        &self,
        request: impl Fn() -> RequestBuilder,
    ) -> Result<Heard<T>, RedditFailed> {
        self.check_rest()?;
        let token = self.token().await?;
        let mut exchange = self.exchange(request().bearer_auth(&token.text)).await?;
        if exchange.status == 401 {
            self.tokens.forget(&token).await;
            let token = self.token().await?;
            exchange = self.exchange(request().bearer_auth(&token.text)).await?;
        }
        exchange.check()?;
        let what = serde_json::from_slice(&exchange.body).map_err(|_| RedditFailed::Nonsense)?;
        Ok(Heard {
            what,
            window: exchange.window,
        })
    }

    async fn token(&self) -> Result<Token, RedditFailed> {
        let fetch = async {
            let url = self.settings.www.join("/api/v1/access_token");
            let url = url.map_err(|_| RedditFailed::Nonsense)?;
            let request = self.http.post(url);
            let request = request
                .basic_auth(&self.settings.client_id, Some(&self.settings.client_secret))
                .form(&[("grant_type", "client_credentials")]);
            let exchange = self.exchange(request).await?;
            if matches!(exchange.status, 400 | 401 | 403) {
                return Err(RedditFailed::Unauthorised);
            }
            exchange.check()?;
            let grant: Result<Grant, _> = serde_json::from_slice(&exchange.body);
            grant.map_err(|_| RedditFailed::Nonsense)?.token()
        };
        self.tokens.get(fetch).await
    }

    /// Sends a request and learns from the headers, whatever the answer is.
    async fn exchange(&self, request: RequestBuilder) -> Result<Exchange, RedditFailed> {
        let request = request.build().map_err(|_| RedditFailed::Nonsense)?;
        let heard = Mutex::new(None);
        let mut request = Some(request);
        let called = self
            .line
            .call(false, || {
                let request = request.take();
                async {
                    let request = request.ok_or(CallFailed::Malformed)?;
                    let response = self.http.execute(request).await;
                    let exchange = Exchange::read(response).await?;
                    let failure = exchange.failure();
                    *heard.lock().unwrap_or_else(PoisonError::into_inner) = Some(exchange);
                    failure.map_or(Ok(()), Err)
                }
            })
            .await;
        let heard = heard.into_inner().unwrap_or_else(PoisonError::into_inner);
        match (heard, called) {
            (Some(exchange), _) => {
                self.learn(&exchange);
                Ok(exchange)
            }
            (None, Err(failure)) => Err(not_heard(&failure)),
            (None, Ok(())) => Err(RedditFailed::Nonsense),
        }
    }

    fn learn(&self, exchange: &Exchange) {
        let Some(rest) = exchange.rest() else {
            return;
        };
        let until = Instant::now() + rest.min(LONGEST_REST);
        let mut rest_until = self.rest_until();
        *rest_until = Some(rest_until.map_or(until, |known| known.max(until)));
        tracing::info!(seconds = rest.as_secs(), "reddit asks for a rest");
    }

    fn check_rest(&self) -> Result<(), RedditFailed> {
        let until = *self.rest_until();
        let left = until.map(|until| until.saturating_duration_since(Instant::now()));
        match left {
            Some(left) if !left.is_zero() => Err(RedditFailed::NotNow {
                retry_after: Some(left),
            }),
            _ => Ok(()),
        }
    }

    fn rest_until(&self) -> MutexGuard<'_, Option<Instant>> {
        self.rest_until
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

impl Exchange {
    async fn read(response: Result<Response, reqwest::Error>) -> Result<Self, CallFailed> {
        let response = response.map_err(|error| http::failure_of(&error))?;
        let headers = response.headers();
        let (status, window) = (response.status().as_u16(), window(headers));
        let retry_after = http::retry_after(headers);
        let body = http::read(response, BODY_LIMIT).await;
        // Of a failure the status is enough.
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

    /// What the line's breaker is to know of.
    fn failure(&self) -> Option<CallFailed> {
        match self.status {
            429 => Some(CallFailed::RateLimited {
                retry_after: self.retry_after,
            }),
            500.. => Some(CallFailed::Status {
                status: self.status,
                body: http::Body::default(),
                retry_after: self.retry_after,
            }),
            _ => None,
        }
    }

    /// How long Reddit is to be left alone, if it is.
    fn rest(&self) -> Option<Duration> {
        let spent = self.window.filter(|window| window.remaining < 1.0);
        let until_reset = spent.map(|window| window.reset);
        if self.status == 429 {
            return self.retry_after.or(until_reset).or(Some(USUAL_REST));
        }
        until_reset
    }

    fn check(&self) -> Result<(), RedditFailed> {
        match self.status {
            200..=299 => Ok(()),
            401 => Err(RedditFailed::Unauthorised),
            403 | 451 => Err(RedditFailed::Forbidden),
            // For a community that is not there Reddit leads to its search.
            300..=399 | 404 | 410 => Err(RedditFailed::NotFound),
            408 | 425 | 429 | 500.. => Err(RedditFailed::NotNow {
                retry_after: self.retry_after.or(self.rest()),
            }),
            _ => Err(RedditFailed::Nonsense),
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

fn not_heard(failure: &CallFailed) -> RedditFailed {
    match failure {
        CallFailed::TooLarge | CallFailed::Garbled | CallFailed::Malformed => {
            RedditFailed::Nonsense
        }
        other => RedditFailed::NotNow {
            retry_after: other.retry_after(),
        },
    }
}
