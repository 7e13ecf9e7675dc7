//! The sample sites as settings for the website reader.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use providers::website::LocalSites;

use super::{
    SandboxCertificate, names,
    sentinels::{SiteBehaviour, behaviour_of},
};

/// The address and the certificate of the sandbox.
#[derive(Debug, Clone)]
pub struct SampleSites {
    pub address: SocketAddr,
    pub certificate: SandboxCertificate,
}

/// A private address.
const INSIDE: IpAddr = IpAddr::V4(Ipv4Addr::new(10, 0, 0, 7));

impl From<SampleSites> for LocalSites {
    fn from(samples: SampleSites) -> Self {
        let is_private = |name: &&str| behaviour_of(name) == Some(SiteBehaviour::PrivateName);
        let (private, served): (Vec<_>, Vec<_>) = names().partition(is_private);
        Self {
            address: samples.address,
            names: served.into_iter().flat_map(with_www).collect(),
            elsewhere: private
                .into_iter()
                .flat_map(with_www)
                .map(|name| (name, INSIDE))
                .collect(),
            authority: samples.certificate.authority(),
        }
    }
}

fn with_www(name: &str) -> [String; 2] {
    [name.to_owned(), format!("www.{name}")]
}
