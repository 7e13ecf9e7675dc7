//! What needs a person: each as a sentence, with what happens if nobody acts.

use super::ops_state::OpsState;
use super::ops_view::LATE_AFTER_MIN;
use super::own_counters::OwnCounters;
use super::provider_rows::{BudgetBar, provider_title};
use super::written_numbers::{count_of, kind, length, moment};
use chrono::TimeDelta;
use platform::app::App;
use platform::provider_health::Provider;
use scanner::ScanTrouble;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AttentionItem {
    pub(super) title: String,
    pub(super) words: String,
    /// Red: something gave up or does not work. Else amber: it runs short.
    pub(super) is_broken: bool,
    /// The kind of jobs that a button tries again, and how many.
    pub(super) retry: Option<(String, i64)>,
}

const MAIL_LATE_AFTER: TimeDelta = TimeDelta::hours(2);
const LISTENER_LATE_AFTER: TimeDelta = TimeDelta::minutes(30);

/// What is broken first, then what runs short. No state: the database is away.
pub(super) fn attention(
    app: &App,
    state: Option<&OpsState>,
    own: &OwnCounters,
) -> Vec<AttentionItem> {
    let mut items = of_process(app, own);
    match state {
        None => items.push(AttentionItem::broken(
            "The database does not answer".to_owned(),
            "Nothing works until it is back; then everything goes on by itself.".to_owned(),
        )),
        Some(state) => {
            items.extend(of_jobs(app, state));
            items.extend(of_providers(state));
            items.extend(of_scans(state));
            items.extend(of_mail_and_listeners(app, state));
            items.extend(of_budgets(app, state));
        }
    }
    items.sort_by_key(|item| !item.is_broken);
    items
}

impl AttentionItem {
    fn broken(title: String, words: String) -> Self {
        Self {
            title,
            words,
            is_broken: true,
            retry: None,
        }
    }

    fn short(title: String, words: String) -> Self {
        Self {
            is_broken: false,
            ..Self::broken(title, words)
        }
    }
}

fn of_process(app: &App, own: &OwnCounters) -> Vec<AttentionItem> {
    let gone = app.tasks.gone().into_iter().map(|task| {
        AttentionItem::broken(
            format!("The task {task} has panicked"),
            "It is started again by itself. The log has the panic.".to_owned(),
        )
    });
    let open = own.where_positive("earshot_provider_breaker_open", "client");
    let open = open.into_iter().map(|client| {
        AttentionItem::broken(
            format!("No calls are made with the client {client}"),
            "Five failed in a row. One call every 30 seconds finds out whether it answers again."
                .to_owned(),
        )
    });
    gone.chain(open).collect()
}

fn of_jobs(app: &App, state: &OpsState) -> Vec<AttentionItem> {
    let dead = state.dead_by_kind.iter().map(|(name, count)| {
        let jobs = count_of(*count, "job", "jobs");
        AttentionItem {
            retry: Some((name.clone(), *count)),
            ..AttentionItem::broken(
                format!("{}: {jobs} gave up", kind(name)),
                "They are not retried automatically. The errors are below.".to_owned(),
            )
        }
    });
    let now = app.clock.real();
    let late = state.job_kinds().into_iter().filter_map(|name| {
        let age = now - state.oldest_ready(name)?;
        let is_late = age >= TimeDelta::minutes(LATE_AFTER_MIN);
        is_late.then(|| {
            AttentionItem::broken(
                format!("{}: a job has waited for {}", kind(name), length(age)),
                "No worker runs, or there are too few. What was promised comes late.".to_owned(),
            )
        })
    });
    dead.chain(late).collect()
}

fn of_providers(state: &OpsState) -> Vec<AttentionItem> {
    let failing = Provider::ALL.into_iter().filter_map(|provider| {
        let known = state
            .providers
            .iter()
            .find(|it| it.provider == provider.name())?;
        let since = known.failing_since?;
        let failure = known
            .failure
            .as_deref()
            .unwrap_or("unavailable")
            .replace('_', " ");
        Some(AttentionItem::broken(
            format!(
                "{} has not answered since {}",
                provider_title(provider),
                moment(since)
            ),
            format!("The last failure: {failure}. Work that needs it is tried again by itself."),
        ))
    });
    failing.collect()
}

fn of_scans(state: &OpsState) -> Option<AttentionItem> {
    let ours = state
        .scans
        .iter()
        .filter(|scan| scan.trouble == ScanTrouble::Error);
    let count = i64::try_from(ours.count()).unwrap_or(i64::MAX);
    (count > 0).then(|| {
        AttentionItem::broken(
            format!("{} failed on our side", count_of(count, "scan", "scans")),
            "Their customers see an incomplete list until the next scan.".to_owned(),
        )
    })
}

fn of_mail_and_listeners(app: &App, state: &OpsState) -> Vec<AttentionItem> {
    let waiting = state.mails.iter().find(|row| row.state == "waiting");
    let oldest = waiting.and_then(|row| row.oldest);
    let waited = oldest.map(|since| app.clock.real() - since);
    let mail = waited
        .filter(|waited| *waited >= MAIL_LATE_AFTER)
        .map(|waited| {
            AttentionItem::short(
                format!("A mail has waited for {}", length(waited)),
                "The mail server refuses it for now. It is tried for two days.".to_owned(),
            )
        });
    let listeners = state.behind.iter().filter_map(|(source, behind)| {
        let behind = behind.filter(|behind| *behind >= LISTENER_LATE_AFTER)?;
        Some(AttentionItem::short(
            format!(
                "Listening to {} is {} behind",
                source.title(),
                length(behind)
            ),
            "Instant alerts come late.".to_owned(),
        ))
    });
    mail.into_iter().chain(listeners).collect()
}

fn of_budgets(app: &App, state: &OpsState) -> Vec<AttentionItem> {
    let reddit = state.reddit.map(|reddit| {
        let bar = BudgetBar::of((reddit.allowance - reddit.left, reddit.allowance), "calls");
        let words = format!(
            "{} until {}. Scans take longer.",
            bar.words,
            moment(reddit.ends_at)
        );
        (bar, "Reddit's budget", words)
    });
    let limit = app.settings.llm.daily_tokens.for_all;
    let model = app.llm.as_ref().map(|_| {
        let bar = BudgetBar::of((state.tokens.by_all, limit), "tokens today");
        let words = format!(
            "{}. Beyond that, drafts are reply kits until midnight UTC.",
            bar.words
        );
        (bar, "The model's budget", words)
    });
    let low = reddit
        .into_iter()
        .chain(model)
        .filter(|(bar, ..)| bar.is_low);
    low.map(|(bar, name, words)| {
        AttentionItem::short(format!("{name} is at {}%", bar.percent), words)
    })
    .collect()
}
