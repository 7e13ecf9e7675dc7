//! The list, its filters and orders, its numbers, and what its owner decides.

use chrono::TimeDelta;
use platform::db::args;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{id_of, samples, titles};
use crate::kit::{Person, TestApp};

/// Somebody with the eight samples, four of them unread.
async fn ada(app: &TestApp) -> Person {
    let ada = app.person("ada").await;
    samples::add(app, &ada).await;
    ada
}

fn times(mentions: &[Value]) -> Vec<&str> {
    let times = mentions
        .iter()
        .map(|it| it["reddit_created_at"].as_str().unwrap());
    times.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn unread_ones_come_first_then_the_newest_unless_another_order_is_asked_for() {
    let app = TestApp::start().await;
    let ada = ada(&app).await;

    let usual = ada.mentions("").await;
    let reads: Vec<bool> = usual
        .iter()
        .map(|it| it["is_read"].as_bool().unwrap())
        .collect();
    assert_eq!(reads, [false, false, false, false, true, true, true, true]);
    assert!(times(&usual[..4]).is_sorted_by(|one, other| one >= other));

    ada.posts(
        "/api/mentions/mark-read",
        &json!({ "mentionIds": [id_of(&usual[0])] }),
    )
    .await;
    let newest = ada
        .mentions("sortBy=reddit_created_at&sortOrder=desc")
        .await;
    assert!(times(&newest).is_sorted_by(|one, other| one >= other));
    let oldest = ada.mentions("sortBy=reddit_created_at&sortOrder=asc").await;
    assert!(times(&oldest).is_sorted());
    let popular = ada.mentions("sortBy=post_score").await;
    assert!(popular.is_sorted_by_key(|it| -it["post_score"].as_i64().unwrap()));
    for refused in [
        "sortBy=author",
        "limit=0",
        "sentiment=angry",
        "intent=x",
        "showRejected=si",
    ] {
        let reply = ada.gets(&format!("/api/mentions?{refused}")).await;
        assert_eq!(reply.status, 400, "{refused}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn words_are_looked_for_in_title_subreddit_author_term_and_content() {
    let app = TestApp::start().await;
    let ada = ada(&app).await;

    for (query, count) in [
        ("SPREADSHEETS", 1),
        ("webdev", 1),
        ("bootstrap_bea", 1),
        ("paperlark", 8),
        ("junk folder", 1),
        ("100%25", 0),
        ("bootstrapXbea", 0),
        ("nowhere", 0),
    ] {
        let list = ada.mention_list(&format!("q={query}")).await;
        assert_eq!(list["total"], count, "{query}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_have_a_size_a_total_and_the_unread_and_do_not_shift_while_one_reads() {
    let app = TestApp::start().await;
    let ada = ada(&app).await;

    let first = ada.mention_list("limit=3").await;
    let shown = first["mentions"].as_array().unwrap();
    assert_eq!(
        (&first["total"], &first["unread"], &first["hasMore"]),
        (&json!(8), &json!(4), &json!(true))
    );
    app.clock.advance(TimeDelta::seconds(5));
    let ids: Vec<&str> = shown.iter().map(id_of).collect();
    ada.posts("/api/mentions/mark-read", &json!({ "mentionIds": ids }))
        .await;
    let as_of = first["asOf"].as_str().unwrap().replace('+', "%2B");
    let second = ada
        .mentions(&format!("limit=3&offset=3&asOf={as_of}"))
        .await;
    let third = ada
        .mention_list(&format!("limit=3&offset=6&asOf={as_of}"))
        .await;

    let last = third["mentions"].as_array().unwrap();
    let mut all: Vec<&str> = shown.iter().chain(&second).chain(last).map(id_of).collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!((all.len(), &third["hasMore"]), (8, &json!(false)));
}

#[tokio::test(flavor = "multi_thread")]
async fn some_or_all_are_marked_as_read_and_those_of_others_are_not_found() {
    let app = TestApp::start().await;
    let ada = ada(&app).await;
    let bob = app.person("bob").await;
    let unread = ada.mentions("unreadOnly=true").await;
    let path = "/api/mentions/mark-read";
    assert_eq!(unread.len(), 4);

    let foreign = bob
        .posts(path, &json!({ "mentionIds": [id_of(&unread[0])] }))
        .await;
    let nothing = ada.posts(path, &json!({ "mentionIds": [] })).await;
    let one = ada
        .posts(
            path,
            &json!({ "mentionIds": [id_of(&unread[0]), Uuid::nil()] }),
        )
        .await;
    let again = ada
        .posts(path, &json!({ "mentionIds": [id_of(&unread[0])] }))
        .await;
    assert_eq!(ada.mention_stats().await["unread"], 3);
    let all = ada.posts(path, &json!({ "all": true })).await;

    foreign.refuses(404, "This mention does not exist.");
    assert_eq!(nothing.status, 400);
    assert_eq!(
        (one.json()["marked"].clone(), again.json()["marked"].clone()),
        (json!(1), json!(0))
    );
    assert_eq!(all.json()["marked"], 3);
    assert_eq!(ada.mention_list("unreadOnly=true").await["total"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn all_are_those_that_the_shown_list_has() {
    let app = TestApp::start().await;
    let ada = ada(&app).await;
    let before = app.clock.now() - TimeDelta::seconds(1);
    let shown = ada.mention_list("").await;
    let path = "/api/mentions/mark-read";

    let earlier = ada
        .posts(path, &json!({ "all": true, "asOf": before }))
        .await;
    let all = ada
        .posts(path, &json!({ "all": true, "asOf": shown["asOf"] }))
        .await;

    assert_eq!(
        (
            earlier.json()["marked"].clone(),
            all.json()["marked"].clone()
        ),
        (json!(0), json!(4))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mention_is_rejected_with_a_reason_and_restored() {
    let app = TestApp::start().await;
    let ada = ada(&app).await;
    let bob = app.person("bob").await;
    let mention = ada.mentions("q=birding").await.remove(0);
    let id = id_of(&mention);

    let without = ada.rejects_mention(id, "  ").await;
    without.refuses(400, "Please provide a reason for rejecting this mention.");
    let foreign = bob.rejects_mention(id, "mine").await;
    foreign.refuses(404, "This mention does not exist.");
    let rejected = ada.rejects_mention(id, " Folded birds ").await;
    assert_eq!(rejected.json(), json!({ "success": true, "error": null }));

    let shown = ada.mentions("showRejected=true").await;
    assert_eq!(titles(&shown), titles(std::slice::from_ref(&mention)));
    assert_eq!(shown[0]["rejected_reason"], "Folded birds");
    let stats = ada.mention_stats().await;
    assert_eq!(
        (&stats["total"], &stats["rejected"]),
        (&json!(7), &json!(1))
    );
    assert_eq!(ada.mention_list("").await["total"], 7);

    bob.restores_mention(id)
        .await
        .refuses(404, "This mention does not exist.");
    assert_eq!(ada.restores_mention(id).await.status, 200);
    assert_eq!(ada.mention_stats().await["total"], 8);
}

#[tokio::test(flavor = "multi_thread")]
async fn stats_count_each_of_ninety_days() {
    let app = TestApp::start().await;
    let ada = ada(&app).await;

    let stats = ada.mention_stats().await;

    let numbers = [
        "total", "unread", "rejected", "positive", "negative", "neutral",
    ];
    let counted = numbers.map(|name| stats[name].as_i64().unwrap());
    assert_eq!(counted, [8, 4, 0, 3, 2, 2]);
    let days = stats["days"].as_array().unwrap();
    assert_eq!(days.len(), 90);
    assert_eq!(
        (&days[0]["day"], &days[89]["day"]),
        (&json!("2026-08-18"), &json!("2026-11-15"))
    );
    let sum: i64 = days.iter().map(|day| day["count"].as_i64().unwrap()).sum();
    assert_eq!(sum, 8);
    let today =
        json!({ "day": "2026-11-15", "count": 2, "positive": 1, "negative": 1, "neutral": 0 });
    assert_eq!(days[89], today);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_for_spreadsheets_has_what_is_listed_and_no_formulas() {
    let app = TestApp::start().await;
    let ada = ada(&app).await;
    let sql = "update brand_mentions set post_title = '=HYPERLINK(1)' where subreddit = 'birding'";
    app.db().run(sql, args![]).await.unwrap();

    let reply = ada.gets("/api/mentions.csv?q=birding").await;

    assert_eq!(reply.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(
        reply.header("content-disposition"),
        "attachment; filename=\"earshot-mentions.csv\""
    );
    let lines: Vec<&str> = reply.body.split("\r\n").collect();
    assert!(
        lines[0].contains("post_title,subreddit,author"),
        "{}",
        lines[0]
    );
    assert!(
        lines[1].starts_with("\"'=HYPERLINK(1)\",birding,"),
        "{}",
        lines[1]
    );
    assert_eq!(lines.len(), 3, "{}", reply.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_sentiment_is_one_call_counted_and_taken_back() {
    let app = TestApp::start().await;
    let nora = ada(&app).await;
    let before = nora.mention_list("").await["mentions"].clone();
    let path = format!(
        "/api/mentions/{}/feedback",
        before[0]["id"].as_str().unwrap()
    );
    let counted = app.feedback_count("sentiment").await;

    let wrong = nora.puts(&path, &json!({ "isWrong": true })).await.json();
    let marked = nora.mention_list("").await["mentions"].clone();
    let right = nora.puts(&path, &json!({ "isWrong": false })).await.json();

    assert_eq!(before[0]["feedback"], Value::Null);
    assert_eq!(
        (&wrong["feedback"], &marked[0]["feedback"]),
        (&json!("wrong"), &json!("wrong"))
    );
    assert_eq!(right["feedback"], Value::Null);
    assert_eq!(nora.mention_list("").await["mentions"], before);
    assert!(app.feedback_count("sentiment").await > counted);
}
