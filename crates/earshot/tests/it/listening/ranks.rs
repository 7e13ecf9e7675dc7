//! Google ranks: asked once a day for everybody, kept as history.

use chrono::TimeDelta;
use listening::{Listening, Missed, Ranking, Sources, Urgency, What, Why};
use platform::rate_limit::{Limit, take};

use super::room::{ADA, BOB, Room};

async fn ranking(room: &Room, user_id: uuid::Uuid, query: &str) -> Ranking {
    let heard = room.ears(user_id, Urgency::Scan).ranks(query).await;
    assert_eq!(heard.missed, []);
    heard.found.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn people_with_the_same_keyword_share_what_was_asked_today() {
    let room = Room::open().await;

    let of_ada = ranking(&room, ADA, "Late  Invoice").await;
    let asked = room.ranks.asked();
    let of_bob = ranking(&room, BOB, "late invoice").await;

    assert!(asked > 0);
    assert_eq!(room.ranks.asked(), asked);
    assert_eq!(of_ada, of_bob);
    assert_eq!(
        (of_ada.query.as_str(), of_ada.country.as_str()),
        ("late invoice", "us")
    );
    let best = &of_ada.posts[0];
    assert!(best.reddit_id.starts_with("t3_"));
    assert!(best.place >= 1);
    assert!(
        of_ada
            .posts
            .windows(2)
            .all(|two| two[0].place <= two[1].place)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_next_day_is_asked_again_and_the_day_before_is_history() {
    let room = Room::open().await;
    let first = ranking(&room, ADA, "late invoice").await;
    let asked = room.ranks.asked();

    room.clock.advance(TimeDelta::hours(25));
    let second = ranking(&room, ADA, "late invoice").await;

    assert_eq!(room.ranks.asked(), asked * 2);
    assert!(second.asked_at > first.asked_at);
    let is_in_both = |id: &String| first.posts.iter().any(|post| post.reddit_id == *id);
    let seen_twice = second.posts.iter().find(|post| is_in_both(&post.reddit_id));
    let history = &seen_twice.unwrap().history;
    assert_eq!(history.len(), 2);
    assert_eq!(history[0].seen_at, second.asked_at);
    assert_eq!(history[1].seen_at, first.asked_at);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_has_seen_for_thirty_days_has_no_rank() {
    let room = Room::open().await;
    ranking(&room, ADA, "late invoice").await;
    let mut quiet = room.sources();
    quiet.ranks = None;

    room.clock.advance(TimeDelta::days(31));
    let rows: Vec<(i64,)> = room
        .db
        .all("select place from rank_observations", Vec::new())
        .await
        .unwrap();
    let second = ranking(&room, ADA, "late invoice").await;

    assert!(!rows.is_empty());
    assert!(
        second
            .posts
            .iter()
            .all(|post| post.seen_at == second.asked_at)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_provider_there_are_no_ranks_and_it_is_said() {
    let room = Room::open().await;
    let alone = Listening::new(Sources {
        ranks: None,
        ..room.sources()
    });

    let heard = alone
        .for_user(ADA, Urgency::Scan)
        .ranks("late invoice")
        .await;

    let what = What::Ranks("late invoice".to_owned());
    let why = Why::NotConfigured;
    assert_eq!(
        (heard.found, heard.missed),
        (None, vec![Missed { what, why }])
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_narrowed_to_a_site_gives_no_rank() {
    let room = Room::open().await;

    let heard = room
        .ears(ADA, Urgency::Scan)
        .ranks("late invoice site:reddit.com")
        .await;

    assert_eq!((heard.found, heard.missed[0].why), (None, Why::Nonsense));
    assert_eq!(room.ranks.asked(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_can_spend_more_searches_in_a_day_than_their_share() {
    let room = Room::open().await;
    let mut tx = room.db.begin().await.unwrap();
    let name = format!("rank searches of {ADA}");
    for _ in 0..300 {
        let limit = Limit::new(300, TimeDelta::days(1));
        take(&mut tx, &name, limit, room.clock.real())
            .await
            .unwrap()
            .unwrap();
    }
    tx.commit().await.unwrap();

    let of_ada = room.ears(ADA, Urgency::Scan).ranks("late invoice").await;
    let of_bob = room.ears(BOB, Urgency::Scan).ranks("late invoice").await;

    assert_eq!(of_ada.missed[0].why, Why::Spent);
    assert!(of_bob.is_whole());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_page_is_kept_when_the_second_is_over_the_limit() {
    let room = Room::open().await;
    let mut tx = room.db.begin().await.unwrap();
    let name = format!("rank searches of {ADA}");
    for _ in 0..299 {
        let limit = Limit::new(300, TimeDelta::days(1));
        let taken = take(&mut tx, &name, limit, room.clock.real()).await;
        taken.unwrap().unwrap();
    }
    tx.commit().await.unwrap();

    let heard = room.ears(ADA, Urgency::Scan).ranks("late invoice").await;

    assert_eq!(room.ranks.asked(), 1);
    assert_eq!(heard.missed, []);
    let posts = heard.found.unwrap().posts;
    assert!(!posts.is_empty() && posts.iter().all(|post| post.place <= 10));
}
