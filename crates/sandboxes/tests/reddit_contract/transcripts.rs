//! The sandbox as any client sees it: plain requests, without our adapter.

use reqwest::{Client, Response};
use sandboxes::reddit::{CLIENT_ID, CLIENT_SECRET};
use serde_json::Value;

use crate::kit::Sandbox;

#[tokio::test]
async fn a_token_is_for_those_who_say_who_they_are() {
    let sandbox = Sandbox::start().await;
    let form = [("grant_type", "client_credentials")];
    let ask = |id: &'static str, secret: &'static str| {
        let request = client().post(sandbox.url("/api/v1/access_token"));
        request.basic_auth(id, Some(secret)).form(&form).send()
    };

    assert_eq!(ask(CLIENT_ID, CLIENT_SECRET).await.unwrap().status(), 200);
    assert_eq!(ask(CLIENT_ID, "wrong").await.unwrap().status(), 401);
    assert_eq!(ask("somebody", CLIENT_SECRET).await.unwrap().status(), 401);
    let nobody = client()
        .post(sandbox.url("/api/v1/access_token"))
        .form(&form)
        .send();
    assert_eq!(nobody.await.unwrap().status(), 401);
}

#[tokio::test]
async fn the_api_is_closed_without_a_good_token() {
    let sandbox = Sandbox::start().await;

    let bad = client()
        .get(sandbox.url("/r/all/new"))
        .bearer_auth("bad")
        .send()
        .await
        .unwrap();
    let posted = client()
        .post(sandbox.url("/api/morechildren"))
        .send()
        .await
        .unwrap();

    assert_eq!(bad.status(), 401);
    assert_eq!(posted.status(), 403);
}

#[tokio::test]
async fn answers_look_like_reddits() {
    let sandbox = Sandbox::start().await;

    let response = get(&sandbox, "/r/freelance/new/?limit=2").await;

    let headers = response.headers().clone();
    let listing: Value = response.json().await.unwrap();
    assert_eq!(headers["x-ratelimit-used"], "1");
    assert_eq!(headers["x-ratelimit-remaining"], "999.0");
    assert!(headers.contains_key("x-ratelimit-reset"));
    assert_eq!(listing["kind"], "Listing");
    assert_eq!(listing["data"]["dist"], 2);
    let thing = &listing["data"]["children"][0];
    assert_eq!(thing["kind"], "t3");
    let post = &thing["data"];
    assert_eq!(post["name"], format!("t3_{}", post["id"].as_str().unwrap()));
    assert!(
        post["permalink"]
            .as_str()
            .unwrap()
            .starts_with("/r/freelance/comments/")
    );
    assert_eq!(
        listing["data"]["after"],
        listing["data"]["children"][1]["data"]["name"]
    );
}

#[tokio::test]
async fn texts_are_escaped_unless_they_are_asked_for_raw() {
    let sandbox = Sandbox::start().await;
    let first = async |path: &str| -> String {
        let listing: Value = get(&sandbox, path).await.json().await.unwrap();
        let children = listing["data"]["children"].as_array().unwrap();
        let texts = children
            .iter()
            .map(|one| one["data"]["selftext"].as_str().unwrap());
        texts.collect::<Vec<_>>().join("\n")
    };

    let escaped = first("/r/coffee/new?limit=100").await;
    let raw = first("/r/coffee/new?limit=100&raw_json=1").await;

    assert_ne!(escaped, raw);
    assert_eq!(
        escaped
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&amp;", "&"),
        raw
    );
}

#[tokio::test]
async fn paths_mean_the_same_with_and_without_a_slash() {
    let sandbox = Sandbox::start().await;

    for path in [
        "/r/freelance/new",
        "/r/freelance/new/",
        "/r/freelance/new.json",
        "/search?q=invoice",
        "/search/?q=invoice",
        "/r/all/search/?q=invoice&restrict_sr=False",
        "/r/all/comments/",
        "/r/freelance/about/",
        "/r/freelance/about/rules",
        "/subreddits/search?q=bread",
        "/r/freelance+saas/hot",
        "/r/freelance/top?t=month",
    ] {
        assert_eq!(get(&sandbox, path).await.status(), 200, "{path}");
    }
    for (path, status) in [
        ("/r/nobody_is_here/new", 404),
        ("/comments/zzzzzzz", 404),
        ("/r/freelance/sideways", 404),
        ("/search", 400),
        ("/search?q=", 400),
    ] {
        assert_eq!(get(&sandbox, path).await.status(), status, "{path}");
    }
    let long = format!("/search?q={}", "a+".repeat(300));
    assert_eq!(get(&sandbox, &long).await.status(), 400);
}

#[tokio::test]
async fn too_many_calls_are_turned_away_with_the_headers_that_say_until_when() {
    let sandbox = Sandbox::with_allowance(1, crate::kit::HOUR).await;
    let token = token(&sandbox).await;
    let ask = || {
        client()
            .get(sandbox.url("/r/all/new"))
            .bearer_auth(&token)
            .send()
    };

    let first = ask().await.unwrap();
    let second = ask().await.unwrap();

    assert_eq!(
        (first.status(), second.status()),
        (200.try_into().unwrap(), 429.try_into().unwrap())
    );
    assert_eq!(second.headers()["x-ratelimit-remaining"], "0.0");
    assert_eq!(second.headers()["x-ratelimit-used"], "1");
}

fn client() -> Client {
    providers::install_tls();
    Client::builder()
        .user_agent("transcript/1.0")
        .build()
        .unwrap()
}

async fn token(sandbox: &Sandbox) -> String {
    let request = client().post(sandbox.url("/api/v1/access_token"));
    let request = request.basic_auth(CLIENT_ID, Some(CLIENT_SECRET));
    let answer = request
        .form(&[("grant_type", "client_credentials")])
        .send()
        .await
        .unwrap();
    let answer: Value = answer.json().await.unwrap();
    answer["access_token"].as_str().unwrap().to_owned()
}

async fn get(sandbox: &Sandbox, path: &str) -> Response {
    let token = token(sandbox).await;
    client()
        .get(sandbox.url(path))
        .bearer_auth(token)
        .send()
        .await
        .unwrap()
}
