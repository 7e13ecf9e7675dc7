//! A text as letters that can be compared, each with its position in the text.

use unicode_normalization::char::decompose_canonical;

/// A text without case, accents and wide forms.
#[derive(Debug)]
pub(super) struct FoldedText {
    pub(super) letters: Vec<FoldedLetter>,
    length: usize,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct FoldedLetter {
    pub(super) folded: char,
    pub(super) is_capital: bool,
    at: usize,
}

/// Which letters form words together. A Latin name in a Japanese sentence is a word of its own without
/// any space around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Script {
    Latin,
    Katakana,
    /// Words without gaps: nothing says where one ends.
    Unspaced,
    /// Another alphabet, such as the Cyrillic, the Greek or the Korean.
    Other,
}

impl FoldedText {
    pub(super) fn new(text: &str) -> Self {
        let mut letters = Vec::with_capacity(text.len());
        for (at, raw) in text.char_indices() {
            if is_invisible(raw) {
                continue;
            }
            let wide = narrow(raw);
            let is_capital = wide.is_uppercase();
            for folded in wide.to_lowercase() {
                letters.push(FoldedLetter {
                    folded: plain(folded),
                    is_capital,
                    at,
                });
            }
        }
        Self {
            letters,
            length: text.len(),
        }
    }

    /// The letters alone.
    pub(super) fn of(text: &str) -> Vec<char> {
        let folded = Self::new(text);
        folded.letters.iter().map(|letter| letter.folded).collect()
    }

    pub(super) fn at(&self, at: usize) -> Option<char> {
        self.letters.get(at).map(|letter| letter.folded)
    }

    pub(super) fn before(&self, at: usize) -> Option<char> {
        self.at(at.checked_sub(1)?)
    }

    pub(super) fn is_capital(&self, at: usize) -> bool {
        self.letters.get(at).is_some_and(|letter| letter.is_capital)
    }

    /// The positions of the words: adjacent letters and digits of one script.
    pub(super) fn words(&self) -> Vec<(usize, usize)> {
        let mut words: Vec<(usize, usize)> = Vec::new();
        for at in 0..self.letters.len() {
            let letter = self.at(at);
            if !letter.is_some_and(char::is_alphanumeric) {
                continue;
            }
            match words.last_mut() {
                Some((_, end)) if *end == at && Self::is_joined(self.before(at), letter) => {
                    *end += 1;
                }
                _ => words.push((at, at + 1)),
            }
        }
        words
    }

    pub(super) fn string(&self, start: usize, end: usize) -> String {
        let letters = self.letters[start..end].iter();
        letters.map(|letter| letter.folded).collect()
    }

    /// The place of letters in the text itself.
    pub(super) fn bytes(&self, start: usize, end: usize) -> (usize, usize) {
        let at = |at: usize| self.letters.get(at).map_or(self.length, |letter| letter.at);
        (at(start), at(end))
    }

    /// Whether these two, side by side, belong to one word.
    pub(super) fn is_joined(one: Option<char>, other: Option<char>) -> bool {
        let (Some(one), Some(other)) = (one, other) else {
            return false;
        };
        match (script(one), script(other)) {
            (Some(Script::Unspaced), _) | (_, Some(Script::Unspaced)) => false,
            (Some(one), Some(other)) => one == other,
            _ => false,
        }
    }
}

/// None for what is no letter and no digit.
pub(super) fn script(letter: char) -> Option<Script> {
    match letter {
        // The mark that makes a vowel long is a letter of Katakana words.
        '\u{30a0}'..='\u{30ff}' => Some(Script::Katakana),
        '\u{3040}'..='\u{309f}' | '\u{3400}'..='\u{9fff}' | '\u{0e00}'..='\u{0e7f}' => {
            Some(Script::Unspaced)
        }
        _ if !letter.is_alphanumeric() => None,
        '\0'..='\u{24f}' => Some(Script::Latin),
        _ => Some(Script::Other),
    }
}

/// Soft hyphens, joiners and direction marks: invisible, but in the way.
fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{fe0f}'
    )
}

/// Letters as wide as Chinese ones, curly apostrophes, spaces that do not break.
fn narrow(letter: char) -> char {
    match letter {
        '\u{ff01}'..='\u{ff5e}' => {
            char::from_u32(u32::from(letter) - 0xfee0).expect("the wide letters mirror ASCII")
        }
        '\u{2019}' | '\u{2018}' | '\u{02bc}' => '\'',
        '\u{a0}' | '\u{202f}' | '\u{3000}' => ' ',
        '\u{2010}'..='\u{2013}' => '-',
        _ => letter,
    }
}

/// Without its accent, if it is a Latin letter with one.
fn plain(letter: char) -> char {
    if letter.is_ascii() {
        return letter;
    }
    let mut base = letter;
    let mut is_first = true;
    decompose_canonical(letter, |part| {
        if is_first {
            base = part;
            is_first = false;
        }
    });
    if base.is_ascii_alphabetic() {
        base
    } else {
        letter
    }
}
