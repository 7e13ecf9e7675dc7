//! What is new since a user's last visit, and what they have read.

use platform::live::{Event, LiveEvent};

use super::*;

/// Writes a post as a discovery does that finds it at this moment.
async fn finds(app: &TestApp, owner: &Person, title: &str, relevance: i64) -> Uuid {
    let (id, now) = (Uuid::now_v7(), app.clock.now());
    let sql = "insert into reddit_posts (id, user_id, reddit_id, title, subreddit, author, created_at, score,
                   comments, permalink, keywords_matched, relevance_score, rejected, found_at, last_seen_at,
                   checked_at, folded, is_new, is_read)
               values ($1, $2, $3, $4, 'freelance', 'bob', $5, 1, 0, 'https://reddit.example/', $6, $7, $8, $9,
                       $9, $9, $10, $11, $8)";
    let arguments = args![
        id,
        owner.id,
        format!("sample_{}", id.simple()),
        title,
        now - TimeDelta::hours(5),
        json!([]),
        relevance,
        false,
        now,
        title.to_lowercase(),
        true
    ];
    app.db().run(sql, arguments).await.unwrap();
    id
}

/// Somebody whose session outlasts the time that tests let pass.
async fn owner(app: &TestApp, name: &str) -> Person {
    let mut person = app.person(name).await;
    person.token = app.token_of(person.id, TimeDelta::days(30)).await;
    person
}

async fn visits(owner: &Person) -> Value {
    let reply = owner.posts("/api/reddit-posts/visit", &json!({})).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.json()
}

async fn unread(owner: &Person) -> Value {
    owner.gets("/api/reddit-posts/unread").await.json()["unread"].clone()
}

async fn list(owner: &Person, query: &str) -> Value {
    owner
        .gets(&format!("/api/reddit-posts?{query}"))
        .await
        .json()
}

fn titles(list: &Value) -> Vec<&str> {
    let posts = list["posts"].as_array().unwrap().iter();
    posts.map(|post| post["title"].as_str().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_found_since_the_last_visit_is_new_and_stands_on_top() {
    let app = TestApp::start().await;
    let ada = owner(&app, "ada").await;
    finds(&app, &ada, "Old and good", 90).await;
    let first = visits(&ada).await;
    assert_eq!(
        (&first["unread"], &first["newSince"]),
        (&json!(1), &Value::Null)
    );
    let left_at = app.clock.now();
    app.clock.advance(TimeDelta::hours(9));
    finds(&app, &ada, "Found overnight", 60).await;
    app.clock.advance(TimeDelta::hours(1));

    let second = visits(&ada).await;
    let shown = list(&ada, "").await;

    assert_eq!(second["unread"], 1);
    assert_eq!(second["newSince"], left_at.to_rfc3339());
    assert_eq!(titles(&shown), ["Found overnight", "Old and good"]);
    assert_eq!(
        (&shown["unread"], &shown["newSince"]),
        (&json!(1), &second["newSince"])
    );
    let [new, old] = [&shown["posts"][0], &shown["posts"][1]];
    assert_eq!(
        (&new["is_new"], &new["is_read"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(
        (&old["is_new"], &old["is_read"]),
        (&json!(false), &json!(true))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visit_goes_on_while_the_user_is_seen_every_half_hour() {
    let app = TestApp::start().await;
    let ada = owner(&app, "ada").await;
    visits(&ada).await;
    finds(&app, &ada, "Found meanwhile", 60).await;

    for _ in 0..4 {
        app.clock.advance(TimeDelta::minutes(30));
        assert_eq!(visits(&ada).await["unread"], 1);
    }
    app.clock.advance(TimeDelta::minutes(31));

    assert_eq!(
        unread(&ada).await,
        1,
        "looking at the count begins no visit"
    );
    assert_eq!(visits(&ada).await["unread"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_that_is_opened_is_read_and_keeps_its_place_until_the_next_visit() {
    let app = TestApp::start().await;
    let ada = owner(&app, "ada").await;
    finds(&app, &ada, "Better", 90).await;
    visits(&ada).await;
    app.clock.advance(TimeDelta::hours(2));
    let id = finds(&app, &ada, "New", 60).await;
    visits(&ada).await;
    let mut page = app.app().live.listen(10).unwrap();
    assert!(page.follow(ada.id, 10));

    let body = json!({ "postIds": [id] });
    let marked = ada.posts("/api/reddit-posts/mark-read", &body).await.json();

    assert_eq!(marked["marked"], 1);
    assert_eq!(unread(&ada).await, 0);
    let shown = list(&ada, "").await;
    assert_eq!(titles(&shown), ["New", "Better"]);
    assert_eq!(shown["posts"][0]["is_read"], true);
    let events = page.next().await.expect("the page goes on listening");
    let told = events
        .iter()
        .find_map(read_mark)
        .expect("other devices are told");
    assert_eq!(told, json!(true));
    app.clock.advance(TimeDelta::hours(2));
    visits(&ada).await;
    assert_eq!(titles(&list(&ada, "").await), ["Better", "New"]);
}

fn read_mark(event: &Event) -> Option<Value> {
    match &event.news {
        LiveEvent::Row(changed) if changed.table == "reddit_posts" => {
            changed.new.as_ref().map(|row| row["is_read"].clone())
        }
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn marking_all_as_read_ends_what_is_new_for_its_owner_alone() {
    let app = TestApp::start().await;
    let (ada, ben) = (owner(&app, "ada").await, owner(&app, "ben").await);
    for owner in [&ada, &ben] {
        finds(&app, owner, "Better", 90).await;
        finds(&app, owner, "Good", 60).await;
    }

    let marked = ada
        .posts("/api/reddit-posts/mark-read", &json!({ "all": true }))
        .await
        .json();

    assert_eq!(marked["marked"], 2);
    assert_eq!(
        (unread(&ada).await, unread(&ben).await),
        (json!(0), json!(2))
    );
    assert_eq!(list(&ada, "").await["posts"][0]["is_new"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn marking_all_as_read_leaves_out_what_the_shown_list_does_not_have_yet() {
    let app = TestApp::start().await;
    let ada = owner(&app, "ada").await;
    finds(&app, &ada, "Seen", 90).await;
    let shown = list(&ada, "").await;
    app.clock.advance(TimeDelta::seconds(1));
    finds(&app, &ada, "Not seen", 60).await;

    let body = json!({ "all": true, "asOf": shown["asOf"] });
    let marked = ada.posts("/api/reddit-posts/mark-read", &body).await.json();

    assert_eq!(marked["marked"], 1);
    assert_eq!(unread(&ada).await, 1);
    let now = list(&ada, "").await;
    assert_eq!(titles(&now), ["Not seen", "Seen"]);
    assert_eq!(now["posts"][0]["is_new"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_that_was_dealt_with_is_read() {
    let app = TestApp::start().await;
    let ada = owner(&app, "ada").await;
    for state in ["open", "saved", "answered", "won", "rejected"] {
        let id = finds(&app, &ada, state, 80).await;
        let path = format!("/api/reddit-posts/{id}/state");
        ada.patches(&path, &json!({ "state": state })).await;
    }

    assert_eq!(unread(&ada).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_that_names_the_company_is_never_new() {
    let app = TestApp::start().await;
    let ada = app.founder("ada", Plan::Pro, &["invoicing"]).await;
    app.begins_reddit_window(0).await;
    app.working_meanwhile(ada.posts("/api/reddit-discovery", &json!({})))
        .await;

    let shown = list(&ada, "limit=200").await;

    let posts = shown["posts"].as_array().unwrap();
    assert!(posts.iter().any(|post| post["names_brand"] == true));
    for post in posts {
        assert_eq!(
            post["is_new"],
            post["names_brand"] == false,
            "{}",
            post["title"]
        );
        assert_eq!(post["is_read"], post["names_brand"], "{}", post["title"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_can_be_sorted_by_what_was_found_last() {
    let app = TestApp::start().await;
    let ada = owner(&app, "ada").await;
    for title in ["First", "Second", "Third"] {
        finds(&app, &ada, title, 50).await;
        app.clock.advance(TimeDelta::hours(1));
    }

    assert_eq!(
        titles(&list(&ada, "sortBy=found").await),
        ["Third", "Second", "First"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_and_wrong_requests_are_refused() {
    let app = TestApp::start().await;
    let (ada, ben) = (owner(&app, "ada").await, owner(&app, "ben").await);
    let id = finds(&app, &ada, "Hers", 80).await;
    let path = "/api/reddit-posts/mark-read";

    let others = ben.posts(path, &json!({ "postIds": [id] })).await;
    let nothing = ada.posts(path, &json!({})).await;
    let stranger = app
        .visitor()
        .posts("/api/reddit-posts/visit", &json!({}))
        .await;

    others.refuses(404, "This post does not exist.");
    nothing.refuses(400, "Send postIds or all.");
    stranger.refuses(401, "Please sign in to continue");
    assert_eq!(unread(&ada).await, 1);
}
