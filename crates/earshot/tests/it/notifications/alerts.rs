//! Instant alerts: within minutes, grouped, never in quiet hours, and each thread once.

use super::*;

/// Long enough for an alert to be written after something was found.
const SOON: TimeDelta = TimeDelta::minutes(4);

async fn alerted(app: &TestApp, name: &str) -> Person {
    let person = app.reader(name, Plan::Starter).await;
    let taken = person.prefers(json!({ "frequency": "instant" })).await;
    assert_eq!(taken.status, 200, "{}", taken.body);
    app.clock.advance(TimeDelta::seconds(1));
    person
}

async fn finds_lead(
    app: &TestApp,
    owner: &Person,
    (id, title): (&str, &str),
    relevance: i64,
) -> Uuid {
    let post = Post {
        reddit_id: id,
        title,
        relevance,
        ..Post::default()
    };
    let id = finds(app, owner, post).await;
    are_found(app, owner).await;
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lead_at_the_line_is_announced_within_minutes_and_one_below_it_is_not() {
    let app = TestApp::start().await;
    let ada = alerted(&app, "ada").await;
    finds_lead(&app, &ada, ("sample_1", "Clients pay late"), 70).await;
    finds_lead(&app, &ada, ("sample_2", "Just curious"), 69).await;

    app.lets_pass(SOON).await;

    let mail = app.only_mail_to(&ada).await;
    assert_eq!(mail["subject"], "r/freelance: “Clients pay late”");
    let text = mail["text"].as_str().unwrap();
    assert!(
        text.contains("Match 70") && text.contains("2 days ago"),
        "{text}"
    );
    assert!(!text.contains("Just curious"), "{text}");
    assert_eq!(ada.preferences().await["next_digest_at"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_found_together_is_one_mail_and_the_next_waits_fifteen_minutes() {
    let app = TestApp::start().await;
    let ada = alerted(&app, "ada").await;
    for (id, title, relevance) in [
        ("sample_1", "Second", 80),
        ("sample_2", "First", 90),
        ("sample_3", "Third", 75),
        ("sample_4", "Fourth", 72),
    ] {
        finds_lead(&app, &ada, (id, title), relevance).await;
    }
    app.lets_pass(SOON).await;
    finds_lead(&app, &ada, ("sample_5", "Fifth"), 95).await;
    app.lets_pass(TimeDelta::minutes(9)).await;
    let meanwhile = app.subjects_to(&ada).await;
    app.lets_pass(TimeDelta::minutes(7)).await;

    assert_eq!(meanwhile, ["r/freelance: “First”"]);
    assert_eq!(
        app.subjects_to(&ada).await,
        ["r/freelance: “First”", "r/freelance: “Fifth”"]
    );
    let mails = app.visitor().reads_mail_to(&ada.email).await;
    let text = mails[1]["text"].as_str().unwrap();
    assert!(
        text.contains("Second") && text.contains("+2 more in Earshot"),
        "{text}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_comes_up_in_quiet_hours_is_sent_together_when_they_end() {
    let app = TestApp::start().await;
    let ada = alerted(&app, "ada").await;
    // Sunday noon in London is one o'clock in Berlin.
    let quiet = json!({
        "quiet_hours_enabled": true, "quiet_from": "12:30", "quiet_until": "15:00",
        "time_zone": "Europe/Berlin",
    });
    ada.prefers(quiet).await;
    finds_lead(&app, &ada, ("sample_1", "At lunch"), 80).await;
    app.lets_pass(SOON).await;
    finds_lead(&app, &ada, ("sample_2", "At coffee"), 90).await;
    app.lets_pass(TimeDelta::minutes(100)).await;
    let during = app.subjects_to(&ada).await;

    app.lets_pass(TimeDelta::minutes(20)).await;

    assert_eq!(during, Vec::<String>::new());
    assert_eq!(app.subjects_to(&ada).await, ["r/freelance: “At coffee”"]);
    let mail = app.only_mail_to(&ada).await;
    assert!(mail["text"].as_str().unwrap().contains("At lunch"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_negative_mention_is_announced_and_others_are_for_the_list() {
    let app = TestApp::start().await;
    let ada = alerted(&app, "ada").await;
    for (id, title, leaning) in [
        ("sample_1", "Paperlark lost my invoices", "negative"),
        ("sample_2", "Paperlark is fine", "positive"),
        ("sample_3", "Paperlark or not", "neutral"),
    ] {
        finds_mention(&app, &ada, (id, id), (title, leaning)).await;
    }
    are_found(&app, &ada).await;

    app.lets_pass(SOON).await;

    let mail = app.only_mail_to(&ada).await;
    assert_eq!(
        mail["subject"],
        "Negative mention in r/smallbusiness: “Paperlark lost my invoices”"
    );
    let text = mail["text"].as_str().unwrap();
    assert!(!text.contains("Paperlark is fine") && !text.contains("Paperlark or not"));
}

#[tokio::test(flavor = "multi_thread")]
async fn leads_and_mentions_are_switched_apart() {
    let app = TestApp::start().await;
    let (leads, mentions) = (alerted(&app, "ada").await, alerted(&app, "ben").await);
    leads.prefers(json!({ "mention_alerts": false })).await;
    mentions.prefers(json!({ "lead_alerts": false })).await;
    for person in [&leads, &mentions] {
        finds(&app, person, Post::default()).await;
        finds_mention(
            &app,
            person,
            ("sample_m", "sample_m"),
            ("Bad luck", "negative"),
        )
        .await;
        are_found(&app, person).await;
    }

    app.lets_pass(SOON).await;

    let of_leads = app.only_mail_to(&leads).await;
    let of_mentions = app.only_mail_to(&mentions).await;
    assert_eq!(
        of_leads["subject"],
        "r/freelance: “Clients keep paying late”"
    );
    assert!(!of_leads["text"].as_str().unwrap().contains("Bad luck"));
    assert_eq!(
        of_mentions["subject"],
        "Negative mention in r/smallbusiness: “Bad luck”"
    );
    assert!(
        !of_mentions["text"]
            .as_str()
            .unwrap()
            .contains("paying late")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_is_announced_once_however_much_is_said_in_it() {
    let app = TestApp::start().await;
    let ada = alerted(&app, "ada").await;
    for (comment, title) in [("sample_c1", "First rant"), ("sample_c2", "Second rant")] {
        finds_mention(&app, &ada, (comment, "sample_t"), (title, "negative")).await;
        app.clock.advance(TimeDelta::seconds(1));
    }
    are_found(&app, &ada).await;
    app.lets_pass(SOON).await;
    finds_mention(
        &app,
        &ada,
        ("sample_c3", "sample_t"),
        ("Third rant", "negative"),
    )
    .await;
    are_found(&app, &ada).await;

    app.lets_pass(TimeDelta::hours(1)).await;

    let mail = app.only_mail_to(&ada).await;
    let text = mail["text"].as_str().unwrap();
    assert_eq!(text.matches("rant").count(), 1, "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_rejected_or_answered_before_the_mail_goes_out_is_taken_out_of_it() {
    let app = TestApp::start().await;
    // The sandbox defers every mail to this name.
    let ada = alerted(&app, "busy").await;
    let rejected = finds_lead(&app, &ada, ("sample_1", "Not for us"), 90).await;
    let answered = finds_lead(&app, &ada, ("sample_2", "Answered by now"), 85).await;
    finds_lead(&app, &ada, ("sample_3", "Still open"), 80).await;
    app.lets_pass(SOON).await;
    let waiting = "select subject, html, text from outbox_mails where sent_at is null";
    let (subject, ..): (String, String, String) = app.db().one(waiting, args![]).await.unwrap();
    assert_eq!(subject, "r/freelance: “Not for us”");

    let reason = json!({ "reason": "Not for us" });
    ada.posts(&format!("/api/reddit-posts/{rejected}/reject"), &reason)
        .await;
    let state = json!({ "state": "answered" });
    ada.patches(&format!("/api/reddit-posts/{answered}/state"), &state)
        .await;

    let (subject, html, text): (String, String, String) =
        app.db().one(waiting, args![]).await.unwrap();
    assert_eq!(subject, "r/freelance: “Still open”");
    for half in [html, text] {
        assert!(half.contains("Still open"));
        assert!(
            !half.contains("Not for us") && !half.contains("Answered by now"),
            "{half}"
        );
    }
    app.gives_up_mails().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unsent_alert_of_nothing_but_rejected_leads_is_withdrawn() {
    let app = TestApp::start().await;
    let ada = alerted(&app, "busy").await;
    let id = finds_lead(&app, &ada, ("sample_1", "Not for us"), 90).await;
    app.lets_pass(SOON).await;

    let changes = json!({ "changes": [{ "id": id, "state": "rejected", "reason": "Spam" }] });
    ada.patches("/api/reddit-posts/states", &changes).await;

    let sql = "select cast(count(*) as bigint) from outbox_mails";
    let (left,): (i64,) = app.db().one(sql, args![]).await.unwrap();
    assert_eq!(left, 0);
    app.gives_up_mails().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn choosing_instant_alerts_announces_nothing_from_before() {
    let app = TestApp::start().await;
    let ada = app.reader("ada", Plan::Starter).await;
    finds(&app, &ada, Post::default()).await;
    app.clock.advance(TimeDelta::minutes(5));
    ada.prefers(json!({ "frequency": "instant" })).await;
    app.clock.advance(TimeDelta::seconds(1));
    finds_lead(&app, &ada, ("sample_2", "Found afterwards"), 90).await;

    app.lets_pass(SOON).await;

    let mail = app.only_mail_to(&ada).await;
    assert!(
        !mail["text"].as_str().unwrap().contains("paying late"),
        "{mail}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_of_settings_does_not_lose_an_alert_that_waits() {
    let app = TestApp::start().await;
    let ada = alerted(&app, "ada").await;
    finds_lead(&app, &ada, ("sample_1", "Clients pay late"), 90).await;

    ada.prefers(json!({ "minimum_match": 80, "time_zone": "Europe/Berlin" }))
        .await;
    app.lets_pass(SOON).await;

    assert_eq!(
        app.subjects_to(&ada).await,
        ["r/freelance: “Clients pay late”"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scan_of_the_sample_company_alerts_its_owner() {
    let app = TestApp::start().await;
    let ada = alerted(&app, "ada").await;
    ada.prefers(json!({ "minimum_match": 40 })).await;
    ada.posts("/api/keywords", &json!({ "keyword": "late invoices" }))
        .await;

    let found = app
        .working_meanwhile(ada.posts("/api/reddit-discovery", &json!({})))
        .await;
    assert!(
        found.json()["newPostsCount"].as_i64().unwrap() > 0,
        "{}",
        found.body
    );
    app.lets_pass(SOON).await;

    let mail = app.only_mail_to(&ada).await;
    let text = mail["text"].as_str().unwrap();
    assert!(
        text.contains("Match ") && text.contains("Why now: "),
        "{text}"
    );
}
