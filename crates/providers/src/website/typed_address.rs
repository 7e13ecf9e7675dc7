//! Parses the address of a website as people type it.

use url::{Host, Url};

/// The URL to try first, and the one to try if the first is unreachable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TypedAddress {
    pub(super) first: Url,
    pub(super) second: Option<Url>,
}

/// The maximum length of an address.
const LONGEST: usize = 2048;

/// Parses `text` as an address. Whether it may be fetched is for the guard to decide.
pub(super) fn parse(text: &str) -> Option<TypedAddress> {
    let text = text.trim_start_matches(is_around);
    let text = text.trim_end_matches(|c| is_around(c) || is_after(c));
    if text.is_empty() || text.len() > LONGEST || text.contains(char::is_whitespace) {
        return None;
    }
    let (scheme, rest) = split_scheme(text)?;
    let https = site(&format!("https://{rest}"))?;
    let http = site(&format!("http://{rest}"));
    // Somebody who types both a port and a scheme knows what listens there.
    // Without a port, `http://` is what old links and old habits say; most sites moved on.
    match (scheme, has_port(rest)) {
        (Some(Scheme::Http), true) => http.map(|first| TypedAddress {
            first,
            second: None,
        }),
        (Some(Scheme::Https), true) => Some(TypedAddress {
            first: https,
            second: None,
        }),
        _ => Some(TypedAddress {
            first: https,
            second: http,
        }),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scheme {
    Http,
    Https,
}

/// Characters that are copied along with an address from a text.
fn is_around(c: char) -> bool {
    c.is_whitespace() || c.is_control() || "<>\"'`“”„‘’«»(){}\u{200b}\u{feff}".contains(c)
}

fn is_after(c: char) -> bool {
    matches!(c, ',' | ';' | '!')
}

/// The scheme, if one was typed, and what follows it. `None` for schemes other than HTTP and HTTPS.
fn split_scheme(text: &str) -> Option<(Option<Scheme>, &str)> {
    let slashes = |rest: &str| rest.starts_with(['/', '\\']);
    let (scheme, rest) = match text.split_once(':') {
        Some((word, rest)) if word.eq_ignore_ascii_case("https") => (Some(Scheme::Https), rest),
        Some((word, rest)) if word.eq_ignore_ascii_case("http") => (Some(Scheme::Http), rest),
        Some((word, rest)) if slashes(rest) && is_scheme(word) => {
            return None;
        }
        _ => (None, text),
    };
    Some((scheme, rest.trim_start_matches(['/', '\\', ':'])))
}

fn is_scheme(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn has_port(rest: &str) -> bool {
    let authority = rest.split(['/', '\\', '?', '#']).next().unwrap_or_default();
    let (_, port) = authority.rsplit_once(':').unwrap_or_default();
    !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit())
}

fn site(text: &str) -> Option<Url> {
    let mut url = Url::parse(text).ok()?;
    let has_user = !url.username().is_empty() || url.password().is_some();
    let host = match url.host()? {
        Host::Domain(name) => Some(name.trim_end_matches('.').to_owned()),
        Host::Ipv4(_) | Host::Ipv6(_) => None,
    };
    if let Some(name) = host {
        let is_name = name.contains('.') || name.eq_ignore_ascii_case("localhost");
        url.set_host(is_name.then_some(name.as_str())).ok()?;
    }
    url.set_fragment(None);
    (!has_user).then_some(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_type_addresses_in_many_ways() {
        for (typed, expected) in [
            ("paperlark.example", "https://paperlark.example/"),
            ("  Paperlark.Example \n", "https://paperlark.example/"),
            (
                "\u{feff}paperlark.example\u{200b}",
                "https://paperlark.example/",
            ),
            (
                "<https://paperlark.example/>,",
                "https://paperlark.example/",
            ),
            ("“paperlark.example”", "https://paperlark.example/"),
            ("HTTP://PAPERLARK.EXAMPLE", "https://paperlark.example/"),
            ("http://paperlark.example/", "https://paperlark.example/"),
            ("https:paperlark.example", "https://paperlark.example/"),
            ("http:/paperlark.example", "https://paperlark.example/"),
            (
                "https:\\\\paperlark.example\\about",
                "https://paperlark.example/about",
            ),
            ("//paperlark.example", "https://paperlark.example/"),
            ("://paperlark.example", "https://paperlark.example/"),
            ("paperlark.example.", "https://paperlark.example/"),
            (
                "www.paperlark.example/pricing?x",
                "https://www.paperlark.example/pricing?x",
            ),
            ("paperlark.example/#top", "https://paperlark.example/"),
            ("paperlark.example:443", "https://paperlark.example/"),
            ("bücher.example", "https://xn--bcher-kva.example/"),
            ("日本語.example", "https://xn--wgv71a119e.example/"),
            ("8.8.8.8", "https://8.8.8.8/"),
            ("[2606:4700::1111]", "https://[2606:4700::1111]/"),
        ] {
            let found = parse(typed).map(|typed| typed.first.to_string());
            assert_eq!(found.as_deref(), Some(expected), "{typed}");
        }
    }

    #[test]
    fn plain_http_is_tried_second_unless_a_port_says_who_is_there() {
        for (typed, first, second) in [
            (
                "a.example/x",
                "https://a.example/x",
                Some("http://a.example/x"),
            ),
            (
                "http://a.example",
                "https://a.example/",
                Some("http://a.example/"),
            ),
            (
                "a.example:8080",
                "https://a.example:8080/",
                Some("http://a.example:8080/"),
            ),
            ("http://a.example:8080", "http://a.example:8080/", None),
            ("https://a.example:8443", "https://a.example:8443/", None),
            ("http://127.0.0.1:18080/x", "http://127.0.0.1:18080/x", None),
        ] {
            let found = parse(typed).unwrap();
            assert_eq!(found.first.as_str(), first, "{typed}");
            assert_eq!(found.second.as_ref().map(Url::as_str), second, "{typed}");
        }
    }

    #[test]
    fn what_no_website_has_as_its_address_is_none() {
        for typed in [
            "",
            "   ",
            "paperlark",
            "paper lark.example",
            "nora@paperlark.example",
            "mailto:nora@paperlark.example",
            "ftp://paperlark.example",
            "file:///etc/passwd",
            "javascript:alert(1)",
            "https://",
            "https://user:secret@paperlark.example",
            "https://paperlark.example:99999",
            &format!("paperlark.example/{}", "x".repeat(2048)),
        ] {
            assert_eq!(parse(typed), None, "{typed}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_the_parser_panic(text in "\\PC{0,60}") {
            let _ = parse(&text);
        }
    }
}
