//! What cannot be heard never takes the rest with it, and is said.

use std::time::Duration;

use listening::{Heard, Missed, Post, Search, SubredditName, Urgency, What, Why};
use sandboxes::reddit::SENTINELS;

use super::room::{ADA, Room};

/// What each community that fails is heard as.
const EXPECTED: [(&str, Why); 7] = [
    ("sandbox403", Why::Forbidden),
    ("sandbox404", Why::NotFound),
    ("sandbox429", Why::RateLimited),
    ("sandbox500", Why::NotNow),
    ("sandboxslow", Why::NotNow),
    ("sandboxgarbage", Why::Nonsense),
    ("sandboxtruncated", Why::NotNow),
];

#[tokio::test(flavor = "multi_thread")]
async fn one_community_that_fails_does_not_hide_the_others() {
    let names: Vec<&str> = SENTINELS.iter().map(|one| one.subreddit).collect();
    assert_eq!(names, EXPECTED.map(|(name, _)| name));

    let all = EXPECTED.map(|(name, why)| async move {
        let heard = newest_beside(name).await;

        let in_others: Vec<&str> = subreddits(&heard);
        assert!(
            in_others.contains(&"smallbusiness"),
            "{name}: {in_others:?}"
        );
        // A community that is not there is passed over by Reddit itself.
        if name != "sandbox404" {
            let what = What::Subreddit(name.to_owned());
            assert_eq!(heard.missed, [Missed { what, why }]);
        }
    });
    futures::future::join_all(all).await;
}

async fn newest_beside(sentinel: &str) -> Heard<Vec<Post>> {
    let is_slow = sentinel == "sandboxslow";
    let deadline = Duration::from_secs(if is_slow { 3 } else { 10 });
    let room = Room::open_impatiently(deadline).await;
    let names = ["smallbusiness", sentinel].map(|name| SubredditName::parse(name).unwrap());
    room.ears(ADA, Urgency::Interactive)
        .newest(&names, 25)
        .await
}

fn subreddits(heard: &Heard<Vec<Post>>) -> Vec<&str> {
    let mut names: Vec<&str> = heard
        .found
        .iter()
        .map(|post| post.subreddit.as_str())
        .collect();
    names.dedup();
    names
}

#[tokio::test(flavor = "multi_thread")]
async fn a_keyword_that_fails_is_named_beside_the_posts_of_the_others() {
    let room = Room::open().await;
    let closed = Search {
        subreddit: Some(SubredditName::parse("sandbox403").unwrap()),
        ..Search::new("unpaid invoice")
    };
    let searches = [Search::new("late payment"), closed];

    let heard = room.ears(ADA, Urgency::Scan).search_all(&searches).await;

    assert_eq!(heard.found.len(), 2);
    assert!(!heard.found[0].is_empty());
    assert!(heard.found[1].is_empty());
    let what = What::Search("unpaid invoice".to_owned());
    let why = Why::Forbidden;
    assert_eq!(heard.missed, [Missed { what, why }]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_closed_is_not_asked_again_at_once() {
    let room = Room::open().await;
    let ears = room.ears(ADA, Urgency::Scan);
    let closed = SubredditName::parse("sandbox403").unwrap();

    let first = ears.rules(&closed).await;
    let second = ears.rules(&closed).await;

    assert_eq!(first.found, None);
    assert_eq!(first, second);
    assert_eq!(room.reddit.calls().len(), 1);
}
