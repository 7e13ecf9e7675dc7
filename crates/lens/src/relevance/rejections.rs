//! Learns from one user's rejections: posts like the rejected ones score lower, others do not.

use std::collections::HashSet;

use super::CandidatePost;
use crate::{
    bm25::{self, background_idf},
    embedding::{Embedding, WIDTH},
    text,
};

/// The rejections of one user, oldest first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RejectionHistory {
    rejections: Vec<RejectionExample>,
}

/// A rejected post: its embedding and its rarest stems. Its text is not kept.
#[derive(Debug, Clone, PartialEq)]
pub struct RejectionExample {
    /// The post's own id.
    pub id: String,
    /// The embedding, one signed byte per number.
    pub point: Vec<i8>,
    /// Its rarest stems.
    pub stems: Vec<String>,
}

/// The newest rejections that count.
const KEPT: usize = 200;

/// How many stems of a rejected post are kept.
const STEMS: usize = 12;

/// The most that rejections take from the logarithm of the odds: a score of 70 falls to 10.
const MOST_ODDS: f32 = 3.0;

/// Posts less similar than this are unrelated.
const LEAST_LIKENESS: f32 = 0.55;

impl RejectionHistory {
    pub fn new(rejections: impl IntoIterator<Item = RejectionExample>) -> Self {
        let mut history = Self::default();
        for rejection in rejections {
            history.reject(rejection);
        }
        history
    }

    /// Learns from a rejected post; rejecting it again changes nothing.
    fn reject(&mut self, rejection: RejectionExample) {
        if self.rejections.iter().any(|known| known.id == rejection.id) {
            return;
        }
        if self.rejections.len() == KEPT {
            self.rejections.remove(0);
        }
        self.rejections.push(rejection);
    }

    /// How far a post is like the rejected ones.
    pub(super) fn likeness(
        &self,
        point: &Embedding,
        post: &CandidatePost,
    ) -> Option<RejectionLikeness> {
        let own = telling_stems(post.title, post.body);
        let mut likeness = 0.0;
        let mut shared = HashSet::new();
        for rejection in &self.rejections {
            let (alike, stems) = rejection.likeness(point, &own);
            if alike > 0.0 {
                likeness += alike;
                shared.extend(stems);
            }
        }
        // One rejection may be a matter of taste; three similar ones are a rule.
        (likeness > 0.0).then(|| RejectionLikeness {
            odds: MOST_ODDS * likeness / (likeness + 1.5),
            words: as_written(post, &shared),
        })
    }
}

/// What rejections take from a post, and the words that it shares with them.
#[derive(Debug, Clone, PartialEq)]
pub struct RejectionLikeness {
    /// Taken from the logarithm of the odds.
    pub(super) odds: f32,
    pub words: Vec<String>,
}

impl RejectionExample {
    pub fn new(id: &str, title: &str, body: &str) -> Self {
        let point = crate::embedding::embed(&format!("{title}\n{title}\n{body}"));
        let point = point.values().iter().map(|value| byte(*value)).collect();
        let stems = telling_stems(title, body).into_iter().take(STEMS).collect();
        Self {
            id: id.to_owned(),
            point,
            stems,
        }
    }

    /// 0 for another subject, 1 for nearly the same post; and the shared stems.
    fn likeness(&self, point: &Embedding, own: &[String]) -> (f32, Vec<String>) {
        let shared = self.stems.iter().filter(|stem| own.contains(stem)).cloned();
        let shared = shared.collect::<Vec<_>>();
        let mut direction = [0.0; WIDTH];
        for (value, byte) in direction.iter_mut().zip(&self.point) {
            *value = f32::from(*byte);
        }
        let near = Embedding::toward(&direction).closeness(point);
        #[expect(clippy::cast_precision_loss, reason = "at most twelve")]
        let words = shared.len() as f32 / self.stems.len().max(1) as f32;
        let alike = (near + words.sqrt() - LEAST_LIKENESS) / (1.0 - LEAST_LIKENESS);
        (alike.clamp(0.0, 1.0), shared)
    }
}

/// The most distinctive stems of a post: those of the title, then the rarest of the body.
fn telling_stems(title: &str, body: &str) -> Vec<String> {
    let mut seen = HashSet::new();
    let mut stems = Vec::new();
    for (text, bonus) in [(title, 3.0), (body, 0.0)] {
        for term in bm25::terms(text).take(400) {
            let rarity = background_idf(&term.stem);
            if rarity > LEAST_RARITY && seen.insert(term.stem.clone()) {
                stems.push((rarity + bonus, term.stem));
            }
        }
    }
    stems.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
    stems
        .into_iter()
        .take(2 * STEMS)
        .map(|(_, stem)| stem)
        .collect()
}

/// Words in more than about one post in thirty are not distinctive.
const LEAST_RARITY: f32 = 3.5;

/// The words of a post that have one of these stems.
fn as_written(post: &CandidatePost, stems: &HashSet<String>) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for text in [post.title, post.body] {
        for term in bm25::terms(text)
            .take(400)
            .filter(|term| stems.contains(&term.stem))
        {
            let word = text::fold(&text[term.start..term.end]).into_owned();
            if !words.contains(&word) {
                words.push(word);
            }
        }
    }
    words
}

fn byte(value: f32) -> i8 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a direction lies between -1 and 1"
    )]
    let byte = (value * 127.0).round() as i8;
    byte
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_newest_two_hundred_rejections_are_kept() {
        let history = RejectionHistory::new(
            (0..250).map(|id| RejectionExample::new(&id.to_string(), "a post", "")),
        );

        assert_eq!(history.rejections.len(), 200);
        assert_eq!(history.rejections[0].id, "50");
    }
}
