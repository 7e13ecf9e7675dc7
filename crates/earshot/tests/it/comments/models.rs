//! Comments with a language model: its text is streamed and checked, and it may fail in any way.

use platform::live::LiveEvent;
use serde_json::{Value, json};

use super::{is_clean, keeps_the_rules, owner_of, request_for, sample_post};
use crate::kit::TestApp;

pub(super) async fn with_model(name: &str) -> TestApp {
    let settings = [
        ("EARSHOT_LLM_PROVIDER", "sandbox"),
        ("EARSHOT_LLM_MODEL", name),
    ];
    TestApp::start_with(&settings).await
}

/// A request for a draft that the sandbox has a sample of.
fn sample_request() -> Value {
    let title = "My client is 45 days late and says the invoice never arrived";
    request_for(&sample_post("late", "freelance", title))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_s_text_is_streamed_and_returned_as_a_whole() {
    let app = with_model("sandbox").await;
    let ada = owner_of(&app, "paperlark.example").await;
    let mut page = app.app().live.listen(10).unwrap();
    assert!(page.follow(ada.id, 10));

    let draft = ada.drafts(&app, &sample_request()).await.json();

    keeps_the_rules(&draft["result"]);
    assert_eq!(draft["result"]["used_model"], true);
    assert_eq!(draft["result"]["is_sample"], true);
    let checks = draft["result"]["checks"].as_array().unwrap();
    let checked: Vec<&Value> = checks.iter().map(|it| &it["check"]).collect();
    assert_eq!(checked, ["facts", "disclosure", "links"], "{checks:?}");
    assert_eq!(checks[1]["text"], "Says that you work on Paperlark");
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
            .all(|one| one["job"] == "comment" && one["post_id"] == "late")
    );
    assert_eq!(broadcasts.last().unwrap()["text"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_needs_a_second_try_still_writes_a_draft() {
    for name in ["sandbox-chatty", "sandbox-repairable"] {
        let app = with_model(name).await;
        let nora = owner_of(&app, "paperlark.example").await;

        let draft = nora.drafts(&app, &sample_request()).await.json();

        keeps_the_rules(&draft["result"]);
        assert!(draft["result"]["tokens_used"].as_u64() > Some(0));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_fails_leads_to_the_kit_with_the_reason() {
    for (name, problem) in [
        ("malformed", "unfit"),
        ("unfitting", "unfit"),
        ("empty", "empty"),
        ("refusal", "refused"),
        ("rate-limited", "rate_limited"),
        ("broken", "unavailable"),
        ("obedient", "unfit"),
    ] {
        let app = with_model(&format!("sandbox-{name}")).await;
        let nora = owner_of(&app, "paperlark.example").await;

        let reply = nora.drafts(&app, &sample_request()).await;

        assert_eq!(reply.status, 200, "{name}: {}", reply.body);
        let draft = &reply.json()["result"];
        assert_eq!(
            (&draft["kind"], &draft["problem"]),
            (&json!("kit"), &json!(problem)),
            "{name}"
        );
        assert_eq!(draft["tokens_used"], 0, "{name}");
        assert!(draft["message"].is_string(), "{name}");
        is_clean(draft["comment"].as_str().unwrap());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_tokens_left_there_is_the_kit_and_it_says_so() {
    let app = TestApp::start_with(&[
        ("EARSHOT_LLM_PROVIDER", "sandbox"),
        ("EARSHOT_LLM_USER_DAILY_TOKENS", "100"),
    ])
    .await;
    let nora = owner_of(&app, "paperlark.example").await;

    let draft = nora.drafts(&app, &sample_request()).await.json();

    assert_eq!(draft["result"]["problem"], "budget");
    let said = "Drafts for today are used up. More from 00:00.";
    assert_eq!(draft["result"]["message"], said);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_for_a_stored_post_does_not_repeat_the_answers_of_its_thread() {
    let app = with_model("sandbox").await;
    let nora = owner_of(&app, "paperlark.example").await;
    for keyword in ["late payments", "invoice never arrived"] {
        nora.posts("/api/keywords", &json!({ "keyword": keyword }))
            .await;
    }
    let search = json!({ "sortBy": "relevance" });
    app.working_meanwhile(nora.posts("/api/reddit-discovery", &search))
        .await;
    let list = nora.gets("/api/reddit-posts?limit=200").await.json();
    let found = list["posts"].as_array().unwrap();
    let late = "My client is 45 days late and says the invoice never arrived";
    let post = found.iter().find(|it| it["title"] == late);
    let body = json!({ "postData": { "id": post.expect("it is found")["id"], "title": late } });

    let draft = nora.drafts(&app, &body).await.json();

    keeps_the_rules(&draft["result"]);
    let checks = draft["result"]["checks"].as_array().unwrap();
    let last_check = checks.last().unwrap();
    assert_eq!(last_check["text"], "Does not repeat the answers above");
}
