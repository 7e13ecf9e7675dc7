//! Whether providers answer: every call is counted, and what all processes have seen of a provider in
//! the last minutes stands in one row of the database.
//!
//! A single failure says nothing, because one community may be closed and one answer may get lost. A
//! provider counts as failing once several calls in a row have failed and nobody has heard an answer
//! since. The process that writes the change logs it, so it is in the log once.

mod store;
mod watched;
mod watched_google;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use crate::clock::Clock;
use crate::db::{Db, DbResult};
use crate::tasks::Tasks;

pub use store::{HealthState, NamedHealth};

/// A service outside that the product calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Provider {
    Reddit,
    Ranks,
    Payments,
    Mail,
    Google,
    LanguageModel,
    /// Sites of strangers. Their failures are counted and say nothing about us.
    Websites,
}

/// How a call ended, as far as the provider's health is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallEnd {
    Answered,
    /// It counts against the provider.
    Failed(&'static str),
    /// It was counted, and says nothing about whether the provider is well.
    Neutral(&'static str),
}

/// Counts calls and keeps the state of every provider; cloned cheaply.
#[derive(Clone, Debug)]
pub struct ProviderHealth {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    db: Db,
    clock: Clock,
    tasks: Tasks,
    seen: Mutex<HashMap<Provider, Seen>>,
    /// One write at a time, so that the last one written is the last one seen.
    writing: tokio::sync::Mutex<()>,
}

/// What this process has seen of a provider.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// Failures since the last answer.
    failures: u32,
    failing_since: Option<DateTime<Utc>>,
    failure: &'static str,
    /// When the database was last told, and whether it was told of a failure.
    told_at: Option<DateTime<Utc>>,
    is_told_failing: bool,
}

/// So many failures in a row are no accident.
const FAILURES_IN_A_ROW: u32 = 3;
/// While nothing changes the database is told no more often than this.
const TELL_AGAIN_AFTER: TimeDelta = TimeDelta::seconds(15);

impl Provider {
    pub const ALL: [Provider; 7] = [
        Provider::Reddit,
        Provider::Ranks,
        Provider::Payments,
        Provider::Mail,
        Provider::Google,
        Provider::LanguageModel,
        Provider::Websites,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Provider::Reddit => "reddit",
            Provider::Ranks => "ranks",
            Provider::Payments => "payments",
            Provider::Mail => "mail",
            Provider::Google => "google",
            Provider::LanguageModel => "language_model",
            Provider::Websites => "websites",
        }
    }
}

impl CallEnd {
    fn word(self) -> &'static str {
        match self {
            CallEnd::Answered => "answered",
            CallEnd::Failed(word) | CallEnd::Neutral(word) => word,
        }
    }
}

/// What is known of a provider; none if it was never called.
pub async fn state_of(db: &Db, provider: Provider) -> DbResult<Option<HealthState>> {
    store::state_of(db, provider).await
}

/// What is known of every provider that was ever called.
pub async fn all_states(db: &Db) -> DbResult<Vec<NamedHealth>> {
    store::all_states(db).await
}

impl ProviderHealth {
    pub fn new(db: Db, clock: Clock, tasks: Tasks) -> Self {
        Self {
            shared: Arc::new(Shared {
                db,
                clock,
                tasks,
                seen: Mutex::default(),
                writing: tokio::sync::Mutex::default(),
            }),
        }
    }

    /// Counts a call and how long it took. Nobody waits for what is written about it.
    pub fn note(&self, provider: Provider, end: CallEnd, took: Duration) {
        metrics::counter!(
            "earshot_provider_calls_total",
            "provider" => provider.name(), "outcome" => end.word()
        )
        .increment(1);
        metrics::histogram!("earshot_provider_call_seconds", "provider" => provider.name())
            .record(took.as_secs_f64());
        let now = self.shared.clock.real();
        let mut seen = self.shared.seen();
        let seen = seen.entry(provider).or_default();
        if seen.note(end, now) {
            seen.told_at = Some(now);
            let shared = self.shared.clone();
            self.shared.tasks.supervise(
                "provider health",
                async move { shared.tell(provider).await },
            );
        }
    }
}

impl Seen {
    /// Adds a call; whether the database is to be told.
    fn note(&mut self, end: CallEnd, now: DateTime<Utc>) -> bool {
        let is_quiet = self.told_at.is_some_and(|at| now < at + TELL_AGAIN_AFTER);
        match end {
            CallEnd::Neutral(_) => false,
            CallEnd::Answered => {
                let was_failing = self.failures >= FAILURES_IN_A_ROW || self.is_told_failing;
                self.failures = 0;
                self.failing_since = None;
                was_failing || !is_quiet
            }
            CallEnd::Failed(word) => {
                self.failures = self.failures.saturating_add(1);
                self.failing_since.get_or_insert(now);
                self.failure = word;
                let is_new = self.failures == FAILURES_IN_A_ROW;
                is_new || (self.is_failing() && !self.is_told_failing && !is_quiet)
            }
        }
    }

    fn is_failing(&self) -> bool {
        self.failures >= FAILURES_IN_A_ROW
    }
}

impl Shared {
    fn seen(&self) -> MutexGuard<'_, HashMap<Provider, Seen>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes down what is known at this moment, which may be more than what led here.
    async fn tell(&self, provider: Provider) {
        let _alone = self.writing.lock().await;
        let seen = self.seen().get(&provider).copied().unwrap_or_default();
        let told = match seen.failing_since.filter(|_| seen.is_failing()) {
            Some(since) => self.tell_failing(provider, since, seen.failure).await,
            None => self.tell_answered(provider).await,
        };
        match told {
            Ok(is_failing) => {
                let mut all = self.seen();
                all.entry(provider).or_default().is_told_failing = is_failing;
                let value = if is_failing { 1.0 } else { 0.0 };
                metrics::gauge!("earshot_provider_failing", "provider" => provider.name())
                    .set(value);
            }
            Err(error) => {
                tracing::warn!(%error, provider = provider.name(), "could not save a provider's health");
            }
        }
    }

    /// Whether the provider counts as failing for everybody.
    async fn tell_failing(
        &self,
        provider: Provider,
        since: DateTime<Utc>,
        failure: &'static str,
    ) -> DbResult<bool> {
        let told = store::fail(&self.db, provider, (since, failure), self.clock.real()).await?;
        if let store::Told::Changed(since) = told {
            tracing::warn!(
                provider = provider.name(),
                failure,
                %since,
                "a provider has stopped answering"
            );
        }
        Ok(told != store::Told::Refuted)
    }

    async fn tell_answered(&self, provider: Provider) -> DbResult<bool> {
        let since = store::answer(&self.db, provider, self.clock.real()).await?;
        if let Some(since) = since {
            tracing::info!(provider = provider.name(), %since, "a provider answers again");
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noon() -> DateTime<Utc> {
        DateTime::from_timestamp(1_794_744_000, 0).unwrap()
    }

    /// Which of these calls, a second apart, have the database told.
    fn told(calls: &str) -> String {
        let mut seen = Seen::default();
        let mut told = String::new();
        for (second, call) in (0..).zip(calls.chars()) {
            let now = noon() + TimeDelta::seconds(second);
            let end = match call {
                'a' => CallEnd::Answered,
                'f' => CallEnd::Failed("unavailable"),
                _ => CallEnd::Neutral("forbidden"),
            };
            let is_told = seen.note(end, now);
            if is_told {
                seen.told_at = Some(now);
                seen.is_told_failing = seen.is_failing();
            }
            told.push(if is_told { 'x' } else { '.' });
        }
        told
    }

    #[test]
    fn the_third_failure_in_a_row_and_the_next_answer_are_told_at_once() {
        assert_eq!(told("aaffaffff"), "x......x..".get(..9).unwrap());
        assert_eq!(told("afffffaa"), "x..x..x.");
    }

    #[test]
    fn a_call_that_says_nothing_about_the_provider_changes_nothing() {
        assert_eq!(told("affnfnfa"), "x...x..x");
        assert_eq!(told("nnnnn"), ".....");
    }

    #[test]
    fn answers_are_told_now_and_then() {
        assert_eq!(told("aaaaaaaaaaaaaaaaa"), "x..............x.");
    }
}
