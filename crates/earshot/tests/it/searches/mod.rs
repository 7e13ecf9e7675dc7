//! Searches: what is searched for a company, what each search brought, and which communities are read.

mod communities;
mod plan;

use platform::product::Plan;
use reqwest::Method;
use serde_json::{Value, json};

use crate::kit::{Person, Reply, TestApp};

impl Person {
    async fn searches(&self) -> Vec<Value> {
        let reply = self.gets("/api/searches").await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.json()["searches"].as_array().unwrap().clone()
    }

    async fn switches_search(&self, search: &Value, is_on: bool) -> Reply {
        let path = format!("/api/searches/{}", search["id"].as_str().unwrap());
        self.puts(&path, &json!({ "isOn": is_on })).await
    }

    async fn communities(&self) -> Vec<Value> {
        let reply = self.gets("/api/communities").await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.json()["communities"].as_array().unwrap().clone()
    }

    async fn adds_community(&self, name: &str) -> Reply {
        self.posts("/api/communities", &json!({ "name": name }))
            .await
    }

    async fn removes_community(&self, name: &str) -> Reply {
        let path = format!("/api/communities/{name}");
        self.sends(self.request(Method::DELETE, &path)).await
    }
}

fn phrases(searches: &[Value]) -> Vec<&str> {
    texts(searches, "phrase")
}

fn names(communities: &[Value]) -> Vec<&str> {
    texts(communities, "name")
}

fn texts<'a>(rows: &'a [Value], field: &str) -> Vec<&'a str> {
    rows.iter()
        .map(|row| row[field].as_str().unwrap())
        .collect()
}
