//! Comments with a language model: its text is streamed, and it may fail in any way.

use platform::live::LiveEvent;
use sandboxes::llm::SENTINELS;
use serde_json::Value;

use super::{ada, keeps_the_rules, posts, request_for};
use crate::kit::TestApp;

pub(super) async fn with_model(name: &str) -> TestApp {
    let settings = [
        ("EARSHOT_LLM_PROVIDER", "sandbox"),
        ("EARSHOT_LLM_MODEL", name),
    ];
    TestApp::start_with(&settings).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_s_text_is_streamed_and_returned_as_a_whole() {
    let app = with_model("sandbox").await;
    let ada = ada(&app).await;
    let mut page = app.app().live.listen(10).unwrap();
    assert!(page.follow(ada.id, 10));

    let draft = ada.drafts(&app, &request_for(&posts()[0])).await.json();

    let comment = draft["result"]["comment"].as_str().unwrap();
    keeps_the_rules(comment, "Paperlark");
    assert_eq!(draft["result"]["used_model"], true);
    assert!(draft["result"]["tokens_used"].as_u64().unwrap() > 100);
    let mut broadcasts: Vec<Value> = Vec::new();
    while broadcasts.last().is_none_or(|last| last["state"] != "done") {
        let events = page.next().await.expect("the page goes on listening");
        broadcasts.extend(events.iter().filter_map(|event| match &event.news {
            LiveEvent::Broadcast { payload, .. } => Some(payload.clone()),
            LiveEvent::Row(_) => None,
        }));
    }
    let texts: Vec<&str> = broadcasts
        .iter()
        .filter_map(|one| one["text"].as_str())
        .collect();
    assert!(texts.len() >= 4, "{broadcasts:?}");
    assert!(
        texts
            .windows(2)
            .all(|pair| pair[1].starts_with(pair[0].trim_end())),
        "{texts:?}"
    );
    assert!(
        broadcasts
            .iter()
            .all(|one| one["job"] == "comment" && one["post_id"] == "post-0")
    );
    assert_eq!(broadcasts.last().unwrap()["text"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_a_model_does_there_is_a_draft_that_keeps_the_rules() {
    for sentinel in SENTINELS {
        let app = with_model(&format!("sandbox-{}", sentinel.name)).await;
        let ada = ada(&app).await;

        let reply = ada.drafts(&app, &request_for(&posts()[5])).await;

        assert_eq!(reply.status, 200, "{}: {}", sentinel.name, reply.body);
        let result = &reply.json()["result"];
        keeps_the_rules(result["comment"].as_str().unwrap(), "Paperlark");
        let is_usable = ["chatty", "repairable"].contains(&sentinel.name);
        assert_eq!(result["used_model"], is_usable, "{}", sentinel.name);
        let was_free = result["tokens_used"] == 0;
        assert_eq!(was_free, !is_usable, "{}", sentinel.name);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_tokens_left_the_draft_is_written_offline_and_says_so() {
    let app = TestApp::start_with(&[
        ("EARSHOT_LLM_PROVIDER", "sandbox"),
        ("EARSHOT_LLM_USER_DAILY_TOKENS", "100"),
    ])
    .await;
    let ada = ada(&app).await;

    let draft = ada.drafts(&app, &request_for(&posts()[6])).await.json();

    keeps_the_rules(draft["result"]["comment"].as_str().unwrap(), "Paperlark");
    assert_eq!(draft["result"]["tokens_used"], 0);
    let said = "The language model could not be used, so this was written without one.";
    assert_eq!(draft["result"]["message"], said);
}
