//! Pages that stand where a website will be, or was.

use super::signals::PageSignals;
use super::word_lists::word_list;

/// Whether a page only keeps a place: its title or its first heading says so, and there is no
/// article below it.
pub(super) fn is_placeholder(page: &PageSignals) -> bool {
    const LONGEST: usize = 1500;
    let lines = page.lines.iter().filter(|line| !line.is_link);
    let length: usize = lines.clone().map(|line| line.text.len()).sum();
    let first = lines
        .filter(|line| line.tag.starts_with('h'))
        .map(|line| line.text.as_str())
        .next();
    let head = [page.title.as_str(), first.unwrap_or_default()];
    length < LONGEST && head.into_iter().any(|text| has_any(text, "parked"))
}

/// Whether a line belongs to such a page.
pub(super) fn is_of_placeholder(line: &str) -> bool {
    has_any(line, "parked") || has_any(line, "unfinished")
}

fn has_any(line: &str, list: &str) -> bool {
    let line = line.to_lowercase();
    word_list(list).iter().any(|words| line.contains(words))
}
