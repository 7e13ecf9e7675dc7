//! The words of generated posts and comments: sentences of the sample posts, put together anew.

use std::collections::BTreeSet;

use super::{firehose::mixed, sample_world::SampleWorld};

/// The pieces that texts are made of.
#[derive(Debug)]
pub(super) struct FirehoseText {
    titles: Vec<String>,
    questions: Vec<String>,
    sentences: Vec<String>,
    /// Those that name a sample company. They are kept apart because most of what people write
    /// names none of our customers.
    mentions: Vec<String>,
    authors: Vec<String>,
}

/// One text in so many names a sample company.
const MENTION_EVERY: u64 = 1000;
const SENTENCE_BYTES: std::ops::RangeInclusive<usize> = 20..=200;
const QUESTION_BYTES: std::ops::RangeInclusive<usize> = 25..=90;

impl FirehoseText {
    pub(super) fn of(world: &SampleWorld) -> Self {
        let companies: BTreeSet<String> = world.posts.iter().flat_map(companies).collect();
        let names_company = |text: &str| {
            let text = text.to_lowercase();
            companies.iter().any(|company| text.contains(company))
        };
        let mut titles = Vec::new();
        let mut sentences = Vec::new();
        let mut authors = BTreeSet::new();
        let ordinary = world.posts.iter().map(|post| &post.written);
        for post in ordinary.filter(|post| post.noise.is_none()) {
            titles.extend((!names_company(&post.title)).then(|| post.title.clone()));
            sentences.extend(sentences_of(&post.body));
            authors.insert(post.author.clone());
            for comment in &post.comments {
                sentences.extend(sentences_of(&comment.body));
                authors.insert(comment.author.clone());
            }
        }
        let (mentions, sentences): (Vec<String>, Vec<String>) =
            sentences.into_iter().partition(|text| names_company(text));
        let is_question =
            |text: &&String| text.ends_with('?') && QUESTION_BYTES.contains(&text.len());
        Self {
            titles,
            questions: sentences.iter().filter(is_question).cloned().collect(),
            sentences,
            mentions,
            authors: authors.into_iter().collect(),
        }
    }

    pub(super) fn title(&self, chance: u64) -> String {
        let title = pick(&self.titles, mixed(chance ^ 0x10));
        let question = pick(&self.questions, mixed(chance ^ 0x11));
        match chance % 4 {
            0 => question.to_owned(),
            1 => format!("{}: {question}", title.trim_end_matches(['.', '?', '!'])),
            _ => title.to_owned(),
        }
    }

    /// Two to seven sentences.
    pub(super) fn post_body(&self, chance: u64) -> String {
        self.text(chance, 2 + mixed(chance ^ 0x12) % 6)
    }

    /// One to four sentences.
    pub(super) fn comment_body(&self, chance: u64) -> String {
        self.text(chance, 1 + mixed(chance ^ 0x12) % 4)
    }

    /// The text after its author has added something.
    pub(super) fn edited(&self, body: &str, chance: u64) -> String {
        let added = pick(&self.sentences, mixed(chance ^ 0x13));
        format!("{body}\n\nEdit: {added}")
    }

    pub(super) fn author(&self, chance: u64) -> String {
        let author = pick(&self.authors, mixed(chance ^ 0x14));
        format!("{author}{}", mixed(chance ^ 0x15) % 1000)
    }

    fn text(&self, chance: u64, sentences: u64) -> String {
        let mut text = String::with_capacity(512);
        for turn in 0..sentences {
            let between = match turn {
                0 => "",
                turn if turn % 3 == 0 => "\n\n",
                _ => " ",
            };
            text.push_str(between);
            text.push_str(pick(&self.sentences, mixed(chance ^ (0x100 + turn))));
        }
        if mixed(chance ^ 0x16).is_multiple_of(MENTION_EVERY) {
            text.push(' ');
            text.push_str(pick(&self.mentions, mixed(chance ^ 0x17)));
        }
        text
    }
}

fn companies(post: &super::sample_world::PlacedPost) -> impl Iterator<Item = String> + use<'_> {
    let marked = post.written.lead_for.iter().chain(&post.written.near_for);
    marked.map(|company| company.to_lowercase())
}

fn sentences_of(text: &str) -> impl Iterator<Item = String> {
    // Lists, quotes and tables are no sentences.
    let prose = text
        .lines()
        .filter(|line| line.starts_with(|first: char| first.is_alphabetic()));
    prose.flat_map(|line| {
        let mut rest = line.trim();
        std::iter::from_fn(move || {
            let sentence = first_sentence(rest)?;
            rest = rest[sentence.len()..].trim_start();
            Some(sentence)
        })
        .filter(|sentence| SENTENCE_BYTES.contains(&sentence.len()))
        .map(str::to_owned)
    })
}

fn first_sentence(text: &str) -> Option<&str> {
    let ends = [". ", "? ", "! "];
    let end = ends.iter().filter_map(|end| text.find(end)).min();
    let sentence = end.map_or(text, |end| &text[..=end]);
    (!sentence.is_empty()).then_some(sentence)
}

fn pick(pieces: &[String], chance: u64) -> &str {
    let place = chance.checked_rem(pieces.len() as u64).unwrap_or(0);
    let place = usize::try_from(place).unwrap_or(0);
    pieces.get(place).map_or("", String::as_str)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::*;

    #[test]
    fn texts_are_as_long_as_on_reddit_and_hardly_ever_the_same() {
        let texts = texts();

        // Eight comments to a post, as in the stream.
        let all: BTreeSet<String> = (0..9000)
            .map(|number| match number % 9 {
                0 => texts.title(mixed(number)) + &texts.post_body(mixed(number)),
                _ => texts.comment_body(mixed(number)),
            })
            .collect();
        let bytes: usize = all.iter().map(String::len).sum();

        // A comment of one sentence may be said twice.
        assert!(all.len() > 8500, "{}", all.len());
        let mean = bytes / all.len();
        assert!((150..=250).contains(&mean), "{mean}");
    }

    #[test]
    fn few_texts_name_a_sample_company() {
        let texts = texts();

        let bodies = (0..20_000).map(|number| texts.comment_body(mixed(number)).to_lowercase());
        let mentions = bodies.filter(|body| {
            body.contains("paperlark") || body.contains("cragdesk") || body.contains("millstead")
        });

        assert!((5..40).contains(&mentions.count()));
    }

    #[test]
    fn sentences_are_cut_where_they_end() {
        let text = "This is one sentence of prose. Is this another one? Yes.\n\n- no sentence at all, but a list\nA second paragraph without a full stop";

        let sentences: Vec<String> = sentences_of(text).collect();

        assert_eq!(
            sentences,
            [
                "This is one sentence of prose.",
                "Is this another one?",
                "A second paragraph without a full stop",
            ]
        );
    }

    fn texts() -> FirehoseText {
        let anchor = SystemTime::UNIX_EPOCH + Duration::from_secs(1_790_000_000);
        FirehoseText::of(&SampleWorld::new(anchor, &[]))
    }
}
