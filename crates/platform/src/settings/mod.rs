//! Settings: read once, parsed into types, complained about all at once.

mod automatic_work;
pub mod catalogue;
mod database;
mod document;
mod fetching;
mod google;
mod invalid_settings;
mod listening;
mod llm;
mod pages;
mod payments;
mod placeholders;
mod production;
mod secret;
mod secret_file;
mod secret_values;
mod setting;
mod source;
mod warnings;

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use anyhow::Context;
use chrono::TimeDelta;
use providers::mail::SmtpMailer;
use tracing_subscriber::EnvFilter;
use url::Url;

pub use automatic_work::AutomaticWork;
use automatic_work::is_on;

pub use document::{as_env_sample, as_help, as_markdown, as_table};
pub use fetching::Fetching;
pub use google::{GoogleChoice, GoogleSetting};
pub use invalid_settings::InvalidSettings;
pub use listening::{ListeningSettings, OpenSourceSetting, RankSetting, RedditSetting};
pub use llm::{LlmChoice, LlmSetting};
pub use pages::{Analytics, Operator, SiteTexts};
pub use payments::{PaymentsChoice, PaymentsSetting, price_setting};
pub use secret::Secret;
pub use setting::Setting;
pub use source::Source;

use super::client_address::TrustedProxies;
use super::crash;
use super::db::{DatabaseLocation, PoolSettings};
use super::product::Offer;
use source::Reader;

/// No link in a mail lives longer than a day.
const LONGEST_LINK_LIFE_S: i64 = 24 * 3600;

/// Everything the operator decides. Built once; nothing else reads the environment.
#[derive(Clone, Debug)]
pub struct Settings {
    pub is_production: bool,
    pub bind: SocketAddr,
    pub trusted_proxies: TrustedProxies,
    pub place: DatabaseLocation,
    pub pool: PoolSettings,
    pub roles: BTreeSet<Role>,
    /// None: made of the port that was bound.
    pub site_url: Option<Url>,
    pub auth_url: AuthSetting,
    pub auth_key: AuthSetting,
    pub google: GoogleChoice,
    pub marketing_url: String,
    pub site_texts: SiteTexts,
    pub operator: Operator,
    /// None: nothing is counted.
    pub analytics: Option<Analytics>,
    pub support_email: String,
    /// None: the embedded sandbox keeps the mail.
    pub smtp_url: Option<Secret>,
    pub mail_from: String,
    pub llm: LlmChoice,
    /// The plans on sale and the trial.
    pub offer: Offer,
    pub payments: PaymentsChoice,
    pub listening: ListeningSettings,
    /// How many calls the sample Reddit answers in ten minutes.
    pub sandbox_reddit_calls: u32,
    /// How many generated posts and comments it publishes a second; none if it has only samples.
    pub sandbox_firehose: Option<NonZeroU32>,
    pub fetching: Fetching,
    /// The longest that a link in a mail lives.
    pub link_life: TimeDelta,
    /// Nobody is counted by the address they come from.
    pub lifts_address_limits: bool,
    pub automatic_work: AutomaticWork,
    pub job_lease: Duration,
    pub job_slots: usize,
    pub drain: Duration,
    pub max_connections: usize,
    pub metrics_token: Option<Secret>,
    pub log: String,
    pub log_format: LogFormat,
    pub crash_at: Option<String>,
    pub readings_dir: Option<PathBuf>,
    /// Names that look like settings but are none; worth a warning, since a newer build may know them.
    pub unknown: Vec<String>,
}

impl Settings {
    pub fn read(source: &Source) -> Result<Self, InvalidSettings> {
        let (settings, problems) = Self::examine(source);
        if problems.is_empty() {
            Ok(settings)
        } else {
            Err(InvalidSettings(problems))
        }
    }

    /// The settings as far as they can be read, with defaults for the rest, and everything that is
    /// wrong with them.
    pub fn examine(source: &Source) -> (Self, Vec<String>) {
        let mut reader = Reader::new(source);
        let settings = Self::parse(&mut reader);
        settings.check_together(&mut reader);
        (settings, reader.problems)
    }

    /// What is logged. The database driver is quieter than the rest unless it is named: it reports
    /// every notice of PostgreSQL as news. The client of language models would write down what was
    /// asked and answered.
    pub fn log_filter(&self) -> anyhow::Result<EnvFilter> {
        EnvFilter::try_new(format!("sqlx=warn,genai=off,{}", self.log))
            .context("reading EARSHOT_LOG")
    }

    /// The outside providers for which an embedded sandbox stands in.
    pub fn sandboxes(&self) -> Vec<&'static str> {
        [
            (self.smtp_url.is_none(), "mail"),
            (self.llm.is_sandbox(), "llm"),
            (self.payments.is_sandbox(), "payments"),
            (self.listening.is_reddit_sandbox(), "reddit"),
            (self.listening.is_rank_sandbox(), "rank"),
            (self.listening.hacker_news.is_sandbox(), "hacker_news"),
            (self.listening.bluesky.is_sandbox(), "bluesky"),
            (self.google.is_sandbox(), "google"),
        ]
        .into_iter()
        .filter_map(|(is_embedded, provider)| is_embedded.then_some(provider))
        .collect()
    }

    /// What this server has embedded: the sandboxes, and with any of them the sample websites.
    /// These stand in for nothing, so they alone are no reason to be careful.
    pub fn embedded(&self) -> Vec<&'static str> {
        let sandboxes = self.sandboxes();
        let samples = (!sandboxes.is_empty()).then_some("website");
        sandboxes.into_iter().chain(samples).collect()
    }

    fn parse(reader: &mut Reader) -> Self {
        let place = database::location(reader);
        let offer = payments::offer(reader);
        Self {
            is_production: reader.parse::<Environment>(catalogue::ENV, "development or production")
                == Some(Environment::Production),
            bind: reader
                .parse(
                    catalogue::BIND,
                    "an address and a port, such as 127.0.0.1:8080",
                )
                .unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 8080))),
            trusted_proxies: reader
                .parse(
                    catalogue::TRUSTED_PROXIES,
                    "a list of addresses and ranges, such as 127.0.0.1,10.0.0.0/8",
                )
                .unwrap_or_default(),
            place,
            pool: database::pool(reader),
            roles: roles(reader),
            site_url: reader.parse(
                catalogue::SITE_URL,
                "an address such as https://app.example.com",
            ),
            auth_url: AuthSetting::read(reader, catalogue::AUTH_URL),
            auth_key: AuthSetting::read(reader, catalogue::AUTH_KEY),
            google: GoogleChoice::read(reader),
            marketing_url: reader.text(catalogue::MARKETING_URL).unwrap_or_default(),
            site_texts: SiteTexts::read(reader),
            operator: Operator::read(reader),
            analytics: Analytics::read(reader),
            support_email: reader.text(catalogue::SUPPORT_EMAIL).unwrap_or_default(),
            smtp_url: reader.text(catalogue::SMTP_URL).map(Secret),
            mail_from: reader.text(catalogue::MAIL_FROM).unwrap_or_default(),
            llm: LlmChoice::read(reader),
            payments: PaymentsChoice::read(reader, &offer),
            offer,
            listening: ListeningSettings::read(reader),
            fetching: Fetching::read(reader),
            link_life: TimeDelta::seconds(
                i64::try_from(number(reader, catalogue::LINK_TTL_S))
                    .unwrap_or(LONGEST_LINK_LIFE_S)
                    .min(LONGEST_LINK_LIFE_S),
            ),
            lifts_address_limits: !is_on(reader, catalogue::LIMITS),
            automatic_work: AutomaticWork::read(reader),
            job_lease: Duration::from_millis(number(reader, catalogue::JOB_LEASE_MS).max(50)),
            job_slots: usize::try_from(number(reader, catalogue::JOB_SLOTS))
                .unwrap_or(1)
                .max(1),
            drain: Duration::from_secs(number(reader, catalogue::DRAIN_S)),
            max_connections: usize::try_from(number(reader, catalogue::MAX_CONNECTIONS))
                .unwrap_or(1)
                .max(1),
            sandbox_reddit_calls: u32::try_from(number(reader, catalogue::SANDBOX_REDDIT_CALLS))
                .unwrap_or(u32::MAX),
            sandbox_firehose: reader.parse(
                catalogue::SANDBOX_FIREHOSE,
                "a whole number of at least one",
            ),
            metrics_token: reader.text(catalogue::METRICS_TOKEN).map(Secret),
            log: reader.text(catalogue::LOG).unwrap_or_default(),
            log_format: reader
                .parse(catalogue::LOG_FORMAT, "text, json or auto")
                .unwrap_or(LogFormat::Auto),
            crash_at: reader.text(catalogue::CRASH_AT),
            readings_dir: reader.text(catalogue::READINGS_DIR).map(PathBuf::from),
            unknown: reader.source.unknown_names(),
        }
    }

    /// Rules between settings.
    fn check_together(&self, reader: &mut Reader) {
        let allowed: Sandbox = reader
            .parse(catalogue::SANDBOX, "loopback or public")
            .unwrap_or(Sandbox::Loopback);
        if self.is_production {
            self.demand_real_providers(reader);
            self.demand_public_addresses(reader);
            self.refuse_test_settings(reader);
            self.refuse_impossible_values(reader);
        } else if reader.source.lacks_sandboxes() {
            self.demand_real_providers(reader);
        } else if allowed == Sandbox::Loopback && !self.sandboxes().is_empty() {
            self.refuse_public_sandboxes(reader);
        }
        self.listening.demand_one_kind(reader);
        if matches!(self.place, DatabaseLocation::Sqlite { .. }) && self.roles != Role::all() {
            reader.problem(
                catalogue::ROLES,
                "with SQLite one process must have every role; set DATABASE_URL to use several",
            );
        }
        let smtp_url = self
            .smtp_url
            .as_ref()
            .map_or("smtp://127.0.0.1", Secret::expose);
        if let Err(error) = SmtpMailer::new(smtp_url, &self.mail_from) {
            reader.problem(catalogue::SMTP_URL, &error.to_string());
        }
        if self.log_filter().is_err() {
            reader.problem(
                catalogue::LOG,
                &format!("'{}' does not say what to log", self.log),
            );
        }
        if self
            .crash_at
            .as_deref()
            .is_some_and(|point| !crash::POINTS.contains(&point))
        {
            reader.problem(catalogue::CRASH_AT, "unknown crash point");
        }
        if self.crash_at.is_some() && !cfg!(debug_assertions) {
            reader.problem(catalogue::CRASH_AT, "only debug builds crash on demand");
        }
        if self.readings_dir.is_some() && !cfg!(debug_assertions) {
            reader.problem(catalogue::READINGS_DIR, "only debug builds share readings");
        }
    }
}

fn roles(reader: &mut Reader) -> BTreeSet<Role> {
    let value = reader.text(catalogue::ROLES).unwrap_or_default();
    let roles: Result<BTreeSet<Role>, _> =
        value.split(',').map(|name| name.trim().parse()).collect();
    roles.unwrap_or_else(|()| {
        reader.problem(
            catalogue::ROLES,
            &format!("'{value}' is not a list of web, worker, listener"),
        );
        Role::all()
    })
}

fn number(reader: &mut Reader, setting: Setting) -> u64 {
    reader.parse(setting, "a whole number").unwrap_or(0)
}

/// What a process does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    Web,
    Worker,
    Listener,
}

impl Role {
    pub fn all() -> BTreeSet<Role> {
        BTreeSet::from([Role::Web, Role::Worker, Role::Listener])
    }
}

/// A setting of the sign-in service: given, left to the server, or emptied on purpose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AuthSetting {
    Given(String),
    Own,
    Missing,
}

impl AuthSetting {
    fn read(reader: &Reader, setting: Setting) -> Self {
        match reader.text(setting) {
            Some(value) => AuthSetting::Given(value),
            None if reader.is_emptied(setting) => AuthSetting::Missing,
            None => AuthSetting::Own,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    Text,
    Json,
    Auto,
}

/// Parses a word of a closed list.
macro_rules! words {
    ($type:ty { $($word:literal => $value:expr),* $(,)? }) => {
        impl FromStr for $type {
            type Err = ();
            fn from_str(word: &str) -> Result<Self, ()> {
                match word { $($word => Ok($value),)* _ => Err(()) }
            }
        }
    };
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Environment {
    Development,
    Production,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sandbox {
    Loopback,
    Public,
}

words!(Role { "web" => Role::Web, "worker" => Role::Worker, "listener" => Role::Listener });
words!(LogFormat { "text" => LogFormat::Text, "json" => LogFormat::Json, "auto" => LogFormat::Auto });
words!(Environment { "development" => Environment::Development, "production" => Environment::Production });
words!(Sandbox { "loopback" => Sandbox::Loopback, "public" => Sandbox::Public });
