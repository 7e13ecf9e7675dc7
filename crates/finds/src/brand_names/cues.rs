//! Words that are evidence for a company or for an everyday word.

use std::collections::HashSet;
use std::sync::LazyLock;

/// The lists of `cues.txt`, which says what each is.
pub(super) static CUES: LazyLock<Cues> = LazyLock::new(|| Cues {
    determiners: list("determiners"),
    using: list("using"),
    of_products: list("of_products"),
    doing: list("doing"),
    commerce: list("commerce"),
    calendar: list("calendar"),
    before_days: list("before_days"),
    after_days: list("after_days"),
    alone_before_days: list("alone_before_days"),
    between_days: list("between_days"),
});

#[derive(Debug)]
pub(super) struct Cues {
    pub(super) determiners: HashSet<&'static str>,
    pub(super) using: HashSet<&'static str>,
    pub(super) of_products: HashSet<&'static str>,
    pub(super) doing: HashSet<&'static str>,
    pub(super) commerce: HashSet<&'static str>,
    pub(super) calendar: HashSet<&'static str>,
    pub(super) before_days: HashSet<&'static str>,
    pub(super) after_days: HashSet<&'static str>,
    pub(super) alone_before_days: HashSet<&'static str>,
    pub(super) between_days: HashSet<&'static str>,
}

fn list(name: &str) -> HashSet<&'static str> {
    let lines = include_str!("cues.txt").lines();
    let named = lines.filter_map(|line| line.split_once(": "));
    let words = named.filter(|(list, _)| *list == name);
    words.flat_map(|(_, words)| words.split(' ')).collect()
}
