//! What one page says about its company, by source.

use super::html::{HtmlDocument, decoded, squeezed};
use super::page_layout::{PageKind, PageLayout, PageLine};
use super::structured_data::{StructuredItem, things};

/// The evidence on one page.
#[derive(Debug, Default)]
pub(super) struct PageSignals {
    pub(super) url: String,
    pub(super) title: String,
    pub(super) site_name: String,
    pub(super) meta_description: String,
    /// The title and description for link previews.
    pub(super) shared_title: String,
    pub(super) shared_description: String,
    pub(super) language: String,
    pub(super) logo: String,
    /// The text of the link to the home page in the header.
    pub(super) home_link: String,
    /// Whether the page is an article, such as a post of the company's blog.
    pub(super) is_article: bool,
    /// The copyright holder in the footer.
    pub(super) copyright: String,
    pub(super) things: Vec<StructuredItem>,
    /// The visible lines, without menus and notices.
    pub(super) lines: Vec<PageLine>,
    /// The links of the whole page: target and text.
    pub(super) links: Vec<(String, String)>,
}

impl PageSignals {
    pub(super) fn read(url: &str, html: &str) -> Self {
        let document = HtmlDocument::read(html);
        let page = PageLayout::survey(&document, PageKind::Home);
        let mut signals = Self {
            url: url.to_owned(),
            things: things(&document),
            ..Self::default()
        };
        signals.read_head(&document);
        signals.read_links(&document);
        signals.copyright = copyright(&document);
        signals.home_link = home_link(url, &signals.links);
        signals.is_article |= is_article(url, &signals.things);
        signals.lines = page.lines(0, &[]);
        signals
    }

    fn read_head(&mut self, document: &HtmlDocument<'_>) {
        for node in document.nodes() {
            let content = || squeezed(&decoded(node.attribute("content")));
            match node.tag.as_str() {
                "meta" => {
                    let name = node.attribute("name");
                    let name = if name.is_empty() {
                        node.attribute("property")
                    } else {
                        name
                    };
                    self.read_meta(&name.to_ascii_lowercase(), content());
                }
                "html" => self.language = node.attribute("lang").to_ascii_lowercase(),
                "img" => self.read_logo(&squeezed(&decoded(node.attribute("alt")))),
                _ => {}
            }
        }
        if let Some(title) = document.elements("title").next() {
            self.title = document.text_of(title);
        }
    }

    fn read_meta(&mut self, name: &str, content: String) {
        let place = match name {
            "description" => &mut self.meta_description,
            "og:site_name" | "application-name" | "apple-mobile-web-app-title" => {
                &mut self.site_name
            }
            "og:title" | "twitter:title" => &mut self.shared_title,
            "og:description" | "twitter:description" => &mut self.shared_description,
            "og:type" => {
                self.is_article |= content == "article";
                return;
            }
            _ => return,
        };
        if place.is_empty() {
            *place = content;
        }
    }

    fn read_logo(&mut self, alt: &str) {
        let folded = alt.to_lowercase();
        if self.logo.is_empty() && folded.ends_with("logo") && alt.len() < 60 {
            let bare = alt[..alt.floor_char_boundary(alt.len() - "logo".len())].trim();
            bare.trim_end_matches(['-', '–', '|', ' '])
                .clone_into(&mut self.logo);
        }
    }

    fn read_links(&mut self, document: &HtmlDocument<'_>) {
        // A page has a few hundred links. More are a list that says nothing about the company.
        const MOST: usize = 500;
        for index in document.elements("a").take(MOST) {
            let node = &document.nodes()[index];
            // The text of a link around a whole card says nothing.
            if node.end - index > 40 {
                continue;
            }
            let text = document.text_of(index);
            if text.len() <= 120 {
                let target = node.attribute("href").chars().take(300).collect();
                self.links.push((target, text));
            }
        }
    }
}

/// The text of the first link to the front of the site; usually the logo.
fn home_link(url: &str, links: &[(String, String)]) -> String {
    const HEADER: usize = 6;
    let root = url.find("://").map_or(url, |at| {
        let host = at + "://".len();
        url[host..].find('/').map_or(url, |end| &url[..host + end])
    });
    let is_front = |target: &str| target == "/" || target.trim_end_matches('/') == root;
    links
        .iter()
        .take(HEADER)
        .find(|(target, text)| is_front(target) && !text.is_empty() && text.len() < 40)
        .map_or(String::new(), |(_, text)| text.clone())
}

/// Whether a page is an article, by its structured data or by where it lies.
fn is_article(url: &str, things: &[StructuredItem]) -> bool {
    const KINDS: [&str; 4] = ["Article", "BlogPosting", "NewsArticle", "TechArticle"];
    const FOLDERS: [&str; 8] = [
        "blog", "news", "journal", "articles", "posts", "magazine", "guides", "press",
    ];
    things.iter().any(|thing| thing.is_a(&KINDS))
        || path_words(url).any(|word| FOLDERS.contains(&word))
}

/// The words of the path: "about" and "us" of `https://acme.example/about-us`.
fn path_words(url: &str) -> impl Iterator<Item = &str> {
    let path = url.splitn(4, '/').nth(3).unwrap_or("");
    let path = path.split(['?', '#']).next().unwrap_or("");
    path.split(|c: char| !c.is_ascii_alphanumeric())
}

/// The name after "©" and a year, without "Ltd." and "All rights reserved".
fn copyright(document: &HtmlDocument<'_>) -> String {
    for node in document.nodes().iter().rev().filter(|node| node.is_text()) {
        let text = decoded(node.text);
        let Some(mark) = text.find(['©', 'Ⓒ']) else {
            continue;
        };
        let rest = squeezed(&text[mark..]);
        let name = rest
            .trim_start_matches(|c: char| !c.is_alphabetic())
            .split(['.', '|', '·', ',', '–', '—', '•'])
            .next()
            .unwrap_or("");
        let name = name
            .split(" All ")
            .next()
            .unwrap_or("")
            .split(" all ")
            .next()
            .unwrap_or("");
        let name = name
            .trim()
            .trim_start_matches("Copyright ")
            .trim_start_matches("by ");
        let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
        if !name.is_empty() && name.len() < 50 {
            return name.to_owned();
        }
    }
    String::new()
}
