//! Language models: what the product asks of one, if the operator has chosen one at all.
//!
//! * [`LanguageModel`] is the question, [`LiveModel`] the live answer: OpenAI, Anthropic, Gemini,
//!   Ollama and every server that speaks OpenAI's protocol.
//! * [`complete_json`] asks for an answer in the shape of a [`Schema`] and checks it, whatever the
//!   provider promised.
//! * [`fenced`] marks what strangers wrote as material, so that a model can tell it from the task.
//!
//! A completion changes nothing at the provider, so it is tried again where that is promising. It
//! costs tokens, which every [`Completion`] counts; who may spend how many is the caller's rule.

mod failures;
mod fence;
mod json;
mod live;
mod request;
mod schema;
mod settings;
mod streaming;

use std::{
    fmt::{self, Debug},
    time::Duration,
};

use async_trait::async_trait;
use futures::stream::BoxStream;

pub use fence::{contents as fence_contents, fenced};
pub use json::{REPAIR, complete_json};
pub use live::LiveModel;
pub use request::{Request, estimated_tokens};
pub use schema::{InvalidSchema, Schema};
pub use settings::{InvalidLlmSettings, LlmSettings, Protocol};

/// Something that can write.
#[async_trait]
pub trait LanguageModel: Send + Sync + Debug {
    /// The whole answer at once; never an empty one.
    async fn complete(&self, request: &Request) -> Result<Completion, LlmFailed>;

    /// The answer piece by piece. `Ok` means that the first piece is there. The last piece is
    /// [`Piece::End`] or an error, and nothing comes after it.
    async fn stream(&self, request: &Request) -> Result<Pieces, LlmFailed>;
}

pub type Pieces = BoxStream<'static, Result<Piece, LlmFailed>>;

/// A part of an answer that is being written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    Text(String),
    /// All of it, with what it cost.
    End(Completion),
}

/// An answer.
#[derive(Clone, PartialEq, Eq)]
pub struct Completion {
    pub text: String,
    pub tokens_in: u32,
    pub tokens_out: u32,
    /// The provider did not say how many tokens there were; they are counted by length.
    pub is_estimated: bool,
    /// The answer was longer than the request allowed and breaks off.
    pub is_cut: bool,
    /// As the provider calls it.
    pub model: String,
}

/// Why there is no answer. Nothing here repeats what was sent or what came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LlmFailed {
    /// Out of reach, too slow or out of order: try again later.
    #[error("The language model is unavailable at the moment.")]
    Unavailable,
    /// It will not answer this, for reasons of its own. It will not tomorrow either.
    #[error("The language model refused to answer.")]
    Refused,
    #[error("The language model asks to be left alone for a while.")]
    RateLimited { after: Option<Duration> },
    /// Wrong key, model, address or account: the operator's to mend.
    #[error("The language model's settings are not right.")]
    Misconfigured,
    /// It answered, but not with what was asked for.
    #[error("The language model's answer made no sense.")]
    Nonsense,
    /// The caller's own limit: nothing was asked.
    #[error("The language model's budget for today is spent.")]
    BudgetSpent,
}

impl Completion {
    pub fn tokens(&self) -> u32 {
        self.tokens_in.saturating_add(self.tokens_out)
    }
}

/// Without the text: answers repeat what people wrote.
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
