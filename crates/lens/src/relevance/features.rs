//! The features of the relevance score: how close a post is, whether its author needs something,
//! whether an answer is welcome. Each number belongs to one part of the score.

use std::sync::LazyLock;

use super::{CandidatePost, PartName};
use crate::{
    closeness::{Closeness, CompanyProfile, closeness},
    cues::{Cues, TokenStream, clipped},
};

/// The features in order, each with its part of the score.
pub const FEATURES: [(&str, PartName); 17] = [
    ("words of the title", PartName::TitleWords),
    ("words of the body", PartName::BodyWords),
    ("meaning", PartName::Closeness),
    ("gist", PartName::Closeness),
    ("on topic", PartName::Closeness),
    ("community", PartName::Community),
    ("seeks", PartName::Need),
    ("asks in the title", PartName::Need),
    ("asks in the body", PartName::Need),
    ("pain", PartName::Need),
    ("own", PartName::Need),
    ("question in the title", PartName::Opening),
    ("question in the body", PartName::Opening),
    ("shares in the title", PartName::Opening),
    ("shares in the body", PartName::Opening),
    ("career", PartName::Opening),
    ("only tells", PartName::Opening),
];

/// The number of features.
pub const COUNT: usize = FEATURES.len();

/// The features of a post for a company.
#[derive(Debug)]
pub struct RelevanceFeatures {
    pub closeness: Closeness,
    community: f32,
    subreddit: String,
    title: CuePhrases,
    body: CuePhrases,
}

/// The phrases of each kind in one text, and its question marks.
#[derive(Debug, Default)]
struct CuePhrases {
    phrases: [Vec<String>; KINDS.len()],
    questions: f32,
}

const KINDS: [&str; 6] = ["seek", "ask", "pain", "own", "share", "career"];
const SEEK: usize = 0;
const ASK: usize = 1;
const PAIN: usize = 2;
const OWN: usize = 3;
const SHARE: usize = 4;
const CAREER: usize = 5;

/// The typical closeness of a community's name. Anything below counts against a post.
const USUAL: f32 = 0.25;

/// How many bytes of a title and a body are read. A lead has said what it wants by then.
const TITLE_LIMIT: usize = 600;
const BODY_LIMIT: usize = 6_000;

impl RelevanceFeatures {
    pub fn new(profile: &CompanyProfile, post: &CandidatePost) -> Self {
        let title = clipped(post.title, TITLE_LIMIT);
        let body = clipped(post.body, BODY_LIMIT);
        Self {
            closeness: closeness(profile, title, body),
            community: profile
                .name_closeness(post.subreddit)
                .map_or(0.0, |near| near - USUAL),
            subreddit: post.subreddit.trim_start_matches("r/").to_owned(),
            title: CuePhrases::new(title),
            body: CuePhrases::new(body),
        }
    }

    /// The numbers in the order of [`FEATURES`]. The author's needs count only as far as the post
    /// is on topic: nobody sells coffee to a person who asks about jeans.
    pub fn numbers(&self) -> [f32; COUNT] {
        let close = &self.closeness;
        let topic = self.topic();
        let both = |kind: usize| self.title.count(kind) + self.body.count(kind);
        [
            close.title_matches.score,
            close.body_matches.score,
            close.meaning.max(0.0),
            close.gist.max(0.0),
            topic,
            topic * self.community,
            topic * less(self.title.count(SEEK) * 2.0 + self.body.count(SEEK)),
            topic * less(self.title.count(ASK)),
            topic * less(self.body.count(ASK)),
            topic * less(both(PAIN)),
            topic * less(both(OWN)),
            topic * less(self.title.questions * 3.0),
            topic * less(self.body.questions),
            topic * less(self.title.count(SHARE) * 2.0),
            topic * less(self.body.count(SHARE)),
            topic * less(self.title.count(CAREER) * 2.0 + self.body.count(CAREER)),
            if self.is_asking() { 0.0 } else { topic },
        ]
    }

    /// Whether there is anything to answer.
    fn is_asking(&self) -> bool {
        let asks =
            |found: &CuePhrases| found.questions + found.count(SEEK) + found.count(ASK) > 0.0;
        asks(&self.title) || asks(&self.body)
    }

    /// Between 0 and 1: how far the post is about the company's subject.
    pub fn topic(&self) -> f32 {
        let close = &self.closeness;
        let words = close.title_matches.score + close.body_matches.score;
        let meaning = (close.meaning + close.gist).max(0.0) / 2.0;
        1.0 / (1.0 + (-(words + 0.5 * meaning - 0.4) / 0.08).exp())
    }

    /// The words behind a part, as written in the post.
    pub fn words(&self, name: PartName) -> Vec<String> {
        let close = &self.closeness;
        let phrases = |kinds: &[usize]| {
            let texts = [&self.title, &self.body];
            let all = texts
                .iter()
                .flat_map(|found| kinds.iter().flat_map(|&at| &found.phrases[at]));
            let mut phrases: Vec<String> = Vec::new();
            for phrase in all {
                if !phrases.contains(phrase) {
                    phrases.push(phrase.clone());
                }
            }
            phrases
        };
        match name {
            PartName::TitleWords => close.title_matches.words.clone(),
            PartName::BodyWords => close.body_matches.words.clone(),
            PartName::Closeness if close.meaning.max(close.gist) > 0.0 => close.words.clone(),
            PartName::Community if self.community != 0.0 => vec![self.subreddit.clone()],
            PartName::Need => phrases(&[SEEK, ASK, PAIN, OWN]),
            PartName::Opening => {
                let mut words = phrases(&[SHARE, CAREER]);
                if self.title.questions + self.body.questions > 0.0 {
                    words.insert(0, "?".to_owned());
                }
                words
            }
            _ => Vec::new(),
        }
    }
}

impl CuePhrases {
    fn new(text: &str) -> Self {
        let stream = TokenStream::new(text, BODY_LIMIT);
        let mut found = Self::default();
        for hit in CUES.find(&stream) {
            let kind = KINDS
                .iter()
                .position(|kind| *kind == CUES.names()[hit.name]);
            found.phrases[kind.expect("a kind of the list")].push(stream.phrase(hit.from, hit.to));
        }
        let addresses = text.split_whitespace().filter(|word| word.contains("://"));
        let marks = |text: &str| small(text.matches('?').count());
        found.questions = marks(text) - addresses.map(marks).sum::<f32>();
        found
    }

    fn count(&self, kind: usize) -> f32 {
        small(self.phrases[kind].len())
    }
}

/// Saturates: more always adds something, but less and less.
fn less(count: f32) -> f32 {
    count / (count + 1.0)
}

fn small(count: usize) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "a count of words")]
    let count = count as f32;
    count
}

static CUES: LazyLock<Cues> = LazyLock::new(|| Cues::parse(include_str!("../words/need.txt")));
