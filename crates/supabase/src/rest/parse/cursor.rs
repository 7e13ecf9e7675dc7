//! A place in a text that is being read.

#[derive(Debug)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
    /// No quote from here on ends a value, so it is no use to look for one again.
    is_past_last_quote: bool,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            is_past_last_quote: false,
        }
    }

    /// Steps over these words if they come next.
    pub(super) fn eat(&mut self, words: &str) -> bool {
        let is_next = self.rest().starts_with(words);
        if is_next {
            self.at += words.len();
        }
        is_next
    }

    /// Steps over what a name or an operator is made of.
    pub(super) fn word(&mut self) -> &'a str {
        self.until(|letter| !(letter.is_ascii_alphanumeric() || letter == '_'))
    }

    pub(super) fn skip_blanks(&mut self) {
        self.until(|letter| letter != ' ');
    }

    pub(super) fn take_rest(&mut self) -> &'a str {
        self.until(|_| false)
    }

    /// One value among others: in quotes, or up to the next comma or closing parenthesis.
    pub(super) fn element(&mut self) -> String {
        if self.rest().starts_with('"') && !self.is_past_last_quote {
            if let Some((value, length)) = unquoted(self.rest()) {
                self.at += length;
                return value;
            }
            self.is_past_last_quote = true;
        }
        self.until(ends_element).to_owned()
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.rest().is_empty()
    }

    pub(super) fn mark(&self) -> usize {
        self.at
    }

    pub(super) fn back_to(&mut self, mark: usize) {
        self.at = mark;
    }

    /// Where it stands, counted in characters from 1.
    pub(super) fn column(&self) -> usize {
        self.text[..self.at].chars().count() + 1
    }

    pub(super) fn surprise(&self) -> String {
        match self.rest().chars().next() {
            Some(letter) => format!("unexpected {letter:?}"),
            None => "unexpected end of input".to_owned(),
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn until(&mut self, ends: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(ends).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }
}

fn ends_element(letter: char) -> bool {
    matches!(letter, ',' | ')')
}

/// The value of a text that begins with a quoted one, and how many bytes that is with its quotes.
///
/// The client puts values with commas and parentheses in quotes and escapes nothing in them. So a
/// quote ends the value only where a value can end, and a backslash escapes a quote or itself.
fn unquoted(text: &str) -> Option<(String, usize)> {
    let mut value = String::new();
    let mut letters = text.char_indices().skip(1).peekable();
    while let Some((at, letter)) = letters.next() {
        let next = letters.peek().map(|(_, next)| *next);
        match (letter, next) {
            ('\\', Some(escaped @ ('"' | '\\'))) => {
                value.push(escaped);
                letters.next();
            }
            ('"', next) if next.is_none_or(ends_element) => return Some((value, at + 1)),
            _ => value.push(letter),
        }
    }
    None
}
