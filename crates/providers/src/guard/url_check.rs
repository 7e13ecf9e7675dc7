//! Checks a URL as text before every hop.

use std::net::{IpAddr, SocketAddr};

use url::{Host, Url};

use super::address_policy::AddressPolicy;

/// Parses `text` as a URL that may be fetched. Names are only checked for their form here; the
/// resolver checks what they resolve to.
pub(super) fn check(text: &str, policy: &AddressPolicy) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    is_fetchable(&url, policy).then_some(url)
}

/// The same for a redirect from `base`.
pub(super) fn check_redirect(base: &Url, location: &str, policy: &AddressPolicy) -> Option<Url> {
    let url = base.join(location).ok()?;
    is_fetchable(&url, policy).then_some(url)
}

fn is_fetchable(url: &Url, policy: &AddressPolicy) -> bool {
    let is_web = matches!(url.scheme(), "http" | "https");
    let has_user = !url.username().is_empty() || url.password().is_some();
    let Some(port) = url.port_or_known_default() else {
        return false;
    };
    is_web && !has_user && policy.ports().any(|open| open == port) && host_passes(url, port, policy)
}

/// The URL parser has already normalised every spelling of an IP address (decimal, octal,
/// hexadecimal, shortened, percent-encoded, other scripts' digits).
fn host_passes(url: &Url, port: u16, policy: &AddressPolicy) -> bool {
    let permits = |ip: IpAddr| policy.permits(SocketAddr::new(ip, port));
    match url.host() {
        Some(Host::Ipv4(address)) => permits(address.into()),
        Some(Host::Ipv6(address)) => permits(address.into()),
        Some(Host::Domain(name)) => is_public_name(name),
        None => false,
    }
}

/// Top-level names that are private by convention (RFC 6761, RFC 6762, ICANN's private-use domain).
const INSIDE: [&str; 3] = ["localhost", "local", "internal"];

fn is_public_name(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    let last_label = name.rsplit('.').next().unwrap_or_default();
    name.contains('.')
        && name.len() <= 253
        && name.split('.').all(is_legal_label)
        && !INSIDE
            .iter()
            .any(|inside| last_label.eq_ignore_ascii_case(inside))
}

fn is_legal_label(label: &str) -> bool {
    (1..=63).contains(&label.len())
        && label
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && !label.starts_with('-')
        && !label.ends_with('-')
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, Ipv6Addr};

    use proptest::prelude::*;

    use super::{super::public_ip::is_public, *};

    #[test]
    fn every_case_in_the_table_holds() {
        let cases: Vec<_> = include_str!("../../tests/cases/guard.txt")
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .collect();

        for line in &cases {
            let (verdict, text) = line.split_once(' ').unwrap();
            let expected = if passes(&text.replace("{tab}", "\t")) {
                "pass"
            } else {
                "refuse"
            };
            assert_eq!(verdict, expected, "{text}");
        }

        assert!(cases.len() >= 60);
    }

    #[test]
    fn labels_and_names_have_a_maximum_length() {
        let label = "a".repeat(63);
        assert!(passes(&format!("http://{label}.com/")));
        assert!(!passes(&format!("http://{label}a.com/")));

        let name = format!("{label}.{label}.{label}.{}", "a".repeat(61));
        assert!(passes(&format!("http://{name}/")));
        assert!(!passes(&format!("http://{name}a/")));
    }

    #[test]
    fn only_the_listed_address_is_permitted() {
        let policy = AddressPolicy::new(vec!["127.0.0.1:18080".parse().unwrap()]);

        for (text, expected) in [
            ("http://127.0.0.1:18080/", true),
            ("http://2130706433:18080/", true),
            ("http://127.0.0.1/", false),
            ("http://127.0.0.1:18081/", false),
            ("http://127.0.0.2:18080/", false),
            ("http://localhost:18080/", false),
            ("http://8.8.8.8:18080/", false),
            ("http://u@127.0.0.1:18080/", false),
            ("ftp://127.0.0.1:18080/", false),
        ] {
            assert_eq!(check(text, &policy).is_some(), expected, "{text}");
        }
    }

    #[test]
    fn a_redirect_is_checked_like_any_address() {
        let base = Url::parse("https://example.com/a/b").unwrap();
        for (location, expected) in [
            ("../c", Some("https://example.com/c")),
            ("//example.org/", Some("https://example.org/")),
            ("http://example.org/", Some("http://example.org/")),
            ("//127.0.0.1/", None),
            ("http:127.0.0.1", None),
            ("//u:p@example.org/", None),
            ("file:///etc/passwd", None),
            ("gopher://example.org/", None),
            ("javascript:alert(1)", None),
            ("//example.org:8080/", None),
        ] {
            let next = check_redirect(&base, location, &AddressPolicy::default());
            assert_eq!(next.as_ref().map(Url::as_str), expected, "{location}");
        }
    }

    proptest! {
        #[test]
        fn no_spelling_of_a_private_address_passes(address in private_v4(), spelling in 0..SPELLINGS) {
            let text = format!("http://{}/", spell(address, spelling));
            prop_assert!(!passes(&text), "{}", text);
        }

        #[test]
        fn every_public_v4_address_passes(bits in any::<u32>()) {
            let address = Ipv4Addr::from_bits(bits);
            prop_assume!(is_public(address.into()));
            prop_assert!(passes_in_v4(address));
        }

        #[test]
        fn every_public_v6_address_passes(bits in any::<u128>()) {
            // Three bits make it global unicast, where all but a few ranges are public.
            let address = Ipv6Addr::from_bits((bits >> 3) | (1 << 125));
            prop_assume!(is_public(address.into()));
            prop_assert!(passes_in_v6(address));
        }

        #[test]
        fn no_v6_address_outside_global_unicast_passes(bits in any::<u128>()) {
            let address = Ipv6Addr::from_bits(bits);
            prop_assume!(bits >> 125 != 1);
            prop_assert!(address.to_canonical().is_ipv4() || !passes_in_v6(address));
        }

        #[test]
        fn no_text_makes_the_check_panic(text in "\\PC{0,80}") {
            let _ = passes(&text);
            let _ = passes(&format!("http://{text}"));
        }
    }

    fn passes(text: &str) -> bool {
        check(text, &AddressPolicy::default()).is_some()
    }

    fn passes_in_v4(address: Ipv4Addr) -> bool {
        passes(&format!("http://{address}/"))
    }

    fn passes_in_v6(address: Ipv6Addr) -> bool {
        passes(&format!("https://[{address}]/"))
    }

    fn private_v4() -> impl Strategy<Value = Ipv4Addr> {
        let any_private = any::<u32>()
            .prop_map(Ipv4Addr::from_bits)
            .prop_filter("private", |address| !is_public((*address).into()));
        let loopback = any::<u32>().prop_map(|bits| Ipv4Addr::from_bits(0x7f00_0000 | (bits >> 8)));
        let ten = any::<u32>().prop_map(|bits| Ipv4Addr::from_bits(0x0a00_0000 | (bits >> 8)));
        let metadata = Just(Ipv4Addr::new(169, 254, 169, 254));
        prop_oneof![any_private, loopback, ten, metadata]
    }

    const SPELLINGS: usize = 15;

    /// Spellings of an address that a careless check misses.
    fn spell(address: Ipv4Addr, spelling: usize) -> String {
        let bits = address.to_bits();
        let [a, b, c, d] = address.octets();
        match spelling {
            0 => format!("{address}"),
            1 => format!("{bits}"),
            2 => format!("{bits:#x}"),
            3 => format!("{bits:#X}").replace("0X", "0x"),
            4 => format!("0{bits:o}"),
            5 => format!("{a:#x}.{b:#x}.{c:#x}.{d:#x}"),
            6 => format!("0{a:o}.0{b:o}.0{c:o}.0{d:o}"),
            7 => format!("{a}.{}", bits & 0x00ff_ffff),
            8 => format!("{a}.{b}.{}", bits & 0xffff),
            9 => format!("{address}."),
            10 => format!("[::ffff:{address}]"),
            11 => format!("[::{address}]"),
            12 => format!("[64:ff9b::{address}]"),
            13 => format!("[2002:{a:02x}{b:02x}:{c:02x}{d:02x}::1]"),
            _ => format!("{address}").chars().map(full_width).collect(),
        }
    }

    fn full_width(c: char) -> char {
        c.to_digit(10)
            .and_then(|digit| char::from_u32(0xff10 + digit))
            .unwrap_or('\u{3002}')
    }
}
