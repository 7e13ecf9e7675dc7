//! Providers as the operations page shows them: whether they answer, what this process has asked of
//! them, and what is left of their budgets.

use super::ops_state::OpsState;
use super::own_counters::OwnCounters;
use super::written_numbers::{moment, number};
use platform::app::App;
use platform::provider_health::Provider;

pub(super) struct ProviderRow {
    pub(super) name: &'static str,
    pub(super) state: String,
    /// `well`, `bad` or `off`.
    pub(super) tone: &'static str,
    pub(super) calls: String,
    pub(super) errors: String,
    pub(super) took: String,
    pub(super) budget: Option<BudgetBar>,
}

pub(super) struct BudgetBar {
    /// 0 to 100.
    pub(super) percent: i64,
    pub(super) is_low: bool,
    pub(super) words: String,
}

/// From this share of a budget on it is said that there is little left.
const LOW_FROM_PERCENT: i64 = 85;

impl ProviderRow {
    pub(super) fn of(app: &App, state: &OpsState, own: &OwnCounters, provider: Provider) -> Self {
        let labels = [("provider", provider.name())];
        let answered = [labels[0], ("outcome", "answered")];
        let calls = own.sum("earshot_provider_calls_total", &labels);
        let errors = calls - own.sum("earshot_provider_calls_total", &answered);
        let seconds = own.sum("earshot_provider_call_seconds_sum", &labels);
        let (state_words, tone) = provider_state(app, state, provider, calls);
        Self {
            name: provider_title(provider),
            state: state_words,
            tone,
            calls: number(rounded(calls)),
            errors: if calls > 0.0 {
                format!("{:.1}%", errors / calls * 100.0)
            } else {
                "–".to_owned()
            },
            took: if calls > 0.0 {
                format!("{} ms", number(rounded(seconds / calls * 1_000.0)))
            } else {
                "–".to_owned()
            },
            budget: budget_of(app, state, provider),
        }
    }
}

fn provider_state(
    app: &App,
    state: &OpsState,
    provider: Provider,
    calls: f64,
) -> (String, &'static str) {
    let known = state
        .providers
        .iter()
        .find(|it| it.provider == provider.name());
    let failing = known.and_then(|it| Some((it.failing_since?, it.failure.clone())));
    if let Some((since, failure)) = failing {
        let failure = failure.unwrap_or_default().replace('_', " ");
        return (
            format!("No answer since {} ({failure})", moment(since)),
            "bad",
        );
    }
    if is_absent(app, provider) {
        return ("Not set up".to_owned(), "off");
    }
    match known.and_then(|it| it.answered_at) {
        Some(at) => (format!("Normal, last answer {}", moment(at)), "well"),
        None if calls > 0.0 => ("Normal".to_owned(), "well"),
        None => ("Not called yet".to_owned(), "off"),
    }
}

fn is_absent(app: &App, provider: Provider) -> bool {
    match provider {
        Provider::Ranks => app.ranks.is_none(),
        Provider::LanguageModel => app.llm.is_none(),
        Provider::Google => app.google.is_none(),
        Provider::Reddit | Provider::Payments | Provider::Mail | Provider::Websites => false,
    }
}

pub(super) fn provider_title(provider: Provider) -> &'static str {
    match provider {
        Provider::Reddit => "Reddit",
        Provider::Ranks => "Google ranks",
        Provider::Payments => "Payments",
        Provider::Mail => "Mail",
        Provider::Google => "Sign-in with Google",
        Provider::LanguageModel => "Language model",
        Provider::Websites => "Websites",
    }
}

fn budget_of(app: &App, state: &OpsState, provider: Provider) -> Option<BudgetBar> {
    match provider {
        Provider::Reddit => {
            let reddit = state.reddit?;
            let used = reddit.allowance - reddit.left;
            Some(BudgetBar::of((used, reddit.allowance), "calls"))
        }
        Provider::LanguageModel => {
            app.llm.as_ref()?;
            let limit = app.settings.llm.daily_tokens.for_all;
            Some(BudgetBar::of((state.tokens.by_all, limit), "tokens today"))
        }
        _ => None,
    }
}

impl BudgetBar {
    pub(super) fn of((used, limit): (i64, i64), unit: &str) -> Self {
        let percent = (used.saturating_mul(100) / limit.max(1)).clamp(0, 100);
        Self {
            percent,
            is_low: percent >= LOW_FROM_PERCENT,
            words: format!("{} of {} {unit}", number(used), number(limit)),
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "counts of calls and milliseconds are far below 2^53"
)]
fn rounded(value: f64) -> i64 {
    value.round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_low_from_85_percent_on() {
        let bars = [(0, 100), (84, 100), (85, 100), (300, 100), (5, 0)];
        let bars = bars.map(|numbers| BudgetBar::of(numbers, "calls"));

        let shown = bars.map(|bar| (bar.percent, bar.is_low));
        assert_eq!(
            shown,
            [
                (0, false),
                (84, false),
                (85, true),
                (100, true),
                (100, true)
            ]
        );
    }
}
