//! Items by their numbers.

use std::time::Duration;

use providers::hacker_news::{HackerNewsItem, ItemKind};
use sandboxes::hacker_news::{LATE_ITEM, NewHackerNewsItem};

use crate::kit::{FIRST, Sandbox, noon};

#[tokio::test]
async fn a_story_comes_with_everything_that_is_known_of_it() {
    let sandbox = Sandbox::start().await;

    let story = sandbox.item(FIRST + 3).await;

    let expected = HackerNewsItem {
        number: FIRST + 3,
        kind: ItemKind::Story,
        author: Some("harborlight".to_owned()),
        written_at: noon() - Duration::from_hours(44),
        title: "Ask HN: How do you get clients to pay invoices on time?".to_owned(),
        text: "I freelance (backend, mostly for agencies). Half of my invoices are paid 30+ days \
               late and I spend every Friday writing \"just following up\" mails.\n\nDeposits work \
               for new clients, but the old ones laugh when I bring it up.\n\nIs there a tool that \
               chases them for me without sounding like a debt collector? What do you use?"
            .to_owned(),
        link: None,
        score: 87,
        comments: 2,
        parent: None,
        story: None,
        story_title: None,
        is_gone: false,
    };
    assert_eq!(story, expected);
}

#[tokio::test]
async fn a_comment_knows_its_parent_and_shows_whole_addresses() {
    let sandbox = Sandbox::start().await;

    let comment = sandbox.item(FIRST + 5).await;

    assert_eq!(
        (comment.kind, comment.parent, comment.title.as_str()),
        (ItemKind::Comment, Some(FIRST + 3), "")
    );
    assert!(
        comment.text.contains(
            "contract: https://latefees.example/directive/2011-7-eu/explained?lang=en\n\n"
        ),
        "{}",
        comment.text
    );
    assert!(comment.text.ends_with("gets answered > 50% of the time."));
}

#[tokio::test]
async fn code_keeps_its_lines_and_titles_their_signs() {
    let sandbox = Sandbox::start().await;

    let code = sandbox.item(FIRST + 7).await.text;
    let link = sandbox.item(FIRST + 16).await;

    let lines = "\n\n  SELECT relname, n_dead_tup\n  FROM pg_stat_user_tables\n  WHERE n_dead_tup > 1000000;\n\n";
    assert!(code.contains(lines), "{code}");
    assert_eq!(link.title, "SQLite & friends: embedded databases in 2026");
    assert_eq!(
        link.link.as_deref(),
        Some("https://mosslake.example/posts/embedded")
    );
}

#[tokio::test]
async fn jobs_are_neither_stories_nor_comments() {
    let sandbox = Sandbox::start().await;

    assert_eq!(sandbox.item(FIRST + 8).await.kind, ItemKind::Other);
}

#[tokio::test]
async fn deleted_and_dead_items_are_gone() {
    let sandbox = Sandbox::start().await;

    let deleted = sandbox.item(FIRST + 9).await;
    let dead = sandbox.item(FIRST + 12).await;

    assert!(deleted.is_gone && dead.is_gone);
    assert_eq!((deleted.author, deleted.text.as_str()), (None, ""));
}

#[tokio::test]
async fn a_number_is_given_out_before_its_item_appears() {
    let sandbox = Sandbox::start().await;

    let newest = sandbox.client.newest_number().await.unwrap();
    let first = sandbox.client.item(newest).await.unwrap();
    let second = sandbox.client.item(newest).await.unwrap();

    assert_eq!(newest, LATE_ITEM);
    assert_eq!(first, None);
    assert_eq!(second.unwrap().author.as_deref(), Some("wren_and_co"));
}

#[tokio::test]
async fn numbers_that_nobody_has_are_not_there() {
    let sandbox = Sandbox::start().await;

    for number in [i64::MIN, -1, 0, 7, LATE_ITEM + 1, i64::MAX] {
        assert_eq!(sandbox.client.item(number).await, Ok(None), "{number}");
    }
}

#[tokio::test]
async fn what_is_published_is_the_newest_item_and_a_change() {
    let sandbox = Sandbox::start().await;
    let story = NewHackerNewsItem::story("ada", "Show HN: A loom", "It weaves.");

    let story = sandbox.items.publish_item(story);
    let comment = NewHackerNewsItem::comment("bo", story, "Does it &lt;p&gt;?");
    let comment = sandbox.items.publish_item(comment);

    assert_eq!(sandbox.client.newest_number().await, Ok(comment));
    let changed = sandbox.client.changed().await.unwrap();
    assert_eq!(changed[..2], [comment, story]);
    let story = sandbox.item(story).await;
    assert_eq!((story.comments, story.written_at), (1, noon()));
    assert_eq!(sandbox.item(comment).await.text, "Does it <p>?");
}

#[tokio::test]
async fn a_deletion_is_a_change() {
    let sandbox = Sandbox::start().await;

    assert!(sandbox.items.delete_item(FIRST + 4));

    assert_eq!(sandbox.client.changed().await.unwrap()[0], FIRST + 4);
    assert!(sandbox.item(FIRST + 4).await.is_gone);
    assert!(!sandbox.items.delete_item(7));
}

#[tokio::test]
async fn an_address_opens_the_page_that_people_read() {
    let sandbox = Sandbox::start().await;
    let html = "Is &lt;script&gt; a tag?";
    let hostile = NewHackerNewsItem::story("ada", "<script>alert(1)</script>", html);
    let hostile = sandbox.items.publish_item(hostile);

    let story = page(&sandbox.client.address_of(FIRST + 3)).await;
    let comment = page(&sandbox.client.address_of(FIRST + 4)).await;
    let hostile = page(&sandbox.client.address_of(hostile)).await;
    let gone = page(&sandbox.client.address_of(FIRST + 9)).await;

    assert!(
        story
            .1
            .contains("How do you get clients to pay invoices on time?")
    );
    assert!(comment.1.contains("I moved to Paperlark last year."));
    assert!(!hostile.1.contains("<script>"), "{}", hostile.1);
    assert_eq!((story.0, gone.0), (200, 404));
}

async fn page(url: &str) -> (u16, String) {
    let response = reqwest::get(url).await.unwrap();
    assert!(response.headers().contains_key("content-security-policy"));
    (response.status().as_u16(), response.text().await.unwrap())
}
