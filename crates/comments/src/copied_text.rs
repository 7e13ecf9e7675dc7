//! Whether a comment is copied: from the post, from an answer, from an earlier comment, from the
//! website, from the task's examples, or from itself.

use std::collections::HashSet;

use super::comment_check::Flaw;
use super::comment_text::{WordRuns, sentences};
use super::disclosure::discloses;
use super::draft_prompt::{Assignment, example_comments};
use lens::text;

/// What must not be copied.
#[derive(Debug)]
pub(super) struct CopySources {
    name: String,
    post: String,
    /// The user's drafts for other posts.
    earlier: Vec<WordRuns>,
    answers: Vec<WordRuns>,
    /// The website's sentences: a comment that recites them is an advert.
    site: WordRuns,
    examples: Vec<WordRuns>,
}

/// The share of five-word runs from which on two comments read as one.
const ALIKE: f64 = 0.2;
/// So many five-word runs of a text are a sentence of it.
const REPEATED_RUNS: usize = 3;
const QUOTED_WORDS: usize = 9;
/// So many words that come twice are no chance.
const LOOPED_WORDS: usize = 7;

impl CopySources {
    pub(super) fn of(assignment: &Assignment<'_>, earlier: &[String]) -> Self {
        let runs = |texts: &[String]| texts.iter().map(|text| WordRuns::of(text)).collect();
        let site = assignment.company.quotable_sentences();
        let site: Vec<&str> = site.iter().map(|it| it.quote.as_str()).collect();
        Self {
            name: assignment.company.spoken_name(),
            post: assignment.post.text(),
            earlier: runs(earlier),
            answers: runs(assignment.answers),
            site: WordRuns::of_length(&site.join("\n"), QUOTED_WORDS),
            examples: example_comments(assignment.tone)
                .map(WordRuns::of)
                .collect(),
        }
    }

    pub(super) fn has_answers(&self) -> bool {
        !self.answers.is_empty()
    }

    pub(super) fn flaws(&self, comment: &str) -> Vec<Flaw> {
        let runs = WordRuns::of(comment);
        let is_sentence_of = |it: &WordRuns| runs.shared(it) >= REPEATED_RUNS;
        [
            (self.repeats_post(comment, &runs), Flaw::RepeatsPost),
            (self.answers.iter().any(is_sentence_of), Flaw::RepeatsAnswer),
            (self.repeats_example(comment), Flaw::RepeatsExample),
            (self.recites_site(comment), Flaw::RecitesSite),
            (repeats_itself(comment), Flaw::RepeatsItself),
            (
                self.earlier.iter().any(|it| runs.likeness(it) >= ALIKE),
                Flaw::LikeEarlierDraft,
            ),
        ]
        .into_iter()
        .filter_map(|(fails, flaw)| fails.then_some(flaw))
        .collect()
    }

    pub(super) fn recites_site(&self, text: &str) -> bool {
        let said = WordRuns::of_length(text, QUOTED_WORDS);
        said.shared(&self.site) > 0
    }

    fn repeats_post(&self, comment: &str, runs: &WordRuns) -> bool {
        let shared = runs.shared(&WordRuns::of(&self.post));
        let quoted = WordRuns::of_length(comment, QUOTED_WORDS);
        let is_quoted = quoted.shared(&WordRuns::of_length(&self.post, QUOTED_WORDS)) > 0;
        is_quoted || shared * 6 > runs.count()
    }

    /// How one says where one works is meant to be learned from them.
    fn repeats_example(&self, comment: &str) -> bool {
        let said: Vec<&str> = comment
            .lines()
            .flat_map(sentences)
            .filter(|sentence| !discloses(sentence, &self.name))
            .collect();
        let runs = WordRuns::of(&said.join(" "));
        self.examples
            .iter()
            .any(|it| runs.shared(it) >= REPEATED_RUNS)
    }
}

fn repeats_itself(comment: &str) -> bool {
    let words = text::folded(comment);
    let mut seen = HashSet::new();
    words.windows(LOOPED_WORDS).any(|run| !seen.insert(run))
}
