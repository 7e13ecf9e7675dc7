//! Scans the tags of a page without building a tree.
//!
//! A tree costs memory for every tag of a hostile page and recursion for its depth, and links need
//! neither. Each byte is read a bounded number of times: an unclosed comment, quote or script runs
//! to the end of the page and ends the scan.

use memchr::{memchr, memchr2, memmem};

/// A start tag, with the text that follows it up to the next tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tag<'a> {
    /// In lower case.
    pub(super) name: String,
    attributes: Vec<(&'a str, &'a str)>,
    /// Undecoded.
    pub(super) text: &'a str,
}

impl Tag<'_> {
    /// The value of an attribute, with the entities that occur in URLs decoded.
    pub(super) fn attribute(&self, name: &str) -> Option<String> {
        let is_it = |(given, _): &&(&str, &str)| given.eq_ignore_ascii_case(name);
        let (_, value) = self.attributes.iter().find(is_it)?;
        Some(unescaped(value.trim()))
    }
}

/// The maximum number of attributes; no tag with a link has as many.
const ATTRIBUTES: usize = 40;
/// The maximum length of a tag name.
const NAME: usize = 32;

/// The start tags of `html` in their order.
pub(super) fn tags(html: &str) -> impl Iterator<Item = Tag<'_>> {
    let mut rest = html;
    std::iter::from_fn(move || {
        loop {
            let (found, after) = next_tag(rest)?;
            rest = after;
            if found.is_some() {
                return found;
            }
        }
    })
}

/// The next tag and what follows it. Closing tags, comments and declarations are skipped.
fn next_tag(html: &str) -> Option<(Option<Tag<'_>>, &str)> {
    let at = memchr(b'<', html.as_bytes())?;
    let inside = &html[at + 1..];
    if let Some(comment) = inside.strip_prefix("!--") {
        let end = memmem::find(comment.as_bytes(), b"-->")?;
        return Some((None, &comment[end + 3..]));
    }
    if !inside.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return Some((None, inside));
    }
    let name_end = inside
        .bytes()
        .take(NAME)
        .take_while(|byte| is_in_name(*byte));
    let name = inside[..name_end.count()].to_ascii_lowercase();
    let (attributes, after) = attributes(&inside[name.len()..])?;
    let after = past_raw_text(&name, after)?;
    let text = &after[..memchr(b'<', after.as_bytes()).unwrap_or(after.len())];
    let tag = Tag {
        name,
        attributes,
        text,
    };
    Some((Some(tag), after))
}

fn is_in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-'
}

/// The attributes up to the tag's end. `None` if it never ends.
fn attributes(mut rest: &str) -> Option<(Vec<(&str, &str)>, &str)> {
    let mut found = Vec::new();
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
        if let Some(after) = rest.strip_prefix('>') {
            return Some((found, after));
        }
        // A leading equals sign belongs to the name, so each round takes at least one byte.
        let name_end = rest
            .bytes()
            .skip(1)
            .position(|byte| byte.is_ascii_whitespace() || b"=/>".contains(&byte))?;
        let (name, after) = rest.split_at(name_end + 1);
        let (value, after) = value(after)?;
        if found.len() < ATTRIBUTES {
            found.push((name, value));
        }
        rest = after;
    }
}

fn value(after_name: &str) -> Option<(&str, &str)> {
    let trimmed = after_name.trim_ascii_start();
    let Some(value) = trimmed.strip_prefix('=') else {
        return Some(("", after_name));
    };
    let value = value.trim_ascii_start();
    for quote in ['"', '\''] {
        if let Some(quoted) = value.strip_prefix(quote) {
            let end = memchr(quote as u8, quoted.as_bytes())?;
            return Some((&quoted[..end], &quoted[end + 1..]));
        }
    }
    let end = value
        .bytes()
        .position(|byte| byte.is_ascii_whitespace() || byte == b'>')?;
    Some(value.split_at(end))
}

/// Elements whose content is not markup.
const RAW: [&str; 6] = ["script", "style", "textarea", "noembed", "iframe", "xmp"];

/// Skips the content of a raw element, up to its closing tag. `None` if there is none.
fn past_raw_text<'a>(name: &str, after: &'a str) -> Option<&'a str> {
    if !RAW.contains(&name) {
        return Some(after);
    }
    let bytes = after.as_bytes();
    let closes = |at: &usize| {
        let rest = &bytes[at + 2..];
        rest.get(..name.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes()))
    };
    memmem::find_iter(bytes, b"</")
        .find(closes)
        .map(|at| &after[at..])
}

/// Decodes the entities that URLs and link texts contain; others stay as they are.
pub(super) fn unescaped(text: &str) -> String {
    let mut resolved = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr2(b'&', b'\n', rest.as_bytes()) {
        resolved.push_str(&rest[..at]);
        let entity = ENTITIES
            .iter()
            .find(|(name, _)| rest[at..].starts_with(name));
        let (taken, stands_for) = entity.map_or((1, &rest[at..=at]), |(name, c)| (name.len(), *c));
        resolved.push_str(stands_for);
        rest = &rest[at + taken..];
    }
    resolved.push_str(rest);
    resolved
}

const ENTITIES: [(&str, &str); 12] = [
    // Browsers drop line breaks inside URLs.
    ("\n", ""),
    ("&amp;", "&"),
    ("&#38;", "&"),
    ("&#x26;", "&"),
    ("&#47;", "/"),
    ("&#x2F;", "/"),
    ("&#x2f;", "/"),
    ("&#58;", ":"),
    ("&nbsp;", " "),
    ("&#39;", "'"),
    ("&quot;", "\""),
    ("&colon;", ":"),
];

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn links_are_found_in_the_mess_that_pages_are() {
        let html = r#"<!doctype html><!-- <a href="/comment"> --><A  HREF = '/one' class=x>One &amp; all</A>
            <script>document.write("<a href='/script'>")</script><a
            href=/two>Two<b>!</b></a><a href="/three&amp;x=1"/><a =x href="/four" disabled>
            <textarea><a href=/text></textarea ><a href="/five" 1 < 2<a href="/six">"#;

        let found: Vec<_> = tags(html)
            .filter(|tag| tag.name == "a")
            .map(|tag| (tag.attribute("href").unwrap(), tag.text.trim()))
            .collect();

        let expected = [
            ("/one", "One &amp; all"),
            ("/two", "Two"),
            ("/three&x=1", ""),
            ("/four", ""),
            ("/five", ""),
        ];
        assert_eq!(found, expected.map(|(href, text)| (href.to_owned(), text)));
    }

    #[test]
    fn hostile_pages_take_no_longer_than_their_length() {
        let length = 250_000;
        for page in [
            "<div>".repeat(length / 5),
            format!("<a href=\"{}\">", "x".repeat(length)),
            format!("<a {}>", "x ".repeat(length / 2)),
            format!("<a {}>", "x=\"\" ".repeat(length / 5)),
            "<!--".repeat(length / 4),
            "<script>".repeat(length / 8),
            "<script></".repeat(length / 10),
            "<a href=\"".repeat(length / 9),
            "<".repeat(length),
            "<a ".repeat(length / 3),
            "&".repeat(length),
            format!("<a href=\"{}\">", "&amp".repeat(length / 4)),
        ] {
            let before = Instant::now();

            let sum: usize = tags(&page)
                .filter_map(|tag| tag.attribute("href"))
                .map(|href| href.len())
                .sum();

            assert!(sum <= page.len());
            let start: String = page.chars().take(12).collect();
            assert!(before.elapsed() < Duration::from_secs(2), "{start}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_page_makes_the_scanner_panic(page in "(<|>|/|!--|--|a|ä|=|\"|'| |href|script|&amp;|\\PC){0,60}") {
            let _ = tags(&page).filter_map(|tag| tag.attribute("href")).count();
        }
    }
}
