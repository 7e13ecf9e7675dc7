//! The word lists about websites.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::text::entries;

/// The entries of one list in `words/site.txt`; empty for an unknown list.
pub(crate) fn word_list(kind: &str) -> &'static [&'static str] {
    LISTS.get(kind).map_or(&[], Vec::as_slice)
}

static LISTS: LazyLock<HashMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    let mut lists: HashMap<&'static str, Vec<&'static str>> = HashMap::new();
    for line in entries(include_str!("../words/site.txt")) {
        let (kind, entry) = line
            .split_once(": ")
            .expect("an entry stands behind its list");
        lists.entry(kind).or_default().push(entry);
    }
    lists
});
