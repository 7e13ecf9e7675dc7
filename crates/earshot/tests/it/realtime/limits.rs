//! What one client may ask of the server, and what becomes of those who ask for more.

use chrono::TimeDelta;
use serde_json::json;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::page::Page;
use super::{changes_subscription, everything, inserted};
use crate::kit::{TestApp, eventually};

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_that_has_been_silent_for_a_minute_is_closed() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let (mut silent, mut lively) = (app.page_of(&ada).await, app.page_of(&ada).await);

    app.clock.advance(TimeDelta::seconds(50));
    lively.beats().await;
    app.clock.advance(TimeDelta::seconds(11));
    app.subscribes(ada.id, "active").await;

    assert_eq!(silent.is_closed().await, Some(CloseCode::Away));
    assert_eq!(lively.hears_status().await.0, "active");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_message_is_ignored() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let mut page = app.page_of(&ada).await;
    let deep = "[".repeat(60_000);

    for text in [
        "",
        "hello",
        "null",
        "[]",
        "{}",
        "[1,2,3,4,5]",
        r#"["6","6","realtime:mine"]"#,
        &deep,
        r#"{"topic":"realtime:mine","event":"phx_leave","payload":{},"ref":"1"}"#,
        r#"[null,null,"realtime:mine","nonsense",{}]"#,
        r#"[null,null,"realtime:mine","access_token",[]]"#,
        r#"[null,null,"phoenix","nonsense",{}]"#,
        r#"[null,null,"elsewhere","heartbeat",{}]"#,
        r#"["\ud800","6","realtime:mine","phx_join",{}]"#,
    ] {
        page.types(text).await;
    }
    page.transmits(Message::binary(vec![1, 2, 3])).await;

    page.beats().await;
    for payload in [
        json!(null),
        json!([]),
        json!({ "config": 1 }),
        json!({ "access_token": 1 }),
    ] {
        page.sends(json!(["6", "6", "realtime:odd", "phx_join", payload]))
            .await;
        let reply = page.hears().await;
        assert_eq!(
            (&reply[3], &reply[4]["status"]),
            (&json!("phx_reply"), &json!("error"))
        );
    }
    app.subscribes(ada.id, "active").await;
    assert_eq!(page.hears_status().await.0, "active");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_of_more_than_64_kib_ends_the_socket() {
    let app = TestApp::start().await;
    let mut page = app.page().await;

    page.types(&" ".repeat(64 * 1024)).await;
    page.beats().await;
    page.types(&" ".repeat(64 * 1024 + 1)).await;

    let code = page.is_closed().await;
    assert!(matches!(code, None | Some(CloseCode::Size)), "{code:?}");
    app.page().await.beats().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_has_room_for_fifty_channels() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let mut page = app.page().await;
    let topic = |number: usize| format!("realtime:{number}");
    for number in 0..50 {
        page.has_joined(&topic(number), everything(), &ada.token)
            .await;
    }

    let reason = page
        .is_refused(&topic(50), everything(), Some(&ada.token))
        .await;

    assert_eq!(reason, "Too many channels");
    // One that is joined already only changes places with itself.
    let (join, _) = page.has_joined(&topic(0), everything(), &ada.token).await;
    page.sends(json!([join, "900", topic(0), "phx_leave", {}]))
        .await;
    page.hears().await;
    page.hears().await;
    page.has_joined(&topic(50), everything(), &ada.token).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_user_has_room_for_twenty_sockets() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let mut pages = Vec::new();
    for _ in 0..20 {
        pages.push(app.page_of(&ada).await);
    }
    let mut next = app.page().await;

    let reason = next
        .is_refused("realtime:a", everything(), Some(&ada.token))
        .await;

    assert_eq!(reason, "Too many connections");
    next.has_joined("realtime:a", everything(), &bob.token)
        .await;
    pages.pop().unwrap().closes().await;
    let mut late = app.page().await;
    late.has_joined("realtime:a", everything(), &ada.token)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_has_room_for_so_many_sockets() {
    let app = TestApp::start_with(&[("EARSHOT_MAX_CONNECTIONS", "3")]).await;
    let query = format!("apikey={}&vsn=2.0.0", app.anon_key());
    let mut pages = Vec::new();
    for _ in 0..3 {
        pages.push(app.page().await);
    }

    match Page::try_open(&app.url(), &query).await {
        Err(Error::Http(response)) => assert_eq!(response.status().as_u16(), 503),
        other => panic!("there was to be no room: {:?}", other.map(|_| ())),
    }

    // Sockets take nothing away from ordinary requests.
    assert_eq!(app.visitor().asks("/healthz").await.status.as_u16(), 200);
    pages.pop().unwrap().closes().await;
    eventually("there is room again", async || {
        Page::try_open(&app.url(), &query).await.is_ok()
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_does_not_read_is_let_go_and_holds_up_nobody() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let (mut slow, mut lively) = (app.page_of(&ada).await, app.page_of(&ada).await);
    let long = "x".repeat(256 * 1024);

    // The lively page hears of each before the next is written, so none of them travel together.
    for number in 0..120 {
        let mut change = inserted(ada.id, &number.to_string());
        change.new.as_mut().unwrap()["plan_id"] = json!(long);
        changes_subscription(app.db(), &app.clock, change).await;
        assert_eq!(lively.hears_status().await.0, number.to_string());
    }

    assert_eq!(slow.is_closed().await, Some(CloseCode::Again));
    lively.beats().await;
}
