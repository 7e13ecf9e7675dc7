//! Coming back with a cursor.

use std::time::Duration;

use providers::bluesky::JetstreamEvent;

use crate::kit::{ADA, Sandbox, in_time, posted, texts};

#[tokio::test]
async fn whoever_resumes_after_the_last_event_loses_and_doubles_nothing() {
    let sandbox = Sandbox::start().await;
    let mut connection = sandbox.subscribes(None).await;
    let mut heard = Vec::new();
    for number in 0..5 {
        sandbox.posts(&number.to_string());
        sandbox.moves_the_clock(Duration::from_secs(1));
    }
    for _ in 0..3 {
        heard.push(posted(in_time(connection.next()).await.unwrap()));
    }
    drop(connection);

    let cursor = heard.last().unwrap().time_us + 1;
    sandbox.posts("5");
    let mut connection = sandbox.subscribes(Some(cursor)).await;
    sandbox.posts("6");
    for _ in 0..4 {
        heard.push(posted(in_time(connection.next()).await.unwrap()));
    }

    let texts: Vec<&str> = heard.iter().map(|post| post.text.as_str()).collect();
    assert_eq!(texts, ["0", "1", "2", "3", "4", "5", "6"]);
}

#[tokio::test]
async fn the_event_at_the_cursor_comes_again_under_the_same_name() {
    let sandbox = Sandbox::start().await;
    let mut connection = sandbox.subscribes(None).await;
    sandbox.posts("one");
    let first = posted(in_time(connection.next()).await.unwrap());

    let mut connection = sandbox.subscribes(Some(first.time_us)).await;
    let again = posted(in_time(connection.next()).await.unwrap());

    assert_eq!(again, first);
}

#[tokio::test]
async fn deletions_in_the_meantime_are_told_of_after_resuming() {
    let sandbox = Sandbox::start().await;
    let post = sandbox.posts("soon gone");
    sandbox.posts.delete_post(&post.did, &post.rkey);
    sandbox.posts.remove_author(ADA);

    let events = sandbox.replay(post.time_us).await;

    assert_eq!(texts(&events), ["soon gone"]);
    assert!(matches!(&events[1], JetstreamEvent::Deleted { rkey, .. } if *rkey == post.rkey));
    assert!(matches!(&events[2], JetstreamEvent::AuthorGone { did, .. } if did == ADA));
}

#[tokio::test]
async fn a_restarted_sandbox_tells_the_samples_under_the_same_names() {
    let one = Sandbox::start().await.replay(6).await;
    let other = Sandbox::start().await.replay(6).await;

    assert_eq!(one, other);
    assert!(!one.is_empty());
}
