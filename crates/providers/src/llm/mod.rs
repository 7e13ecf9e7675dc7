//! Language models, if the operator has chosen one.
//!
//! * [`LanguageModel`] is the trait, [`LiveModel`] the live adapter: OpenAI, Anthropic, Gemini,
//!   Ollama and every server that speaks OpenAI's protocol.
//! * [`complete_json`] asks for an answer that matches a [`Schema`] and checks it, whatever the
//!   provider guarantees.
//! * [`quote_untrusted`] marks what strangers wrote, so that a model can tell it from the task;
//!   [`quote_owner`] marks what the owner of the account wrote.
//!
//! A completion changes nothing at the provider, so it is retried after transient failures. A model
//! may take long, but not be silent for long ([`AnswerLimits`]). What a model thinks before it answers
//! is never part of the answer. Every [`Completion`] counts its tokens; callers enforce the budget.

mod account_check;
mod completion_request;
mod completion_stream;
mod errors;
mod frame_watch;
mod json_completion;
mod live_model;
mod reasoning_models;
mod schema;
mod server_features;
mod settings;
mod thought_filter;
mod untrusted_text;

use std::{
    fmt::{self, Debug},
    time::Duration,
};

use async_trait::async_trait;
use futures::stream::BoxStream;

pub use completion_request::{CompletionRequest, Example, RequestKind, estimated_tokens};
pub use json_completion::{REPAIR_NOTE, complete_json};
pub use live_model::LiveModel;
pub use schema::{InvalidSchema, Schema};
pub use settings::{AnswerLimits, InvalidLlmSettings, LlmSettings, Protocol};
pub use untrusted_text::{contents as untrusted_parts, quote_owner, quote_untrusted};

/// A language model.
#[async_trait]
pub trait LanguageModel: Send + Sync + Debug {
    /// The whole answer at once; never empty.
    async fn complete(&self, request: &CompletionRequest) -> Result<Completion, LlmError>;

    /// The answer in chunks. `Ok` means that the first chunk has arrived. The last item is
    /// [`CompletionChunk::End`] or an error.
    async fn stream(&self, request: &CompletionRequest) -> Result<CompletionStream, LlmError>;
}

pub type CompletionStream = BoxStream<'static, Result<CompletionChunk, LlmError>>;

/// A part of a streamed answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CompletionChunk {
    Text(String),
    /// The whole answer, with its cost.
    End(Completion),
}

/// An answer.
#[derive(Clone, PartialEq, Eq)]
pub struct Completion {
    pub text: String,
    pub tokens_in: u32,
    pub tokens_out: u32,
    /// The provider did not report the number of tokens; they are estimated by length.
    pub is_estimated: bool,
    /// The answer was longer than the request allowed and was cut.
    pub is_cut: bool,
    /// The provider's name for the model.
    pub model: String,
}

/// Why a completion failed. Nothing that was sent or received is printed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LlmError {
    /// Unreachable or failing: try again later.
    #[error("The language model is unavailable right now.")]
    Unavailable,
    /// Connected, but silent for longer than [`AnswerLimits`] allow.
    #[error("The language model took too long.")]
    Slow,
    /// The model refuses this request. It seldom changes its mind.
    #[error("The language model refused to answer.")]
    Refused,
    /// The model said nothing, or only thought.
    #[error("The language model's answer was empty.")]
    Empty,
    /// The answer ends in the middle: the connection broke, or it became too long.
    #[error("The language model's answer was cut off.")]
    CutOff { so_far: PartialText },
    #[error("The language model asked us to wait.")]
    RateLimited { after: Option<Duration> },
    /// Wrong key, model, address or account: the operator must fix it.
    #[error("The language model's settings are invalid.")]
    Misconfigured,
    /// The response is not what was asked for.
    #[error("The language model's answer could not be read.")]
    InvalidResponse,
    /// The caller's own limit: nothing was sent.
    #[error("The language model's budget for today is used up.")]
    BudgetSpent,
    /// The sandbox has no sample answer to this request. It is healthy, and asking again does not
    /// help.
    #[error("There is no sample answer to this request.")]
    NoSample,
}

/// The beginning of an answer. Answers may repeat what people wrote, so it is not printed.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct PartialText(pub String);

impl Debug for PartialText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} characters", self.0.chars().count())
    }
}

impl Completion {
    pub fn tokens(&self) -> u32 {
        self.tokens_in.saturating_add(self.tokens_out)
    }
}

/// Without the text: answers may repeat what people wrote.
impl Debug for Completion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Completion")
            .field("characters", &self.text.chars().count())
            .field("tokens_in", &self.tokens_in)
            .field("tokens_out", &self.tokens_out)
            .field("is_estimated", &self.is_estimated)
            .field("is_cut", &self.is_cut)
            .field("model", &self.model)
            .finish()
    }
}
