//! Who may be dialled.

use std::{collections::BTreeSet, net::SocketAddr, sync::Arc};

use super::addresses::is_public;

const WEB_PORTS: [u16; 2] = [80, 443];

/// The public internet on the web's ports, and exactly the listed addresses besides.
#[derive(Debug, Clone, Default)]
pub struct Gate {
    allow: Vec<SocketAddr>,
    house: Option<Arc<House>>,
}

/// Names that live at an address of ours, which nobody reaches by any other name.
#[derive(Debug)]
struct House {
    names: BTreeSet<String>,
    address: SocketAddr,
}

impl Gate {
    /// `allow` opens these addresses at these ports and nothing next to them.
    pub fn new(allow: Vec<SocketAddr>) -> Self {
        Self { allow, house: None }
    }

    /// Lets `names` lead to `address`. Other names do not lead there, and the address itself
    /// stays shut to those who type it.
    #[must_use]
    pub fn with_house(self, names: BTreeSet<String>, address: SocketAddr) -> Self {
        let house = Some(Arc::new(House { names, address }));
        Self { house, ..self }
    }

    pub(super) fn permits(&self, address: SocketAddr) -> bool {
        let is_listed = self.allow.iter().any(|listed| is_same(*listed, address));
        is_listed || (WEB_PORTS.contains(&address.port()) && is_public(address.ip()))
    }

    pub(super) fn permits_named(&self, name: &str, address: SocketAddr) -> bool {
        let is_at_home = |house: &House| {
            house.address == address && house.names.contains(name.trim_end_matches('.'))
        };
        self.permits(address) || self.house.as_deref().is_some_and(is_at_home)
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

    #[test]
    fn a_house_is_open_to_its_own_names_at_its_own_address() {
        let names = BTreeSet::from(["paperlark.example".to_owned()]);
        let gate = Gate::default().with_house(names, "127.0.0.1:18090".parse().unwrap());

        for (name, address, expected) in [
            ("paperlark.example", "127.0.0.1:18090", true),
            ("paperlark.example.", "127.0.0.1:18090", true),
            ("other.example", "127.0.0.1:18090", false),
            ("paperlark.example", "127.0.0.1:18091", false),
            ("paperlark.example", "10.0.0.7:443", false),
        ] {
            let is_permitted = gate.permits_named(name, address.parse().unwrap());
            assert_eq!(is_permitted, expected, "{name} at {address}");
        }
        assert!(!gate.permits("127.0.0.1:18090".parse().unwrap()));
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
