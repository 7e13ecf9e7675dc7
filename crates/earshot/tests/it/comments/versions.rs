//! Versions of a draft, and the user's own text.

use serde_json::{Value, json};

use super::{ada, posts, request_for};
use crate::kit::{Person, Reply, TestApp};

const PLACE: &str = "/api/ai-comment/post-0";

impl Person {
    async fn edits(&self, comment: &str) -> Reply {
        let body = json!({ "comment": comment });
        self.sends(self.request(reqwest::Method::PUT, PLACE).json(&body))
            .await
    }
}

fn texts(draft: &Value) -> Vec<(String, bool)> {
    let versions = draft["result"]["versions"].as_array().unwrap();
    let text = |it: &Value| {
        let comment = it["comment"].as_str().unwrap().to_owned();
        (comment, it["is_edited"].as_bool().unwrap())
    };
    versions.iter().map(text).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_user_s_text_is_the_newest_version_and_what_was_written_stays_before_it() {
    let app = TestApp::start().await;
    let ada = ada(&app).await;
    let written = ada.drafts(&app, &request_for(&posts()[0])).await.json();
    let first = written["result"]["comment"].as_str().unwrap().to_owned();

    ada.edits("Send it as").await;
    let edited = ada.edits("Send it as a link.").await;

    assert_eq!(edited.status, 200, "{}", edited.body);
    let edited = edited.json();
    let expected = [(first, false), ("Send it as a link.".to_owned(), true)];
    assert_eq!(texts(&edited), expected);
    assert_eq!(edited["result"]["comment"], "Send it as a link.");
    assert_eq!(
        edited["result"]["id"],
        edited["result"]["versions"][1]["id"]
    );
    assert_eq!(edited["result"]["kit"], written["result"]["kit"]);
    assert_eq!(ada.gets(PLACE).await.json(), edited);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_ten_versions_are_kept_newest_last() {
    let app = TestApp::start().await;
    let ada = ada(&app).await;
    let body = request_for(&posts()[0]);
    for number in 1..=6 {
        ada.drafts(&app, &body).await;
        ada.edits(&format!("My own text {number}")).await;
    }

    let draft = ada.gets(PLACE).await.json();

    let texts = texts(&draft);
    assert_eq!(texts.len(), 10);
    assert_eq!(texts[9], ("My own text 6".to_owned(), true));
    assert_eq!(texts[1], ("My own text 2".to_owned(), true));
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_draft_of_one_s_own_can_be_edited_and_only_with_a_text() {
    let app = TestApp::start().await;
    let (ada, ben) = (ada(&app).await, app.person("ben").await);

    let early = ada.edits("Send it as a link.").await;
    early.refuses(404, "There is no draft for this post yet.");
    ada.drafts(&app, &request_for(&posts()[0])).await;

    for text in [String::new(), "  ".to_owned(), "x".repeat(10_001)] {
        let reply = ada.edits(&text).await;
        reply.refuses(422, "A comment must have 1 to 10,000 characters.");
    }
    assert_eq!(ben.edits("Mine now.").await.status, 404);
}
