//! Which sentences of the company's website answer a question.

use std::collections::HashSet;

use lens::embedding::{Embedding, embed};
use lens::reader::{ReaderVector, read_sentence};
use lens::text;
use onboarding::SourceSentence;

/// The company's sentences, prepared to be compared with questions.
#[derive(Debug)]
pub(super) struct CompanyFacts<'a>(Vec<(&'a SourceSentence, Embedding)>);

/// How many sentences are read for a question: reading takes milliseconds, comparing words does not.
const MOST_READ: usize = 14;
/// A question alone may be about anything; what stands before it says about what.
const CONTEXT_SHARE: f32 = 0.3;
/// How much the words of a sentence count beside the reader's opinion of it.
const WORDS: f32 = 0.6;
/// How much each word counts that the question and the sentence share, and how many count.
const SHARED_WORD: f32 = 0.09;
const MOST_SHARED: usize = 3;
/// "Paperlark is invoicing software" says what the company is, and answers nothing.
const DEFINITION: f32 = 0.2;
/// A slogan or the name of a ware is short; a page about people tells stories.
const SLOGAN: f32 = 0.12;
const SLOGAN_WORDS: usize = 7;
/// Below this a sentence has nothing to do with the question.
const LEAST: f32 = 0.56;
/// A second fact that is this much further off says less than it takes to read.
const FURTHER: f32 = 0.12;

impl<'a> CompanyFacts<'a> {
    pub(super) fn new(sentences: &'a [SourceSentence]) -> Self {
        let prepared = sentences.iter().map(|it| (it, embed(&it.quote)));
        Self(prepared.collect())
    }

    /// The sentences that answer a question, best first; none if the site says nothing of it. The
    /// context is what stands around the question.
    pub(super) fn answering(
        &self,
        question: &str,
        context: &str,
        most: usize,
    ) -> Vec<&'a SourceSentence> {
        let scored = self.scored(question, context);
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

    fn scored(&self, question: &str, context: &str) -> Vec<(f32, &'a SourceSentence)> {
        let words = Embedding::blend([
            (&embed(question), 1.0 - CONTEXT_SHARE),
            (&embed(context), CONTEXT_SHARE),
        ]);
        let asked_words = stems(question);
        let mut near: Vec<(f32, &SourceSentence)> = self
            .0
            .iter()
            .map(|(sentence, own)| {
                let words = WORDS * own.closeness(&words);
                let form = form(sentence, &asked_words);
                (words + form, *sentence)
            })
            .collect();
        near.sort_by(|one, other| other.0.total_cmp(&one.0));
        near.truncate(MOST_READ);
        let (asked, about) = (read_sentence(question), read_sentence(context));
        let nearness = |read: &ReaderVector| {
            asked.cosine(read) * (1.0 - CONTEXT_SHARE) + about.cosine(read) * CONTEXT_SHARE
        };
        for (score, sentence) in &mut near {
            *score += nearness(&read_sentence(&sentence.quote));
        }
        near.sort_by(|one, other| other.0.total_cmp(&one.0));
        near
    }
}

/// What speaks for a sentence beside its meaning: words of the question, and that it states something.
fn form(sentence: &SourceSentence, asked: &HashSet<String>) -> f32 {
    let quote = &sentence.quote;
    let shared = stems(quote).intersection(asked).count().min(MOST_SHARED);
    let shared = [0.0, 1.0, 2.0, 3.0][shared] * SHARED_WORD;
    let is_definition = text::words(quote).take(3).any(|word| word.text == "is");
    let is_story = ["about", "customer"]
        .iter()
        .any(|page| sentence.page.contains(page));
    let is_slogan = text::words(quote).nth(SLOGAN_WORDS - 1).is_none();
    shared
        - if is_definition { DEFINITION } else { 0.0 }
        - if is_slogan || is_story { SLOGAN } else { 0.0 }
}

fn stems(text: &str) -> HashSet<String> {
    text::folded(text)
        .into_iter()
        .filter(|word| word.chars().count() > 2 && !text::is_stopword(word))
        .map(|word| text::stem(&word).into_owned())
        .collect()
}
