//! The sandbox, asked by hand: what any client of OpenAI's would get.

use providers::http::{HttpClient, HttpError, HttpResponse};
use sandboxes::llm::SENTINELS;
use serde_json::{Value, json};

use crate::kit::Sandbox;

#[tokio::test]
async fn a_completion_has_every_field_that_the_protocol_promises() {
    let sandbox = Sandbox::start().await;

    let mut body = completion(&sandbox, hello("sandbox-echo")).await;

    let id = body["id"].take();
    assert!(id.as_str().unwrap().starts_with("chatcmpl-"), "{id}");
    assert!(body["created"].take().as_u64().unwrap() > 1_700_000_000);
    let expected = json!({
        "id": null, "object": "chat.completion", "created": null, "model": "sandbox-echo",
        "choices": [{
            "index": 0, "logprobs": null, "finish_reason": "stop",
            "message": {
                "role": "assistant", "content": "Hello, who are you?", "refusal": null, "annotations": [],
            },
        }],
        "usage": { "prompt_tokens": 5, "completion_tokens": 5, "total_tokens": 10 },
        "service_tier": "default",
        "system_fingerprint": "fp_sandbox",
    });
    assert_eq!(body, expected);
}

#[tokio::test]
async fn a_stream_ends_with_its_usage_and_done() {
    let sandbox = Sandbox::start().await;
    let mut asked = hello("sandbox-echo");
    asked["stream"] = json!(true);
    asked["stream_options"] = json!({ "include_usage": true });

    let answer = post(&sandbox, &asked, "key").await.unwrap();

    assert_eq!(answer.headers["content-type"], "text/event-stream");
    let events: Vec<&str> = answer.text().unwrap().split("\n\n").collect();
    let (done, end) = (events[events.len() - 2], events[events.len() - 1]);
    assert_eq!((done, end), ("data: [DONE]", ""));
    let chunks: Vec<Value> = events[..events.len() - 2]
        .iter()
        .map(|event| serde_json::from_str(event.strip_prefix("data: ").unwrap()).unwrap())
        .collect();
    assert_eq!(chunks[0]["object"], "chat.completion.chunk");
    assert_eq!(chunks[0]["choices"][0]["delta"]["role"], "assistant");
    let texts: Vec<&str> = chunks
        .iter()
        .filter_map(|chunk| chunk["choices"][0]["delta"]["content"].as_str())
        .collect();
    assert_eq!(texts, ["", "Hello, ", "who ", "are ", "you?"]);
    assert_eq!(
        chunks[chunks.len() - 2]["choices"][0]["finish_reason"],
        "stop"
    );
    let last = chunks.last().unwrap();
    assert_eq!(
        (&last["choices"], &last["usage"]["total_tokens"]),
        (&json!([]), &json!(10))
    );
}

#[tokio::test]
async fn a_refusal_stands_in_its_own_field() {
    let sandbox = Sandbox::start().await;

    let body = completion(&sandbox, hello("sandbox-refusal")).await;

    let message = &body["choices"][0]["message"];
    assert_eq!(message["content"], Value::Null);
    assert_eq!(message["refusal"], "I'm sorry, but I can't help with that.");
}

#[tokio::test]
async fn errors_have_the_protocol_s_body() {
    let sandbox = Sandbox::start().await;
    let mut loose = hello("sandbox-echo");
    loose["response_format"] = json!({
        "type": "json_schema",
        "json_schema": { "name": "a", "strict": true, "schema": { "type": "object", "properties": {} } },
    });
    let mut unnamed = hello("sandbox-echo");
    unnamed["response_format"] = json!({ "type": "json_schema", "json_schema": {} });

    check(
        &sandbox,
        &hello("sandbox-echo"),
        "wrong-key",
        401,
        Some("invalid_api_key"),
    )
    .await;
    check(&sandbox, &hello("sandbox-echo"), "", 401, None).await;
    check(
        &sandbox,
        &hello("gpt-nothing"),
        "key",
        404,
        Some("model_not_found"),
    )
    .await;
    check(&sandbox, &hello("sandbox-broken"), "key", 500, None).await;
    check(&sandbox, &json!({ "model": "sandbox" }), "key", 400, None).await;
    check(
        &sandbox,
        &json!({ "model": "sandbox", "messages": [] }),
        "key",
        400,
        None,
    )
    .await;
    check(&sandbox, &loose, "key", 400, None).await;
    check(&sandbox, &unnamed, "key", 400, None).await;
}

#[tokio::test]
async fn a_rate_limit_says_how_long_to_wait() {
    let sandbox = Sandbox::start().await;

    let failure = post(&sandbox, &hello("sandbox-rate-limited"), "key").await;

    let asked = failure.unwrap_err().retry_after().unwrap();
    assert_eq!(asked.as_secs(), 30);
}

#[tokio::test]
async fn the_models_are_listed_one_for_each_sentinel() {
    let sandbox = Sandbox::start().await;
    let outgoing = outgoing();
    let get = async |path: &str| {
        let request = outgoing.get(sandbox.url(path)).bearer_auth("key");
        outgoing.call(request).await
    };

    let list: Value = get("/v1/models").await.unwrap().json().unwrap();
    let one: Value = get("/v1/models/sandbox-slow")
        .await
        .unwrap()
        .json()
        .unwrap();

    let models = list["data"].as_array().unwrap();
    assert_eq!(models.len(), SENTINELS.len() + 1);
    assert_eq!(models[0]["id"], "sandbox");
    assert_eq!(one["object"], "model");
    assert!(models.contains(&one));
    assert!(get("/v1/models/gpt-nothing").await.is_err());
    assert!(get("/v1/embeddings").await.is_err());
}

#[test]
fn every_sentinel_is_documented() {
    let page = include_str!("../../../../docs/sandbox.md");

    for sentinel in SENTINELS {
        let (name, happens) = (sentinel.name, sentinel.happens);
        let line = format!("| `sandbox-{name}` | `sandbox:{name}` | {happens} |");
        assert!(page.contains(&line), "{line}");
    }
}

#[tokio::test]
async fn parts_of_a_message_are_read_like_its_text() {
    let sandbox = Sandbox::start().await;
    let mut asked = hello("sandbox-echo");
    asked["messages"][0]["content"] = json!([{ "type": "text", "text": "Hello, who are you?" }]);

    let body = completion(&sandbox, asked).await;

    assert_eq!(
        body["choices"][0]["message"]["content"],
        "Hello, who are you?"
    );
}

#[tokio::test(start_paused = true)]
async fn asked_to_stop_it_waits_only_so_long_for_answers() {
    let mut sandbox = Sandbox::start().await;
    let slow = hello("sandbox-slow");
    let asking = post(&sandbox, &slow, "key");
    let stopping = async {
        tokio::task::yield_now().await;
        sandbox.stop.cancel();
    };

    let (answer, ()) = tokio::join!(asking, stopping);

    assert!(answer.is_err());
    sandbox.tasks.join_next().await.unwrap().unwrap();
}

fn hello(model: &str) -> Value {
    json!({ "model": model, "messages": [{ "role": "user", "content": "Hello, who are you?" }] })
}

async fn completion(sandbox: &Sandbox, asked: Value) -> Value {
    post(sandbox, &asked, "key").await.unwrap().json().unwrap()
}

async fn post(sandbox: &Sandbox, asked: &Value, key: &str) -> Result<HttpResponse, HttpError> {
    let outgoing = outgoing();
    let mut request = outgoing
        .post(sandbox.url("/v1/chat/completions"))
        .json(asked);
    if !key.is_empty() {
        request = request.bearer_auth(key);
    }
    outgoing.call(request).await
}

async fn check(sandbox: &Sandbox, asked: &Value, key: &str, status: u16, code: Option<&str>) {
    let failure = post(sandbox, asked, key).await.unwrap_err();

    let HttpError::Status {
        status: got, body, ..
    } = failure
    else {
        panic!("{asked}: {failure:?}");
    };
    let body: Value = serde_json::from_slice(&body.0).unwrap();
    assert_eq!(got, status, "{asked}");
    assert_eq!(body["error"]["code"], json!(code), "{asked}");
    assert!(body["error"]["message"].is_string() && body["error"]["type"].is_string());
}

fn outgoing() -> HttpClient {
    HttpClient::new("test", "earshot-test/1.0")
}
