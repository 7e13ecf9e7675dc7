//! The reply kit: what the user gets where no model writes.

use serde_json::{Value, json};

use super::{owner_of, posts, request_for, sample_post};
use crate::kit::TestApp;

const LATE: (&str, &str) = (
    "freelance",
    "My client is 45 days late and says the invoice never arrived",
);

#[tokio::test(flavor = "multi_thread")]
async fn a_kit_quotes_the_questions_and_the_facts_with_their_page() {
    let app = TestApp::start().await;
    let nora = owner_of(&app, "paperlark.example").await;
    let post = sample_post("late", LATE.0, LATE.1);

    let reply = nora.drafts(&app, &request_for(&post)).await.json();

    let draft = &reply["result"];
    assert_eq!(
        (&draft["kind"], &draft["problem"], &draft["is_sample"]),
        (&json!("kit"), &json!("no_model"), &json!(false))
    );
    assert_eq!(
        draft["message"],
        "No language model is connected, so there is no draft."
    );
    assert_eq!(draft["checks"], json!([]));
    let kit = &draft["kit"];
    assert_eq!(kit["need"], Value::Null);
    assert_eq!(kit["disclosure"], "I work on Paperlark, so weigh that.");
    let opened = &kit["questions"][0];
    assert_eq!(opened["quote"], "Is there some way to prove it was opened?");
    assert!(post.body.contains(opened["quote"].as_str().unwrap()));
    let fact = json!({
        "quote": "Write a quote, send a link, and see when it was opened.",
        "page": "paperlark.example/features",
    });
    assert_eq!(opened["facts"][0], fact, "{kit:#}");
    let comment = draft["comment"].as_str().unwrap();
    assert!(
        comment.starts_with("They ask: “Is there some way to prove it was opened?”"),
        "{comment}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kit_is_the_same_whenever_it_is_asked_for() {
    let app = TestApp::start().await;
    let nora = owner_of(&app, "paperlark.example").await;
    let body = request_for(&posts()[1]);

    let first = nora.drafts(&app, &body).await.json();
    let second = nora.drafts(&app, &body).await.json();

    assert_eq!(first["result"]["kit"], second["result"]["kit"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_without_a_sample_gets_a_kit_and_says_why() {
    let app = TestApp::start_with(&[("EARSHOT_LLM_PROVIDER", "sandbox")]).await;
    let nora = owner_of(&app, "paperlark.example").await;

    let draft = nora.drafts(&app, &request_for(&posts()[2])).await.json();

    let draft = &draft["result"];
    assert_eq!(
        (&draft["kind"], &draft["problem"]),
        (&json!("kit"), &json!("no_sample"))
    );
    assert_eq!(draft["message"], "There is no sample draft for this post.");
}
