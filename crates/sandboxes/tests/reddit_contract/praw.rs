//! PRAW, the client of Reddit that most people use, reads the sandbox without knowing of us.

use std::{path::Path, time::Duration};

use serde_json::Value;
use tokio::process::Command;

use crate::kit::Sandbox;

#[tokio::test]
async fn praw_searches_and_lists_the_sandbox() {
    // PRAW spreads its calls over ten minutes, so it gets a budget that it need not save.
    let sandbox = Sandbox::with_allowance(100_000, Duration::from_mins(10)).await;
    let same = Sandbox::start().await;
    let (found, (thread, _)) = (same.finds("late invoice").await, same.long_thread().await);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");

    let read = Command::new(root.join("tools/praw"))
        .arg(root.join("crates/sandboxes/tests/reddit_contract/read.py"))
        .arg(sandbox.url(""))
        .arg(&thread.post.id)
        .output()
        .await
        .unwrap();

    let complaint = String::from_utf8_lossy(&read.stderr);
    assert!(read.status.success(), "{complaint}");
    let told: Value = serde_json::from_slice(&read.stdout).unwrap();
    let ids: Vec<&str> = found.iter().map(|post| post.id.as_str()).take(5).collect();
    assert_eq!(told["search"], serde_json::json!(ids));
    assert_eq!(told["newest"].as_array().unwrap().len(), 150);
    assert_eq!(told["info"], serde_json::json!(ids));
    let shown = thread.comments();
    let hidden = shown.iter().filter_map(|one| one.replies.more.as_ref());
    let hidden = hidden.chain(&thread.replies.more).map(|more| more.count);
    let comments = u32::try_from(shown.len()).unwrap() + hidden.sum::<u32>();
    assert_eq!(told["comments"], comments);
    assert!(told["rules"].as_u64().unwrap() >= 2);
    assert!(told["subscribers"].as_u64().unwrap() > 0);
    assert_eq!(told["communities"][0], "freelance");
    assert!(told["remaining"].as_f64().unwrap() < 100_000.0);
    assert_eq!(told["private"], "Forbidden");
    assert_eq!(told["missing"], "NotFound");
}
