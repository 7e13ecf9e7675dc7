//! The API as a page that a person can read, made from the same document that programs get.
//!
//! It is plain HTML: the usual viewers load megabytes of script from elsewhere, which our content
//! security policy rightly forbids.

use std::collections::BTreeMap;

use askama::Template;
use axum::Router;
use axum::response::Html;
use axum::routing::get;
use serde_json::Value;
use utoipa::openapi::OpenApi;

use platform::app::App;

/// `GET /api/docs` and `GET /api/openapi.json`, made once.
pub fn routes(document: &OpenApi) -> anyhow::Result<Router<App>> {
    let page = Html(page(&serde_json::to_value(document)?)?);
    let document = axum::Json(document.clone());
    Ok(Router::new()
        .route("/api/docs", get(async move || page.clone()))
        .route("/api/openapi.json", get(async move || document.clone())))
}

fn page(document: &Value) -> anyhow::Result<String> {
    let page = ApiPage {
        version: platform::VERSION,
        groups: groups(document),
    };
    Ok(page.render()?)
}

#[derive(Template)]
#[template(path = "api.html")]
struct ApiPage {
    version: &'static str,
    groups: Vec<OperationGroup>,
}

struct OperationGroup {
    name: String,
    operations: Vec<ApiOperation>,
}

struct ApiOperation {
    id: String,
    method: String,
    path: String,
    summary: String,
    description: String,
    parameters: Vec<ApiParameter>,
    body: Option<String>,
    responses: Vec<ApiReply>,
}

struct ApiParameter {
    name: String,
    place: String,
    kind: String,
    description: String,
}

struct ApiReply {
    status: String,
    description: String,
    shape: String,
}

fn groups(document: &Value) -> Vec<OperationGroup> {
    let mut groups: BTreeMap<String, Vec<ApiOperation>> = BTreeMap::new();
    for (path, methods) in members(&document["paths"]) {
        for (method, details) in members(methods) {
            let tag = text(&details["tags"][0]);
            groups
                .entry(tag)
                .or_default()
                .push(operation(document, path, method, details));
        }
    }
    groups
        .into_iter()
        .map(|(name, operations)| OperationGroup { name, operations })
        .collect()
}

fn operation(document: &Value, path: &str, method: &str, details: &Value) -> ApiOperation {
    let parameters = details["parameters"].as_array().into_iter().flatten();
    let request = content_schema(&details["requestBody"]);
    ApiOperation {
        id: text(&details["operationId"]),
        method: method.to_uppercase(),
        path: path.to_owned(),
        summary: text(&details["summary"]),
        description: text(&details["description"]),
        parameters: parameters.map(parameter).collect(),
        body: request.map(|schema| shape(document, schema, 0)),
        responses: members(&details["responses"])
            .map(|(status, answer)| response(document, status, answer))
            .collect(),
    }
}

fn parameter(details: &Value) -> ApiParameter {
    ApiParameter {
        name: text(&details["name"]),
        place: text(&details["in"]),
        kind: kind(&details["schema"]),
        description: text(&details["description"]),
    }
}

fn response(document: &Value, status: &str, answer: &Value) -> ApiReply {
    let schema = content_schema(answer);
    ApiReply {
        status: status.to_owned(),
        description: text(&answer["description"]),
        shape: schema
            .map(|schema| shape(document, schema, 0))
            .unwrap_or_default(),
    }
}

fn content_schema(part: &Value) -> Option<&Value> {
    let (_, content) = members(&part["content"]).next()?;
    Some(&content["schema"])
}

/// A schema as the JSON one would write, with types in place of values.
fn shape(document: &Value, schema: &Value, depth: usize) -> String {
    let schema = resolved(document, schema);
    let pad = "  ".repeat(depth + 1);
    let end = "  ".repeat(depth);
    if let Some(properties) = schema["properties"].as_object().filter(|_| depth < 6) {
        let lines: Vec<String> = properties
            .iter()
            .map(|(name, inner)| format!("{pad}\"{name}\": {}", shape(document, inner, depth + 1)))
            .collect();
        return format!("{{\n{}\n{end}}}", lines.join(",\n"));
    }
    if schema["items"].is_object() {
        return format!("[{}]", shape(document, &schema["items"], depth));
    }
    kind(schema)
}

fn resolved<'d>(document: &'d Value, schema: &'d Value) -> &'d Value {
    let reference = schema["$ref"]
        .as_str()
        .and_then(|reference| reference.strip_prefix('#'));
    reference
        .and_then(|pointer| document.pointer(pointer))
        .unwrap_or(schema)
}

/// `string`, `string or null`, `integer` …
fn kind(schema: &Value) -> String {
    match &schema["type"] {
        Value::Array(kinds) => kinds.iter().map(text).collect::<Vec<_>>().join(" or "),
        kind => text(kind),
    }
}

fn members(object: &Value) -> impl Iterator<Item = (&String, &Value)> {
    object.as_object().into_iter().flatten()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
