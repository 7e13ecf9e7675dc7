//! The main text of a page, without menus, notices and comments.

mod boilerplate_lines;
mod container;

use super::html::HtmlDocument;
use super::page_layout::{PageKind, PageLayout};

/// The main text of a page, one block per line.
pub fn main_text(html: &str) -> String {
    let document = HtmlDocument::read(html);
    let page = PageLayout::survey(&document, PageKind::Article);
    let parts = container::choose(&page);
    let mut lines = Vec::new();
    for &part in &parts {
        lines.extend(page.lines(part, &parts).into_iter().map(|line| line.text));
    }
    boilerplate_lines::without(lines).join("\n")
}
