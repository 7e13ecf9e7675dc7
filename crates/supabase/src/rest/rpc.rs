//! The one function that a client may call.

use axum::http::{Method, StatusCode};
use axum::response::Response;
use serde_json::{Map, Value as Json};
use uuid::Uuid;

use super::request_headers::Asked;
use super::rest_response::{self, Refusal};
use identity::Caller;
use platform::app::App;

const CREATE_PROFILE: &str = "create_profile_for_confirmed_user";

/// Answers the value itself.
pub(super) async fn call(
    app: &App,
    caller: Option<&Caller>,
    method: &Method,
    name: &str,
    body: &[u8],
    asked: Asked,
) -> Result<Response, Refusal> {
    let arguments = arguments(body)?;
    if name != CREATE_PROFILE || !arguments.keys().eq(["user_id"]) {
        return Err(no_function(name, &arguments));
    }
    let caller = caller.ok_or_else(|| Refusal::anonymous(format_args!("function {name}")))?;
    if *method != Method::POST {
        return Err(Refusal::method(method, "POST"));
    }
    // The argument names whom the client takes itself for; the token says who it is.
    let is_allowed = user_id(&arguments["user_id"])? == Some(caller.user_id)
        && identity::create_profile(app, caller).await?;
    if !is_allowed {
        return Err(Refusal::forbidden(format_args!("function {name}")));
    }
    Ok(rest_response::json(
        StatusCode::OK,
        asked.is_object,
        b"true".to_vec(),
    ))
}

fn arguments(body: &[u8]) -> Result<Map<String, Json>, Refusal> {
    if body.is_empty() {
        return Ok(Map::new());
    }
    serde_json::from_slice(body).map_err(|_| Refusal::bad("PGRST102", "Empty or invalid json"))
}

fn user_id(argument: &Json) -> Result<Option<Uuid>, Refusal> {
    let text = match argument {
        Json::Null => return Ok(None),
        Json::String(text) => text.clone(),
        other => other.to_string(),
    };
    let wrong = |_| {
        let text = rest_response::cut(&text);
        Refusal::bad(
            "22P02",
            format!("invalid input syntax for type uuid: \"{text}\""),
        )
    };
    Uuid::try_parse(&text).map(Some).map_err(wrong)
}

fn no_function(name: &str, arguments: &Map<String, Json>) -> Refusal {
    let names: Vec<&str> = arguments.keys().map(String::as_str).collect();
    let call = match names.as_slice() {
        [] => format!("{} without parameters", rest_response::cut(name)),
        names => format!(
            "{}({})",
            rest_response::cut(name),
            rest_response::cut(&names.join(", "))
        ),
    };
    let message = format!("Could not find the function public.{call} in the schema cache");
    Refusal::new(StatusCode::NOT_FOUND, "PGRST202", message).details(
        "Searched for a function of this name with these parameters, but no matches were found.",
    )
}
