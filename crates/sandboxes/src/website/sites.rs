//! The sample companies: pages as files, each in its company's layout.

use rust_embed::RustEmbed;

/// The names of the companies' sites.
pub const SITES: [&str; 3] = ["paperlark.example", "cragdesk.example", "millstead.example"];

/// A folder per company. A page begins with a comment that holds its title and description; the
/// folder's `layout.html` goes around it.
#[derive(RustEmbed)]
#[folder = "src/website/sites"]
struct SiteFiles;

pub(super) fn prefers_www(name: &str) -> bool {
    name == "millstead.example"
}

/// The content type and the body of what is at `path`.
pub(super) fn file(name: &str, path: &str) -> Option<(&'static str, Vec<u8>)> {
    let path = path.trim_matches('/');
    let folder = folder(name);
    if let Some(content_type) = content_type(path) {
        let bytes = SiteFiles::get(&format!("{folder}/{path}"))?.data;
        return Some((content_type, bytes.into_owned()));
    }
    let file = if path.is_empty() { "index" } else { path };
    let is_inside = matches!(file, "layout" | "missing");
    let page = (!is_inside).then(|| page(folder, file, path))??;
    Some(("text/html; charset=utf-8", page.into_bytes()))
}

/// The site's 404 page.
pub(super) fn missing(name: &str) -> String {
    page(folder(name), "missing", "").unwrap_or_default()
}

fn folder(name: &str) -> &str {
    name.split('.').next().unwrap_or_default()
}

/// Files that are served unchanged, by extension.
fn content_type(path: &str) -> Option<&'static str> {
    let (_, ending) = path.rsplit_once('.')?;
    match ending {
        "txt" => Some("text/plain; charset=utf-8"),
        "xml" => Some("application/xml"),
        "png" => Some("image/png"),
        "ico" => Some("image/x-icon"),
        "svg" => Some("image/svg+xml"),
        "webmanifest" => Some("application/manifest+json"),
        _ => None,
    }
}

fn page(folder: &str, file: &str, path: &str) -> Option<String> {
    let text = |file: &str| {
        let data = SiteFiles::get(&format!("{folder}/{file}.html"))?.data;
        String::from_utf8(data.into_owned()).ok()
    };
    let page = text(file)?;
    let (head, main) = page.strip_prefix("<!--")?.split_once("-->")?;
    let line = |name: &str| {
        let mut lines = head.lines().filter_map(|line| line.split_once(": "));
        lines
            .find(|(given, _)| given.trim() == name)
            .map_or("", |(_, value)| value.trim())
    };
    let framed = text("layout")?
        .replace("{{title}}", line("title"))
        .replace("{{description}}", line("description"))
        .replace("{{path}}", path);
    Some(framed.replace("{{main}}", main.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parts of a page in which a browser sees no links. The samples have traps there.
    const NO_LINKS: [(&str, &str); 3] = [
        ("<!--", "-->"),
        ("<script", "</script>"),
        ("<textarea", "</textarea>"),
    ];

    #[test]
    fn every_site_is_of_real_length_and_every_page_is_complete() {
        for name in SITES {
            let pages: Vec<_> = SiteFiles::iter()
                .filter_map(|file| {
                    file.strip_prefix(&format!("{}/", folder(name)))
                        .map(str::to_owned)
                })
                .filter_map(|file| file.strip_suffix(".html").map(str::to_owned))
                .filter(|file| !matches!(file.as_str(), "layout" | "missing"))
                .collect();

            assert!(
                (8..=12).contains(&pages.len()),
                "{name} has {}",
                pages.len()
            );
            for file in pages {
                let page = page(folder(name), &file, &file).unwrap();
                assert!(!page.contains("{{"), "{name}/{file}");
                assert!(!page.contains("<title></title>"), "{name}/{file}");
                assert!(page.split_whitespace().count() > 250, "{name}/{file}");
            }
        }
    }

    #[test]
    fn every_link_and_every_line_of_the_sitemaps_leads_somewhere() {
        for name in SITES {
            let origin = url::Url::parse(&format!("https://{name}/")).unwrap();
            for file in SiteFiles::iter().filter(|file| file.starts_with(folder(name))) {
                let text =
                    String::from_utf8_lossy(&SiteFiles::get(&file).unwrap().data).into_owned();
                let page = NO_LINKS.iter().fold(text.clone(), |page, (start, end)| {
                    without(&page, start, end)
                });
                let in_pages = between(&page, "href=\"", '"');
                let in_maps = between(&text, "<loc>", '<');
                for link in in_pages.chain(in_maps).filter(|link| !link.contains("{{")) {
                    let url = origin.join(link).unwrap();
                    let host = url
                        .host_str()
                        .unwrap_or_default()
                        .trim_start_matches("www.");
                    let leads = host != name || super::file(name, url.path()).is_some();
                    assert!(leads, "{file}: {link}");
                }
            }
        }
    }

    #[test]
    fn frames_and_folders_cannot_be_asked_for() {
        for path in [
            "/layout",
            "/missing",
            "/../paperlark/layout",
            "/layout.html",
            "/../sites.rs",
        ] {
            assert_eq!(file("paperlark.example", path), None, "{path}");
        }
        assert!(missing("paperlark.example").contains("<html"));
    }

    fn between<'t>(text: &'t str, start: &'t str, end: char) -> impl Iterator<Item = &'t str> {
        text.split(start)
            .skip(1)
            .filter_map(move |rest| rest.split(end).next())
    }

    fn without(text: &str, start: &str, end: &str) -> String {
        let mut parts = text.split(start);
        let first = parts.next().unwrap_or_default();
        let after = |part: &str| part.split_once(end).map_or("", |(_, rest)| rest).to_owned();
        parts.fold(first.to_owned(), |kept, part| kept + &after(part))
    }
}
