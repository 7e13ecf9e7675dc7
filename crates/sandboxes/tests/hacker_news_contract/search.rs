//! Searches.

use std::time::{Duration, SystemTime};

use providers::hacker_news::{HackerNewsSearch, ItemKind};
use sandboxes::hacker_news::{LATE_ITEM, NewHackerNewsItem};

use crate::kit::{FIRST, Sandbox, Scripted, noon, search_for};

#[tokio::test]
async fn stories_and_comments_are_found_newest_first() {
    let sandbox = Sandbox::start().await;

    assert_eq!(sandbox.finds("paperlark").await, [19, 18, 4]);
    assert_eq!(sandbox.finds("climbing gym").await, [11, 10]);
    assert_eq!(sandbox.finds("dog walking").await, [14]);
    assert_eq!(sandbox.finds("zeppelin").await, [0_i64; 0]);
}

#[tokio::test]
async fn a_comment_that_is_found_knows_its_story() {
    let sandbox = Sandbox::start().await;

    let found = sandbox.client.search(&search_for("net 14")).await.unwrap();

    let comment = &found[0];
    assert_eq!(
        (comment.number, comment.kind, comment.parent, comment.story),
        (
            FIRST + 4,
            ItemKind::Comment,
            Some(FIRST + 3),
            Some(FIRST + 3)
        )
    );
    assert_eq!(
        comment.story_title.as_deref(),
        Some("Ask HN: How do you get clients to pay invoices on time?")
    );
    assert!(
        comment
            .text
            .contains("fine. The one thing I miss is partial payments.\n\nWhat")
    );
}

#[tokio::test]
async fn a_story_is_the_same_whether_found_or_asked_for() {
    let sandbox = Sandbox::start().await;

    let found = sandbox
        .client
        .search(&search_for("nine hours"))
        .await
        .unwrap();

    assert_eq!(found.last(), Some(&sandbox.item(FIRST + 6).await));
}

#[tokio::test]
async fn what_is_gone_a_job_or_not_there_yet_is_not_found() {
    let sandbox = Sandbox::start().await;

    assert_eq!(sandbox.finds("misread").await, [0_i64; 0]);
    assert_eq!(sandbox.finds("followers").await, [0_i64; 0]);
    assert_eq!(sandbox.finds("hiring").await, [0_i64; 0]);
    assert_eq!(sandbox.finds("this winter").await, [0_i64; 0]);
    sandbox.client.item(LATE_ITEM).await.unwrap();
    assert_eq!(sandbox.finds("this winter").await, [20]);
}

#[tokio::test]
async fn only_what_was_written_after_the_given_time_is_found() {
    let sandbox = Sandbox::start().await;
    let since = |minutes| HackerNewsSearch {
        since: noon() - Duration::from_mins(minutes),
        ..search_for("paperlark")
    };

    let at_its_time = sandbox.client.search(&since(200)).await.unwrap();
    let before = sandbox.client.search(&since(201)).await.unwrap();
    let ever = HackerNewsSearch {
        since: SystemTime::UNIX_EPOCH - Duration::from_secs(5),
        ..search_for("paperlark")
    };

    assert_eq!((at_its_time.len(), before.len()), (1, 2));
    assert_eq!(sandbox.client.search(&ever).await.unwrap().len(), 3);
}

#[tokio::test]
async fn pages_follow_each_other_without_a_gap() {
    let sandbox = Sandbox::start().await;
    let page = |page| HackerNewsSearch {
        page,
        limit: 2,
        ..search_for("paperlark")
    };

    let first = sandbox.client.search(&page(0)).await.unwrap();
    let second = sandbox.client.search(&page(1)).await.unwrap();
    let third = sandbox.client.search(&page(2)).await.unwrap();

    let numbers: Vec<i64> = first
        .iter()
        .chain(&second)
        .map(|item| item.number - FIRST)
        .collect();
    assert_eq!(numbers, [19, 18, 4]);
    assert_eq!(third, []);
}

#[tokio::test]
async fn words_are_only_words_whatever_is_in_them() {
    let sandbox = Sandbox::start().await;
    let story = NewHackerNewsItem::story("ada", "R&D=fun, 100% #1?", "");
    let number = sandbox.items.publish_item(story);

    assert_eq!(sandbox.finds("R&D=fun").await, [number - FIRST]);
    assert_eq!(sandbox.finds("100% #1?").await, [number - FIRST]);
    assert_eq!(sandbox.finds("&tags=job&hitsPerPage=1").await, [0_i64; 0]);
}

#[tokio::test]
async fn a_search_asks_for_stories_and_comments_within_the_limits() {
    let server = Scripted::start(|| r#"{"hits": []}"#).await;
    let search = HackerNewsSearch {
        words: "late & unpaid".to_owned(),
        since: noon(),
        page: 3,
        limit: u32::MAX,
    };

    assert_eq!(server.client.search(&search).await, Ok(Vec::new()));

    let heard = server.heard.lock().unwrap().clone();
    assert_eq!(
        heard,
        [
            "/api/v1/search_by_date?query=late+%26+unpaid&tags=%28story%2Ccomment%29\
          &numericFilters=created_at_i%3E1794744000&page=3&hitsPerPage=1000"
        ]
    );
}
