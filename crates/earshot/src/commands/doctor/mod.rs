//! `earshot doctor`: every setting against the real thing.
//!
//! The checks are beside what they check: `platform/settings`, `platform/db/setup_check`, and a file
//! `account_check.rs` for each provider. Here they are arranged, run at once, and printed.

mod address;
mod check_plan;
mod machine;
mod report;
mod settings_check;

use std::time::Duration;

use clap::ValueEnum;
use futures::future;

use check_plan::PlannedCheck;
use platform::settings::{Settings, Source};
use providers::check::{CheckState, SetupCheck};
use report::DoctorReport;

/// How this program names itself to those that it asks.
const USER_AGENT: &str = concat!("Earshot/", env!("CARGO_PKG_VERSION"));

#[derive(Debug, clap::Args)]
pub(super) struct DoctorFlags {
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
    /// Look at this part only; can be given several times
    #[arg(long, value_enum, value_name = "PART")]
    only: Vec<CheckGroup>,
    /// How many seconds each check may take
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=600))]
    timeout: u64,
}

/// The parts of the report, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CheckGroup {
    Settings,
    Database,
    Machine,
    Mail,
    Payments,
    Reddit,
    Ranks,
    Model,
    SignIn,
    Address,
}

impl CheckGroup {
    const ALL: [Self; 10] = [
        Self::Settings,
        Self::Database,
        Self::Machine,
        Self::Mail,
        Self::Payments,
        Self::Reddit,
        Self::Ranks,
        Self::Model,
        Self::SignIn,
        Self::Address,
    ];

    fn title(self) -> &'static str {
        match self {
            Self::Settings => "Settings",
            Self::Database => "Database",
            Self::Machine => "Machine",
            Self::Mail => "Mail",
            Self::Payments => "Payments",
            Self::Reddit => "Reddit",
            Self::Ranks => "Google ranking",
            Self::Model => "Model",
            Self::SignIn => "Sign-in with Google",
            Self::Address => "Address and proxy",
        }
    }

    /// As `--only` and the JSON have it.
    fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// The settings that must be right before this can be looked at, by their first letters.
    fn settings(self) -> &'static [&'static str] {
        match self {
            Self::Settings | Self::Machine => &[],
            Self::Database => &["DATABASE_URL", "EARSHOT_DATA_DIR", "EARSHOT_DB_"],
            Self::Mail => &["EARSHOT_SMTP_URL", "EARSHOT_MAIL_FROM"],
            Self::Payments => &["STRIPE_", "EARSHOT_PLANS"],
            Self::Reddit => &["REDDIT_"],
            Self::Ranks => &["EARSHOT_RANK_"],
            Self::Model => &["EARSHOT_LLM_"],
            Self::SignIn => &["EARSHOT_GOOGLE_"],
            Self::Address => &["EARSHOT_SITE_URL", "EARSHOT_TRUSTED_PROXIES"],
        }
    }
}

/// Something is wrong; the report says what.
#[derive(Debug, thiserror::Error)]
#[error("{0} of the checks found something wrong")]
struct SomethingWrong(usize);

/// Ends well if nothing is wrong; warnings are allowed.
pub(super) async fn run(flags: &DoctorFlags, source: &Source) -> anyhow::Result<()> {
    let (settings, problems) = Settings::examine(source);
    let context = DoctorContext {
        source,
        settings: &settings,
        problems: &problems,
    };
    let is_asked_for = |group: &CheckGroup| flags.only.is_empty() || flags.only.contains(group);
    let groups = CheckGroup::ALL.into_iter().filter(is_asked_for);
    let planned = groups.flat_map(|group| context.plan(group));
    let patience = Duration::from_secs(flags.timeout);
    let checked = future::join_all(planned.map(|check| check.run(patience))).await;
    let report = DoctorReport::new(checked, &settings.secrets());
    if flags.json {
        super::say(&report.as_json()?)?;
    } else {
        report.print()?;
    }
    match report.count(CheckState::Wrong) {
        0 => Ok(()),
        wrong => Err(SomethingWrong(wrong).into()),
    }
}

/// What the checks look at.
#[derive(Clone, Copy)]
struct DoctorContext<'a> {
    source: &'a Source,
    settings: &'a Settings,
    /// What is wrong with the settings.
    problems: &'a [String],
}

impl<'a> DoctorContext<'a> {
    /// The checks of a part. One whose own settings are wrong has nothing to look at yet.
    fn plan(self, group: CheckGroup) -> Vec<PlannedCheck<'a>> {
        let is_own = |problem: &&String| {
            let mut own = group.settings().iter();
            own.any(|start| problem.starts_with(start))
        };
        let Some(problem) = self.problems.iter().find(is_own) else {
            return self.checks_of(group);
        };
        let (name, _) = problem.split_once(':').unwrap_or((problem, ""));
        let check = SetupCheck::unused("checks", format!("wait until {name} is right"));
        vec![PlannedCheck::done(group, vec![check])]
    }
}
