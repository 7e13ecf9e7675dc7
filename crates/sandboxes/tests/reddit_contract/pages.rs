//! The pages behind permalinks.

use providers::reddit::{PostSearch, Reddit};

use crate::kit::{DAY, Sandbox};

#[tokio::test]
async fn a_permalink_opens_a_page_that_says_that_it_is_a_sample() {
    let sandbox = Sandbox::start().await;
    let post = sandbox.finds("invoice").await.remove(0);

    let page = open(&sandbox.reddit.address_of(&post.permalink)).await;

    assert_eq!(page.status, 200);
    assert!(page.text.contains("This is a sample"));
    assert!(page.text.contains("<html lang=\"en\">"));
    assert!(page.text.contains("prefers-color-scheme: dark"));
    assert!(page.text.contains("width=device-width"));
    assert!(page.text.contains(&format!("u/{}", post.author.unwrap())));
    assert!(
        page.policy.starts_with("default-src 'none'"),
        "{}",
        page.policy
    );
}

#[tokio::test]
async fn communities_are_listed_and_lead_to_their_posts() {
    let sandbox = Sandbox::start().await;

    let start = open(&sandbox.url("/")).await;
    let community = open(&sandbox.url("/r/freelance")).await;
    let missing = open(&sandbox.url("/r/nobody_is_here")).await;

    assert!(start.text.contains("href=\"/r/freelance\""));
    assert!(community.text.contains("/r/freelance/comments/"));
    assert_eq!(
        (start.status, community.status, missing.status),
        (200, 200, 404)
    );
}

#[tokio::test]
async fn a_post_that_is_gone_has_no_page() {
    let sandbox = Sandbox::start().await;
    let to_come = {
        let later = Sandbox::start().await;
        later.advance(30 * DAY);
        let newest = later.all().await.remove(0);
        newest.permalink
    };

    assert_eq!(open(&sandbox.url(&to_come)).await.status, 404);
}

#[tokio::test]
async fn a_search_names_the_same_path_as_reddit_would() {
    let sandbox = Sandbox::start().await;

    let found = sandbox
        .reddit
        .search(&PostSearch::new("title:invoice"))
        .await
        .unwrap()
        .what;

    for post in found.items {
        let expected = format!("/r/{}/comments/{}/", post.subreddit, post.id);
        assert!(post.permalink.starts_with(&expected), "{}", post.permalink);
        assert!(post.permalink.ends_with('/'));
    }
}

struct Opened {
    status: u16,
    text: String,
    policy: String,
}

async fn open(url: &str) -> Opened {
    providers::install_tls();
    let response = reqwest::get(url).await.unwrap();
    let policy = &response.headers()["content-security-policy"];
    Opened {
        policy: policy.to_str().unwrap().to_owned(),
        status: response.status().as_u16(),
        text: response.text().await.unwrap(),
    }
}
