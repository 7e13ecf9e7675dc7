//! Parses tags and text in one pass.

use super::{HtmlNode, tags};

/// Elements nested deeper than this count as part of the one above.
const DEEPEST: usize = 250;

/// The name of the root node, which no tag can have.
const ROOT: &str = "#page";

/// The nodes of a page in document order, starting with the root.
pub(super) fn nodes(html: &str) -> Vec<HtmlNode<'_>> {
    let root = HtmlNode {
        tag: ROOT.to_owned(),
        text: "",
        attributes: Vec::new(),
        end: 1,
        parent: usize::MAX,
    };
    let mut parser = HtmlParser {
        html,
        at: 0,
        nodes: vec![root],
        open: vec![0],
        skipped: 0,
    };
    parser.read_all();
    parser.nodes
}

struct HtmlParser<'a> {
    html: &'a str,
    at: usize,
    nodes: Vec<HtmlNode<'a>>,
    /// The elements that are open, outermost first.
    open: Vec<usize>,
    /// How many elements are open beyond the deepest that count.
    skipped: usize,
}

impl<'a> HtmlParser<'a> {
    fn read_all(&mut self) {
        while self.at < self.html.len() {
            let rest = &self.html[self.at..];
            let mark = next_mark(rest);
            self.push_text(&rest[..mark]);
            self.at += mark;
            if mark < rest.len() {
                self.read_mark();
            }
        }
        self.close_down_to(0);
    }

    fn push_text(&mut self, text: &'a str) {
        if !text.is_empty() {
            let (parent, end) = (self.parent(), self.nodes.len() + 1);
            self.nodes.push(HtmlNode {
                tag: String::new(),
                text,
                attributes: Vec::new(),
                end,
                parent,
            });
        }
    }

    fn parent(&self) -> usize {
        self.open.last().copied().unwrap_or(usize::MAX)
    }

    /// Reads what starts with "<".
    fn read_mark(&mut self) {
        let rest = &self.html[self.at..];
        let bytes = rest.as_bytes();
        match bytes.get(1) {
            Some(b'!') if rest.starts_with("<!--") => self.skip_past("-->", 4),
            Some(b'/') if bytes.get(2).is_some_and(u8::is_ascii_alphabetic) => self.read_end_tag(),
            Some(b'!' | b'?' | b'/') => self.skip_past(">", 2),
            _ => self.read_start_tag(),
        }
    }

    fn skip_past(&mut self, close: &str, from: usize) {
        let rest = self.html.get(self.at + from..).unwrap_or("");
        let length = rest.find(close).map_or(rest.len(), |end| end + close.len());
        self.at = (self.at + from + length).min(self.html.len());
    }

    fn read_end_tag(&mut self) {
        let rest = &self.html[self.at + 2..];
        let tag = tag_name(rest).to_ascii_lowercase();
        self.skip_past(">", 2);
        if self.skipped > 0 && !tags::is_void(&tag) {
            self.skipped -= 1;
            return;
        }
        for (depth, &index) in self.open.iter().enumerate().rev() {
            let open = self.nodes[index].tag.as_str();
            if open == tag {
                self.close_down_to(depth);
                return;
            }
            if tags::shields(open, &tag) {
                return;
            }
        }
    }

    fn close_down_to(&mut self, depth: usize) {
        let end = self.nodes.len();
        for index in self.open.drain(depth..) {
            self.nodes[index].end = end;
        }
        if depth < DEEPEST {
            self.skipped = 0;
        }
    }

    fn read_start_tag(&mut self) {
        let rest = &self.html[self.at + 1..];
        let tag = tag_name(rest).to_ascii_lowercase();
        self.at += 1 + tag.len();
        let attributes = self.read_attributes();
        self.close_implied(&tag);
        let index = self.nodes.len();
        let is_deep = self.open.len() >= DEEPEST;
        let is_void = tags::is_void(&tag);
        let is_raw = tags::is_raw(&tag);
        let parent = self.parent();
        self.nodes.push(HtmlNode {
            tag,
            text: "",
            attributes,
            end: index + 1,
            parent,
        });
        if is_void {
            return;
        }
        if is_raw {
            self.read_raw(index);
        } else if is_deep {
            self.skipped += 1;
        } else {
            self.open.push(index);
        }
    }

    /// Closes the elements that a new one ends implicitly: a paragraph before a block, an item
    /// before the next, the head before the body.
    fn close_implied(&mut self, tag: &str) {
        for (depth, &index) in self.open.iter().enumerate().rev() {
            let open = self.nodes[index].tag.as_str();
            if tags::ends(tag, open) {
                self.close_down_to(depth);
                return;
            }
            if !tags::is_inline(open) && open != "p" || open == "button" {
                return;
            }
        }
    }

    /// Reads a script, a style or a title: everything up to its own end tag is text.
    fn read_raw(&mut self, index: usize) {
        let rest = &self.html[self.at..];
        let close = format!("</{}", self.nodes[index].tag);
        let end = find_ignoring_case(rest, &close).unwrap_or(rest.len());
        self.open.push(index);
        self.push_text(&rest[..end]);
        self.open.pop();
        self.nodes[index].end = self.nodes.len();
        self.at += end;
        if end < rest.len() {
            self.skip_past(">", 0);
        }
    }

    fn read_attributes(&mut self) -> Vec<(&'a str, &'a str)> {
        let mut attributes = Vec::new();
        let html = self.html;
        let is_between = |c: char| c.is_ascii_whitespace() || c == '/';
        loop {
            let rest = html[self.at..].trim_start_matches(is_between);
            self.at = html.len() - rest.len();
            if rest.is_empty() {
                return attributes;
            }
            if rest.starts_with('>') {
                self.at += 1;
                return attributes;
            }
            let ends_name = |c: char| c.is_ascii_whitespace() || matches!(c, '=' | '>' | '/');
            // The first character is part of the name whatever it is.
            let first = rest.chars().next().map_or(0, char::len_utf8);
            let length = rest[first..]
                .find(ends_name)
                .map_or(rest.len(), |end| end + first);
            let value = self.read_value(&rest[length..]);
            attributes.push((&rest[..length], value));
        }
    }

    /// Reads "= value" if it follows, and moves past it.
    fn read_value(&mut self, rest: &'a str) -> &'a str {
        let trimmed = rest.trim_start();
        let Some(value) = trimmed.strip_prefix('=') else {
            self.at = self.html.len() - rest.len();
            return "";
        };
        let value = value.trim_start();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
        let (start, end, behind) = if let Some(quote) = quote {
            let end = value[1..].find(quote).map_or(value.len(), |end| end + 1);
            (1, end, (end + 1).min(value.len()))
        } else {
            let ends = |c: char| c.is_ascii_whitespace() || c == '>';
            let end = value.find(ends).unwrap_or(value.len());
            (0, end, end)
        };
        self.at = self.html.len() - (value.len() - behind);
        &value[start..end]
    }
}

/// Where the next tag or comment begins; any other "<" is text.
fn next_mark(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let begins = |at: usize| {
        bytes
            .get(at + 1)
            .is_some_and(|next| next.is_ascii_alphabetic() || matches!(next, b'/' | b'!' | b'?'))
    };
    let mut from = 0;
    while let Some(mark) = rest[from..].find('<') {
        if begins(from + mark) {
            return from + mark;
        }
        from += mark + 1;
    }
    rest.len()
}

fn tag_name(rest: &str) -> &str {
    let end = rest
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != ':')
        .unwrap_or(rest.len());
    &rest[..end]
}

fn find_ignoring_case(text: &str, needle: &str) -> Option<usize> {
    let (bytes, needle) = (text.as_bytes(), needle.as_bytes());
    let mut from = 0;
    while let Some(at) = text[from..].find("</") {
        let at = from + at;
        if bytes[at..].len() >= needle.len()
            && bytes[at..at + needle.len()].eq_ignore_ascii_case(needle)
        {
            return Some(at);
        }
        from = at + 2;
    }
    None
}
