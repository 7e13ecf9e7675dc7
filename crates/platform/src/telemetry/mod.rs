//! Logs and metrics. What to log and what never: `docs/logging.md`.

mod redact;

use std::io::IsTerminal;

use anyhow::Context;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

use uuid::Uuid;

use super::settings::{LogFormat, Settings};
use redact::Redacted;

tokio::task_local! {
    static REQUEST_ID: Uuid;
}

/// Runs the work of a request, so that [`request_id`] is known inside it.
pub async fn in_request<F: Future>(id: Uuid, work: F) -> F::Output {
    REQUEST_ID.scope(id, work).await
}

/// The id of the request that is being answered, for a line in the log. It is not a span's field:
/// a span is written out when it begins, for every request and whether or not anything is logged.
pub fn request_id() -> Option<Uuid> {
    REQUEST_ID.try_with(|id| *id).ok()
}

const SECONDS: &[f64] = &[
    0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0,
];

/// A find may be minutes old or months.
const AGES: &[f64] = &[
    60.0,
    300.0,
    900.0,
    3_600.0,
    14_400.0,
    43_200.0,
    86_400.0,
    259_200.0,
    604_800.0,
    2_592_000.0,
];

/// Starts logging to standard error; every line passes the filter that hides secrets.
pub fn start_logs(settings: &Settings) -> anyhow::Result<()> {
    let filter = settings.log_filter()?;
    let is_terminal = std::io::stderr().is_terminal();
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(Redacted::new(settings.secrets()))
        .with_ansi(is_terminal);
    let as_json = match settings.log_format {
        LogFormat::Json => true,
        LogFormat::Text => false,
        LogFormat::Auto => !is_terminal,
    };
    let started = if as_json {
        builder
            .json()
            .flatten_event(true)
            .with_current_span(true)
            .with_span_list(false)
            .try_init()
    } else {
        builder.compact().with_target(false).try_init()
    };
    started
        .map_err(|error| anyhow::anyhow!(error))
        .context("starting the log")
}

/// Starts counting. Called once in a process; the handle renders what `/metrics` shows.
pub fn start_metrics() -> anyhow::Result<PrometheusHandle> {
    PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), SECONDS)?
        .set_buckets_for_metric(Matcher::Suffix("_age_seconds".to_owned()), AGES)?
        .install_recorder()
        .context("starting the metrics")
}
