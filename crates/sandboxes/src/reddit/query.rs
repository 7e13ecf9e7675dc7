//! Reddit's language of searches: words, "phrases", `title:`, `selftext:`, `author:`,
//! `subreddit:`, `flair:`, AND, OR, NOT, `-` and brackets. Whatever is typed means something.

use super::bm25::{self, Document};

/// A search as it was understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Query {
    /// Most of these stems.
    Words(Vec<String>),
    Phrase(Vec<String>),
    Title(Box<Query>),
    Body(Box<Query>),
    Author(String),
    Subreddit(String),
    Flair(String),
    All(Vec<Query>),
    Any(Vec<Query>),
    Not(Box<Query>),
    Everything,
}

/// A post as a search looks at it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Looked<'post> {
    pub(super) document: &'post Document,
    pub(super) author: &'post str,
    pub(super) subreddit: &'post str,
    pub(super) flair: &'post str,
}

impl Query {
    pub(super) fn parse(text: &str) -> Self {
        let mut parser = Parser {
            tokens: tokens(text),
            at: 0,
        };
        let mut parts = Vec::new();
        while parser.at < parser.tokens.len() {
            parts.push(parser.any());
            // A bracket that closes nothing.
            parser.at += usize::from(parser.peek() == Some(&Token::Close));
        }
        all(parts)
    }

    pub(super) fn matches(&self, post: Looked<'_>) -> bool {
        match self {
            Self::Words(stems) => post.document.has_enough_of(stems),
            Self::Phrase(stems) => {
                let document = post.document;
                [&document.title, &document.body]
                    .iter()
                    .any(|words| bm25::has_phrase(words, stems))
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

    /// The stems that speak for a post.
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

    /// Within one field every word counts.
    fn stands_in(&self, words: &[String]) -> bool {
        match self {
            Self::Words(stems) => stems.iter().all(|stem| words.contains(stem)),
            Self::Phrase(stems) => bm25::has_phrase(words, stems),
            Self::All(parts) => parts.iter().all(|part| part.stands_in(words)),
            Self::Any(parts) => parts.iter().any(|part| part.stands_in(words)),
            Self::Not(inner) => !inner.stands_in(words),
            _ => true,
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Phrase(String),
    Field(String),
    And,
    Or,
    Not,
    Open,
    Close,
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
}

impl Parser {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn take(&mut self, wanted: &Token) -> bool {
        let is_it = self.peek() == Some(wanted);
        self.at += usize::from(is_it);
        is_it
    }

    fn any(&mut self) -> Query {
        let mut parts = vec![self.all()];
        while self.take(&Token::Or) {
            parts.push(self.all());
        }
        parts.retain(|part| *part != Query::Everything);
        match parts.len() {
            0 => Query::Everything,
            1 => parts.remove(0),
            _ => Query::Any(parts),
        }
    }

    /// Words side by side are looked for together; an AND parts them.
    fn all(&mut self) -> Query {
        let mut parts = Vec::new();
        let mut is_apart = true;
        while let Some(token) = self.peek() {
            if matches!(token, Token::Or | Token::Close) {
                break;
            }
            if self.take(&Token::And) {
                is_apart = true;
                continue;
            }
            let part = self.one();
            match (parts.last_mut(), part) {
                (Some(Query::Words(known)), Query::Words(more)) if !is_apart => known.extend(more),
                (_, part) => parts.push(part),
            }
            is_apart = false;
        }
        all(parts)
    }

    fn one(&mut self) -> Query {
        self.at += 1;
        match self.tokens.get(self.at - 1) {
            Some(Token::Not) if self.peek().is_some() => Query::Not(Box::new(self.one())),
            Some(Token::Open) => {
                let inner = self.any();
                self.take(&Token::Close);
                inner
            }
            Some(Token::Word(word)) => words(word),
            Some(Token::Phrase(phrase)) => some(bm25::stems(phrase), Query::Phrase),
            Some(Token::Field(name)) => {
                let name = name.clone();
                self.field(&name)
            }
            _ => Query::Everything,
        }
    }

    fn field(&mut self, name: &str) -> Query {
        let text = match self.peek() {
            Some(Token::Word(text) | Token::Phrase(text)) => text.to_lowercase(),
            _ => String::new(),
        };
        match name {
            "title" => Query::Title(Box::new(self.one())),
            "selftext" => Query::Body(Box::new(self.one())),
            _ => {
                self.at += 1;
                match name {
                    "author" => Query::Author(text),
                    "subreddit" => Query::Subreddit(text),
                    _ => Query::Flair(text),
                }
            }
        }
    }
}

fn all(mut parts: Vec<Query>) -> Query {
    parts.retain(|part| *part != Query::Everything);
    match parts.len() {
        0 => Query::Everything,
        1 => parts.remove(0),
        _ => Query::All(parts),
    }
}

/// "e-mail" is two words that stand together.
fn words(word: &str) -> Query {
    let stems = bm25::stems(word);
    if stems.len() > 1 {
        return Query::Phrase(stems);
    }
    some(stems, Query::Words)
}

fn some(stems: Vec<String>, query: fn(Vec<String>) -> Query) -> Query {
    if stems.is_empty() {
        Query::Everything
    } else {
        query(stems)
    }
}

const FIELDS: [&str; 5] = ["title", "selftext", "author", "subreddit", "flair"];

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let (token, length) = match first {
            '(' => (Token::Open, 1),
            ')' => (Token::Close, 1),
            '-' if rest.len() > 1 => (Token::Not, 1),
            '"' => {
                let inner = rest[1..].split('"').next().unwrap_or_default();
                (Token::Phrase(inner.to_owned()), inner.len() + 2)
            }
            _ => word(rest),
        };
        tokens.push(token);
        rest = rest.get(length..).unwrap_or_default().trim_start();
    }
    tokens
}

fn word(rest: &str) -> (Token, usize) {
    let ends = |character: char| character.is_whitespace() || "()\"".contains(character);
    let word = rest.split(ends).next().unwrap_or_default();
    let field = word.split_once(':').map(|(name, _)| name);
    if let Some(name) = field.filter(|name| FIELDS.contains(name)) {
        return (Token::Field(name.to_owned()), name.len() + 1);
    }
    let token = match word {
        "AND" => Token::And,
        "OR" => Token::Or,
        "NOT" => Token::Not,
        _ => Token::Word(word.to_owned()),
    };
    (token, word.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{super::bm25::Index, *};

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
        let index = Index::of([("Late invoice", "My client never pays on time.", "")]);
        Query::parse(query).matches(Looked {
            document: index.document(0),
            author: "ada_l",
            subreddit: "freelance",
            flair: "Question",
        })
    }
}
