//! What the comments of a thread say: agreement, alternatives and questions.

use crate::cues::{Cues, TokenStream, clipped};
use crate::sentiment::sentiment;
use crate::text;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Summarizes the comments of a thread.
pub fn comment_insights(comments: &[&str]) -> CommentInsights {
    let comments: Vec<&str> = comments
        .iter()
        .map(|comment| clipped(comment.trim(), LONGEST_COMMENT))
        .filter(|comment| is_substantial(comment))
        .take(MOST_COMMENTS)
        .collect();
    CommentInsights {
        comments: comments.len(),
        agreement: agreement(&comments),
        alternatives: alternatives(&comments),
        asks: asks(&comments),
    }
}

/// The summary of a thread's comments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommentInsights {
    /// How many comments have content.
    pub comments: usize,
    pub agreement: Agreement,
    /// Products that commenters recommend, most frequent first.
    pub alternatives: Vec<String>,
    /// What commenters ask for: price, details, a link.
    pub asks: Vec<&'static str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    Agree,
    Disagree,
    Divided,
    /// Nobody says so either way.
    Open,
}

impl CommentInsights {
    /// The field `comment_insights`: words with underscores, `minimal_engagement` for fewer than
    /// two comments.
    pub fn text(&self) -> String {
        if self.comments < 2 {
            return "minimal_engagement".to_owned();
        }
        let mut parts: Vec<String> = Vec::new();
        match self.agreement {
            Agreement::Agree => parts.push("mostly_agree".to_owned()),
            Agreement::Disagree => parts.push("mostly_disagree".to_owned()),
            Agreement::Divided => parts.push("opinions_divided".to_owned()),
            Agreement::Open => {}
        }
        if !self.alternatives.is_empty() {
            parts.push(format!(
                "suggest_{}",
                self.alternatives.join("_and_").replace(' ', "_")
            ));
        }
        if !self.asks.is_empty() {
            parts.push(format!("ask_for_{}", self.asks.join("_and_")));
        }
        if parts.is_empty() {
            return "open_discussion".to_owned();
        }
        parts.join(",_")
    }
}

const LONGEST_COMMENT: usize = 2_000;
const MOST_COMMENTS: usize = 500;

fn is_substantial(comment: &str) -> bool {
    !matches!(comment, "" | "[deleted]" | "[removed]") && !comment.contains("I am a bot")
}

fn agreement(comments: &[&str]) -> Agreement {
    let (mut agree, mut disagree) = (0, 0);
    for comment in comments {
        let stream = TokenStream::new(clipped(comment, 300), 300);
        let hits = CUES.find(&stream);
        let says = |name: &str| hits.iter().any(|hit| CUES.names()[hit.name] == name);
        if says("disagree") {
            disagree += 1;
        } else if says("agree") && sentiment(comment).score > -0.8 {
            agree += 1;
        }
    }
    match (agree, disagree) {
        (0, 0) => Agreement::Open,
        _ if agree > 2 * disagree => Agreement::Agree,
        _ if disagree > 2 * agree => Agreement::Disagree,
        _ => Agreement::Divided,
    }
}

/// Capitalized names after "try", "use", "switched to" and the like.
fn alternatives(comments: &[&str]) -> Vec<String> {
    let mut named: HashMap<String, (usize, String, usize)> = HashMap::new();
    for (number, comment) in comments.iter().enumerate() {
        let words: Vec<text::Word> = text::words(comment).collect();
        let folded: Vec<String> = words.iter().map(|word| word.text.to_lowercase()).collect();
        for at in 1..words.len() {
            if !is_advice(&folded, at) {
                continue;
            }
            if let Some(name) = name_at(comment, &words, at) {
                let known = named
                    .entry(name.to_lowercase())
                    .or_insert((0, name, number));
                known.0 += 1;
            }
        }
    }
    let mut ranked: Vec<_> = named.into_values().collect();
    ranked.sort_by(|one, other| {
        other
            .0
            .cmp(&one.0)
            .then(one.2.cmp(&other.2))
            .then(one.1.cmp(&other.1))
    });
    ranked
        .into_iter()
        .take(3)
        .map(|(_, name, _)| name)
        .collect()
}

/// Nouns that can precede "called" and a product name.
const THINGS: &[&str] = &[
    "app",
    "tool",
    "one",
    "something",
    "thing",
    "software",
    "service",
    "site",
    "website",
    "company",
    "program",
    "product",
    "plugin",
    "platform",
    "brand",
    "shop",
    "it's",
];

/// Whether the preceding one or two words recommend what follows.
fn is_advice(folded: &[String], at: usize) -> bool {
    const ADVICE: &[&str] = &[
        "try",
        "use",
        "using",
        "recommend",
        "suggest",
        "love",
        "prefer",
        "tried",
        "with",
        "to",
        "at",
        "out",
        "called",
        "like",
        "used",
    ];
    const BEFORE: &[&str] = &[
        "switched to",
        "moved to",
        "go with",
        "went with",
        "look at",
        "check out",
        "switch to",
        "looked at",
        "happy with",
        "started using",
        "migrated to",
    ];
    let last = folded[at - 1].as_str();
    if !ADVICE.contains(&last) {
        return false;
    }
    if last == "called" {
        return at >= 2 && THINGS.contains(&folded[at - 2].as_str());
    }
    if matches!(last, "with" | "to" | "at" | "out") {
        return at >= 2 && BEFORE.contains(&format!("{} {last}", folded[at - 2]).as_str());
    }
    let negated = at >= 2
        && (folded[at - 2].ends_with("n't")
            || folded[at - 2] == "not"
            || folded[at - 2] == "never");
    !negated
}

/// One or two adjacent capitalized words.
fn name_at(comment: &str, words: &[text::Word], at: usize) -> Option<String> {
    let is_name = |word: &text::Word| {
        let has_capital = word.text.chars().any(char::is_uppercase);
        let first = word.text.chars().next().is_some_and(char::is_alphanumeric);
        has_capital && first && word.text.len() > 1 && !NO_NAMES.contains(&word.text)
    };
    let first = words.get(at).filter(|word| is_name(word))?;
    let second = words
        .get(at + 1)
        .filter(|word| is_name(word) && comment.get(first.end..word.start) == Some(" "));
    let end = second.map_or(first.end, |word| word.end);
    comment.get(first.start..end).map(str::to_owned)
}

const NO_NAMES: &[&str] = &[
    "I'm", "I've", "I'd", "It", "The", "This", "That", "You", "OP", "And", "But", "If", "My",
];

fn asks(comments: &[&str]) -> Vec<&'static str> {
    let questions: Vec<String> = comments
        .iter()
        .flat_map(|comment| text::sentences(comment))
        .filter(|sentence| sentence.trim_end().ends_with('?'))
        .map(str::to_lowercase)
        .filter(|question| !question.contains("have you tried") && !question.contains("why not"))
        .collect();
    let about = |words: &[&str]| {
        questions
            .iter()
            .any(|question| words.iter().any(|word| question.contains(word)))
    };
    let mut asks = Vec::new();
    if about(&["price", "cost", "how much", "pricing", "expensive", "free"]) {
        asks.push("the_price");
    }
    if about(&[
        "link",
        "where can i",
        "where do i",
        "where did you",
        "source",
    ]) {
        asks.push("a_link");
    }
    if asks.is_empty() && questions.len() * 3 >= comments.len().max(1) {
        asks.push("details");
    }
    asks
}

static CUES: LazyLock<Cues> = LazyLock::new(|| Cues::parse(include_str!("../words/comments.txt")));
