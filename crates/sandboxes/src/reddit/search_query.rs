//! Reddit's search syntax: words, "phrases", `title:`, `selftext:`, `author:`,
//! `subreddit:`, `flair:`, AND, OR, NOT, `-` and brackets. Any input is a valid query.

use super::text_index::{self, IndexedText};

/// A parsed search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SearchQuery {
    /// Most of these stems.
    Words(Vec<String>),
    Phrase(Vec<String>),
    Title(Box<SearchQuery>),
    Body(Box<SearchQuery>),
    Author(String),
    Subreddit(String),
    Flair(String),
    All(Vec<SearchQuery>),
    Any(Vec<SearchQuery>),
    Not(Box<SearchQuery>),
    Everything,
}

/// The searchable fields of a post.
#[derive(Debug, Clone, Copy)]
pub(super) struct SearchedPost<'post> {
    pub(super) document: &'post IndexedText,
    pub(super) author: &'post str,
    pub(super) subreddit: &'post str,
    pub(super) flair: &'post str,
}

impl SearchQuery {
    pub(super) fn parse(text: &str) -> Self {
        let mut parser = QueryParser {
            tokens: tokens(text),
            at: 0,
        };
        let mut parts = Vec::new();
        while parser.at < parser.tokens.len() {
            parts.push(parser.any());
            // An unmatched closing bracket.
            parser.at += usize::from(parser.peek() == Some(&QueryToken::Close));
        }
        all(parts)
    }

    pub(super) fn matches(&self, post: SearchedPost<'_>) -> bool {
        match self {
            Self::Words(stems) => post.document.has_enough_of(stems),
            Self::Phrase(stems) => {
                let document = post.document;
                [&document.title, &document.body]
                    .iter()
                    .any(|words| text_index::has_phrase(words, stems))
            }
            Self::Title(inner) => inner.stands_in(&post.document.title),
            Self::Body(inner) => inner.stands_in(&post.document.body),
            Self::Author(name) => post.author.eq_ignore_ascii_case(name),
            Self::Subreddit(name) => post.subreddit.eq_ignore_ascii_case(name),
            Self::Flair(flair) => post.flair.to_lowercase().contains(flair),
            Self::All(parts) => parts.iter().all(|part| part.matches(post)),
            Self::Any(parts) => parts.iter().any(|part| part.matches(post)),
            Self::Not(inner) => !inner.matches(post),
            Self::Everything => true,
        }
    }

    /// The stems that count for the ranking.
    pub(super) fn stems(&self) -> Vec<String> {
        match self {
            Self::Words(stems) | Self::Phrase(stems) => stems.clone(),
            Self::Title(inner) | Self::Body(inner) => inner.stems(),
            Self::All(parts) | Self::Any(parts) => parts.iter().flat_map(Self::stems).collect(),
            Self::Author(_)
            | Self::Subreddit(_)
            | Self::Flair(_)
            | Self::Not(_)
            | Self::Everything => Vec::new(),
        }
    }

    /// Within one field all words must match.
    fn stands_in(&self, words: &[String]) -> bool {
        match self {
            Self::Words(stems) => stems.iter().all(|stem| words.contains(stem)),
            Self::Phrase(stems) => text_index::has_phrase(words, stems),
            Self::All(parts) => parts.iter().all(|part| part.stands_in(words)),
            Self::Any(parts) => parts.iter().any(|part| part.stands_in(words)),
            Self::Not(inner) => !inner.stands_in(words),
            _ => true,
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum QueryToken {
    Word(String),
    Phrase(String),
    Field(String),
    And,
    Or,
    Not,
    Open,
    Close,
}

struct QueryParser {
    tokens: Vec<QueryToken>,
    at: usize,
}

impl QueryParser {
    fn peek(&self) -> Option<&QueryToken> {
        self.tokens.get(self.at)
    }

    fn take(&mut self, wanted: &QueryToken) -> bool {
        let is_it = self.peek() == Some(wanted);
        self.at += usize::from(is_it);
        is_it
    }

    fn any(&mut self) -> SearchQuery {
        let mut parts = vec![self.all()];
        while self.take(&QueryToken::Or) {
            parts.push(self.all());
        }
        parts.retain(|part| *part != SearchQuery::Everything);
        match parts.len() {
            0 => SearchQuery::Everything,
            1 => parts.remove(0),
            _ => SearchQuery::Any(parts),
        }
    }

    /// Adjacent words are one group; an AND separates them.
    fn all(&mut self) -> SearchQuery {
        let mut parts = Vec::new();
        let mut is_apart = true;
        while let Some(token) = self.peek() {
            if matches!(token, QueryToken::Or | QueryToken::Close) {
                break;
            }
            if self.take(&QueryToken::And) {
                is_apart = true;
                continue;
            }
            let part = self.one();
            match (parts.last_mut(), part) {
                (Some(SearchQuery::Words(known)), SearchQuery::Words(more)) if !is_apart => {
                    known.extend(more);
                }
                (_, part) => parts.push(part),
            }
            is_apart = false;
        }
        all(parts)
    }

    fn one(&mut self) -> SearchQuery {
        self.at += 1;
        match self.tokens.get(self.at - 1) {
            Some(QueryToken::Not) if self.peek().is_some() => {
                SearchQuery::Not(Box::new(self.one()))
            }
            Some(QueryToken::Open) => {
                let inner = self.any();
                self.take(&QueryToken::Close);
                inner
            }
            Some(QueryToken::Word(word)) => words(word),
            Some(QueryToken::Phrase(phrase)) => {
                some(text_index::stems(phrase), SearchQuery::Phrase)
            }
            Some(QueryToken::Field(name)) => {
                let name = name.clone();
                self.field(&name)
            }
            _ => SearchQuery::Everything,
        }
    }

    fn field(&mut self, name: &str) -> SearchQuery {
        let text = match self.peek() {
            Some(QueryToken::Word(text) | QueryToken::Phrase(text)) => text.to_lowercase(),
            _ => String::new(),
        };
        match name {
            "title" => SearchQuery::Title(Box::new(self.one())),
            "selftext" => SearchQuery::Body(Box::new(self.one())),
            _ => {
                self.at += 1;
                match name {
                    "author" => SearchQuery::Author(text),
                    "subreddit" => SearchQuery::Subreddit(text),
                    _ => SearchQuery::Flair(text),
                }
            }
        }
    }
}

fn all(mut parts: Vec<SearchQuery>) -> SearchQuery {
    parts.retain(|part| *part != SearchQuery::Everything);
    match parts.len() {
        0 => SearchQuery::Everything,
        1 => parts.remove(0),
        _ => SearchQuery::All(parts),
    }
}

/// "e-mail" is a phrase of two words.
fn words(word: &str) -> SearchQuery {
    let stems = text_index::stems(word);
    if stems.len() > 1 {
        return SearchQuery::Phrase(stems);
    }
    some(stems, SearchQuery::Words)
}

fn some(stems: Vec<String>, query: fn(Vec<String>) -> SearchQuery) -> SearchQuery {
    if stems.is_empty() {
        SearchQuery::Everything
    } else {
        query(stems)
    }
}

const FIELDS: [&str; 5] = ["title", "selftext", "author", "subreddit", "flair"];

fn tokens(text: &str) -> Vec<QueryToken> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let (token, length) = match first {
            '(' => (QueryToken::Open, 1),
            ')' => (QueryToken::Close, 1),
            '-' if rest.len() > 1 => (QueryToken::Not, 1),
            '"' => {
                let inner = rest[1..].split('"').next().unwrap_or_default();
                (QueryToken::Phrase(inner.to_owned()), inner.len() + 2)
            }
            _ => word(rest),
        };
        tokens.push(token);
        rest = rest.get(length..).unwrap_or_default().trim_start();
    }
    tokens
}

fn word(rest: &str) -> (QueryToken, usize) {
    let ends = |character: char| character.is_whitespace() || "()\"".contains(character);
    let word = rest.split(ends).next().unwrap_or_default();
    let field = word.split_once(':').map(|(name, _)| name);
    if let Some(name) = field.filter(|name| FIELDS.contains(name)) {
        return (QueryToken::Field(name.to_owned()), name.len() + 1);
    }
    let token = match word {
        "AND" => QueryToken::And,
        "OR" => QueryToken::Or,
        "NOT" => QueryToken::Not,
        _ => QueryToken::Word(word.to_owned()),
    };
    (token, word.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{super::text_index::TextIndex, *};

    #[test]
    fn operators_mean_what_they_mean_at_reddit() {
        for (query, is_found) in [
            ("late invoice", true),
            ("invoices", true),
            ("boots", false),
            ("\"never pays\"", true),
            ("\"pays never\"", false),
            ("title:invoice", true),
            ("title:client", false),
            ("selftext:client", true),
            ("selftext:(client OR boots)", true),
            ("selftext:(client AND boots)", false),
            ("author:ada_l", true),
            ("author:bob", false),
            ("subreddit:FREELANCE invoice", true),
            ("subreddit:tea invoice", false),
            ("boots OR invoice", true),
            ("boots AND invoice", false),
            ("invoice NOT client", false),
            ("invoice -boots", true),
            ("(boots OR late) AND title:\"late invoice\"", true),
            ("flair:question", true),
            ("", true),
            ("title:", true),
            (") ( OR \"", true),
        ] {
            assert_eq!(finds(query), is_found, "{query}");
        }
    }

    proptest! {
        #[test]
        fn whatever_is_typed_means_something(text in "([a-z :()\"-]|AND |OR |NOT |title:|é){0,60}") {
            finds(&text);
        }
    }

    fn finds(query: &str) -> bool {
        let index = TextIndex::of([("Late invoice", "My client never pays on time.", "")]);
        SearchQuery::parse(query).matches(SearchedPost {
            document: index.document(0),
            author: "ada_l",
            subreddit: "freelance",
            flair: "Question",
        })
    }
}
