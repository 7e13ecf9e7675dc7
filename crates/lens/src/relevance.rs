//! Whether a post is worth answering for a company: a score from 0 to 100, which is the probability
//! that a person would call it a lead, and sentences that say why.
//!
//! Only the text decides. Age, votes and rank are reasons to answer now, not reasons why the author
//! needs the company.

mod company_vectors;
#[doc(hidden)]
pub mod features;
#[doc(hidden)]
pub mod glance;
#[doc(hidden)]
pub mod lead_model;
mod pair_reader;
mod quotes;
mod reason_line;

use crate::{
    author::{AuthorJudgement, Side, author},
    closeness::{CompanyProfile, CompanyText},
    intent::Intent,
    noise::{Noise, NoiseKind},
    reader::ReaderVector,
};
pub use company_vectors::{CompanyVectors, text_read};
use features::RelevanceFeatures;
pub use glance::{CompanyGlance, PostGlance, glance};
use lead_model::{LeadModels, pair_inputs, probability, read_inputs, unread_inputs};
use pair_reader::PairCompany;
pub use pair_reader::{pair_reading, remember_pair_reading};
use quotes::CompanySentences;
pub use quotes::need_candidates;

/// Whether a post may be a lead at all, by its words alone. Nearly all leads pass.
pub fn is_worth_reading(company: &LeadCompany, post: &CandidatePost) -> bool {
    unread_nearness(company, post).is_some()
}

/// How likely a post is a lead by its words alone, to choose which are read first; none if it is too
/// far off to be read at all.
pub fn unread_nearness(company: &LeadCompany, post: &CandidatePost) -> Option<f32> {
    let models = LeadModels::shipped();
    let features = RelevanceFeatures::new(&company.profile, post);
    let likely = models.unread.probability(&unread_inputs(&features));
    (likely >= models.least_unread).then_some(likely)
}

/// How near a post that was read is to a company, to choose those that are worth judging: the
/// logarithm of the odds that it is a lead, by what was read of each apart.
pub fn nearness(company: &LeadCompany, post: &CandidatePost, read: &ReaderVector) -> f32 {
    let features = RelevanceFeatures::new(&company.profile, post);
    let kind = features.noise.as_ref().map(|noise| noise.kind);
    let author = author(read, post.title, post.body, kind);
    apart_odds(company, read, &author, &features)
}

/// Scores a post that was read. One that is near enough is read again, together with the company:
/// vectors tell the field, and only both texts at once tell whether the author has an opening for it.
pub fn judge(company: &LeadCompany, post: &CandidatePost, read: &ReaderVector) -> Judgement {
    let features = RelevanceFeatures::new(&company.profile, post);
    let models = LeadModels::shipped();
    let kind = features.noise.as_ref().map(|noise| noise.kind);
    let author = author(read, post.title, post.body, kind);
    let noise = flagged(post).or(features.noise.clone());
    let apart = apart_odds(company, read, &author, &features);
    let odds = if apart < models.least_apart {
        FAR_ODDS
    } else {
        let together = company.pair.odds(post);
        models.pair.odds(&pair_inputs(together, apart))
    };
    let odds = odds - flagged(post).map_or(0.0, |_| FLAG_ODDS);
    Judgement {
        score: 100.0 * probability(odds),
        title_words: features.closeness.title_matches.words,
        body_words: features.closeness.body_matches.words,
        intent: author.intent(),
        side: author.side(),
        noise,
    }
}

/// Names the two texts that are read together, so that what was read can be kept: see
/// [`pair_reading`].
pub fn pair_hash(company: &LeadCompany, post: &CandidatePost) -> i64 {
    company.pair.hash(post)
}

fn apart_odds(
    company: &LeadCompany,
    read: &ReaderVector,
    author: &AuthorJudgement,
    features: &RelevanceFeatures,
) -> f32 {
    let cosine = company.vectors.whole.cosine(read);
    let inputs = read_inputs(cosine, author, features);
    LeadModels::shipped().read.odds(&inputs)
}

/// Why a post is worth answering. `read` are the vectors of its [`need_candidates`], as
/// [`read_need_candidates`] gives them.
pub fn reasons(
    company: &LeadCompany,
    post: &CandidatePost,
    read: &[ReaderVector],
    noise: Option<NoiseKind>,
) -> LeadReasons {
    let sentences: Vec<_> = need_candidates(post).into_iter().zip(read).collect();
    let need = quotes::need(&company.vectors.whole, post.title, &sentences);
    let fit = need.and_then(|need| company.sentences.answer_to(need));
    let need = need.map(|(sentence, _)| sentence);
    let line = match noise {
        Some(kind) => reason_line::noise_line(kind).to_owned(),
        None => reason_line::reason_line(need, fit, &company.name),
    };
    LeadReasons {
        line,
        need: need.map(str::to_owned),
        fit: fit.map(str::to_owned),
    }
}

/// The sentence of a post that says best what its author needs of a company, among those that `may`
/// be quoted.
pub fn stated_need<'a>(
    company: &ReaderVector,
    post: &CandidatePost<'a>,
    may: impl Fn(&str) -> bool,
) -> Option<&'a str> {
    let mut sentences = need_candidates(post);
    sentences.retain(|sentence| may(sentence));
    let read = quotes::read_all(&sentences);
    let sentences: Vec<(&str, &ReaderVector)> = sentences.into_iter().zip(&read).collect();
    let place = quotes::need(company, post.title, &sentences)?.0;
    // The same text, with the life of the post and not of the vectors.
    need_candidates(post).into_iter().find(|it| *it == place)
}

/// Reads the [`need_candidates`] of a post one by one.
pub fn read_need_candidates(post: &CandidatePost) -> Vec<ReaderVector> {
    quotes::read_all(&need_candidates(post))
}

/// The score from which on posts are shown: four leads of five have it.
pub fn least_score() -> f32 {
    LeadModels::shipped().least_score
}

/// The score at a glance from which on posts are shown until they are read.
pub fn least_glance_score() -> f32 {
    LeadModels::shipped().least_glance_score
}

/// Changes whenever the meaning of scores does, so that a list never mixes two scales.
pub const SCALE_VERSION: i64 = 3;

/// Of a post that is too far off to be read together with the company: a score of 1 or less.
const FAR_ODDS: f32 = -5.0;

/// What Reddit itself says against a post takes this much from the logarithm of its odds: of a sure
/// lead it leaves little.
const FLAG_ODDS: f32 = 6.0;

/// A company prepared once, to be compared with many posts.
#[derive(Debug, Clone)]
pub struct LeadCompany {
    name: String,
    profile: CompanyProfile,
    vectors: CompanyVectors,
    pair: PairCompany,
    sentences: CompanySentences,
}

impl LeadCompany {
    pub fn new(company: &CompanyText) -> Self {
        Self::with_vectors(company, CompanyVectors::read(company))
    }

    /// A company whose text was read before.
    pub fn with_vectors(company: &CompanyText, vectors: CompanyVectors) -> Self {
        Self {
            name: company.name.trim().to_owned(),
            profile: CompanyProfile::new(company),
            pair: PairCompany::new(company),
            sentences: CompanySentences::new(company, vectors.sentences.clone()),
            vectors,
        }
    }
}

/// A post to be judged. Unknown fields are empty.
#[derive(Debug, Clone, Copy, Default)]
pub struct CandidatePost<'a> {
    pub title: &'a str,
    pub body: &'a str,
    pub subreddit: &'a str,
    pub is_adult: bool,
    pub is_removed: bool,
    pub is_stickied: bool,
}

/// A score and its explanation.
#[derive(Debug, Clone)]
pub struct Judgement {
    /// 0 to 100.
    pub score: f32,
    /// Words of the title that the company uses too, in lower case; and of the body.
    pub title_words: Vec<String>,
    pub body_words: Vec<String>,
    pub intent: Intent,
    pub side: Side,
    pub noise: Option<Noise>,
}

/// Why a post is worth answering.
#[derive(Debug, Clone, PartialEq)]
pub struct LeadReasons {
    /// In one line.
    pub line: String,
    /// What the author needs, in a sentence of the post.
    pub need: Option<String>,
    /// What the company says of itself that answers it.
    pub fit: Option<String>,
}

/// Noise by what Reddit says of the post.
fn flagged(post: &CandidatePost) -> Option<Noise> {
    let (kind, word) = match post {
        CandidatePost {
            is_removed: true, ..
        } => (NoiseKind::Removed, "removed"),
        CandidatePost { is_adult: true, .. } => (NoiseKind::Adult, "adult"),
        CandidatePost {
            is_stickied: true, ..
        } => (NoiseKind::Megathread, "stickied"),
        _ => return None,
    };
    let words = vec![word.to_owned()];
    Some(Noise { kind, words })
}
