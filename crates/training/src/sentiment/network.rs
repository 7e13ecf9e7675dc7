//! Trains the network: every feature has sixteen weights; tanh of their sums predicts the sentiment
//! and, in training only, the emotions.

use super::TextExample;
use crate::random::SeededRandom;
use lens::sentiment::model::{CLASSES, WIDTH};
use std::collections::HashMap;

/// A trained network, without the outputs for emotions.
#[derive(Debug)]
pub(super) struct Network {
    pub(super) features: Vec<(u64, [f32; WIDTH], f32)>,
    pub(super) hidden_bias: [f32; WIDTH],
    pub(super) output: [[f32; WIDTH]; CLASSES],
    pub(super) output_bias: [f32; CLASSES],
}

const EPOCHS: usize = 4;
const RATE: f32 = 0.15;
/// The dropout rate of features.
const LEFT_OUT: f32 = 0.4;
const EMOTION_WEIGHT: f32 = 0.2;
const EMOTIONS: usize = 28;
const OUTPUTS: usize = CLASSES + EMOTIONS;
/// A feature in fewer rows is noise.
const FEWEST_ROWS: u32 = 2;

pub(super) fn train(examples: &[TextExample]) -> Network {
    let (numbers, hashes, counts) = dictionary(examples);
    let mut learner = NetworkLearner::new(hashes.len());
    let mut order: Vec<usize> = (0..examples.len()).collect();
    let steps = EPOCHS * examples.len();
    let mut step = 0;
    for _ in 0..EPOCHS {
        learner.random.shuffle(&mut order);
        for &at in &order {
            let rate = RATE * (1.0 - small(step) / small(steps));
            learner.learn(&examples[at], &numbers, rate);
            step += 1;
        }
    }
    let features = (0..hashes.len()).map(|at| (hashes[at], learner.input[at], small(counts[at])));
    Network {
        features: features.collect(),
        hidden_bias: learner.hidden_bias,
        output: std::array::from_fn(|class| learner.output[class]),
        output_bias: std::array::from_fn(|class| learner.output_bias[class]),
    }
}

/// Numbers the features that occur often enough, in the order of their hashes.
fn dictionary(examples: &[TextExample]) -> (HashMap<u64, usize>, Vec<u64>, Vec<usize>) {
    let mut counts: HashMap<u64, u32> = HashMap::new();
    for (hash, _) in examples.iter().flat_map(|example| &example.features) {
        *counts.entry(*hash).or_default() += 1;
    }
    let mut hashes: Vec<u64> = Vec::new();
    hashes.extend(
        counts
            .iter()
            .filter(|(_, count)| **count >= FEWEST_ROWS)
            .map(|(hash, _)| *hash),
    );
    hashes.sort_unstable();
    let numbers = hashes
        .iter()
        .enumerate()
        .map(|(number, hash)| (*hash, number))
        .collect();
    let kept = hashes.iter().map(|hash| counts[hash] as usize).collect();
    (numbers, hashes, kept)
}

struct NetworkLearner {
    input: Vec<[f32; WIDTH]>,
    /// Sums of squared gradients for AdaGrad.
    past: Vec<f32>,
    hidden_bias: [f32; WIDTH],
    output: [[f32; WIDTH]; OUTPUTS],
    output_bias: [f32; OUTPUTS],
    output_past: [f32; OUTPUTS],
    random: SeededRandom,
}

impl NetworkLearner {
    fn new(features: usize) -> Self {
        let mut random = SeededRandom(0x1389_0a53_7d1e_4f2b);
        let spread = 2.0 / small(WIDTH).sqrt();
        Self {
            input: (0..features)
                .map(|_| std::array::from_fn(|_| (random.share() - 0.5) * 0.1))
                .collect(),
            past: vec![1e-4; features],
            hidden_bias: [0.0; WIDTH],
            output: std::array::from_fn(|_| {
                std::array::from_fn(|_| (random.share() - 0.5) * spread)
            }),
            output_bias: [0.0; OUTPUTS],
            output_past: [1e-2; OUTPUTS],
            random,
        }
    }

    fn learn(&mut self, example: &TextExample, numbers: &HashMap<u64, usize>, rate: f32) {
        let mut seen: Vec<(usize, f32)> = Vec::with_capacity(example.features.len());
        for (hash, value) in &example.features {
            if let Some(number) = numbers.get(hash)
                && self.random.share() >= LEFT_OUT
            {
                seen.push((*number, value / (1.0 - LEFT_OUT)));
            }
        }
        let hidden = self.hidden(&seen);
        let errors = self.errors(&hidden, example);
        let mut back = [0.0; WIDTH];
        for (class, error) in errors
            .into_iter()
            .enumerate()
            .filter(|(_, error)| *error != 0.0)
        {
            self.output_past[class] += error * error;
            let step = rate * 0.3 / self.output_past[class].sqrt() * error;
            for at in 0..WIDTH {
                back[at] += error * self.output[class][at];
                self.output[class][at] -= step * hidden[at];
            }
            self.output_bias[class] -= step;
        }
        for at in 0..WIDTH {
            back[at] *= 1.0 - hidden[at] * hidden[at];
            self.hidden_bias[at] -= rate * 0.02 * back[at];
        }
        let size: f32 = back.iter().map(|part| part * part).sum();
        for (number, value) in seen {
            self.past[number] += size * value * value;
            let step = rate * value / self.past[number].sqrt();
            for (weight, part) in self.input[number].iter_mut().zip(back) {
                *weight -= step * part;
            }
        }
    }

    fn hidden(&self, seen: &[(usize, f32)]) -> [f32; WIDTH] {
        let mut sums = self.hidden_bias;
        for (number, value) in seen {
            for (sum, weight) in sums.iter_mut().zip(self.input[*number]) {
                *sum += weight * value;
            }
        }
        sums.map(f32::tanh)
    }

    /// The error of each output.
    fn errors(&self, hidden: &[f32; WIDTH], example: &TextExample) -> [f32; OUTPUTS] {
        let logits: [f32; OUTPUTS] = std::array::from_fn(|class| {
            let products = self.output[class]
                .iter()
                .zip(hidden)
                .map(|(weight, sum)| weight * sum);
            self.output_bias[class] + products.sum::<f32>()
        });
        let mut errors = [0.0; OUTPUTS];
        if let Some(truth) = example.class {
            let greatest = logits[..CLASSES].iter().copied().fold(f32::MIN, f32::max);
            let sum: f32 = logits[..CLASSES]
                .iter()
                .map(|logit| (logit - greatest).exp())
                .sum();
            for class in 0..CLASSES {
                let share = (logits[class] - greatest).exp() / sum;
                errors[class] = (share - f32::from(class == truth)) * example.weight;
            }
        }
        if !example.emotions.is_empty() {
            for emotion in 0..EMOTIONS {
                let share = 1.0 / (1.0 + (-logits[CLASSES + emotion]).exp());
                let truth = f32::from(example.emotions.contains(&emotion));
                errors[CLASSES + emotion] = (share - truth) * EMOTION_WEIGHT;
            }
        }
        errors
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts here are small")]
fn small(count: usize) -> f32 {
    count as f32
}
