//! The sample drafts: held to the checks like any model's text.

use comments::Tone;
use serde_json::json;

use super::{keeps_the_rules, owner_of, request_for, sample_post};
use crate::kit::TestApp;

/// Subreddit and title of each post that has sample drafts.
fn posts_with_drafts(company: &str) -> Vec<(String, String)> {
    let path = format!(
        "{}/../sandboxes/src/llm/samples/{company}/drafts.txt",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(path).expect("the samples are there");
    let posts = format!("\n{text}");
    let posts = posts.split("\n## ").skip(1).map(|post| {
        let mut lines = post.lines();
        let title = lines.next().unwrap().trim().to_owned();
        let subreddit = lines.next().unwrap().trim();
        (subreddit.trim_start_matches("r/").to_owned(), title)
    });
    posts.collect()
}

/// All drafts for the posts of one company pass every check, in the product.
async fn every_draft_of(company: &str) {
    let app = TestApp::start_with(&[("EARSHOT_LLM_PROVIDER", "sandbox")]).await;
    let owner = owner_of(&app, &format!("{company}.example")).await;
    let posts = posts_with_drafts(company);
    assert_eq!(posts.len(), 12);
    let mut failed = Vec::new();
    for (at, (subreddit, title)) in posts.into_iter().enumerate() {
        let post = sample_post(&format!("sample-{at}"), &subreddit, &title);
        for tone in Tone::ALL {
            let mut body = request_for(&post);
            body["userContext"]["tone"] = json!(tone.name());
            let reply = owner.drafts(&app, &body).await.json();
            let draft = &reply["result"];
            if draft["kind"] != "draft" {
                failed.push(format!("{title} ({}): {}", tone.name(), draft["problem"]));
                continue;
            }
            keeps_the_rules(draft);
            assert_eq!(draft["is_sample"], true);
        }
    }
    assert_eq!(failed, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn every_sample_draft_of_paperlark_passes_the_checks() {
    every_draft_of("paperlark").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_sample_draft_of_cragdesk_passes_the_checks() {
    every_draft_of("cragdesk").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_sample_draft_of_millstead_passes_the_checks() {
    every_draft_of("millstead").await;
}
