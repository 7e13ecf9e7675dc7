//! Notifications: when digests are sent, what is in them, and how to unsubscribe.

mod alerts;
mod announced_once;
mod crashes;
mod digest;
mod first_morning;
mod preferences;
mod quiet_notes;
mod rejected_addresses;
mod removed_posts;
mod schedule;
mod unsubscribe;

use billing::Status;
use chrono::{DateTime, TimeDelta, Utc};
use earshot::lifecycle::Lifecycle;
use platform::db::args;
use platform::events::ProductEvents;
use platform::product::Plan;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::kit::{Person, Reply, TestApp};

/// From Sunday noon, where every test clock starts, to Monday nine o'clock.
const TO_MONDAY: TimeDelta = TimeDelta::hours(21);
const WEEK: TimeDelta = TimeDelta::days(7);

impl TestApp {
    /// A person with a company, a subscription and a session that lasts for years.
    async fn reader(&self, name: &str, plan: Plan) -> Person {
        let mut person = self.person(name).await;
        person.token = self.token_of(person.id, TimeDelta::days(3_650)).await;
        person.has_company(self).await;
        person.has_plan(self, Some(Status::Active), plan).await;
        // What is found from now on is new.
        self.clock.advance(TimeDelta::seconds(1));
        person
    }

    pub(crate) async fn subjects_to(&self, person: &Person) -> Vec<String> {
        let mails = self.visitor().reads_mail_to(&person.email).await;
        let subjects = mails.iter().rev();
        subjects
            .map(|mail| mail["subject"].as_str().unwrap().to_owned())
            .collect()
    }

    async fn only_mail_to(&self, person: &Person) -> Value {
        let mut mails = self.visitor().reads_mail_to(&person.email).await;
        assert_eq!(mails.len(), 1, "{:?}", self.subjects_to(person).await);
        mails.remove(0)
    }
}

impl Person {
    async fn has_plan(&self, app: &TestApp, status: Option<Status>, plan: Plan) {
        let mut tx = app.db().begin().await.unwrap();
        billing::set_subscription(&mut tx, &app.clock, &Lifecycle, self.id, status, Some(plan))
            .await
            .unwrap();
        tx.commit().await.unwrap();
    }

    async fn preferences(&self) -> Value {
        let reply = self.gets("/api/notification-preferences").await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.json()["preferences"].clone()
    }

    async fn prefers(&self, body: Value) -> Reply {
        self.posts("/api/notification-preferences", &body).await
    }

    async fn next_digest(&self) -> DateTime<Utc> {
        let next = self.preferences().await["next_digest_at"].clone();
        next.as_str().expect("a digest is to come").parse().unwrap()
    }
}

/// A post that is found at this moment.
struct Post<'a> {
    reddit_id: &'a str,
    title: &'a str,
    relevance: i64,
    rank: Option<i64>,
    score: i64,
    age_hours: i64,
}

impl Default for Post<'_> {
    fn default() -> Self {
        Self {
            // Samples do not exist on Reddit, so no sweep checks them.
            reddit_id: "sample_post",
            title: "Clients keep paying late",
            relevance: 70,
            rank: None,
            score: 12,
            age_hours: 48,
        }
    }
}

async fn finds(app: &TestApp, owner: &Person, post: Post<'_>) -> Uuid {
    let (id, now) = (Uuid::now_v7(), app.clock.now());
    let sql = "insert into reddit_posts (id, user_id, reddit_id, title, subreddit, author, created_at, score, comments,
            permalink, keywords_matched, relevance_score, relevance_reason, rejected, found_at, last_seen_at,
            checked_at, google_ranking)
        values ($1, $2, $3, $4, 'freelance', 'bob', $5, $6, 9, 'https://reddit.example/1', $7, $8,
            'Asks for what you sell', $9, $10, $10, $10, $11)";
    let created = now - TimeDelta::hours(post.age_hours);
    let arguments = args![
        id,
        owner.id,
        post.reddit_id,
        post.title,
        created,
        post.score,
        json!([]),
        post.relevance,
        false,
        now,
        post.rank
    ];
    app.db().run(sql, arguments).await.unwrap();
    id
}

/// Tells the room what the end of a search tells it.
async fn are_found(app: &TestApp, owner: &Person) {
    let mut tx = app.db().begin().await.unwrap();
    Lifecycle
        .rows_found(&mut tx, &app.clock, owner.id)
        .await
        .unwrap();
    tx.commit().await.unwrap();
}

/// A mention that is found at this moment, in a comment under a post.
async fn finds_mention(
    app: &TestApp,
    owner: &Person,
    (reddit_id, post_id): (&str, &str),
    (title, leaning): (&str, &str),
) -> Uuid {
    let (id, now) = (Uuid::now_v7(), app.clock.now());
    let sql = "insert into brand_mentions (id, user_id, reddit_id, post_id, post_title, post_url, subreddit, author,
            reddit_created_at, post_score, comment_count, mention_type, is_read, rejected, brand_terms, found_at,
            last_seen_at, checked_at, leaning, ai_summary)
        values ($1, $2, $3, $4, $5, 'https://reddit.example/1', 'smallbusiness', 'bob', $6, 41, 18, 'title', $7, $7,
            $8, $6, $6, $6, $9, 'Praises the automatic reminders.')";
    let term = json!({ "term_value": "Paperlark" });
    let arguments = args![
        id, owner.id, reddit_id, post_id, title, now, false, term, leaning
    ];
    app.db().run(sql, arguments).await.unwrap();
    id
}
