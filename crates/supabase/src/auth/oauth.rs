//! Signing in with an identity provider: `GET /authorize` and `GET /callback`. People come here with
//! their browsers, so no key is asked for, and what goes wrong is told to a page.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Redirect as See, Response};
use serde::Deserialize;
use url::Url;

use super::auth_error::AuthResult;
use super::extractors::{AuthQuery, LinkBinding, OpenedIn, Redirect};
use super::links::{with_code, with_refusal, with_session};
use identity::{
    ATTEMPT_LIFE, OauthArrival, OauthOutcome, OauthReturn, Opened, Refusal, begin_oauth,
    finish_oauth,
};
use platform::app::App;

/// How much of the state is in the name of its cookie, so that several tabs do not disturb each
/// other.
const NAME_LETTERS: usize = 16;

#[derive(Deserialize)]
pub(crate) struct AuthorizeQuery {
    provider: Option<String>,
    #[serde(flatten)]
    redirect: Redirect,
    #[serde(flatten)]
    binding: LinkBinding,
}

/// Sends the browser to the provider. A request that no page of ours makes is answered in the words
/// of the protocol; everything else that fails is told to the page that asked.
pub(crate) async fn leave(
    State(app): State<App>,
    browser: OpenedIn,
    AuthQuery(query): AuthQuery<AuthorizeQuery>,
) -> AuthResult<Response> {
    if query.provider.as_deref() != Some("google") {
        return Err(Refusal::ProviderDisabled.into());
    }
    let page = identity::allowed_redirect(&app.site_url, query.redirect.redirect_to.as_deref());
    let way_back = query.binding.way_back(query.redirect)?;
    let is_bound = way_back.challenge.is_some();
    match begin_oauth(&app, &way_back, browser.address).await {
        Ok(departure) => {
            let life_s = ATTEMPT_LIFE.num_seconds();
            let cookie = cookie(&app, &departure.state, &departure.browser_secret, life_s);
            Ok(sent_to(&departure.url, cookie))
        }
        Err(refusal @ Refusal::ProviderDisabled) => Err(refusal.into()),
        Err(refusal) => Ok(See::to(with_refusal(page, refusal, is_bound).as_str()).into_response()),
    }
}

#[derive(Deserialize)]
pub(crate) struct CallbackQuery {
    state: Option<String>,
    code: Option<String>,
    error: Option<String>,
}

/// The browser is back from the provider.
pub(crate) async fn come_back(
    State(app): State<App>,
    browser: OpenedIn,
    headers: HeaderMap,
    AuthQuery(query): AuthQuery<CallbackQuery>,
) -> Response {
    let state = query.state.unwrap_or_default();
    let browser_secret = cookie_value(&headers, &cookie_name(&state)).unwrap_or_default();
    let outcome = match (query.code.as_deref(), query.error.as_deref()) {
        (Some(code), None) => OauthOutcome::Code(code),
        (_, Some("access_denied")) => OauthOutcome::Denied,
        _ => OauthOutcome::Failed,
    };
    let back = OauthReturn {
        state: &state,
        browser_secret,
        outcome,
    };
    let OauthArrival {
        page,
        opened,
        is_bound,
    } = finish_oauth(&app, back, &browser.device).await;
    let target = match opened {
        Ok(Opened::Code(code)) => with_code(page, &code),
        Ok(Opened::Session(grant)) => with_session(page, &grant, None),
        Err(refusal) => with_refusal(page, refusal, is_bound),
    };
    sent_to(&target, cookie(&app, &state, "", 0))
}

fn sent_to(target: &Url, cookie: Option<HeaderValue>) -> Response {
    let mut response = See::to(target.as_str()).into_response();
    if let Some(cookie) = cookie {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

/// Only the callback gets it back, also when another site leads there, as the provider does. None
/// where the state is not one of ours, so that nobody can write into a header.
fn cookie(app: &App, state: &str, value: &str, life_s: i64) -> Option<HeaderValue> {
    let is_ours = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    if state.len() < NAME_LETTERS || !state.chars().all(is_ours) {
        return None;
    }
    let secure = if app.site_url.scheme() == "https" {
        "; Secure"
    } else {
        ""
    };
    let name = cookie_name(state);
    let text = format!(
        "{name}={value}; Path=/auth/v1/callback; Max-Age={life_s}; HttpOnly; SameSite=Lax{secure}"
    );
    HeaderValue::from_str(&text).ok()
}

fn cookie_name(state: &str) -> String {
    let beginning: String = state.chars().take(NAME_LETTERS).collect();
    format!("earshot-oauth-{beginning}")
}

fn cookie_value<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let cookies = headers.get_all(header::COOKIE).iter();
    let cookies = cookies.filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';'));
    pairs.find_map(|pair| {
        let (key, value) = pair.trim().split_once('=')?;
        (key == name).then_some(value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_found_by_its_whole_name() {
        let mut headers = HeaderMap::new();
        let line = "a=1; earshot-oauth-x=secret; earshot-oauth-xy=other";
        headers.insert(header::COOKIE, HeaderValue::from_static(line));

        assert_eq!(cookie_value(&headers, "earshot-oauth-x"), Some("secret"));
        assert_eq!(cookie_value(&headers, "earshot-oauth"), None);
    }
}
