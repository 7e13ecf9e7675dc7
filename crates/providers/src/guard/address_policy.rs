//! Which addresses may be connected to.

use std::{collections::BTreeSet, net::SocketAddr, sync::Arc};

use super::public_ip::is_public;

const WEB_PORTS: [u16; 2] = [80, 443];

/// Allows the public internet on the web's ports, and the listed addresses.
#[derive(Debug, Clone, Default)]
pub struct AddressPolicy {
    allow: Vec<SocketAddr>,
    local_hosts: Option<Arc<LocalHosts>>,
}

/// Names served at an address of ours, which can be reached by no other name.
#[derive(Debug)]
struct LocalHosts {
    names: BTreeSet<String>,
    address: SocketAddr,
}

impl AddressPolicy {
    /// `allow` permits exactly these addresses at these ports.
    pub fn new(allow: Vec<SocketAddr>) -> Self {
        Self {
            allow,
            local_hosts: None,
        }
    }

    /// Permits `address` for `names` only: not for other names, and not for the literal address.
    #[must_use]
    pub fn with_local_hosts(self, names: BTreeSet<String>, address: SocketAddr) -> Self {
        let local_hosts = Some(Arc::new(LocalHosts { names, address }));
        Self {
            local_hosts,
            ..self
        }
    }

    pub(super) fn permits(&self, address: SocketAddr) -> bool {
        let is_listed = self.allow.iter().any(|listed| is_same(*listed, address));
        is_listed || (WEB_PORTS.contains(&address.port()) && is_public(address.ip()))
    }

    pub(super) fn permits_named(&self, name: &str, address: SocketAddr) -> bool {
        let is_local = |local_hosts: &LocalHosts| {
            local_hosts.address == address && local_hosts.names.contains(name.trim_end_matches('.'))
        };
        self.permits(address) || self.local_hosts.as_deref().is_some_and(is_local)
    }

    /// The ports on which any address can be permitted.
    pub(super) fn ports(&self) -> impl Iterator<Item = u16> {
        WEB_PORTS
            .into_iter()
            .chain(self.allow.iter().map(SocketAddr::port))
    }
}

fn is_same(one: SocketAddr, other: SocketAddr) -> bool {
    one.port() == other.port() && one.ip().to_canonical() == other.ip().to_canonical()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listed_address_is_permitted_and_its_neighbours_are_not() {
        check("127.0.0.1:18080", true);
        check("[::ffff:127.0.0.1]:18080", true);
        check("127.0.0.1:18081", false);
        check("127.0.0.1:80", false);
        check("127.0.0.2:18080", false);
        check("[::1]:18080", false);
        check("8.8.8.8:18080", false);
    }

    #[test]
    fn the_internet_is_permitted_on_web_ports_only() {
        check("8.8.8.8:80", true);
        check("8.8.8.8:443", true);
        check("8.8.8.8:8080", false);
        check("8.8.8.8:22", false);
        check("10.0.0.1:443", false);
    }

    #[test]
    fn local_hosts_are_permitted_at_their_own_address_only() {
        let names = BTreeSet::from(["paperlark.example".to_owned()]);
        let policy =
            AddressPolicy::default().with_local_hosts(names, "127.0.0.1:18090".parse().unwrap());

        for (name, address, expected) in [
            ("paperlark.example", "127.0.0.1:18090", true),
            ("paperlark.example.", "127.0.0.1:18090", true),
            ("other.example", "127.0.0.1:18090", false),
            ("paperlark.example", "127.0.0.1:18091", false),
            ("paperlark.example", "10.0.0.7:443", false),
        ] {
            let is_permitted = policy.permits_named(name, address.parse().unwrap());
            assert_eq!(is_permitted, expected, "{name} at {address}");
        }
        assert!(!policy.permits("127.0.0.1:18090".parse().unwrap()));
    }

    fn check(address: &str, expected: bool) {
        let policy = AddressPolicy::new(vec!["127.0.0.1:18080".parse().unwrap()]);
        assert_eq!(
            policy.permits(address.parse().unwrap()),
            expected,
            "{address}"
        );
    }
}
