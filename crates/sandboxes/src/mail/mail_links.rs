//! The web links of a mail, so that a person or a test can follow them.

/// Links of `html` (its `href`s), then of `text`, in order and each once.
pub(super) fn of(html: Option<&str>, text: Option<&str>) -> Vec<String> {
    let in_html = hrefs(html.unwrap_or_default())
        .into_iter()
        .map(decode_entities);
    let in_text = bare_links(text.unwrap_or_default());
    let mut links = Vec::new();
    for link in in_html.chain(in_text).filter(|link| starts_a_link(link)) {
        if !links.contains(&link) {
            links.push(link);
        }
    }
    links
}

fn starts_a_link(text: &str) -> bool {
    text.starts_with("http://") || text.starts_with("https://")
}

/// The value of every `href` attribute, whatever its case and quotes.
fn hrefs(html: &str) -> Vec<&str> {
    // Lower-casing ASCII keeps all byte offsets.
    html.to_ascii_lowercase()
        .match_indices("href")
        .filter(|(start, _)| html[..*start].ends_with(|before: char| before.is_whitespace()))
        .filter_map(|(start, name)| attribute_value(&html[start + name.len()..]))
        .collect()
}

fn attribute_value(after_name: &str) -> Option<&str> {
    let value = after_name.trim_start().strip_prefix('=')?.trim_start();
    let end_of_quoted = |quote: char| value[1..].split(quote).next();
    match value.chars().next()? {
        quote @ ('"' | '\'') => end_of_quoted(quote),
        _ => value.split(|c: char| c.is_whitespace() || c == '>').next(),
    }
    .map(str::trim)
}

/// Links in plain text, without the punctuation around them.
fn bare_links(text: &str) -> Vec<String> {
    text.split(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"'))
        .filter_map(|word| word.find("http").map(|start| &word[start..]))
        .map(|link| {
            link.trim_end_matches(['.', ',', ';', ':', '!', '?', ')', ']', '\''])
                .to_owned()
        })
        .collect()
}

/// Decodes the entities in an attribute: the five of XML and numeric ones.
fn decode_entities(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        decoded.push_str(&rest[..start]);
        rest = &rest[start..];
        let (character, length) = entity(rest).unwrap_or(('&', 1));
        decoded.push(character);
        rest = &rest[length..];
    }
    decoded + rest
}

/// The entity at the very start of `text`, and how many bytes it took.
fn entity(text: &str) -> Option<(char, usize)> {
    let (name, _) = text[1..].split_once(';')?;
    let character = match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        number => numeric(number.strip_prefix('#')?)?,
    };
    Some((character, name.len() + 2))
}

fn numeric(digits: &str) -> Option<char> {
    let code = match digits.strip_prefix(['x', 'X']) {
        Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16),
        None => digits.parse(),
    };
    char::from_u32(code.ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_in_html_and_text() {
        check(
            r#"<a href="https://a.example/">a</a>"#,
            "",
            &["https://a.example/"],
        );
        check(
            "<A HREF = 'http://a.example/?x=1&amp;y=2'>a</A>",
            "",
            &["http://a.example/?x=1&y=2"],
        );
        check(
            "<a class=x href=https://a.example/b>a</a>",
            "",
            &["https://a.example/b"],
        );
        check(
            "<a href=\"https:&#x2F;&#47;a.example&sect;\">a</a>",
            "",
            &["https://a.example&sect;"],
        );
        check(
            "",
            "Open https://a.example/b?c=d, please (https://e.example).",
            &["https://a.example/b?c=d", "https://e.example"],
        );
        check(
            "",
            "See <https://a.example/> or write to mailto:ada@example.com",
            &["https://a.example/"],
        );
    }

    #[test]
    fn what_is_no_web_link_is_left_out() {
        check(r#"<a href="mailto:ada@example.com">a</a>"#, "", &[]);
        check(r#"<a href="javascript:alert(1)">a</a>"#, "", &[]);
        check(r#"<a data-href="https://a.example/">a</a>"#, "", &[]);
        check("<a href", "", &[]);
        check("<a href=", "", &[]);
        check("<a href=\"", "httpx is a word", &[]);
    }

    #[test]
    fn a_link_in_both_halves_appears_once_in_the_order_of_the_html() {
        let html = r#"<a href="https://b.example/">b</a> <a href="https://a.example/">a</a>"#;

        check(
            html,
            "https://a.example/ https://c.example/",
            &[
                "https://b.example/",
                "https://a.example/",
                "https://c.example/",
            ],
        );
    }

    fn check(html: &str, text: &str, expected: &[&str]) {
        assert_eq!(of(Some(html), Some(text)), expected, "{html} {text}");
    }
}
