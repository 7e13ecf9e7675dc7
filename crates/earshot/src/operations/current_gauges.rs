//! The gauges that are read when somebody asks: of this process, and out of the database by a few cheap
//! statements. What the database says is the same in every process, and a restart forgets nothing.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};

use super::gauge_text::GaugeText;
use super::process_memory;
use platform::app::App;
use platform::db::DbResult;
use platform::{budget, jobs, mail_deliveries};
use scanner::ScanTrouble;

/// Everything that can be read now. While the database is away, the rest is still worth reading.
pub(super) async fn read(app: &App) -> String {
    let mut text = GaugeText::default();
    of_process(&mut text, app).await;
    // The first failure ends it: each further statement would wait for a connection as long.
    if let Err(error) = of_database(&mut text, app).await {
        tracing::warn!(%error, "metrics could not be read from the database");
    }
    text.into_text()
}

async fn of_process(text: &mut GaugeText, app: &App) {
    let database = app.db.engine().name();
    let labels = [("version", platform::VERSION), ("database", database)];
    text.begin("earshot_build_info").add(&labels, 1.0);
    text.add(
        "earshot_process_start_time_seconds",
        seconds_of(app.started_at),
    );
    if let Some(bytes) = process_memory::resident_bytes().await {
        text.add("earshot_process_resident_memory_bytes", real(bytes));
    }
    let pools = app.db.pool_use();
    let mut values = text.begin("earshot_pool_connections");
    for pool in &pools {
        values.add(
            &[("pool", pool.pool), ("state", "in_use")],
            pool.in_use.into(),
        );
        values.add(&[("pool", pool.pool), ("state", "idle")], pool.idle.into());
    }
    let mut values = text.begin("earshot_pool_connections_max");
    for pool in &pools {
        values.add(&[("pool", pool.pool)], pool.most.into());
    }
    let tokens = app.settings.llm.daily_tokens.for_all;
    text.add("earshot_llm_budget_tokens", real(tokens));
}

async fn of_database(text: &mut GaugeText, app: &App) -> DbResult<()> {
    of_jobs(text, app).await?;
    of_finds(text, app).await?;
    of_mails(text, app).await?;
    of_budgets(text, app).await?;
    of_customers(text, app).await
}

async fn of_jobs(text: &mut GaugeText, app: &App) -> DbResult<()> {
    let mut values = text.begin("earshot_dead_jobs");
    for (kind, count) in jobs::dead_by_kind(&app.db).await? {
        values.add(&[("kind", kind.as_str())], real(count));
    }
    let backlog = jobs::backlog(&app.db, &app.clock).await?;
    let mut values = text.begin("earshot_queue_jobs");
    for row in &backlog {
        values.add(
            &[("kind", row.kind.as_str()), ("state", row.state.as_str())],
            real(row.jobs),
        );
    }
    let mut oldest: BTreeMap<&str, DateTime<Utc>> = BTreeMap::new();
    for row in &backlog {
        if let Some(since) = row.ready_since {
            let kept = oldest.entry(&row.kind).or_insert(since);
            *kept = since.min(*kept);
        }
    }
    let mut values = text.begin("earshot_queue_oldest_seconds");
    for (kind, since) in oldest {
        values.add(&[("kind", kind)], age(app, since));
    }
    Ok(())
}

async fn of_finds(text: &mut GaugeText, app: &App) -> DbResult<()> {
    let failing = scanner::failing_scans(&app.db).await?;
    let mut values = text.begin("earshot_scans_failing");
    for trouble in ScanTrouble::ALL {
        let count = failing
            .iter()
            .filter(|scan| scan.trouble == trouble)
            .count();
        values.add(&[("trouble", trouble.name())], real(count));
    }
    let newest = [
        ("post", discovery::newest_found(&app.db).await?),
        ("mention", mentions::newest_found(&app.db).await?),
    ];
    let mut values = text.begin("earshot_newest_find_timestamp_seconds");
    for (kind, found_at) in newest {
        if let Some(at) = found_at {
            values.add(&[("kind", kind)], seconds_of(at));
        }
    }
    Ok(())
}

async fn of_mails(text: &mut GaugeText, app: &App) -> DbResult<()> {
    let counts = mail_deliveries::unsent_counts(&app.db).await?;
    let mut values = text.begin("earshot_unsent_mails");
    for state in ["waiting", "dead", "refused"] {
        let count = counts.iter().find(|count| count.state == state);
        let mails = count.map_or(0, |count| count.mails);
        values.add(&[("state", state)], real(mails));
    }
    let waiting = counts.iter().find(|count| count.state == "waiting");
    let oldest = waiting.and_then(|count| count.oldest);
    let waited = oldest.map_or(0.0, |since| age(app, since));
    text.add("earshot_oldest_waiting_mail_seconds", waited);
    Ok(())
}

async fn of_budgets(text: &mut GaugeText, app: &App) -> DbResult<()> {
    if let Some(reddit) = listening::reddit_budget(&app.db, &app.clock).await? {
        text.add("earshot_reddit_calls_allowed", real(reddit.allowance));
        text.add("earshot_reddit_calls_left", real(reddit.left));
    }
    let today = budget::spent_today(&app.db, &app.clock).await?;
    text.add("earshot_llm_budget_used_tokens", real(today.by_all));
    let mut values = text.begin("earshot_llm_tokens_today");
    for (kind, tokens) in &today.by_kind {
        values.add(&[("kind", kind.as_str())], real(*tokens));
    }
    if let Some(dollars) = app.settings.llm.cost_of(today.settled()) {
        text.add("earshot_llm_cost_today_dollars", dollars);
    }
    Ok(())
}

async fn of_customers(text: &mut GaugeText, app: &App) -> DbResult<()> {
    let mut values = text.begin("earshot_customers");
    for row in billing::customers_by_state(&app.db).await? {
        let labels = [
            ("state", row.state.as_str()),
            ("plan", row.plan_id.as_str()),
        ];
        values.add(&labels, real(row.customers));
    }
    text.add("earshot_accounts", real(identity::count(&app.db).await?));
    Ok(())
}

/// By the wall's time. Product time may be ahead of it where the sandbox has moved it; what is due in
/// the future has not waited.
fn age(app: &App, since: DateTime<Utc>) -> f64 {
    let age = app.clock.real() - since;
    age.max(TimeDelta::zero()).as_seconds_f64()
}

#[expect(
    clippy::cast_precision_loss,
    reason = "seconds since 1970 are far below what a float counts exactly"
)]
fn seconds_of(time: DateTime<Utc>) -> f64 {
    time.timestamp() as f64
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts beyond 2^53 are not to be expected"
)]
fn real(count: impl TryInto<i64>) -> f64 {
    count.try_into().unwrap_or(i64::MAX) as f64
}
