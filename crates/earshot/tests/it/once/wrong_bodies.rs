//! Bodies that are not what a route takes: none of them is ever answered as a success.

use std::iter;

use earshot::router;
use reqwest::Method;
use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::kit::{Person, Reply, TestApp};

/// A call of the API that writes, and the fields of its body.
struct WritingCall {
    method: Method,
    path: String,
    fields: Vec<String>,
}

impl WritingCall {
    /// All of them but the webhook, whose body is signed.
    fn all() -> Vec<Self> {
        let api: Value = serde_json::to_value(router::openapi()).unwrap();
        let paths = api["paths"].as_object().unwrap().iter();
        let calls = paths.filter(|(path, _)| *path != "/api/stripe-webhook");
        calls
            .flat_map(|(path, methods)| {
                let methods = methods.as_object().unwrap().iter();
                methods.map(|(method, about)| Self::of(&api, path, method, about))
            })
            .filter(|call| [Method::POST, Method::PUT, Method::PATCH].contains(&call.method))
            .collect()
    }

    fn of(api: &Value, path: &str, method: &str, about: &Value) -> Self {
        let schema = &about["requestBody"]["content"]["application/json"]["schema"]["$ref"];
        let name = schema.as_str().and_then(|name| name.rsplit('/').next());
        let schema = &api["components"]["schemas"][name.unwrap_or_default()];
        let fields = schema["properties"].as_object();
        Self {
            method: method.to_uppercase().parse().unwrap(),
            path: path.replace("{id}", &Uuid::nil().to_string()),
            fields: fields
                .into_iter()
                .flat_map(|fields| fields.keys().cloned())
                .collect(),
        }
    }

    /// Things that no route takes, each field given as something it is not, and the fields by
    /// their place instead of by their names.
    fn wrong_bodies(&self) -> Vec<Value> {
        let plain = [json!([]), json!("x"), json!(null), json!(1), json!(true)];
        let wrong_fields = self
            .fields
            .iter()
            .map(|field| json!({ field.as_str(): [[{ "not": "this" }]] }));
        let by_place = [
            json!(["paperlark.example"]),
            json!([true]),
            json!([["x"]]),
            json!([null]),
        ];
        plain
            .into_iter()
            .chain(wrong_fields)
            .chain(by_place)
            .collect()
    }
}

async fn sends(person: &Person, call: &WritingCall, body: impl Into<reqwest::Body>) -> Reply {
    let request = person
        .request(call.method.clone(), &call.path)
        .header(CONTENT_TYPE, "application/json")
        .body(body);
    person.sends(request).await
}

fn is_success(reply: &Reply) -> bool {
    reply.status.is_success() || reply.body.contains(r#""success":true"#)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_of_the_wrong_shape_is_never_a_success() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    ada.has_company(&app).await;

    let mut taken = Vec::new();
    for call in WritingCall::all() {
        for body in call.wrong_bodies() {
            let reply = sends(&ada, &call, body.to_string()).await;
            if is_success(&reply) || reply.status.is_server_error() {
                taken.push(format!("{} {body} {}", call.path, reply.status));
            }
        }
    }

    assert_eq!(taken, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_broken_under_an_unknown_key_is_refused_too() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    ada.has_company(&app).await;
    let deep: String = iter::repeat_n('[', 50_000)
        .chain(iter::repeat_n(']', 50_000))
        .collect();
    let with = |junk: &[u8]| [br#"{"keyword":"tea","junk":"#, junk, b"}"].concat();
    let broken = [
        ("bad UTF-8", with(b"\"\xff\xfe\"")),
        ("a lone surrogate", with(br#""\ud800""#)),
        ("half a pair", with(br#""\ud83d\u0041""#)),
        ("a deep value", with(deep.as_bytes())),
        (
            "bad UTF-8 in a key",
            b"{\"keyword\":\"tea\",\"\xff\":1}".to_vec(),
        ),
        (
            "a lone surrogate in a key",
            br#"{"keyword":"tea","\udfff":1}"#.to_vec(),
        ),
    ];
    let call = WritingCall {
        method: Method::POST,
        path: "/api/keywords".to_owned(),
        fields: Vec::new(),
    };

    for (what, body) in broken {
        let reply = sends(&ada, &call, body).await;

        assert_eq!(reply.status.as_u16(), 400, "{what}: {}", reply.body);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_body_is_refused_by_sign_in_and_tables_alike() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let doors = [
        (Method::POST, "/auth/v1/token?grant_type=password"),
        (Method::POST, "/auth/v1/signup"),
        (Method::POST, "/auth/v1/recover"),
        (Method::PUT, "/auth/v1/user"),
        (Method::PATCH, "/rest/v1/profiles?id=eq.x"),
    ];

    for (method, path) in doors {
        let call = WritingCall {
            method,
            path: path.to_owned(),
            fields: Vec::new(),
        };
        for body in [
            &b"{\"email\":\"a@b.example\",\"junk\":\"\xff\"}"[..],
            br#"{"email":"a@b.example","junk":"\ud800"}"#,
            b"[]",
            b"\"x\"",
            b"null",
        ] {
            let reply = sends(&ada, &call, body).await;
            let shown = String::from_utf8_lossy(body);
            assert!(
                reply.status.is_client_error(),
                "{path} {shown}: {} {}",
                reply.status,
                reply.body
            );
        }
    }
}
