//! Hacker News and Bluesky: each company chooses, and what is found there goes the same way as what is
//! found on Reddit.

use billing::Status;
use chrono::TimeDelta;
use platform::db::args;
use platform::product::Plan;
use serde_json::{Value, json};

use crate::kit::{MANY_CALLS, Person, TestApp, eventually};

const HACKER_NEWS: (&str, &str) = ("EARSHOT_HN", "sandbox");
const BLUESKY: (&str, &str) = ("EARSHOT_BLUESKY", "sandbox");
const STREAM: (&str, &str) = ("EARSHOT_STREAM", "on");
/// A keyword of both samples about climbing gyms.
const KEYWORD: &str = "climbing gym";
const GYM_STORY: &str = "Ask HN: Booking software for a small climbing gym?";
/// After the samples about climbing gyms, before those that come last.
const HOURS_TO_THE_GYM: i64 = 13;

impl Person {
    pub(super) async fn hears(&self, source: &str, enabled: bool) -> Value {
        let choice = json!({ "source": source, "enabled": enabled });
        let saved = self.posts("/api/sources", &choice).await;
        assert_eq!(saved.status, 200, "{}", saved.body);
        saved.json()
    }

    async fn adds_brand_term(&self, term: &str) {
        let added = self
            .posts("/api/mentions/brand-terms", &json!({ "term": term }))
            .await;
        assert_eq!(added.status, 200, "{}", added.body);
    }

    /// The mentions from a source, by their texts.
    async fn mentions_from(&self, source: &str) -> Vec<Value> {
        let listed = self.gets("/api/mentions?limit=100").await.json();
        let all = listed["mentions"].as_array().unwrap().clone();
        let is_from = |it: &Value| it["source"] == source;
        all.into_iter().filter(is_from).collect()
    }
}

impl TestApp {
    /// Somebody whose company sells software to climbing gyms.
    pub(super) async fn gym_founder(&self, name: &str) -> Person {
        let person = self.person(name).await;
        person
            .subscribes(self, Some(Status::Active), Some(Plan::Pro))
            .await;
        let site = json!({ "url": "cragdesk.example" });
        let asking = person.posts("/api/analyze-website", &site);
        let analysed = self.working_meanwhile(asking).await;
        assert_eq!(analysed.status, 200, "{}", analysed.body);
        person.tracks(KEYWORD).await;
        person
    }

    /// The listener reads Hacker News, and jobs judge what it heard.
    pub(super) async fn listens_to_hacker_news(&self) {
        while self
            .server()
            .listener
            .hacker_news_pass()
            .await
            .unwrap()
            .has_more
        {}
        self.works_off_jobs().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_story_on_hacker_news_is_a_lead_for_those_who_switched_it_on() {
    let app = TestApp::start_with(&[MANY_CALLS, HACKER_NEWS]).await;
    let nora = app.gym_founder("nora").await;
    let ada = app.gym_founder("ada").await;
    let offered = nora.gets("/api/sources").await.json();
    assert_eq!(
        offered["sources"],
        json!([{ "source": "hacker_news", "name": "Hacker News", "enabled": false }])
    );

    let chosen = nora.hears("hacker_news", true).await;
    assert_eq!(chosen["sources"][0]["enabled"], true);
    app.listens_to_hacker_news().await;
    app.moves_to_later(TimeDelta::hours(HOURS_TO_THE_GYM)).await;
    app.listens_to_hacker_news().await;

    let post = nora.post_titled(GYM_STORY).await.expect("it was heard");
    assert_eq!(post["source"], "hacker_news");
    assert_eq!(post["subreddit"], "Hacker News");
    assert_eq!(post["author"], "cragrat");
    assert_eq!(post["keywords_matched"], json!([KEYWORD]));
    assert!(
        post["permalink"]
            .as_str()
            .unwrap()
            .ends_with("/item?id=46000010")
    );
    assert!(!post["relevance_reason"].as_str().unwrap().is_empty());
    assert!(!ada.has_post(GYM_STORY).await);
    let behind = nora.gets("/api/sources").await.json();
    assert_eq!(behind["sources"][0]["behindSeconds"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_company_that_switches_a_source_off_hears_nothing_more_there() {
    let app = TestApp::start_with(&[MANY_CALLS, HACKER_NEWS]).await;
    let nora = app.gym_founder("nora").await;
    let ada = app.gym_founder("ada").await;
    nora.hears("hacker_news", true).await;
    ada.hears("hacker_news", true).await;
    app.listens_to_hacker_news().await;

    nora.hears("hacker_news", false).await;
    app.moves_to_later(TimeDelta::hours(HOURS_TO_THE_GYM)).await;
    app.listens_to_hacker_news().await;

    assert!(!nora.has_post(GYM_STORY).await);
    assert!(ada.has_post(GYM_STORY).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scan_searches_hacker_news_and_brings_what_was_written_before() {
    let app = TestApp::start_with(&[MANY_CALLS, HACKER_NEWS]).await;
    let nora = app.founder("nora", Plan::Pro, &["invoices on time"]).await;
    nora.hears("hacker_news", true).await;

    nora.discovers(&app).await;

    let story = "Ask HN: How do you get clients to pay invoices on time?";
    let post = nora.post_titled(story).await.expect("it was found");
    assert_eq!(post["source"], "hacker_news");
}

#[tokio::test(flavor = "multi_thread")]
async fn on_hacker_news_the_companys_own_words_find_what_no_keyword_does() {
    let app = TestApp::start_with(&[MANY_CALLS, HACKER_NEWS]).await;
    let nora = app.founder("nora", Plan::Pro, &["espresso"]).await;
    nora.hears("hacker_news", true).await;

    nora.discovers(&app).await;

    let story = "Ask HN: How do you get clients to pay invoices on time?";
    let post = nora.post_titled(story).await.expect("it was found");
    assert_eq!(post["via"][0]["origin"], "subject");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_comment_that_names_the_company_is_a_mention_under_the_title_of_its_story() {
    let app = TestApp::start_with(&[MANY_CALLS, HACKER_NEWS]).await;
    let nora = app.founder("nora", Plan::Starter, &["espresso"]).await;
    nora.adds_brand_term("Paperlark").await;
    nora.hears("hacker_news", true).await;
    app.listens_to_hacker_news().await;
    app.moves_to_later(TimeDelta::hours(39)).await;

    app.listens_to_hacker_news().await;

    let mentions = nora.mentions_from("hacker_news").await;
    let comment = mentions.iter().find(|it| it["mention_type"] == "comment");
    let comment = comment.unwrap_or_else(|| panic!("{mentions:?}"));
    let story = "Ask HN: Alternatives to Paperlark for invoices in two currencies?";
    assert_eq!(comment["post_title"], story);
    assert_eq!(comment["author"], "dlindqvist");
    assert_eq!(mentions.len(), 2, "the story is one itself: {mentions:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_deleted_on_hacker_news_is_deleted_here_by_the_sweep() {
    let app = TestApp::start_with(&[MANY_CALLS, HACKER_NEWS]).await;
    let nora = app.gym_founder("nora").await;
    nora.hears("hacker_news", true).await;
    app.listens_to_hacker_news().await;
    app.moves_to_later(TimeDelta::hours(HOURS_TO_THE_GYM)).await;
    app.listens_to_hacker_news().await;
    // As if the item had been another one, which is deleted by now.
    let sql = "update reddit_posts set reddit_id = 'hn_46000009' where reddit_id = 'hn_46000010'";
    app.db().run(sql, platform::db::args![]).await.unwrap();

    app.moves_to_later(TimeDelta::hours(19)).await;
    app.works_off_jobs().await;

    assert!(!nora.has_post(GYM_STORY).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_on_bluesky_is_a_lead_and_a_mention_and_what_is_deleted_there_is_deleted_here() {
    let app = TestApp::start_with(&[MANY_CALLS, BLUESKY, STREAM]).await;
    let nora = app.gym_founder("nora").await;
    nora.adds_brand_term("Paperlark").await;
    nora.hears("bluesky", true).await;
    let server = app.server();
    server.work_in_background();

    // Of the two hours before, one reply names the company.
    eventually("the first mention", || async {
        nora.mentions_from("bluesky").await.len() == 1
    })
    .await;
    app.moves_to_later(TimeDelta::hours(HOURS_TO_THE_GYM)).await;
    let lead = "Running a climbing gym is 10% climbing";
    eventually("the lead", || nora.has_post(lead)).await;
    let post = nora.post_titled(lead).await.unwrap();
    assert_eq!(post["source"], "bluesky");
    assert_eq!(post["subreddit"], "Bluesky");
    assert!(post["content"].as_str().unwrap().ends_with("yoga studios?"));

    // Written, and deleted three minutes later.
    app.moves_to_later(TimeDelta::minutes(MINUTES_TO_THE_HASTY_POST))
        .await;
    eventually("the hasty post", || async {
        nora.mentions_from("bluesky").await.len() == 2
    })
    .await;
    app.moves_to_later(TimeDelta::minutes(3)).await;
    eventually("its deletion", || async {
        nora.mentions_from("bluesky").await.len() == 1
    })
    .await;

    // Somebody names the company and leaves Bluesky seven hours later; both are heard at once.
    app.moves_to_later(TimeDelta::hours(20)).await;
    eventually("the last mention", || async {
        let mentions = nora.mentions_from("bluesky").await;
        let is_last = |it: &Value| it["post_title"].to_string().contains("moved from");
        mentions.len() == 2 && mentions.iter().any(is_last)
    })
    .await;
    // A mention is stored before its job has ended.
    eventually("the end of all jobs", || async {
        due_jobs(&app).await == 0
    })
    .await;
}

async fn due_jobs(app: &TestApp) -> i64 {
    let sql = "select cast(count(*) as bigint) from jobs
               where state in ('waiting', 'queued', 'running') and due_at <= $1";
    let (count,): (i64,) = app.db().one(sql, args![app.clock.now()]).await.unwrap();
    count
}

/// From 13 hours after the start to the minute in which the hasty post is written.
const MINUTES_TO_THE_HASTY_POST: i64 = 40 * 60 - 1330 - HOURS_TO_THE_GYM * 60 + 1;

#[tokio::test(flavor = "multi_thread")]
async fn a_comment_in_a_tracked_community_that_names_the_company_is_a_mention_without_a_search() {
    let app = TestApp::start_with(&[MANY_CALLS]).await;
    let nora = app.founder("nora", Plan::Pro, &["late payments"]).await;
    nora.adds_brand_term("Paperlark").await;
    nora.discovers(&app).await;
    let listener = &app.server().listener;
    listener.comment_pass().await.unwrap();
    assert_eq!(nora.mentions_from("reddit").await.len(), 0);

    // As if the listener had been away since before the newest comments were written.
    let sql = "update stream_walks set position = 0 where kind = 'comment'";
    app.db().run(sql, platform::db::args![]).await.unwrap();
    app.moves_to_later(TimeDelta::minutes(3)).await;
    listener.comment_pass().await.unwrap();
    app.works_off_jobs().await;

    let mentions = nora.mentions_from("reddit").await;
    let is_comment = |it: &Value| it["mention_type"] == "comment";
    assert!(mentions.iter().any(is_comment), "{mentions:?}");
    let again = listener.comment_pass().await.unwrap();
    assert_eq!(again.matches, 0, "each is read once");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_source_that_the_operator_has_not_connected_cannot_be_switched_on() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;

    let offered = nora.gets("/api/sources").await.json();
    let choice = json!({ "source": "bluesky", "enabled": true });
    let refused = nora.posts("/api/sources", &choice).await;
    let reddit = json!({ "source": "reddit", "enabled": false });

    assert_eq!(offered["sources"], json!([]));
    assert_eq!(refused.status, 409, "{}", refused.body);
    assert_eq!(
        refused.json()["message"],
        "This server does not listen to Bluesky."
    );
    assert_eq!(nora.posts("/api/sources", &reddit).await.status, 409);
}
