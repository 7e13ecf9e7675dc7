//! Which IP addresses are on the public internet.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether `address` is global unicast: a machine on the internet, and not loopback, private,
/// multicast, or an address of the other family embedded in it.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => !REFUSED_V4.iter().any(|range| range.contains(address)),
        IpAddr::V6(address) => {
            GLOBAL_V6.contains(address) && !REFUSED_V6.iter().any(|range| range.contains(address))
        }
    }
}

struct RangeV4(Ipv4Addr, u32);
struct RangeV6(Ipv6Addr, u32);

/// The special-purpose registry of IANA (RFC 6890 and its successors).
const REFUSED_V4: [RangeV4; 15] = [
    v4(0, 0, 0, 0, 8),       // this network
    v4(10, 0, 0, 0, 8),      // private
    v4(100, 64, 0, 0, 10),   // shared behind carriers' NAT
    v4(127, 0, 0, 0, 8),     // loopback
    v4(169, 254, 0, 0, 16),  // link-local, with the clouds' metadata services
    v4(172, 16, 0, 0, 12),   // private
    v4(192, 0, 0, 0, 24),    // protocol assignments
    v4(192, 0, 2, 0, 24),    // documentation
    v4(192, 88, 99, 0, 24),  // 6to4 relays
    v4(192, 168, 0, 0, 16),  // private
    v4(198, 18, 0, 0, 15),   // benchmarks
    v4(198, 51, 100, 0, 24), // documentation
    v4(203, 0, 113, 0, 24),  // documentation
    v4(224, 0, 0, 0, 4),     // multicast
    v4(240, 0, 0, 0, 4),     // reserved, and broadcast
];

/// The allocated range. Loopback, v4-compatible (`::/96`), NAT64 (`64:ff9b::/96`,
/// `64:ff9b:1::/48`), discard (`100::/64`), segment routing (`5f00::/16`), unique local,
/// link-local, site-local and multicast addresses are outside it.
const GLOBAL_V6: RangeV6 = v6(0x2000, 0, 0, 3);

/// The special ranges inside [`GLOBAL_V6`].
const REFUSED_V6: [RangeV6; 4] = [
    v6(0x2001, 0, 0, 23),      // protocol assignments, Teredo among them
    v6(0x2001, 0x0db8, 0, 32), // documentation
    v6(0x2002, 0, 0, 16),      // 6to4: a v4 address inside
    v6(0x3fff, 0, 0, 20),      // documentation
];

const fn v4(a: u8, b: u8, c: u8, d: u8, prefix: u32) -> RangeV4 {
    RangeV4(Ipv4Addr::new(a, b, c, d), prefix)
}

const fn v6(a: u16, b: u16, c: u16, prefix: u32) -> RangeV6 {
    RangeV6(Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0), prefix)
}

impl RangeV4 {
    fn contains(&self, address: Ipv4Addr) -> bool {
        (address.to_bits() ^ self.0.to_bits()) >> (32 - self.1) == 0
    }
}

impl RangeV6 {
    fn contains(&self, address: Ipv6Addr) -> bool {
        (address.to_bits() ^ self.0.to_bits()) >> (128 - self.1) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_on_the_internet_are_public() {
        for address in [
            "1.1.1.1",
            "8.8.8.8",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "126.255.255.255",
            "128.0.0.0",
            "169.253.255.255",
            "169.255.0.0",
            "172.15.255.255",
            "172.32.0.0",
            "191.255.255.255",
            "192.0.1.0",
            "192.0.3.0",
            "192.88.98.255",
            "192.88.100.0",
            "192.167.255.255",
            "192.169.0.0",
            "198.17.255.255",
            "198.20.0.0",
            "198.51.99.255",
            "198.51.101.0",
            "203.0.112.255",
            "203.0.114.0",
            "223.255.255.255",
            "2001:200::",
            "2001:db7:ffff::1",
            "2001:db9::",
            "2003::",
            "2606:4700:4700::1111",
            "2a00:1450:4001:830::200e",
            "3ffe:ffff::",
            "3fff:1000::",
            "::ffff:8.8.8.8",
        ] {
            check(address, true);
        }
    }

    #[test]
    fn every_special_range_is_refused_from_its_first_to_its_last_address() {
        for (first, last) in [
            ("0.0.0.0", "0.255.255.255"),
            ("10.0.0.0", "10.255.255.255"),
            ("100.64.0.0", "100.127.255.255"),
            ("127.0.0.0", "127.255.255.255"),
            ("169.254.0.0", "169.254.255.255"),
            ("172.16.0.0", "172.31.255.255"),
            ("192.0.0.0", "192.0.0.255"),
            ("192.0.2.0", "192.0.2.255"),
            ("192.88.99.0", "192.88.99.255"),
            ("192.168.0.0", "192.168.255.255"),
            ("198.18.0.0", "198.19.255.255"),
            ("198.51.100.0", "198.51.100.255"),
            ("203.0.113.0", "203.0.113.255"),
            ("224.0.0.0", "239.255.255.255"),
            ("240.0.0.0", "255.255.255.255"),
            ("::", "::fffe:ffff:ffff"),
            ("::1", "::ffff:ffff"),
            ("::ffff:10.0.0.1", "::ffff:127.0.0.1"),
            ("64:ff9b::", "64:ff9b::ffff:ffff"),
            ("64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff"),
            ("100::", "100::ffff:ffff:ffff:ffff"),
            ("1fff:ffff::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
            ("2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"),
            ("2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"),
            ("2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
            ("3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"),
            ("4000::", "5f00:ffff::"),
            ("fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
            ("fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
            ("fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
            ("ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
        ] {
            check(first, false);
            check(last, false);
        }
    }

    fn check(address: &str, expected: bool) {
        assert_eq!(is_public(address.parse().unwrap()), expected, "{address}");
    }
}
