//! The language of keywords: words, `"exact phrases"`, `-exclusions`, `sub:` and `-sub:`.

use lens::text;

use super::{KeywordQuery, QueryTerms, UselessKeyword};
use crate::exact_phrase::ExactPhrase;
use crate::words::{FoldedWord, folded_words, hash_word};

pub(super) fn parse(keyword: &str) -> Result<KeywordQuery, UselessKeyword> {
    let mut draft = QueryDraft::default();
    let mut rest = keyword.trim_start();
    while !rest.is_empty() {
        let (item, behind) = next_item(rest);
        draft.add(&item);
        rest = behind.trim_start();
    }
    draft.finish()
}

/// The hash of a community's name, which may have an "r/" before it.
pub(crate) fn community_hash(name: &str) -> u64 {
    hash_word(community_name(name).as_bytes())
}

struct QueryItem<'a> {
    is_excluded: bool,
    is_quoted: bool,
    text: &'a str,
}

/// The item at the start of a text that starts with no space, and what is behind it.
fn next_item(rest: &str) -> (QueryItem<'_>, &str) {
    let is_quote = |character: char| matches!(character, '"' | '“' | '”' | '„' | '‟');
    let inner = rest.strip_prefix('-');
    let is_excluded = inner.is_some();
    let inner = inner.unwrap_or(rest);
    let quoted = inner.strip_prefix(is_quote);
    let is_end = |character: char| match quoted {
        Some(_) => is_quote(character),
        None => character.is_whitespace(),
    };
    let inner = quoted.unwrap_or(inner);
    let (text, behind) = inner.split_at(inner.find(is_end).unwrap_or(inner.len()));
    let item = QueryItem {
        is_excluded,
        is_quoted: quoted.is_some(),
        text,
    };
    let behind = behind.strip_prefix(is_quote).filter(|_| item.is_quoted);
    (item, behind.unwrap_or(&inner[text.len()..]))
}

#[derive(Default)]
struct QueryDraft {
    words: Vec<String>,
    small_words: Vec<String>,
    excluded_words: Vec<String>,
    communities: Vec<String>,
    excluded_communities: Vec<String>,
    terms: QueryTerms,
}

impl QueryDraft {
    fn add(&mut self, item: &QueryItem) {
        match item {
            item if item.is_quoted => {
                let phrase = ExactPhrase::new(item.text);
                self.phrases(item.is_excluded).extend(phrase);
            }
            item if is_community(item.text) => self.add_communities(item),
            item if item.is_excluded => self.exclude(item.text),
            item => self.add_words(item.text),
        }
    }

    fn phrases(&mut self, is_excluded: bool) -> &mut Vec<ExactPhrase> {
        if is_excluded {
            &mut self.terms.excluded_phrases
        } else {
            &mut self.terms.phrases
        }
    }

    fn add_communities(&mut self, item: &QueryItem) {
        let names = item.text[COMMUNITY.len()..]
            .split(',')
            .map(community_name)
            .filter(|name| !name.is_empty());
        if item.is_excluded {
            self.excluded_communities.extend(names);
        } else {
            self.communities.extend(names);
        }
    }

    /// A single word excludes its inflections; "follow-up" and "C++" exclude what is written.
    fn exclude(&mut self, text: &str) {
        let Some(phrase) = ExactPhrase::new(text) else {
            return;
        };
        if phrase.is_plain_word() {
            self.excluded_words.push(phrase.words().collect());
        } else {
            self.terms.excluded_phrases.push(phrase);
        }
    }

    fn add_words(&mut self, text: &str) {
        let phrase = ExactPhrase::new(text);
        if let Some(phrase) = phrase.filter(ExactPhrase::has_symbols) {
            self.terms.phrases.push(phrase);
            return;
        }
        let words = folded_words(text);
        for contraction in words.chunk_by(|left, right| is_contracted(text, left, right)) {
            self.add_contraction(contraction);
        }
    }

    /// "don't" is a small word as a whole; of "Notion's" only "notion" is asked for.
    fn add_contraction(&mut self, parts: &[FoldedWord]) {
        let spelled: Vec<&str> = parts.iter().map(|part| part.word.as_str()).collect();
        let is_small = text::is_stopword(&spelled.join("'"));
        for (at, word) in spelled.into_iter().enumerate() {
            let is_ending = at > 0 && CONTRACTED_ENDINGS.contains(&word);
            if is_small || is_ending || text::is_stopword(word) {
                self.small_words.push(word.to_owned());
            } else {
                self.words.push(word.to_owned());
            }
        }
    }

    fn finish(mut self) -> Result<KeywordQuery, UselessKeyword> {
        if self.words.is_empty() && self.terms.phrases.is_empty() {
            self.words = std::mem::take(&mut self.small_words);
        }
        if self.words.is_empty() && self.terms.phrases.is_empty() {
            return Err(self.uselessness());
        }
        let hash = |name: &String| hash_word(name.as_bytes());
        self.terms.stems = stems(&self.words);
        self.terms.excluded_stems = stems(&self.excluded_words);
        self.terms.communities = self.communities.iter().map(hash).collect();
        self.terms.excluded_communities = self.excluded_communities.iter().map(hash).collect();
        Ok(KeywordQuery {
            words: self.words.join(" ").into(),
            excluded_words: self.excluded_words.join(" ").into(),
            communities: self.communities.join(" ").into(),
            excluded_communities: self.excluded_communities.join(" ").into(),
            terms: self.terms,
        })
    }

    fn uselessness(&self) -> UselessKeyword {
        let has_exclusions = !self.excluded_words.is_empty()
            || !self.terms.excluded_phrases.is_empty()
            || !self.excluded_communities.is_empty();
        if has_exclusions {
            UselessKeyword::OnlyExclusions
        } else if self.communities.is_empty() {
            UselessKeyword::Empty
        } else {
            UselessKeyword::OnlyCommunities
        }
    }
}

/// What follows an apostrophe in English, besides names.
const CONTRACTED_ENDINGS: [&str; 7] = ["s", "t", "d", "m", "ll", "re", "ve"];

const COMMUNITY: &str = "sub:";

fn is_community(item: &str) -> bool {
    let start = item.as_bytes().get(..COMMUNITY.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(COMMUNITY.as_bytes()))
}

fn community_name(name: &str) -> String {
    let name = name.trim().trim_start_matches('/').to_lowercase();
    let name = name.strip_prefix("r/").unwrap_or(&name);
    let is_part = |character: char| character.is_alphanumeric() || matches!(character, '_' | '-');
    name.chars()
        .take_while(|character| is_part(*character))
        .collect()
}

fn is_contracted(text: &str, left: &FoldedWord, right: &FoldedWord) -> bool {
    let between = text.get(left.range.end..right.range.start);
    matches!(between, Some("'" | "’"))
}

/// The stems of words, each once.
fn stems(words: &[String]) -> Box<str> {
    let mut stems: Vec<String> = Vec::with_capacity(words.len());
    for word in words {
        let stem = text::stem(word).into_owned();
        if !stems.contains(&stem) {
            stems.push(stem);
        }
    }
    stems.join(" ").into()
}
