//! Discovery: posts that are worth an answer, how they are found, kept, shown and forgotten.

mod allowance;
mod comment_leads;
mod crashes;
mod deleted_posts;
mod filters;
mod first_look;
mod learning;
mod named_brand;
mod post_list;
mod progress;
mod reading;
mod rejection;
mod search;
mod visits;

use billing::Status;
use chrono::TimeDelta;
use earshot::lifecycle::Lifecycle;
use onboarding::WebsiteProfile;
use platform::db::args;
use platform::product::Plan;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::kit::{Person, Reply, TestApp};

impl TestApp {
    /// Somebody with a company that writes invoices, a subscription, and these keywords.
    pub(crate) async fn founder(&self, name: &str, plan: Plan, keywords: &[&str]) -> Person {
        let person = self.person(name).await;
        let company = WebsiteProfile {
            company_name: "Paperlark".to_owned(),
            website_url: "https://paperlark.example/".to_owned(),
            meta_description: Some("Invoicing for freelancers and small studios".to_owned()),
            description: Some(
                "Paperlark writes, sends and follows up invoices for freelancers and small studios. \
                 It reminds late clients, takes deposits and keeps the books."
                    .to_owned(),
            ),
            ..WebsiteProfile::default()
        };
        let mut tx = self.db().begin().await.unwrap();
        onboarding::add_if_missing(&mut tx, &self.clock, person.id, company)
            .await
            .unwrap();
        tx.commit().await.unwrap();
        person
            .subscribes(self, Some(Status::Active), Some(plan))
            .await;
        for keyword in keywords {
            person.tracks(keyword).await;
        }
        person
    }
}

impl TestApp {
    /// Moves the product's time, as the sandbox lets anybody do, and works off what has become due.
    /// Tokens go by the wall's time and stay good.
    pub(crate) async fn moves_to_later(&self, step: TimeDelta) {
        let body = json!({ "advanceSeconds": step.num_seconds() });
        let moved = self.visitor().posts("/sandbox/clock", &body).await;
        assert_eq!(moved.status, 200, "{}", moved.body);
        self.works_off_jobs().await;
    }
}

impl TestApp {
    /// Begins a new window of Reddit's calls, of which so many thousandths are used. Without that
    /// none begins: the wall's time is held, however far the product's time is moved.
    async fn begins_reddit_window(&self, used: i64) {
        let sql = "insert into reddit_budget (name, allowance, used, under_way, length_us, ends_at_us,
                       rest_until_us, asked_at_us, is_heard)
                   values ('reddit', 1000, $4, 0, $1, $2, 0, 0, $3)
                   on conflict (name) do update set allowance = 1000, used = $4, under_way = 0,
                       length_us = excluded.length_us, ends_at_us = excluded.ends_at_us, is_heard = $3";
        let window = TimeDelta::minutes(10);
        let ends_at_us = (self.clock.real() + window).timestamp_micros();
        let length_us = window.num_microseconds().unwrap();
        let arguments = args![length_us, ends_at_us, true, used];
        self.db().run(sql, arguments).await.unwrap();
    }
}

impl Person {
    /// Has a post with the same words as another, as if somebody had asked the same again.
    async fn finds_again(&self, app: &TestApp, post: &Value, number: usize) -> Value {
        let (id, of) = (Uuid::now_v7(), post["id"].as_str().unwrap());
        let sql = "insert into reddit_posts (id, user_id, reddit_id, title, subreddit, author, created_at, score,
                       comments, content, permalink, keywords_matched, relevance_score, rejected, found_at,
                       last_seen_at, checked_at, scale, kind)
                   select $1, $2, $3, title, subreddit, author, created_at, score, comments, content,
                       'https://x.example/', keywords_matched, relevance_score, rejected, found_at,
                       last_seen_at, checked_at, scale, kind
                   from reddit_posts where id = $4";
        // Samples are not on Reddit, so no sweep looks for them.
        let reddit_id = format!("sample_{of}_{number}");
        let of: Uuid = of.parse().unwrap();
        let arguments = args![id, self.id, reddit_id, of];
        app.db().run(sql, arguments).await.unwrap();
        json!({ "id": id })
    }

    pub(crate) async fn subscribes(
        &self,
        app: &TestApp,
        status: Option<Status>,
        plan: Option<Plan>,
    ) {
        let mut tx = app.db().begin().await.unwrap();
        billing::set_subscription(&mut tx, &app.clock, &Lifecycle, self.id, status, plan)
            .await
            .unwrap();
        tx.commit().await.unwrap();
    }

    pub(crate) async fn tracks(&self, keyword: &str) {
        let added = self
            .posts("/api/keywords", &json!({ "keyword": keyword }))
            .await;
        assert_eq!(added.status, 200, "{}", added.body);
    }

    pub(crate) async fn discovers(&self, app: &TestApp) -> Reply {
        self.discovers_with(app, json!({ "sortBy": "relevance" }))
            .await
    }

    pub(crate) async fn discovers_with(&self, app: &TestApp, body: Value) -> Reply {
        app.working_meanwhile(self.posts("/api/reddit-discovery", &body))
            .await
    }

    pub(crate) async fn lists(&self, query: &str) -> Value {
        let reply = self.gets(&format!("/api/reddit-posts?{query}")).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.json()
    }

    pub(crate) async fn all_posts(&self) -> Vec<Value> {
        self.lists("limit=200").await["posts"]
            .as_array()
            .unwrap()
            .clone()
    }

    async fn rejects(&self, post: &Value, reason: &str) -> Reply {
        let path = format!("/api/reddit-posts/{}/reject", post["id"].as_str().unwrap());
        self.posts(&path, &json!({ "reason": reason })).await
    }

    async fn restores(&self, post: &Value) -> Reply {
        let path = format!("/api/reddit-posts/{}/restore", post["id"].as_str().unwrap());
        self.posts(&path, &json!({})).await
    }
}

/// Reddit's own id of a post; the list does not show it.
async fn reddit_id(app: &TestApp, post: &Value) -> String {
    let id: Uuid = post["id"].as_str().unwrap().parse().unwrap();
    let sql = "select reddit_id from reddit_posts where id = $1";
    let (reddit_id,): (String,) = app.db().one(sql, args![id]).await.unwrap();
    reddit_id
}

pub(crate) fn titles(posts: &[Value]) -> Vec<&str> {
    posts
        .iter()
        .map(|post| post["title"].as_str().unwrap())
        .collect()
}
