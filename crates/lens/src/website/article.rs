//! The main text of a page: what a reader came for, without menus, notices and comments.

mod chatter;
mod container;

use super::html::Document;
use super::page::{Page, Reading};

/// The main text of a page, one block a line.
pub fn main_text(html: &str) -> String {
    let document = Document::read(html);
    let page = Page::survey(&document, Reading::Article);
    let parts = container::choose(&page);
    let mut lines = Vec::new();
    for &part in &parts {
        lines.extend(page.lines(part, &parts).into_iter().map(|line| line.text));
    }
    chatter::without(lines).join("\n")
}
