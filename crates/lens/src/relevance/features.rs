//! The features of the relevance score: how close a post is, whether its author needs something,
//! whether an answer is welcome, whether it is noise.

use std::sync::LazyLock;

use super::CandidatePost;
use crate::{
    closeness::{Closeness, CompanyPoints, CompanyProfile, closeness},
    cues::{Cues, TokenStream, clipped},
    embedding::{Embedding, embed},
    noise::{Noise, NoiseKind, noise},
};

/// The features in order.
pub const FEATURES: [&str; 19] = [
    "words of the title",
    "words of the body",
    "meaning",
    "gist",
    "on topic",
    "community",
    "seeks",
    "asks in the title",
    "asks in the body",
    "pain",
    "own",
    "question in the title",
    "question in the body",
    "shares in the title",
    "shares in the body",
    "career",
    "only tells",
    "hiring",
    "noise",
];

/// The number of features.
pub const COUNT: usize = FEATURES.len();

/// How many of them, from the first, say how close a post is.
pub const CLOSENESS_COUNT: usize = 6;

/// How many of the others say what its author needs.
pub const SIGN_COUNT: usize = COUNT - CLOSENESS_COUNT;

/// The features of a post for a company.
#[derive(Debug)]
pub struct RelevanceFeatures {
    pub closeness: Closeness,
    pub noise: Option<Noise>,
    community: f32,
    signs: PostSigns,
}

/// What a post says of its author's needs, whatever the company.
#[derive(Debug)]
pub struct PostSigns {
    pub noise: Option<Noise>,
    title: CuePhrases,
    body: CuePhrases,
}

/// How many phrases of each kind a text has, and question marks.
#[derive(Debug, Default)]
struct CuePhrases {
    counts: [usize; KINDS.len()],
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
pub(super) const USUAL: f32 = 0.25;

/// How many bytes of a title and a body are read. A lead has said what it wants by then.
const TITLE_LIMIT: usize = 600;
const BODY_LIMIT: usize = 6_000;

impl RelevanceFeatures {
    pub fn new(profile: &CompanyProfile, post: &CandidatePost) -> Self {
        let (title, body) = clipped_texts(post);
        let signs = PostSigns::new(post);
        let noise = signs.noise.clone();
        Self {
            closeness: closeness(profile, title, body),
            noise: noise.filter(|noise| {
                noise.kind != NoiseKind::Hiring || !serves_recruiters(&profile.points())
            }),
            community: profile
                .name_closeness(post.subreddit)
                .map_or(0.0, |near| near - USUAL),
            signs,
        }
    }

    /// The numbers in the order of [`FEATURES`].
    pub fn numbers(&self) -> [f32; COUNT] {
        let close = &self.closeness;
        let topic = self.topic();
        let closeness: [f32; CLOSENESS_COUNT] = [
            close.title_matches.score,
            close.body_matches.score,
            close.meaning.max(0.0),
            close.gist.max(0.0),
            topic,
            topic * self.community,
        ];
        let noise = self.noise.as_ref().map(|noise| noise.kind);
        let signs = self.signs.numbers(topic, noise);
        let mut numbers = closeness.into_iter().chain(signs);
        std::array::from_fn(|_| numbers.next().expect("as many as counted"))
    }

    /// What the model of read posts takes from the words: how close the post is. The author's needs
    /// come from [`crate::author`].
    pub fn closeness_numbers(&self) -> [f32; CLOSENESS_COUNT] {
        let numbers = self.numbers();
        *numbers.first_chunk().expect("closeness comes first")
    }

    /// Between 0 and 1: how far the post is about the company's subject.
    pub fn topic(&self) -> f32 {
        let close = &self.closeness;
        let words = close.title_matches.score + close.body_matches.score;
        let meaning = (close.meaning + close.gist).max(0.0) / 2.0;
        1.0 / (1.0 + (-(words + 0.5 * meaning - 0.4) / 0.08).exp())
    }
}

impl PostSigns {
    pub fn new(post: &CandidatePost) -> Self {
        let (title, body) = clipped_texts(post);
        Self {
            noise: noise(post.title, post.body, Some(post.subreddit)),
            title: CuePhrases::new(title),
            body: CuePhrases::new(body),
        }
    }

    /// The numbers of the last [`SIGN_COUNT`] features. The author's needs count only as far as the
    /// post is on topic: nobody sells coffee to a person who asks about jeans.
    pub fn numbers(&self, topic: f32, noise: Option<NoiseKind>) -> [f32; SIGN_COUNT] {
        let both = |kind: usize| self.title.count(kind) + self.body.count(kind);
        let is_job_ad = noise == Some(NoiseKind::Hiring);
        [
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
            // A job ad has a weight of its own.
            f32::from(u8::from(is_job_ad)),
            f32::from(u8::from(noise.is_some() && !is_job_ad)),
        ]
    }

    /// Whether there is anything to answer.
    fn is_asking(&self) -> bool {
        let asks =
            |found: &CuePhrases| found.questions + found.count(SEEK) + found.count(ASK) > 0.0;
        asks(&self.title) || asks(&self.body)
    }
}

/// As much of the title and the body as is read.
pub(super) fn clipped_texts<'a>(post: &CandidatePost<'a>) -> (&'a str, &'a str) {
    let title = clipped(post.title, TITLE_LIMIT);
    (title, clipped(post.body, BODY_LIMIT))
}

/// How plainly a sentence says that its author needs something: 1 for one that asks, half of it for
/// one that only complains.
pub(super) fn need_strength(sentence: &str) -> f32 {
    let found = CuePhrases::new(sentence);
    if found.questions + found.count(SEEK) + found.count(ASK) > 0.0 {
        1.0
    } else if found.count(PAIN) > 0.0 {
        0.5
    } else {
        0.0
    }
}

/// Whether a company's customers are those who hire. To them a job ad is no noise: who posts it may
/// be a customer, and the reader says whether.
pub fn serves_recruiters(company: &CompanyPoints) -> bool {
    let [hiring, working] = [&*HIRING, &*WORKING].map(|about| company.likeness(about));
    hiring >= LEAST_HIRING && hiring > working
}

/// What companies that serve recruiters say of themselves.
static HIRING: LazyLock<Embedding> = LazyLock::new(|| {
    embed(
        "Recruiting software for employers: post jobs, find candidates, track applicants and hire.",
    )
});

/// What those say that serve the other side, in much the same words.
static WORKING: LazyLock<Embedding> = LazyLock::new(|| {
    embed(
        "For job seekers: resumes, cover letters, interview coaching, salary negotiation, and your rights at work.",
    )
});

/// Nearly all of 3,154 companies that have nothing to do with hiring lie below it.
const LEAST_HIRING: f32 = 0.8;

impl CuePhrases {
    fn new(text: &str) -> Self {
        let stream = TokenStream::new(text, BODY_LIMIT);
        let mut found = Self::default();
        for hit in CUES.find(&stream) {
            let kind = KINDS
                .iter()
                .position(|kind| *kind == CUES.names()[hit.name]);
            found.counts[kind.expect("a kind of the list")] += 1;
        }
        let addresses = text.split_whitespace().filter(|word| word.contains("://"));
        let marks = |text: &str| small(text.matches('?').count());
        found.questions = marks(text) - addresses.map(marks).sum::<f32>();
        found
    }

    fn count(&self, kind: usize) -> f32 {
        small(self.counts[kind])
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
