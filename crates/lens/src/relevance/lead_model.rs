//! The probability that a post is a lead: logistic regression over the reader's cosine, what the
//! author is after, and how close the words are; then over that and what both texts together say.

use std::sync::LazyLock;

use super::features::{CLOSENESS_COUNT, COUNT, RelevanceFeatures};
use super::glance::GLANCE_INPUTS;
use crate::{author::AuthorJudgement, noise::NoiseKind};

/// The models of `models/relevance.bin`, made by `training relevance`.
#[derive(Debug)]
pub struct LeadModels {
    /// For a post that was read.
    pub read: LeadModel<READ_INPUTS>,
    /// By words alone.
    pub unread: LeadModel<UNREAD_INPUTS>,
    /// At a glance, as the stream judges.
    pub glance: LeadModel<GLANCE_INPUTS>,
    /// For a post that was also read together with the company.
    pub pair: LeadModel<PAIR_INPUTS>,
    /// The score from which on posts are shown: seven of ten shown are leads.
    pub least_score: f32,
    /// What the first model must say for a post to be read together with the company.
    pub least_apart: f32,
    /// The probability by words alone from which on a post is worth reading.
    pub least_unread: f32,
    /// The probability at a glance from which on a post is worth reading.
    pub least_glance: f32,
    /// The score at a glance from which on a post that nobody has read yet is shown: as many of them are
    /// leads as of those that were read.
    pub least_glance_score: f32,
}

/// The features, and one that is always 1.
pub const UNREAD_INPUTS: usize = COUNT + 1;

/// What was said of both texts together, what of each apart, and one that is always 1.
pub const PAIR_INPUTS: usize = 3;

/// The cosine; of each intent, side and their products with the cosine; each kind of noise; how
/// close the words are; and one that is always 1.
pub const READ_INPUTS: usize = 1 + 2 * AUTHOR_INPUTS + NoiseKind::ALL.len() + CLOSENESS_COUNT + 1;

const AUTHOR_INPUTS: usize = 8;

#[derive(Debug)]
pub struct LeadModel<const INPUTS: usize> {
    weights: [f32; INPUTS],
}

/// What the model of read posts looks at. How much a need counts depends on how near the post is,
/// hence the products.
pub fn read_inputs(
    cosine: f32,
    author: &AuthorJudgement,
    features: &RelevanceFeatures,
) -> [f32; READ_INPUTS] {
    let wants = author.intents.iter().chain(&author.sides);
    let wants = wants.map(|share| (share + 0.02).ln()).collect::<Vec<_>>();
    let noise = features.noise.as_ref().map(|noise| noise.kind);
    let kinds = NoiseKind::ALL.map(|kind| f32::from(u8::from(noise == Some(kind))));
    let products = wants.iter().map(|want| want * cosine);
    let inputs = [cosine].into_iter().chain(wants.iter().copied());
    let inputs = inputs.chain(products).chain(kinds);
    let mut inputs = inputs.chain(features.closeness_numbers()).chain([1.0]);
    std::array::from_fn(|_| inputs.next().expect("as many as counted"))
}

pub fn unread_inputs(features: &RelevanceFeatures) -> [f32; UNREAD_INPUTS] {
    let mut inputs = features.numbers().into_iter().chain([1.0]);
    std::array::from_fn(|_| inputs.next().expect("as many as counted"))
}

pub fn pair_inputs(together: f32, apart: f32) -> [f32; PAIR_INPUTS] {
    [together, apart, 1.0]
}

impl<const INPUTS: usize> LeadModel<INPUTS> {
    #[doc(hidden)]
    pub fn new(weights: [f32; INPUTS]) -> Self {
        Self { weights }
    }

    /// The logarithm of the odds that the post is a lead.
    #[doc(hidden)]
    pub fn odds(&self, inputs: &[f32; INPUTS]) -> f32 {
        let terms = inputs.iter().zip(self.weights);
        terms.map(|(input, weight)| input * weight).sum()
    }

    #[doc(hidden)]
    pub fn probability(&self, inputs: &[f32; INPUTS]) -> f32 {
        probability(self.odds(inputs))
    }
}

pub(super) fn probability(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

impl LeadModels {
    pub(super) fn shipped() -> &'static Self {
        static SHIPPED: LazyLock<LeadModels> = LazyLock::new(|| {
            LeadModels::parse(include_bytes!("../../models/relevance.bin"))
                .expect("the shipped model is whole")
        });
        &SHIPPED
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        let numbers = bytes.as_chunks::<4>().0.iter().copied();
        let numbers = numbers.map(f32::from_le_bytes).collect::<Vec<_>>();
        let (read, rest) = numbers.split_first_chunk::<READ_INPUTS>()?;
        let (unread, rest) = rest.split_first_chunk::<UNREAD_INPUTS>()?;
        let (pair, rest) = rest.split_first_chunk::<PAIR_INPUTS>()?;
        let (glance, rest) = rest.split_first_chunk::<GLANCE_INPUTS>()?;
        let [
            least_score,
            least_apart,
            least_unread,
            least_glance,
            least_glance_score,
        ] = *rest.first_chunk()?;
        Some(Self {
            read: LeadModel::new(*read),
            unread: LeadModel::new(*unread),
            pair: LeadModel::new(*pair),
            glance: LeadModel::new(*glance),
            least_score,
            least_apart,
            least_unread,
            least_glance,
            least_glance_score,
        })
    }

    #[doc(hidden)]
    pub fn to_bytes(&self) -> Vec<u8> {
        let lines = [
            self.least_score,
            self.least_apart,
            self.least_unread,
            self.least_glance,
            self.least_glance_score,
        ];
        let numbers = self.read.weights.iter().chain(&self.unread.weights);
        let numbers = numbers.chain(&self.pair.weights);
        let numbers = numbers.chain(&self.glance.weights).chain(&lines);
        numbers.flat_map(|number| number.to_le_bytes()).collect()
    }
}
