//! Which kinds of jobs this process can run, each with what it needs to do so.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use futures::future::BoxFuture;
use serde_json::Value as JsonValue;

use super::{Done, GiveUp, Job, Lease};

type Run = dyn Fn(JsonValue, Lease) -> BoxFuture<'static, anyhow::Result<Done>> + Send + Sync;

/// Filled once at start, on one page (`schedule.rs`), then shared by all workers.
#[derive(Clone, Default)]
pub struct Registry {
    kinds: HashMap<&'static str, JobKind>,
}

#[derive(Clone)]
pub(super) struct JobKind {
    run: Arc<Run>,
    pub(super) time_limit: Duration,
    pub(super) retry_pauses: &'static [Duration],
}

impl Registry {
    #[must_use]
    pub fn with<J: Job>(mut self, context: J::Context) -> Self {
        let run =
            move |payload: JsonValue, lease: Lease| -> BoxFuture<'static, anyhow::Result<Done>> {
                let context = context.clone();
                Box::pin(async move {
                    let job: J = serde_json::from_value(payload).map_err(|error| {
                        GiveUp(format!("the payload is not valid for this job: {error}"))
                    })?;
                    job.run(context, lease)
                        .await
                        .with_context(|| format!("running {}", J::KIND))
                })
            };
        let kind = JobKind {
            run: Arc::new(run),
            time_limit: J::TIME_LIMIT,
            retry_pauses: J::RETRY_PAUSES,
        };
        let twin = self.kinds.insert(J::KIND, kind);
        assert!(twin.is_none(), "two kinds of jobs are called {}", J::KIND);
        self
    }

    pub(super) fn kind(&self, name: &str) -> Option<JobKind> {
        self.kinds.get(name).cloned()
    }
}

impl JobKind {
    pub(super) fn run(
        &self,
        payload: JsonValue,
        lease: Lease,
    ) -> BoxFuture<'static, anyhow::Result<Done>> {
        (self.run)(payload, lease)
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.kinds.keys()).finish()
    }
}
