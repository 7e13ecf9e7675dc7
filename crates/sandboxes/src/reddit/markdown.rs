//! Reddit's Markdown as HTML, as far as the sample posts use it: paragraphs, lists, quotes, code,
//! emphasis and links. Everything else is text, and no text becomes a tag.

use std::fmt::Write as _;

pub(super) fn html(text: &str) -> String {
    let mut html = String::new();
    for block in text.split("\n\n").filter(|block| !block.trim().is_empty()) {
        blocks(block.trim_matches('\n'), &mut html);
    }
    html
}

pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

/// The kind of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BlockKind {
    Text,
    Item,
    Numbered,
    Quote,
    Code,
}

/// The block's lines in runs of one kind each.
fn blocks(block: &str, html: &mut String) {
    let mut run: Vec<&str> = Vec::new();
    let mut kind = BlockKind::Text;
    for line in block.lines() {
        let (next, line) = sorted(line);
        if next != kind {
            write_run(kind, &run, html);
            run.clear();
        }
        kind = next;
        run.push(line);
    }
    write_run(kind, &run, html);
}

fn sorted(line: &str) -> (BlockKind, &str) {
    if let Some(code) = line.strip_prefix("    ") {
        return (BlockKind::Code, code);
    }
    let line = line.trim();
    if let Some(item) = line.strip_prefix("- ").or(line.strip_prefix("* ")) {
        return (BlockKind::Item, item);
    }
    if let Some(quote) = line.strip_prefix('>') {
        return (BlockKind::Quote, quote.trim());
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    match line.get(digits..).and_then(|rest| rest.strip_prefix(". ")) {
        Some(item) if (1..=2).contains(&digits) => (BlockKind::Numbered, item),
        _ => (BlockKind::Text, line),
    }
}

fn write_run(kind: BlockKind, lines: &[&str], html: &mut String) {
    if lines.is_empty() {
        return;
    }
    let items = || {
        let items = lines
            .iter()
            .map(|line| format!("<li>{}</li>", inline(line)));
        items.collect::<String>()
    };
    let text = || {
        let lines: Vec<String> = lines.iter().map(|line| inline(line)).collect();
        lines.join("<br>")
    };
    let _ = match kind {
        BlockKind::Text => write!(html, "<p>{}</p>", text()),
        BlockKind::Item => write!(html, "<ul>{}</ul>", items()),
        BlockKind::Numbered => write!(html, "<ol>{}</ol>", items()),
        BlockKind::Quote => write!(html, "<blockquote><p>{}</p></blockquote>", text()),
        BlockKind::Code => write!(html, "<pre>{}</pre>", escape(&lines.join("\n"))),
    };
}

/// Links first, because their URLs may contain emphasis characters.
fn inline(text: &str) -> String {
    let Some((before, label, address, after)) = link(text) else {
        return emphasis(&escape(text));
    };
    let is_web = address.starts_with("https://") || address.starts_with("http://");
    let label = emphasis(&escape(label));
    let link = if is_web {
        let address = escape(address);
        format!("<a href=\"{address}\" rel=\"nofollow noopener noreferrer\">{label}</a>")
    } else {
        label
    };
    format!("{}{link}{}", emphasis(&escape(before)), inline(after))
}

/// The first `[label](address)`, and what is around it.
fn link(text: &str) -> Option<(&str, &str, &str, &str)> {
    let middle = text.find("](")?;
    let open = text[..middle].rfind('[')?;
    let close = middle + text[middle..].find(')')?;
    Some((
        &text[..open],
        &text[open + 1..middle],
        &text[middle + 2..close],
        &text[close + 1..],
    ))
}

/// In text that is already escaped.
fn emphasis(text: &str) -> String {
    let text = between(text, "**", "strong");
    let text = between(&text, "*", "em");
    between(&text, "`", "code")
}

fn between(text: &str, mark: &str, tag: &str) -> String {
    let mut html = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(mark) {
        let inner = after.split_once(mark);
        let Some((inner, after)) = inner.filter(|(inner, _)| !inner.trim().is_empty()) else {
            html = html + before + mark;
            rest = after;
            continue;
        };
        let _ = write!(html, "{before}<{tag}>{inner}</{tag}>");
        rest = after;
    }
    html + rest
}

#[cfg(test)]
mod tests {
    use super::html;

    #[test]
    fn marks_become_tags_and_tags_become_text() {
        for (text, expected) in [
            ("One\n\nTwo", "<p>One</p><p>Two</p>"),
            (
                "List:\n- a\n- b",
                "<p>List:</p><ul><li>a</li><li>b</li></ul>",
            ),
            ("1. a\n2. b", "<ol><li>a</li><li>b</li></ol>"),
            ("> said", "<blockquote><p>said</p></blockquote>"),
            (
                "**so** *it* is",
                "<p><strong>so</strong> <em>it</em> is</p>",
            ),
            ("2 * 3 is 6", "<p>2 * 3 is 6</p>"),
            ("<b> & \"c\"", "<p>&lt;b&gt; &amp; &quot;c&quot;</p>"),
            (
                "see [this](https://a.example/x_y) now",
                "<p>see <a href=\"https://a.example/x_y\" rel=\"nofollow noopener noreferrer\">this</a> now</p>",
            ),
            ("[x](javascript:alert(1))", "<p>x)</p>"),
            ("    code <b>", "<pre>code &lt;b&gt;</pre>"),
        ] {
            assert_eq!(html(text), expected, "{text}");
        }
    }
}
