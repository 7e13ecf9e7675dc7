//! Accounts with everything, there and back.

use reqwest::Method;
use serde_json::{Value, json};

use super::{moves, types};
use crate::admin::{hears, prepared};
use crate::kit::{Process, TestPlace};

const PASSWORD: &str = "a long enough password";

/// Everything that the lists and the settings of an account show.
const SCREENS: [&str; 8] = [
    "/rest/v1/profiles?select=*",
    "/rest/v1/companies?select=*",
    "/rest/v1/keywords?select=*&order=id",
    "/rest/v1/reddit_posts?select=*&order=id",
    "/rest/v1/brand_mentions?select=*&order=id",
    "/rest/v1/subscriptions?select=*",
    "/api/searches",
    "/api/notification-preferences",
];

/// A server and what its own pages send along.
struct Browser {
    server: Process,
    anon_key: String,
}

impl Browser {
    async fn at(place: &TestPlace) -> Self {
        let server = Process::start(place, &[]).await;
        let settings = server.visitor().asks("/sandbox/settings").await.json();
        let anon_key = settings["anonKey"].as_str().unwrap().to_owned();
        Self { server, anon_key }
    }

    async fn sends(&self, method: Method, path: &str, token: &str, body: &Value) -> Value {
        let visitor = self.server.visitor();
        let request = visitor
            .request(method, path)
            .header("apikey", &self.anon_key)
            .bearer_auth(token)
            .json(body);
        let reply = visitor.sends(request).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.body);
        reply.json()
    }

    async fn signs_in(&self) -> String {
        let path = "/auth/v1/token?grant_type=password";
        let who = json!({ "email": "ada@example.com", "password": PASSWORD });
        let session = self.sends(Method::POST, path, &self.anon_key, &who).await;
        session["access_token"].as_str().unwrap().to_owned()
    }

    async fn closes(self) {
        assert!(self.server.terminate().await.success());
    }
}

/// What a new session shows, and no server at work afterwards.
async fn shown_by(place: &TestPlace) -> Vec<Value> {
    let browser = Browser::at(place).await;
    let token = browser.signs_in().await;
    let mut screens = Vec::new();
    for path in SCREENS {
        screens.push(browser.sends(Method::GET, path, &token, &json!({})).await);
    }
    browser.closes().await;
    screens
}

async fn has_password(place: &TestPlace) {
    let token = hears(place, &["token", "ada@example.com"]).await;
    let browser = Browser::at(place).await;
    let password = json!({ "password": PASSWORD });
    browser
        .sends(Method::PUT, "/auth/v1/user", &token, &password)
        .await;
    browser.closes().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seeded_account_is_the_same_on_the_other_engine_and_back_again() {
    let here = prepared(&["ada", "bob"]).await;
    hears(&here, &["seed", "ada@example.com"]).await;
    has_password(&here).await;
    let before = shown_by(&here).await;

    let there = TestPlace::empty_postgres().await;
    let moved = moves(&here, &there).await;
    moved.is_done();
    let compared = types(&here, &["--to", &there.url(), "--check"]).await;
    compared.is_done();
    let moved_screens = shown_by(&there).await;

    let home = TestPlace::empty_sqlite();
    moves(&there, &home).await.is_done();
    let home_screens = shown_by(&home).await;

    let posts = before[3].as_array().unwrap().len();
    assert!(posts >= 5, "there is something to move: {posts} posts");
    assert_eq!(moved_screens, before);
    assert_eq!(home_screens, before);
    assert!(moved.said.contains("reddit_posts: "), "{}", moved.said);
    assert!(moved.said.contains("DATABASE_URL"), "{}", moved.said);
}
