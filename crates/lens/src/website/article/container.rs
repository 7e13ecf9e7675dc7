//! Finds the elements that contain the main text.

use crate::website::html::is_inline;
use crate::website::page_layout::PageLayout;

/// The elements that contain the main text, in document order.
pub(super) fn choose(page: &PageLayout<'_, '_>) -> Vec<usize> {
    let total = page.total().paragraphs;
    for tier in [is_named_body, is_article, is_loosely_named, is_main] {
        if let Some(parts) = best_of(page, tier)
            && parts
                .iter()
                .map(|&part| page.amount(part).paragraphs)
                .sum::<usize>()
                * 100
                >= total * 35
        {
            return with_lead(page, parts);
        }
    }
    with_lead(page, densest(page))
}

/// The parts, plus the standfirst that some sites put in an element above the text.
fn with_lead(page: &PageLayout<'_, '_>, mut parts: Vec<usize>) -> Vec<usize> {
    const LEADS: &[&str] = &[
        "summary",
        "excerpt",
        "lead",
        "lede",
        "standfirst",
        "dek",
        "intro",
    ];
    let nodes = page.document.nodes();
    let Some(&first) = parts.first() else {
        return parts;
    };
    let around = ancestor(page, first, 3);
    let lead = (around..first).rev().find(|&index| {
        let amount = page.amount(index);
        nodes[index].end <= first
            && has_word(page, index, LEADS)
            && !is_inside_dropped(page, index)
            && (60..800).contains(&amount.text)
            && amount.links * 3 < amount.text
    });
    if let Some(lead) = lead {
        parts.insert(0, lead);
    }
    parts
}

fn ancestor(page: &PageLayout<'_, '_>, index: usize, steps: usize) -> usize {
    let nodes = page.document.nodes();
    let mut at = index;
    for _ in 0..steps {
        if nodes[at].parent == usize::MAX || nodes[at].tag == "body" {
            break;
        }
        at = nodes[at].parent;
    }
    at
}

fn is_inside_dropped(page: &PageLayout<'_, '_>, index: usize) -> bool {
    let nodes = page.document.nodes();
    let mut at = index;
    while at != usize::MAX {
        if page.is_dropped[at] {
            return true;
        }
        at = nodes[at].parent;
    }
    false
}

/// A text is not split into more elements than this.
const MOST_PARTS: usize = 50;

/// The element of a kind with the most text, with its siblings of the same kind.
fn best_of(
    page: &PageLayout<'_, '_>,
    is_kind: fn(&PageLayout<'_, '_>, usize) -> bool,
) -> Option<Vec<usize>> {
    let nodes = page.document.nodes();
    let candidates: Vec<usize> = (0..nodes.len())
        .filter(|&index| !page.is_dropped[index] && !nodes[index].is_text())
        .filter(|&index| is_kind(page, index))
        .collect();
    let mut best = candidates
        .iter()
        .copied()
        .max_by_key(|&index| (page.amount(index).paragraphs, std::cmp::Reverse(index)))?;
    // Of nested elements, the innermost with nearly all of the text is the most precise.
    for &index in &candidates {
        let is_inside = index > best && index < nodes[best].end;
        if is_inside && page.amount(index).paragraphs * 100 >= page.amount(best).paragraphs * 90 {
            best = index;
        }
    }
    let brothers = candidates.iter().copied().filter(|&index| {
        nodes[index].parent == nodes[best].parent && page.marks[index] == page.marks[best]
    });
    Some(brothers.take(MOST_PARTS).collect())
}

fn has_pair(page: &PageLayout<'_, '_>, index: usize, pairs: &[(&str, &str)]) -> bool {
    page.marks[index].windows(2).any(|pair| {
        pairs
            .iter()
            .any(|(first, second)| pair[0] == *first && pair[1] == *second)
    })
}

fn has_word(page: &PageLayout<'_, '_>, index: usize, words: &[&str]) -> bool {
    page.marks[index]
        .iter()
        .any(|word| words.contains(&word.as_str()))
}

fn is_named_body(page: &PageLayout<'_, '_>, index: usize) -> bool {
    has_pair(
        page,
        index,
        &[
            ("article", "body"),
            ("article", "content"),
            ("article", "text"),
            ("article", "copy"),
            ("entry", "content"),
            ("entry", "body"),
            ("post", "content"),
            ("post", "body"),
            ("post", "text"),
            ("post", "entry"),
            ("story", "body"),
            ("story", "content"),
            ("story", "text"),
            ("blog", "content"),
            ("blog", "body"),
            ("body", "text"),
            ("body", "copy"),
            ("content", "body"),
            ("rich", "text"),
            ("name", "body"),
            ("markdown", "body"),
            ("single", "content"),
            ("chapter", "content"),
            ("parser", "output"),
        ],
    ) || has_word(
        page,
        index,
        &[
            "articlebody",
            "postcontent",
            "postbody",
            "storybody",
            "storycontent",
            "articletext",
            "articlecontent",
            "entrycontent",
            "blogpost",
        ],
    )
}

fn is_article(page: &PageLayout<'_, '_>, index: usize) -> bool {
    page.document.nodes()[index].tag == "article" || has_word(page, index, &["article"])
}

fn is_loosely_named(page: &PageLayout<'_, '_>, index: usize) -> bool {
    has_pair(
        page,
        index,
        &[
            ("main", "content"),
            ("content", "main"),
            ("page", "content"),
            ("content", "area"),
            ("the", "content"),
            ("main", "column"),
            ("content", "inner"),
            ("text", "content"),
            ("content", "text"),
        ],
    ) || has_word(
        page,
        index,
        &["hentry", "entry", "post", "story", "content"],
    )
}

fn is_main(page: &PageLayout<'_, '_>, index: usize) -> bool {
    page.document.nodes()[index].tag == "main" || has_word(page, index, &["main"])
}

/// The element whose own paragraphs have the most text, for pages without telling names.
fn densest(page: &PageLayout<'_, '_>) -> Vec<usize> {
    let nodes = page.document.nodes();
    let mut scores = vec![0_usize; nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        // A paragraph's text is in the text node; its container is the first block element above.
        let worth = page.amount(index).paragraphs;
        if !node.is_text() || worth == 0 {
            continue;
        }
        let mut boxes = 0;
        let mut at = node.parent;
        while at != usize::MAX && boxes < 2 {
            if !is_inline(&nodes[at].tag) && !matches!(nodes[at].tag.as_str(), "p" | "pre") {
                boxes += 1;
                scores[at] += worth * (3 - boxes);
            }
            at = nodes[at].parent;
        }
    }
    let best = (0..nodes.len()).max_by_key(|&index| (scores[index], std::cmp::Reverse(index)));
    match best.filter(|&index| scores[index] > 0) {
        Some(index) => vec![index],
        None => vec![0],
    }
}
