//! OpenAI's chat request and error bodies.

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header::RETRY_AFTER},
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use serde_json::{Value, json};

/// A chat request, as far as the sandbox reads it.
#[derive(Debug, Deserialize)]
pub(super) struct ChatRequest {
    pub(super) model: String,
    pub(super) messages: Vec<ChatMessage>,
    #[serde(default)]
    pub(super) stream: bool,
    stream_options: Option<Value>,
    response_format: Option<Value>,
    max_tokens: Option<usize>,
    max_completion_tokens: Option<usize>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ChatMessage {
    role: String,
    content: Option<MessageContent>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum MessageContent {
    Text(String),
    Parts(Vec<ContentPart>),
}

#[derive(Debug, Deserialize)]
struct ContentPart {
    text: Option<String>,
}

/// An OpenAI error body.
#[derive(Debug)]
pub(super) struct OpenAiError {
    pub(super) status: StatusCode,
    pub(super) kind: &'static str,
    pub(super) code: Option<&'static str>,
    pub(super) message: String,
    pub(super) retry_after_s: Option<u16>,
}

impl ChatRequest {
    pub(super) fn read(body: &[u8]) -> Result<Self, OpenAiError> {
        let asked: Self = serde_json::from_slice(body).map_err(|_| {
            OpenAiError::invalid("We could not parse the JSON body of your request.")
        })?;
        if asked.messages.is_empty() {
            return Err(OpenAiError::invalid("Invalid 'messages': empty array."));
        }
        asked.check_format()?;
        Ok(asked)
    }

    /// The texts of all messages, in order.
    pub(super) fn prompt(&self) -> String {
        let texts: Vec<String> = self.messages.iter().map(ChatMessage::text).collect();
        texts.join("\n")
    }

    /// The system message.
    pub(super) fn task(&self) -> String {
        let is_task =
            |message: &&ChatMessage| matches!(message.role.as_str(), "system" | "developer");
        let task = self.messages.iter().find(is_task);
        task.map(ChatMessage::text).unwrap_or_default()
    }

    /// The user's last message.
    pub(super) fn question(&self) -> String {
        let from_user = |message: &&ChatMessage| message.role == "user";
        let last = self.messages.iter().rev().find(from_user);
        last.map(ChatMessage::text).unwrap_or_default()
    }

    /// The JSON schema that the answer must match.
    pub(super) fn schema(&self) -> Option<&Value> {
        self.format().pointer("/json_schema/schema")
    }

    pub(super) fn wants_json(&self) -> bool {
        matches!(
            self.format()["type"].as_str(),
            Some("json_object" | "json_schema")
        )
    }

    pub(super) fn wants_usage(&self) -> bool {
        let options = self.stream_options.as_ref();
        options.is_some_and(|options| options["include_usage"] == true)
    }

    pub(super) fn most_tokens(&self) -> usize {
        self.max_completion_tokens
            .or(self.max_tokens)
            .unwrap_or(usize::MAX)
    }

    fn format(&self) -> &Value {
        self.response_format.as_ref().unwrap_or(&Value::Null)
    }

    /// As at OpenAI, a strict schema must forbid additional properties and require all others.
    fn check_format(&self) -> Result<(), OpenAiError> {
        let spec = &self.format()["json_schema"];
        if self.format()["type"] == "json_schema" && !spec["name"].is_string() {
            return Err(OpenAiError::invalid(
                "Missing required parameter: 'response_format.json_schema.name'.",
            ));
        }
        if spec["strict"] == true && !is_strict(&spec["schema"]) {
            return Err(OpenAiError::invalid(
                "Invalid schema for response_format: 'additionalProperties' is required to be \
                 supplied and to be false, and 'required' to name every property.",
            ));
        }
        Ok(())
    }
}

impl ChatMessage {
    fn text(&self) -> String {
        match &self.content {
            None => String::new(),
            Some(MessageContent::Text(text)) => text.clone(),
            Some(MessageContent::Parts(parts)) => {
                let texts = parts.iter().filter_map(|part| part.text.as_deref());
                texts.collect::<Vec<_>>().join("\n")
            }
        }
    }
}

fn is_strict(schema: &Value) -> bool {
    let Some(properties) = schema["properties"].as_object() else {
        return schema["items"].is_null() || is_strict(&schema["items"]);
    };
    let required = schema["required"].as_array();
    let is_required = |name: &String| {
        required.is_some_and(|required| required.iter().any(|one| one == name.as_str()))
    };
    schema["additionalProperties"] == false
        && properties.keys().all(is_required)
        && properties.values().all(is_strict)
}

impl OpenAiError {
    pub(super) fn invalid(message: &str) -> Self {
        Self {
            status: StatusCode::BAD_REQUEST,
            kind: "invalid_request_error",
            code: None,
            message: message.to_owned(),
            retry_after_s: None,
        }
    }
}

impl IntoResponse for OpenAiError {
    fn into_response(self) -> Response {
        let error = json!({
            "message": self.message, "type": self.kind, "param": null, "code": self.code,
        });
        let mut response = (self.status, Json(json!({ "error": error }))).into_response();
        if let Some(seconds) = self.retry_after_s {
            let headers = response.headers_mut();
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
