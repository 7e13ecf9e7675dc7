//! The reader after it was taught to judge something else.
//!
//! An adapter holds what changes: two narrow matrices for each wide one, the norms, and heads that turn
//! what the last layer says into a judgement. It is a hundredth of the size of a second reader.

use super::{
    READER, forward_pass,
    safetensors::TensorFile,
    weights::{self, ReaderWeights},
    word_pieces,
};

pub(crate) const WIDTH: usize = weights::WIDTH;
pub(crate) const START: u32 = word_pieces::START;
pub(crate) const END: u32 = word_pieces::END;
pub(crate) const MARK: u32 = word_pieces::MARK;

pub(crate) struct AdaptedReader {
    weights: ReaderWeights,
    adapter: TensorFile,
}

impl AdaptedReader {
    pub(crate) fn parse(adapter: &'static [u8]) -> Option<Self> {
        let adapter = TensorFile::parse(adapter)?;
        let weights = ReaderWeights::adapted(READER, &adapter)?;
        Some(Self { weights, adapter })
    }

    pub(crate) fn head<const OUTPUTS: usize>(&self, name: &str) -> Option<AdapterHead<OUTPUTS>> {
        let weights = self.adapter.halves(&format!("{name}.weight"))?;
        let rows = weights.as_chunks::<WIDTH>().0.to_vec();
        Some(AdapterHead {
            weights: rows.try_into().ok()?,
            bias: self
                .adapter
                .halves(&format!("{name}.bias"))?
                .try_into()
                .ok()?,
        })
    }

    /// What the last layer says of each token.
    pub(crate) fn last_layer(&self, tokens: &[u32]) -> Vec<[f32; WIDTH]> {
        let rows = forward_pass::last_layer(&self.weights, tokens);
        rows.as_chunks::<WIDTH>().0.to_vec()
    }
}

/// A linear judgement over what the last layer says.
pub(crate) struct AdapterHead<const OUTPUTS: usize> {
    weights: [[f32; WIDTH]; OUTPUTS],
    bias: [f32; OUTPUTS],
}

impl<const OUTPUTS: usize> AdapterHead<OUTPUTS> {
    pub(crate) fn scores(&self, state: &[f32; WIDTH]) -> [f32; OUTPUTS] {
        std::array::from_fn(|output| {
            let products = self.weights[output].iter().zip(state);
            products.map(|(weight, x)| weight * x).sum::<f32>() + self.bias[output]
        })
    }

    /// The scores as shares of one.
    pub(crate) fn shares(&self, state: &[f32; WIDTH]) -> [f32; OUTPUTS] {
        let scores = self.scores(state);
        let greatest = scores.iter().copied().fold(f32::MIN, f32::max);
        let powers = scores.map(|score| (score - greatest).exp());
        let sum: f32 = powers.iter().sum();
        powers.map(|power| power / sum)
    }
}

/// The mean of some rows; zeros if there are none.
pub(crate) fn mean<'a>(rows: impl Iterator<Item = &'a [f32; WIDTH]>) -> [f32; WIDTH] {
    let mut sum = [0.0; WIDTH];
    let mut count = 0.0_f32;
    for row in rows {
        count += 1.0;
        for (total, value) in sum.iter_mut().zip(row) {
            *total += value;
        }
    }
    sum.map(|total| total / count.max(1.0))
}
