//! Where a mailed link may lead: to the site itself, and nowhere else.
//!
//! Anybody can write the address into a request, and edit it in the link. So it is checked when
//! the mail is asked for and again when the link is opened, by comparing parsed origins.

use url::{Host, Url};

/// The wanted address if it is one of the site's, else the site's own.
pub fn allowed(site: &Url, wanted: Option<&str>) -> Url {
    let wanted = wanted.and_then(parse);
    let mut chosen = wanted
        .filter(|url| is_of_site(url, site))
        .unwrap_or_else(|| site.clone());
    chosen.set_fragment(None);
    chosen
}

/// Browsers repair what is written wrongly, each in its own way; such addresses are not for us.
fn parse(raw: &str) -> Option<Url> {
    let is_plain = raw
        .chars()
        .all(|letter| letter != '\\' && !letter.is_control() && !letter.is_whitespace());
    let url = Url::parse(raw).ok()?;
    let has_user = !url.username().is_empty() || url.password().is_some();
    (is_plain && raw.contains("://") && !has_user).then_some(url)
}

fn is_of_site(url: &Url, site: &Url) -> bool {
    url.scheme() == site.scheme()
        && url.port_or_known_default() == site.port_or_known_default()
        && is_same_host(url, site)
}

/// A site on this machine is the same by each of the machine's own names.
fn is_same_host(url: &Url, site: &Url) -> bool {
    url.host().is_some() && (url.host() == site.host() || (is_loopback(url) && is_loopback(site)))
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(site: &str, wanted: &str, expected: &str) {
        let site = Url::parse(site).unwrap();
        assert_eq!(
            allowed(&site, Some(wanted)).as_str(),
            expected,
            "{wanted:?}"
        );
    }

    #[test]
    fn addresses_of_the_site_are_kept_with_their_query_and_without_their_fragment() {
        let site = "https://app.example";
        for (wanted, expected) in [
            (
                "https://app.example/onboarding",
                "https://app.example/onboarding",
            ),
            ("https://APP.example:443/a?b=c", "https://app.example/a?b=c"),
            ("https://app.example/a#frag", "https://app.example/a"),
            ("https://app.example", "https://app.example/"),
        ] {
            check(site, wanted, expected);
        }
    }

    #[test]
    fn everything_else_leads_to_the_site() {
        for wanted in [
            "",
            "/onboarding",
            "//evil.example",
            "///evil.example",
            "https:evil.example",
            "https:/evil.example",
            "https:app.example",
            "https://evil.example",
            "https://app.example@evil.example/",
            "https://user@app.example/",
            "https://:secret@app.example/",
            "https://app.example.evil.example/",
            "https://evilapp.example/",
            "https://app.example:8443/",
            "http://app.example/",
            "https://app.example\\@evil.example/",
            "https:\\\\evil.example",
            "\\\\evil.example",
            "https://evil.example\\.app.example/",
            "https://app.example%2eevil.example/",
            "https://evil.example#https://app.example",
            "https://evil.example?https://app.example",
            " https://app.example/",
            "https://app.example/\r\nset-cookie: a=b",
            "https://app.\texample/",
            "javascript:alert(1)",
            "javascript://app.example/%0aalert(1)",
            "data:text/html,hi",
            "ftp://app.example/",
            "blob:https://app.example/x",
            "https://[::1]/",
            "https://app.example./",
        ] {
            check("https://app.example/", wanted, "https://app.example/");
        }
    }

    #[test]
    fn a_site_on_this_machine_has_several_names_and_one_port() {
        let site = "http://localhost:8080";
        check(site, "http://127.0.0.1:8080/a", "http://127.0.0.1:8080/a");
        check(site, "http://[::1]:8080/a", "http://[::1]:8080/a");
        check(site, "http://127.0.0.1:9090/a", "http://localhost:8080/");
        check(
            site,
            "http://localhost.evil.example:8080/a",
            "http://localhost:8080/",
        );
    }
}
