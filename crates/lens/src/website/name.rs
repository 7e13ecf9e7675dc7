//! The name of the company.

use super::manifest::SiteManifest;
use super::signals::PageSignals;
use super::word_lists::word_list;

/// The name of the company and its evidence, from what the pages of a site have in common; made
/// from the domain if there is none.
pub(super) fn name(pages: &[PageSignals], manifest: &SiteManifest, url: &str) -> (String, String) {
    let label = domain_label(url);
    let sources = NameSources::read(pages, manifest);
    let mut best: Option<(u32, String, String)> = None;
    for (worth, candidate, evidence) in &sources.candidates {
        let bare = without_form(candidate);
        if bare.is_empty() || bare.split(' ').count() > 6 || is_no_name(bare) {
            continue;
        }
        let is_written = bare.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
        let worth = if is_written { worth + 1 } else { *worth };
        let score = worth + likeness(bare, &label) + sources.agreement(bare);
        if best.as_ref().is_none_or(|(most, ..)| score > *most) {
            best = Some((score, bare.to_owned(), evidence.clone()));
        }
    }
    match best {
        // One weak source that does not match the domain is not enough.
        Some((score, name, evidence)) if score >= 5 || label.is_empty() => (name, evidence),
        _ => (from_domain(url), url.to_owned()),
    }
}

/// The name that a domain suggests: "Acme" of `https://www.acme.co.uk/x`.
pub(super) fn from_domain(url: &str) -> String {
    capitalised(&domain_label(url))
}

/// Whether a name could be the one that the domain stands for.
pub(super) fn is_like_domain(name: &str, url: &str) -> bool {
    likeness(name, &domain_label(url)) > 0
}

/// The part of a domain that is the site's own name: "acme" of `https://www.acme.co.uk/x`.
pub(super) fn domain_label(url: &str) -> String {
    let host = url
        .split("://")
        .last()
        .unwrap_or(url)
        .split(['/', '?', '#', ':'])
        .next();
    let host = host.unwrap_or("").to_ascii_lowercase();
    let host = host.strip_prefix("www.").unwrap_or(&host);
    // `acme.vercel.app` is Acme's.
    let is_hosted = |end: &&&str| {
        host.strip_suffix(**end)
            .is_some_and(|own| own.ends_with('.'))
    };
    if let Some(end) = word_list("hosting").iter().find(is_hosted) {
        let own = host.strip_suffix(end).unwrap_or(host).trim_end_matches('.');
        return own.rsplit('.').next().unwrap_or(own).to_owned();
    }
    let labels: Vec<&str> = host.split('.').collect();
    let second_level = ["co", "com", "org", "net", "ac", "gov"];
    let own = match labels.len() {
        0 | 1 => 0,
        count if count > 2 && second_level.contains(&labels[count - 2]) => count - 3,
        count => count - 2,
    };
    labels
        .get(own)
        .map_or(String::new(), |label| (*label).to_owned())
}

/// Where a name may stand.
struct NameSources {
    /// Each with the weight of its source, and its evidence.
    candidates: Vec<(u32, String, String)>,
    /// Compact names, once for every kind of source that has them.
    places: Vec<String>,
}

impl NameSources {
    fn read(pages: &[PageSignals], manifest: &SiteManifest) -> Self {
        let mut sources = Self {
            candidates: Vec::new(),
            places: Vec::new(),
        };
        for page in pages {
            let of_company = page.things.iter().filter(|thing| thing.is_company());
            sources.add(5, of_company.map(|thing| thing.name.as_str()));
        }
        sources.add(4, pages.iter().map(|page| page.site_name.as_str()));
        sources.add(3, [manifest.name.as_str(), manifest.short_name.as_str()]);
        sources.add(2, pages.iter().map(|page| page.home_link.as_str()));
        sources.add(2, pages.iter().map(|page| page.logo.as_str()));
        sources.add(2, pages.iter().map(|page| page.copyright.as_str()));
        sources.add_titles(pages);
        sources
    }

    /// Adds the names of one kind of source, each once.
    fn add<'n>(&mut self, worth: u32, names: impl IntoIterator<Item = &'n str>) {
        let mut seen: Vec<String> = Vec::new();
        for name in names {
            let compact = compact(without_form(name));
            if !compact.is_empty() && !seen.contains(&compact) {
                let found = (worth, name.to_owned(), name.to_owned());
                self.candidates.push(found);
                seen.push(compact);
            }
        }
        self.places.extend(seen);
    }

    /// What the titles of several pages have in common is the name; of one page alone it may be.
    fn add_titles(&mut self, pages: &[PageSignals]) {
        let titles: Vec<Vec<&str>> = pages.iter().map(|page| title_parts(&page.title)).collect();
        let Some(home) = pages.first() else { return };
        for title in [&home.title, &home.shared_title] {
            let parts = title_parts(title);
            let is_alone = parts.len() == 1 && title.split(' ').count() <= 3;
            for part in parts {
                let same = titles.iter().filter(|parts| parts.contains(&part)).count();
                let worth = if same > 1 { 3 } else { u32::from(is_alone) + 1 };
                self.candidates
                    .push((worth, part.to_owned(), title.clone()));
            }
        }
        let parts = title_parts(&home.title).into_iter();
        self.places
            .extend(parts.map(|part| compact(without_form(part))));
    }

    /// Points for other sources with the same name.
    fn agreement(&self, name: &str) -> u32 {
        let compact = compact(name);
        let same = self.places.iter().filter(|place| **place == compact);
        u32::try_from(same.count().min(3)).unwrap_or(0) * 2
    }
}

/// The parts of a title: "Acme | Billing for agencies" has two.
pub(super) fn title_parts(title: &str) -> Vec<&str> {
    title
        .split(['|', '–', '—', '·', '»', '•'])
        .flat_map(|part| part.split(" - "))
        .flat_map(|part| part.split(": "))
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .collect()
}

/// How well a name matches the domain: "Crumb & Co" and "crumbandco" are the same.
fn likeness(name: &str, label: &str) -> u32 {
    let compact = compact(name);
    let label: String = label.chars().filter(|c| c.is_alphanumeric()).collect();
    if compact.len() < 2 || label.len() < 2 {
        return 0;
    }
    if compact == label {
        6
    } else if label.contains(&compact) && compact.len() * 2 > label.len() {
        4
    } else if compact.contains(&label) {
        3
    } else {
        0
    }
}

pub(super) fn compact(name: &str) -> String {
    name.to_lowercase()
        .replace('&', "and")
        .chars()
        .filter(|c| c.is_alphanumeric())
        .collect()
}

/// A name without "Ltd", "Inc." and the like.
fn without_form(name: &str) -> &str {
    let mut bare = name.trim().trim_end_matches(['.', ',', '!', '™', '®']);
    while let Some((before, last)) = bare.rsplit_once(' ') {
        let last = last.to_lowercase().replace('.', "");
        let ends_with_and = before.ends_with('&') || before.ends_with(" and");
        if !word_list("legal form").contains(&last.as_str()) || ends_with_and {
            break;
        }
        bare = before.trim_end_matches([',', ' ']);
    }
    bare
}

fn is_no_name(name: &str) -> bool {
    word_list("no name").contains(&name.to_lowercase().as_str()) || name.len() > 60
}

pub(super) fn capitalised(label: &str) -> String {
    let words: Vec<String> = label
        .split('-')
        .map(|word| {
            let mut letters = word.chars();
            let first = letters.next().map(|first| first.to_uppercase().to_string());
            first.unwrap_or_default() + letters.as_str()
        })
        .collect();
    words.join(" ")
}
