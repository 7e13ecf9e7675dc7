//! Logistic regression over a row of numbers and hashed words, by AdaGrad with decay.

use crate::random::SeededRandom;
use lens::intent::features::BUCKETS;
use lens::intent::model::IntentHead;

#[derive(Debug)]
pub(super) struct PostExample {
    pub(super) numbers: Vec<f32>,
    pub(super) words: Vec<(usize, f32)>,
    pub(super) class: usize,
}

#[derive(Debug)]
pub(super) struct LogisticSettings {
    pub(super) epochs: usize,
    pub(super) rate: f32,
    /// How strongly a weight is drawn back to its prior at each step.
    pub(super) decay: f32,
    /// From 0 (every row counts the same) to 1 (every class counts the same).
    pub(super) balance: f32,
}

/// Starts from `prior`, the weights that a person would set (all zero if empty), and is drawn back
/// to it.
pub(super) fn train(
    examples: &[PostExample],
    classes: usize,
    prior: Vec<f32>,
    settings: &LogisticSettings,
) -> IntentHead {
    let numbers = examples.first().map_or(0, |example| example.numbers.len());
    let mut learner = LogisticLearner {
        classes,
        numbers: ClassWeights::new(numbers, classes, prior),
        words: ClassWeights::new(BUCKETS, classes, Vec::new()),
        class_weight: class_weights(examples, classes, settings.balance),
    };
    let mut random = SeededRandom(0x51a7_93c1_20fe_8b6d);
    let mut order: Vec<usize> = (0..examples.len()).collect();
    for epoch in 0..settings.epochs {
        random.shuffle(&mut order);
        let rate = settings.rate * (1.0 - small(epoch) / small(settings.epochs));
        for &at in &order {
            learner.learn(&examples[at], rate, settings.decay);
        }
    }
    let has_words = examples.iter().any(|example| !example.words.is_empty());
    let words = if has_words {
        learner.words.values
    } else {
        Vec::new()
    };
    IntentHead::new(classes, learner.numbers.values, &words)
}

fn class_weights(examples: &[PostExample], classes: usize, balance: f32) -> Vec<f32> {
    let mut counts = vec![1.0_f32; classes];
    for example in examples {
        counts[example.class] += 1.0;
    }
    let mean = counts.iter().sum::<f32>() / small(classes);
    counts
        .into_iter()
        .map(|count| (mean / count).powf(balance))
        .collect()
}

struct LogisticLearner {
    classes: usize,
    numbers: ClassWeights,
    words: ClassWeights,
    class_weight: Vec<f32>,
}

impl LogisticLearner {
    fn learn(&mut self, example: &PostExample, rate: f32, decay: f32) {
        let mut logits = vec![0.0; self.classes];
        let numbers = || {
            example
                .numbers
                .iter()
                .copied()
                .enumerate()
                .filter(|(_, value)| *value != 0.0)
        };
        for (at, value) in numbers() {
            self.numbers.add_to(&mut logits, at, value);
        }
        for (at, value) in &example.words {
            self.words.add_to(&mut logits, *at, *value);
        }
        let greatest = logits.iter().copied().fold(f32::MIN, f32::max);
        let sum: f32 = logits.iter().map(|logit| (logit - greatest).exp()).sum();
        let errors: Vec<f32> = logits
            .iter()
            .enumerate()
            .map(|(class, logit)| {
                let share = (logit - greatest).exp() / sum;
                let truth = if class == example.class { 1.0 } else { 0.0 };
                (share - truth) * self.class_weight[example.class]
            })
            .collect();
        for (at, value) in numbers() {
            self.numbers.step(at, value, &errors, rate, decay);
        }
        for (at, value) in &example.words {
            self.words.step(*at, *value, &errors, rate, decay);
        }
    }
}

struct ClassWeights {
    classes: usize,
    values: Vec<f32>,
    prior: Vec<f32>,
    past: Vec<f32>,
}

impl ClassWeights {
    fn new(features: usize, classes: usize, mut prior: Vec<f32>) -> Self {
        prior.resize(features * classes, 0.0);
        Self {
            classes,
            values: prior.clone(),
            prior,
            past: vec![1e-2; features],
        }
    }

    fn add_to(&self, logits: &mut [f32], at: usize, value: f32) {
        let own = &self.values[at * self.classes..(at + 1) * self.classes];
        for (logit, weight) in logits.iter_mut().zip(own) {
            *logit += weight * value;
        }
    }

    fn step(&mut self, at: usize, value: f32, errors: &[f32], rate: f32, decay: f32) {
        self.past[at] += errors.iter().map(|error| error * error).sum::<f32>() * value * value;
        let pace = rate / self.past[at].sqrt();
        let range = at * self.classes..(at + 1) * self.classes;
        let own = self.values[range.clone()]
            .iter_mut()
            .zip(&self.prior[range]);
        for ((weight, prior), error) in own.zip(errors) {
            *weight -= pace * (error * value + decay * (*weight - prior));
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts here are small")]
fn small(count: usize) -> f32 {
    count as f32
}
