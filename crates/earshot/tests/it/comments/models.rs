//! Comments with a language model: its words arrive as they come, and it may fail as it likes.

use platform::live::LiveEvent;
use sandboxes::llm::SENTINELS;
use serde_json::Value;

use super::{ada, keeps_its_duties, posts, wish};
use crate::kit::TestApp;

pub(super) async fn with_model(name: &str) -> TestApp {
    let settings = [
        ("EARSHOT_LLM_PROVIDER", "sandbox"),
        ("EARSHOT_LLM_MODEL", name),
    ];
    TestApp::start_with(&settings).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_s_words_are_shown_as_they_come_and_answered_as_one() {
    let app = with_model("sandbox").await;
    let ada = ada(&app).await;
    let mut page = app.app().live.listen(10).unwrap();
    assert!(page.follow(ada.id, 10));

    let draft = ada.drafts(&app, &wish(&posts()[0])).await.json();

    let comment = draft["result"]["comment"].as_str().unwrap();
    keeps_its_duties(comment, "Paperlark");
    assert_eq!(draft["result"]["used_model"], true);
    assert!(draft["result"]["tokens_used"].as_u64().unwrap() > 100);
    let mut told: Vec<Value> = Vec::new();
    while told.last().is_none_or(|last| last["state"] != "done") {
        let events = page.next().await.expect("the page goes on listening");
        told.extend(events.iter().filter_map(|event| match &event.news {
            LiveEvent::Broadcast { payload, .. } => Some(payload.clone()),
            LiveEvent::Row(_) => None,
        }));
    }
    let texts: Vec<&str> = told.iter().filter_map(|one| one["text"].as_str()).collect();
    assert!(texts.len() >= 4, "{told:?}");
    assert!(
        texts
            .windows(2)
            .all(|pair| pair[1].starts_with(pair[0].trim_end())),
        "{texts:?}"
    );
    assert!(
        told.iter()
            .all(|one| one["job"] == "comment" && one["post_id"] == "post-0")
    );
    assert_eq!(told.last().unwrap()["text"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_a_model_does_there_is_a_draft_that_keeps_its_duties() {
    for sentinel in SENTINELS {
        let app = with_model(&format!("sandbox-{}", sentinel.name)).await;
        let ada = ada(&app).await;

        let reply = ada.drafts(&app, &wish(&posts()[5])).await;

        assert_eq!(reply.status, 200, "{}: {}", sentinel.name, reply.body);
        let result = &reply.json()["result"];
        keeps_its_duties(result["comment"].as_str().unwrap(), "Paperlark");
        let is_usable = ["chatty", "repairable"].contains(&sentinel.name);
        assert_eq!(result["used_model"], is_usable, "{}", sentinel.name);
        let was_free = result["tokens_used"] == 0;
        assert_eq!(was_free, !is_usable, "{}", sentinel.name);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_tokens_left_the_draft_is_written_without_a_model_and_says_so() {
    let app = TestApp::start_with(&[
        ("EARSHOT_LLM_PROVIDER", "sandbox"),
        ("EARSHOT_LLM_USER_DAILY_TOKENS", "100"),
    ])
    .await;
    let ada = ada(&app).await;

    let draft = ada.drafts(&app, &wish(&posts()[6])).await.json();

    keeps_its_duties(draft["result"]["comment"].as_str().unwrap(), "Paperlark");
    assert_eq!(draft["result"]["tokens_used"], 0);
    let said = "The language model could not be used, so this was written without one.";
    assert_eq!(draft["result"]["message"], said);
}
