//! Mentions: by which names a company is looked for, where it is meant, what is said of it.

mod crashes;
mod deleted_mentions;
mod language_model;
mod mention_list;
mod names;
mod readings;
mod samples;
mod search;
mod terms;

use billing::Status;
use chrono::TimeDelta;
use earshot::lifecycle::Lifecycle;
use onboarding::{CompanyFacts, WebsiteProfile};
use platform::db::args;
use platform::product::Plan;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::kit::{Person, Reply, TestApp};

impl TestApp {
    /// Somebody with a company that people on Reddit speak of, and a subscription.
    async fn brand_owner(&self, name: &str, plan: Plan) -> Person {
        let person = self.person(name).await;
        self.owns_brand(&person, plan, &["Larkbooks"]).await;
        person
    }

    /// The same with other products.
    async fn seller(&self, name: &str, products: &[&str]) -> Person {
        let person = self.person(name).await;
        self.owns_brand(&person, Plan::Starter, products).await;
        person
    }

    async fn owns_brand(&self, person: &Person, plan: Plan, products: &[&str]) {
        let company = WebsiteProfile {
            company_name: "Paperlark GmbH".to_owned(),
            website_url: "https://www.paperlark.example/".to_owned(),
            description: Some(
                "Paperlark writes, sends and follows up invoices for freelancers.".to_owned(),
            ),
            facts: CompanyFacts {
                products: products.iter().map(|name| (*name).to_owned()).collect(),
                ..CompanyFacts::default()
            },
            ..WebsiteProfile::default()
        };
        let mut tx = self.db().begin().await.unwrap();
        let added = onboarding::add_if_missing(&mut tx, &self.clock, person.id, company).await;
        assert!(added.unwrap(), "the person has no company yet");
        billing::set_subscription(
            &mut tx,
            &self.clock,
            &Lifecycle,
            person.id,
            Some(Status::Active),
            Some(plan),
        )
        .await
        .unwrap();
        tx.commit().await.unwrap();
    }

    /// Moves the product's time and works off what has become due; tokens stay good.
    async fn moves_clock(&self, step: TimeDelta) {
        let body = json!({ "advanceSeconds": step.num_seconds() });
        let moved = self.visitor().posts("/sandbox/clock", &body).await;
        assert_eq!(moved.status, 200, "{}", moved.body);
        self.works_off_jobs().await;
    }
}

impl Person {
    async fn searches_mentions(&self, app: &TestApp) -> Reply {
        let nothing = json!({});
        let asking = self.posts("/api/mentions/search-now", &nothing);
        app.working_meanwhile(asking).await
    }

    async fn mention_list(&self, query: &str) -> Value {
        let reply = self.gets(&format!("/api/mentions?{query}")).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.json()
    }

    async fn mentions(&self, query: &str) -> Vec<Value> {
        let list = self.mention_list(query).await;
        list["mentions"].as_array().unwrap().clone()
    }

    async fn mention_stats(&self) -> Value {
        let reply = self.gets("/api/mentions/stats").await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.json()["stats"].clone()
    }

    async fn rejects_mention(&self, id: &str, reason: &str) -> Reply {
        let path = format!("/api/mentions/{id}/reject");
        self.posts(&path, &json!({ "reason": reason })).await
    }

    async fn restores_mention(&self, id: &str) -> Reply {
        self.posts(&format!("/api/mentions/{id}/restore"), &json!({}))
            .await
    }
}

fn id_of(mention: &Value) -> &str {
    mention["id"].as_str().unwrap()
}

fn titles(mentions: &[Value]) -> Vec<&str> {
    let titles = mentions.iter().map(|it| it["post_title"].as_str().unwrap());
    titles.collect()
}

/// Reddit's own id of a mention; the list does not show it.
async fn reddit_id(app: &TestApp, mention: &Value) -> String {
    let id: Uuid = id_of(mention).parse().unwrap();
    let sql = "select reddit_id from brand_mentions where id = $1";
    let (reddit_id,): (String,) = app.db().one(sql, args![id]).await.unwrap();
    reddit_id
}
