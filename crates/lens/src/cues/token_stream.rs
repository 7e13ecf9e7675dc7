//! A text as a stream of tokens for pattern matching.

/// A text as lower-case words and punctuation marks.
#[derive(Debug)]
pub(crate) struct TokenStream {
    text: String,
    tokens: Vec<StreamToken>,
}

#[derive(Clone, Copy, Debug)]
struct StreamToken {
    start: u32,
    end: u32,
    /// The usual spelling of a contraction written without its apostrophe.
    spelling: Option<&'static str>,
    starts_sentence: bool,
}

impl TokenStream {
    /// Reads at most `limit` bytes, because a text states its subject near the beginning.
    pub(crate) fn new(text: &str, limit: usize) -> Self {
        let text = fold(clipped(text, limit));
        let mut tokens = Vec::with_capacity(text.len() / 5);
        let mut starts_sentence = true;
        let mut start = None;
        for (at, symbol) in text.char_indices().chain([(text.len(), ' ')]) {
            let is_inside = symbol.is_alphanumeric()
                || (matches!(symbol, '\'' | '_' | '-' | '+' | '#' | '$' | '%') && at < text.len());
            match (is_inside, start) {
                (true, None) => start = Some(at),
                (false, Some(from)) => {
                    push_word(&text, from, at, &mut tokens, &mut starts_sentence);
                    start = None;
                }
                _ => {}
            }
            if matches!(symbol, '.' | '?' | '!' | ',' | ';' | ':' | '\n' | '>' | '|') {
                let has_word = tokens.last().is_some_and(|last| !is_mark(&text, last));
                if has_word || matches!(symbol, '?' | '!' | '>') {
                    tokens.push(token(at, at + 1, false));
                }
                starts_sentence |= !matches!(symbol, ',' | '>');
            }
        }
        Self { text, tokens }
    }

    pub(crate) fn len(&self) -> usize {
        self.tokens.len()
    }

    pub(crate) fn word(&self, at: usize) -> &str {
        let token = &self.tokens[at];
        token
            .spelling
            .unwrap_or(&self.text[token.start as usize..token.end as usize])
    }

    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|at| self.word(at))
    }

    pub(crate) fn is_mark(&self, at: usize) -> bool {
        is_mark(&self.text, &self.tokens[at])
    }

    pub(crate) fn starts_sentence(&self, at: usize) -> bool {
        self.tokens[at].starts_sentence
    }

    /// The text that the tokens were read from, in lower case.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn start(&self, at: usize) -> usize {
        self.tokens[at].start as usize
    }

    pub(crate) fn end(&self, at: usize) -> usize {
        self.tokens[at].end as usize
    }

    /// The matched words in lower case and on one line.
    pub(crate) fn phrase(&self, from: usize, to: usize) -> String {
        let start = self.tokens[from].start as usize;
        let end = self.tokens[to - 1].end as usize;
        self.text[start..end]
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// The first `limit` bytes, cut where a character ends.
pub(crate) fn clipped(text: &str, limit: usize) -> &str {
    &text[..text.floor_char_boundary(limit)]
}

fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for symbol in text.chars() {
        match symbol {
            '\u{2018}' | '\u{2019}' | '`' => folded.push('\''),
            _ if symbol.is_ascii() => folded.push(symbol.to_ascii_lowercase()),
            _ => folded.push(lower(symbol)),
        }
    }
    folded
}

/// The lower-case letter if it takes the same number of bytes, so that offsets stay valid.
fn lower(symbol: char) -> char {
    let mut small = symbol.to_lowercase();
    match (small.next(), small.next()) {
        (Some(one), None) if one.len_utf8() == symbol.len_utf8() => one,
        _ => symbol,
    }
}

/// A text with straight apostrophes. The offsets of a [`TokenStream`] of it stay valid.
pub(crate) fn straight(text: &str) -> String {
    text.replace(['\u{2018}', '\u{2019}', '`'], "'")
}

fn push_word(
    text: &str,
    from: usize,
    to: usize,
    tokens: &mut Vec<StreamToken>,
    starts_sentence: &mut bool,
) {
    let word = &text[from..to];
    let trimmed = word.trim_matches(['\'', '-', '_']);
    if trimmed.is_empty() {
        return;
    }
    let start = from + (word.len() - word.trim_start_matches(['\'', '-', '_']).len());
    let mut token = token(start, start + trimmed.len(), *starts_sentence);
    token.spelling = usual_spelling(trimmed);
    tokens.push(token);
    *starts_sentence = false;
}

fn token(start: usize, end: usize, starts_sentence: bool) -> StreamToken {
    StreamToken {
        start: u32::try_from(start).expect("a stream is cut far below 4 GB"),
        end: u32::try_from(end).expect("a stream is cut far below 4 GB"),
        spelling: None,
        starts_sentence,
    }
}

fn is_mark(text: &str, token: &StreamToken) -> bool {
    matches!(
        text.as_bytes()[token.start as usize],
        b'.' | b'?' | b'!' | b',' | b';' | b':' | b'\n' | b'>' | b'|'
    )
}

fn usual_spelling(word: &str) -> Option<&'static str> {
    Some(match word {
        "dont" => "don't",
        "doesnt" => "doesn't",
        "didnt" => "didn't",
        "cant" => "can't",
        "wont" => "won't",
        "isnt" => "isn't",
        "arent" => "aren't",
        "wasnt" => "wasn't",
        "havent" => "haven't",
        "hasnt" => "hasn't",
        "couldnt" => "couldn't",
        "wouldnt" => "wouldn't",
        "shouldnt" => "shouldn't",
        "im" => "i'm",
        "ive" => "i've",
        "whats" => "what's",
        "wheres" => "where's",
        "theres" => "there's",
        "thats" => "that's",
        _ => return None,
    })
}
