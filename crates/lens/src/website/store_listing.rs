//! A company's page on somebody else's host: an app in a store, a repository, a shop of a
//! marketplace. The path and the title name the company; what names the host is not about it.

use super::name::{capitalised, compact, domain_label, title_parts};
use super::signals::PageSignals;
use super::{HtmlPage, SiteManifest, WebsiteFacts, facts_of};
use crate::text::{sentences, words};

/// Extracts facts from a company's page on somebody else's host.
pub fn listing_facts(page: HtmlPage<'_>) -> WebsiteFacts {
    let mut signals = PageSignals::read(page.url, page.html);
    let host = HostNames::of(&signals);
    let name = name(&signals, &host);
    let evidence = signals.title.clone();
    host.leave(&mut signals);
    let facts = facts_of((name, evidence), &[signals], &SiteManifest::default());
    WebsiteFacts {
        // These are the host's, or of others on it.
        products: Vec::new(),
        offers: Vec::new(),
        ..facts
    }
}

/// The name that an address on somebody else's host suggests: "lark" of `github.com/acme/lark`,
/// "Paper Lark" of `apps.apple.com/us/app/paper-lark/id123`.
pub(super) fn name_in_path(url: &str) -> String {
    let slug = slug(url);
    if slug.chars().any(char::is_uppercase) {
        return slug;
    }
    capitalised(&slug.replace('_', "-"))
}

/// The part of the path that names the company: the last that is not a number or a code.
fn slug(url: &str) -> String {
    let address = url.split("://").last().unwrap_or(url);
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    // An Android app is named by its package: "com.acme.lark".
    let package = query.split('&').find_map(|pair| pair.strip_prefix("id="));
    if let Some(package) = package {
        return package.rsplit('.').next().unwrap_or(package).to_owned();
    }
    let path = path.split('#').next().unwrap_or_default();
    let (_, path) = path.split_once('/').unwrap_or_default();
    let mut parts = path.trim_end_matches('/').rsplit('/');
    let part = parts.find(|part| !is_code(part)).unwrap_or_default();
    part.trim_start_matches('@').to_owned()
}

/// "id1234567890", "1234", or the thirty-two letters of a browser extension.
fn is_code(part: &str) -> bool {
    const CODE: usize = 32;
    let digits = part.strip_prefix("id").unwrap_or(part);
    digits.bytes().all(|byte| byte.is_ascii_digit())
        || part.len() >= CODE && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// What a host calls itself.
struct HostNames(Vec<String>);

impl HostNames {
    fn of(page: &PageSignals) -> Self {
        let label = domain_label(&page.url);
        // "App Store" is nowhere in `apps.apple.com`; titles end with it.
        let last = title_parts(&page.title).last().copied().unwrap_or_default();
        let names = [label, page.site_name.to_lowercase(), store(last)];
        Self(names.into_iter().filter(|name| name.len() > 2).collect())
    }

    fn are_in(&self, text: &str) -> bool {
        let text = format!(" {} ", folded(text));
        self.0
            .iter()
            .any(|name| text.contains(&format!(" {} ", folded(name))))
    }

    /// Leaves the page without what is said of the host and of others on it.
    fn leave(&self, page: &mut PageSignals) {
        for text in [&mut page.meta_description, &mut page.shared_description] {
            let own: Vec<&str> = sentences(text)
                .into_iter()
                .filter(|sentence| !self.are_in(sentence))
                .collect();
            *text = own.join(" ");
        }
        page.lines.retain(|line| !self.are_in(&line.text));
        page.things.retain(|thing| !self.are_in(&thing.name));
        page.links.clear();
        page.title = title_parts(&page.title)
            .into_iter()
            .filter(|part| !self.are_in(part))
            .collect::<Vec<_>>()
            .join(" | ");
    }
}

/// "app store" of "Lark on the App Store", "google play" of "Apps on Google Play".
fn store(part: &str) -> String {
    let name = part.rsplit_once(" on ").map_or("", |(_, name)| name);
    name.trim_start_matches("the ").to_lowercase()
}

/// Words in lower case, one space between them.
fn folded(text: &str) -> String {
    let all: Vec<String> = words(text).map(|word| word.text.to_lowercase()).collect();
    all.join(" ")
}

/// The name: what of the page is like the path, or else the first that is not the host's.
fn name(page: &PageSignals, host: &HostNames) -> String {
    let slug = slug(&page.url);
    let software = page.things.iter().filter(|thing| thing.is_product());
    let told = software.map(|thing| thing.name.as_str());
    let headings = page.lines.iter().filter(|line| line.tag == "h1");
    let sources = told
        .chain([page.shared_title.as_str(), page.title.as_str()])
        .chain(headings.map(|line| line.text.as_str()));
    let parts: Vec<&str> = sources
        .flat_map(title_parts)
        .map(|part| part.trim_matches(is_mark))
        // "acme/lark" is lark, by acme.
        .map(|part| part.rsplit('/').next().unwrap_or(part).trim())
        .map(|part| part.split(" on ").next().unwrap_or(part))
        .filter(|part| !part.is_empty() && part.len() <= 60 && !host.are_in(part))
        .collect();
    let alike = parts.iter().filter_map(|part| like_slug(part, &slug));
    // The spelling of a title is better than that of an address.
    let spelled = alike.max_by_key(|part| part.starts_with(char::is_uppercase));
    spelled
        .or_else(|| parts.first().copied())
        .map_or_else(|| name_in_path(&page.url), str::to_owned)
}

/// Marks that set the direction of writing.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}') || c.is_whitespace()
}

/// The first words of a text that are the slug, however written: "Paper Lark" for "paper-lark".
fn like_slug<'t>(text: &'t str, slug: &str) -> Option<&'t str> {
    let slug = compact(slug);
    words(text)
        .map(|word| &text[..word.end])
        .find(|start| !slug.is_empty() && compact(start) == slug)
}
