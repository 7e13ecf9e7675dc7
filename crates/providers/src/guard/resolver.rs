//! Resolves names and rejects those that the address policy does not permit.

use std::{fmt, io, net::SocketAddr, sync::Arc, time::Duration};

use async_trait::async_trait;
use hickory_resolver::{
    Resolver, TokioResolver,
    config::{ConnectionConfig, LookupIpStrategy, NameServerConfig, ResolveHosts, ResolverConfig},
    net::runtime::TokioRuntimeProvider,
};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::address_policy::AddressPolicy;

/// Resolves host names.
#[async_trait]
pub trait Lookup: Send + Sync {
    /// The addresses to connect to for `host` and `port`; implementations usually return the same
    /// port. The guard checks the results, address and port.
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

/// A DNS server at an address that the operator chose. Nothing is cached: a name is looked up
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
        // Both families, so that a private address in either rejects the name.
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

/// The HTTP client's resolver. It caches nothing: each connection looks the name up, checks the
/// addresses, and connects to the ones that were checked.
#[derive(Clone)]
pub(super) struct GuardedResolver {
    pub(super) lookup: Arc<dyn Lookup>,
    pub(super) policy: AddressPolicy,
    /// The port of the URLs this resolver serves; the HTTP library does not pass it on.
    pub(super) port: u16,
}

/// The name resolves to an address that is not permitted.
#[derive(Debug, thiserror::Error)]
#[error("the name resolves to a private address")]
pub(super) struct PrivateAddressError;

impl Resolve for GuardedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let resolver = self.clone();
        Box::pin(async move {
            let answers = resolver.lookup.lookup(name.as_str(), resolver.port).await?;
            // One private address among public ones is an attack, not an accident.
            if answers
                .iter()
                .all(|answer| resolver.policy.permits_named(name.as_str(), *answer))
            {
                Ok(Box::new(answers.into_iter()) as Addrs)
            } else {
                Err(PrivateAddressError.into())
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
