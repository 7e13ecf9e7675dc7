//! What many ask for is asked once, and ids are asked for together.

use chrono::TimeDelta;
use futures::future::join_all;
use listening::{Fullname, Search, SubredditName, Urgency};
use uuid::Uuid;

use super::room::{ADA, BOB, Room};
use crate::kit::eventually;

#[tokio::test(flavor = "multi_thread")]
async fn the_same_search_of_many_people_in_two_processes_is_one_call() {
    let room = Room::open().await;
    let other = room.another_process().await;

    let everybody = (0..20).map(|number| {
        let process = [&room.listening, &other][number % 2];
        let user_id = Uuid::from_u128(u128::try_from(number).unwrap());
        let ears = process.for_user(user_id, Urgency::Scan);
        async move { ears.search(&Search::new("Late Invoice")).await }
    });
    let heard = join_all(everybody).await;

    assert_eq!(room.reddit.asked(), ["search Late Invoice"]);
    assert!(!heard[0].found.is_empty());
    assert!(heard.iter().all(|one| *one == heard[0]));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_good_for_ten_minutes_and_whatever_differs_is_another_question() {
    let room = Room::open().await;
    let ears = room.ears(ADA, Urgency::Scan);
    let search = Search::new("late invoice");

    ears.search(&search).await;
    room.clock.advance(TimeDelta::minutes(9));
    ears.search(&Search::new("LATE invoice")).await;
    assert_eq!(room.reddit.calls().len(), 1);

    room.clock.advance(TimeDelta::minutes(2));
    ears.search(&search).await;
    assert_eq!(room.reddit.calls().len(), 2);
    let fewer = Search { limit: 2, ..search };
    assert_eq!(ears.search(&fewer).await.found.len(), 2);
    assert_eq!(room.reddit.calls().len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_lie_in_the_database_without_the_words_and_are_thrown_away() {
    let room = Room::open().await;
    let ears = room.ears(ADA, Urgency::Scan);

    ears.search(&Search::new("zanzibar ledgers")).await;
    let keys = keys(&room).await;
    assert_eq!(keys.len(), 1);
    assert!(!keys[0].contains("zanzibar"), "{keys:?}");

    room.clock.advance(TimeDelta::minutes(11));
    ears.search(&Search::new("something else")).await;
    let is_gone = || async { !self::keys(&room).await.contains(&keys[0]) };
    eventually("the old answer is thrown away", is_gone).await;
    assert_eq!(self::keys(&room).await.len(), 1);
}

async fn keys(room: &Room) -> Vec<String> {
    let sql = "select key from reddit_answers";
    let rows: Vec<(String,)> = room.db.all(sql, Vec::new()).await.unwrap();
    rows.into_iter().map(|(key,)| key).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_are_asked_once_a_day() {
    let room = Room::open().await;
    let ears = room.ears(ADA, Urgency::Scan);
    let subreddit = SubredditName::parse("smallbusiness").unwrap();

    let rules = ears.rules(&subreddit).await;
    room.clock.advance(TimeDelta::hours(23));
    let again = room.ears(BOB, Urgency::Scan).rules(&subreddit).await;

    assert!(!rules.found.clone().unwrap().is_empty());
    assert_eq!(rules, again);
    assert_eq!(room.reddit.calls().len(), 1);
    room.clock.advance(TimeDelta::hours(2));
    ears.rules(&subreddit).await;
    assert_eq!(room.reddit.calls().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn known_posts_of_several_people_are_looked_at_a_hundred_in_a_call() {
    let room = Room::open().await;
    let names =
        "smallbusiness freelance SaaS startups Entrepreneur marketing webdev sales accounting";
    let names = names
        .split(' ')
        .chain(["bookkeeping", "consulting", "ecommerce"]);
    let names: Vec<SubredditName> = names.map(|name| name.parse().unwrap()).collect();
    let newest = room
        .ears(ADA, Urgency::Scan)
        .newest(&names, 100)
        .await
        .found;
    assert!(newest.len() >= 90, "{}", newest.len());
    let known: Vec<Fullname> = newest
        .iter()
        .map(|post| post.reddit_id.parse().unwrap())
        .collect();
    let gone = Fullname::Post("zzzzzz".to_owned());
    let known = &known[..90];
    let theirs: Vec<Fullname> = known[..60].iter().chain([&gone]).cloned().collect();

    let (ada, bob) = (
        room.ears(ADA, Urgency::Revisit),
        room.ears(BOB, Urgency::Revisit),
    );
    let (of_ada, of_bob) = tokio::join!(ada.again(&theirs), bob.again(&known[40..]));

    assert_eq!(of_ada.found.gone, [gone]);
    assert_eq!(of_ada.found.there.len(), 60);
    assert_eq!(of_bob.found.there.len(), 50);
    assert!(of_ada.is_whole() && of_bob.is_whole());
    let calls: Vec<String> = room.reddit.asked().split_off(1);
    assert_eq!(calls, ["ids 91"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_comes_with_its_comments_and_is_asked_once() {
    let room = Room::open().await;
    let ears = room.ears(ADA, Urgency::Interactive);
    let posts = ears.search(&Search::new("invoice")).await.found;
    let lively = posts.iter().max_by_key(|post| post.comments).unwrap();
    let subreddit = SubredditName::parse(&lively.subreddit).unwrap();
    let id: Fullname = lively.reddit_id.parse().unwrap();

    let heard = ears.thread(&subreddit, &id, 500).await;
    let again = room
        .ears(BOB, Urgency::Scan)
        .thread(&subreddit, &id, 500)
        .await;

    assert_eq!(heard, again);
    let thread = heard.found.unwrap();
    assert_eq!(thread.post.reddit_id, lively.reddit_id);
    assert!(!thread.comments.is_empty());
    let is_of_it = |id: &String| *id == lively.reddit_id;
    assert!(
        thread
            .comments
            .iter()
            .all(|comment| is_of_it(&comment.post_id))
    );
    let threads = room.reddit.asked().into_iter();
    assert_eq!(threads.filter(|what| what.starts_with("thread")).count(), 1);
}
