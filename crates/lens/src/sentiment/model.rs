//! A small network in one file: features to sixteen numbers to three.
//!
//! The file holds the features that matter most, by hash, each with one byte a hidden number.

use super::features::SentimentFeatures;

/// Hidden numbers.
pub const WIDTH: usize = 16;
/// Negative, neutral, positive.
pub const CLASSES: usize = 3;
/// The number of features per bucket.
pub const BUCKET: usize = 8;

/// The network, borrowed from its file.
#[derive(Debug)]
pub struct SentimentModel<'a> {
    tags: &'a [u8],
    weights: &'a [u8],
    scale: [f32; WIDTH],
    hidden_bias: [f32; WIDTH],
    output: [[f32; WIDTH]; CLASSES],
    output_bias: [f32; CLASSES],
}

/// The output of the network for a text.
#[derive(Debug)]
pub struct SentimentOutput {
    /// The share of negative, neutral and positive, adding up to one.
    pub shares: [f32; CLASSES],
    /// How much each word pulls toward positive, by its token number.
    pub(super) pulls: Vec<f32>,
}

impl<'a> SentimentModel<'a> {
    /// Reads a file that training wrote. Only the few numbers of its header are copied.
    pub fn parse(file: &'a [u8]) -> Self {
        let (head, rest) = file.split_at(4 * (2 * WIDTH + CLASSES * (WIDTH + 1)));
        let mut numbers = head
            .chunks_exact(4)
            .map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
        let mut next = || numbers.next().expect("the head has this many numbers");
        let mut model = Self {
            tags: &[],
            weights: &[],
            scale: [0.0; WIDTH],
            hidden_bias: [0.0; WIDTH],
            output: [[0.0; WIDTH]; CLASSES],
            output_bias: [0.0; CLASSES],
        };
        model.scale.iter_mut().for_each(|number| *number = next());
        model
            .hidden_bias
            .iter_mut()
            .for_each(|number| *number = next());
        model
            .output
            .iter_mut()
            .flatten()
            .for_each(|number| *number = next());
        model
            .output_bias
            .iter_mut()
            .for_each(|number| *number = next());
        let slots = rest.len() / (2 + WIDTH);
        (model.tags, model.weights) = rest.split_at(2 * slots);
        model
    }

    pub fn judge(&self, features: &SentimentFeatures) -> SentimentOutput {
        let mut sums = [0.0; WIDTH];
        features.each_feature(|hash, value| {
            if let Some(weights) = self.find(hash) {
                add(&mut sums, weights, value);
            }
        });
        let mut own: Vec<Option<&[u8]>> = Vec::with_capacity(features.tokens.len());
        let mut word_value = 0.0;
        features.each_word(|_, hash, value| {
            let weights = self.find(hash);
            if let Some(weights) = weights {
                add(&mut sums, weights, value);
            }
            own.push(weights);
            word_value = value;
        });
        let hidden: [f32; WIDTH] =
            std::array::from_fn(|at| (sums[at] * self.scale[at] + self.hidden_bias[at]).tanh());
        SentimentOutput {
            shares: self.shares(&hidden),
            pulls: self.pulls(&hidden, &own, word_value),
        }
    }

    /// The weights of a feature, if it was kept.
    fn find(&self, hash: u64) -> Option<&'a [u8]> {
        let (bucket, tag) = place(hash, self.tags.len() / 2);
        let tags = self.tags[2 * bucket * BUCKET..].first_chunk::<{ 2 * BUCKET }>()?;
        let tag = u16::from_le_bytes(tag);
        let is_own = |at: &usize| u16::from_le_bytes([tags[2 * at], tags[2 * at + 1]]) == tag;
        let within = (0..BUCKET).find(is_own)?;
        let slot = (bucket * BUCKET + within) * WIDTH;
        self.weights.get(slot..slot + WIDTH)
    }

    fn shares(&self, hidden: &[f32; WIDTH]) -> [f32; CLASSES] {
        let logits: [f32; CLASSES] = std::array::from_fn(|class| {
            let products = self.output[class]
                .iter()
                .zip(hidden)
                .map(|(weight, sum)| weight * sum);
            self.output_bias[class] + products.sum::<f32>()
        });
        let greatest = logits.iter().copied().fold(f32::MIN, f32::max);
        let powers = logits.map(|logit| (logit - greatest).exp());
        powers.map(|power| power / powers.iter().sum::<f32>())
    }

    /// The gradient of positive minus negative along each word's own weights.
    fn pulls(&self, hidden: &[f32; WIDTH], own: &[Option<&[u8]>], value: f32) -> Vec<f32> {
        let slope: [f32; WIDTH] = std::array::from_fn(|at| {
            let toward_positive = self.output[2][at] - self.output[0][at];
            toward_positive * (1.0 - hidden[at] * hidden[at]) * self.scale[at] * value
        });
        own.iter()
            .map(|weights| {
                let weights = weights.unwrap_or(&[]);
                weights
                    .iter()
                    .zip(slope)
                    .map(|(weight, slope)| signed(*weight) * slope)
                    .sum()
            })
            .collect()
    }
}

/// The bucket of a feature and its tag there, which is never zero.
pub fn place(hash: u64, slots: usize) -> (usize, [u8; 2]) {
    // A product and a shift spread 32 bits over the buckets without the cost of a division.
    let bucket = ((hash & 0xffff_ffff) * (slots / BUCKET) as u64) >> 32;
    let bucket = usize::try_from(bucket).expect("there are fewer buckets than addresses");
    let tag = u16::try_from(hash >> 48).expect("16 bits fit") | 1;
    (bucket, tag.to_le_bytes())
}

fn add(sums: &mut [f32; WIDTH], weights: &[u8], value: f32) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum += signed(*weight) * value;
    }
}

fn signed(weight: u8) -> f32 {
    f32::from(weight.cast_signed())
}
