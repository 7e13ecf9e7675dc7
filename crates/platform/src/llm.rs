//! The language model, if the operator has chosen one: asked on somebody's account, within their
//! budget. Every caller has a way to do without it.

use std::sync::Arc;

use async_trait::async_trait;
use futures::StreamExt;
use providers::llm::{self, Completion, LanguageModel, LlmFailed, Piece, Pieces, Request, Schema};
use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::budget::{Budget, Reservation, Spent};

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
        request: &Request,
        schema: &Schema,
    ) -> Result<T, LlmFailed> {
        llm::complete_json(self, request, schema).await
    }

    async fn reserve(&self, request: &Request) -> Result<Reservation, LlmFailed> {
        let budget = &self.llm.budget;
        match budget.reserve(self.user_id, request.most_tokens()).await {
            Ok(Ok(reservation)) => Ok(reservation),
            Ok(Err(spent)) => {
                if spent == Spent::ByAll {
                    tracing::warn!("everybody's tokens for today are spent");
                }
                Err(LlmFailed::BudgetSpent)
            }
            Err(error) => {
                tracing::warn!(%error, "the budget of the language model could not be read");
                Err(LlmFailed::Unavailable)
            }
        }
    }
}

#[async_trait]
impl LanguageModel for UserModel {
    async fn complete(&self, request: &Request) -> Result<Completion, LlmFailed> {
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

    async fn stream(&self, request: &Request) -> Result<Pieces, LlmFailed> {
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
fn paid(pieces: Pieces, budget: Budget, reservation: Reservation, request: Request) -> Pieces {
    let mut open = Some(reservation);
    let settled = pieces.then(move |piece| {
        let cost = match &piece {
            Ok(Piece::Text(_)) => None,
            Ok(Piece::End(completion)) => Some(cost(&request, Ok(completion))),
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
fn cost(request: &Request, answer: Result<&Completion, &LlmFailed>) -> u32 {
    match answer {
        Ok(completion) => completion.tokens(),
        Err(LlmFailed::Unavailable | LlmFailed::Refused | LlmFailed::Nonsense) => {
            request.tokens_in()
        }
        Err(LlmFailed::RateLimited { .. } | LlmFailed::Misconfigured | LlmFailed::BudgetSpent) => 0,
    }
}

/// The answer is there whether or not its price can be written down; unwritten, it counts as the
/// most it could have been.
async fn settle(budget: &Budget, reservation: Reservation, tokens: u32) {
    if let Err(error) = budget.settle(reservation, tokens).await {
        tracing::warn!(%error, "the cost of an answer could not be written down");
    }
}
