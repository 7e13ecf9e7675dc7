//! The lines of a page.

use super::{PageLayout, letters};
use crate::website::html::{is_inline, squeezed};

/// One line of a page as people see it.
#[derive(Clone, Debug)]
pub(in crate::website) struct PageLine {
    pub(in crate::website) text: String,
    /// The tag of its element: "h1", "p", "li", "div".
    pub(in crate::website) tag: String,
    /// Whether all of it is a link or a button.
    pub(in crate::website) is_link: bool,
}

#[derive(Default)]
pub(super) struct LineBuilder {
    pub(super) text: String,
    pub(super) nodes: Vec<usize>,
}

impl LineBuilder {
    pub(super) fn finish(&mut self, page: &PageLayout<'_, '_>, lines: &mut Vec<PageLine>) {
        let text = squeezed(&std::mem::take(&mut self.text));
        let nodes = std::mem::take(&mut self.nodes);
        let Some(&first) = nodes.first() else { return };
        if !text.chars().any(char::is_alphanumeric) {
            return;
        }
        let around = page.around(first, |tag| !is_inline(tag));
        let tag = around.map_or(String::new(), |at| page.document.nodes()[at].tag.clone());
        let is_linked = |&index: &usize| {
            letters(page.document.nodes()[index].text) == 0
                || page
                    .around(index, |tag| {
                        !is_inline(tag) || matches!(tag, "a" | "button")
                    })
                    .is_some_and(|at| is_inline(&page.document.nodes()[at].tag))
        };
        let is_link = nodes.iter().all(is_linked);
        lines.push(PageLine { text, tag, is_link });
    }
}
