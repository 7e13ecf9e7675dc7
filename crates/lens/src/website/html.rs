//! A forgiving HTML parser: a flat tree in document order, in linear time for any input.
//!
//! The browsers' algorithm searches all open elements at every tag, which takes seconds on a page
//! with a hundred thousand nested elements. Here, nesting deeper than a limit is treated as flat,
//! so every tag costs the same and nothing recurses.

mod entities;
mod parser;
mod tags;

pub(crate) use entities::decoded;
pub(crate) use tags::{is_hidden, is_inline};

/// The nodes of a page in document order: the content of a node follows it, up to its end.
#[derive(Debug)]
pub(crate) struct HtmlDocument<'a> {
    nodes: Vec<HtmlNode<'a>>,
}

#[derive(Debug)]
pub(crate) struct HtmlNode<'a> {
    /// The name of an element in lower case; empty for text.
    pub(crate) tag: String,
    /// The text of a text node, as written.
    pub(crate) text: &'a str,
    pub(crate) attributes: Vec<(&'a str, &'a str)>,
    /// The index after the last node inside this one.
    pub(crate) end: usize,
    pub(crate) parent: usize,
}

impl<'a> HtmlNode<'a> {
    pub(crate) fn is_text(&self) -> bool {
        self.tag.is_empty()
    }

    /// The value of an attribute as written; empty when there is none.
    pub(crate) fn attribute(&self, name: &str) -> &'a str {
        self.attributes
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map_or("", |(_, value)| value)
    }

    pub(crate) fn has_attribute(&self, name: &str) -> bool {
        self.attributes
            .iter()
            .any(|(known, _)| known.eq_ignore_ascii_case(name))
    }
}

impl<'a> HtmlDocument<'a> {
    /// Parses a page. Any text is a page.
    pub(crate) fn read(html: &'a str) -> Self {
        Self {
            nodes: parser::nodes(html),
        }
    }

    pub(crate) fn nodes(&self) -> &[HtmlNode<'a>] {
        &self.nodes
    }

    /// The elements with this tag, in document order.
    pub(crate) fn elements(&self, tag: &str) -> impl Iterator<Item = usize> {
        (0..self.nodes.len()).filter(move |&index| self.nodes[index].tag == tag)
    }

    /// All text inside a node, decoded, with a space between blocks and without scripts.
    pub(crate) fn text_of(&self, index: usize) -> String {
        let mut text = String::new();
        let mut at = index;
        while at < self.nodes[index].end {
            let node = &self.nodes[at];
            if tags::is_hidden(&node.tag) && at != index {
                at = node.end;
                continue;
            }
            if node.is_text() {
                text.push_str(&decoded(node.text));
            } else if !tags::is_inline(&node.tag) {
                text.push(' ');
            }
            at += 1;
        }
        squeezed(&text)
    }
}

/// A text with every run of whitespace as one space, trimmed.
pub(crate) fn squeezed(text: &str) -> String {
    let mut squeezed = String::with_capacity(text.len());
    for word in text.split(|c: char| c.is_whitespace() || c == '\u{200B}' || c == '\u{FEFF}') {
        if !word.is_empty() {
            if !squeezed.is_empty() {
                squeezed.push(' ');
            }
            squeezed.push_str(word);
        }
    }
    squeezed
}
