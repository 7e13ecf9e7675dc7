//! The library of advice: needs that people write about, and what helps with each.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use lens::embedding::{Embedding, embed};
use lens::text;

/// Something that people need.
#[derive(Debug)]
pub(super) struct Need {
    pub(super) name: &'static str,
    /// The stems by which it is recognised.
    pub(super) stems: HashSet<String>,
    pub(super) point: Embedding,
    pub(super) pieces: Vec<Piece>,
}

/// One piece of advice: a line of the library, with choices in it.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) line: &'static str,
    pub(super) stems: HashSet<String>,
    pub(super) point: Embedding,
}

/// All needs, and in how many of them each stem occurs; and what helps with each kind of question,
/// whatever it is about.
#[derive(Debug)]
pub(super) struct Library {
    pub(super) needs: Vec<Need>,
    pub(super) kinds: Vec<Need>,
    pub(super) spread: HashMap<String, usize>,
}

/// Where nothing else fits.
pub(super) const GENERAL: &str = "general";

pub(super) static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
    let needs: Vec<Need> = TEXTS.iter().flat_map(|text| needs_of(text)).collect();
    let mut spread = HashMap::new();
    for stem in needs.iter().flat_map(|need| &need.stems) {
        *spread.entry(stem.clone()).or_insert(0) += 1;
    }
    let kinds = needs_of(include_str!("advice/kinds.txt")).collect();
    Library {
        needs,
        kinds,
        spread,
    }
});

const TEXTS: [&str; 6] = [
    include_str!("advice/money.txt"),
    include_str!("advice/selling.txt"),
    include_str!("advice/running.txt"),
    include_str!("advice/shop.txt"),
    include_str!("advice/craft.txt"),
    include_str!("advice/tech.txt"),
];

/// `# name`, a line `about:`, a line `words:`, then a line for each piece.
fn needs_of(text: &'static str) -> impl Iterator<Item = Need> {
    text.split("# ").skip(1).map(|section| {
        let mut lines = section.lines();
        let name = lines.next().unwrap_or_default().trim();
        let (mut about, mut words, mut pieces) = ("", "", Vec::new());
        for line in lines {
            if let Some(rest) = line.strip_prefix("about: ") {
                about = rest;
            } else if let Some(rest) = line.strip_prefix("words: ") {
                words = rest;
            } else if let Some(line) = line.strip_prefix("- ") {
                let plain = plain(line);
                pieces.push(Piece {
                    line,
                    stems: stems(&plain).collect(),
                    point: embed(&plain),
                });
            }
        }
        Need {
            name,
            stems: stems(words).collect(),
            point: embed(&format!("{about}. {words}")),
            pieces,
        }
    })
}

/// The line with the first word of every choice, to judge what it is about.
fn plain(line: &str) -> String {
    let mut text = String::new();
    let mut is_skipping = false;
    for letter in line.chars() {
        match letter {
            '{' => {}
            '|' => is_skipping = true,
            '}' => is_skipping = false,
            other if !is_skipping => text.push(other),
            _ => {}
        }
    }
    text
}

/// The words that carry meaning, as stems.
pub(super) fn stems(text: &str) -> impl Iterator<Item = String> {
    text::words(text)
        .map(|word| text::fold(word.text).into_owned())
        .filter(|word| word.chars().count() > 1 && !text::is_stopword(word))
        .map(|word| text::stem(&word).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_advice_for_forty_needs_and_several_pieces_for_each() {
        let names: HashSet<&str> = LIBRARY.needs.iter().map(|need| need.name).collect();

        assert!(names.len() >= 40 && names.len() == LIBRARY.needs.len());
        assert!(names.contains(GENERAL));
        for need in &LIBRARY.needs {
            assert!(need.pieces.len() >= 4, "{}", need.name);
            assert!(need.stems.len() >= 4, "{}", need.name);
        }
    }

    #[test]
    fn every_piece_is_whole_sentences_with_closed_choices_and_no_boasting() {
        let all = LIBRARY.needs.iter().chain(&LIBRARY.kinds);
        for piece in all.flat_map(|need| &need.pieces) {
            let line = piece.line;
            assert_eq!(
                line.matches('{').count(),
                line.matches('}').count(),
                "{line}"
            );
            assert!(line.ends_with(['.', '"', '?']), "{line}");
            assert!(plain(line).starts_with(char::is_uppercase), "{line}");
            let words = text::folded(&plain(line));
            assert!((10..=48).contains(&words.len()), "{} {line}", words.len());
            let forbidden = ["best", "amazing", "ultimate", "http", "www", "n't"];
            assert!(
                forbidden
                    .iter()
                    .all(|word| !words.iter().any(|w| w == word)),
                "{line}"
            );
        }
    }
}
