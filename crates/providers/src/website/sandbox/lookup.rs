//! The way from a name of the sandbox to its port.

use std::{io, net::SocketAddr, sync::Arc};

use async_trait::async_trait;
use rustls::pki_types::CertificateDer;

use super::{
    Certificate, names,
    sentinels::{Behaviour, behaviour_of},
};
use crate::guard::{Gate, Lookup};

/// Where the sandbox is and by what it is recognised.
#[derive(Debug, Clone)]
pub struct SampleSites {
    pub address: SocketAddr,
    pub certificate: Certificate,
}

impl SampleSites {
    /// Opens the way to the sandbox for its own names; all others go the way they went before.
    pub(in crate::website) fn open(
        &self,
        gate: Gate,
        others: Arc<dyn Lookup>,
    ) -> (Gate, Arc<dyn Lookup>, Vec<CertificateDer<'static>>) {
        let all = names().flat_map(|name| [name.to_owned(), format!("www.{name}")]);
        let gate = gate.with_house(all.collect(), self.address);
        let lookup = SampleLookup {
            address: self.address,
            others,
        };
        (gate, Arc::new(lookup), vec![self.certificate.authority()])
    }
}

struct SampleLookup {
    address: SocketAddr,
    others: Arc<dyn Lookup>,
}

/// Somewhere inside somebody's network.
const INSIDE: [u8; 4] = [10, 0, 0, 7];

#[async_trait]
impl Lookup for SampleLookup {
    async fn lookup(&self, host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        let name = host.trim_end_matches('.');
        let name = name.strip_prefix("www.").unwrap_or(name);
        if behaviour_of(name) == Some(Behaviour::PrivateName) {
            return Ok(vec![SocketAddr::from((INSIDE, port))]);
        }
        if names().any(|known| known == name) {
            return Ok(vec![self.address]);
        }
        self.others.lookup(host, port).await
    }
}
