//! Somebody with an account and a signed-in browser.

use chrono::TimeDelta;
use onboarding::WebsiteProfile;
use reqwest::{Method, RequestBuilder};
use serde_json::Value;
use uuid::Uuid;

use super::{Reply, TestApp, Visitor};

pub(crate) struct Person {
    pub(crate) id: Uuid,
    pub(crate) email: String,
    pub(crate) token: String,
    anon_key: String,
    browser: Visitor,
}

impl TestApp {
    /// A confirmed account, signed in: `ada` is Ada with the address ada@example.com. How one comes
    /// by an account is what the chapter `auth` is about; the others take the short way.
    pub(crate) async fn person(&self, name: &str) -> Person {
        let email = format!("{name}@example.com");
        let added = identity::add_confirmed(self.app(), &email, &capitalised(name)).await;
        let user = added.expect("an account can be added");
        Person {
            id: user.id,
            token: self.token_of(user.id, TimeDelta::hours(1)).await,
            email,
            anon_key: self.anon_key(),
            browser: self.visitor(),
        }
    }

    /// A token of a new session of this user.
    pub(crate) async fn token_of(&self, user_id: Uuid, expires_in: TimeDelta) -> String {
        let token = identity::issue_token(self.app(), user_id, expires_in).await;
        token
            .expect("a token can be signed")
            .expect("the user is known")
    }

    pub(crate) fn anon_key(&self) -> String {
        self.app().auth.key.clone()
    }
}

impl Person {
    /// A company, without the way that leads there.
    pub(crate) async fn has_company(&self, app: &TestApp) {
        let company = WebsiteProfile {
            company_name: "Paperlark".to_owned(),
            website_url: "https://paperlark.example/".to_owned(),
            ..WebsiteProfile::default()
        };
        let mut tx = app.db().begin().await.unwrap();
        let added = onboarding::add_if_missing(&mut tx, &app.clock, self.id, company).await;
        assert!(added.unwrap(), "the person has no company yet");
        tx.commit().await.unwrap();
    }

    /// A request with what the stock client sends for a signed-in user.
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.browser
            .request(method, path)
            .header("apikey", &self.anon_key)
            .bearer_auth(&self.token)
    }

    pub(crate) async fn sends(&self, request: RequestBuilder) -> Reply {
        self.browser.sends(request).await
    }

    pub(crate) async fn gets(&self, path: &str) -> Reply {
        self.sends(self.request(Method::GET, path)).await
    }

    pub(crate) async fn posts(&self, path: &str, body: &Value) -> Reply {
        self.sends(self.request(Method::POST, path).json(body))
            .await
    }

    pub(crate) async fn puts(&self, path: &str, body: &Value) -> Reply {
        self.sends(self.request(Method::PUT, path).json(body)).await
    }

    pub(crate) async fn patches(&self, path: &str, body: &Value) -> Reply {
        self.sends(self.request(Method::PATCH, path).json(body))
            .await
    }
}

fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}
