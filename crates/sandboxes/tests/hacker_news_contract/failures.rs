//! What goes wrong, and what the adapter makes of it.

use std::time::Duration;

use axum::http::StatusCode;
use providers::hacker_news::HackerNewsError::{InvalidResponse, RateLimited, Unavailable};
use sandboxes::hacker_news::{BROKEN_ITEM, LATE_ITEM, SENTINELS};

use crate::kit::{Sandbox, Scripted, client_at, search_for};

const PAUSE: Duration = Duration::from_secs(30);

#[tokio::test]
async fn searches_fail_as_their_sentinels_say() {
    let sandbox = Sandbox::start().await;
    let search = async |words| sandbox.client.search(&search_for(words)).await;

    let unavailable = Unavailable {
        retry_after: Some(PAUSE),
    };
    assert_eq!(search("sandbox:unavailable").await, Err(unavailable));
    assert_eq!(
        search("an invoice sandbox:rate-limited").await,
        Err(RateLimited { retry_after: PAUSE })
    );
}

#[tokio::test]
async fn an_item_that_breaks_off_cannot_be_read() {
    let sandbox = Sandbox::start().await;

    assert_eq!(sandbox.client.item(BROKEN_ITEM).await, Err(InvalidResponse));
}

#[tokio::test]
async fn every_sentinel_is_listed_once() {
    let mut inputs: Vec<&str> = SENTINELS.iter().map(|one| one.input).collect();
    inputs.sort_unstable();

    let (broken, late) = (BROKEN_ITEM.to_string(), LATE_ITEM.to_string());
    let expected = [
        broken.as_str(),
        &late,
        "sandbox:rate-limited",
        "sandbox:unavailable",
    ];
    assert_eq!(inputs, expected);
}

#[tokio::test]
async fn a_failing_search_does_not_stop_the_items() {
    let sandbox = Sandbox::start().await;
    let failing = search_for("sandbox:unavailable");
    for _ in 0..5 {
        sandbox.client.search(&failing).await.unwrap_err();
    }

    let paused = sandbox.client.search(&search_for("paperlark")).await;

    assert!(matches!(
        paused,
        Err(Unavailable {
            retry_after: Some(_)
        })
    ));
    assert_eq!(sandbox.client.newest_number().await, Ok(LATE_ITEM));
}

#[tokio::test]
async fn hostile_json_is_refused() {
    for body in [
        "",
        "{",
        "\"46000020\"",
        "[1]",
        "{\"items\": {}, \"hits\": {}}",
        "{\"items\": null, \"hits\": null}",
        "{\"hits\": [null, 5, {\"objectID\": 5}]}",
        "<!doctype html><title>Hello</title>",
        "18446744073709551616",
        "1e400",
        &"[".repeat(100_000),
        &"{\"a\":".repeat(100_000),
    ] {
        let body = body.to_owned();
        let start: String = body.chars().take(40).collect();
        let server = Scripted::start(move || body.clone()).await;

        assert_eq!(
            server.client.newest_number().await,
            Err(InvalidResponse),
            "{start}"
        );
        assert_eq!(server.client.item(7).await, Err(InvalidResponse), "{start}");
        assert_eq!(
            server.client.changed().await,
            Err(InvalidResponse),
            "{start}"
        );
        let found = server.client.search(&search_for("a")).await;
        assert_eq!(found, Err(InvalidResponse), "{start}");
    }
}

#[tokio::test]
async fn null_is_an_answer_for_an_item_alone() {
    let server = Scripted::start(|| "null").await;

    assert_eq!(server.client.item(7).await, Ok(None));
    assert_eq!(server.client.newest_number().await, Err(InvalidResponse));
    assert_eq!(server.client.changed().await, Err(InvalidResponse));
    let found = server.client.search(&search_for("a")).await;
    assert_eq!(found, Err(InvalidResponse));
}

#[tokio::test]
async fn a_number_below_one_is_not_the_newest() {
    for body in ["0", "-5", "1.5"] {
        let server = Scripted::start(move || body).await;

        assert_eq!(
            server.client.newest_number().await,
            Err(InvalidResponse),
            "{body}"
        );
    }
}

#[tokio::test]
async fn hits_that_cannot_be_read_are_left_out() {
    let server = Scripted::start(|| {
        r#"{"hits": [
            {"objectID": "7", "created_at_i": 5, "_tags": ["story"], "title": "A", "points": null},
            {"objectID": "-7", "created_at_i": 5, "_tags": ["story"]},
            {"objectID": "9223372036854775808", "created_at_i": 5, "_tags": ["story"]},
            {"objectID": "8", "created_at_i": -5, "_tags": ["story"]},
            {"objectID": "9", "created_at_i": null, "_tags": ["story"]},
            null
        ]}"#
    })
    .await;

    let found = server.client.search(&search_for("a")).await.unwrap();

    let numbers: Vec<i64> = found.iter().map(|item| item.number).collect();
    assert_eq!(numbers, [7]);
}

#[tokio::test]
async fn an_item_of_more_than_a_megabyte_is_refused() {
    let body = format!(
        r#"{{"id": 7, "time": 5, "text": "{}"}}"#,
        "a".repeat(1024 * 1024)
    );
    let server = Scripted::start(move || body.clone()).await;

    assert_eq!(server.client.item(7).await, Err(InvalidResponse));
}

#[tokio::test]
async fn statuses_say_whether_to_come_back() {
    let pause = [("retry-after", "90")];
    let none = [("x-nothing", "")];
    let later = |seconds| Unavailable {
        retry_after: Some(Duration::from_secs(seconds)),
    };
    for (status, headers, expected) in [
        (500, pause, later(90)),
        (503, pause, later(90)),
        (408, none, Unavailable { retry_after: None }),
        (
            429,
            pause,
            RateLimited {
                retry_after: Duration::from_secs(90),
            },
        ),
        (302, none, InvalidResponse),
        (401, none, InvalidResponse),
        (404, none, InvalidResponse),
    ] {
        let status = StatusCode::from_u16(status).unwrap();
        let server = Scripted::start(move || (status, headers, "null")).await;

        assert_eq!(server.client.item(7).await, Err(expected), "{status}");
    }
}

#[tokio::test]
async fn a_server_that_is_away_is_unavailable() {
    let sandbox = Sandbox::start().await;
    let address = sandbox.address;
    drop(sandbox);

    let failed = client_at(address).newest_number().await;

    assert_eq!(failed, Err(Unavailable { retry_after: None }));
}
