//! Posts age, arrive, change and disappear as the clock goes on.

use std::collections::BTreeMap;

use providers::reddit::{Fullname, Reddit, RedditError, RedditThing, SubredditPost};

use crate::kit::{DAY, HOUR, Sandbox, subreddit};

#[tokio::test]
async fn posts_keep_their_ids_and_gain_points_and_comments() {
    let sandbox = Sandbox::start().await;
    let before = by_id(sandbox.all().await);

    sandbox.advance(2 * DAY);
    let after = by_id(sandbox.all().await);

    let stayed: Vec<(&SubredditPost, &SubredditPost)> = before
        .iter()
        .filter_map(|(id, post)| Some((post, after.get(id)?)))
        .collect();
    assert!(stayed.len() > before.len() * 9 / 10);
    let grown = stayed
        .iter()
        .filter(|(old, new)| new.score > old.score)
        .count();
    assert!(grown > 0, "young posts rise");
    for (old, new) in stayed {
        assert_eq!(old.created_at, new.created_at);
        assert!(new.comments >= old.comments, "{}", old.title);
    }
}

#[tokio::test]
async fn an_author_can_change_a_post() {
    let sandbox = Sandbox::start().await;
    let before = by_id(sandbox.all().await);

    sandbox.advance(2 * DAY);
    let edited: Vec<SubredditPost> = sandbox
        .all()
        .await
        .into_iter()
        .filter(|post| post.edited_at.is_some())
        .collect();

    let changed = edited
        .iter()
        .find(|post| before.contains_key(&post.id))
        .unwrap();
    let old = &before[&changed.id];
    assert_eq!(old.edited_at, None);
    assert_ne!(old.body, changed.body);
    assert!(changed.edited_at.unwrap() > changed.created_at);
}

#[tokio::test]
async fn a_deleted_post_is_first_emptied_and_then_gone() {
    let sandbox = Sandbox::start().await;
    let before = sandbox.all().await;
    let (post, others) = loop {
        sandbox.advance(HOUR);
        let now = by_id(sandbox.all().await);
        let gone = before.iter().find(|post| !now.contains_key(&post.id));
        if let Some(gone) = gone {
            break (gone.clone(), now.len());
        }
    };
    let name = [Fullname::Post(post.id.clone())];

    let emptied = sandbox.reddit.by_ids(&name).await.unwrap().what;
    let thread = sandbox
        .reddit
        .thread(&subreddit(&post.subreddit), &post.id)
        .await
        .unwrap()
        .what;
    sandbox.advance(2 * DAY);
    let gone = sandbox.reddit.by_ids(&name).await.unwrap().what;
    let no_thread = sandbox
        .reddit
        .thread(&subreddit(&post.subreddit), &post.id)
        .await;

    assert!(others > 0);
    let Some(RedditThing::Post(emptied)) = emptied.first() else {
        panic!("the post is told of for a day");
    };
    assert!(emptied.is_removed && emptied.author.is_none());
    assert_eq!(emptied.body, "[deleted]");
    assert!(thread.post.is_removed);
    assert_eq!(gone, []);
    assert_eq!(no_thread, Err(RedditError::NotFound));
}

#[tokio::test]
async fn a_server_that_is_started_again_tells_the_same() {
    let (first, second) = (Sandbox::start().await, Sandbox::start().await);

    assert_eq!(first.all().await, second.all().await);
}

fn by_id(posts: Vec<SubredditPost>) -> BTreeMap<String, SubredditPost> {
    posts
        .into_iter()
        .map(|post| (post.id.clone(), post))
        .collect()
}
