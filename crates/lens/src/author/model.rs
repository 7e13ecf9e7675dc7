//! The linear models of `models/author.bin`, made by `training author`.

use super::{AuthorJudgement, Side};
use crate::{
    intent::{community_and_market, features::IntentFeatures},
    noise::NoiseKind,
    reader::ReaderVector,
};

/// What the models look at: the vector, the cues of the text, the answers of the intent models that
/// were trained on other posts, and the kind of noise.
pub fn inputs(read: &ReaderVector, title: &str, body: &str, noise: Option<NoiseKind>) -> Vec<f32> {
    let post = IntentFeatures::new(title, body);
    let mut inputs: Vec<f32> = read.values().iter().map(|x| x * VECTOR_SCALE).collect();
    inputs.extend(post.numbers());
    // The logarithm, moved so that an even share is near zero.
    let answers = community_and_market(&post).into_iter();
    inputs.extend(answers.map(|share| (share + 0.02).ln() + 1.4));
    inputs.extend(NoiseKind::ALL.map(|kind| f32::from(u8::from(noise == Some(kind)))));
    inputs
}

/// The numbers of a unit vector are small beside counts of cues, and one penalty holds for both.
const VECTOR_SCALE: f32 = 8.0;

#[derive(Debug)]
pub struct AuthorModel {
    pub intent: ClassWeights<5>,
    pub side: ClassWeights<3>,
    /// The probability from which on an author is said to seek, and to offer.
    pub least_seeks: f32,
    pub least_offers: f32,
}

/// A weight for each input and class, then one for each class.
#[derive(Debug, Clone)]
pub struct ClassWeights<const CLASSES: usize>(pub Vec<[f32; CLASSES]>);

impl AuthorModel {
    pub fn judge(&self, inputs: &[f32]) -> AuthorJudgement {
        let sides = self.side.shares(inputs);
        AuthorJudgement {
            intents: self.intent.shares(inputs),
            sides,
            side: self.side_of(sides),
        }
    }

    fn side_of(&self, [seeks, offers, _]: [f32; 3]) -> Side {
        if offers >= self.least_offers {
            Side::Offers
        } else if seeks >= self.least_seeks {
            Side::Seeks
        } else {
            Side::Neither
        }
    }

    pub(super) fn parse(bytes: &[u8]) -> Option<Self> {
        let numbers = bytes.as_chunks::<4>().0.iter().copied();
        let numbers = numbers.map(f32::from_le_bytes).collect::<Vec<_>>();
        let ([least_seeks, least_offers], weights) = numbers.split_first_chunk::<2>()?;
        let (intent, side) = weights.split_at_checked(weights.len() / 8 * 5)?;
        Some(Self {
            intent: ClassWeights(intent.as_chunks().0.to_vec()),
            side: ClassWeights(side.as_chunks().0.to_vec()),
            least_seeks: *least_seeks,
            least_offers: *least_offers,
        })
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let lines = [self.least_seeks, self.least_offers];
        let weights = self
            .intent
            .0
            .iter()
            .flatten()
            .chain(self.side.0.iter().flatten());
        let numbers = lines.iter().chain(weights);
        numbers.flat_map(|number| number.to_le_bytes()).collect()
    }
}

impl<const CLASSES: usize> ClassWeights<CLASSES> {
    /// The probability of each class.
    pub fn shares(&self, inputs: &[f32]) -> [f32; CLASSES] {
        let mut sums = [0.0; CLASSES];
        let with_constant = inputs.iter().copied().chain([1.0]);
        for (input, weights) in with_constant.zip(&self.0) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += input * weight;
            }
        }
        let greatest = sums.iter().copied().fold(f32::MIN, f32::max);
        let powers = sums.map(|sum| (sum - greatest).exp());
        let total: f32 = powers.iter().sum();
        powers.map(|power| power / total)
    }
}
