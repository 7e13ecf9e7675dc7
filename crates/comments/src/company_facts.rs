//! Which sentences of the company's website answer a question.

use lens::embedding::{Embedding, embed};
use lens::reader::{ReaderVector, read_sentence};
use onboarding::SourceSentence;

/// The company's sentences, prepared to be compared with questions.
#[derive(Debug)]
pub(super) struct CompanyFacts<'a>(Vec<(&'a SourceSentence, Embedding)>);

/// How many sentences are read for a question: reading takes milliseconds, comparing words does not.
const MOST_READ: usize = 10;
/// A question without its title may be about anything.
const TITLE_SHARE: f32 = 0.3;
/// How much the words of a sentence count beside the reader's opinion of it.
const WORDS: f32 = 0.6;
/// Below this a sentence has nothing to do with the question.
const LEAST: f32 = 0.62;
/// A second fact that is this much further off says less than it takes to read.
const FURTHER: f32 = 0.12;

impl<'a> CompanyFacts<'a> {
    pub(super) fn new(sentences: &'a [SourceSentence]) -> Self {
        let prepared = sentences.iter().map(|it| (it, embed(&it.quote)));
        Self(prepared.collect())
    }

    /// The sentences that answer a question, best first; none if the site says nothing of it.
    pub(super) fn answering(
        &self,
        question: &str,
        title: &str,
        most: usize,
    ) -> Vec<&'a SourceSentence> {
        let scored = self.scored(question, title);
        let best = scored.first().map_or(0.0, |(score, _)| *score);
        let close = scored
            .into_iter()
            .filter(|(score, _)| *score >= LEAST && best - score <= FURTHER);
        close.take(most).map(|(_, sentence)| sentence).collect()
    }

    /// The sentences that are nearest to a text, whether or not they answer it.
    pub(super) fn nearest(&self, text: &str, most: usize) -> Vec<&'a SourceSentence> {
        let words = embed(text);
        let mut near: Vec<(f32, &SourceSentence)> = self
            .0
            .iter()
            .map(|(sentence, own)| (own.closeness(&words), *sentence))
            .collect();
        near.sort_by(|one, other| other.0.total_cmp(&one.0));
        near.truncate(most);
        near.into_iter().map(|(_, sentence)| sentence).collect()
    }

    fn scored(&self, question: &str, title: &str) -> Vec<(f32, &'a SourceSentence)> {
        let words = Embedding::blend([
            (&embed(question), 1.0 - TITLE_SHARE),
            (&embed(title), TITLE_SHARE),
        ]);
        let mut near: Vec<(f32, &SourceSentence)> = self
            .0
            .iter()
            .map(|(sentence, own)| (own.closeness(&words), *sentence))
            .collect();
        near.sort_by(|one, other| other.0.total_cmp(&one.0));
        near.truncate(MOST_READ);
        let asked = read_sentence(question);
        let about = read_sentence(title);
        let nearness = |read: &ReaderVector| {
            asked.cosine(read) * (1.0 - TITLE_SHARE) + about.cosine(read) * TITLE_SHARE
        };
        for (score, sentence) in &mut near {
            *score = nearness(&read_sentence(&sentence.quote)) + WORDS * *score;
        }
        near.sort_by(|one, other| other.0.total_cmp(&one.0));
        near
    }
}
