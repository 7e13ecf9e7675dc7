//! What a subscriber is told.

use std::time::Duration;

use providers::bluesky::{BlueskyPost, JetstreamEvent};
use sandboxes::bluesky::NewBlueskyPost;

use crate::kit::{ADA, Sandbox, in_time, micros, noon, posted, texts};

#[tokio::test]
async fn a_post_comes_with_everything_that_is_known_of_it() {
    let sandbox = Sandbox::start().await;
    let mut connection = sandbox.subscribes(None).await;
    let link = "https://ada.example/engine?a=1&b=2";
    let post = NewBlueskyPost {
        languages: vec!["en".to_owned(), "pt-BR".to_owned()],
        reply_to: Some((ADA.to_owned(), "3jui7kd54zh2y".to_owned())),
        link: Some(link.to_owned()),
        ..NewBlueskyPost::new(ADA, &format!("Größe \"zählt\" 🎈 {link}"))
    };

    let published = sandbox.posts.publish_post(post);
    let heard = posted(in_time(connection.next()).await.unwrap());

    let expected = BlueskyPost {
        did: ADA.to_owned(),
        rkey: published.rkey,
        time_us: micros(noon()),
        written_at: noon(),
        text: format!("Größe \"zählt\" 🎈 {link}"),
        languages: vec!["en".to_owned(), "pt-BR".to_owned()],
        is_reply: true,
        link: Some(link.to_owned()),
    };
    assert_eq!(heard, expected);
}

#[tokio::test]
async fn a_deleted_post_is_told_of() {
    let sandbox = Sandbox::start().await;
    let mut connection = sandbox.subscribes(None).await;
    let post = sandbox.posts("oops");

    sandbox.posts.delete_post(&post.did, &post.rkey);
    posted(in_time(connection.next()).await.unwrap());
    let deleted = in_time(connection.next()).await.unwrap();

    let expected = JetstreamEvent::Deleted {
        did: post.did,
        rkey: post.rkey,
        time_us: post.time_us + 1,
    };
    assert_eq!(deleted, expected);
}

#[tokio::test]
async fn an_author_who_leaves_is_told_of() {
    let sandbox = Sandbox::start().await;
    let mut connection = sandbox.subscribes(None).await;

    sandbox.posts.remove_author(ADA);
    let gone = in_time(connection.next()).await.unwrap();

    let expected = JetstreamEvent::AuthorGone {
        did: ADA.to_owned(),
        time_us: micros(noon()),
    };
    assert_eq!(gone, expected);
}

#[tokio::test]
async fn without_a_cursor_only_what_happens_from_now_on_is_told() {
    let sandbox = Sandbox::start().await;
    sandbox.posts("before");

    let mut connection = sandbox.subscribes(None).await;
    let mut future = sandbox.subscribes(Some(micros(noon()) * 2)).await;
    sandbox.posts("after");

    for connection in [&mut connection, &mut future] {
        let heard = posted(in_time(connection.next()).await.unwrap());
        assert_eq!(heard.text, "after");
    }
}

#[tokio::test]
async fn every_subscriber_is_told_everything_in_the_same_order() {
    let sandbox = Sandbox::start().await;
    let mut one = sandbox.subscribes(None).await;
    let mut other = sandbox.subscribes(None).await;
    for number in 0..200 {
        sandbox.posts(&number.to_string());
    }

    for number in 0..200 {
        let heard = posted(in_time(one.next()).await.unwrap());
        assert_eq!(heard.text, number.to_string());
        assert_eq!(posted(in_time(other.next()).await.unwrap()), heard);
    }
}

#[tokio::test]
async fn the_samples_are_those_of_the_last_two_days() {
    let sandbox = Sandbox::start().await;

    let events = sandbox.replay(micros(noon()) - 48 * 3_600_000_000).await;

    let texts = texts(&events);
    let about = |word: &str| texts.iter().filter(|text| text.contains(word)).count();
    assert_eq!(texts.len(), 18);
    assert_eq!((about("Paperlark"), about("invoice")), (4, 2));
    assert_eq!((about("climbing gym"), about("dog walking")), (1, 1));
    assert!(events.is_sorted_by(|a, b| a.time_us() < b.time_us()));
    let is_deleted = |event: &JetstreamEvent| matches!(event, JetstreamEvent::Deleted { .. });
    let is_gone = |event: &JetstreamEvent| matches!(event, JetstreamEvent::AuthorGone { .. });
    let is_other = |event: &JetstreamEvent| matches!(event, JetstreamEvent::Other { .. });
    assert_eq!(events.iter().filter(|event| is_deleted(event)).count(), 1);
    assert_eq!(events.iter().filter(|event| is_gone(event)).count(), 1);
    assert_eq!(events.iter().filter(|event| is_other(event)).count(), 0);
    assert!(events.len() == 20 && about("umbrella") == 1);
}

#[tokio::test]
async fn what_is_older_than_two_days_is_not_replayed() {
    let sandbox = Sandbox::start().await;
    sandbox.moves_the_clock(Duration::from_hours(46));

    let events = sandbox.replay(6).await;

    let texts = texts(&events);
    assert_eq!(texts.len(), 2, "{texts:?}");
}

#[tokio::test]
async fn a_record_over_the_limit_is_left_out_and_the_stream_goes_on() {
    let sandbox = Sandbox::start().await;
    let mut connection = sandbox.subscribes(None).await;

    sandbox.posts(&"x".repeat(64 * 1024));
    sandbox.posts("short");

    assert_eq!(
        posted(in_time(connection.next()).await.unwrap()).text,
        "short"
    );
}

#[tokio::test]
async fn an_address_opens_the_page_that_people_read() {
    let sandbox = Sandbox::start().await;
    let post = sandbox.posts("Is <script>alert(1)</script> a \"tag\"?");
    let url = sandbox.client.address_of(&post.did, &post.rkey);

    let page = reqwest::get(&url).await.unwrap();
    let policy = page.headers().contains_key("content-security-policy");
    let text = page.text().await.unwrap();
    sandbox.posts.delete_post(&post.did, &post.rkey);
    let gone = reqwest::get(&url).await.unwrap().status();

    assert_eq!(
        url,
        format!(
            "http://{}/profile/{ADA}/post/{}",
            sandbox.address, post.rkey
        )
    );
    assert!(policy && text.contains("Is &#60;script&#62;"), "{text}");
    assert_eq!(gone, 404);
}
