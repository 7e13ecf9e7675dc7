//! Web addresses in a text: their letters are not prose.

use super::folded_text::FoldedText;

/// An address: the host, and the whole with its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WebAddress {
    start: usize,
    host_end: usize,
    end: usize,
}

/// What kind of text a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextPlace {
    Prose,
    Host,
    Path,
}

/// All addresses, with or without a scheme: `https://app.paperlark.example/x`, `cal.com`.
pub(super) fn addresses(text: &FoldedText) -> Vec<WebAddress> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.letters.len() {
        let start = at;
        while text.at(at).is_some_and(is_of_host) {
            at += 1;
        }
        if let Some(host_end) = host_end(text, start, at) {
            let end = path_end(text, host_end);
            found.push(WebAddress {
                start,
                host_end,
                end,
            });
            at = end;
        }
        at = at.max(start + 1);
    }
    found
}

pub(super) fn place(addresses: &[WebAddress], at: usize) -> TextPlace {
    let address = addresses
        .iter()
        .find(|address| (address.start..address.end).contains(&at));
    match address {
        None => TextPlace::Prose,
        Some(address) if at < address.host_end => TextPlace::Host,
        Some(_) => TextPlace::Path,
    }
}

fn is_of_host(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-')
}

/// Where the host ends, if it is one: at least two labels, the last of them letters. A capital after
/// the dot is the next sentence.
fn host_end(text: &FoldedText, start: usize, mut end: usize) -> Option<usize> {
    while end > start && matches!(text.before(end), Some('.' | '-')) {
        end -= 1;
    }
    let dot = (start + 1..end)
        .rev()
        .find(|at| text.at(*at) == Some('.'))?;
    let is_letter = |at: usize| {
        text.at(at)
            .is_some_and(|letter| letter.is_ascii_lowercase())
    };
    let is_suffix = end - dot > 2
        && (dot + 1..end).all(is_letter)
        && (!text.is_capital(dot + 1) || text.is_capital(start));
    let is_sentence = text.is_capital(dot + 1) && !text.is_capital(dot - 1);
    (is_suffix && !is_sentence).then_some(end)
}

fn path_end(text: &FoldedText, host_end: usize) -> usize {
    if !matches!(text.at(host_end), Some('/' | '?' | ':' | '#')) {
        return host_end;
    }
    let stops = |letter: char| letter.is_whitespace() || matches!(letter, ')' | ']' | '>' | '"');
    let mut end = host_end;
    while text.at(end).is_some_and(|letter| !stops(letter)) {
        end += 1;
    }
    end
}
