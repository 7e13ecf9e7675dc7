//! Sites of our own that public DNS does not know.

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
};

use async_trait::async_trait;
use rustls::pki_types::CertificateDer;

use crate::guard::{AddressPolicy, Lookup};

/// Names that resolve only here, and the certificate authority that signed for them.
#[derive(Debug, Clone)]
pub struct LocalSites {
    /// Where the sites are served. Only their own names resolve to it.
    pub address: SocketAddr,
    /// The hosts that are served, in lower case.
    pub names: BTreeSet<String>,
    /// Hosts that resolve to another address, which the guard checks like any other.
    pub elsewhere: BTreeMap<String, IpAddr>,
    /// The authority that signed their certificates.
    pub authority: CertificateDer<'static>,
}

impl LocalSites {
    /// Permits these sites under their own names; other names are resolved by `others`.
    pub(super) fn open(
        &self,
        policy: AddressPolicy,
        others: Arc<dyn Lookup>,
    ) -> (AddressPolicy, Arc<dyn Lookup>, Vec<CertificateDer<'static>>) {
        let policy = policy.with_local_hosts(self.names.clone(), self.address);
        let lookup = LocalLookup {
            sites: self.clone(),
            others,
        };
        (policy, Arc::new(lookup), vec![self.authority.clone()])
    }
}

struct LocalLookup {
    sites: LocalSites,
    others: Arc<dyn Lookup>,
}

#[async_trait]
impl Lookup for LocalLookup {
    async fn lookup(&self, host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        let name = host.trim_end_matches('.');
        if let Some(ip) = self.sites.elsewhere.get(name) {
            return Ok(vec![SocketAddr::new(*ip, port)]);
        }
        if self.sites.names.contains(name) {
            return Ok(vec![self.sites.address]);
        }
        self.others.lookup(host, port).await
    }
}
