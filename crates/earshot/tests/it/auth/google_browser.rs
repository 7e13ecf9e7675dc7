//! A browser that signs in with Google, step by step.

use reqwest::Method;
use serde_json::Value;
use url::Url;

use super::Browser;
use super::browser::code_in;
use crate::kit::{Reply, TestApp};

/// A browser that was sent to the provider, with what it must hold on to.
pub(super) struct AtGoogle {
    pub(super) page: Url,
    /// As the browser sends it back: name and value.
    pub(super) cookie: String,
    /// As the server has set it.
    pub(super) set_cookie: String,
}

impl Browser {
    /// What the stock client opens for `signInWithOAuth`.
    pub(super) async fn starts_google(&self, redirect_to: &str) -> Reply {
        let redirect_to: String =
            url::form_urlencoded::byte_serialize(redirect_to.as_bytes()).collect();
        let path = format!(
            "/auth/v1/authorize?provider=google&redirect_to={redirect_to}&code_challenge={}&code_challenge_method=s256",
            self.challenge()
        );
        self.bare(Method::GET, &path).await
    }

    /// Goes to the provider, to come back to the onboarding.
    pub(super) async fn goes_to_google(&self, app: &TestApp) -> AtGoogle {
        let page = app.app().site_url.join("/onboarding").unwrap();
        AtGoogle::of(&self.starts_google(page.as_str()).await)
    }

    /// Is somebody there; where the provider sends the browser then.
    pub(super) async fn is_at_google(&self, at: &AtGoogle, email: &str) -> Url {
        let choice = [("email", email), ("name", "Ada Lark")];
        self.chooses_at_google(at, &choice).await
    }

    pub(super) async fn chooses_at_google(&self, at: &AtGoogle, choice: &[(&str, &str)]) -> Url {
        let hidden: Vec<(String, String)> = at.page.query_pairs().into_owned().collect();
        let choice = choice
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let form: Vec<(String, String)> = hidden.into_iter().chain(choice).collect();
        let mut address = at.page.clone();
        address.set_query(None);
        let reply = self.submits(&address, &form).await;
        assert_eq!(reply.status.as_u16(), 303, "{}", reply.body);
        Url::parse(reply.header("location")).unwrap()
    }

    /// Comes back from the provider; the page that follows.
    pub(super) async fn comes_back(&self, at: &AtGoogle, callback: &Url) -> Url {
        self.comes_back_with(&at.cookie, callback).await
    }

    pub(super) async fn comes_back_with(&self, cookie: &str, callback: &Url) -> Url {
        let reply = self.follows(callback, cookie).await;
        assert_eq!(reply.status.as_u16(), 303, "{}", reply.body);
        Url::parse(reply.header("location")).unwrap()
    }

    /// The whole way: the page at its end.
    pub(super) async fn tries_google(&self, app: &TestApp, email: &str) -> Url {
        let at = self.goes_to_google(app).await;
        let callback = self.is_at_google(&at, email).await;
        self.comes_back(&at, &callback).await
    }

    /// The whole way, into a session.
    pub(super) async fn joins_with_google(&self, app: &TestApp, email: &str) -> Value {
        let page = self.tries_google(app, email).await;
        let reply = self.exchanges(&code_in(&page)).await;
        assert_eq!(reply.status.as_u16(), 200, "{}", reply.body);
        reply.json()
    }
}

impl AtGoogle {
    pub(super) fn of(reply: &Reply) -> Self {
        assert_eq!(reply.status.as_u16(), 303, "{}", reply.body);
        let set_cookie = reply.header("set-cookie").to_owned();
        Self {
            page: Url::parse(reply.header("location")).unwrap(),
            cookie: set_cookie.split(';').next().unwrap().to_owned(),
            set_cookie,
        }
    }
}

/// The code of the error that a page is told.
pub(super) fn error_in(page: &Url) -> String {
    value_of(page, "error_code").unwrap_or_else(|| panic!("no error in {page}"))
}

pub(super) fn value_of(page: &Url, wanted: &str) -> Option<String> {
    let mut pairs = page.query_pairs();
    let found = pairs.find(|(name, _)| name == wanted);
    found.map(|(_, value)| value.into_owned())
}
