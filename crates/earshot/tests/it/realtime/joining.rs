//! Coming in: what a page is answered when it connects, joins and leaves.

use chrono::TimeDelta;
use platform::db::args;
use platform::live;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Error;
use uuid::Uuid;

use super::page::{Page, progress_of};
use super::{everything, inserted, own_subscription};
use crate::kit::TestApp;

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_joins_is_answered_in_the_words_of_the_stock_client() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let topic = format!("realtime:subscription_status_{}", ada.id);
    let mut page = app.page().await;

    let (_, reply) = page
        .joins(&topic, own_subscription(ada.id), Some(&ada.token))
        .await;

    let mut echo = own_subscription(ada.id);
    echo[0]["id"] = json!(1);
    let expected = json!({ "status": "ok", "response": { "postgres_changes": echo } });
    assert_eq!(reply, expected);
    let system = json!({
        "channel": format!("subscription_status_{}", ada.id), "extension": "postgres_changes",
        "status": "ok", "message": "Subscribed to PostgreSQL",
    });
    assert_eq!(
        page.hears().await,
        json!([null, null, topic, "system", system])
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_older_version_is_spoken_to_those_who_ask_for_it_or_for_none() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;

    for version in ["&vsn=1.0.0", ""] {
        let query = format!("apikey={}{version}", app.anon_key());
        let mut page = Page::try_open(&app.url(), &query).await.unwrap();
        let payload = json!({
            "config": { "postgres_changes": own_subscription(ada.id) }, "access_token": ada.token,
        });
        page.sends(json!({
            "topic": "realtime:a", "event": "phx_join", "payload": payload, "ref": "6", "join_ref": "6",
        }))
        .await;

        let reply = page.hears().await;
        assert_eq!(reply["event"], "phx_reply");
        assert_eq!(reply["payload"]["status"], "ok");
        assert_eq!(
            (&reply["ref"], &reply["join_ref"]),
            (&json!("6"), &json!("6"))
        );
        let system = page.hears().await;
        assert_eq!(
            (&system["event"], &system["ref"]),
            (&json!("system"), &Value::Null)
        );
        assert!(system.get("join_ref").is_none());
        page.sends(json!({ "topic": "phoenix", "event": "heartbeat", "payload": {}, "ref": "7" }))
            .await;
        let beat = json!({
            "topic": "phoenix", "event": "phx_reply", "ref": "7",
            "payload": { "status": "ok", "response": {} },
        });
        assert_eq!(page.hears().await, beat);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bindings_come_back_in_order_byte_for_byte_and_numbered() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let mut page = app.page().await;
    let bindings = json!([
        { "event": "UPDATE", "schema": "public", "table": "reddit_posts", "filter": "title=eq. é\"\\\u{1f600} " },
        { "event": "*", "schema": "public" },
        { "event": "*", "schema": "public" },
        { "event": "DELETE", "schema": "public", "table": "*" },
    ]);

    let (_, first) = page
        .joins("realtime:a", bindings.clone(), Some(&ada.token))
        .await;
    page.hears().await;
    let (_, second) = page
        .joins("realtime:b", bindings.clone(), Some(&ada.token))
        .await;

    let mut ids = Vec::new();
    for reply in [first, second] {
        let mut echoed = reply["response"]["postgres_changes"].clone();
        for binding in echoed.as_array_mut().unwrap() {
            ids.push(
                binding
                    .as_object_mut()
                    .unwrap()
                    .remove("id")
                    .unwrap()
                    .as_u64()
                    .unwrap(),
            );
        }
        assert_eq!(echoed, bindings);
    }
    assert_eq!(ids, (1..=8).collect::<Vec<u64>>());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_join_that_proves_nobody_is_refused_and_the_socket_stays_open() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let expired = app.token_of(ada.id, TimeDelta::hours(-1)).await;
    let stranger = TestApp::start().await;
    let bob = stranger.person("bob").await;
    let mut page = app.page().await;

    let tokenless = page.is_refused("realtime:a", everything(), None).await;

    assert_eq!(tokenless, "Unauthorized: access_token required");
    for token in [&app.anon_key(), &expired, &bob.token, "", "a.b.c", "\u{0}"] {
        let reason = page
            .is_refused("realtime:a", everything(), Some(token))
            .await;
        assert!(reason.starts_with("Unauthorized: "), "{reason}");
    }
    page.has_joined("realtime:a", everything(), &ada.token)
        .await;
    app.subscribes(ada.id, "active").await;
    assert_eq!(page.hears_status().await.0, "active");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_join_that_cannot_be_meant_is_refused() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let mut page = app.page().await;
    let of = |table: &str, filter: &str| json!([{ "event": "*", "schema": "public", "table": table, "filter": filter }]);

    for (topic, bindings) in [
        ("realtime:a", of("users", "id=eq.1")),
        ("realtime:a", of("nope", "id=eq.1")),
        ("realtime:a", of("subscriptions", "nope=eq.1")),
        ("realtime:a", of("subscriptions", "status=like.a*")),
        ("realtime:a", of("subscriptions", "user_id=eq.me")),
        (
            "realtime:a",
            json!([{ "event": "*", "schema": "auth", "table": "users" }]),
        ),
        (
            "realtime:a",
            json!([{ "event": "TRUNCATE", "schema": "public", "table": "subscriptions" }]),
        ),
        ("realtime:a", json!(["*"])),
        ("realtime:a", json!("*")),
        (
            "realtime:a",
            Value::Array(vec![everything()[0].clone(); 21]),
        ),
        ("realtime:", everything()),
        ("phoenix", everything()),
        (&format!("realtime:{}", "x".repeat(300)), everything()),
    ] {
        let reason = page
            .is_refused(topic, bindings.clone(), Some(&ada.token))
            .await;
        assert!(!reason.starts_with("Unauthorized"), "{bindings}: {reason}");
    }
    page.beats().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_join_of_a_topic_takes_the_place_of_the_first() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let mut page = app.page_of(&ada).await;

    let (_, ids) = page
        .has_joined("realtime:mine", everything(), &ada.token)
        .await;
    app.subscribes(ada.id, "active").await;
    assert_eq!(page.hears_status().await, ("active".to_owned(), ids));
    page.beats().await;

    page.is_refused("realtime:mine", everything(), None).await;
    page.has_joined("realtime:other", everything(), &ada.token)
        .await;
    app.subscribes(ada.id, "cancelled").await;
    assert_eq!(page.hears().await[2], "realtime:other");
    page.beats().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_leaves_is_let_go_and_hears_no_more() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let mut page = app.page().await;
    let (join, _) = page
        .has_joined("realtime:a", everything(), &ada.token)
        .await;
    page.has_joined("realtime:b", everything(), &ada.token)
        .await;

    // One that names an earlier join of the topic is answered, and ends nothing.
    page.sends(json!(["1", "8", "realtime:b", "phx_leave", {}]))
        .await;
    page.hears().await;
    page.hears().await;
    page.sends(json!([join, "9", "realtime:a", "phx_leave", {}]))
        .await;

    let left = json!([join, "9", "realtime:a", "phx_reply", { "status": "ok", "response": {} }]);
    assert_eq!(page.hears().await, left);
    assert_eq!(
        page.hears().await,
        json!([join, join, "realtime:a", "phx_close", {}])
    );
    app.subscribes(ada.id, "active").await;
    assert_eq!(page.hears().await[2], "realtime:b");
    page.beats().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn how_far_the_work_is_is_told_to_its_user_alone_and_at_once() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    app.reports_progress(ada.id, 10).await;
    app.reports_progress(ada.id, 40).await;
    app.reports_progress(bob.id, 99).await;
    let mut page = app.page().await;
    let topic = progress_of(ada.id);
    let upper_case = progress_of(ada.id)
        .to_uppercase()
        .replace("REALTIME:PROGRESS_", "realtime:progress_");

    for foreign in [
        &topic,
        &upper_case,
        &progress_of(Uuid::nil()),
        "realtime:progress_",
        "realtime:progress_%",
    ] {
        let reason = page.is_refused(foreign, json!([]), Some(&bob.token)).await;
        assert!(reason.starts_with("Unauthorized: "), "{reason}");
    }
    let (_, reply) = page.joins(&topic, json!([]), Some(&ada.token)).await;

    let expected = json!({ "status": "ok", "response": { "postgres_changes": [] } });
    assert_eq!(reply, expected);
    let shown = |percent: u32| {
        let payload = json!({ "job": "discovery", "percent": percent });
        json!([null, null, topic, "broadcast", { "type": "broadcast", "event": "progress", "payload": payload }])
    };
    assert_eq!(page.hears().await, shown(40));
    app.reports_progress(bob.id, 100).await;
    app.reports_progress(ada.id, 60).await;
    assert_eq!(page.hears().await, shown(60));
    page.beats().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_right_key_there_is_no_socket() {
    let app = TestApp::start().await;
    let refusal = async |query: &str| match Page::try_open(&app.url(), query).await {
        Err(Error::Http(response)) => {
            let body = response.body().clone().unwrap_or_default();
            let body: Value = serde_json::from_slice(&body).unwrap();
            (
                response.status().as_u16(),
                body["message"].as_str().unwrap().to_owned(),
            )
        }
        other => panic!("the handshake was to be refused: {:?}", other.map(|_| ())),
    };

    let missing = (401, "No API key found in request".to_owned());
    let wrong = (401, "Invalid API key".to_owned());
    assert_eq!(refusal("vsn=2.0.0").await, missing);
    assert_eq!(refusal("apikey=&vsn=2.0.0").await, missing);
    assert_eq!(refusal("apikey=sb_publishable_x&vsn=2.0.0").await, wrong);
    assert_eq!(
        refusal(&format!("apikey={}&vsn=3.0.0", app.anon_key()))
            .await
            .0,
        400
    );
    let path = format!("/realtime/v1/websocket?apikey={}", app.anon_key());
    assert_eq!(app.visitor().asks(&path).await.status.as_u16(), 426);
    assert_eq!(
        app.visitor()
            .asks("/realtime/v1/websocket")
            .await
            .status
            .as_u16(),
        401
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_committed_before_a_join_is_not_told_after_it() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let mut page = app.page().await;
    // Written without a wake: the process reads it together with the next event.
    let payload = json!({
        "table": "subscriptions", "old": null,
        "new": { "id": Uuid::now_v7(), "user_id": ada.id, "status": "pending" },
    });
    let sql =
        "insert into live_events (owner_id, topic, payload, created_at) values ($1, $2, $3, $4)";
    let row = args![ada.id, "rows", payload, app.clock.real()];
    app.db().run(sql, row).await.unwrap();

    page.has_joined("realtime:a", everything(), &ada.token)
        .await;
    app.subscribes(ada.id, "active").await;

    assert_eq!(page.hears_status().await.0, "active");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_written_before_a_join_and_committed_after_it_is_told() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let mut page = app.page().await;
    let mut tx = app.db().begin().await.unwrap();
    let change = inserted(ada.id, "active");
    live::record(&mut tx, &app.clock, change).await.unwrap();

    page.has_joined("realtime:a", everything(), &ada.token)
        .await;
    tx.commit().await.unwrap();

    assert_eq!(page.hears_status().await.0, "active");
}
