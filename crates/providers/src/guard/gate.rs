//! Who may be dialled.

use std::net::SocketAddr;

use super::addresses::is_public;

const WEB_PORTS: [u16; 2] = [80, 443];

/// The public internet on the web's ports, and exactly the listed addresses besides.
#[derive(Debug, Clone, Default)]
pub struct Gate {
    allow: Vec<SocketAddr>,
}

impl Gate {
    /// `allow` opens these addresses at these ports and nothing next to them.
    pub fn new(allow: Vec<SocketAddr>) -> Self {
        Self { allow }
    }

    pub(super) fn permits(&self, address: SocketAddr) -> bool {
        let is_listed = self.allow.iter().any(|listed| is_same(*listed, address));
        is_listed || (WEB_PORTS.contains(&address.port()) && is_public(address.ip()))
    }

    /// Ports at which there can be anybody to permit.
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
    fn a_listed_address_opens_itself_and_nothing_next_to_it() {
        check("127.0.0.1:18080", true);
        check("[::ffff:127.0.0.1]:18080", true);
        check("127.0.0.1:18081", false);
        check("127.0.0.1:80", false);
        check("127.0.0.2:18080", false);
        check("[::1]:18080", false);
        check("8.8.8.8:18080", false);
    }

    #[test]
    fn the_internet_is_open_on_the_ports_of_the_web() {
        check("8.8.8.8:80", true);
        check("8.8.8.8:443", true);
        check("8.8.8.8:8080", false);
        check("8.8.8.8:22", false);
        check("10.0.0.1:443", false);
    }

    fn check(address: &str, expected: bool) {
        let gate = Gate::new(vec!["127.0.0.1:18080".parse().unwrap()]);
        assert_eq!(
            gate.permits(address.parse().unwrap()),
            expected,
            "{address}"
        );
    }
}
