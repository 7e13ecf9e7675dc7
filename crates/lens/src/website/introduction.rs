//! The lines in which a site introduces its company.

use std::collections::HashSet;

use super::manifest::SiteManifest;
use super::name;
use super::signals::PageSignals;
use crate::text::sentences;

/// All visible text, starting with what introduces the company.
pub(super) fn text(pages: &[PageSignals], manifest: &SiteManifest) -> String {
    let mut lines: Vec<&str> = vec![&manifest.description];
    for page in pages {
        lines.extend([page.title.as_str(), page.meta_description.as_str()]);
        lines.push(page.shared_description.as_str());
        let told = page
            .things
            .iter()
            .filter(|thing| thing.is_company() || thing.is_product());
        lines.extend(told.map(|thing| thing.description.as_str()));
        lines.extend(
            page.lines
                .iter()
                .filter(|line| !line.is_link)
                .map(|line| line.text.as_str()),
        );
    }
    let mut seen = HashSet::new();
    let mut length = 0;
    lines.retain(|line| {
        let is_new = !line.is_empty() && seen.insert(*line);
        length += if is_new { line.len() } else { 0 };
        is_new && length <= READ
    });
    lines.join("\n")
}

/// Titles and descriptions, then the visible lines.
pub(super) fn introduction(pages: &[PageSignals]) -> Vec<String> {
    const MOST: usize = 200;
    let mut lines: Vec<&str> = Vec::new();
    for page in pages {
        lines.extend([
            page.meta_description.as_str(),
            page.shared_description.as_str(),
        ]);
        lines.extend(name::title_parts(&page.title));
        let told = page.things.iter().filter(|thing| thing.is_company());
        lines.extend(told.map(|thing| thing.description.as_str()));
    }
    let read = || {
        pages
            .iter()
            .flat_map(|page| &page.lines)
            .filter(|line| !line.is_link)
    };
    lines.extend(
        read()
            .filter(|line| !is_quoted(&line.text))
            .map(|line| line.text.as_str()),
    );
    let mut seen = HashSet::new();
    lines.retain(|line| !line.is_empty() && line.len() < 2000 && seen.insert(*line));
    lines.into_iter().take(MOST).map(str::to_owned).collect()
}

/// Quotations are by customers, not by the company.
fn is_quoted(line: &str) -> bool {
    line.starts_with(['"', '\u{201C}', '\u{2018}'])
}

/// The first two sentences as one introduction, the others line by line.
pub(super) fn introduced(description: &str) -> Vec<String> {
    let all = sentences(description);
    let (first, rest) = all.split_at(all.len().min(2));
    let first = (!first.is_empty()).then(|| first.join(" "));
    first
        .into_iter()
        .chain(rest.iter().take(200).map(|line| (*line).to_owned()))
        .collect()
}

/// How many bytes of a site are read.
pub(super) const READ: usize = 200_000;
