//! The visible layout of a page: what is shown, and how much text each element has.

mod page_line;

use super::element_names::{is_boilerplate, is_furniture, name_words};
use super::html::{HtmlDocument, decoded, is_hidden, is_inline};

use page_line::LineBuilder;
pub(super) use page_line::PageLine;

/// The kind of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PageKind {
    /// One long text among menus and notices.
    Article,
    /// A home page: many short texts that all count.
    Home,
}

/// A page with the properties of its nodes.
pub(super) struct PageLayout<'d, 'a> {
    kind: PageKind,
    pub(super) document: &'d HtmlDocument<'a>,
    /// The class and id words of each element.
    pub(super) marks: Vec<Vec<String>>,
    /// How much text precedes each node: in total, inside links, inside paragraphs.
    amounts: Vec<TextCounts>,
    /// Whether a node is left out with its content.
    pub(super) is_dropped: Vec<bool>,
}

#[derive(Clone, Copy, Default)]
pub(super) struct TextCounts {
    pub(super) text: usize,
    pub(super) links: usize,
    pub(super) paragraphs: usize,
}

impl<'d, 'a> PageLayout<'d, 'a> {
    pub(super) fn survey(document: &'d HtmlDocument<'a>, kind: PageKind) -> Self {
        let marks: Vec<_> = document.nodes().iter().map(name_words).collect();
        let count = document.nodes().len();
        let mut page = Self {
            kind,
            document,
            marks,
            amounts: Vec::new(),
            is_dropped: vec![false; count],
        };
        page.drop_unseen();
        page.amounts = page.measure();
        page.drop_boilerplate();
        page.amounts = page.measure();
        page
    }

    /// How much text is inside a node.
    pub(super) fn amount(&self, index: usize) -> TextCounts {
        let end = self.amounts[self.document.nodes()[index].end];
        let start = self.amounts[index];
        TextCounts {
            text: end.text - start.text,
            links: end.links - start.links,
            paragraphs: end.paragraphs - start.paragraphs,
        }
    }

    pub(super) fn total(&self) -> TextCounts {
        self.amounts.last().copied().unwrap_or_default()
    }

    /// Counts text from the start of the page. A block of at least one sentence that is not mostly
    /// links counts as a paragraph, whatever its element is.
    fn measure(&self) -> Vec<TextCounts> {
        let nodes = self.document.nodes();
        let mut own = vec![TextCounts::default(); nodes.len()];
        let mut block: Vec<usize> = Vec::new();
        let (mut link_end, mut dropped_end) = (0, 0);
        for (index, node) in nodes.iter().enumerate() {
            if self.is_dropped[index] {
                dropped_end = dropped_end.max(node.end);
            }
            if node.tag == "a" {
                link_end = link_end.max(node.end);
            }
            if node.is_text() && index >= dropped_end {
                let text = letters(node.text);
                let links = if index < link_end { text } else { 0 };
                own[index] = TextCounts {
                    text,
                    links,
                    paragraphs: 0,
                };
                block.push(index);
            }
            let is_border = !node.is_text() && !is_inline(&node.tag) && node.tag != "br";
            if is_border || self.ends_block(index + 1) {
                count_block(&mut block, &mut own);
            }
        }
        count_block(&mut block, &mut own);
        sums(&own)
    }

    fn drop_unseen(&mut self) {
        for (index, node) in self.document.nodes().iter().enumerate() {
            let style = node.attribute("style");
            let is_invisible = is_hidden(&node.tag)
                || matches!(
                    node.tag.as_str(),
                    "head" | "title" | "select" | "textarea" | "input"
                )
                || (node.tag == "button" && self.kind == PageKind::Article)
                || node.has_attribute("hidden")
                || node.attribute("aria-hidden").eq_ignore_ascii_case("true")
                || (style.len() < 1000 && style.replace(' ', "").contains("display:none"));
            self.is_dropped[index] = is_invisible;
        }
    }

    /// Drops menus, notices and the like, unless most of the page's text is inside.
    fn drop_boilerplate(&mut self) {
        let nodes = self.document.nodes();
        let total = self.total().paragraphs.max(1);
        let mut index = 0;
        while index < nodes.len() {
            let share = self.amount(index).paragraphs * 100 / total;
            if share < self.largest_dropped_share(index) {
                self.is_dropped[index] = true;
                index = nodes[index].end;
            } else {
                index += 1;
            }
        }
    }

    /// The share of the page's text, in percent, below which an element is boilerplate: 0 for
    /// ordinary elements, higher for more certain names.
    fn largest_dropped_share(&self, index: usize) -> usize {
        let node = &self.document.nodes()[index];
        let parent = self
            .document
            .nodes()
            .get(node.parent)
            .map_or("", |parent| &parent.tag);
        match node.tag.as_str() {
            "nav" | "footer" | "dialog" => return 70,
            "aside" | "form" | "figcaption" | "h1" if self.kind == PageKind::Article => {
                return 70;
            }
            "" | "html" | "body" | "article" | "main" => return 0,
            // The class of a part of a sentence is about styling.
            tag if is_inline(tag) && parent == "p" => return 0,
            "p" if self.amount(index).paragraphs > 0 => return 0,
            _ => {}
        }
        if !is_boilerplate(&self.marks[index]) {
            return 0;
        }
        if self.kind == PageKind::Home {
            return if is_furniture(&self.marks[index]) {
                50
            } else {
                0
            };
        }
        let is_talk = |word: &String| matches!(word.as_str(), "comment" | "comments" | "disqus");
        if self.marks[index].iter().any(is_talk) {
            70
        } else {
            40
        }
    }

    /// The lines of text inside a node, first to last, without those inside other parts.
    pub(super) fn lines(&self, root: usize, parts: &[usize]) -> Vec<PageLine> {
        let nodes = self.document.nodes();
        let mut lines = Vec::new();
        let mut line = LineBuilder::default();
        let mut index = root;
        while index < nodes[root].end {
            let node = &nodes[index];
            let is_other_part = index != root && parts.contains(&index);
            if self.is_dropped[index] || is_other_part || self.is_clutter(index) {
                line.finish(self, &mut lines);
                index = node.end;
                continue;
            }
            if node.is_text() {
                line.text.push_str(&decoded(node.text));
                line.nodes.push(index);
            } else if !is_inline(&node.tag) {
                line.finish(self, &mut lines);
            }
            index += 1;
            if self.ends_block(index) {
                line.finish(self, &mut lines);
            }
        }
        line.finish(self, &mut lines);
        lines
    }

    /// The nearest ancestor of a node with one of the tags.
    pub(super) fn around(&self, index: usize, is_sought: impl Fn(&str) -> bool) -> Option<usize> {
        let nodes = self.document.nodes();
        let mut at = nodes[index].parent;
        while at != usize::MAX {
            if is_sought(&nodes[at].tag) {
                return Some(at);
            }
            at = nodes[at].parent;
        }
        None
    }

    /// Whether a block ends just before a node.
    fn ends_block(&self, index: usize) -> bool {
        let nodes = self.document.nodes();
        let mut parent = nodes[index - 1].parent;
        while parent != usize::MAX && nodes[parent].end == index {
            if !is_inline(&nodes[parent].tag) {
                return true;
            }
            parent = nodes[parent].parent;
        }
        false
    }

    /// Whether an element inside the main part is mostly links.
    fn is_clutter(&self, index: usize) -> bool {
        if self.kind == PageKind::Home {
            return false;
        }
        let node = &self.document.nodes()[index];
        let amount = self.amount(index);
        let share = |of: usize| amount.links * 100 >= amount.text * of;
        match node.tag.as_str() {
            "ul" | "ol" | "dl" | "table" | "div" | "section" => {
                amount.links > 0 && (share(80) || amount.text < 200 && share(60))
            }
            _ => false,
        }
    }
}

/// Counts the texts of a block as a paragraph if they read as one.
fn count_block(block: &mut Vec<usize>, own: &mut [TextCounts]) {
    const SENTENCE: usize = 60;
    let text: usize = block.iter().map(|&index| own[index].text).sum();
    let links: usize = block.iter().map(|&index| own[index].links).sum();
    if text - links >= SENTENCE && links * 2 < text {
        for &index in &*block {
            own[index].paragraphs = own[index].text;
        }
    }
    block.clear();
}

fn sums(own: &[TextCounts]) -> Vec<TextCounts> {
    let mut sum = TextCounts::default();
    let mut amounts = Vec::with_capacity(own.len() + 1);
    amounts.push(sum);
    for amount in own {
        sum.text += amount.text;
        sum.links += amount.links;
        sum.paragraphs += amount.paragraphs;
        amounts.push(sum);
    }
    amounts
}

/// How many bytes of a text are not whitespace.
fn letters(text: &str) -> usize {
    text.bytes()
        .filter(|byte| !byte.is_ascii_whitespace())
        .count()
}
