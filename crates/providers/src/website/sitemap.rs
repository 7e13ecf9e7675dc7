//! The URLs in a sitemap, read as text: an XML parser would expand entities of a stranger.

use memchr::memmem;
use url::Url;

use super::html;

/// What a sitemap lists.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Sitemap {
    Pages(Vec<Url>),
    /// Further sitemaps.
    Index(Vec<Url>),
}

/// The maximum number of URLs.
const MOST: usize = 5_000;

pub(super) fn read(bytes: &[u8]) -> Sitemap {
    let text = String::from_utf8_lossy(bytes);
    let urls = locations(&text).take(MOST).collect();
    if text.contains("<sitemapindex") {
        Sitemap::Index(urls)
    } else {
        Sitemap::Pages(urls)
    }
}

/// The text between `<loc>` and the next tag. Plain text sitemaps have one URL per line.
fn locations(text: &str) -> impl Iterator<Item = Url> {
    let is_markup = text
        .trim_start_matches('\u{feff}')
        .trim_start()
        .starts_with('<');
    let in_tags = memmem::find_iter(text.as_bytes(), b"<loc>")
        .map(|at| &text[at + "<loc>".len()..])
        .filter_map(|rest| rest.split('<').next())
        .filter(move |_| is_markup);
    let in_lines = text.lines().filter(move |_| !is_markup);
    in_tags
        .chain(in_lines)
        .filter_map(|text| Url::parse(&html::unescaped(text.trim())).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_and_indexes_are_told_apart() {
        let pages =
            br#"<?xml version="1.0"?><urlset><url><loc> https://a.example/b?c&amp;d </loc></url>
            <url><loc>nonsense</loc></url><url><loc>https://a.example/e</loc></url></urlset>"#;
        let index =
            b"<sitemapindex><sitemap><loc>https://a.example/one.xml</loc></sitemap></sitemapindex>";
        let lines = b"https://a.example/\nhttps://a.example/about\n";

        assert_eq!(
            shown(&read(pages)),
            "pages https://a.example/b?c&d https://a.example/e"
        );
        assert_eq!(shown(&read(index)), "index https://a.example/one.xml");
        assert_eq!(
            shown(&read(lines)),
            "pages https://a.example/ https://a.example/about"
        );
    }

    #[test]
    fn entities_are_not_expanded() {
        let bomb = br#"<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>
            <urlset><url><loc>https://a.example/&b;</loc></url></urlset>"#;

        assert_eq!(shown(&read(bomb)), "pages https://a.example/&b;");
    }

    fn shown(sitemap: &Sitemap) -> String {
        let (name, urls) = match sitemap {
            Sitemap::Pages(urls) => ("pages", urls),
            Sitemap::Index(urls) => ("index", urls),
        };
        urls.iter()
            .fold(name.to_owned(), |line, url| format!("{line} {url}"))
    }
}
