//! The name of the company.

use super::signals::PageSignals;
use super::word_lists::word_list;

/// The name of the company and its evidence; made from the domain if there is none.
pub(super) fn name(signals: &PageSignals, url: &str) -> (String, String) {
    let label = domain_label(url);
    let mut best: Option<(u32, String, String)> = None;
    for (worth, candidate, evidence) in candidates(signals) {
        let bare = without_form(&candidate);
        if bare.is_empty() || bare.split(' ').count() > 6 || is_no_name(bare) {
            continue;
        }
        let is_written = bare.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
        let worth = if is_written { worth + 1 } else { worth };
        let score = worth + likeness(bare, &label) + agreement(signals, bare);
        if best.as_ref().is_none_or(|(most, ..)| score > *most) {
            best = Some((score, bare.to_owned(), evidence));
        }
    }
    match best {
        // One weak source that does not match the domain is not enough.
        Some((score, name, evidence)) if score >= 5 || label.is_empty() => (name, evidence),
        _ => (capitalised(&label), url.to_owned()),
    }
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

/// Candidates for the name, each with the weight of its source.
fn candidates(signals: &PageSignals) -> Vec<(u32, String, String)> {
    let mut found = Vec::new();
    let mut add = |worth: u32, name: &str, evidence: &str| {
        found.push((worth, name.to_owned(), evidence.to_owned()));
    };
    for thing in signals.things.iter().filter(|thing| thing.is_company()) {
        add(5, &thing.name, &thing.name);
    }
    add(4, &signals.site_name, &signals.site_name);
    add(2, &signals.logo, &signals.logo);
    add(2, &signals.copyright, &signals.copyright);
    for title in [&signals.title, &signals.shared_title] {
        let parts = title_parts(title);
        let is_alone = parts.len() == 1 && title.split(' ').count() <= 3;
        for part in parts {
            add(if is_alone { 2 } else { 1 }, part, title);
        }
    }
    found
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

/// Points for other sources with the same name.
fn agreement(signals: &PageSignals, name: &str) -> u32 {
    let compact = compact(name);
    let mut places = vec![&signals.site_name, &signals.logo, &signals.copyright];
    places.extend(
        signals
            .things
            .iter()
            .filter(|thing| thing.is_company())
            .map(|t| &t.name),
    );
    let title = title_parts(&signals.title)
        .into_iter()
        .map(str::to_owned)
        .collect::<Vec<_>>();
    places.extend(&title);
    let same = places
        .iter()
        .filter(|place| self::compact(without_form(place)) == compact)
        .count();
    u32::try_from(same.min(3)).unwrap_or(0) * 2
}

fn compact(name: &str) -> String {
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

fn capitalised(label: &str) -> String {
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
