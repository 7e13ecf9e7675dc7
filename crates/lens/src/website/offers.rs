//! What a home page lists: what the company has, in its own short words.

use super::signals::PageSignals;

/// The items of its lists, then its headings. A menu is no list, and a link says where it leads.
pub(super) fn offers(home: &PageSignals) -> Vec<String> {
    const MOST: usize = 6;
    let mut found: Vec<String> = Vec::new();
    for tags in [&["li", "dt"][..], &["h2", "h3"]] {
        let lines = home.lines.iter().filter(|line| !line.is_link);
        let told = lines.filter(|line| tags.contains(&line.tag.as_str()) && is_short(&line.text));
        for line in told {
            if !found.contains(&line.text) {
                found.push(line.text.clone());
            }
        }
    }
    found.truncate(MOST);
    found
}

/// More than one word, and no paragraph.
fn is_short(line: &str) -> bool {
    (2..=14).contains(&line.split_whitespace().count())
}
