//! Names into addresses, with the gate in between.

use std::{fmt, io, net::SocketAddr, sync::Arc, time::Duration};

use async_trait::async_trait;
use hickory_resolver::{
    Resolver, TokioResolver,
    config::{ConnectionConfig, LookupIpStrategy, NameServerConfig, ResolveHosts, ResolverConfig},
    net::runtime::TokioRuntimeProvider,
};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::gate::Gate;

/// Something that knows the addresses of names.
#[async_trait]
pub trait Lookup: Send + Sync {
    /// Where `host` is to be dialled when an address says `port`, which is what the answers
    /// usually repeat. The guard judges what comes back, address and port.
    async fn lookup(&self, host: &str, port: u16) -> io::Result<Vec<SocketAddr>>;
}

/// The system's resolver.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemLookup;

#[async_trait]
impl Lookup for SystemLookup {
    async fn lookup(&self, host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        Ok(tokio::net::lookup_host((host, port)).await?.collect())
    }
}

/// A resolver at an address of the operator's choice. It keeps nothing: a name is asked for
/// again at every hop.
pub struct DnsLookup(TokioResolver);

impl DnsLookup {
    pub fn at(server: SocketAddr) -> Self {
        let connections = [ConnectionConfig::udp(), ConnectionConfig::tcp()];
        let connections = connections.map(|mut connection| {
            connection.port = server.port();
            connection
        });
        let server = NameServerConfig::new(server.ip(), true, connections.to_vec());
        let config = ResolverConfig::from_parts(None, Vec::new(), vec![server]);
        let mut builder = Resolver::builder_with_config(config, TokioRuntimeProvider::default());
        let options = builder.options_mut();
        options.cache_size = 0;
        options.attempts = 1;
        options.timeout = Duration::from_secs(1);
        options.use_hosts_file = ResolveHosts::Never;
        // Both families, so that a private answer in either refuses the name.
        options.ip_strategy = LookupIpStrategy::Ipv4AndIpv6;
        Self(
            builder
                .build()
                .expect("one server without TLS makes a resolver"),
        )
    }
}

#[async_trait]
impl Lookup for DnsLookup {
    async fn lookup(&self, host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        let answers = self.0.lookup_ip(host).await.map_err(io::Error::other)?;
        Ok(answers.iter().map(|ip| SocketAddr::new(ip, port)).collect())
    }
}

impl fmt::Debug for DnsLookup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DnsLookup").finish_non_exhaustive()
    }
}

/// What the HTTP client resolves with. It has no memory: each connection asks, is judged and
/// dials what was judged.
#[derive(Clone)]
pub(super) struct GuardedResolver {
    pub(super) lookup: Arc<dyn Lookup>,
    pub(super) gate: Gate,
    /// The port of the addresses this resolver serves; the HTTP library does not tell.
    pub(super) port: u16,
}

/// The name exists and must not be dialled.
#[derive(Debug, thiserror::Error)]
#[error("the name leads inside")]
pub(super) struct LeadsInside;

impl Resolve for GuardedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let resolver = self.clone();
        Box::pin(async move {
            let answers = resolver.lookup.lookup(name.as_str(), resolver.port).await?;
            // One bad answer among good ones is an attempt to be lucky, not an accident.
            if answers
                .iter()
                .all(|answer| resolver.gate.permits_named(name.as_str(), *answer))
            {
                Ok(Box::new(answers.into_iter()) as Addrs)
            } else {
                Err(LeadsInside.into())
            }
        })
    }
}

impl fmt::Debug for GuardedResolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GuardedResolver")
            .field("port", &self.port)
            .finish_non_exhaustive()
    }
}
