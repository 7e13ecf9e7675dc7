//! Names into addresses, with the gate in between.

use std::{fmt, io, net::SocketAddr, sync::Arc};

use async_trait::async_trait;
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
            if answers.iter().all(|answer| resolver.gate.permits(*answer)) {
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
