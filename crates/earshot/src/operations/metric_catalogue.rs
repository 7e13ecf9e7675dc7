//! Every metric with its labels and its words. `/metrics` shows the words as `HELP`; tests compare the
//! page with `docs/logging.md`, with the code and with what stands in `deploy/monitoring`.

use MetricKind::{Counter, Gauge, Histogram};

/// How a metric behaves, in the words of Prometheus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricKind {
    Counter,
    Gauge,
    Histogram,
}

#[derive(Clone, Copy, Debug)]
pub struct MetricDescription {
    pub name: &'static str,
    pub kind: MetricKind,
    pub labels: &'static [&'static str],
    pub help: &'static str,
}

/// In the order of `docs/logging.md`.
pub const METRICS: &[MetricDescription] = &[
    // What happens in this process.
    metric(
        "earshot_requests_total",
        Counter,
        &["route", "method", "status"],
        "Answered requests.",
    ),
    metric(
        "earshot_request_seconds",
        Histogram,
        &["route"],
        "How long requests took.",
    ),
    metric(
        "earshot_connections_refused_total",
        Counter,
        &[],
        "Connections turned away because there were too many.",
    ),
    metric(
        "earshot_sockets_open",
        Gauge,
        &[],
        "Live channels of open pages to this process.",
    ),
    metric(
        "earshot_task_panics_total",
        Counter,
        &["task"],
        "Panics of background tasks; each is started again.",
    ),
    metric(
        "earshot_jobs_total",
        Counter,
        &["kind", "outcome"],
        "Runs of jobs: done, failed, dead or lease_lost.",
    ),
    metric(
        "earshot_job_seconds",
        Histogram,
        &["kind"],
        "How long runs of jobs took.",
    ),
    metric(
        "earshot_provider_calls_total",
        Counter,
        &["provider", "outcome"],
        "Calls to providers: answered, or what went wrong.",
    ),
    metric(
        "earshot_provider_call_seconds",
        Histogram,
        &["provider"],
        "How long calls to providers took, with all tries.",
    ),
    metric(
        "earshot_provider_failing",
        Gauge,
        &["provider"],
        "1 while this process sees the provider fail, 0 once it answers.",
    ),
    metric(
        "earshot_provider_breaker_open",
        Gauge,
        &["client"],
        "1 while this process makes no calls with the client because too many failed, but for a probe.",
    ),
    metric(
        "earshot_payment_webhooks_total",
        Counter,
        &["outcome"],
        "Webhooks of the payment provider: accepted, repeated, invalid_signature, malformed or not_stored.",
    ),
    metric(
        "earshot_llm_tokens_total",
        Counter,
        &["kind"],
        "Tokens of the language model.",
    ),
    metric(
        "earshot_texts_read_total",
        Counter,
        &["kind"],
        "Texts that the reader has read; none is read twice.",
    ),
    metric(
        "earshot_stream_texts_total",
        Counter,
        &[],
        "Posts and comments that the listener has read.",
    ),
    metric(
        "earshot_stream_matches_total",
        Counter,
        &[],
        "Pairs of a customer and a text with one of their terms.",
    ),
    metric(
        "earshot_stream_behind_seconds",
        Gauge,
        &["source"],
        "By how much the listener's reading is behind writing, after its last pass.",
    ),
    metric(
        "earshot_reader_texts_total",
        Counter,
        &["waited"],
        "Texts out of the reader's queue, by how long they waited.",
    ),
    metric(
        "earshot_find_age_seconds",
        Histogram,
        &["kind"],
        "How old a post or mention was when it came into a list; a first scan brings old ones.",
    ),
    metric(
        "earshot_feedback_total",
        Counter,
        &["kind"],
        "How often users said that a judgement is wrong.",
    ),
    metric(
        "earshot_pool_connections",
        Gauge,
        &["pool", "state"],
        "Connections to the database that are in_use or idle.",
    ),
    metric(
        "earshot_pool_connections_max",
        Gauge,
        &["pool"],
        "The most connections that the pool opens.",
    ),
    metric(
        "earshot_process_resident_memory_bytes",
        Gauge,
        &[],
        "Memory of this process.",
    ),
    metric(
        "earshot_process_start_time_seconds",
        Gauge,
        &[],
        "When this process was started, in seconds since 1970.",
    ),
    metric(
        "earshot_build_info",
        Gauge,
        &["version", "database"],
        "Always 1; the labels say what runs.",
    ),
    // What the database says: the same in every process.
    metric(
        "earshot_dead_jobs",
        Gauge,
        &["kind"],
        "Jobs that nobody tries again by itself.",
    ),
    metric(
        "earshot_queue_jobs",
        Gauge,
        &["kind", "state"],
        "Jobs that are waiting for their time, queued or running.",
    ),
    metric(
        "earshot_queue_oldest_seconds",
        Gauge,
        &["kind"],
        "How long the oldest job that could run has waited for a worker.",
    ),
    metric(
        "earshot_scans_failing",
        Gauge,
        &["trouble"],
        "Customers whose newest scan is incomplete: error (ours), outage, busy (no calls left) or customer (theirs).",
    ),
    metric(
        "earshot_newest_find_timestamp_seconds",
        Gauge,
        &["kind"],
        "When the newest post or mention was found, in seconds since 1970.",
    ),
    metric(
        "earshot_unsent_mails",
        Gauge,
        &["state"],
        "Mails that are waiting, dead (tried for two days) or refused.",
    ),
    metric(
        "earshot_oldest_waiting_mail_seconds",
        Gauge,
        &[],
        "How long the oldest mail that is still tried has waited.",
    ),
    metric(
        "earshot_reddit_calls_allowed",
        Gauge,
        &[],
        "Calls to Reddit in a window, for all processes together.",
    ),
    metric(
        "earshot_reddit_calls_left",
        Gauge,
        &[],
        "Calls to Reddit that are left in this window.",
    ),
    metric(
        "earshot_llm_tokens_today",
        Gauge,
        &["kind"],
        "Tokens of the language model since midnight UTC, of calls that have ended.",
    ),
    metric(
        "earshot_llm_budget_tokens",
        Gauge,
        &[],
        "Tokens that all users together may use in a day.",
    ),
    metric(
        "earshot_llm_budget_used_tokens",
        Gauge,
        &[],
        "Tokens taken out of today's budget; a call under way counts as the most it can cost.",
    ),
    metric(
        "earshot_llm_cost_today_dollars",
        Gauge,
        &[],
        "What today's tokens cost, by EARSHOT_LLM_PRICE.",
    ),
    metric(
        "earshot_customers",
        Gauge,
        &["state", "plan"],
        "Customers by the state and plan of their newest subscription; past_due is a failed renewal.",
    ),
    metric(
        "earshot_accounts",
        Gauge,
        &[],
        "Accounts, with or without a subscription.",
    ),
];

const fn metric(
    name: &'static str,
    kind: MetricKind,
    labels: &'static [&'static str],
    help: &'static str,
) -> MetricDescription {
    MetricDescription {
        name,
        kind,
        labels,
        help,
    }
}

/// The metric of this name.
pub fn described(name: &str) -> Option<&'static MetricDescription> {
    METRICS.iter().find(|metric| metric.name == name)
}

/// Tells the recorder the words of what is counted as it happens. Doing so again changes nothing.
pub fn describe_all() {
    for metric in METRICS {
        match metric.kind {
            Counter => metrics::describe_counter!(metric.name, metric.help),
            Gauge => metrics::describe_gauge!(metric.name, metric.help),
            Histogram => metrics::describe_histogram!(metric.name, metric.help),
        }
    }
}
