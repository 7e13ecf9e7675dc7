//! [`App`]: what every room may ask for, built once.

use std::ops::Deref;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use metrics_exporter_prometheus::PrometheusHandle;
use providers::identity_provider::IdentityProvider;
use providers::payments::Payments;
use providers::rank::WebSearch;
use providers::reddit::Reddit;
use providers::website::Website;
use url::Url;

use crate::access_tokens::AccessTokens;
use crate::clock::Clock;
use crate::db::Db;
use crate::events::ProductEvents;
use crate::live::Live;
use crate::llm::Llm;
use crate::outbox::Outbox;
use crate::password_hasher::PasswordHasher;
use crate::settings::Settings;
use crate::tasks::Tasks;

/// A handle to the [`AppParts`]. Every request gets a copy, so a copy is one counter.
#[derive(Clone, Debug)]
pub struct App(Arc<AppParts>);

impl App {
    pub fn new(parts: AppParts) -> Self {
        Self(Arc::new(parts))
    }
}

impl Deref for App {
    type Target = AppParts;

    fn deref(&self) -> &AppParts {
        &self.0
    }
}

/// The platform's services and the providers, behind their traits.
#[derive(Debug)]
pub struct AppParts {
    pub db: Db,
    pub clock: Clock,
    pub settings: Settings,
    pub tasks: Tasks,
    pub outbox: Outbox,
    pub payments: Arc<dyn Payments>,
    pub websites: Arc<dyn Website>,
    /// Rooms call Reddit through `listening`, which keeps the rate limit.
    pub reddit: Arc<dyn Reddit>,
    /// None in production unless the operator configured a rank provider: everything works without.
    pub ranks: Option<Arc<dyn WebSearch>>,
    /// Tells open pages what was committed.
    pub live: Live,
    /// None unless the operator configured a language model: everything works without.
    pub llm: Option<Llm>,
    /// The address people open.
    pub site_url: Url,
    pub tokens: AccessTokens,
    pub passwords: PasswordHasher,
    pub auth: AuthEndpoint,
    /// None where nobody can sign in with Google.
    pub google: Option<Arc<dyn IdentityProvider>>,
    /// Tells the other rooms what happened in one.
    pub events: Arc<dyn ProductEvents>,
    pub metrics: PrometheusHandle,
    /// When this process was put together, by the wall's time.
    pub started_at: DateTime<Utc>,
}

/// Where the web app finds the sign-in service; empty texts where the operator took it away.
#[derive(Clone, Debug)]
pub struct AuthEndpoint {
    pub url: String,
    pub key: String,
}
