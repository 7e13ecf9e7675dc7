//! The pages of invented websites. In `pages.txt` a site begins with `# ` and its host; each line
//! after it is a page: path, title and text, separated by ` | `.

/// A page in the search index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct WebPage {
    pub(super) title: String,
    pub(super) link: String,
    pub(super) text: String,
}

pub(super) fn pages() -> Vec<WebPage> {
    let mut host = "";
    let mut pages = Vec::new();
    for line in include_str!("pages.txt").lines() {
        if let Some(name) = line.strip_prefix("# ") {
            host = name.trim();
        }
        pages.extend(page(host, line));
    }
    pages
}

fn page(host: &str, line: &str) -> Option<WebPage> {
    let mut parts = line.split(" | ");
    let (path, title, text) = (parts.next()?, parts.next()?, parts.next()?);
    (path.starts_with('/') && parts.next().is_none()).then(|| WebPage {
        title: title.trim().to_owned(),
        link: format!("https://{host}{}", path.trim()),
        text: text.trim().to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn there_are_hundreds_of_pages_each_at_its_own_address() {
        let pages = pages();
        let links: BTreeSet<&String> = pages.iter().map(|page| &page.link).collect();
        let titles: BTreeSet<&String> = pages.iter().map(|page| &page.title).collect();

        assert!(pages.len() >= 200, "{}", pages.len());
        assert_eq!(links.len(), pages.len());
        assert_eq!(titles.len(), pages.len());
    }

    #[test]
    fn every_line_is_a_site_or_a_page() {
        let text = include_str!("pages.txt");
        for (number, line) in text.lines().enumerate() {
            let is_site = line
                .strip_prefix("# ")
                .is_some_and(|host| host.ends_with(".example"));
            let is_fine = line.is_empty() || is_site || page("a.example", line).is_some();
            assert!(is_fine, "line {}: {line}", number + 1);
        }
    }
}
