//! The tokens of a text for sentiment: words, emoticons, emoji and runs of punctuation.

/// Tokens joined by single spaces, so that n-grams include word boundaries.
#[derive(Debug, Default)]
pub(super) struct SentimentTokens {
    joined: Vec<u8>,
    spans: Vec<TokenSpan>,
    /// Words of three letters or more in capitals.
    pub(super) shouted: usize,
    pub(super) exclamations: usize,
    pub(super) questions: usize,
    /// Words with a letter drawn out, as in "sooo".
    pub(super) drawn_out: usize,
}

/// The position of a token in the joined text and in the original.
#[derive(Clone, Copy, Debug)]
struct TokenSpan {
    start: u32,
    end: u32,
    source: (u32, u32),
}

impl SentimentTokens {
    pub(super) fn new(text: &str) -> Self {
        let mut tokens = Self::default();
        tokens.joined.reserve(text.len() + 2);
        tokens.joined.push(b' ');
        let mut at = 0;
        while at < text.len() {
            at = tokens.read(text, at);
        }
        tokens
    }

    pub(super) fn len(&self) -> usize {
        self.spans.len()
    }

    pub(super) fn get(&self, at: usize) -> &[u8] {
        let span = self.spans[at];
        &self.joined[span.start as usize..span.end as usize]
    }

    /// The token with the space before and after it.
    pub(super) fn padded(&self, at: usize) -> &[u8] {
        let span = self.spans[at];
        &self.joined[span.start as usize - 1..=span.end as usize]
    }

    /// The position of the token in the original text.
    pub(super) fn source(&self, at: usize) -> (usize, usize) {
        let (start, end) = self.spans[at].source;
        (start as usize, end as usize)
    }

    /// Reads one token or skips a character, and returns where to continue.
    fn read(&mut self, text: &str, at: usize) -> usize {
        let bytes = text.as_bytes();
        match bytes[at] {
            byte if byte.is_ascii_alphanumeric() => self.read_word(text, at),
            b'@' if bytes.get(at + 1).is_some_and(u8::is_ascii_alphanumeric) => {
                let end = run(bytes, at + 1, |byte| {
                    byte.is_ascii_alphanumeric() || byte == b'_'
                });
                self.push(b"<user>", (at, end));
                end
            }
            byte if byte.is_ascii_whitespace() || matches!(byte, b'[' | b']' | b'#' | b'@') => {
                at + 1
            }
            byte if byte.is_ascii_punctuation() => self.read_marks(bytes, at),
            byte if byte.is_ascii() => at + 1,
            _ => self.read_symbol(text, at),
        }
    }

    fn read_word(&mut self, text: &str, at: usize) -> usize {
        let bytes = text.as_bytes();
        let end = word_end(text, at);
        if bytes[at..end].eq_ignore_ascii_case(b"http")
            || bytes[at..end].eq_ignore_ascii_case(b"https")
        {
            let end = run(bytes, at, |byte| !byte.is_ascii_whitespace());
            self.push(b"<url>", (at, end));
            return end;
        }
        if bytes[at..end].iter().all(u8::is_ascii_digit) {
            self.push(b"<num>", (at, end));
            return end;
        }
        let word = &text[at..end];
        if end - at > 2 && bytes[at..end].iter().all(u8::is_ascii_uppercase) {
            self.shouted += 1;
        }
        let start = self.joined.len();
        self.push_squeezed(word);
        self.finish(start, (at, end));
        end
    }

    /// Puts a word in lower case, with at most two of a letter in a row.
    fn push_squeezed(&mut self, word: &str) {
        let (mut last, mut times, mut is_drawn_out) = ('\0', 0, false);
        let mut buffer = [0; 4];
        for symbol in word.chars() {
            let symbol = match symbol {
                '\u{2019}' => '\'',
                _ if symbol.is_ascii() => symbol.to_ascii_lowercase(),
                _ => symbol.to_lowercase().next().unwrap_or(symbol),
            };
            times = if symbol == last { times + 1 } else { 1 };
            last = symbol;
            if times <= 2 {
                self.joined
                    .extend_from_slice(symbol.encode_utf8(&mut buffer).as_bytes());
            }
            is_drawn_out |= times > 2;
        }
        self.drawn_out += usize::from(is_drawn_out);
    }

    /// A run of punctuation is one token of at most four marks; ":D" and "<3" take their letter.
    fn read_marks(&mut self, bytes: &[u8], at: usize) -> usize {
        let mut end = run(bytes, at, |byte| {
            byte.is_ascii_punctuation() && !matches!(byte, b'[' | b']' | b'#' | b'@')
        });
        for mark in &bytes[at..end] {
            self.exclamations += usize::from(*mark == b'!');
            self.questions += usize::from(*mark == b'?');
        }
        let takes_letter = matches!(bytes[end - 1], b':' | b';' | b'=' | b'<' | b'-')
            && bytes.get(end).is_some_and(|byte| b"dDpPoO3".contains(byte))
            && bytes
                .get(end + 1)
                .is_none_or(|byte| !byte.is_ascii_alphanumeric())
            && end - at <= 2;
        end += usize::from(takes_letter);
        let mark = bytes[at..end.min(at + 4)].to_ascii_lowercase();
        self.push(&mark, (at, end));
        end
    }

    /// A letter beyond ASCII begins a word; any other symbol, such as an emoji, is its own token.
    fn read_symbol(&mut self, text: &str, at: usize) -> usize {
        let symbol = text[at..]
            .chars()
            .next()
            .expect("`at` is a character's beginning");
        if symbol.is_alphanumeric() {
            return self.read_word(text, at);
        }
        let end = at + symbol.len_utf8();
        if !symbol.is_whitespace() && !matches!(symbol, '\u{200d}' | '\u{fe0f}') {
            self.push(&text.as_bytes()[at..end], (at, end));
        }
        end
    }

    fn push(&mut self, token: &[u8], source: (usize, usize)) {
        let start = self.joined.len();
        self.joined.extend_from_slice(token);
        self.finish(start, source);
    }

    fn finish(&mut self, start: usize, source: (usize, usize)) {
        self.spans.push(TokenSpan {
            start: small(start),
            end: small(self.joined.len()),
            source: (small(source.0), small(source.1)),
        });
        self.joined.push(b' ');
    }
}

/// The end of the word at `at`, including inner apostrophes.
fn word_end(text: &str, at: usize) -> usize {
    let mut symbols = text[at..].char_indices().peekable();
    while let Some((offset, symbol)) = symbols.next() {
        let goes_on = symbol.is_alphanumeric()
            || (matches!(symbol, '\'' | '\u{2019}')
                && symbols
                    .peek()
                    .is_some_and(|(_, next)| next.is_alphanumeric()));
        if !goes_on {
            return at + offset;
        }
    }
    text.len()
}

fn run(bytes: &[u8], from: usize, belongs: impl Fn(u8) -> bool) -> usize {
    bytes[from..]
        .iter()
        .position(|byte| !belongs(*byte))
        .map_or(bytes.len(), |length| from + length)
}

fn small(offset: usize) -> u32 {
    u32::try_from(offset).expect("texts are cut far below 4 GB")
}
