//! What a page is told: everything that happens to its user's rows, and nothing else.

use chrono::TimeDelta;
use platform::db::args;
use platform::live::{self, RowChange};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use uuid::Uuid;

use super::page::progress_of;
use super::{changes_subscription, everything, inserted, own_subscription};
use crate::kit::{TestApp, TestPlace};

#[tokio::test(flavor = "multi_thread")]
async fn an_insert_an_update_and_a_delete_arrive_as_the_stock_client_reads_them() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let mut page = app.page_of(&ada).await;
    let row = json!({
        "id": Uuid::now_v7(), "user_id": ada.id, "status": "active", "plan_id": "pro",
        "stripe_subscription_id": null, "current_period_end": "2026-12-15T12:00:00+00:00",
        "created_at": "2026-11-15T12:00:00+00:00", "updated_at": "2026-11-15T12:00:00+00:00",
    });
    let key = json!({ "id": row["id"] });
    let kind = |name: &str, kind: &str| json!({ "name": name, "type": kind });
    let frame = |changes: Value| {
        let mut data = json!({
            "schema": "public", "table": "subscriptions",
            "commit_timestamp": "2026-11-15T12:00:00.000Z", "errors": null,
            "columns": [
                kind("id", "uuid"), kind("user_id", "uuid"), kind("status", "text"), kind("plan_id", "text"),
                kind("stripe_subscription_id", "text"), kind("current_period_end", "timestamptz"),
                kind("created_at", "timestamptz"), kind("updated_at", "timestamptz"),
            ],
        });
        data.as_object_mut()
            .unwrap()
            .append(&mut changes.as_object().unwrap().clone());
        json!([null, null, "realtime:mine", "postgres_changes", { "ids": [1], "data": data }])
    };

    for (new, old, expected) in [
        (Some(&row), None, json!({ "type": "INSERT", "record": row })),
        (
            Some(&row),
            Some(&key),
            json!({ "type": "UPDATE", "record": row, "old_record": key }),
        ),
        (
            None,
            Some(&key),
            json!({ "type": "DELETE", "old_record": key }),
        ),
    ] {
        let change = RowChange {
            table: "subscriptions",
            owner_id: ada.id,
            new: new.cloned(),
            old: old.cloned(),
        };
        changes_subscription(app.db(), &app.clock, change).await;

        assert_eq!(page.hears().await, frame(expected));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_hears_of_the_rows_of_others_whatever_they_ask_for() {
    let app = TestApp::start().await;
    let (ada, eve) = (app.person("ada").await, app.person("eve").await);
    let mut page = app.page().await;
    let wishes = [
        everything(),
        own_subscription(ada.id),
        json!([{ "event": "*", "schema": "public" }]),
        json!([{ "event": "DELETE", "schema": "public", "table": "subscriptions" }]),
        json!([{ "event": "*", "schema": "public", "table": "subscriptions", "filter": format!("user_id=neq.{}", eve.id) }]),
    ];
    for (number, wish) in wishes.into_iter().enumerate() {
        let topic = format!("realtime:subscription_status_{}_{number}", ada.id);
        page.has_joined(&topic, wish, &eve.token).await;
    }

    let row = app.subscribes(ada.id, "active").await;
    let key = json!({ "id": row["id"], "user_id": eve.id });
    for (new, old) in [(Some(row.clone()), Some(key.clone())), (None, Some(key))] {
        let change = RowChange {
            table: "subscriptions",
            owner_id: ada.id,
            new,
            old,
        };
        changes_subscription(app.db(), &app.clock, change).await;
    }
    app.subscribes(eve.id, "trialing").await;

    // Two of the wishes hold for Eve's own insert, and that is the first thing she hears.
    for expected in ["_0", "_2"] {
        let frame = page.hears().await;
        assert!(frame[2].as_str().unwrap().ends_with(expected), "{frame}");
        assert_eq!(frame[4]["data"]["record"]["user_id"], json!(eve.id));
    }
    page.beats().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_users_on_one_socket_hear_each_of_their_own() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let mut page = app.page().await;
    page.has_joined("realtime:ada", everything(), &ada.token)
        .await;
    page.has_joined("realtime:bob", everything(), &bob.token)
        .await;

    for (owner, topic) in [(&ada, "realtime:ada"), (&bob, "realtime:bob")] {
        app.subscribes(owner.id, "active").await;
        assert_eq!(page.hears().await[2], topic);
        page.beats().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_hears_of_what_it_asked_for_and_which_of_its_wishes_it_was() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let mut page = app.page().await;
    let on = |event: &str, filter: &str| json!({ "event": event, "schema": "public", "table": "subscriptions", "filter": filter });
    let wishes = json!([
        on("INSERT", "status=eq.active"),
        on("*", "status=in.(active,trialing)"),
        on("UPDATE", "status=eq.active"),
        { "event": "INSERT", "schema": "public", "table": "companies" },
    ]);
    let (_, ids) = page.has_joined("realtime:a", wishes, &ada.token).await;

    for status in ["cancelled", "trialing", "active"] {
        app.subscribes(ada.id, status).await;
    }

    assert_eq!(
        page.hears_status().await,
        ("trialing".to_owned(), vec![ids[1]])
    );
    assert_eq!(
        page.hears_status().await,
        ("active".to_owned(), vec![ids[0], ids[1]])
    );
    page.beats().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn columns_and_tables_that_no_client_may_know_are_not_told() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let mut page = app.page().await;
    page.has_joined("realtime:a", everything(), &ada.token)
        .await;
    let mut secret = inserted(ada.id, "active");
    secret.table = "refresh_tokens";
    let mut known = inserted(ada.id, "active");
    known.new.as_mut().unwrap()["internal"] = json!("secret");

    changes_subscription(app.db(), &app.clock, secret).await;
    changes_subscription(app.db(), &app.clock, known).await;

    let data = page.hears().await[4]["data"].clone();
    assert_eq!(data["table"], "subscriptions");
    assert!(data["record"].get("status").is_some());
    assert!(data["record"].get("internal").is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_that_was_undone_is_never_told() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let mut page = app.page_of(&ada).await;

    let mut undone = app.db().begin().await.unwrap();
    live::record(&mut undone, &app.clock, inserted(ada.id, "cancelled"))
        .await
        .unwrap();
    drop(undone);
    app.subscribes(ada.id, "active").await;

    assert_eq!(page.hears_status().await.0, "active");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_changes_of_one_transaction_all_arrive_and_in_order() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let mut page = app.page_of(&ada).await;

    let mut tx = app.db().begin().await.unwrap();
    for number in 0..1001 {
        let change = inserted(ada.id, &number.to_string());
        live::record(&mut tx, &app.clock, change).await.unwrap();
    }
    tx.commit().await.unwrap();

    for number in 0..1001 {
        assert_eq!(page.hears_status().await.0, number.to_string());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_that_becomes_visible_after_a_later_one_is_told_too() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let mut page = app.page_of(&ada).await;
    let mut early = app.db().begin().await.unwrap();
    live::record(&mut early, &app.clock, inserted(ada.id, "early"))
        .await
        .unwrap();
    // SQLite has one writer: there nothing can come in between, and the order is that of the log.
    if TestPlace::engine_name() == "sqlite" {
        early.commit().await.unwrap();
        app.subscribes(ada.id, "late").await;
        assert_eq!(page.hears_status().await.0, "early");
        assert_eq!(page.hears_status().await.0, "late");
        return;
    }

    app.subscribes(ada.id, "late").await;
    assert_eq!(page.hears_status().await.0, "late");
    early.commit().await.unwrap();

    assert_eq!(page.hears_status().await.0, "early");
    page.beats().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_that_was_under_way_when_the_server_started_is_told_too() {
    let place = TestPlace::fresh().await;
    let db = place.open().await;
    let writer = TestApp::start_at(place, &[]).await;
    let ada = writer.person("ada").await;
    writer.subscribes(ada.id, "before").await;
    if TestPlace::engine_name() == "sqlite" {
        let mut page = writer.page_of(&ada).await;
        changes_subscription(&db, &writer.clock, inserted(ada.id, "under way")).await;
        assert_eq!(page.hears_status().await.0, "under way");
        return;
    }

    let mut under_way = db.begin().await.unwrap();
    live::record(&mut under_way, &writer.clock, inserted(ada.id, "under way"))
        .await
        .unwrap();
    writer.subscribes(ada.id, "later, but committed").await;
    let second = crate::kit::settings_for(&writer.place, &[]);
    let second =
        earshot::server::Server::start(second, writer.clock.clone(), crate::kit::metrics())
            .await
            .unwrap();
    let mut page =
        super::page::Page::open(&format!("http://{}", second.address), &writer.anon_key()).await;
    page.has_joined("realtime:mine", everything(), &ada.token)
        .await;
    under_way.commit().await.unwrap();

    assert_eq!(page.hears_status().await.0, "under way");
    second.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_can_publish_nothing() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let topic = progress_of(ada.id);
    let (mut page, mut other) = (app.page().await, app.page().await);
    page.joins(&topic, json!([]), Some(&ada.token)).await;
    other.joins(&topic, json!([]), Some(&ada.token)).await;

    let forged = json!({ "type": "broadcast", "event": "progress", "payload": { "percent": 100 } });
    page.sends(json!(["6", "7", topic, "broadcast", forged]))
        .await;
    page.sends(json!(["6", "8", topic, "presence", { "type": "presence", "event": "track" }]))
        .await;
    page.sends(json!(["6", "9", topic, "postgres_changes", { "ids": [1], "data": {} }]))
        .await;
    page.transmits(Message::binary(vec![0; 64])).await;
    page.beats().await;
    app.reports_progress(ada.id, 10).await;

    for page in [&mut page, &mut other] {
        assert_eq!(page.hears().await[4]["payload"]["percent"], 10);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn old_events_are_forgotten_but_the_last_known_state_stays_for_a_day() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    app.subscribes(ada.id, "active").await;
    app.reports_progress(ada.id, 10).await;
    app.reports_progress(ada.id, 40).await;
    app.clock.advance(TimeDelta::minutes(9));
    app.subscribes(ada.id, "cancelled").await;
    let kept = async || -> Vec<String> {
        let sql = "select topic from live_events where owner_id = $1 order by id";
        let rows: Vec<(String,)> = app.db().all(sql, args![ada.id]).await.unwrap();
        rows.into_iter().map(|(topic,)| topic).collect()
    };

    live::forget_old(app.db(), &app.clock).await.unwrap();
    assert_eq!(kept().await, ["rows", "progress", "progress", "rows"]);
    app.clock.advance(TimeDelta::minutes(2));
    live::forget_old(app.db(), &app.clock).await.unwrap();
    assert_eq!(kept().await, ["progress", "rows"]);

    let mut page = app.page().await;
    page.joins(&progress_of(ada.id), json!([]), Some(&ada.token))
        .await;
    assert_eq!(page.hears().await[4]["payload"]["percent"], 40);
    app.lets_pass(TimeDelta::days(1)).await;
    assert!(kept().await.is_empty());
}
