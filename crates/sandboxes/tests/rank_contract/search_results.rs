//! What the sandbox ranks, through Serper's adapter.

use std::{collections::BTreeSet, time::Duration};

use providers::rank::{RankError, SearchResult};
use providers::reddit::{Fullname, LiveReddit, Reddit, RedditSettings};
use sandboxes::rank::SENTINELS;
use sandboxes::reddit::{CLIENT_ID, CLIENT_SECRET, RedditSandbox};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::kit::{self, Sandbox};

#[tokio::test]
async fn posts_are_ranked_among_pages_of_other_sites() {
    let sandbox = Sandbox::start().await;

    let found = sandbox
        .search("invoicing software for freelancers", 1)
        .await
        .unwrap();

    assert_eq!(found.len(), 10);
    let positions: Vec<u32> = found.iter().map(|one| one.position).collect();
    assert_eq!(positions, (1..=10).collect::<Vec<u32>>());
    assert!(found.iter().any(|one| one.post().is_some()));
    assert!(found.iter().any(|one| one.post().is_none()));
}

#[tokio::test]
async fn other_words_bring_other_ranks() {
    let sandbox = Sandbox::start().await;
    let queries = [
        "late invoice",
        "late invoice reminder",
        "unpaid invoice client",
    ];
    let mut ranks = BTreeSet::new();

    for query in queries {
        let found = sandbox.search(query, 1).await.unwrap();
        ranks.insert(links(&found));
    }

    assert_eq!(ranks.len(), queries.len());
}

#[tokio::test]
async fn the_second_page_goes_on_counting() {
    let sandbox = Sandbox::start().await;

    let first = sandbox.search("client", 1).await.unwrap();
    let second = sandbox.search("client", 2).await.unwrap();
    let beyond = sandbox.search("client", 99).await.unwrap();

    assert_eq!(second[0].position, 11);
    assert!(
        links(&first)
            .iter()
            .all(|link| !links(&second).contains(link))
    );
    assert_eq!(beyond, []);
}

#[tokio::test]
async fn what_nobody_wrote_about_has_no_rank() {
    let sandbox = Sandbox::start().await;

    assert_eq!(sandbox.search("dirigible upholstery", 1).await.unwrap(), []);
    let narrowed = sandbox
        .search("late invoice site:reddit.com", 1)
        .await
        .unwrap();
    assert!(!narrowed.is_empty());
    assert!(narrowed.iter().all(|one| one.post().is_some()));
}

#[tokio::test]
async fn ranked_posts_are_those_that_the_reddit_sandbox_has() {
    let sandbox = Sandbox::start().await;
    let (listener, address) = kit::free_port().await;
    let mut tasks = JoinSet::new();
    let settings = RedditSandbox::new(kit::anchor(), kit::anchor);
    let serving = sandboxes::reddit::serve(listener, settings, CancellationToken::new());
    tasks.spawn(serving);
    let url = format!("http://{address}");
    let settings = RedditSettings::new(CLIENT_ID, CLIENT_SECRET, kit::AGENT).unwrap();
    let reddit = LiveReddit::new(settings.at(&url, &url).unwrap());

    let found = sandbox.search("booking system deposits", 1).await.unwrap();
    let posts = found.iter().filter_map(SearchResult::post);
    let ids: Vec<Fullname> = posts.map(|post| Fullname::Post(post.id)).collect();
    let things = reddit.by_ids(&ids).await.unwrap().what;

    assert!(!ids.is_empty());
    assert_eq!(things.len(), ids.len());
}

#[tokio::test]
async fn posts_that_are_still_to_come_are_not_ranked() {
    let sandbox = Sandbox::start().await;
    let query = "site:reddit.com client";
    let before = sandbox.search(query, 1).await.unwrap().len()
        + sandbox.search(query, 2).await.unwrap().len();

    sandbox.advance(Duration::from_hours(24 * 40));

    let mut after = BTreeSet::new();
    for page in 1..=10 {
        after.extend(links(&sandbox.search(query, page).await.unwrap()));
    }
    assert!(after.len() > before, "{} and {before}", after.len());
}

#[tokio::test]
async fn every_sentinel_fails_as_it_says() {
    for sentinel in SENTINELS {
        let sandbox = Sandbox::start().await;
        let is_key = sentinel.input.ends_with("-key");
        let key = if is_key { sentinel.input } else { "any" };
        let ranks = sandbox.ranks_with(key);

        let failed = ranks
            .search(sentinel.input, "us".parse().unwrap(), 1)
            .await
            .unwrap_err();

        let expected = match sentinel.input {
            "wrong-key" => RankError::Unauthorised,
            "spent-key" => RankError::QuotaExhausted,
            "sandbox:rate-limited" => RankError::Unavailable {
                retry_after: Some(Duration::from_secs(30)),
            },
            "sandbox:broken" => RankError::Unavailable { retry_after: None },
            "sandbox:garbage" => RankError::InvalidResponse,
            other => panic!("{other} has no line here"),
        };
        assert_eq!(failed, expected, "{sentinel:?}");
    }
}

fn links(found: &[SearchResult]) -> Vec<String> {
    found.iter().map(|one| one.link.clone()).collect()
}
