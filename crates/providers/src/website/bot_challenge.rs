//! Recognises the pages that stand in front of a site and ask whether the visitor is human.

use url::Url;

use super::{html, page_choice, page_links};

/// Whether a response is such a page and not one of the site's own.
///
/// The marks of the services also stand in ordinary pages, which load their scripts too. They count
/// on a page that is an error or leads nowhere on its site.
pub(super) fn is_challenge(url: &Url, is_success: bool, page: &str) -> bool {
    is_challenge_title(&title(page)) || has_marks(page) && !(is_success && leads_on(url, page))
}

/// How much of a page is searched: the marks stand in its head or its first script.
const READ: usize = 64 * 1024;

fn has_marks(page: &str) -> bool {
    let start = &page[..page.floor_char_boundary(READ)];
    MARKS.iter().any(|mark| start.contains(mark))
}

fn leads_on(url: &Url, page: &str) -> bool {
    let links = page_links::of(url, page).pages;
    links
        .iter()
        .any(|link| page_choice::is_same_site(url, &link.url) && link.url.path() != url.path())
}

fn title(page: &str) -> String {
    let title = html::tags(page).find(|tag| tag.name == "title");
    title.map_or_else(String::new, |title| html::unescaped(title.text))
}

/// The first part of the title is compared as a whole: "Just a moment…" is a challenge, "Just a
/// moment to yourself" a spa.
fn is_challenge_title(title: &str) -> bool {
    let first = title.split(['|', '-', '–', '—']).next().unwrap_or_default();
    let first = first.trim().trim_end_matches(['.', '…', '!', '?', ' ']);
    TITLES.iter().any(|known| known.eq_ignore_ascii_case(first))
}

const TITLES: [&str; 20] = [
    "Just a moment",
    "One moment, please",
    "Please wait",
    "Attention Required",
    "Access denied",
    "Access to this page has been denied",
    "Are you a robot",
    "Are you human",
    "Bot verification",
    "Captcha",
    "Checking your browser",
    "Checking your browser before accessing",
    "DDoS",
    "Human verification",
    "Pardon Our Interruption",
    "Robot Check",
    "Robot or human",
    "Security check",
    "Verify you are human",
    "Verifying you are human",
];

const MARKS: [&str; 10] = [
    // Cloudflare
    "_cf_chl_opt",
    "cf-browser-verification",
    // DataDome
    "captcha-delivery.com",
    // HUMAN
    "px-captcha",
    // AWS
    "window.gokuProps",
    "awsWafCookieDomainList",
    // Imperva
    "_Incapsula_Resource",
    // SiteGround
    "/.well-known/sgcaptcha/",
    // DDoS-Guard
    "/.well-known/ddos-guard/",
    // Sucuri
    "sucuri_cloudproxy_js",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn is_challenge_at_all(is_success: bool, page: &str) -> bool {
        is_challenge(&Url::parse("https://a.example/").unwrap(), is_success, page)
    }

    #[test]
    fn a_challenge_is_known_by_its_title() {
        for title in [
            "Just a moment...",
            "Attention Required! | Cloudflare",
            "Verify you are human",
            "Are you a robot?",
            "DDoS-Guard",
        ] {
            let page = format!("<html><head><title>{title}</title></head><body>x</body></html>");
            assert!(is_challenge_at_all(true, &page), "{title}");
        }
        for title in [
            "Just a moment to yourself | Lavender Spa",
            "Access denied: a podcast about accessible travel",
            "Captcha solving for testers",
            "",
        ] {
            let page = format!("<title>{title}</title><a href=/about>About</a>");
            assert!(!is_challenge_at_all(true, &page), "{title}");
        }
    }

    #[test]
    fn the_script_of_a_challenge_counts_where_the_page_has_nothing_else() {
        let script = "<script>window._cf_chl_opt={cType:'managed'}</script>";
        let gate =
            format!("<title>a.example</title>{script}<a href=https://cloudflare.com/>Ray</a>");
        let site = format!("<title>Acme</title>{script}<a href=/pricing>Pricing</a>");

        assert!(is_challenge_at_all(true, &gate));
        assert!(!is_challenge_at_all(true, &site));
        assert!(is_challenge_at_all(false, &site));
        assert!(!is_challenge_at_all(
            false,
            "<title>Oops</title>Out of order"
        ));
    }
}
