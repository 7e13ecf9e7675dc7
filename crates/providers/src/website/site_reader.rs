//! The live adapter: reads websites through the guard.

use std::{
    fmt,
    net::SocketAddr,
    sync::{Arc, OnceLock},
    time::Duration,
};

use async_trait::async_trait;

use super::{
    LocalSites, ReadProgress, Site, SitePreview, Website, WebsiteError, site_visit::SiteVisit,
    typed_address,
};
use crate::guard::{AddressPolicy, DnsLookup, FetchLimits, GuardedFetcher, Lookup, SystemLookup};

/// Reads websites over HTTPS and HTTP.
pub struct SiteReader {
    settings: ReaderSettings,
    /// Created at the first read: loading all root certificates would slow down the start.
    fetcher: OnceLock<GuardedFetcher>,
}

/// The user agent, and what may be reached beyond the public web.
#[derive(Debug, Clone, Default)]
pub struct ReaderSettings {
    /// The user agent. The part before the slash is our name in `robots.txt`.
    pub user_agent: String,
    /// Addresses that are permitted although they are not public.
    pub allow: Vec<SocketAddr>,
    /// A DNS server to use instead of the system's resolver.
    pub dns: Option<SocketAddr>,
    /// Sites of our own that public DNS does not know.
    pub local_sites: Option<LocalSites>,
}

/// The deadline of a read. Pages that have arrived by then count.
const READ: Duration = Duration::from_secs(15);
/// The deadline of a preview. Without an icon by then, it has none.
const PREVIEW: Duration = Duration::from_secs(8);

impl SiteReader {
    pub fn new(settings: ReaderSettings) -> Self {
        Self {
            settings,
            fetcher: OnceLock::new(),
        }
    }

    fn visit(&self, limit: Duration) -> SiteVisit<'_> {
        let fetcher = self.fetcher.get_or_init(|| self.settings.fetcher());
        SiteVisit::new(fetcher, self.settings.agent(), limit)
    }
}

impl ReaderSettings {
    /// Our name in `robots.txt`.
    fn agent(&self) -> &str {
        self.user_agent.split('/').next().unwrap_or_default()
    }

    fn fetcher(&self) -> GuardedFetcher {
        let lookup: Arc<dyn Lookup> = match self.dns {
            Some(server) => Arc::new(DnsLookup::at(server)),
            None => Arc::new(SystemLookup),
        };
        let policy = AddressPolicy::new(self.allow.clone());
        let (policy, lookup, roots) = match &self.local_sites {
            Some(sites) => sites.open(policy, lookup),
            None => (policy, lookup, Vec::new()),
        };
        let limits = FetchLimits::default();
        GuardedFetcher::trusting(&roots, &self.user_agent, policy, lookup, limits)
    }
}

#[async_trait]
impl Website for SiteReader {
    async fn read(
        &self,
        address: &str,
        progress: &(dyn Fn(ReadProgress) + Send + Sync),
    ) -> Result<Site, WebsiteError> {
        let typed = typed_address::parse(address).ok_or(WebsiteError::NotAnAddress)?;
        self.visit(READ).site(&typed, progress).await
    }

    async fn preview(&self, address: &str) -> Result<SitePreview, WebsiteError> {
        let typed = typed_address::parse(address).ok_or(WebsiteError::NotAnAddress)?;
        self.visit(PREVIEW).preview(&typed).await
    }
}

impl fmt::Debug for SiteReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SiteReader")
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}
