//! Removes Reddit's Markdown from a text and shortens long lines at the end of a clause.

/// One line without Markdown, links and entities.
pub(super) fn plain(text: &str) -> String {
    let text = text
        .replace("&amp;", "&")
        .replace("&gt;", ">")
        .replace("&lt;", "<");
    let mut plain = String::with_capacity(text.len());
    for word in without_links(&text).split_whitespace() {
        let word = word.trim_matches(['*', '#', '`', '~']);
        let is_mark = !word
            .chars()
            .any(|symbol| symbol.is_alphanumeric() || is_picture(symbol));
        if word.starts_with("http") || word.starts_with("www.") || (is_mark && word != "&") {
            continue;
        }
        if !plain.is_empty() {
            plain.push(' ');
        }
        plain.push_str(&word.replace("**", "").replace("__", ""));
    }
    plain
}

/// At most `limit` characters, cut at the end of a clause if that keeps enough, otherwise after a
/// word.
pub(crate) fn shortened(text: &str, limit: usize) -> String {
    let text = text.trim();
    if text.chars().count() <= limit {
        return text.to_owned();
    }
    let room: usize = text.chars().take(limit - 1).map(char::len_utf8).sum();
    let head = &text[..room];
    let clause = [
        ", ",
        "; ",
        " - ",
        " \u{2014} ",
        ". ",
        " because ",
        " but ",
        " (",
        ": ",
    ]
    .into_iter()
    .filter_map(|end| head.rfind(end))
    .max()
    .filter(|at| *at > room / 2);
    let cut = clause.or_else(|| head.rfind(' ')).unwrap_or(room);
    format!(
        "{}\u{2026}",
        head[..cut].trim_end_matches([' ', ',', ';', ':', '.', '-', '('])
    )
}

/// A title without its tag: `[Help] Which one?` becomes `Which one?`.
pub(super) fn without_tag(title: &str) -> &str {
    let title = title.trim();
    for (open, close) in [('[', ']'), ('(', ')'), ('{', '}')] {
        if let Some(rest) = title.strip_prefix(open)
            && let Some(end) = rest.find(close)
            && rest[..end].split_whitespace().count() <= 3
            && rest[end + 1..].split_whitespace().count() >= 3
        {
            return rest[end + 1..].trim_start_matches([':', '-', ' ']);
        }
    }
    title
}

/// A sentence without a greeting such as "Hi all,".
pub(super) fn without_greeting(sentence: &str) -> String {
    const GREETINGS: &[&str] = &[
        "hi",
        "hey",
        "hello",
        "greetings",
        "howdy",
        "dear",
        "yo",
        "ok",
        "okay",
        "so",
        "well",
        "basically",
        "anyway",
    ];
    let (head, rest) = sentence
        .split_once([',', '!', '-'])
        .unwrap_or(("", sentence));
    let words: Vec<String> = head.split_whitespace().map(str::to_lowercase).collect();
    let is_greeting = words
        .first()
        .is_some_and(|first| GREETINGS.contains(&first.as_str()));
    if is_greeting && words.len() <= 5 && rest.trim().chars().count() >= 15 {
        return capitalised(rest.trim());
    }
    sentence.to_owned()
}

/// A sentence with its first letter in upper case.
pub(crate) fn capitalised(sentence: &str) -> String {
    let mut symbols = sentence.chars();
    symbols.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(symbols).collect()
    })
}

/// `[words](address)` becomes its words.
fn without_links(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('[') {
        let (before, from) = rest.split_at(open);
        plain.push_str(before);
        let reach = from.floor_char_boundary(500);
        let window = from[..reach].find('\n').unwrap_or(reach);
        let link = from[..window].find("](").and_then(|middle| {
            from[middle..window]
                .find(')')
                .map(|end| (&from[1..middle], middle + end + 1))
        });
        if let Some((words, end)) = link {
            plain.push_str(words);
            rest = &from[end..];
        } else {
            plain.push('[');
            rest = &from[1..];
        }
    }
    plain.push_str(rest);
    plain
}

fn is_picture(symbol: char) -> bool {
    matches!(symbol, '\u{1f300}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}' | '$' | '%')
}
