//! The reader behind the stream: how many texts it reads with the one core that it has, and how soon.

use std::sync::Arc;
use std::time::Duration;

use discovery::{DiscoveryTools, HeardPostTools, ReadHeardPosts, ReaderBudget};
use earshot::lifecycle::Lifecycle;
use listening::Listening;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use platform::clock::Clock;
use platform::db::Db;
use platform::jobs::{Registry, Worker, WorkerSettings};
use platform::tasks::Tasks;

/// Works off the reader's queue and counts what it reads.
pub(crate) struct StreamReader {
    counters: PrometheusHandle,
}

/// Texts read until now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextsRead {
    pub(crate) within_a_minute: f64,
    pub(crate) later: f64,
}

impl StreamReader {
    /// Starts it with the product's default of one core.
    pub(crate) fn start(
        (db, clock): (&Db, &Clock),
        listening: &Listening,
        tasks: &Tasks,
    ) -> anyhow::Result<Self> {
        let counters = PrometheusBuilder::new().install_recorder()?;
        let registry = Registry::default().with::<ReadHeardPosts>(HeardPostTools {
            discovery: DiscoveryTools {
                db: db.clone(),
                listening: listening.clone(),
                llm: None,
                events: Arc::new(Lifecycle),
                posts_judged: 160,
            },
            threshold: Arc::new(Lifecycle),
            drafts: Arc::new(Lifecycle),
            budget: ReaderBudget::new(1),
        });
        let settings = WorkerSettings {
            slots: 4,
            lease: Duration::from_secs(30),
            poll: Duration::from_millis(100),
            drain: Duration::from_secs(5),
        };
        Worker::new(db.clone(), clock.clone(), registry, settings).start(tasks);
        Ok(Self { counters })
    }

    pub(crate) fn texts_read(&self) -> TextsRead {
        let rendered = self.counters.render();
        let counted = |waited: &str| {
            let name = format!("earshot_reader_texts_total{{waited=\"{waited}\"}} ");
            let lines = rendered.lines();
            let counts = lines.filter_map(|line| line.strip_prefix(&name)?.parse::<f64>().ok());
            counts.sum()
        };
        TextsRead {
            within_a_minute: counted("under a minute"),
            later: counted("longer"),
        }
    }
}

impl TextsRead {
    pub(crate) fn all(self) -> f64 {
        self.within_a_minute + self.later
    }

    /// Those of the time since then.
    pub(crate) fn since(self, before: Self) -> Self {
        Self {
            within_a_minute: self.within_a_minute - before.within_a_minute,
            later: self.later - before.later,
        }
    }
}
