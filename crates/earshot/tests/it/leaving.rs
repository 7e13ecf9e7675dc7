//! Leaving: people take their data with them, and nothing of them stays.

mod last_mail;
mod traces;

use earshot::lifecycle::Lifecycle;
use std::collections::BTreeMap;
use std::time::Duration;

use chrono::TimeDelta;
use earshot::lifecycle;
use platform::budget::{Budget, DailyTokens};
use platform::db::args;
use platform::rate_limit::{Limit, take};
use providers::llm::RequestKind;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::timeout;
use uuid::Uuid;

use crate::kit::{Person, Reply, TestApp, eventually, letter};
use traces::{left_in_product, traces};

/// Everything that every room and the floor keep about somebody.
async fn lives_here(app: &TestApp, person: &Person) {
    let clock = &app.app().clock;
    let create = json!({ "user_id": person.id });
    person
        .posts("/rest/v1/rpc/create_profile_for_confirmed_user", &create)
        .await;
    let welcome = json!({ "email": person.email, "name": "", "userId": person.id });
    person
        .posts("/api/auth/signup-notification", &welcome)
        .await;
    app.works_off_jobs().await;
    let recover = json!({ "email": person.email });
    person.posts("/auth/v1/recover", &recover).await;
    let new_email = json!({ "email": format!("new.{}", person.email) });
    person.puts("/auth/v1/user", &new_email).await;
    app.works_off_jobs().await;
    let plan = json!({ "plan": "pro" });
    person.posts("/sandbox/subscribe", &plan).await;
    app.works_off_jobs().await;
    let mut tx = app.db().begin().await.unwrap();
    lifecycle::fill(&mut tx, clock, person.id).await.unwrap();
    tx.commit().await.unwrap();
    app.works_off_jobs().await;
    let mut tx = app.db().begin().await.unwrap();
    let active = Some(billing::Status::Active);
    billing::set_subscription(&mut tx, clock, &Lifecycle, person.id, active, None)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let wish = json!({ "postData": { "id": "t3_elk001", "title": "Which invoicing tool?" } });
    let drafting = person.posts("/api/ai-comment/generate", &wish);
    assert_eq!(app.working_meanwhile(drafting).await.status, 200);
    let mut tx = app.db().begin().await.unwrap();
    // A mail that is still on its way.
    app.app()
        .outbox
        .post(&mut tx, letter(&person.email, "late"))
        .await
        .unwrap();
    let guesses = format!("sign-in of {} known from 203.0.113.7", person.email);
    let limit = Limit::new(10, TimeDelta::hours(1));
    take(&mut tx, &guesses, limit, clock.real())
        .await
        .unwrap()
        .unwrap();
    tx.commit().await.unwrap();
    let filtering = json!({ "excludedWords": ["giveaway"] });
    person.posts("/api/mentions/ai-settings", &filtering).await;
    person
        .posts("/api/mentions/initialize-terms", &json!({}))
        .await;
    person.gets("/api/mentions").await;
    let unwanted = person.request(Method::DELETE, "/api/keywords/suggestions");
    let unwanted = unwanted.query(&[("keyword", "cheap invoices")]);
    assert_eq!(person.sends(unwanted).await.status, 200);
    let tokens = DailyTokens {
        per_user: 10,
        for_all: 100,
    };
    let budget = Budget::new(app.db().clone(), clock.clone(), tokens);
    let reservation = budget.reserve(person.id, RequestKind::Draft, 10);
    let reservation = reservation.await.unwrap();
    budget.settle(reservation.unwrap(), 10).await.unwrap();
}

async fn deletes(person: &Person, confirm: &str) -> Reply {
    let request = person.request(Method::DELETE, "/api/account");
    person
        .sends(request.json(&json!({ "confirm": confirm })))
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_download_holds_what_every_room_keeps_and_no_secret() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    lives_here(&app, &ada).await;

    let reply = ada.gets("/api/account/export").await;
    app.works_off_jobs().await;

    assert_eq!(
        reply.header("content-disposition"),
        "attachment; filename=\"earshot-my-data.json\""
    );
    assert_eq!(reply.header("content-type"), "application/json");
    let all = reply.json();
    let count = |name: &str| all[name].as_array().unwrap().len();
    assert_eq!(all["user"]["email"], "ada@example.com");
    assert_eq!(all["profile"]["full_name"], "Ada");
    assert_eq!(count("sessions"), 1);
    assert_eq!(
        (
            count("companies"),
            count("keywords"),
            count("subscriptions")
        ),
        (1, 5, 1)
    );
    assert_eq!(count("dismissed_keywords"), 1);
    assert!(count("searches") >= 15 && count("search_runs") >= 15);
    assert!(count("communities") >= 1);
    assert_eq!(count("ai_settings"), 1);
    assert!(count("reddit_posts") >= 5 && count("brand_mentions") > 5);
    assert!(count("brand_terms") > 1);
    assert_eq!(count("scan_runs"), 1);
    assert_eq!(count("notification_preferences"), 1);
    let subjects: Vec<&Value> = all["mails"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mail| &mail["subject"])
        .collect();
    assert_eq!(subjects.len(), 5, "{subjects:?}");
    assert_eq!(subjects[0], "Welcome to Earshot");
    for secret in ["hash", "token", "argon2"] {
        assert!(!reply.body.contains(secret), "{secret}");
    }
    let of_bob = bob.gets("/api/account/export").await.json();
    assert_eq!(
        (&of_bob["profile"], &of_bob["companies"]),
        (&Value::Null, &json!([]))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_account_s_doors_are_for_its_owner() {
    let app = TestApp::start().await;
    let stranger = app.visitor();

    let export = stranger.asks("/api/account/export").await;
    let deletion = stranger.request(Method::DELETE, "/api/account");
    let deletion = stranger
        .sends(deletion.json(&json!({ "confirm": "ada@example.com" })))
        .await;

    export.refuses(401, "Please sign in to continue");
    deletion.refuses(401, "Please sign in to continue");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_own_address_confirms_and_anything_else_deletes_nothing() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;

    for typed in [
        "",
        "delete",
        "bob@example.com",
        "ada@example.com.evil.example",
    ] {
        let reply = deletes(&ada, typed).await;
        reply.refuses(400, "Please type your own email address to confirm.");
    }

    assert_eq!(ada.gets("/api/account/export").await.status.as_u16(), 200);
    assert_eq!(
        deletes(&ada, " Ada@Example.com ").await.json(),
        json!({ "success": true })
    );
    app.lets_pass(TimeDelta::minutes(2)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_somebody_who_left_stays_in_any_table() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    lives_here(&app, &ada).await;
    let before = traces(app.db(), &ada).await;

    let reply = deletes(&ada, &ada.email).await;
    app.works_off_jobs().await;
    app.lets_pass(TimeDelta::minutes(2)).await;

    assert_eq!(reply.json(), json!({ "success": true }));
    // The sandbox's mailbox is the person's own, outside of the product.
    let mails = app.visitor().reads_mail_to(&ada.email).await;
    assert_eq!(mails.len(), 1, "{mails:?}");
    assert_eq!(mails[0]["subject"], "Your Earshot account is deleted");
    let text = mails[0]["text"].as_str().unwrap();
    assert!(text.starts_with("Hi Ada, "), "{text}");
    assert!(text.contains("24 months"), "{text}");
    assert_eq!(left_in_product(&app, &ada).await, BTreeMap::new());
    for expected in [
        "users.id",
        "users.email",
        "users.new_email",
        "profiles.id",
        "profiles.email",
        "sessions.user_id",
        "mail_links.user_id",
        "mail_links.new_email",
        "rate_buckets.name",
        "live_events.owner_id",
        "llm_spending.spender",
        "outbox_mails.lane",
        "outbox_mails.recipient",
        "jobs.lane",
        "sandbox_mails.recipient",
        "subscriptions.user_id",
        "billing_accounts.user_id",
        "companies.user_id",
        "keywords.user_id",
        "dismissed_keywords.user_id",
        "ai_settings.user_id",
        "reddit_posts.user_id",
        "brand_mentions.user_id",
        "brand_terms.user_id",
        "mention_filters.user_id",
        "drafts.user_id",
        "schedules.lane",
        "scan_runs.user_id",
        "notification_preferences.user_id",
    ] {
        assert!(
            before.contains_key(expected),
            "{expected} was empty before; the test shows nothing of it"
        );
    }
    assert!(
        app.visitor()
            .reads_mail_to("new.ada@example.com")
            .await
            .is_empty()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn those_whose_address_only_resembles_it_keep_everything() {
    let app = TestApp::start().await;
    let ada = app.person("a_a").await;
    let others = [app.person("the.a_a").await, app.person("aba").await];
    let mut before = Vec::new();
    for other in &others {
        lives_here(&app, other).await;
        app.works_off_jobs().await;
        before.push(traces(app.db(), other).await);
    }

    deletes(&ada, &ada.email).await;
    app.lets_pass(TimeDelta::minutes(2)).await;

    for (other, before) in others.iter().zip(&before) {
        assert_eq!(traces(app.db(), other).await, *before, "{}", other.email);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_left_is_refused_at_once_and_may_come_back_as_somebody_new() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let elsewhere = app.token_of(ada.id, TimeDelta::hours(1)).await;

    deletes(&ada, &ada.email).await;

    for token in [&ada.token, &elsewhere] {
        let request = app
            .visitor()
            .request(Method::GET, "/api/account/export")
            .bearer_auth(token);
        app.visitor()
            .sends(request)
            .await
            .refuses(401, "Please sign in to continue");
    }
    let again = app.person("ada").await;
    assert_ne!(again.id, ada.id);
    app.lets_pass(TimeDelta::minutes(2)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_under_way_ends_with_401_when_its_account_is_deleted() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    lives_here(&app, &ada).await;
    app.works_off_jobs().await;
    let wish = json!({ "postData": { "id": "t3_elk002", "title": "Which invoicing tool?" } });
    let leaving = async {
        let sql = "select cast(count(*) as bigint) from jobs where kind = $1 and state <> $2";
        eventually("the draft is asked for", async || {
            let unfinished = app.db().one(sql, args!["draft_comment", "done"]).await;
            let (count,): (i64,) = unfinished.unwrap();
            count == 1
        })
        .await;
        deletes(&ada, &ada.email).await
    };

    let drafting = ada.posts("/api/ai-comment/generate", &wish);
    let (draft, left) = tokio::join!(drafting, leaving);

    assert_eq!(left.json(), json!({ "success": true }));
    draft.refuses(401, "Please sign in to continue");
    app.works_off_jobs().await;
    app.lets_pass(TimeDelta::minutes(2)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn open_pages_are_told_that_their_sessions_have_ended() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let mut page = app.app().live.listen(10).unwrap();
    assert!(page.follow(ada.id, 10));

    deletes(&ada, &ada.email).await;

    let events = timeout(Duration::from_secs(10), page.next()).await;
    let events = events.expect("the page is told").unwrap();
    let told = format!("{:?}", events.last().unwrap().news);
    assert!(
        told.contains("sessions") && told.contains("ended"),
        "{told}"
    );
    app.lets_pass(TimeDelta::minutes(2)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn forgetting_nobody_changes_nothing() {
    let app = TestApp::start().await;

    let left = lifecycle::delete_account_data(app.db(), &app.app().clock, Uuid::now_v7()).await;

    assert!(!left.unwrap());
}
