//! Where the sandboxes are.

use std::collections::BTreeMap;
use std::net::SocketAddr;

/// Where each sandbox listens.
#[derive(Clone, Debug, Default)]
pub struct SandboxAddresses {
    pub(super) addresses: BTreeMap<&'static str, SocketAddr>,
    #[cfg(feature = "servers")]
    pub(super) webhook_url: Option<String>,
}

impl SandboxAddresses {
    /// The address of a provider's sandbox, if there is one.
    pub fn address(&self, provider: &str) -> Option<SocketAddr> {
        self.addresses.get(provider).copied()
    }
}
