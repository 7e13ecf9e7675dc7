//! Sites of our own that public DNS does not know.

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
};

use async_trait::async_trait;
use rustls::pki_types::CertificateDer;

use crate::guard::{Gate, Lookup};

/// Names that resolve here and nowhere else, and the authority that vouches for them.
#[derive(Debug, Clone)]
pub struct LocalSites {
    /// Where the sites are served. Only their own names lead there.
    pub address: SocketAddr,
    /// The hosts that are served, in lower case.
    pub names: BTreeSet<String>,
    /// Hosts that resolve to some other address, which the guard judges like any other.
    pub elsewhere: BTreeMap<String, IpAddr>,
    /// The authority that signed their certificates.
    pub authority: CertificateDer<'static>,
}

impl LocalSites {
    /// Opens the way to these sites for their own names; all others are looked up as before.
    pub(super) fn open(
        &self,
        gate: Gate,
        others: Arc<dyn Lookup>,
    ) -> (Gate, Arc<dyn Lookup>, Vec<CertificateDer<'static>>) {
        let gate = gate.with_house(self.names.clone(), self.address);
        let lookup = LocalLookup {
            sites: self.clone(),
            others,
        };
        (gate, Arc::new(lookup), vec![self.authority.clone()])
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
