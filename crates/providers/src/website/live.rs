//! The live adapter: a reader with the guard around it.

use std::{
    fmt,
    net::SocketAddr,
    sync::{Arc, OnceLock},
    time::Duration,
};

use async_trait::async_trait;
use tokio::time::timeout;

use super::{Favicon, LocalSites, Progress, ReadFailed, Site, Website, address, reading::Reading};
use crate::guard::{DnsLookup, FetchLimits, Gate, GuardedFetcher, Lookup, SystemLookup};

/// Reads websites over HTTPS and HTTP.
pub struct SiteReader {
    settings: ReaderSettings,
    /// Made for the first read: certificates of the whole world are no business of a server that
    /// is just starting.
    fetcher: OnceLock<GuardedFetcher>,
}

/// Whom websites see, and where the reader may go beyond the public web.
#[derive(Debug, Clone, Default)]
pub struct ReaderSettings {
    /// What websites see. The word before the slash is our name in their `robots.txt`.
    pub user_agent: String,
    /// Addresses that are open although they are not public.
    pub allow: Vec<SocketAddr>,
    /// A resolver to use instead of the system's.
    pub dns: Option<SocketAddr>,
    /// Sites of our own beyond the public web.
    pub local_sites: Option<LocalSites>,
}

/// How long the search for an icon may take in all.
const ICON: Duration = Duration::from_secs(8);

impl SiteReader {
    pub fn new(settings: ReaderSettings) -> Self {
        Self {
            settings,
            fetcher: OnceLock::new(),
        }
    }

    fn reading(&self) -> Reading<'_> {
        let fetcher = self.fetcher.get_or_init(|| self.settings.fetcher());
        Reading::new(fetcher, self.settings.agent())
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
        let gate = Gate::new(self.allow.clone());
        let (gate, lookup, roots) = match &self.local_sites {
            Some(sites) => sites.open(gate, lookup),
            None => (gate, lookup, Vec::new()),
        };
        let limits = FetchLimits::default();
        GuardedFetcher::trusting(&roots, &self.user_agent, gate, lookup, limits)
    }
}

#[async_trait]
impl Website for SiteReader {
    async fn read(
        &self,
        address: &str,
        progress: &(dyn Fn(Progress) + Send + Sync),
    ) -> Result<Site, ReadFailed> {
        let typed = address::parse(address).ok_or(ReadFailed::NotAnAddress)?;
        self.reading().site(&typed, progress).await
    }

    async fn favicon(&self, address: &str) -> Result<Favicon, ReadFailed> {
        let typed = address::parse(address).ok_or(ReadFailed::NotAnAddress)?;
        let search = timeout(ICON, self.reading().icon(&typed)).await;
        search.unwrap_or(Err(ReadFailed::TimedOut))
    }
}

impl fmt::Debug for SiteReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SiteReader")
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}
