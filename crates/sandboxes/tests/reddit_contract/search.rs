//! Searches: what is found, in which order, and what the operators do.

use std::collections::BTreeSet;

use providers::reddit::{PostSearch, Reddit, Sort, Timeframe};

use crate::kit::{DAY, HOUR, Sandbox, subreddit};

#[tokio::test]
async fn other_words_find_other_posts() {
    let sandbox = Sandbox::start().await;

    let invoices = sandbox.finds("late invoice reminders").await;
    let starters = sandbox.finds("sourdough starter").await;

    assert!(invoices.len() >= 2, "{invoices:?}");
    assert!(starters.len() >= 2);
    let ids = |posts: &[providers::reddit::SubredditPost]| -> BTreeSet<String> {
        posts.iter().map(|post| post.id.clone()).collect()
    };
    assert!(ids(&invoices).is_disjoint(&ids(&starters)));
    let first = format!("{} {}", invoices[0].title, invoices[0].body).to_lowercase();
    assert!(first.contains("invoic"), "{first}");
}

#[tokio::test]
async fn words_that_nobody_wrote_find_nothing() {
    let sandbox = Sandbox::start().await;

    for words in [
        "dirigible upholstery",
        "\"invoice sourdough\"",
        "author:nobody_by_this_name",
    ] {
        assert_eq!(sandbox.finds(words).await, [], "{words}");
    }
}

#[tokio::test]
async fn operators_narrow_a_search() {
    let sandbox = Sandbox::start().await;

    let plain = sandbox.finds("invoice").await;
    let titled = sandbox.finds("title:invoice").await;
    let without = sandbox.finds("invoice NOT client").await;
    let here = sandbox.finds("subreddit:freelance invoice").await;
    let author = plain[0].author.clone().unwrap();
    let theirs = sandbox.finds(&format!("author:{author}")).await;

    assert!(titled.len() < plain.len());
    assert!(
        titled
            .iter()
            .all(|post| post.title.to_lowercase().contains("invoic"))
    );
    assert!(without.len() < plain.len() && !without.is_empty());
    assert!(!here.is_empty());
    assert!(
        here.iter()
            .all(|post| post.subreddit.eq_ignore_ascii_case("freelance"))
    );
    assert!(
        theirs
            .iter()
            .all(|post| post.author.as_ref() == Some(&author))
    );
    assert!(theirs.contains(&plain[0]));
}

#[tokio::test]
async fn a_search_can_be_sorted_and_kept_to_a_community_and_a_time() {
    let sandbox = Sandbox::start().await;
    let search = |sort| PostSearch {
        sort,
        ..PostSearch::new("client")
    };

    let new = sandbox.finds_all(&search(Sort::New)).await;
    let top = sandbox.finds_all(&search(Sort::Top)).await;
    let comments = sandbox.finds_all(&search(Sort::Comments)).await;
    let week = PostSearch {
        timeframe: Timeframe::Week,
        ..PostSearch::new("client")
    };
    let week = sandbox.finds_all(&week).await;
    let inside = PostSearch {
        subreddit: Some(subreddit("agency")),
        ..PostSearch::new("client")
    };
    let inside = sandbox.finds_all(&inside).await;

    assert!(new.is_sorted_by(|a, b| a.created_at >= b.created_at));
    assert!(top.is_sorted_by(|a, b| a.score >= b.score));
    assert!(comments.is_sorted_by(|a, b| a.comments >= b.comments));
    assert!(!week.is_empty() && week.len() < new.len());
    let is_young = |post: &providers::reddit::SubredditPost| {
        sandbox.now().duration_since(post.created_at).unwrap() <= 7 * DAY
    };
    assert!(week.iter().all(is_young));
    assert!(inside.iter().all(|post| post.subreddit == "agency"));
    assert!(!inside.is_empty());
}

#[tokio::test]
async fn a_search_goes_on_where_the_page_before_ended() {
    let sandbox = Sandbox::start().await;
    let whole = sandbox.finds("client").await;
    let mut search = PostSearch {
        limit: 3,
        ..PostSearch::new("client")
    };

    let mut pieces = Vec::new();
    while pieces.len() < 9 {
        let page = sandbox.reddit.search(&search).await.unwrap().what;
        pieces.extend(page.items);
        search.after = page.after;
        assert!(search.after.is_some());
    }

    assert_eq!(pieces, whole[..9]);
}

#[tokio::test]
async fn a_post_that_is_still_to_come_is_not_found() {
    let sandbox = Sandbox::start().await;
    let all = sandbox.all().await.len();

    sandbox.advance(HOUR);

    let newer = sandbox.all().await;
    assert!(newer.len() > all, "something arrives within the hour");
    let arrived = &newer[0];
    let found = sandbox
        .finds(&format!("title:\"{}\"", arrived.title.replace('"', "")))
        .await;
    assert!(found.iter().any(|post| post.id == arrived.id));
}
