//! Plain text from the HTML of items.
//!
//! Hacker News writes very little HTML: paragraphs, links, italics and code. Each byte is read a
//! bounded number of times, and nothing is nested, so that hostile text costs no more than other.

use std::fmt::Write as _;

use memchr::memchr;

/// The text of an item: `<p>` is a blank line, links show their whole address, code keeps its
/// lines, other tags are dropped and entities decoded.
pub fn plain_text(html: &str) -> String {
    let mut text = TextBuilder::default();
    let mut rest = html;
    while let Some((before, tag, after)) = next_tag(rest) {
        text.add(before);
        text.apply(tag);
        rest = after;
    }
    text.add(rest);
    text.finish()
}

/// Text with its entities decoded. What is no entity stays as it is; control characters are dropped.
pub(super) fn decoded(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = memchr(b'&', rest.as_bytes()) {
        text.push_str(&rest[..at]);
        let (character, length) = entity(&rest[at..]).unwrap_or(('&', 1));
        text.push(character);
        rest = &rest[at + length..];
    }
    text.push_str(rest);
    text.retain(|c| !c.is_control() || matches!(c, '\n' | '\t'));
    text
}

/// The text so far, and what the tags before this point have opened.
#[derive(Default)]
struct TextBuilder {
    text: String,
    is_code: bool,
    /// The address of the open link, and where its text begins.
    link: Option<(String, usize)>,
}

impl TextBuilder {
    fn add(&mut self, raw: &str) {
        let text = decoded(raw);
        if self.is_code {
            self.text.push_str(&text);
            return;
        }
        for (place, word) in text.split(is_space).enumerate() {
            let is_at_start = self.text.is_empty() || self.text.ends_with(is_space);
            if place > 0 && !is_at_start {
                self.text.push(' ');
            }
            self.text.push_str(word);
        }
    }

    /// `tag` is what stands between the angle brackets.
    fn apply(&mut self, tag: &str) {
        let name_length = tag
            .bytes()
            .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'/')
            .count();
        match tag[..name_length].to_ascii_lowercase().as_str() {
            "p" => self.break_lines(2),
            "br" | "br/" => self.break_lines(1),
            "pre" => {
                self.break_lines(2);
                self.is_code = true;
            }
            "/pre" => {
                self.is_code = false;
                self.break_lines(2);
            }
            "a" => self.link = address_in(tag).map(|address| (address, self.text.len())),
            "/a" => self.close_link(),
            _ => {}
        }
    }

    fn break_lines(&mut self, lines: usize) {
        self.close_link();
        self.text.truncate(self.text.trim_end().len());
        if !self.text.is_empty() {
            self.text.extend(std::iter::repeat_n('\n', lines));
        }
    }

    /// Hacker News shortens long addresses in the text of a link and ends them with dots; the whole
    /// address replaces them. Another text stays, and the address follows it.
    fn close_link(&mut self) {
        let Some((address, start)) = self.link.take() else {
            return;
        };
        let shown = self.text.get(start..).unwrap_or_default().trim();
        if address.starts_with(shown.trim_end_matches("...")) {
            self.text.truncate(start);
            self.text.push_str(&address);
        } else {
            let _ = write!(self.text, " ({address})");
        }
    }

    fn finish(mut self) -> String {
        self.close_link();
        self.text.trim_end().to_owned()
    }
}

/// What stands before the next tag, the tag without its brackets, and what follows it.
fn next_tag(html: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    loop {
        let start = from + memchr(b'<', &html.as_bytes()[from..])?;
        let inside = &html[start + 1..];
        if inside.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!')) {
            let end = memchr(b'>', inside.as_bytes())?;
            return Some((&html[..start], &inside[..end], &inside[end + 1..]));
        }
        from = start + 1;
    }
}

/// The address of a link, if it leads to the web.
fn address_in(tag: &str) -> Option<String> {
    let (_, value) = tag.split_once("href=")?;
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
    let value = match quote {
        Some(quote) => value[1..].split(quote).next(),
        None => value.split(is_space).next(),
    };
    let address = decoded(value?);
    let is_web = address.starts_with("https://") || address.starts_with("http://");
    (is_web && !address.contains(is_space)).then_some(address)
}

/// No entity is longer, its `&` and `;` included.
const LONGEST_ENTITY: usize = 10;

/// The character of the entity at the beginning of `text`, and the entity's length.
fn entity(text: &str) -> Option<(char, usize)> {
    let end = text
        .bytes()
        .take(LONGEST_ENTITY)
        .position(|byte| byte == b';')?;
    let character = match text.get(1..end)? {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        "hellip" => '…',
        "ndash" => '–',
        "mdash" => '—',
        "lsquo" => '‘',
        "rsquo" => '’',
        "ldquo" => '“',
        "rdquo" => '”',
        other => numbered(other.strip_prefix('#')?)?,
    };
    Some((character, end + 1))
}

fn numbered(digits: &str) -> Option<char> {
    let hexadecimal = digits.strip_prefix(['x', 'X']);
    let number = match hexadecimal {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    char::from_u32(number.ok()?)
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\n' | '\t' | '\r')
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn html_becomes_plain_text() {
        for (html, expected) in [
            ("", ""),
            ("Hello", "Hello"),
            ("One<p>Two<p>Three", "One\n\nTwo\n\nThree"),
            ("<p>One</p>\n<p>Two</p>", "One\n\nTwo"),
            ("One<br>Two<br/>Three", "One\nTwo\nThree"),
            (
                "I&#x27;m &lt;b&gt; &amp;amp; &quot;it&quot;",
                "I'm <b> &amp; \"it\"",
            ),
            ("a&#x2F;b &#39;c&#39; &nbsp;d &hellip;", "a/b 'c' d …"),
            (
                "AT&T &bogus; &#xZZ; &#x110000; &",
                "AT&T &bogus; &#xZZ; &#x110000; &",
            ),
            ("so <i>very</i> late", "so very late"),
            ("2 < 3 and 4 > 3", "2 < 3 and 4 > 3"),
            ("a <- b<p>c", "a <- b\n\nc"),
            ("cut <a href=", "cut <a href="),
            ("one\ntwo   three", "one two three"),
            (
                r#"See <a href="https:&#x2F;&#x2F;a.example&#x2F;long&#x2F;path?a=1&amp;b=2" rel="nofollow">https:&#x2F;&#x2F;a.example&#x2F;lo...</a> now"#,
                "See https://a.example/long/path?a=1&b=2 now",
            ),
            (
                r#"<a href="https://a.example/">the site</a>."#,
                "the site (https://a.example/).",
            ),
            (r#"<a href="javascript:alert(1)">go</a>"#, "go"),
            (
                r#"<a href="https://a.example">open"#,
                "open (https://a.example)",
            ),
            (
                "Try:<p><pre><code>  fn main() {\n    1 &lt; 2\n  }\n</code></pre>\nthen run",
                "Try:\n\n  fn main() {\n    1 < 2\n  }\n\nthen run",
            ),
            ("a\u{0}b&#0;c&#x1b;d", "abcd"),
            ("<script>x</script><!-- y -->z", "xz"),
        ] {
            assert_eq!(plain_text(html), expected, "{html}");
        }
    }

    #[test]
    fn titles_keep_their_angle_brackets() {
        assert_eq!(decoded("Vec<T> &amp; friends"), "Vec<T> & friends");
    }

    #[test]
    fn hostile_text_takes_no_longer_than_other_text() {
        let begun = Instant::now();

        for piece in [
            "<",
            "<a",
            "< <",
            "&",
            "&#",
            "<a href=\"https://a.example\">",
            "<p>",
            "<pre>",
        ] {
            let text = piece.repeat(64 * 1024 / piece.len());
            let _ = plain_text(&text);
            let _ = plain_text(&format!("{text}>"));
        }

        assert!(begun.elapsed().as_secs() < 5, "{:?}", begun.elapsed());
    }
}
