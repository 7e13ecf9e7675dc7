//! The links of a home page.

use url::Url;

use super::html;

/// The links of a home page.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct HomeLinks {
    pub(super) pages: Vec<Link>,
    pub(super) icons: Vec<Url>,
    pub(super) manifest: Option<Url>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Link {
    pub(super) url: Url,
    pub(super) text: String,
}

/// The maximum number of links.
const MOST_LINKS: usize = 2_000;
/// The maximum length of a link text.
const LINK_TEXT: usize = 60;

/// The links of `html`, which was found at `url`.
pub(super) fn of(url: &Url, html: &str) -> HomeLinks {
    let mut found = HomeLinks::default();
    let mut base = url.clone();
    for tag in html::tags(html) {
        let href = || base.join(&tag.attribute("href")?).ok();
        let rel = || {
            tag.attribute("rel")
                .unwrap_or_default()
                .to_ascii_lowercase()
        };
        match tag.name.as_str() {
            "base" => base = href().unwrap_or(base),
            "a" | "area" if found.pages.len() < MOST_LINKS => {
                let text = tag.text.trim().chars().take(LINK_TEXT).collect();
                found.pages.extend(href().map(|url| Link { url, text }));
            }
            "link" if rel().split_ascii_whitespace().any(is_icon) => found.icons.extend(href()),
            "link" if rel() == "manifest" && found.manifest.is_none() => found.manifest = href(),
            _ => {}
        }
    }
    found
}

fn is_icon(relation: &str) -> bool {
    matches!(
        relation,
        "icon" | "apple-touch-icon" | "apple-touch-icon-precomposed"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn icons_manifest_and_base_are_found() {
        let html = r#"<base href="https://cdn.example/x/"><link rel="shortcut icon" href="i.ico">
            <link rel=stylesheet href=s.css><LINK REL="Apple-Touch-Icon" HREF=/t.png>
            <link rel="manifest" href="m.json"><link rel="manifest" href="n.json">"#;

        let found = of(&url("https://a.example/"), html);

        let icons: Vec<_> = found.icons.iter().map(Url::as_str).collect();
        let expected = ["https://cdn.example/x/i.ico", "https://cdn.example/t.png"];
        assert_eq!(icons, expected);
        assert_eq!(found.manifest, Some(url("https://cdn.example/x/m.json")));
    }

    #[test]
    fn a_page_of_a_million_links_is_read_as_far_as_it_makes_sense() {
        let html = "<a href=/x>".repeat(10_000);

        let found = of(&url("https://a.example/"), &html);

        assert_eq!(found.pages.len(), MOST_LINKS);
    }

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }
}
