//! The live adapter: one client for every protocol, through the crate genai. The connection,
//! timeouts, retries and circuit breaker are ours.

use std::{
    fmt,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use async_trait::async_trait;
use genai::{
    Client, ModelIden, ServiceTarget,
    adapter::AdapterKind,
    chat::{ChatOptions, ChatRequest, ChatResponse, JsonSpec, ReasoningEffort, StopReason, Usage},
    resolver::{AuthData, Endpoint},
};

use super::{
    Completion, CompletionRequest, CompletionStream, LanguageModel, LlmError, LlmSettings,
    Protocol, completion_stream, errors, estimated_tokens,
};
use crate::http::{self, CallPolicy};

/// The model that the operator chose.
pub struct LiveModel {
    pub(super) client: Client,
    pub(super) target: ServiceTarget,
    pub(super) policy: CallPolicy,
    protocol: Protocol,
    /// Not every server that speaks a protocol has its JSON schema mode. Once a server turns out
    /// to lack it, the mode is not used again.
    has_schema_mode: AtomicBool,
}

/// For all tries of a call together: longer than people like to wait, and enough for the answers
/// that the product asks for.
const TOTAL: Duration = Duration::from_secs(30);
const TRIES: u32 = 3;

impl LiveModel {
    /// `user_agent` is what the provider sees.
    pub fn new(settings: &LlmSettings, user_agent: &str) -> Self {
        let client = Client::builder().with_reqwest(http::client(user_agent));
        let adapter = match settings.protocol {
            // Ollama's own protocol takes no schema through genai; its OpenAI side does.
            Protocol::OpenAi | Protocol::Ollama => AdapterKind::OpenAI,
            Protocol::Anthropic => AdapterKind::Anthropic,
            Protocol::Gemini => AdapterKind::Gemini,
        };
        Self {
            client: client
                .build()
                .expect("a client that is given its connections cannot fail to be made"),
            target: ServiceTarget {
                endpoint: Endpoint::from_owned(settings.base.as_str()),
                auth: AuthData::from_single(settings.key.as_str()),
                model: ModelIden::new(adapter, settings.model.as_str()),
            },
            policy: CallPolicy::new("llm", TOTAL, TRIES),
            protocol: settings.protocol,
            has_schema_mode: AtomicBool::new(true),
        }
    }

    async fn ask(
        &self,
        request: &CompletionRequest,
        json_mode: bool,
    ) -> Result<Completion, errors::CompletionError> {
        let (chat, options) = (chat(request), self.options(request, json_mode));
        let attempt = || async {
            let target = self.target.clone();
            let answer = self.client.exec_chat(target, chat.clone(), Some(&options));
            match answer.await {
                Ok(response) => Ok(completion(request, response)),
                Err(error) => errors::classify(&error).map(Err),
            }
        };
        match self.policy.call(true, attempt).await {
            Ok(answer) => answer.map_err(errors::CompletionError::Settled),
            Err(failure) => Err(errors::CompletionError::Call(failure)),
        }
    }

    pub(super) fn options(&self, request: &CompletionRequest, json_mode: bool) -> ChatOptions {
        let mut options = ChatOptions::default()
            .with_max_tokens(request.max_tokens())
            .with_capture_raw_body(true)
            .with_capture_usage(true)
            .with_normalize_reasoning_content(true);
        if matches!(self.protocol, Protocol::OpenAi | Protocol::Ollama) {
            // Sends nothing in this protocol, and keeps the library from taking the end of a model's
            // name, such as `qwen-max`, for a reasoning effort.
            options = options.with_reasoning_effort(ReasoningEffort::Budget(0));
        }
        match request.schema() {
            Some(schema) if json_mode => {
                options.with_response_format(JsonSpec::new(schema.name(), schema.json().clone()))
            }
            _ => options,
        }
    }

    pub(super) fn has_schema_mode(&self) -> bool {
        self.has_schema_mode.load(Ordering::Relaxed)
    }
}

#[async_trait]
impl LanguageModel for LiveModel {
    async fn complete(&self, request: &CompletionRequest) -> Result<Completion, LlmError> {
        let json_mode = request.schema().is_some() && self.has_schema_mode();
        let failed = match self.ask(request, json_mode).await {
            Ok(completion) => return Ok(completion),
            Err(failed) => failed,
        };
        if !json_mode || !failed.may_lack_json_mode() {
            return Err(failed.into());
        }
        let completion = self.ask(request, false).await?;
        self.has_schema_mode.store(false, Ordering::Relaxed);
        Ok(completion)
    }

    async fn stream(&self, request: &CompletionRequest) -> Result<CompletionStream, LlmError> {
        completion_stream::open(self, request).await
    }
}

impl fmt::Debug for LiveModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LiveModel")
            .field("protocol", &self.protocol)
            .field("model", &self.target.model.model_name.as_str())
            .finish_non_exhaustive()
    }
}

pub(super) fn chat(request: &CompletionRequest) -> ChatRequest {
    ChatRequest::from_user(request.user()).with_system(request.system())
}

fn completion(request: &CompletionRequest, response: ChatResponse) -> Result<Completion, LlmError> {
    let body = response.captured_raw_body.as_ref();
    if body.is_some_and(errors::is_refusal) {
        return Err(LlmError::Refused);
    }
    let model = response.provider_model_iden.model_name.to_string();
    let text = response.content.into_joined_texts().unwrap_or_default();
    let stop_reason = response.stop_reason.as_ref();
    finished(request, text, stop_reason, &response.usage, model)
}

/// The finished completion, whether streamed or not.
pub(super) fn finished(
    request: &CompletionRequest,
    text: String,
    stop_reason: Option<&StopReason>,
    usage: &Usage,
    model: String,
) -> Result<Completion, LlmError> {
    if matches!(stop_reason, Some(StopReason::ContentFilter(_))) {
        return Err(LlmError::Refused);
    }
    if text.trim().is_empty() {
        return Err(LlmError::InvalidResponse);
    }
    let told = |count: Option<i32>| count.and_then(|count| u32::try_from(count).ok());
    let tokens_in = told(usage.prompt_tokens).filter(|count| *count > 0);
    let tokens_out = told(usage.completion_tokens).filter(|count| *count > 0);
    Ok(Completion {
        tokens_in: tokens_in.unwrap_or_else(|| request.tokens_in()),
        tokens_out: tokens_out.unwrap_or_else(|| estimated_tokens(&text)),
        is_estimated: tokens_in.is_none() || tokens_out.is_none(),
        is_cut: stop_reason.is_some_and(StopReason::is_max_tokens),
        text,
        model,
    })
}
