//! States: what a user does with a post or mention, told once for both lists.

mod any_order;
mod kept_numbers;
mod older_rows;
mod several_rows;

use chrono::TimeDelta;
use platform::db::args;
use platform::live::{Event, LiveEvent};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::kit::{Person, Reply, TestApp, noon};

/// One of the two lists.
#[derive(Clone, Copy, Debug)]
struct List {
    path: &'static str,
    table: &'static str,
    /// The list and one of its rows in an answer.
    rows: &'static str,
    row: &'static str,
    title: &'static str,
}

const POSTS: List = List {
    path: "/api/reddit-posts",
    table: "reddit_posts",
    rows: "posts",
    row: "post",
    title: "title",
};

const MENTIONS: List = List {
    path: "/api/mentions",
    table: "brand_mentions",
    rows: "mentions",
    row: "mention",
    title: "post_title",
};

const LISTS: [List; 2] = [POSTS, MENTIONS];
const STATES: [&str; 5] = ["open", "saved", "answered", "won", "rejected"];

impl List {
    /// Writes a row as a search would have.
    async fn adds(self, app: &TestApp, owner: &Person, title: &str) -> Uuid {
        let id = Uuid::now_v7();
        let sql = match self.row {
            "post" => {
                "insert into reddit_posts (id, user_id, reddit_id, title, subreddit, author, created_at, score,
                     comments, permalink, keywords_matched, relevance_score, rejected, found_at, last_seen_at,
                     checked_at, folded)
                 values ($1, $2, $3, $4, 'freelance', 'bob', $5, 1, 0, 'https://reddit.example/', $6, 50, $7, $5,
                         $5, $5, $8)"
            }
            _ => {
                "insert into brand_mentions (id, user_id, reddit_id, post_id, post_title, post_url, subreddit,
                     author, reddit_created_at, post_score, comment_count, mention_type, brand_terms, is_read,
                     rejected, found_at, last_seen_at, checked_at, folded)
                 values ($1, $2, $3, $3, $4, 'https://reddit.example/', 'freelance', 'bob', $5, 1, 0, 'title', $6,
                         $7, $7, $5, $5, $5, $8)"
            }
        };
        // Samples do not exist on Reddit, so no sweep checks them.
        let reddit_id = format!("sample_{}", id.simple());
        let folded = title.to_lowercase();
        let named = json!({ "term_value": "Paperlark" });
        let arguments = args![id, owner.id, reddit_id, title, noon(), named, false, folded];
        app.db().run(sql, arguments).await.unwrap();
        id
    }

    async fn shows(self, owner: &Person, query: &str) -> Value {
        let reply = owner.gets(&format!("{}?{query}", self.path)).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.json()
    }

    /// The titles of the rows in a list, sorted.
    async fn titles(self, owner: &Person, query: &str) -> Vec<String> {
        let list = self.shows(owner, query).await;
        let rows = list[self.rows].as_array().unwrap();
        assert_eq!(list["total"], rows.len(), "{query}");
        let titles = rows.iter().map(|row| row[self.title].as_str().unwrap());
        let mut titles: Vec<String> = titles.map(str::to_owned).collect();
        titles.sort();
        titles
    }

    async fn moves(self, owner: &Person, id: Uuid, body: Value) -> Reply {
        let path = format!("{}/{id}/state", self.path);
        owner.patches(&path, &body).await
    }

    async fn rejects(self, owner: &Person, id: Uuid, reason: &str) {
        let path = format!("{}/{id}/reject", self.path);
        let reply = owner.posts(&path, &json!({ "reason": reason })).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
    }

    async fn restores(self, owner: &Person, id: Uuid) {
        let path = format!("{}/{id}/restore", self.path);
        let reply = owner.posts(&path, &json!({})).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
    }
}

/// A row for each state, named after it.
async fn one_of_each(app: &TestApp, owner: &Person, list: List) {
    for state in STATES {
        let id = list.adds(app, owner, state).await;
        let moved = list.moves(owner, id, json!({ "state": state })).await;
        assert_eq!(moved.status, 200, "{}", moved.body);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_moves_from_state_to_state_with_a_note_and_the_address_of_the_answer() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    for list in LISTS {
        let id = list.adds(&app, &ada, "Late payers").await;
        app.clock.advance(TimeDelta::minutes(5));
        let at = app.clock.now().to_rfc3339();

        let answer = "https://www.reddit.com/r/freelance/comments/1/c/2/";
        let body = json!({ "state": "answered", "note": " Asked back ", "answerUrl": answer });
        let moved = list.moves(&ada, id, body).await.json();

        assert_eq!(
            (&moved["success"], &moved["error"]),
            (&json!(true), &Value::Null)
        );
        let row = &moved[list.row];
        assert_eq!(*row, list.shows(&ada, "state=answered").await[list.rows][0]);
        assert_eq!(row["state"], "answered");
        assert_eq!(row["note"], "Asked back");
        assert_eq!(row["answer_url"], answer);
        assert_eq!(
            (&row["state_at"], &row["rejected"]),
            (&json!(at), &json!(false))
        );

        app.clock.advance(TimeDelta::minutes(5));
        let noted = list.moves(&ada, id, json!({ "state": "answered", "note": "" }));
        let noted = noted.await.json()[list.row].clone();

        assert_eq!(
            (&noted["note"], &noted["answer_url"]),
            (&Value::Null, &json!(answer))
        );
        assert_eq!(noted["state_at"], at, "it is in this state since then");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_has_open_and_saved_rows_unless_a_state_is_asked_for() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    for list in LISTS {
        one_of_each(&app, &ada, list).await;

        assert_eq!(list.titles(&ada, "").await, ["open", "saved"]);
        assert_eq!(list.titles(&ada, "state=all").await.len(), 5);
        for state in STATES {
            assert_eq!(list.titles(&ada, &format!("state={state}")).await, [state]);
        }
        let one_each = json!({ "open": 1, "saved": 1, "answered": 1, "won": 1, "rejected": 1 });
        assert_eq!(list.shows(&ada, "").await["states"], one_each);
        let filtered = list.shows(&ada, "q=won").await;
        assert_eq!(
            (&filtered["total"], &filtered["states"]["won"]),
            (&json!(0), &json!(1))
        );
        assert_eq!(filtered["states"]["open"], 0);
        let wrong = ada.gets(&format!("{}?state=lost", list.path)).await;
        wrong.refuses(
            400,
            "state must be open, saved, answered, won, rejected or all.",
        );
    }
    assert_eq!(POSTS.titles(&ada, "rejected=true").await, ["rejected"]);
    let both = POSTS.titles(&ada, "includeRejected=true").await;
    assert_eq!(both, ["open", "rejected", "saved"]);
    assert_eq!(
        MENTIONS.titles(&ada, "showRejected=true").await,
        ["rejected"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restored_row_returns_to_the_state_before_and_keeps_its_note() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    for list in LISTS {
        let id = list.adds(&app, &ada, "Late payers").await;
        list.moves(&ada, id, json!({ "state": "won", "note": "Ten seats" }))
            .await;

        list.rejects(&ada, id, "A student").await;
        list.rejects(&ada, id, "A student after all").await;
        let rejected = list.shows(&ada, "state=rejected").await[list.rows][0].clone();
        list.restores(&ada, id).await;
        let restored = list.shows(&ada, "state=won").await[list.rows][0].clone();
        list.restores(&ada, id).await;

        assert_eq!(rejected["rejected"], true);
        assert_eq!(rejected["rejected_reason"], "A student after all");
        assert_eq!(restored["rejected"], false);
        assert_eq!(restored["rejected_reason"], Value::Null);
        assert_eq!(restored["note"], "Ten seats");
        assert_eq!(
            list.titles(&ada, "state=won").await.len(),
            1,
            "nothing to restore"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_makes_no_sense_is_refused_and_changes_nothing() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    for list in LISTS {
        let id = list.adds(&app, &ada, "Late payers").await;
        let before = list.shows(&ada, "state=all").await[list.rows].clone();

        let long = "x".repeat(2_001);
        for (body, message) in [
            (
                json!({ "state": "lost" }),
                "state must be open, saved, answered, won or rejected.",
            ),
            (
                json!({ "state": "won", "note": long }),
                "A note can have at most 2,000 characters.",
            ),
            (
                json!({ "state": "won", "answerUrl": "javascript:alert(1)" }),
                "answerUrl must be a web address of at most 2,000 characters.",
            ),
        ] {
            list.moves(&ada, id, body).await.refuses(400, message);
        }
        let missing = format!("This {} does not exist.", list.row);
        let stranger = list.moves(&bob, id, json!({ "state": "won" })).await;
        stranger.refuses(404, &missing);
        let nobody = list
            .moves(&ada, Uuid::now_v7(), json!({ "state": "won" }))
            .await;
        nobody.refuses(404, &missing);
        assert_eq!(list.shows(&ada, "state=all").await[list.rows], before);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn spreadsheets_exports_and_stock_clients_have_the_state_and_the_note() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    for list in LISTS {
        let id = list.adds(&app, &ada, "Late payers").await;
        let body = json!({ "state": "won", "note": "=Ten seats" });
        list.moves(&ada, id, body).await;

        let table = ada.gets(&format!("{}.csv?state=won", list.path)).await.body;
        let columns = "select=state,note,state_at,answer_url,rejected&state=eq.won";
        let rest = ada
            .gets(&format!("/rest/v1/{}?{columns}", list.table))
            .await;
        let export = ada.gets("/api/account/export").await.json();

        assert!(table.contains(",won,"), "{table}");
        assert!(table.contains("'=Ten seats"), "no formula: {table}");
        let at = noon().to_rfc3339();
        let row = json!({
            "state": "won", "note": "=Ten seats", "state_at": at, "answer_url": null, "rejected": false,
        });
        assert_eq!(rest.json(), json!([row]));
        let exported = &export[list.table][0];
        assert_eq!(
            (&exported["state"], &exported["note"]),
            (&row["state"], &row["note"])
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn open_pages_are_told_of_a_new_state() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let mut page = app.app().live.listen(10).unwrap();
    assert!(page.follow(ada.id, 10));
    for list in LISTS {
        let id = list.adds(&app, &ada, "Late payers").await;

        list.moves(&ada, id, json!({ "state": "saved", "note": "Later" }))
            .await;

        let events = page.next().await.expect("the page goes on listening");
        let row = events.iter().find_map(|event| changed(event, list.table));
        let row = row.expect("the row is told");
        assert_eq!(
            (&row["state"], &row["note"]),
            (&json!("saved"), &json!("Later"))
        );
    }
}

fn changed(event: &Event, table: &str) -> Option<Value> {
    match &event.news {
        LiveEvent::Row(changed) if changed.table == table => changed.new.clone(),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_numbers_of_mentions_leave_out_rejected_ones_and_what_was_dealt_with_is_read() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    one_of_each(&app, &ada, MENTIONS).await;

    let stats = ada.gets("/api/mentions/stats").await.json()["stats"].clone();

    assert_eq!(
        (&stats["total"], &stats["rejected"]),
        (&json!(4), &json!(1))
    );
    assert_eq!(stats["unread"], 1);
    assert_eq!(MENTIONS.shows(&ada, "").await["unread"], 1);
    assert_eq!(MENTIONS.shows(&ada, "state=won").await["unread"], 0);
}
