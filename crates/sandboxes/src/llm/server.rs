//! The HTTP server with OpenAI's paths.

use std::{io, time::Duration};

use axum::{
    Json, Router,
    body::Body,
    extract::Path,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use bytes::Bytes;
use futures::{Stream, StreamExt, stream};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::{
    chat_completion::ChatCompletion,
    chat_request::{ChatRequest, OpenAiError},
    sentinels::{self, ModelBehaviour},
};
use crate::http_server::{self, pause};

/// Longer than any client's timeout.
const SLOW: Duration = Duration::from_secs(45);
const RETRY_AFTER_S: u16 = 30;
const WRONG_KEY: &str = "wrong-key";

/// Serves until `stop`, then gives requests in progress five seconds to end.
pub async fn serve(listener: TcpListener, stop: CancellationToken) {
    let routes = Router::new()
        .route("/v1/chat/completions", post(complete))
        .route("/v1/models", get(list_models))
        .route("/v1/models/{model}", get(show_model))
        .fallback(async || unknown_path())
        .method_not_allowed_fallback(async || unknown_path());
    http_server::serve("language model's", listener, routes, stop).await;
}

async fn complete(headers: HeaderMap, body: Bytes) -> Result<Response, OpenAiError> {
    check_key(&headers)?;
    let asked = ChatRequest::read(&body)?;
    let behaviour = sentinels::behaviour_of(&asked.model, &asked.prompt())
        .ok_or_else(|| unknown_model(&asked.model))?;
    match behaviour {
        ModelBehaviour::RateLimited => return Err(too_often()),
        ModelBehaviour::Broken => return Err(broken()),
        ModelBehaviour::Slow => pause(SLOW).await,
        _ => {}
    }
    let written = ChatCompletion::of(&asked, behaviour).ok_or_else(no_sample)?;
    let is_cut = behaviour == ModelBehaviour::Cut;
    let mut response = if asked.stream {
        let body = Body::from_stream(frames(&written, asked.wants_usage(), is_cut));
        ([(header::CONTENT_TYPE, "text/event-stream")], body).into_response()
    } else if is_cut {
        let body = Body::from_stream(half(&written));
        ([(header::CONTENT_TYPE, "application/json")], body).into_response()
    } else {
        Json(written.body()).into_response()
    };
    let id = HeaderValue::from_static("req_sandbox");
    let headers = response.headers_mut();
    headers.insert(HeaderName::from_static("x-request-id"), id);
    Ok(response)
}

async fn list_models(headers: HeaderMap) -> Result<Json<Value>, OpenAiError> {
    check_key(&headers)?;
    let models: Vec<Value> = sentinels::models().map(|name| model(&name)).collect();
    Ok(Json(json!({ "object": "list", "data": models })))
}

async fn show_model(
    headers: HeaderMap,
    Path(name): Path<String>,
) -> Result<Json<Value>, OpenAiError> {
    check_key(&headers)?;
    let known = sentinels::models().find(|known| *known == name);
    known
        .map(|name| Json(model(&name)))
        .ok_or_else(|| unknown_model(&name))
}

fn model(name: &str) -> Value {
    json!({ "id": name, "object": "model", "created": 1_700_000_000, "owned_by": "sandbox" })
}

/// The events of a stream, one by one. A cut stream ends after a few of them: the connection closes
/// before the end of the HTTP body.
fn frames(
    written: &ChatCompletion,
    with_usage: bool,
    is_cut: bool,
) -> impl Stream<Item = io::Result<String>> + Send + use<> {
    let chunks = written.chunks(with_usage);
    let kept = if is_cut { 3 } else { chunks.len() };
    let events = chunks.into_iter().take(kept);
    let mut frames: Vec<io::Result<String>> = events
        .map(|chunk| Ok(format!("data: {chunk}\n\n")))
        .collect();
    frames.push(if is_cut {
        Err(io::ErrorKind::ConnectionReset.into())
    } else {
        Ok("data: [DONE]\n\n".to_owned())
    });
    one_by_one(frames)
}

/// The first half of a body, followed by a closed connection.
fn half(written: &ChatCompletion) -> impl Stream<Item = io::Result<String>> + Send + use<> {
    let whole = written.body().to_string();
    let half = whole.chars().take(whole.chars().count() / 2).collect();
    one_by_one(vec![Ok(half), Err(io::ErrorKind::ConnectionReset.into())])
}

/// Sends each piece by itself: the server flushes whenever it has to wait.
fn one_by_one(
    pieces: Vec<io::Result<String>>,
) -> impl Stream<Item = io::Result<String>> + Send + use<> {
    stream::iter(pieces).then(async |piece| {
        tokio::task::yield_now().await;
        piece
    })
}

fn check_key(headers: &HeaderMap) -> Result<(), OpenAiError> {
    let given = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok());
    let problem = |code, message: &str| OpenAiError {
        status: StatusCode::UNAUTHORIZED,
        code,
        ..OpenAiError::invalid(message)
    };
    match given.and_then(|value| value.strip_prefix("Bearer ")) {
        None | Some("") => Err(problem(None, "You didn't provide an API key.")),
        Some(WRONG_KEY) => Err(problem(
            Some("invalid_api_key"),
            "Incorrect API key provided.",
        )),
        Some(_) => Ok(()),
    }
}

fn unknown_model(name: &str) -> OpenAiError {
    OpenAiError {
        status: StatusCode::NOT_FOUND,
        code: Some("model_not_found"),
        ..OpenAiError::invalid(&format!("The model `{name}` does not exist."))
    }
}

fn no_sample() -> OpenAiError {
    OpenAiError {
        status: StatusCode::NOT_FOUND,
        code: Some("no_sample"),
        ..OpenAiError::invalid("There is no sample answer to this request.")
    }
}

fn unknown_path() -> OpenAiError {
    OpenAiError {
        status: StatusCode::NOT_FOUND,
        code: Some("unknown_url"),
        ..OpenAiError::invalid("Unknown request URL.")
    }
}

fn too_often() -> OpenAiError {
    OpenAiError {
        status: StatusCode::TOO_MANY_REQUESTS,
        kind: "requests",
        code: Some("rate_limit_exceeded"),
        message: "Rate limit reached. Please try again in 30s.".to_owned(),
        retry_after_s: Some(RETRY_AFTER_S),
    }
}

fn broken() -> OpenAiError {
    OpenAiError {
        status: StatusCode::INTERNAL_SERVER_ERROR,
        kind: "server_error",
        code: None,
        message: "The server had an error while processing your request.".to_owned(),
        retry_after_s: None,
    }
}
