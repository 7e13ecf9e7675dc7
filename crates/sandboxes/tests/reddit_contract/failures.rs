//! What goes wrong, and what the adapter makes of it.

use std::time::Duration;

use axum::http::StatusCode;
use providers::reddit::{PageRequest, PostSearch, Reddit, RedditError};
use sandboxes::reddit::{CLIENT_SECRET, SENTINELS};

use crate::kit::{EMPTY, Sandbox, Scripted, TOKEN, grant, reddit_at, subreddit};

#[tokio::test]
async fn every_sentinel_fails_as_it_says() {
    // One sandbox, because its index takes a while to build, and a client for each sentinel, because
    // a client remembers failures.
    let sandbox = Sandbox::start().await;
    for sentinel in SENTINELS {
        let reddit = reddit_at(sandbox.address, CLIENT_SECRET);
        reddit.search(&PostSearch::new("invoice")).await.unwrap();
        if sentinel.subreddit == "sandboxslow" {
            tokio::time::pause();
        }

        let names = [subreddit("freelance"), subreddit(sentinel.subreddit)];
        let failed = reddit
            .newest(&names, &PageRequest::first(1))
            .await
            .unwrap_err();

        let not_now = |retry_after| RedditError::Unavailable { retry_after };
        let expected = match sentinel.subreddit {
            "sandbox403" => RedditError::Forbidden,
            "sandbox404" => RedditError::NotFound,
            "sandbox429" => RedditError::RateLimited {
                retry_after: Duration::from_secs(5),
            },
            "sandbox500" | "sandboxslow" | "sandboxtruncated" => not_now(None),
            "sandboxgarbage" => RedditError::InvalidResponse,
            other => panic!("{other} has no line here"),
        };
        assert_eq!(failed, expected, "{sentinel:?}");
        if sentinel.subreddit == "sandboxslow" {
            tokio::time::resume();
        }
    }
}

#[tokio::test]
async fn searches_rules_and_threads_fail_alike() {
    let sandbox = Sandbox::start().await;
    let private = subreddit("sandbox403");
    let search = PostSearch {
        subreddit: Some(private.clone()),
        ..PostSearch::new("invoice")
    };

    assert_eq!(
        sandbox.reddit.search(&search).await,
        Err(RedditError::Forbidden)
    );
    assert_eq!(
        sandbox.reddit.rules(&private).await,
        Err(RedditError::Forbidden)
    );
    assert_eq!(
        sandbox.reddit.thread(&private, "1abcde").await,
        Err(RedditError::Forbidden)
    );
    let elsewhere = sandbox
        .reddit
        .thread(&subreddit("freelance"), "1abcde")
        .await;
    assert_eq!(elsewhere, Err(RedditError::NotFound));
}

#[tokio::test]
async fn a_spent_budget_is_left_alone_until_it_is_full_again() {
    let sandbox = Sandbox::with_allowance(3, Duration::from_mins(10)).await;
    for _ in 0..3 {
        sandbox.finds("invoice").await;
    }

    let failed = sandbox
        .reddit
        .search(&PostSearch::new("invoice"))
        .await
        .unwrap_err();
    tokio::time::pause();
    tokio::time::advance(Duration::from_mins(10)).await;
    tokio::time::resume();
    let answered = sandbox.reddit.search(&PostSearch::new("invoice")).await;

    let RedditError::RateLimited { retry_after: wait } = failed else {
        panic!("{failed:?}");
    };
    assert!(
        wait > Duration::from_mins(9) && wait <= Duration::from_mins(10),
        "{wait:?}"
    );
    let window = answered.unwrap().window.unwrap();
    assert!(window.used < 1.5, "nothing was asked meanwhile");
}

#[tokio::test]
async fn nobody_asks_while_reddit_asks_for_a_rest() {
    let server = Scripted::start(|path, before| match (path, before) {
        (TOKEN, _) => (StatusCode::OK, [("retry-after", "0")], grant("token", 3600)),
        (_, 0) => (
            StatusCode::TOO_MANY_REQUESTS,
            [("retry-after", "40")],
            String::new(),
        ),
        _ => (StatusCode::OK, [("retry-after", "0")], EMPTY.to_owned()),
    })
    .await;
    let part = PageRequest::first(1);

    let first = server.reddit.newest(&[], &part).await;
    let second = server.reddit.newest(&[], &part).await;

    let rest = Duration::from_secs(40);
    assert_eq!(first, Err(RedditError::RateLimited { retry_after: rest }));
    assert!(matches!(second, Err(RedditError::RateLimited { retry_after: left }) if left <= rest));
    assert_eq!(server.heard("/r/all/new").len(), 1);
}

#[tokio::test]
async fn a_call_is_made_once_whatever_happens() {
    let server = Scripted::start(|path, _| match path {
        TOKEN => (StatusCode::OK, grant("token", 3600)),
        _ => (StatusCode::BAD_GATEWAY, String::new()),
    })
    .await;

    let failed = server.reddit.newest(&[], &PageRequest::first(1)).await;

    assert_eq!(failed, Err(RedditError::Unavailable { retry_after: None }));
    assert_eq!(server.heard("/r/all/new").len(), 1);
}

#[tokio::test]
async fn a_community_that_moved_to_the_search_is_not_there() {
    let server = Scripted::start(|path, _| match path {
        TOKEN => (StatusCode::OK, [("location", "")], grant("token", 3600)),
        _ => (
            StatusCode::FOUND,
            [("location", "/subreddits/search?q=x")],
            String::new(),
        ),
    })
    .await;

    let failed = server
        .reddit
        .newest(&[subreddit("gone")], &PageRequest::first(1))
        .await;

    assert_eq!(failed, Err(RedditError::NotFound));
}

#[tokio::test]
async fn what_cannot_be_read_is_left_out_and_nothing_else_makes_no_sense() {
    const GOOD: &str = r#"{"kind": "t3", "data": {"id": "1abcde", "subreddit": "tea", "title": "Pots", "author": "[deleted]", "created_utc": 1790000000.5, "edited": 1790000001.0, "permalink": "/r/tea/comments/1abcde/pots/", "selftext": null, "is_self": false, "url": "https://pots.example/", "link_flair_text": "", "removed_by_category": "moderator"}}"#;
    let listing = |children: &str| {
        format!(r#"{{"kind": "Listing", "data": {{"after": "t3_1", "children": [{children}]}}}}"#)
    };
    let answers = [
        listing(&format!(r#"{GOOD}, {{"kind": "t3", "data": {{"id": 5}}}}"#)),
        listing(r#"{"kind": "t3", "data": {"id": 5}}"#),
        "[]".to_owned(),
    ];
    let server = Scripted::start(move |path, before| match path {
        TOKEN => grant("token", 3600),
        _ => answers[before].clone(),
    })
    .await;
    let part = PageRequest::first(100);

    let page = server.reddit.newest(&[], &part).await.unwrap().what;
    let nothing = server.reddit.newest(&[], &part).await;
    let no_list = server.reddit.newest(&[], &part).await;

    let post = &page.items[0];
    assert_eq!((page.items.len(), page.after.as_deref()), (1, Some("t3_1")));
    assert_eq!(
        (&post.author, &post.flair, post.is_removed),
        (&None, &None, true)
    );
    assert_eq!(post.link.as_deref(), Some("https://pots.example/"));
    assert!(post.edited_at.is_some());
    assert_eq!(nothing, Err(RedditError::InvalidResponse));
    assert_eq!(no_list, Err(RedditError::InvalidResponse));
}
