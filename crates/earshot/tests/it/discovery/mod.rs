//! Discovery: posts that are worth an answer, how they are found, kept, shown and forgotten.

mod allowance;
mod crashes;
mod deleted_posts;
mod filters;
mod leads;
mod learning;
mod named_brand;
mod post_list;
mod progress;
mod quality;
mod reading;
mod rejection;
mod search;

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

impl Person {
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
