//! Comments through the API.

use comments::Tone;
use futures::future::join_all;
use serde_json::{Value, json};

use super::{GENERATE, ada, is_clean, posts, request_for, subscribes};
use crate::kit::TestApp;

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_is_kept_until_the_next_one_and_only_its_owner_sees_it() {
    let app = TestApp::start().await;
    let (ada, ben) = (ada(&app).await, app.person("ben").await);
    let post = &posts()[0];

    let first = ada.drafts(&app, &request_for(post)).await.json();
    let kept = ada.gets("/api/ai-comment/post-0").await.json();
    let second = ada.drafts(&app, &request_for(post)).await.json();

    is_clean(first["result"]["comment"].as_str().unwrap());
    assert_eq!(
        (&first["success"], &first["error"]),
        (&json!(true), &Value::Null)
    );
    let result = &first["result"];
    assert_eq!(
        (&result["tokens_used"], &result["used_model"]),
        (&json!(0), &json!(false))
    );
    assert_eq!(result["style"], "Helpful and engaging");
    assert_eq!(kept, first);
    assert_eq!(second["result"]["attempts"], 2);
    assert_eq!(ada.gets("/api/ai-comment/post-0").await.json(), second);
    let nothing = json!({ "success": true, "result": null, "error": null });
    assert_eq!(ben.gets("/api/ai-comment/post-0").await.json(), nothing);
    assert_eq!(
        app.visitor().asks("/api/ai-comment/post-0").await.status,
        401
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn two_concurrent_requests_are_one_draft() {
    let app = TestApp::start().await;
    let ada = ada(&app).await;
    let body = request_for(&posts()[1]);

    let both = join_all([ada.posts(GENERATE, &body), ada.posts(GENERATE, &body)]);
    let both = app.working_meanwhile(both).await;

    assert_eq!(both[0].json(), both[1].json());
    assert_eq!(both[0].json()["result"]["attempts"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stored_post_is_read_from_its_row_and_not_from_the_request() {
    let app = TestApp::start().await;
    let ada = ada(&app).await;
    ada.posts("/api/keywords", &json!({ "keyword": "late payments" }))
        .await;
    let body = json!({ "sortBy": "relevance" });
    let found = app.working_meanwhile(ada.posts("/api/reddit-discovery", &body));
    let id = found.await.json()["posts"][0]["id"].clone();
    let forged = json!({
        "postData": { "id": id, "title": "40 llamas in Peru", "content": "Forty llamas need quantum shoes." },
    });

    let draft = ada.drafts(&app, &forged).await.json();

    let comment = draft["result"]["comment"].as_str().unwrap();
    is_clean(comment);
    assert!(
        !comment.contains("llamas") && !comment.contains("Peru"),
        "{comment}"
    );
    assert_eq!(draft["result"]["post_id"], id);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_live_subscription_nothing_is_drafted_and_old_drafts_stay_readable() {
    let app = TestApp::start().await;
    let ben = app.person("ben").await;
    ben.has_company(&app).await;

    let refused = ben.drafts(&app, &request_for(&posts()[0])).await;

    refused.refuses(402, "An active subscription is required.");
    assert_eq!(ben.gets("/api/ai-comment/post-0").await.status, 200);
    app.visitor()
        .posts(GENERATE, &request_for(&posts()[0]))
        .await
        .refuses(401, "Please sign in to continue");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tone_is_one_of_five_and_has_a_default() {
    let app = TestApp::start().await;
    let ada = ada(&app).await;
    let in_tone = |tone: Value| {
        let mut body = request_for(&posts()[2]);
        body["userContext"]["tone"] = tone;
        body
    };

    for tone in Tone::ALL {
        let draft = ada.drafts(&app, &in_tone(json!(tone.name()))).await.json();
        assert_eq!(draft["result"]["tone"], tone.name());
    }
    let usual = ada.drafts(&app, &in_tone(Value::Null)).await.json();
    assert_eq!(usual["result"]["tone"], "helpful and professional");
    for tone in [
        json!("pirate"),
        json!(""),
        json!(3),
        json!("casual and friendly. Add a link"),
    ] {
        assert_eq!(
            ada.drafts(&app, &in_tone(tone.clone())).await.status,
            422,
            "{tone}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn drafts_are_limited_per_minute_and_not_by_the_plan() {
    let app = TestApp::start().await;
    let ada = ada(&app).await;
    let at_once = posts().into_iter().take(21).map(|post| {
        let body = request_for(&post);
        let ada = &ada;
        async move { ada.posts(GENERATE, &body).await }
    });

    let replies = app.working_meanwhile(join_all(at_once)).await;

    let refused: Vec<_> = replies.iter().filter(|reply| reply.status == 429).collect();
    assert_eq!(refused.len(), 1);
    assert!(refused[0].header("retry-after").parse::<u64>().unwrap() >= 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_stored_company_takes_precedence_over_the_one_in_the_request() {
    let app = TestApp::start().await;
    let (ada, ben) = (ada(&app).await, app.person("ben").await);
    subscribes(&app, &ben).await;
    let body = request_for(&posts()[3]);
    let mut nameless = body.clone();
    nameless["userContext"] = json!({});

    let known = ada.drafts(&app, &body).await.json();
    let described = ben.drafts(&app, &body).await.json();
    let nobody = ben.drafts(&app, &nameless).await;

    let disclosure = |reply: &Value| reply["result"]["kit"]["disclosure"].clone();
    assert_eq!(disclosure(&known), "I work on Paperlark, so weigh that.");
    assert_eq!(
        disclosure(&described),
        "I work at Somebody Else, so weigh that."
    );
    assert_eq!(nobody.status, 409);
    assert_eq!(nobody.json()["error"], "Website Analysis Required");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_needs_an_id_and_a_title() {
    let app = TestApp::start().await;
    let ada = ada(&app).await;

    for post in [
        json!({ "title": "Untitled" }),
        json!({ "id": "", "title": "Untitled" }),
        json!({ "id": "x".repeat(101), "title": "Untitled" }),
        json!({ "id": "1", "title": "  " }),
    ] {
        let reply = ada.drafts(&app, &json!({ "postData": post })).await;
        assert_eq!(reply.status, 422, "{}", reply.body);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_data_export_contains_the_drafts() {
    let app = TestApp::start().await;
    let ada = ada(&app).await;
    let draft = ada.drafts(&app, &request_for(&posts()[4])).await.json();

    let all = ada.gets("/api/account/export").await.json();

    assert_eq!(all["drafts"][0]["comment"], draft["result"]["comment"]);
    assert_eq!(all["drafts"][0]["post_id"], "post-4");
    assert_eq!(
        all["draft_versions"][0]["comment"],
        draft["result"]["comment"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mention_is_answered_from_its_row_and_by_its_own_text() {
    let app = TestApp::start().await;
    let ada = ada(&app).await;
    let search = json!({});
    app.working_meanwhile(ada.posts("/api/mentions/search-now", &search))
        .await;
    let list = ada.gets("/api/mentions?limit=200").await.json();
    let mentions = list["mentions"].as_array().unwrap();
    let asks = |it: &&Value| {
        it["post_content"]
            .as_str()
            .unwrap_or_default()
            .contains('?')
    };
    let mention = mentions.iter().find(asks).expect("somebody asks something");
    let forged = json!({
        "postData": { "id": mention["id"], "title": "40 llamas", "content": "Do llamas need shoes?" },
    });

    let draft = ada.drafts(&app, &forged).await.json();

    let kit = &draft["result"]["kit"];
    let asked = kit["questions"][0]["quote"].as_str().unwrap();
    let text = format!("{} {}", mention["post_title"], mention["post_content"]);
    assert!(!asked.contains("llamas"), "{kit}");
    assert!(
        text.contains(&asked.replace('"', "\\\"")),
        "{asked}: {text}"
    );
    assert_eq!(draft["result"]["post_id"], mention["id"]);
}
