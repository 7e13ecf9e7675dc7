//! Which of a company's keywords a post holds, and where its words stand.

use std::collections::HashSet;

use lens::text;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A keyword made ready to be looked for in many posts.
#[derive(Clone, Debug)]
pub(super) struct Needle {
    keyword: String,
    stems: Vec<String>,
}

/// The places of a post in which words are looked for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Haystack<'a> {
    pub(super) title: &'a str,
    pub(super) body: &'a str,
    pub(super) comments: &'a str,
}

/// What of a company's keywords stands in a post.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Matched {
    /// The keywords of which every word is there, in the order of the list.
    pub(super) keywords: Vec<String>,
    pub(super) words: Vec<MatchedWord>,
}

/// A word or a phrase of a keyword, as the post writes it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub struct MatchedWord {
    #[schema(example = "late payments")]
    pub word: String,
    pub field: Field,
}

/// A part of a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Field {
    Title,
    Body,
    Comments,
}

/// A page of text says what it is about; nobody reads on for ever.
const MOST_READ: usize = 20_000;
/// More marks than this help nobody.
const MOST_WORDS: usize = 24;

impl Needle {
    pub(super) fn new(keyword: &str) -> Self {
        let all = || text::words(keyword).map(|word| text::fold(word.text).into_owned());
        let telling: Vec<String> = all().filter(|word| !text::is_stopword(word)).collect();
        let words = if telling.is_empty() {
            all().collect()
        } else {
            telling
        };
        Self {
            keyword: keyword.to_owned(),
            stems: words.iter().map(|word| stem(word)).collect(),
        }
    }
}

/// Looks for every keyword. A keyword counts when all its words are there, in whatever order and
/// form; its words are told as they are written.
pub(super) fn matched(needles: &[Needle], post: Haystack) -> Matched {
    let fields = [
        (Field::Title, Reading::new(post.title)),
        (Field::Body, Reading::new(post.body)),
        (Field::Comments, Reading::new(post.comments)),
    ];
    let mut found = Matched::default();
    for needle in needles {
        let has = |stem: &String| fields.iter().any(|(_, text)| text.stems.contains(stem));
        if needle.stems.is_empty() || !needle.stems.iter().all(has) {
            continue;
        }
        found.keywords.push(needle.keyword.clone());
        for (field, text) in &fields {
            for word in text.told(&needle.stems) {
                let (word, field) = (word, *field);
                let told = MatchedWord { word, field };
                if !found.words.contains(&told) && found.words.len() < MOST_WORDS {
                    found.words.push(told);
                }
            }
        }
    }
    found
}

/// A text as stems, each with its place.
struct Reading<'a> {
    text: &'a str,
    words: Vec<(String, usize, usize)>,
    stems: HashSet<String>,
}

impl<'a> Reading<'a> {
    fn new(whole: &'a str) -> Self {
        let text = &whole[..whole.floor_char_boundary(MOST_READ)];
        let words: Vec<(String, usize, usize)> = text::words(text)
            .map(|word| (stem(&text::fold(word.text)), word.start, word.end))
            .collect();
        Self {
            text,
            stems: words.iter().map(|word| word.0.clone()).collect(),
            words,
        }
    }

    /// The phrase where the words stand side by side, else each word by itself.
    fn told(&self, stems: &[String]) -> Vec<String> {
        let is_phrase = |window: &[(String, usize, usize)]| {
            let mut pairs = window.iter().zip(stems);
            pairs.all(|(word, stem)| word.0 == *stem)
        };
        let mut told: Vec<String> = Vec::new();
        for window in self.words.windows(stems.len()) {
            if is_phrase(window) {
                self.tell(&mut told, window[0].1, window[window.len() - 1].2);
            }
        }
        if told.is_empty() {
            for (_, start, end) in self.words.iter().filter(|word| stems.contains(&word.0)) {
                self.tell(&mut told, *start, *end);
            }
        }
        told
    }

    fn tell(&self, told: &mut Vec<String>, start: usize, end: usize) {
        let word = self.text[start..end].to_lowercase();
        if !told.contains(&word) {
            told.push(word);
        }
    }
}

fn stem(folded: &str) -> String {
    text::stem(folded).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn looks_for(keywords: &[&str], post: Haystack) -> Matched {
        let needles: Vec<Needle> = keywords.iter().map(|word| Needle::new(word)).collect();
        matched(&needles, post)
    }

    fn word(word: &str, field: Field) -> MatchedWord {
        let word = word.to_owned();
        MatchedWord { word, field }
    }

    #[test]
    fn a_keyword_is_found_in_any_form_and_told_as_it_is_written() {
        let post = Haystack {
            title: "A late payment again",
            body: "Nobody pays. LATE payments everywhere.",
            comments: "",
        };

        let found = looks_for(&["late payments"], post);

        assert_eq!(found.keywords, ["late payments"]);
        assert_eq!(
            found.words,
            [
                word("late payment", Field::Title),
                word("late payments", Field::Body)
            ]
        );
    }

    #[test]
    fn words_that_stand_apart_are_told_one_by_one() {
        let post = Haystack {
            title: "Payments",
            body: "They are always late.",
            comments: "",
        };

        let found = looks_for(&["late payments"], post);

        assert_eq!(
            found.words,
            [word("payments", Field::Title), word("late", Field::Body)]
        );
    }

    #[test]
    fn a_keyword_of_which_a_word_is_missing_is_not_there() {
        let post = Haystack {
            title: "Late again",
            body: "The bus.",
            comments: "",
        };

        assert_eq!(looks_for(&["late payments", ""], post), Matched::default());
    }

    #[test]
    fn comments_count_too_and_small_words_do_not() {
        let post = Haystack {
            title: "What do you use?",
            body: "",
            comments: "I get paid within a week",
        };

        let found = looks_for(&["how to get paid"], post);

        assert_eq!(found.keywords, ["how to get paid"]);
        assert!(found.words.iter().all(|word| word.field == Field::Comments));
    }
}
