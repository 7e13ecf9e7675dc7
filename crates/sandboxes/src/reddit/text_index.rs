//! Full-text search over short texts with a title: word stems, ranked by BM25.

use std::collections::HashSet;

use lens::bm25::Bm25Index;

/// The indexed texts.
#[derive(Debug, Default)]
pub(crate) struct TextIndex {
    documents: Vec<IndexedText>,
    ranking: Bm25Index,
}

/// A text as stems.
#[derive(Debug)]
pub(crate) struct IndexedText {
    pub(crate) title: Vec<String>,
    pub(crate) body: Vec<String>,
    words: HashSet<String>,
}

/// Words in the title count for more than those of the body, further text for less.
const TITLE_WEIGHT: f32 = 2.5;
const FURTHER_WEIGHT: f32 = 0.5;

impl TextIndex {
    /// Title, body, and further text, such as the name of the community.
    pub(crate) fn of<'text>(
        texts: impl IntoIterator<Item = (&'text str, &'text str, &'text str)>,
    ) -> Self {
        let mut index = Self::default();
        for (title, body, further) in texts {
            index.add(stems(title), stems(body), &stems(further));
        }
        index
    }

    fn add(&mut self, title: Vec<String>, body: Vec<String>, further: &[String]) {
        let weighted: Vec<(String, f32)> = [
            (title.as_slice(), TITLE_WEIGHT),
            (body.as_slice(), 1.0),
            (further, FURTHER_WEIGHT),
        ]
        .into_iter()
        .flat_map(|(words, weight)| words.iter().map(move |word| (word.clone(), weight)))
        .collect();
        let words = weighted.iter().map(|(word, _)| word.clone()).collect();
        self.ranking.add(weighted, number(title.len() + body.len()));
        self.documents.push(IndexedText { title, body, words });
    }

    pub(crate) fn document(&self, place: usize) -> &IndexedText {
        &self.documents[place]
    }

    /// The score of every document for these stems.
    pub(crate) fn scores(&self, stems: &[String]) -> Vec<f32> {
        self.ranking
            .scores(stems.iter().map(|stem| (stem.as_str(), 1.0)))
    }
}

impl IndexedText {
    fn has(&self, stem: &str) -> bool {
        self.words.contains(stem)
    }

    /// Whether enough words match: all of two, and about two thirds of more.
    pub(crate) fn has_enough_of(&self, stems: &[String]) -> bool {
        let (there, all) = self.share_of(stems);
        let wanted = if all <= 2 { all } else { (all * 3).div_ceil(5) };
        there > 0 && there >= wanted
    }

    /// Whether at least a third of the words match.
    pub(crate) fn has_some_of(&self, stems: &[String]) -> bool {
        let (there, all) = self.share_of(stems);
        there > 0 && there * 3 >= all
    }

    /// How many words match, and how many there are. Words that are in every text are not counted,
    /// unless there are no others.
    fn share_of(&self, stems: &[String]) -> (usize, usize) {
        let telling: HashSet<&String> = stems.iter().filter(|stem| !is_common(stem)).collect();
        let counted = if telling.is_empty() {
            stems.iter().collect()
        } else {
            telling
        };
        let there = counted.iter().filter(|stem| self.has(stem)).count();
        (there, counted.len())
    }
}

/// The stems of a text's words, in order.
pub(crate) fn stems(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace(['’', '\''], "");
    text.split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(stem)
        .collect()
}

/// Whether the words are adjacent, in this order.
pub(crate) fn has_phrase(words: &[String], phrase: &[String]) -> bool {
    !phrase.is_empty() && words.windows(phrase.len()).any(|window| window == phrase)
}

/// A light stemmer: removes plural and tense endings, so that "invoicing", "invoices" and
/// "invoice" are one word. It removes too little rather than too much.
fn stem(word: &str) -> String {
    if !word.is_ascii() || word.len() < 4 {
        return word.to_owned();
    }
    let mut stem = without_plural(word);
    for ending in ["ing", "ed"] {
        let rest = stem.strip_suffix(ending);
        if let Some(rest) = rest.filter(|rest| rest.len() >= 3 && has_vowel(rest)) {
            stem = undoubled(rest);
            break;
        }
    }
    match stem.strip_suffix('e') {
        Some(rest) if rest.len() >= 3 => rest.to_owned(),
        _ => stem,
    }
}

fn without_plural(word: &str) -> String {
    if let Some(rest) = word.strip_suffix("ies").filter(|rest| rest.len() >= 2) {
        return format!("{rest}y");
    }
    let is_plural =
        word.ends_with('s') && !["ss", "us", "is"].iter().any(|end| word.ends_with(end));
    let rest = word.strip_suffix('s').filter(|_| is_plural);
    rest.unwrap_or(word).to_owned()
}

/// "planning" is "plan", while "billing" stays "bill".
fn undoubled(stem: &str) -> String {
    let bytes = stem.as_bytes();
    let twice = bytes.len() > 3 && bytes[bytes.len() - 1] == bytes[bytes.len() - 2];
    match bytes.last() {
        Some(last) if twice && !b"lsz".contains(last) => stem[..stem.len() - 1].to_owned(),
        _ => stem.to_owned(),
    }
}

fn has_vowel(text: &str) -> bool {
    text.bytes().any(|byte| b"aeiouy".contains(&byte))
}

/// By their stems.
fn is_common(stem: &str) -> bool {
    const COMMON: [&str; 50] = [
        "a", "an", "and", "are", "as", "at", "be", "best", "but", "by", "can", "do", "doe", "for",
        "from", "get", "good", "hav", "how", "i", "if", "in", "is", "it", "me", "my", "need", "no",
        "not", "of", "on", "or", "our", "so", "that", "the", "thi", "to", "us", "was", "we",
        "what", "when", "which", "who", "why", "will", "with", "you", "your",
    ];
    COMMON.contains(&stem)
}

#[expect(clippy::cast_precision_loss, reason = "nobody counts that far here")]
fn number(count: usize) -> f32 {
    count as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_are_one_word() {
        for words in [
            "invoice invoices invoicing invoiced",
            "plan plans planning planned",
            "company companies",
            "bill bills billing billed",
            "gym gyms",
            "freelancer freelancers freelancer's",
        ] {
            let stems: HashSet<String> = stems(words).into_iter().collect();
            assert_eq!(stems.len(), 1, "{words}: {stems:?}");
        }
        for word in ["glass", "status", "thing", "red", "using"] {
            assert!(stem(word).len() + 3 > word.len(), "{word}");
        }
    }

    #[test]
    fn rare_words_and_titles_weigh_more() {
        let index = TextIndex::of([
            (
                "Late invoice",
                "The client does not pay and the weeks go by.",
                "",
            ),
            (
                "Client",
                "The invoice was late, the client was late, all was late for the client.",
                "",
            ),
            (
                "Boots",
                "Which boots for wide feet? The client of a shop asks.",
                "climbing",
            ),
        ]);
        let score = |place: usize, words| index.scores(&stems(words))[place];

        assert!(score(0, "late invoice") > score(1, "late invoice"));
        assert!(score(2, "boots client") > score(1, "boots client"));
        assert_eq!(score(2, "invoice").to_bits(), 0.0_f32.to_bits());
        assert!(score(2, "climbing") > 0.0);
    }

    #[test]
    fn most_of_the_words_must_be_there() {
        let index = TextIndex::of([("Late invoice", "The client does not pay.", "")]);
        let has = |words| index.document(0).has_enough_of(&stems(words));

        assert!(has("late invoices"));
        assert!(has("the best invoice for my client"));
        assert!(has("late invoice reminder client"));
        assert!(!has("late boots"));
        assert!(!has("boots for wide feet"));
        assert!(!has(""));
    }
}
