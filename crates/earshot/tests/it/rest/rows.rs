//! Rows to read. The rooms that write them are elsewhere, so here they are put where they belong.

use std::collections::BTreeSet;

use platform::db::args;
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::kit::{Person, Reply, TestApp, noon};

pub(super) const OBJECT: &str = "application/vnd.pgrst.object+json";

/// A post as Ada would find it; what a test is about, it says itself.
pub(super) struct Post {
    pub(super) title: &'static str,
    pub(super) score: i64,
    pub(super) rejected: bool,
    pub(super) google_ranking: Option<i64>,
}

impl Default for Post {
    fn default() -> Self {
        Self {
            title: "Which CRM?",
            score: 10,
            rejected: false,
            google_ranking: None,
        }
    }
}

pub(super) async fn adds_post(app: &TestApp, owner: &Person, post: Post) -> Uuid {
    let id = Uuid::now_v7();
    let sql = "insert into reddit_posts (id, user_id, reddit_id, title, subreddit, author, created_at, score,
            comments, content, permalink, google_ranking, keywords_matched, relevance_score, rejected, found_at)
        values ($1, $2, $3, $4, 'sales', 'bob', $5, $6, 3, $7, '/r/sales/1', $8, $9, 80, $10, $5)";
    let arguments = args![
        id,
        owner.id,
        id.to_string(),
        post.title,
        noon(),
        post.score,
        None::<String>,
        post.google_ranking,
        json!(["crm", "sales tool"]),
        post.rejected,
    ];
    app.db().run(sql, arguments).await.unwrap();
    id
}

pub(super) async fn adds_posts(app: &TestApp, owner: &Person, titles: &[&'static str]) {
    for title in titles {
        let post = Post {
            title,
            ..Post::default()
        };
        adds_post(app, owner, post).await;
    }
}

pub(super) async fn adds_mention(app: &TestApp, owner: &Person) -> Uuid {
    let id = Uuid::now_v7();
    let sql = "insert into brand_mentions (id, user_id, reddit_id, post_title, post_url, subreddit, author,
            reddit_created_at, post_score, comment_count, mention_type, is_read, rejected, sentiment_score,
            is_positive, brand_terms, found_at)
        values ($1, $2, $3, 'Acme?', 'https://reddit.example/1', 'sales', 'bob', $4, 5, 6, 'title', $5, $5, -0.25,
            $6, $7, $4)";
    let arguments = args![
        id,
        owner.id,
        id.to_string(),
        noon(),
        false,
        None::<bool>,
        json!({ "term_value": "acme" })
    ];
    app.db().run(sql, arguments).await.unwrap();
    id
}

pub(super) async fn adds_subscription(
    app: &TestApp,
    owner: &Person,
    status: &str,
    days_ago: i64,
) -> Uuid {
    let id = Uuid::now_v7();
    let sql = "insert into subscriptions (id, user_id, status, plan_id, stripe_subscription_id, current_period_end,
            created_at, updated_at) values ($1, $2, $3, 'pro', 'sub_1', $4, $5, $5)";
    let created_at = noon() - chrono::TimeDelta::days(days_ago);
    let arguments = args![id, owner.id, status, noon(), created_at];
    app.db().run(sql, arguments).await.unwrap();
    id
}

/// A company with keywords.
pub(super) async fn adds_company(app: &TestApp, owner: &Person, keywords: &[&str]) -> Uuid {
    let company = Uuid::now_v7();
    let sql =
        "insert into companies (id, user_id, company_name, website_url, created_at, updated_at)
        values ($1, $2, 'Acme', 'https://acme.example', $3, $3)";
    app.db()
        .run(sql, args![company, owner.id, noon()])
        .await
        .unwrap();
    for keyword in keywords {
        let sql = "insert into keywords (id, user_id, company_id, keyword, folded, created_at)
            values ($1, $2, $3, $4, $4, $5)";
        let arguments = args![Uuid::now_v7(), owner.id, company, *keyword, noon()];
        app.db().run(sql, arguments).await.unwrap();
    }
    company
}

/// As the page does when it finds no profile.
pub(super) async fn makes_profile(person: &Person) -> Reply {
    let body = json!({ "user_id": person.id });
    person
        .posts("/rest/v1/rpc/create_profile_for_confirmed_user", &body)
        .await
}

/// `.single()`
pub(super) async fn gets_one(person: &Person, path: &str) -> Reply {
    person
        .sends(person.request(Method::GET, path).header("accept", OBJECT))
        .await
}

/// With `{ count: 'exact' }`, and `{ head: true }` if the method says so.
pub(super) async fn counts(person: &Person, method: Method, path: &str) -> Reply {
    person
        .sends(person.request(method, path).header("prefer", "count=exact"))
        .await
}

impl Reply {
    /// Checks the status and the whole body of a refusal: all four fields are there.
    #[track_caller]
    pub(super) fn refuses_with(&self, status: u16, code: &str, message: &str) {
        let body = self.json();
        assert_eq!(
            (self.status.as_u16(), &body["code"], &body["message"]),
            (status, &json!(code), &json!(message))
        );
        let fields: BTreeSet<&str> = body
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        assert_eq!(
            fields,
            BTreeSet::from(["code", "details", "hint", "message"])
        );
    }

    /// The titles of the posts, in their order.
    #[track_caller]
    pub(super) fn titles(&self) -> Vec<String> {
        let posts = self.json();
        let posts = posts
            .as_array()
            .unwrap_or_else(|| panic!("no rows: {}", self.body));
        posts
            .iter()
            .map(|post| post["title"].as_str().unwrap().to_owned())
            .collect()
    }

    #[track_caller]
    pub(super) fn shows(&self, status: u16, range: &str, body: &Value) {
        assert_eq!(
            (
                self.status.as_u16(),
                self.header("content-range"),
                &self.json()
            ),
            (status, range, body)
        );
    }
}
