//! Chooses the most informative pages of a site.

use std::collections::BTreeSet;

use url::Url;

use super::{MAX_PAGES, PageKind, page_kind, page_links::Link};

/// A page worth reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PageChoice {
    pub(super) url: Url,
    pub(super) kind: PageKind,
}

/// How many pages of no known kind may fill up the choice.
const MOST_OTHERS: usize = 3;
/// How many pages of one kind are chosen before other kinds.
const FIRST_OF_A_KIND: usize = 2;

/// The best pages of the site at `home`, best first, at most `most`.
pub(super) fn choose(home: &Url, links: &[Link], sitemap: &[Url], most: usize) -> Vec<PageChoice> {
    let in_sitemap = sitemap.iter().map(|url| (url, ""));
    let on_home = links.iter().map(|link| (&link.url, link.text.as_str()));
    let mut seen = BTreeSet::from([page_key(home)]);
    let mut candidates: Vec<(PageRank, PageChoice)> = on_home
        .chain(in_sitemap)
        .enumerate()
        .filter(|(_, (url, _))| is_same_site(home, url) && is_page(url))
        .filter_map(|(order, (url, text))| {
            let kind = page_kind::of(url, text)?;
            let rank = (page_kind::priority(kind), page_kind::depth(url), order);
            seen.insert(page_key(url))
                .then(|| (rank, without_fragment(url, kind)))
        })
        .collect();
    candidates.sort_by_key(|(rank, _)| *rank);
    let candidates = candidates.into_iter().map(|(_, choice)| choice);
    spread_over_kinds(candidates.collect(), most)
}

/// Puts a page of the site first, in place of the last one if there are as many as may be read.
pub(super) fn put_first(home: &Url, url: &Url, chosen: &mut Vec<PageChoice>) {
    let is_home = page_key(home) == page_key(url) && home.query() == url.query();
    if is_home || !is_same_site(home, url) {
        return;
    }
    let kind = page_kind::of(url, "").unwrap_or(PageKind::Other);
    let is_other = |choice: &PageChoice| page_key(&choice.url) != page_key(url);
    chosen.retain(is_other);
    chosen.insert(0, without_fragment(url, kind));
    chosen.truncate(MAX_PAGES - 1);
}

/// Whether `url` belongs to the site of `home`: the same host, with or without `www.`.
pub(super) fn is_same_site(home: &Url, url: &Url) -> bool {
    let is_web = matches!(url.scheme(), "http" | "https");
    is_web && host(home) == host(url) && home.port() == url.port()
}

/// Kind, depth in the site, and position on the page: smaller is better.
type PageRank = (usize, usize, usize);

/// First some of each kind, then the rest: ten product pages must not displace the prices.
fn spread_over_kinds(candidates: Vec<PageChoice>, most: usize) -> Vec<PageChoice> {
    let mut taken: Vec<PageChoice> = Vec::new();
    let mut waiting = Vec::new();
    for choice in candidates {
        let is_other = choice.kind == PageKind::Other;
        let limit = if is_other {
            MOST_OTHERS
        } else {
            FIRST_OF_A_KIND
        };
        let same = taken.iter().filter(|other| other.kind == choice.kind);
        if same.count() < limit {
            taken.push(choice);
        } else if !is_other {
            waiting.push(choice);
        }
    }
    // Pages of no known kind come last, even after a third product.
    let others = taken
        .iter()
        .position(|choice| choice.kind == PageKind::Other);
    let others = taken.split_off(others.unwrap_or(taken.len()));
    taken.extend(waiting);
    taken.extend(others);
    taken.truncate(most);
    taken
}

fn host(url: &Url) -> &str {
    let host = url.host_str().unwrap_or_default().trim_end_matches('.');
    host.strip_prefix("www.").unwrap_or(host)
}

/// Two URLs with the same key are the same page.
fn page_key(url: &Url) -> String {
    let path = url.path().trim_end_matches('/');
    let path = path.strip_suffix("/index.html").unwrap_or(path);
    path.to_ascii_lowercase()
}

fn without_fragment(url: &Url, kind: PageKind) -> PageChoice {
    let mut url = url.clone();
    url.set_fragment(None);
    PageChoice { url, kind }
}

/// URLs with a file extension are not pages.
fn is_page(url: &Url) -> bool {
    let last = url.path().rsplit('/').next().unwrap_or_default();
    match last.rsplit_once('.') {
        Some((_, ending)) => PAGE_ENDINGS.contains(&ending.to_ascii_lowercase().as_str()),
        None => true,
    }
}

const PAGE_ENDINGS: [&str; 6] = ["html", "htm", "php", "asp", "aspx", "shtml"];

#[cfg(test)]
mod tests {
    use super::{super::page_links, *};

    #[test]
    fn the_pages_that_say_most_come_first_and_each_kind_has_its_turn() {
        let html = r#"<a href="/">Home</a><a href="/blog/what-is-an-invoice">Blog</a>
            <a href="/products/one">1</a><a href="/products/two">2</a><a href="/products/three">3</a>
            <a href="/team">Team</a><a href="/p?id=7">Pricing</a><a href="https://elsewhere.example/about">A</a>
            <a href="/about-us#team">About</a><a href="/about-us/">About</a><a href="/price-list.pdf">Prices</a>
            <a href="https://www.a.example/features">F</a><a href="mailto:a@a.example">Mail</a>"#;
        let home = url("https://a.example/");
        let on_home = page_links::of(&home, html).pages;
        let sitemap = [
            url("https://a.example/customers"),
            url("https://a.example/about-us"),
        ];

        let chosen = choose(&home, &on_home, &sitemap, 20);

        let shown: Vec<_> = chosen.iter().map(|choice| choice.url.as_str()).collect();
        assert_eq!(
            shown,
            [
                "https://a.example/about-us",
                "https://a.example/p?id=7",
                "https://www.a.example/features",
                "https://a.example/products/one",
                "https://a.example/products/two",
                "https://a.example/customers",
                "https://a.example/products/three",
                "https://a.example/team",
            ]
        );
        assert_eq!(chosen[1].kind, PageKind::Pricing);
        assert_eq!(choose(&home, &on_home, &sitemap, 3).len(), 3);
    }

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }
}
