//! Reading the sandbox through the live adapter.

use std::collections::BTreeSet;

use providers::reddit::{
    Fullname, MoreComments, PageRequest, PageStart, Reddit, RedditError, RedditThing, ThingNumber,
};

use crate::kit::{Sandbox, subreddit};

#[tokio::test]
async fn the_newest_posts_come_newest_first_page_by_page() {
    let sandbox = Sandbox::start().await;

    let all = sandbox.all().await;

    assert!(all.len() > 300, "{}", all.len());
    assert!(all.is_sorted_by(|newer, older| newer.created_at >= older.created_at));
    let ids: BTreeSet<&String> = all.iter().map(|post| &post.id).collect();
    assert_eq!(ids.len(), all.len());
    assert!(all.iter().all(|post| post.created_at <= sandbox.now()));
}

#[tokio::test]
async fn several_communities_are_read_together() {
    let sandbox = Sandbox::start().await;
    let two = [subreddit("Freelance"), subreddit("saas")];

    let page = sandbox
        .reddit
        .newest(&two, &PageRequest::first(100))
        .await
        .unwrap();

    let names: BTreeSet<String> = page
        .what
        .items
        .iter()
        .map(|post| post.subreddit.to_lowercase())
        .collect();
    assert_eq!(
        names,
        BTreeSet::from(["freelance".to_owned(), "saas".to_owned()])
    );
}

#[tokio::test]
async fn before_a_post_are_the_newer_ones() {
    let sandbox = Sandbox::start().await;
    let all = sandbox.all().await;
    let known = PageStart::Before(format!("t3_{}", all[3].id));

    let part = PageRequest {
        limit: 100,
        from: known,
    };
    let newer = sandbox.reddit.newest(&[], &part).await.unwrap();

    assert_eq!(newer.what.items, all[..3]);
    let unknown = PageRequest {
        limit: 100,
        from: PageStart::Before("t3_zzzzzzz".to_owned()),
    };
    assert_eq!(
        sandbox
            .reddit
            .newest(&[], &unknown)
            .await
            .unwrap()
            .what
            .items,
        []
    );
}

#[tokio::test]
async fn a_thread_has_its_comments_below_what_they_answer() {
    let sandbox = Sandbox::start().await;
    let all = sandbox.all().await;
    let post = all.iter().max_by_key(|post| post.comments).unwrap();

    let thread = sandbox
        .reddit
        .thread(&subreddit(&post.subreddit), &post.id)
        .await
        .unwrap();

    assert_eq!(thread.what.post, *post);
    let comments = thread.what.comments();
    assert!(!comments.is_empty());
    for comment in &comments {
        assert_eq!(comment.post, post.id);
        for reply in &comment.replies.comments {
            assert_eq!(reply.parent, Fullname::Comment(comment.id.clone()));
            assert!(reply.created_at > comment.created_at);
        }
    }
}

#[tokio::test]
async fn comments_that_were_only_counted_can_be_asked_for() {
    let sandbox = Sandbox::start().await;
    let (thread, more) = sandbox.long_thread().await;

    let rest = sandbox
        .reddit
        .more_comments(&thread.post.id, &more)
        .await
        .unwrap()
        .what;

    let shown: BTreeSet<String> = thread.comments().iter().map(|one| one.id.clone()).collect();
    let rest: Vec<String> = rest.flattened().iter().map(|one| one.id.clone()).collect();
    assert_eq!(rest.len(), usize::try_from(more.count).unwrap());
    assert!(rest.iter().all(|id| !shown.contains(id)));
    let odd = MoreComments {
        count: 1,
        ids: vec!["../me".to_owned()],
    };
    let refused = sandbox.reddit.more_comments(&thread.post.id, &odd).await;
    assert_eq!(refused, Err(RedditError::NotFound));
}

#[tokio::test]
async fn the_newest_comments_name_their_post() {
    let sandbox = Sandbox::start().await;

    let page = sandbox
        .reddit
        .newest_comments(&[], &PageRequest::first(100))
        .await
        .unwrap()
        .what;

    assert_eq!(page.items.len(), 100);
    assert!(page.after.is_some());
    assert!(
        page.items
            .is_sorted_by(|newer, older| newer.created_at >= older.created_at)
    );
    assert!(
        page.items
            .iter()
            .all(|comment| comment.post_title.is_some())
    );
}

#[tokio::test]
async fn the_newest_comments_of_given_communities_are_only_theirs() {
    let sandbox = Sandbox::start().await;
    let two = [subreddit("Freelance"), subreddit("saas")];

    let page = sandbox
        .reddit
        .newest_comments(&two, &PageRequest::first(100))
        .await
        .unwrap()
        .what;

    let names: BTreeSet<String> = page
        .items
        .iter()
        .map(|comment| comment.subreddit.to_lowercase())
        .collect();
    assert_eq!(
        names,
        BTreeSet::from(["freelance".to_owned(), "saas".to_owned()])
    );
}

#[tokio::test]
async fn older_comments_follow_after_the_last_of_a_page() {
    let sandbox = Sandbox::start().await;
    let first = PageRequest::first(100);
    let newest = sandbox.reddit.newest_comments(&[], &first).await;
    let newest = newest.unwrap().what;

    let part = PageRequest {
        limit: 100,
        from: PageStart::After(newest.after.unwrap()),
    };
    let older = sandbox.reddit.newest_comments(&[], &part).await.unwrap();

    let number = |id: &str| ThingNumber::parse(id).unwrap();
    let oldest = number(&newest.items[99].id);
    assert_eq!(older.what.items.len(), 100);
    assert!(
        older
            .what
            .items
            .iter()
            .all(|comment| number(&comment.id) < oldest)
    );
}

#[tokio::test]
async fn numbers_of_posts_grow_with_time_and_lead_to_them() {
    let sandbox = Sandbox::start().await;
    let all = sandbox.all().await;
    let numbers: Vec<ThingNumber> = all
        .iter()
        .map(|post| ThingNumber::parse(&post.id).unwrap())
        .collect();
    let newest = numbers[0];

    let around = ThingNumber::new(newest.get() - 99).through(newest);
    let around: Vec<Fullname> = around.map(ThingNumber::post).collect();
    let things = sandbox.reddit.by_ids(&around).await.unwrap().what;

    assert!(numbers.is_sorted_by(|newer, older| newer > older));
    let within = numbers
        .iter()
        .filter(|number| newest.distance_from(**number) < 100)
        .count();
    assert_eq!(things.len(), within);
    assert!(things.contains(&RedditThing::Post(all[0].clone())));
}

#[tokio::test]
async fn things_are_read_again_by_their_ids() {
    let sandbox = Sandbox::start().await;
    let all = sandbox.all().await;
    let comments = sandbox
        .reddit
        .newest_comments(&[], &PageRequest::first(1))
        .await
        .unwrap()
        .what;
    let mut ids: Vec<Fullname> = all[..98]
        .iter()
        .map(|post| Fullname::Post(post.id.clone()))
        .collect();
    ids.push(Fullname::Comment(comments.items[0].id.clone()));
    ids.push(Fullname::Post("zzzzzzz".to_owned()));

    let things = sandbox.reddit.by_ids(&ids).await.unwrap().what;

    assert_eq!(things.len(), 99);
    assert_eq!(things[0], RedditThing::Post(all[0].clone()));
    assert_eq!(things[98], RedditThing::Comment(comments.items[0].clone()));
}

#[tokio::test]
async fn a_community_tells_its_rules_and_can_be_found() {
    let sandbox = Sandbox::start().await;

    let rules = sandbox
        .reddit
        .rules(&subreddit("freelance"))
        .await
        .unwrap()
        .what;
    let found = sandbox
        .reddit
        .subreddits("freelance", &PageRequest::first(5))
        .await
        .unwrap()
        .what;

    assert!((2..=5).contains(&rules.len()));
    assert!(
        rules
            .iter()
            .all(|rule| !rule.name.is_empty() && !rule.description.is_empty())
    );
    assert_eq!(found.items[0].name.to_lowercase(), "freelance");
    assert!(found.items[0].subscribers > 0);
    let missing = sandbox.reddit.rules(&subreddit("nobody_is_here")).await;
    assert_eq!(missing, Err(RedditError::NotFound));
}

#[tokio::test]
async fn every_answer_tells_what_is_left_of_the_budget() {
    let sandbox = Sandbox::with_allowance(50, crate::kit::HOUR).await;

    let first = sandbox
        .reddit
        .newest(&[], &PageRequest::first(1))
        .await
        .unwrap()
        .window
        .unwrap();
    let second = sandbox.finds("invoice").await;
    let third = sandbox
        .reddit
        .rules(&subreddit("freelance"))
        .await
        .unwrap()
        .window
        .unwrap();

    assert!(!second.is_empty());
    assert_eq!((first.used.round(), first.remaining.round()), (1.0, 49.0));
    assert_eq!((third.used.round(), third.remaining.round()), (3.0, 47.0));
    assert!(third.reset <= crate::kit::HOUR);
}

#[tokio::test]
async fn following_everything_costs_a_call_each_time() {
    let sandbox = Sandbox::with_allowance(50, crate::kit::HOUR).await;
    let reddit = &sandbox.reddit;
    let (communities, first) = ([subreddit("saas")], PageRequest::first(100));

    let posts = reddit.newest(&[], &first).await.unwrap();
    let comments = reddit.newest_comments(&communities, &first).await.unwrap();
    let name = Fullname::Post(posts.what.items[0].id.clone());
    let again = reddit.by_ids(&[name]).await.unwrap();

    let windows = [posts.window, comments.window, again.window];
    let left = windows.map(|window| window.unwrap().remaining.round());
    assert_eq!(left.map(|left| format!("{left}")), ["49", "48", "47"]);
}
