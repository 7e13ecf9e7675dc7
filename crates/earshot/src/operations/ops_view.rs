//! What the operations page shows, in words and numbers that are ready to be read.

use super::attention::{AttentionItem, attention};
use super::ops_state::OpsState;
use super::own_counters::OwnCounters;
use super::provider_rows::ProviderRow;
use super::written_numbers::{count_of, kind, length, moment, number};
use platform::app::App;
use platform::provider_health::Provider;
use platform::settings::Role;
use scanner::ScanTrouble;

/// The whole page. Without the database there is little to say.
pub(super) struct OpsView {
    /// Version, roles, database, since when.
    pub(super) process: String,
    pub(super) time: String,
    pub(super) attention: Vec<AttentionItem>,
    pub(super) sections: Option<OpsSections>,
}

pub(super) struct OpsSections {
    pub(super) figures: Vec<OpsFigure>,
    pub(super) health: Vec<HealthRow>,
    pub(super) providers: Vec<ProviderRow>,
    pub(super) jobs: Vec<JobKindRow>,
    pub(super) dead: Vec<DeadJobRow>,
    pub(super) scans: Vec<FailingScanRow>,
    pub(super) customers: Vec<CustomerRow>,
}

pub(super) struct OpsFigure {
    pub(super) name: &'static str,
    pub(super) value: String,
    pub(super) aside: String,
}

pub(super) struct HealthRow {
    pub(super) name: String,
    pub(super) words: String,
    pub(super) is_well: bool,
}

pub(super) struct JobKindRow {
    pub(super) kind: String,
    pub(super) waiting: String,
    pub(super) oldest: String,
    pub(super) is_late: bool,
    pub(super) running: String,
    pub(super) dead: i64,
}

pub(super) struct DeadJobRow {
    pub(super) id: String,
    pub(super) kind: String,
    pub(super) error: String,
    pub(super) failures: i64,
    pub(super) ended: String,
    /// Whose it is, if that is a customer.
    pub(super) customer: Option<String>,
}

pub(super) struct FailingScanRow {
    pub(super) customer: String,
    pub(super) started: String,
    pub(super) trouble: &'static str,
    pub(super) next: String,
}

pub(super) struct CustomerRow {
    pub(super) state: String,
    pub(super) plan: String,
    pub(super) customers: String,
}

/// A job that has waited longer is late.
pub(super) const LATE_AFTER_MIN: i64 = 15;
/// More failing scans than this are counted and not listed.
const MOST_SCANS: usize = 50;

impl OpsView {
    pub(super) async fn of(app: &App) -> Self {
        let own = OwnCounters(app.metrics.render());
        let state = OpsState::read(app).await;
        let state = state.inspect_err(|error| {
            tracing::warn!(%error, "the operations page found the database away");
        });
        let state = state.ok();
        Self {
            process: process(app),
            time: app.clock.real().format("%-d %B, %H:%M:%S UTC").to_string(),
            attention: attention(app, state.as_ref(), &own),
            sections: state.map(|state| sections(app, &state, &own)),
        }
    }

    /// What is most important, as the title.
    pub(super) fn title(&self) -> String {
        title_of(self.attention.len())
    }
}

fn title_of(things: usize) -> String {
    match things {
        0 => "All good".to_owned(),
        1 => "1 thing needs you".to_owned(),
        more => format!("{more} things need you"),
    }
}

fn process(app: &App) -> String {
    let roles: Vec<&str> = app
        .settings
        .roles
        .iter()
        .map(|role| role_name(*role))
        .collect();
    let up = app.clock.real() - app.started_at;
    format!(
        "{} · {} · {} · up {}",
        platform::VERSION,
        roles.join(", "),
        app.db.engine().name(),
        length(up)
    )
}

fn role_name(role: Role) -> &'static str {
    match role {
        Role::Web => "web",
        Role::Worker => "worker",
        Role::Listener => "listener",
    }
}

fn sections(app: &App, state: &OpsState, own: &OwnCounters) -> OpsSections {
    OpsSections {
        figures: figures(app, state),
        health: health(app, state),
        providers: Provider::ALL
            .into_iter()
            .map(|provider| ProviderRow::of(app, state, own, provider))
            .collect(),
        jobs: job_rows(app, state),
        dead: dead_rows(state),
        scans: scan_rows(state),
        customers: customer_rows(state),
    }
}

fn figures(app: &App, state: &OpsState) -> Vec<OpsFigure> {
    let now = app.clock.real();
    let found = state
        .newest_find
        .map_or("never".to_owned(), |at| format!("{} ago", length(now - at)));
    let tokens = state.tokens.settled();
    let (value, aside) = match app.settings.llm.cost_of(tokens) {
        Some(dollars) => (
            format!("${dollars:.2}"),
            format!("{} tokens", number(tokens)),
        ),
        None => (
            number(tokens),
            "EARSHOT_LLM_PRICE would say what they cost".to_owned(),
        ),
    };
    vec![
        OpsFigure {
            name: "Paying customers",
            value: number(state.customers_in("active")),
            aside: format!(
                "{} on trial, {} past due",
                number(state.customers_in("trialing")),
                number(state.customers_in("past_due"))
            ),
        },
        OpsFigure {
            name: "Accounts",
            value: number(state.accounts),
            aside: "with or without a subscription".to_owned(),
        },
        OpsFigure {
            name: "Newest find",
            value: found,
            aside: "a post or mention of any customer".to_owned(),
        },
        OpsFigure {
            name: "Model today",
            value,
            aside,
        },
    ]
}

fn health(app: &App, state: &OpsState) -> Vec<HealthRow> {
    let pools = app.db.pool_use().into_iter().map(|pool| {
        let words = format!(
            "{} in use, {} idle, {} at most",
            pool.in_use, pool.idle, pool.most
        );
        HealthRow {
            name: format!("Database ({})", pool.pool),
            words,
            is_well: true,
        }
    });
    let listeners = state.behind.iter().map(|(source, behind)| HealthRow {
        name: format!("Listening to {}", source.title()),
        words: match behind {
            Some(behind) => format!("{} behind", length(*behind)),
            None => "off".to_owned(),
        },
        is_well: behind.is_none_or(|behind| behind.num_minutes() < 30),
    });
    let mails = state.mails_in("waiting");
    let words = format!(
        "{} waiting, {} dead, {} refused",
        number(mails),
        number(state.mails_in("dead")),
        number(state.mails_in("refused"))
    );
    let mail = HealthRow {
        name: "Mail".to_owned(),
        words,
        is_well: state.mails_in("dead") == 0,
    };
    pools.chain(listeners).chain([mail]).collect()
}

fn job_rows(app: &App, state: &OpsState) -> Vec<JobKindRow> {
    let now = app.clock.real();
    let kinds = state.job_kinds();
    let rows = kinds.into_iter().map(|name| {
        let age = state.oldest_ready(name).map(|since| now - since);
        JobKindRow {
            kind: kind(name),
            waiting: number(state.jobs_in(name, &["waiting", "queued"])),
            oldest: age.map_or("none".to_owned(), length),
            is_late: age.is_some_and(|age| age.num_minutes() >= LATE_AFTER_MIN),
            running: number(state.jobs_in(name, &["running"])),
            dead: state.dead_of(name),
        }
    });
    rows.collect()
}

fn dead_rows(state: &OpsState) -> Vec<DeadJobRow> {
    let rows = state.dead.iter().map(|job| DeadJobRow {
        id: job.id.to_string(),
        kind: kind(&job.kind),
        error: job.last_error.clone().unwrap_or_default(),
        failures: job.failures,
        ended: job.finished_at.map(moment).unwrap_or_default(),
        customer: uuid::Uuid::parse_str(&job.lane)
            .ok()
            .map(|id| id.to_string()),
    });
    rows.collect()
}

fn scan_rows(state: &OpsState) -> Vec<FailingScanRow> {
    // What a customer has to change is nothing for an operator.
    let ours = state
        .scans
        .iter()
        .filter(|scan| scan.trouble != ScanTrouble::Customer);
    let rows = ours.take(MOST_SCANS).map(|scan| FailingScanRow {
        customer: scan.user_id.to_string(),
        started: moment(scan.started_at),
        trouble: match scan.trouble {
            ScanTrouble::Error => "An error of ours",
            ScanTrouble::Outage => "A source did not answer",
            ScanTrouble::Busy => "No calls to Reddit left",
            ScanTrouble::Customer => "The customer's settings",
        },
        next: scan.repeat_at.map_or("at the next scan".to_owned(), moment),
    });
    rows.collect()
}

fn customer_rows(state: &OpsState) -> Vec<CustomerRow> {
    let rows = state.customers.iter().map(|row| CustomerRow {
        state: kind(&row.state),
        plan: kind(&row.plan_id),
        customers: count_of(row.customers, "customer", "customers"),
    });
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_says_how_much_there_is_to_do() {
        let titles = [0, 1, 3].map(title_of);

        assert_eq!(
            titles,
            ["All good", "1 thing needs you", "3 things need you"]
        );
    }
}
