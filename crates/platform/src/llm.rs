//! The language model, if the operator has chosen one: asked on somebody's account, within their
//! budget. Every caller has a way to do without it.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use futures::StreamExt;
use providers::llm::{
    self, Completion, CompletionChunk, CompletionRequest, CompletionStream, LanguageModel,
    LlmError, Schema, estimated_tokens,
};
use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::budget::{Budget, Reservation, Spent};

/// The longest that an operator may let an answer take (`EARSHOT_LLM_TOTAL_S`).
pub const LONGEST_ANSWER: Duration = Duration::from_mins(10);

/// The time limit of a job that asks for an answer, asks once more where that is needed, and has
/// work of its own.
pub const ANSWER_JOB_LIMIT: Duration = Duration::from_mins(25);

/// The time limit of a job that has a model read one batch of texts after another.
pub const BATCHES_JOB_LIMIT: Duration = Duration::from_mins(50);

#[derive(Clone, Debug)]
pub struct Llm {
    model: Arc<dyn LanguageModel>,
    budget: Budget,
}

impl Llm {
    pub fn new(model: Arc<dyn LanguageModel>, budget: Budget) -> Self {
        Self { model, budget }
    }

    /// The model as this person may use it.
    pub fn for_user(&self, user_id: Uuid) -> UserModel {
        UserModel {
            llm: self.clone(),
            user_id,
        }
    }
}

/// A model whose every call is paid for out of one person's budget and everybody's.
#[derive(Clone, Debug)]
pub struct UserModel {
    llm: Llm,
    user_id: Uuid,
}

impl UserModel {
    /// An answer of this shape, checked. A second try is paid for like the first.
    pub async fn complete_json<T: DeserializeOwned>(
        &self,
        request: &CompletionRequest,
        schema: &Schema,
    ) -> Result<T, LlmError> {
        llm::complete_json(self, request, schema).await
    }

    async fn reserve(&self, request: &CompletionRequest) -> Result<Reservation, LlmError> {
        let budget = &self.llm.budget;
        let (kind, tokens) = (request.kind(), request.most_tokens());
        match budget.reserve(self.user_id, kind, tokens).await {
            Ok(Ok(reservation)) => Ok(reservation),
            Ok(Err(spent)) => {
                if spent == Spent::ByAll {
                    tracing::warn!("today's tokens for all users are used up");
                }
                Err(LlmError::BudgetSpent)
            }
            Err(error) => {
                tracing::warn!(%error, "the budget of the language model could not be read");
                Err(LlmError::Unavailable)
            }
        }
    }
}

#[async_trait]
impl LanguageModel for UserModel {
    async fn complete(&self, request: &CompletionRequest) -> Result<Completion, LlmError> {
        let reservation = self.reserve(request).await?;
        let answer = self.llm.model.complete(request).await;
        settle(
            &self.llm.budget,
            reservation,
            cost(request, answer.as_ref()),
        )
        .await;
        answer
    }

    async fn stream(&self, request: &CompletionRequest) -> Result<CompletionStream, LlmError> {
        let reservation = self.reserve(request).await?;
        let budget = self.llm.budget.clone();
        match self.llm.model.stream(request).await {
            Ok(pieces) => Ok(paid(pieces, budget, reservation, request.clone())),
            Err(failure) => {
                settle(&budget, reservation, cost(request, Err(&failure))).await;
                Err(failure)
            }
        }
    }
}

/// The pieces, settled when the last of them passes. A stream that is dropped before stays counted
/// in full: nobody knows how much of it was written.
fn paid(
    pieces: CompletionStream,
    budget: Budget,
    reservation: Reservation,
    request: CompletionRequest,
) -> CompletionStream {
    let mut open = Some(reservation);
    let settled = pieces.then(move |piece| {
        let cost = match &piece {
            Ok(CompletionChunk::Text(_)) => None,
            Ok(CompletionChunk::End(completion)) => Some(cost(&request, Ok(completion))),
            Err(failure) => Some(cost(&request, Err(failure))),
        };
        let due = cost.and_then(|cost| Some((open.take()?, cost)));
        let budget = budget.clone();
        async move {
            if let Some((reservation, cost)) = due {
                settle(&budget, reservation, cost).await;
            }
            piece
        }
    });
    settled.boxed()
}

/// What a call is taken to have cost. One that failed on the way costs what was sent, because
/// providers count that; one that was turned away at the door costs nothing.
fn cost(request: &CompletionRequest, answer: Result<&Completion, &LlmError>) -> u32 {
    match answer {
        Ok(completion) => completion.tokens(),
        Err(LlmError::CutOff { so_far }) => request.tokens_in() + estimated_tokens(&so_far.0),
        Err(
            LlmError::Unavailable
            | LlmError::Slow
            | LlmError::Refused
            | LlmError::Empty
            | LlmError::InvalidResponse,
        ) => request.tokens_in(),
        Err(
            LlmError::RateLimited { .. }
            | LlmError::Misconfigured
            | LlmError::BudgetSpent
            | LlmError::NoSample,
        ) => 0,
    }
}

/// The answer is there whether or not its price can be written down; unwritten, it counts as the
/// most it could have been.
async fn settle(budget: &Budget, reservation: Reservation, tokens: u32) {
    let kind = reservation.kind().as_str();
    metrics::counter!("earshot_llm_tokens_total", "kind" => kind).increment(tokens.into());
    if let Err(error) = budget.settle(reservation, tokens).await {
        tracing::warn!(%error, "could not save the cost of an answer");
    }
}
