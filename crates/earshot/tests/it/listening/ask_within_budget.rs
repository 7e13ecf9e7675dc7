//! The budget of calls: never more than there is, fair, and a reserve for those who wait.

use std::time::Duration;

use chrono::TimeDelta;
use listening::{Ears, Fullname, Search, Urgency, Why};
use platform::clock::Clock;
use providers::reddit::RedditError;
use sandboxes::reddit::CallAllowance;
use tokio::time::timeout;

use super::room::{ADA, BOB, Room};
use crate::kit::eventually;

/// Long enough for whatever can go to have gone.
const A_MOMENT: Duration = Duration::from_millis(700);

/// So many searches that have nothing in common.
async fn searches(ears: &Ears, name: &str, count: usize) -> usize {
    let words = (0..count).map(|number| Search::new(&format!("{name} {number}")));
    let words: Vec<Search> = words.collect();
    let heard = ears.search_all(&words).await;
    count - heard.missed.len()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_together_never_ask_more_often_than_reddit_allows() {
    let allowance = CallAllowance {
        calls: 40,
        window: Duration::from_secs(3),
    };
    let room = Room::open_with(allowance, Clock::system()).await;
    let other = room.another_process().await;
    let (ada, bob) = (
        room.ears(ADA, Urgency::Scan),
        other.for_user(BOB, Urgency::Scan),
    );

    let heard = tokio::join!(searches(&ada, "ada", 45), searches(&bob, "bob", 45));

    assert_eq!(heard, (45, 45));
    assert_eq!(room.reddit.refusals(), 0, "Reddit never had to refuse");
    let calls = room.reddit.calls();
    assert_eq!(calls.len(), 90);
    // 90 calls do not fit into two windows, and need not many.
    let took = calls[89].at - calls[0].at;
    assert!(took >= Duration::from_secs(6), "{took:?}");
    assert!(took <= Duration::from_secs(20), "{took:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_with_many_calls_does_not_hold_up_one_with_a_single_call() {
    let room = Room::open().await;
    let (ada, bob) = (room.ears(ADA, Urgency::Scan), room.ears(BOB, Urgency::Scan));

    tokio::join!(searches(&ada, "ada", 90), searches(&bob, "bob", 1));

    let asked = room.reddit.asked();
    let place = asked.iter().position(|what| what == "search bob 0");
    assert_eq!(asked.len(), 91);
    // One for the first answer, sixteen that are under way at once.
    assert!(place.unwrap() < 20, "{place:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn scans_leave_a_reserve_for_people_and_re_visits_wait_for_both() {
    let room = Room::open().await;
    let ids = [Fullname::Post("zzzzzz".to_owned())];
    let scan = room.ears(ADA, Urgency::Scan);
    let revisit = room.ears(ADA, Urgency::Revisit);
    let screen = room.ears(BOB, Urgency::Interactive);

    let script = async {
        // A tenth of the window may be used at once.
        eventually("scans use what they may", || async {
            asked(&room, "search scan") == 100
        })
        .await;
        assert_eq!(searches(&screen, "screen", 5).await, 5);
        assert_eq!(asked(&room, "search scan"), 100);
        room.clock.advance(TimeDelta::seconds(30));
        eventually("scans go on", || async {
            asked(&room, "search scan") == 110
        })
        .await;
        assert_eq!(asked(&room, "ids"), 0);
        room.clock.advance(TimeDelta::seconds(60));
    };
    let scans = searches(&scan, "scan", 110);
    let (heard, again, ()) = tokio::join!(scans, revisit.again(&ids), script);

    assert_eq!(heard, 110);
    assert!(again.is_whole());
    assert_eq!(room.reddit.calls().len(), 116);
}

/// How many calls of this kind were made.
fn asked(room: &Room, what: &str) -> usize {
    let all = room.reddit.asked().into_iter();
    all.filter(|asked| asked.starts_with(what)).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rest_that_reddit_asks_for_is_kept_by_every_process() {
    let room = Room::open().await;
    let other = room.another_process().await;
    let rest = Some(Duration::from_secs(7));
    room.reddit
        .fails_next(RedditError::Unavailable { retry_after: rest });
    let (ada, bob) = (
        room.ears(ADA, Urgency::Scan),
        other.for_user(BOB, Urgency::Interactive),
    );

    let (late, paid) = (Search::new("late"), Search::new("paid"));
    let mut first = Box::pin(ada.search(&late));
    assert!(timeout(A_MOMENT, &mut first).await.is_err());
    let mut second = Box::pin(bob.search(&paid));
    room.clock.advance(TimeDelta::milliseconds(6_900));
    assert!(timeout(A_MOMENT, &mut first).await.is_err());
    assert!(timeout(A_MOMENT, &mut second).await.is_err());
    assert_eq!(room.reddit.asked(), ["search late"]);

    room.clock.advance(TimeDelta::milliseconds(200));
    assert!(first.await.is_whole());
    assert!(second.await.is_whole());
    assert_eq!(room.reddit.calls().len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rest_longer_than_anybody_waits_is_said_at_once() {
    let room = Room::open().await;
    let rest = Some(Duration::from_mins(1));
    room.reddit
        .fails_next(RedditError::Unavailable { retry_after: rest });

    let heard = room
        .ears(ADA, Urgency::Interactive)
        .search(&Search::new("late"))
        .await;

    assert!(heard.found.is_empty());
    assert_eq!(heard.missed[0].why, Why::NotNow);
    assert_eq!(heard.missed[0].what.to_string(), "posts about “late”");
    assert_eq!(room.reddit.calls().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_gives_up_waiting_is_told_that_too_many_ask() {
    let room = Room::open().await;
    let scan = room.ears(ADA, Urgency::Scan);
    let screen = room.ears(BOB, Urgency::Interactive);

    // Reddit is left alone for longer than somebody waits at a screen, and not so long as a scan.
    let rest = Some(Duration::from_secs(400));
    room.reddit
        .fails_next(RedditError::Unavailable { retry_after: rest });
    let script = async {
        eventually("the rest is known", || rests(&room)).await;
        let paid = Search::new("paid");
        let gave_up = tokio::select! {
            heard = screen.search(&paid) => heard,
            () = seconds_pass(&room) => unreachable!("time does not end"),
        };
        room.clock.advance(TimeDelta::seconds(400));
        gave_up
    };
    let late = Search::new("late");
    let (heard, gave_up) = tokio::join!(scan.search(&late), script);

    assert_eq!(gave_up.missed[0].why, Why::Busy);
    assert!(heard.is_whole());
    assert_eq!(room.reddit.asked(), ["search late", "search late"]);
}

/// A second of the held clock every few milliseconds.
async fn seconds_pass(room: &Room) {
    let mut ticks = tokio::time::interval(Duration::from_millis(10));
    loop {
        ticks.tick().await;
        room.clock.advance(TimeDelta::seconds(1));
    }
}

async fn rests(room: &Room) -> bool {
    let sql = "select rest_until_us from reddit_budget";
    let rows: Vec<(i64,)> = room.db.all(sql, Vec::new()).await.unwrap();
    rows.iter().any(|(until_us,)| *until_us > 0)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_is_dropped_gives_its_place_in_the_budget_back() {
    let room = Room::open().await;
    let ears = room.ears(ADA, Urgency::Scan);
    assert_eq!(searches(&ears, "first", 1).await, 1);
    let used = async || {
        let sql = "select used, under_way from reddit_budget";
        let row: (i64, i64) = room.db.one(sql, vec![]).await.unwrap();
        row
    };
    eventually("the first call has ended", async || used().await == (1, 0)).await;

    // The community answers after thirty seconds; nobody waits for it.
    let slow = Search {
        subreddit: Some("sandboxslow".parse().unwrap()),
        ..Search::new("invoice")
    };
    let asking = timeout(A_MOMENT, ears.search(&slow)).await;

    assert!(asking.is_err(), "it is under way when it is dropped");
    eventually("nothing is under way", async || used().await.1 == 0).await;
    assert_eq!(used().await.0, 2, "Reddit has counted the call");
    assert_eq!(searches(&ears, "next", 1).await, 1);
}
