//! This machine: its clock, its disk, and how many files a process may open.

use futures::StreamExt;
use futures::stream::FuturesUnordered;
use url::Url;

use super::check_plan::PlannedCheck;
use super::{CheckGroup, USER_AGENT};
use platform::clock::Clock;
use platform::db::{DatabaseLocation, check_free_space};
use platform::machine_check::check_open_files;
use platform::settings::{LlmSetting, PaymentsSetting, RankSetting, RedditSetting, Settings};
use providers::check::{SetupCheck, server_time};

const CLOCK: &str = "clock";
/// A header tells seconds, and an answer takes its time.
const TOLERANCE_S: i64 = 5;
/// Sign-ins with Google and webhooks of Stripe fail beyond a few minutes.
const UNUSABLE_S: i64 = 60;

pub(super) fn plan(settings: &Settings) -> Vec<PlannedCheck<'_>> {
    let mut checks = vec![check_open_files(settings.max_connections)];
    // SQLite's disk is a matter of the database.
    if matches!(settings.place, DatabaseLocation::Postgres { .. }) {
        checks.push(check_free_space(&std::env::temp_dir(), 0));
    }
    let clock = async move { vec![check_clock(&known_servers(settings)).await] };
    vec![
        PlannedCheck::new(CheckGroup::Machine, CLOCK, clock),
        PlannedCheck::done(CheckGroup::Machine, checks),
    ]
}

/// Every web server says what time it is; the first that answers is believed.
async fn check_clock(servers: &[Url]) -> SetupCheck {
    if servers.is_empty() {
        return SetupCheck::unused(CLOCK, "no provider is set whose clock could be asked");
    }
    let asked = servers.iter().map(|url| async move {
        let time = server_time(url, USER_AGENT).await?;
        Some((url, (time - Clock::system().real()).num_seconds()))
    });
    let mut answers: FuturesUnordered<_> = asked.collect();
    while let Some(answer) = answers.next().await {
        if let Some((url, off)) = answer {
            return judge_clock(url.host_str().unwrap_or_default(), off);
        }
    }
    SetupCheck::warning(
        CLOCK,
        "no provider answered, so it could not be compared",
        "Look at the other checks first.",
    )
}

fn judge_clock(host: &str, off: i64) -> SetupCheck {
    let found = format!("differs from {host}'s by {} s", off.abs());
    let advice = "Let NTP set this machine's clock (timedatectl set-ntp true).";
    match off.abs() {
        0..=TOLERANCE_S => SetupCheck::ok(CLOCK, format!("agrees with {host}'s")),
        off if off > UNUSABLE_S => SetupCheck::wrong(CLOCK, found, advice),
        _ => SetupCheck::warning(CLOCK, found, advice),
    }
}

fn known_servers(settings: &Settings) -> Vec<Url> {
    let stripe = match &settings.payments.provider {
        PaymentsSetting::Live(chosen) => Some(chosen.address()),
        PaymentsSetting::Sandbox => None,
    };
    let reddit = match &settings.listening.reddit {
        RedditSetting::Live(chosen) => Some(chosen.address()),
        RedditSetting::Sandbox | RedditSetting::None => None,
    };
    let rank = match &settings.listening.rank {
        RankSetting::Live(chosen) => Some(chosen.address()),
        RankSetting::Sandbox | RankSetting::None => None,
    };
    let model = match &settings.llm.model {
        LlmSetting::Live(chosen) => Some(chosen.address()),
        LlmSetting::Sandbox { .. } | LlmSetting::None => None,
    };
    [stripe, reddit, rank, model]
        .into_iter()
        .flatten()
        .cloned()
        .collect()
}

#[cfg(test)]
mod tests {
    use providers::check::CheckState;

    use super::*;

    #[test]
    fn a_clock_that_is_minutes_off_is_wrong() {
        for (off, state) in [
            (0, CheckState::Ok),
            (-5, CheckState::Ok),
            (6, CheckState::Warning),
            (-61, CheckState::Wrong),
        ] {
            assert_eq!(judge_clock("api.example.com", off).state, state, "{off}");
        }
    }
}
