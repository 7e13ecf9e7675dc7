//! Reads a corpus file line by line.

use std::{str::FromStr, time::Duration};

use super::corpus::CorpusError;

/// The lines of a file, the current position, and the errors so far.
pub(super) struct CorpusLines<'text> {
    all: Vec<&'text str>,
    at: usize,
    pub(super) complaints: Vec<CorpusError>,
}

impl<'text> CorpusLines<'text> {
    pub(super) fn of(text: &'text str) -> Self {
        Self {
            all: text.lines().map(str::trim_end).collect(),
            at: 0,
            complaints: Vec::new(),
        }
    }

    /// The number of the last line taken.
    pub(super) fn line(&self) -> usize {
        self.at
    }

    pub(super) fn complain(&mut self, what: String) {
        self.complain_at(self.at, what);
    }

    pub(super) fn complain_at(&mut self, line: usize, what: String) {
        self.complaints.push(CorpusError { line, what });
    }

    pub(super) fn take_if(&mut self, wanted: impl Fn(&str) -> bool) -> Option<&'text str> {
        let line = self.all.get(self.at).copied().filter(|line| wanted(line))?;
        self.at += 1;
        Some(line)
    }

    /// A line such as `score: 12`.
    pub(super) fn take_field(&mut self) -> Option<(&'text str, &'text str)> {
        let is_key = |key: &str| key.bytes().all(|byte| byte.is_ascii_lowercase());
        let field = |line: &'text str| {
            let (key, value) = line.split_once(':')?;
            (!key.is_empty() && is_key(key)).then_some((key, value.trim()))
        };
        let found = self.all.get(self.at).copied().and_then(field)?;
        self.at += 1;
        Some(found)
    }

    pub(super) fn skip_empty(&mut self) {
        while self.take_if(str::is_empty).is_some() {}
    }

    /// All lines up to the one that ends the text, without surrounding empty lines.
    pub(super) fn text_until(&mut self, ends: impl Fn(&str) -> bool) -> String {
        let mut text = Vec::new();
        while let Some(line) = self.take_if(|line| !ends(line)) {
            text.push(line);
        }
        text.join("\n").trim().to_owned()
    }

    pub(super) fn number<N: FromStr + Default>(&mut self, key: &str, value: &str) -> N {
        value.parse().unwrap_or_else(|_| {
            self.complain(format!("{key} is no number: {value:?}"));
            N::default()
        })
    }

    pub(super) fn time(&mut self, key: &str, value: &str) -> Option<Duration> {
        let time = duration(value);
        if time.is_none() {
            self.complain(format!("{key} is no time such as 5h: {value:?}"));
        }
        time
    }
}

/// The first line of a comment.
pub(super) struct CommentHead<'text> {
    pub(super) level: usize,
    pub(super) author: &'text str,
    pub(super) age: Duration,
    pub(super) score: i64,
    pub(super) lead_for: Option<&'text str>,
}

/// None if the line begins no comment.
pub(super) fn comment(line: &str) -> Option<CommentHead<'_>> {
    let rest = line.strip_prefix('@')?;
    let answers = rest.trim_start_matches('>');
    let mut words = answers.split_whitespace();
    let (author, age, score) = (words.next()?, words.next()?, words.next()?);
    let lead_for = words.next().map(|mark| mark.strip_prefix("lead="));
    let is_whole = answers.starts_with(' ') && lead_for != Some(None) && words.next().is_none();
    let head = CommentHead {
        level: rest.len() - answers.len(),
        author,
        age: duration(age)?,
        score: score.parse().ok()?,
        lead_for: lead_for.flatten(),
    };
    is_whole.then_some(head)
}

pub(super) fn is_author(name: &str) -> bool {
    let is_part = |byte: u8| {
        byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b'-')
    };
    (3..=24).contains(&name.len()) && name.bytes().all(is_part)
}

pub(super) fn is_word(name: &str, longest: usize) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    (3..=longest).contains(&name.len()) && name.bytes().all(is_part)
}

/// `40m`, `5h` or `12d`, up to 330 days.
fn duration(text: &str) -> Option<Duration> {
    let (number, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let unit_s = match unit {
        "m" => 60,
        "h" => 3600,
        "d" => 24 * 3600,
        _ => return None,
    };
    let number: u64 = number.parse().ok()?;
    let seconds = number.checked_mul(unit_s)?;
    (1..=330 * 24 * 3600)
        .contains(&seconds)
        .then_some(Duration::from_secs(seconds))
}
