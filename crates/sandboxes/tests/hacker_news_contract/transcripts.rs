//! The sandbox as any client sees it: plain requests, without our adapter.

use serde_json::{Value, json};

use crate::kit::{FIRST, Sandbox};

#[tokio::test]
async fn items_look_like_those_of_hacker_news() {
    let sandbox = Sandbox::start().await;

    let story = get(&sandbox, "/v0/item/46000006.json").await;
    let comment = get(&sandbox, "/v0/item/46000002.json?print=pretty").await;
    let deleted = get(&sandbox, "/v0/item/46000009.json").await;
    let missing = get(&sandbox, "/v0/item/7.json").await;

    assert_eq!(
        story,
        json!({
            "by": "tobiasr", "descendants": 2, "id": FIRST + 6, "kids": [FIRST + 7, FIRST + 9],
            "score": 212, "time": 1_794_606_000, "title": "Why our Postgres vacuum took nine hours",
            "type": "story", "url": "https://engineering.tidewatch.example/vacuum",
        })
    );
    let text = comment["text"].as_str().unwrap();
    assert!(text.contains("can&#x27;t say of Hugo.<p>How"), "{text}");
    assert_eq!(
        deleted,
        json!({ "deleted": true, "id": FIRST + 9, "parent": FIRST + 6, "time": 1_794_630_600,
            "type": "comment" })
    );
    assert_eq!(missing, Value::Null);
}

#[tokio::test]
async fn lists_look_like_those_of_hacker_news() {
    let sandbox = Sandbox::start().await;

    assert_eq!(get(&sandbox, "/v0/maxitem.json").await, json!(FIRST + 20));
    assert_eq!(
        get(&sandbox, "/v0/updates.json").await,
        json!({ "items": [FIRST + 12, FIRST + 9],
            "profiles": ["bestfollowers99", "second_thoughts"] })
    );
}

#[tokio::test]
async fn hits_look_like_those_of_algolia() {
    let sandbox = Sandbox::start().await;
    let query = "/api/v1/search_by_date?query=sighs%20postgres&tags=comment,story_46000006";
    let wide = "/api/v1/search_by_date?tags=(job,story)&hitsPerPage=1&page=1";

    let nothing = get(&sandbox, query).await;
    let found = get(&sandbox, &query.replace("sighs%20", "")).await;
    let wide = get(&sandbox, wide).await;

    assert_eq!(
        (&nothing["nbHits"], &nothing["hits"]),
        (&json!(0), &json!([]))
    );
    let hit = &found["hits"][0];
    assert_eq!(hit["objectID"], "46000007");
    assert_eq!(hit["created_at"], "2026-11-13T23:10:00Z");
    assert_eq!(hit["created_at_i"], 1_794_611_400);
    assert_eq!(
        hit["story_title"],
        "Why our Postgres vacuum took nine hours"
    );
    assert_eq!(hit["points"], Value::Null);
    assert_eq!(
        hit["_tags"],
        json!(["comment", "author_qnull", "story_46000006"])
    );
    assert_eq!(
        (&wide["nbPages"], &wide["hits"][0]["num_comments"]),
        (&json!(8), &json!(1))
    );
}

async fn get(sandbox: &Sandbox, path: &str) -> Value {
    let response = reqwest::get(sandbox.url(path)).await.unwrap();
    assert_eq!(response.status(), 200);
    response.json().await.unwrap()
}
