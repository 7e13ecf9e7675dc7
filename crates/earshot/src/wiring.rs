//! How the product is put together: settings choose the providers, or the sandboxes that stand in.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::Context;
use metrics_exporter_prometheus::PrometheusHandle;
use providers::bluesky::{JetstreamClient, JetstreamSettings};
use providers::hacker_news::{HackerNewsClient, HackerNewsSettings};
use providers::identity_provider::{IdentityProvider, OpenIdConnect};
use providers::llm::LiveModel;
use providers::mail::{Mailer, SmtpMailer};
use providers::payments::{Payments, Stripe};
use providers::rank::WebSearch;
use providers::reddit::{AbsentReddit, LiveReddit, Reddit, RedditSettings};
use providers::website::{ReaderSettings, SiteReader, Website};
use url::Url;

use crate::kept_readings;
use crate::lifecycle::Lifecycle;
use listening::{Listening, Sources};
use platform::access_tokens::AccessTokens;
use platform::app::{App, AppParts, AuthEndpoint};
use platform::budget::Budget;
use platform::clock::Clock;
use platform::db::Db;
use platform::keys;
use platform::live::Live;
use platform::llm::Llm;
use platform::outbox::Outbox;
use platform::password_hasher::PasswordHasher;
use platform::provider_health::ProviderHealth;
use platform::settings::{
    AuthSetting, GoogleSetting, LlmSetting, OpenSourceSetting, PaymentsSetting, RankSetting,
    RedditSetting, Role, Settings,
};
use platform::tasks::Tasks;
use sandbox::{SandboxAddresses, SandboxOptions};

/// How this server names itself to providers.
const USER_AGENT: &str = concat!("Earshot/", env!("CARGO_PKG_VERSION"));

/// The product: the app, and the parts that stand on top of it.
#[derive(Clone, Debug)]
pub struct Product {
    pub app: App,
    /// Calls to Reddit and to rank providers: within the rate limit, fair, each thing asked once.
    pub listening: Listening,
    pub sandboxes: SandboxAddresses,
}

/// What must be open before the product can be built.
#[derive(Clone, Debug)]
pub struct Foundation {
    pub db: Db,
    pub clock: Clock,
    pub settings: Settings,
    pub tasks: Tasks,
    pub metrics: PrometheusHandle,
    pub provider_state: ProviderState,
}

/// Where sandboxes, the rate limit and cached answers are stored. It is the app's own database,
/// except for a command that works in a database of its own beside a server's.
#[derive(Clone, Debug)]
pub struct ProviderState {
    pub db: Db,
    /// A server runs on the same SQLite file and hosts the sandboxes.
    pub is_guest: bool,
}

impl ProviderState {
    /// That of a server.
    pub fn of(db: &Db) -> Self {
        Self {
            db: db.clone(),
            is_guest: false,
        }
    }
}

impl Product {
    pub async fn build(foundation: Foundation, bound: SocketAddr) -> anyhow::Result<Self> {
        let Foundation {
            db,
            clock,
            settings,
            tasks,
            metrics,
            provider_state,
        } = foundation;
        kept_readings::arm(settings.readings_dir.as_deref());
        let site_url = settings
            .site_url
            .clone()
            .map_or_else(|| local_site(bound), Ok)?;
        let options = SandboxOptions {
            offer: settings.offer.clone(),
            reddit_calls: settings.sandbox_reddit_calls,
            reddit_firehose: settings.sandbox_firehose,
            web: settings.roles.contains(&Role::Web).then_some(bound),
            is_guest: provider_state.is_guest,
        };
        let shared = provider_state.db;
        let embedded = settings.embedded();
        let sandboxes = sandbox::open(&shared, &clock, &tasks, embedded, options).await?;
        if !settings.sandboxes().is_empty() {
            sandbox::follow_clock(&shared, &clock, &tasks).await?;
        }
        let health = ProviderHealth::new(shared.clone(), clock.clone(), tasks.clone());
        let mailer = health.mailer(mailer(&settings, &sandboxes)?);
        let host = site_url.host_str().unwrap_or("localhost").to_owned();
        let reddit = health.reddit(reddit(&settings, &sandboxes)?);
        let ranks = ranks(&settings, &sandboxes)?.map(|ranks| health.ranks(ranks));
        let listening = Listening::new(Sources {
            db: shared.clone(),
            clock: clock.clone(),
            tasks: tasks.clone(),
            reddit: reddit.clone(),
            has_reddit: settings.listening.reddit != RedditSetting::None,
            hacker_news: hacker_news(&settings, &sandboxes)?,
            bluesky: bluesky(&settings, &sandboxes)?,
            ranks: ranks.clone(),
            country: settings.listening.country,
        });
        let app = App::new(AppParts {
            outbox: Outbox::new(db.clone(), clock.clone(), mailer, host),
            live: live(&db, &clock, &tasks, &settings).await?,
            llm: llm(&db, &clock, (&settings, &health), &sandboxes)?,
            payments: health.payments(payments(&shared, &settings, &sandboxes).await?),
            reddit,
            ranks,
            websites: health.websites(websites(&shared, &settings, &sandboxes, &site_url).await?),
            passwords: PasswordHasher::default(),
            tokens: AccessTokens::load(&db, site_url.as_str()).await?,
            auth: auth_endpoint(&db, &settings, &site_url).await?,
            google: google(&settings, &sandboxes)?.map(|google| health.google(google)),
            events: Arc::new(Lifecycle),
            started_at: clock.real(),
            settings,
            site_url,
            db,
            clock,
            tasks,
            metrics,
        });
        Ok(Self {
            app,
            listening,
            sandboxes,
        })
    }
}

fn local_site(bound: SocketAddr) -> anyhow::Result<Url> {
    Url::parse(&format!("http://localhost:{}", bound.port())).context("making the site's address")
}

fn mailer(settings: &Settings, sandboxes: &SandboxAddresses) -> anyhow::Result<Arc<dyn Mailer>> {
    let url = match &settings.smtp_url {
        Some(url) => url.expose().to_owned(),
        None => sandbox::mail_url(sandboxes)?,
    };
    Ok(Arc::new(
        SmtpMailer::new(&url, &settings.mail_from).context("reading the mail settings")?,
    ))
}

/// Stripe, or the sandbox that speaks its protocol.
async fn payments(
    db: &Db,
    settings: &Settings,
    sandboxes: &SandboxAddresses,
) -> anyhow::Result<Arc<dyn Payments>> {
    let chosen = match &settings.payments.provider {
        PaymentsSetting::Live(chosen) => chosen.clone(),
        PaymentsSetting::Sandbox => sandbox::stripe_settings(db, settings, sandboxes).await?,
    };
    let user_agent = concat!("Earshot/", env!("CARGO_PKG_VERSION"));
    Ok(Arc::new(Stripe::new(chosen, user_agent)))
}

/// The reader of websites. It names itself and says where to ask about it.
async fn websites(
    db: &Db,
    settings: &Settings,
    sandboxes: &SandboxAddresses,
    site_url: &Url,
) -> anyhow::Result<Arc<dyn Website>> {
    let version = env!("CARGO_PKG_VERSION");
    Ok(Arc::new(SiteReader::new(ReaderSettings {
        user_agent: format!("Earshot/{version} (+{site_url})"),
        allow: settings.fetching.allow.clone(),
        dns: settings.fetching.dns,
        local_sites: sandbox::sample_sites(db, sandboxes).await?,
    })))
}

fn llm(
    db: &Db,
    clock: &Clock,
    (settings, health): (&Settings, &ProviderHealth),
    sandboxes: &SandboxAddresses,
) -> anyhow::Result<Option<Llm>> {
    let chosen = match &settings.llm.model {
        LlmSetting::None => return Ok(None),
        LlmSetting::Live(chosen) => chosen.clone(),
        LlmSetting::Sandbox { model } => {
            sandbox::llm_settings(sandboxes, model)?.with_limits(settings.llm.limits)
        }
    };
    let model = health.model(Arc::new(LiveModel::new(&chosen, USER_AGENT)));
    let budget = Budget::new(db.clone(), clock.clone(), settings.llm.daily_tokens);
    Ok(Some(Llm::new(model, budget)))
}

fn reddit(settings: &Settings, sandboxes: &SandboxAddresses) -> anyhow::Result<Arc<dyn Reddit>> {
    let chosen = match &settings.listening.reddit {
        RedditSetting::Live(chosen) => RedditSettings::clone(chosen),
        RedditSetting::Sandbox => sandbox::reddit_settings(sandboxes, USER_AGENT)?,
        RedditSetting::None => return Ok(Arc::new(AbsentReddit)),
    };
    Ok(Arc::new(LiveReddit::new(chosen)))
}

fn hacker_news(
    settings: &Settings,
    sandboxes: &SandboxAddresses,
) -> anyhow::Result<Option<HackerNewsClient>> {
    let chosen = match settings.listening.hacker_news {
        OpenSourceSetting::Off => return Ok(None),
        OpenSourceSetting::Live => HackerNewsSettings::live(),
        OpenSourceSetting::Sandbox => sandbox::hacker_news_settings(sandboxes)?,
    };
    Ok(Some(HackerNewsClient::new(chosen)))
}

fn bluesky(
    settings: &Settings,
    sandboxes: &SandboxAddresses,
) -> anyhow::Result<Option<JetstreamClient>> {
    let chosen = match settings.listening.bluesky {
        OpenSourceSetting::Off => return Ok(None),
        OpenSourceSetting::Live => JetstreamSettings::live(),
        OpenSourceSetting::Sandbox => sandbox::bluesky_settings(sandboxes)?,
    };
    Ok(Some(JetstreamClient::new(chosen)))
}

/// Google, or the sandbox that speaks its protocol; none where nobody signs in with it.
fn google(
    settings: &Settings,
    sandboxes: &SandboxAddresses,
) -> anyhow::Result<Option<Arc<dyn IdentityProvider>>> {
    let chosen = match &settings.google.provider {
        GoogleSetting::None => return Ok(None),
        GoogleSetting::Live(chosen) => chosen.clone(),
        GoogleSetting::Sandbox => sandbox::google_settings(sandboxes)?,
    };
    Ok(Some(Arc::new(OpenIdConnect::new(chosen, USER_AGENT))))
}

fn ranks(
    settings: &Settings,
    sandboxes: &SandboxAddresses,
) -> anyhow::Result<Option<Arc<dyn WebSearch>>> {
    let chosen = match &settings.listening.rank {
        RankSetting::None => return Ok(None),
        RankSetting::Live(chosen) => chosen.clone(),
        RankSetting::Sandbox => sandbox::rank_settings(sandboxes)?,
    };
    Ok(Some(chosen.ranks(USER_AGENT)))
}

/// Only a process that serves pages has anybody to tell.
async fn live(db: &Db, clock: &Clock, tasks: &Tasks, settings: &Settings) -> anyhow::Result<Live> {
    if !settings.roles.contains(&Role::Web) {
        return Ok(Live::default());
    }
    let live = Live::follow(db, clock, tasks).await;
    live.context("reading the log of live events")
}

async fn auth_endpoint(
    db: &Db,
    settings: &Settings,
    site_url: &Url,
) -> anyhow::Result<AuthEndpoint> {
    let url = match &settings.auth_url {
        AuthSetting::Given(url) => url.clone(),
        AuthSetting::Own => site_url.as_str().trim_end_matches('/').to_owned(),
        AuthSetting::Missing => String::new(),
    };
    let key = match &settings.auth_key {
        AuthSetting::Given(key) => key.clone(),
        AuthSetting::Own => keys::get_or_make(db, "auth_publishable", keys::publishable).await?,
        AuthSetting::Missing => String::new(),
    };
    Ok(AuthEndpoint { url, key })
}
