//! The live adapter: one client for every protocol, through the crate genai. The connection,
//! timeouts, retries and circuit breaker are ours.

use std::{
    fmt,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use async_trait::async_trait;
use futures::{StreamExt, stream};
use genai::{
    Client, ModelIden, ServiceTarget,
    adapter::AdapterKind,
    chat::{ChatMessage, ChatOptions, ChatRequest, ChatResponse, JsonSpec, StopReason, Usage},
    resolver::{AuthData, Endpoint},
};
use tokio::time::{Instant, timeout_at};

use super::{
    AnswerLimits, Completion, CompletionChunk, CompletionRequest, CompletionStream, LanguageModel,
    LlmError, LlmSettings, Protocol, completion_stream,
    errors::{self, CompletionError},
    estimated_tokens,
    reasoning_models::{self, THINKING_ROOM},
    server_features::{Feature, ServerFeatures, UsedFeatures},
    thought_filter::without_thoughts,
};
use crate::http::{self, CallPolicy, HttpError};

/// The model that the operator chose.
pub struct LiveModel {
    pub(super) client: Client,
    pub(super) target: ServiceTarget,
    pub(super) limits: AnswerLimits,
    policy: CallPolicy,
    protocol: Protocol,
    features: ServerFeatures,
    /// Known by its name, or found out: the model thinks before it answers, and needs room for it.
    needs_thinking_room: AtomicBool,
}

/// A failed call is tried again only so soon: who waits for an answer would rather know.
const RETRY_WINDOW: Duration = Duration::from_secs(30);
const TRIES: u32 = 3;
/// Every try ends by itself; the policy's own limit must not come before.
const SLACK: Duration = Duration::from_secs(5);

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
        let (protocol, name) = (settings.protocol, settings.model.as_str());
        let thinks = reasoning_models::is_reasoning_model(protocol, name);
        let has_effort = reasoning_models::low_effort(protocol, name).is_some();
        let lacking = [
            (!has_effort).then_some(Feature::Effort),
            // Those that think mostly reject one.
            thinks.then_some(Feature::Temperature),
        ];
        let lacking: Vec<Feature> = lacking.into_iter().flatten().collect();
        let policy = CallPolicy::new("llm", settings.limits.total + SLACK, TRIES);
        Self {
            client: client
                .build()
                .expect("a client that is given its connections cannot fail to be made"),
            target: ServiceTarget {
                endpoint: Endpoint::from_owned(settings.base.as_str()),
                auth: AuthData::from_single(settings.key.as_str()),
                model: ModelIden::new(adapter, name),
            },
            limits: settings.limits,
            policy: policy.with_retry_window(RETRY_WINDOW),
            protocol,
            features: ServerFeatures::without(&lacking),
            needs_thinking_room: AtomicBool::new(thinks),
        }
    }

    /// The policy's retries and breaker see failed calls, not answers that cannot be used.
    pub(super) async fn call<T, F>(
        &self,
        mut attempt: impl FnMut() -> F,
    ) -> Result<T, CompletionError>
    where
        F: Future<Output = Result<T, CompletionError>>,
    {
        let call = self.policy.call(true, || {
            let attempt = attempt();
            async {
                match attempt.await {
                    Err(CompletionError::Call(failure)) => Err(failure),
                    settled => Ok(settled),
                }
            }
        });
        call.await.map_err(CompletionError::Call)?
    }

    pub(super) fn options(&self, request: &CompletionRequest, used: UsedFeatures) -> ChatOptions {
        let effort = used
            .has(Feature::Effort)
            .then(|| reasoning_models::low_effort(self.protocol, &self.target.model.model_name))
            .flatten()
            .unwrap_or_else(|| reasoning_models::no_effort(self.protocol));
        let thinking_room = if self.needs_thinking_room.load(Ordering::Relaxed) {
            THINKING_ROOM
        } else {
            0
        };
        let options = ChatOptions::default()
            .with_max_tokens(request.max_tokens() + thinking_room)
            .with_reasoning_effort(effort)
            .with_capture_raw_body(true)
            .with_capture_usage(true)
            .with_normalize_reasoning_content(true);
        let options = if used.has(Feature::Temperature) {
            options.with_temperature(temperature(request))
        } else {
            options
        };
        match request.schema() {
            Some(schema) if used.has(Feature::SchemaMode) => {
                options.with_response_format(JsonSpec::new(schema.name(), schema.json().clone()))
            }
            _ => options,
        }
    }

    /// A model that was seen thinking gets room for it from then on.
    pub(super) fn note_thoughts(&self, has_thought: bool) {
        if has_thought {
            self.needs_thinking_room.store(true, Ordering::Relaxed);
        }
    }

    async fn ask(
        &self,
        request: &CompletionRequest,
        used: UsedFeatures,
    ) -> Result<Completion, CompletionError> {
        let answer = if used.has(Feature::Stream) {
            completion_stream::read_whole(self, request, used).await
        } else {
            self.ask_at_once(request, used).await
        };
        // Whoever says nothing may have spent all the room on thoughts that are not shown.
        let is_empty = matches!(answer, Err(CompletionError::Settled(LlmError::Empty)));
        self.note_thoughts(is_empty);
        answer
    }

    async fn ask_at_once(
        &self,
        request: &CompletionRequest,
        used: UsedFeatures,
    ) -> Result<Completion, CompletionError> {
        let (chat, options) = (chat(request), self.options(request, used));
        let deadline = Instant::now() + self.limits.total;
        let attempt = || async {
            let target = self.target.clone();
            let answer = self.client.exec_chat(target, chat.clone(), Some(&options));
            match timeout_at(deadline, answer).await {
                Ok(Ok(response)) => {
                    self.note_thoughts(response.reasoning_content.is_some());
                    completion(request, response).map_err(CompletionError::Settled)
                }
                Ok(Err(error)) => Err(CompletionError::from(&error)),
                Err(_elapsed) => Err(CompletionError::Call(HttpError::Silent)),
            }
        };
        self.call(attempt).await
    }

    async fn open_stream(
        &self,
        request: &CompletionRequest,
        used: UsedFeatures,
    ) -> Result<CompletionStream, CompletionError> {
        if used.has(Feature::Stream) {
            return completion_stream::open(self, request, used).await;
        }
        let completion = self.ask_at_once(request, used).await?;
        let text = CompletionChunk::Text(completion.text.clone());
        let chunks = [Ok(text), Ok(CompletionChunk::End(completion))];
        Ok(stream::iter(chunks).boxed())
    }
}

#[async_trait]
impl LanguageModel for LiveModel {
    async fn complete(&self, request: &CompletionRequest) -> Result<Completion, LlmError> {
        let at_first = self.features.for_call(request.schema().is_some());
        let mut used = at_first;
        loop {
            let failed = match self.ask(request, used).await {
                Ok(completion) => {
                    self.features.learn(at_first, used);
                    return Ok(completion);
                }
                Err(failed) => failed,
            };
            used = used.without_lacking(&failed).ok_or(failed)?;
        }
    }

    async fn stream(&self, request: &CompletionRequest) -> Result<CompletionStream, LlmError> {
        let at_first = self.features.for_call(request.schema().is_some());
        let mut used = at_first;
        loop {
            let failed = match self.open_stream(request, used).await {
                Ok(chunks) => {
                    self.features.learn(at_first, used);
                    return Ok(chunks);
                }
                Err(failed) => failed,
            };
            used = used.without_lacking(&failed).ok_or(failed)?;
        }
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

/// A verdict is the likeliest one; prose is free to vary, but not to wander.
fn temperature(request: &CompletionRequest) -> f64 {
    if request.schema().is_some() { 0.0 } else { 0.5 }
}

pub(super) fn chat(request: &CompletionRequest) -> ChatRequest {
    let examples = request.examples().iter().flat_map(|example| {
        let asked = ChatMessage::user(example.asked.as_str());
        [asked, ChatMessage::assistant(example.answered.as_str())]
    });
    let messages = examples.chain([ChatMessage::user(request.user())]);
    ChatRequest::from_messages(messages.collect()).with_system(request.system())
}

fn completion(request: &CompletionRequest, response: ChatResponse) -> Result<Completion, LlmError> {
    let body = response.captured_raw_body.as_ref();
    if body.is_some_and(errors::is_refusal) {
        return Err(LlmError::Refused);
    }
    let model = response.provider_model_iden.model_name.to_string();
    let text = response.content.into_joined_texts().unwrap_or_default();
    let stop_reason = response.stop_reason.as_ref();
    finished(request, &text, stop_reason, &response.usage, model)
}

/// The finished completion, whether streamed or not.
pub(super) fn finished(
    request: &CompletionRequest,
    text: &str,
    stop_reason: Option<&StopReason>,
    usage: &Usage,
    model: String,
) -> Result<Completion, LlmError> {
    if matches!(stop_reason, Some(StopReason::ContentFilter(_))) {
        return Err(LlmError::Refused);
    }
    let (text, _) = without_thoughts(text);
    if text.trim().is_empty() {
        return Err(LlmError::Empty);
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
