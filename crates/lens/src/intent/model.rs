//! The linear models behind intent, in one file: one head per task.

use super::features::{BUCKETS, IntentFeatures};

/// The task of a head, in the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntentTask {
    /// The community a post belongs to: buying, question, complaint, mention.
    Community,
    /// Whether the author buys or sells work.
    Market,
    /// Whether a short text is about buying.
    Purchase,
    /// The intent a human reader would name, from the post's numbers and the community head's
    /// output.
    Reader,
}

impl IntentTask {
    pub const ALL: [Self; 4] = [Self::Community, Self::Market, Self::Purchase, Self::Reader];

    pub fn classes(self) -> usize {
        match self {
            Self::Community => 4,
            Self::Market | Self::Purchase => 2,
            Self::Reader => 5,
        }
    }

    /// The head without words is small enough to learn from few posts.
    fn takes_words(self) -> bool {
        self != Self::Reader
    }
}

/// One head: a weight for each class and feature. Word weights take one byte.
#[derive(Clone, Debug)]
pub struct IntentHead {
    classes: usize,
    numbers: Vec<f32>,
    words: Vec<i8>,
    word_scale: f32,
}

/// Every head of the file.
#[derive(Debug)]
pub struct IntentModel {
    heads: Vec<IntentHead>,
}

impl IntentModel {
    pub fn parse(file: &[u8]) -> Self {
        let mut rest = file;
        let heads = IntentTask::ALL.map(|task| {
            let classes = task.classes();
            let count = u32::from_le_bytes(take(&mut rest)) as usize;
            let numbers = (0..count * classes).map(|_| f32::from_le_bytes(take(&mut rest)));
            let numbers = numbers.collect();
            let word_scale = f32::from_le_bytes(take(&mut rest));
            let length = if task.takes_words() {
                BUCKETS * classes
            } else {
                0
            };
            let words;
            (words, rest) = rest.split_at(length);
            let words = words.iter().map(|byte| byte.cast_signed()).collect();
            IntentHead {
                classes,
                numbers,
                words,
                word_scale,
            }
        });
        Self {
            heads: heads.into(),
        }
    }

    pub fn of(heads: Vec<IntentHead>) -> Self {
        Self { heads }
    }

    pub fn bytes(&self) -> Vec<u8> {
        self.heads.iter().flat_map(IntentHead::bytes).collect()
    }

    pub fn head(&self, task: IntentTask) -> &IntentHead {
        &self.heads[task as usize]
    }

    /// The share of each class, adding up to one.
    pub fn answer(&self, task: IntentTask, post: &IntentFeatures) -> Vec<f32> {
        let numbers = match task {
            IntentTask::Reader => reader_numbers(post, &self.answer(IntentTask::Community, post)),
            _ => post.numbers(),
        };
        let words = if task.takes_words() {
            post.words()
        } else {
            Vec::new()
        };
        shares(self.head(task).logits(&numbers, &words))
    }
}

/// The input of the reader head: the post's numbers and the community head's output.
pub fn reader_numbers(post: &IntentFeatures, community: &[f32]) -> Vec<f32> {
    let mut numbers = post.numbers();
    numbers.extend(community.iter().map(|share| (share + 0.02).ln() + 1.4));
    numbers
}

impl IntentHead {
    pub fn new(classes: usize, numbers: Vec<f32>, words: &[f32]) -> Self {
        let greatest = words
            .iter()
            .fold(1e-6_f32, |greatest, word| greatest.max(word.abs()));
        let word_scale = greatest / 127.0;
        let words = words.iter().map(|word| byte(word / word_scale)).collect();
        Self {
            classes,
            numbers,
            words,
            word_scale,
        }
    }

    /// The weight of one number for one class.
    pub(super) fn weight(&self, number: usize, class: usize) -> f32 {
        self.numbers[number * self.classes + class]
    }

    fn logits(&self, numbers: &[f32], words: &[(usize, f32)]) -> Vec<f32> {
        let mut logits = vec![0.0; self.classes];
        for (number, value) in numbers
            .iter()
            .enumerate()
            .filter(|(_, value)| **value != 0.0)
        {
            for (class, logit) in logits.iter_mut().enumerate() {
                *logit += self.weight(number, class) * value;
            }
        }
        for (bucket, value) in words {
            let weights = &self.words[bucket * self.classes..(bucket + 1) * self.classes];
            for (logit, weight) in logits.iter_mut().zip(weights) {
                *logit += f32::from(*weight) * self.word_scale * value;
            }
        }
        logits
    }

    fn bytes(&self) -> Vec<u8> {
        let count =
            u32::try_from(self.numbers.len() / self.classes).expect("there are few numbers");
        let mut bytes = count.to_le_bytes().to_vec();
        bytes.extend(self.numbers.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.word_scale.to_le_bytes());
        bytes.extend(self.words.iter().map(|word| word.cast_unsigned()));
        bytes
    }
}

fn shares(logits: Vec<f32>) -> Vec<f32> {
    let greatest = logits.iter().copied().fold(f32::MIN, f32::max);
    let powers: Vec<f32> = logits
        .into_iter()
        .map(|logit| (logit - greatest).exp())
        .collect();
    let sum: f32 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}

fn take(rest: &mut &[u8]) -> [u8; 4] {
    let (bytes, behind) = rest
        .split_first_chunk()
        .expect("the file holds every head whole");
    *rest = behind;
    *bytes
}

#[expect(clippy::cast_possible_truncation, reason = "it is clamped to a byte")]
fn byte(number: f32) -> i8 {
    number.round().clamp(-127.0, 127.0) as i8
}
