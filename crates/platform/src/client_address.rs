//! Who a request comes from, also when proxies pass it on.
//!
//! Every proxy adds the address it was called from at the right end of a header. What stands left of
//! the first address that is no proxy of ours was written by a stranger, so it proves nothing.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use axum::http::{HeaderMap, HeaderName, header};

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The address of the client itself, as an extension of every request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

/// The proxies whose word about a client counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<AddressRange>);

impl TrustedProxies {
    /// The client of a request that came from `peer`: the right-most hop that is no trusted proxy.
    pub fn client_of(&self, peer: IpAddr, headers: &HeaderMap) -> ClientAddress {
        let peer = peer.to_canonical();
        if !self.trusts(peer) {
            return ClientAddress(peer);
        }
        let by_list = self.last_stranger(peer, &list_of(headers, &X_FORWARDED_FOR), address_of);
        let by_standard =
            self.last_stranger(peer, &list_of(headers, &header::FORWARDED), forwarded_for);
        ClientAddress(match (by_list, by_standard) {
            (Some(client), None) | (None, Some(client)) => client,
            (Some(client), Some(same)) if client == same => client,
            // A proxy keeps one of the two headers and passes the other on as the client wrote it.
            // Nobody knows which, so both are worth nothing.
            _ => peer,
        })
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn trusts(&self, address: IpAddr) -> bool {
        self.0.iter().any(|range| range.contains(address))
    }

    /// Whether a range is so wide that nearly anybody on the internet is in it.
    pub fn trusts_strangers(&self) -> bool {
        let all = |strangers: [&str; 3]| {
            let mut strangers = strangers.iter().filter_map(|address| address.parse().ok());
            strangers.all(|stranger| self.trusts(stranger))
        };
        all(["1.1.1.1", "93.184.215.14", "203.0.113.1"])
            || all(["2001:db8::1", "2606:4700::1111", "2a00:1450::1"])
    }

    /// None if there is no such header.
    fn last_stranger(
        &self,
        peer: IpAddr,
        hops: &[String],
        parse: fn(&str) -> Option<IpAddr>,
    ) -> Option<IpAddr> {
        if hops.is_empty() {
            return None;
        }
        let mut nearest = peer;
        for hop in hops.iter().rev() {
            // A hop without an address hides who called; the proxy that says so answers for it.
            let Some(address) = parse(hop) else { break };
            nearest = address.to_canonical();
            if !self.trusts(nearest) {
                break;
            }
        }
        Some(nearest)
    }
}

impl FromStr for TrustedProxies {
    type Err = NotARange;

    fn from_str(list: &str) -> Result<Self, NotARange> {
        let ranges = list.split(',').map(str::trim);
        ranges
            .filter(|range| !range.is_empty())
            .map(str::parse)
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

/// An address, or all that begin with the same bits, such as `10.0.0.0/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct AddressRange {
    first: u128,
    mask: u128,
}

#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("not an address or a range of addresses")]
pub struct NotARange;

impl AddressRange {
    fn contains(self, address: IpAddr) -> bool {
        bits(address) & self.mask == self.first
    }
}

impl FromStr for AddressRange {
    type Err = NotARange;

    fn from_str(text: &str) -> Result<Self, NotARange> {
        let (address, length) = match text.split_once('/') {
            Some((address, length)) => (address, Some(length)),
            None => (text, None),
        };
        let address: IpAddr = address.trim().parse().map_err(|_| NotARange)?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let length = length.map_or(Ok(most), str::parse).map_err(|_| NotARange)?;
        if length > most {
            return Err(NotARange);
        }
        // An IPv4 address is the last 32 bits of its IPv6 form.
        let free = most - length;
        let mask = u128::MAX.checked_shl(free).unwrap_or(0);
        Ok(Self {
            first: bits(address) & mask,
            mask,
        })
    }
}

fn bits(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
        IpAddr::V6(address) => address.to_bits(),
    }
}

/// The elements of a header that is a list, over all its lines. Commas in quotes separate too: only
/// a stranger's part could hold one, and it must not swallow what our proxies have added.
fn list_of(headers: &HeaderMap, name: &HeaderName) -> Vec<String> {
    let lines = headers.get_all(name).iter();
    let lines = lines.map(|line| String::from_utf8_lossy(line.as_bytes()).into_owned());
    lines
        .flat_map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>())
        .collect()
}

/// The `for` of an element such as `for="[2001:db8::1]:4711";proto=https` (RFC 7239).
fn forwarded_for(element: &str) -> Option<IpAddr> {
    let pairs = element.split(';').filter_map(|pair| pair.split_once('='));
    let (_, node) = pairs
        .map(|(name, value)| (name.trim(), value.trim()))
        .find(|(name, _)| name.eq_ignore_ascii_case("for"))?;
    address_of(node.trim_matches('"'))
}

/// An address with or without a port; IPv6 with or without brackets.
fn address_of(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .unwrap_or(text);
    let with_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    bare.parse().ok().or_else(with_port)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(peer: &str, headers: &[(&'static str, &'static str)]) -> String {
        let proxies: TrustedProxies = "127.0.0.1, 10.0.0.0/8,2001:db8:aaaa::/48".parse().unwrap();
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().unwrap());
        }
        let ClientAddress(address) = proxies.client_of(peer.parse().unwrap(), &map);
        address.to_string()
    }

    #[test]
    fn the_client_is_the_right_most_hop_that_is_no_proxy_of_ours() {
        let list = |value| [("x-forwarded-for", value)];
        for (value, expected) in [
            ("203.0.113.7", "203.0.113.7"),
            ("203.0.113.7:4711", "203.0.113.7"),
            ("198.51.100.1, 203.0.113.7", "203.0.113.7"),
            (
                "198.51.100.1, 203.0.113.7, 10.1.2.3,10.0.0.1",
                "203.0.113.7",
            ),
            ("2001:db8::1", "2001:db8::1"),
            ("[2001:db8::1]:443, 2001:db8:aaaa:1::5", "2001:db8::1"),
            ("::ffff:203.0.113.7", "203.0.113.7"),
            // Only proxies: the outermost one.
            ("10.0.0.2, 10.0.0.1", "10.0.0.2"),
            // Whoever hides is counted with all who hide behind the same proxy.
            ("203.0.113.7, unknown, 10.0.0.1", "10.0.0.1"),
            ("", "127.0.0.1"),
        ] {
            assert_eq!(client("127.0.0.1", &list(value)), expected, "{value}");
        }
    }

    #[test]
    fn the_standard_header_says_the_same() {
        for (value, expected) in [
            ("for=203.0.113.7", "203.0.113.7"),
            (
                "For=\"[2001:db8::1]:4711\";proto=https;by=10.0.0.1",
                "2001:db8::1",
            ),
            (
                "for=198.51.100.1, for=203.0.113.7;host=x, for=10.0.0.9",
                "203.0.113.7",
            ),
            ("for=\"a, for=203.0.113.7", "203.0.113.7"),
            ("for=_hidden", "127.0.0.1"),
            ("proto=https", "127.0.0.1"),
        ] {
            assert_eq!(
                client("127.0.0.1", &[("forwarded", value)]),
                expected,
                "{value}"
            );
        }
    }

    #[test]
    fn lines_of_a_header_are_one_list_and_two_headers_must_agree() {
        let lines = [
            ("x-forwarded-for", "198.51.100.1"),
            ("x-forwarded-for", "203.0.113.7"),
        ];
        assert_eq!(client("127.0.0.1", &lines), "203.0.113.7");
        let agree = [
            ("x-forwarded-for", "203.0.113.7"),
            ("forwarded", "for=203.0.113.7"),
        ];
        assert_eq!(client("127.0.0.1", &agree), "203.0.113.7");
        let differ = [
            ("x-forwarded-for", "203.0.113.7"),
            ("forwarded", "for=203.0.113.8"),
        ];
        assert_eq!(client("127.0.0.1", &differ), "127.0.0.1");
    }

    #[test]
    fn a_stranger_is_believed_nothing() {
        let claims = [
            ("x-forwarded-for", "203.0.113.7"),
            ("forwarded", "for=203.0.113.7"),
        ];
        assert_eq!(client("192.0.2.1", &claims), "192.0.2.1");
        assert_eq!(client("11.0.0.1", &claims), "11.0.0.1");
        assert_eq!(client("::ffff:10.9.9.9", &claims), "203.0.113.7");
    }

    #[test]
    fn only_addresses_and_ranges_can_be_trusted() {
        for right in ["", "10.0.0.1", "10.0.0.0/8, ::1", "0.0.0.0/0", "::/0"] {
            assert!(right.parse::<TrustedProxies>().is_ok(), "{right}");
        }
        for wrong in [
            "proxy.example",
            "10.0.0.0/33",
            "10.0.0.0/x",
            "::1/129",
            "10.0.0.1:80",
        ] {
            assert!(wrong.parse::<TrustedProxies>().is_err(), "{wrong}");
        }
    }
}
