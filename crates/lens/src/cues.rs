//! Cue phrases. A list of patterns is compiled once and then matched against a stream of words in
//! one pass. Every judgement about wording uses it.

mod token_stream;

use std::collections::HashMap;
pub(crate) use token_stream::{TokenStream, clipped, straight};

/// The longest gap that `..` in a pattern stands for, in words.
const LONGEST_GAP: usize = 3;

/// Patterns by name, as `words/*.txt` writes them: `name: pattern`, one a line, `#` for remarks.
///
/// A pattern is a sequence of words. `a/b` is either of two words, `_` any one word, `..` up to
/// three words, a trailing `*` any ending, and `.` `,` `?` `!` and `^` (the beginning of a
/// sentence) match themselves. The first word is always literal, because the list is indexed by it.
#[derive(Debug)]
pub(crate) struct Cues {
    names: Vec<&'static str>,
    patterns: Vec<CuePattern>,
    by_first_word: HashMap<&'static str, Vec<usize>>,
}

/// Where a pattern matched: the first token, and the token after the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CueMatch {
    /// The number of the pattern's name in the list's order of appearance.
    pub(crate) name: usize,
    pub(crate) from: usize,
    pub(crate) to: usize,
}

#[derive(Debug)]
struct CuePattern {
    name: usize,
    is_at_sentence_start: bool,
    steps: Vec<PatternStep>,
}

#[derive(Debug)]
enum PatternStep {
    Word(Vec<&'static str>),
    AnyWord,
    Gap,
}

impl Cues {
    pub(crate) fn parse(list: &'static str) -> Self {
        let mut cues = Self {
            names: Vec::new(),
            patterns: Vec::new(),
            by_first_word: HashMap::new(),
        };
        for line in list.lines().map(str::trim) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (name, pattern) = line.split_once(':').expect("a cue is `name: pattern`");
            cues.add(name.trim(), pattern.trim());
        }
        cues
    }

    pub(crate) fn names(&self) -> &[&'static str] {
        &self.names
    }

    /// The number of a name.
    pub(crate) fn number(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| *known == name)
    }

    /// Every match, in the order of the text; if one name matches twice at a position, the longer
    /// match.
    pub(crate) fn find(&self, stream: &TokenStream) -> Vec<CueMatch> {
        let mut hits: Vec<CueMatch> = Vec::new();
        for from in 0..stream.len() {
            let Some(candidates) = self.by_first_word.get(stream.word(from)) else {
                continue;
            };
            for &candidate in candidates {
                let pattern = &self.patterns[candidate];
                if pattern.is_at_sentence_start && !stream.starts_sentence(from) {
                    continue;
                }
                let Some(to) = matches(&pattern.steps, stream, from) else {
                    continue;
                };
                let hit = CueMatch {
                    name: pattern.name,
                    from,
                    to,
                };
                match hits
                    .iter_mut()
                    .rev()
                    .take_while(|other| other.from == from)
                    .find(|other| other.name == hit.name)
                {
                    Some(other) => other.to = other.to.max(to),
                    None => hits.push(hit),
                }
            }
        }
        hits
    }

    fn add(&mut self, name: &'static str, pattern: &'static str) {
        let name = self.number(name).unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        });
        let (is_at_sentence_start, pattern) = match pattern.strip_prefix('^') {
            Some(rest) => (true, rest.trim()),
            None => (false, pattern),
        };
        let steps: Vec<PatternStep> = pattern.split_whitespace().map(step).collect();
        let Some(PatternStep::Word(first)) = steps.first() else {
            panic!("a cue begins with a word: {pattern}");
        };
        for word in first {
            self.by_first_word
                .entry(word)
                .or_default()
                .push(self.patterns.len());
        }
        self.patterns.push(CuePattern {
            name,
            is_at_sentence_start,
            steps,
        });
    }
}

fn step(written: &'static str) -> PatternStep {
    match written {
        "_" => PatternStep::AnyWord,
        ".." => PatternStep::Gap,
        "/" => PatternStep::Word(vec!["/"]),
        _ => PatternStep::Word(written.split('/').collect()),
    }
}

/// The token after the match, if the steps match at `from`.
fn matches(steps: &[PatternStep], stream: &TokenStream, from: usize) -> Option<usize> {
    let Some((first, rest)) = steps.split_first() else {
        return Some(from);
    };
    if let PatternStep::Gap = first {
        return (0..=LONGEST_GAP)
            .take_while(|gap| {
                *gap == 0 || (from + gap <= stream.len() && !stream.is_mark(from + gap - 1))
            })
            .find_map(|gap| matches(rest, stream, from + gap));
    }
    if from >= stream.len() {
        return None;
    }
    let is_met = match first {
        PatternStep::Word(words) => words.iter().any(|word| is_like(word, stream.word(from))),
        PatternStep::AnyWord => !stream.is_mark(from),
        PatternStep::Gap => unreachable!("a gap was handled above"),
    };
    is_met.then(|| matches(rest, stream, from + 1)).flatten()
}

fn is_like(written: &str, word: &str) -> bool {
    match written.strip_suffix('*') {
        Some(stem) if !stem.is_empty() => word.starts_with(stem),
        _ => written == word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "# Remarks are skipped.\n\
        seeks: looking for\n\
        seeks: looking for a/an\n\
        versus: better .. than\n\
        asks: ^ anyone know*\n";

    fn found(text: &str) -> Vec<(&'static str, String)> {
        let cues = Cues::parse(LIST);
        let stream = TokenStream::new(text, 1000);
        cues.find(&stream)
            .into_iter()
            .map(|hit| (cues.names()[hit.name], stream.phrase(hit.from, hit.to)))
            .collect()
    }

    #[test]
    fn the_longest_of_one_name_is_found_once() {
        assert_eq!(
            found("I'm Looking for a laptop."),
            [("seeks", "looking for a".to_owned())]
        );
    }

    #[test]
    fn a_gap_takes_up_to_three_words_but_no_punctuation() {
        assert_eq!(found("far better and cheaper than it").len(), 1);
        assert_eq!(found("better one two three four than it").len(), 0);
        assert_eq!(found("better, I said, than it").len(), 0);
    }

    #[test]
    fn a_caret_asks_for_the_beginning_of_a_sentence() {
        assert_eq!(found("Hello. Anyone knows this?").len(), 1);
        assert_eq!(found("Does anyone know this?").len(), 0);
    }
}
