//! Finds which of a company's keywords a post contains, and in which of its fields.

use std::collections::HashSet;

use lens::text;
use listening::Post;
use percolator::{KeywordQuery, UselessKeyword};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A keyword prepared for matching against many posts.
#[derive(Clone, Debug)]
pub(super) struct KeywordPattern {
    keyword: String,
    asked: AskedTerms,
}

/// What a keyword asks of a post.
#[derive(Clone, Debug)]
enum AskedTerms {
    /// The stems of all words of a plain keyword; without any it matches nothing.
    Stems(Vec<String>),
    /// Phrases, exclusions or communities too.
    Query(Box<KeywordQuery>),
}

/// The texts of a post that are searched for keywords.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SearchedText<'a> {
    pub(super) title: &'a str,
    pub(super) body: &'a str,
    pub(super) comments: &'a str,
}

/// The keywords that a post contains.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct KeywordMatches {
    /// The keywords whose words are all there, in the order of the list.
    pub(super) keywords: Vec<String>,
    pub(super) words: Vec<MatchedWord>,
}

/// A word or phrase of a keyword, as it is written in the post.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub struct MatchedWord {
    #[schema(example = "late payments")]
    pub word: String,
    pub field: PostField,
}

/// A part of a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PostField {
    Title,
    Body,
    Comments,
}

/// Longer texts are cut: their beginning says what they are about.
const MOST_READ: usize = 20_000;
/// More highlighted words than this are not useful.
const MOST_WORDS: usize = 24;

impl KeywordPattern {
    pub(super) fn new(keyword: &str) -> Self {
        Self {
            keyword: keyword.to_owned(),
            asked: asked_terms(keyword),
        }
    }
}

fn asked_terms(keyword: &str) -> AskedTerms {
    match KeywordQuery::parse(keyword) {
        Ok(query) if !query.is_plain() => AskedTerms::Query(Box::new(query)),
        Ok(_) | Err(UselessKeyword::Empty) => AskedTerms::Stems(telling_stems(keyword)),
        Err(UselessKeyword::OnlyExclusions | UselessKeyword::OnlyCommunities) => {
            AskedTerms::Stems(Vec::new())
        }
    }
}

fn telling_stems(keyword: &str) -> Vec<String> {
    let all = || text::words(keyword).map(|word| text::fold(word.text).into_owned());
    let telling: Vec<String> = all().filter(|word| !text::is_stopword(word)).collect();
    let words = if telling.is_empty() {
        all().collect()
    } else {
        telling
    };
    words.iter().map(|word| stem(word)).collect()
}

/// Searches for every keyword. A plain keyword matches when all its words are there, in any order
/// and form; its words are returned as they are written. Exact phrases are each in one field, what
/// is excluded is in none, and the community is one of those that are asked for.
pub(super) fn match_keywords(
    patterns: &[KeywordPattern],
    post: SearchedText,
    subreddit: &str,
) -> KeywordMatches {
    let fields = [
        (PostField::Title, StemmedText::new(post.title)),
        (PostField::Body, StemmedText::new(post.body)),
        (PostField::Comments, StemmedText::new(post.comments)),
    ];
    let mut found = KeywordMatches::default();
    for pattern in patterns {
        let words = match &pattern.asked {
            AskedTerms::Stems(stems) => find_stems(stems, &fields),
            AskedTerms::Query(query) => find_query(query, &fields, subreddit),
        };
        let Some(words) = words else { continue };
        found.keywords.push(pattern.keyword.clone());
        for matched_word in words {
            if !found.words.contains(&matched_word) && found.words.len() < MOST_WORDS {
                found.words.push(matched_word);
            }
        }
    }
    found
}

type SearchedFields<'a> = [(PostField, StemmedText<'a>); 3];

/// The words with these stems, if all stems are there.
fn find_stems(stems: &[String], fields: &SearchedFields) -> Option<Vec<MatchedWord>> {
    let has = |stem: &String| fields.iter().any(|(_, text)| text.stems.contains(stem));
    if stems.is_empty() || !stems.iter().all(has) {
        return None;
    }
    let words = fields.iter().flat_map(|(field, text)| {
        let field = *field;
        let words = text.phrases(stems).into_iter();
        words.map(move |word| MatchedWord { word, field })
    });
    Some(words.collect())
}

/// The words and phrases that a keyword asks for, if it matches.
fn find_query(
    query: &KeywordQuery,
    fields: &SearchedFields,
    subreddit: &str,
) -> Option<Vec<MatchedWord>> {
    let texts = fields.each_ref().map(|(_, text)| text.text);
    let spans = query.matches(&texts, Some(subreddit))?.into_iter();
    let words = spans.map(|span| MatchedWord {
        word: texts[span.part][span.start..span.end].to_lowercase(),
        field: fields[span.part].0,
    });
    Some(words.collect())
}

/// Whether a keyword excludes a post that a search for it returned, or asks for other communities.
pub(super) fn is_ruled_out(keyword: &str, post: &Post) -> bool {
    let parts = [post.title.as_str(), post.body.as_str()];
    let query = KeywordQuery::parse(keyword);
    query.is_ok_and(|query| query.rules_out(&parts, Some(&post.subreddit)))
}

/// A text as word stems, each with its position.
struct StemmedText<'a> {
    text: &'a str,
    words: Vec<(String, usize, usize)>,
    stems: HashSet<String>,
}

impl<'a> StemmedText<'a> {
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

    /// The phrase where the words are adjacent, otherwise each word by itself.
    fn phrases(&self, stems: &[String]) -> Vec<String> {
        let is_phrase = |window: &[(String, usize, usize)]| {
            let mut pairs = window.iter().zip(stems);
            pairs.all(|(word, stem)| word.0 == *stem)
        };
        let mut found: Vec<String> = Vec::new();
        for window in self.words.windows(stems.len()) {
            if is_phrase(window) {
                self.push_word(&mut found, window[0].1, window[window.len() - 1].2);
            }
        }
        if found.is_empty() {
            for (_, start, end) in self.words.iter().filter(|word| stems.contains(&word.0)) {
                self.push_word(&mut found, *start, *end);
            }
        }
        found
    }

    fn push_word(&self, found: &mut Vec<String>, start: usize, end: usize) {
        let word = self.text[start..end].to_lowercase();
        if !found.contains(&word) {
            found.push(word);
        }
    }
}

fn stem(folded: &str) -> String {
    text::stem(folded).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn looks_for(keywords: &[&str], post: SearchedText) -> KeywordMatches {
        let patterns: Vec<KeywordPattern> = keywords
            .iter()
            .map(|word| KeywordPattern::new(word))
            .collect();
        match_keywords(&patterns, post, "freelance")
    }

    fn word(word: &str, field: PostField) -> MatchedWord {
        let word = word.to_owned();
        MatchedWord { word, field }
    }

    #[test]
    fn a_keyword_is_found_in_any_form_and_returned_as_it_is_written() {
        let post = SearchedText {
            title: "A late payment again",
            body: "Nobody pays. LATE payments everywhere.",
            comments: "",
        };

        let found = looks_for(&["late payments"], post);

        assert_eq!(found.keywords, ["late payments"]);
        assert_eq!(
            found.words,
            [
                word("late payment", PostField::Title),
                word("late payments", PostField::Body)
            ]
        );
    }

    #[test]
    fn words_that_are_apart_are_returned_one_by_one() {
        let post = SearchedText {
            title: "Payments",
            body: "They are always late.",
            comments: "",
        };

        let found = looks_for(&["late payments"], post);

        assert_eq!(
            found.words,
            [
                word("payments", PostField::Title),
                word("late", PostField::Body)
            ]
        );
    }

    #[test]
    fn a_keyword_of_which_a_word_is_missing_is_not_there() {
        let post = SearchedText {
            title: "Late again",
            body: "The bus.",
            comments: "",
        };

        assert_eq!(
            looks_for(&["late payments", ""], post),
            KeywordMatches::default()
        );
    }

    #[test]
    fn comments_count_too_and_small_words_do_not() {
        let post = SearchedText {
            title: "What do you use?",
            body: "",
            comments: "I get paid within a week",
        };

        let found = looks_for(&["how to get paid"], post);

        assert_eq!(found.keywords, ["how to get paid"]);
        assert!(
            found
                .words
                .iter()
                .all(|word| word.field == PostField::Comments)
        );
    }

    #[test]
    fn an_exact_phrase_is_found_as_it_is_written_and_in_one_field() {
        let together = SearchedText {
            title: "Another Late Payment",
            body: "Payments are late.",
            comments: "",
        };
        let apart = SearchedText {
            title: "Always late",
            body: "payment and late payments",
            comments: "",
        };

        let found = looks_for(&["\"late payment\""], together);

        assert_eq!(found.keywords, ["\"late payment\""]);
        assert_eq!(found.words, [word("late payment", PostField::Title)]);
        assert_eq!(
            looks_for(&["\"late payment\""], apart),
            KeywordMatches::default()
        );
    }

    #[test]
    fn words_beside_a_phrase_are_found_in_any_form_and_field() {
        let post = SearchedText {
            title: "A late payment",
            body: "Which invoices do you send?",
            comments: "",
        };

        let found = looks_for(&["invoice \"late payment\""], post);

        assert_eq!(
            found.words,
            [
                word("late payment", PostField::Title),
                word("invoices", PostField::Body)
            ]
        );
    }

    #[test]
    fn what_is_excluded_is_in_no_field() {
        let post = SearchedText {
            title: "Invoicing app",
            body: "Which one?",
            comments: "We hire! For sale as well.",
        };

        for (keyword, is_found) in [
            ("invoicing -hiring", false),
            ("invoicing -\"for sale\"", false),
            ("invoicing -\"sale for\"", true),
            ("invoicing -boots", true),
            ("-boots", false),
        ] {
            let found = looks_for(&[keyword], post);
            assert_eq!(!found.keywords.is_empty(), is_found, "{keyword}");
        }
    }

    #[test]
    fn a_keyword_is_found_in_the_communities_it_names_only() {
        let post = SearchedText {
            title: "Invoicing app",
            ..SearchedText::default()
        };

        for (keyword, is_found) in [
            ("invoicing sub:freelance", true),
            ("invoicing sub:agency,r/Freelance", true),
            ("invoicing sub:agency", false),
            ("invoicing -sub:freelance", false),
            ("invoicing -sub:agency", true),
            ("sub:freelance", false),
        ] {
            let found = looks_for(&[keyword], post);
            assert_eq!(!found.keywords.is_empty(), is_found, "{keyword}");
        }
    }
}
