//! Keywords as customers have them: thirty each, some of them shared, some with exclusions.
//!
//! All words are taken from texts as often as texts hold them, so that frequent words are in many
//! keywords and match most texts. The selective set drops what is seen too often and draws nothing
//! anew; its row says how many are left.

use std::collections::HashSet;

use lens::text::is_stopword;
use percolator::{
    KeywordQuery, KeywordSubscription, Percolator, PercolatorText, WordScanner, fold_text,
};

use crate::texts::{ROUNDS, Texts};

const KEYWORDS_A_CUSTOMER: u32 = 30;
/// Keywords that several customers choose, by popularity.
const SHARED_KEYWORDS: usize = 400_000;
/// Keywords in more than one of so many other texts are left out of the selective set.
const OTHER_TEXTS: usize = 100_000;
pub(crate) const BATCH: usize = 100;

pub(crate) struct Workload {
    pub(crate) texts: Texts,
    /// The words of the other texts.
    words: Vec<Vec<String>>,
    /// By other text: how many words there are up to its end.
    text_ends: Vec<usize>,
    shared: Vec<String>,
}

impl Workload {
    pub(crate) fn new() -> Self {
        let texts = Texts::load();
        let words = texts.others.iter().map(|text| {
            let folded = fold_text(text);
            folded.split_ascii_whitespace().map(str::to_owned).collect()
        });
        let words: Vec<Vec<String>> = words.collect();
        let text_ends = words.iter().scan(0, |end, text| {
            *end += text.len();
            Some(*end)
        });
        let text_ends = text_ends.collect();
        let mut workload = Self {
            words,
            text_ends,
            shared: Vec::new(),
            texts,
        };
        let mut dice = Dice::new(2);
        let shared = (0..SHARED_KEYWORDS).map(|_| workload.keyword(&mut dice));
        workload.shared = shared.collect();
        workload
    }

    pub(crate) fn description(&self) -> String {
        let bytes: usize = self.texts.tested.iter().map(String::len).sum();
        format!(
            "{ROUNDS} rounds with {} texts each of {} bytes on average ({}), keywords from {} others",
            self.texts.of_round(0).len(),
            bytes / self.texts.tested.len(),
            self.texts.source,
            self.texts.others.len(),
        )
    }

    /// The keywords of so many subscriptions.
    pub(crate) fn keywords(&self, count: usize) -> Vec<String> {
        let mut dice = Dice::new(3);
        let mut next = || {
            let mut keyword = if dice.is_lucky(0.35) {
                self.shared[dice.zipf(self.shared.len())].clone()
            } else {
                self.keyword(&mut dice)
            };
            if dice.is_lucky(0.1) {
                for _ in 0..=dice.below(2) {
                    keyword.push_str(" -");
                    keyword.push_str(&self.words_of(&mut dice, 1));
                }
            }
            keyword
        };
        (0..count).map(|_| next()).collect()
    }

    /// The exact phrases among so many keywords, each once, without quotes.
    pub(crate) fn phrases(&self, count: usize) -> Vec<String> {
        let keywords = self.keywords(count).into_iter();
        let quoted = keywords.filter_map(|keyword| {
            let end = keyword.rfind('"')?;
            Some(keyword[1..end].to_owned())
        });
        let mut phrases: Vec<String> = quoted.collect::<HashSet<_>>().into_iter().collect();
        phrases.sort_unstable();
        phrases
    }

    /// The subscriptions of so many keywords without those whose words, whatever they exclude, are
    /// in too many texts.
    pub(crate) fn selective(&self, count: usize) -> Vec<KeywordSubscription> {
        let keywords = self.keywords(count);
        let terms = keywords.iter().map(|keyword| without_exclusions(keyword));
        let percolator = Percolator::build(subscribed(terms));
        let mut seen = vec![0_u8; count];
        let others = self.texts.others.len().min(OTHER_TEXTS);
        for batch in batches(&self.texts.others[..others]) {
            for found in match_all(&percolator, &batch).into_iter().flatten() {
                let seen = &mut seen[found.subscription as usize];
                *seen = seen.saturating_add(1);
            }
        }
        let mut subscriptions = subscribed(keywords.iter().map(String::as_str));
        subscriptions.retain(|one| seen[one.id as usize] <= 1);
        subscriptions
    }

    /// 15 % brands, of which a quarter are real words; 20 % groups of words; 65 % phrases.
    fn keyword(&self, dice: &mut Dice) -> String {
        match dice.below(100) {
            0..4 => format!("\"{}\"", self.words_of(dice, 1)),
            4..15 => {
                let length = 5 + dice.below(6);
                format!("\"{}\"", dice.word(length))
            }
            15..35 => {
                let words = 2 + dice.below(2);
                self.group_of(dice, words)
            }
            _ => {
                let words = [1, 2, 3, 4][dice.weighted(&[25, 35, 25, 15])];
                format!("\"{}\"", self.words_of(dice, words))
            }
        }
    }

    /// Neighbouring words, from anywhere in the texts with the same chance. Nobody tracks "of the".
    fn words_of(&self, dice: &mut Dice, count: usize) -> String {
        loop {
            let word = dice.below(self.text_ends.last().copied().unwrap_or_default());
            let text = self.text_ends.partition_point(|end| *end <= word);
            let start = self.words[text].len() - (self.text_ends[text] - word);
            if let Some(words) = self.words[text].get(start..start + count)
                && !words.iter().all(|word| is_stopword(word))
            {
                return words.join(" ");
            }
        }
    }

    /// Words of one text, wherever they are.
    fn group_of(&self, dice: &mut Dice, count: usize) -> String {
        loop {
            let text = &self.words[dice.below(self.words.len())];
            let words = (0..count).filter_map(|_| text.get(dice.below(text.len())));
            let telling = words.filter(|word| !is_stopword(word));
            let words: Vec<&str> = telling.map(String::as_str).collect();
            if words.len() == count {
                return words.join(" ");
            }
        }
    }
}

fn without_exclusions(keyword: &str) -> &str {
    keyword.split(" -").next().unwrap_or(keyword)
}

pub(crate) fn subscribed<'a>(
    keywords: impl IntoIterator<Item = &'a str>,
) -> Vec<KeywordSubscription> {
    let subscribe = |(id, keyword): (u32, &str)| KeywordSubscription {
        id,
        customer: id / KEYWORDS_A_CUSTOMER,
        query: KeywordQuery::parse(keyword).expect("keywords hold words"),
    };
    (0..).zip(keywords).map(subscribe).collect()
}

/// The texts of every round in portions.
pub(crate) fn rounds(texts: &Texts) -> Vec<Vec<Vec<[&str; 1]>>> {
    (0..ROUNDS)
        .map(|round| batches(texts.of_round(round)))
        .collect()
}

/// Texts in portions of one API page, each as the single part that it is.
pub(crate) fn batches(texts: &[String]) -> Vec<Vec<[&str; 1]>> {
    let pages = texts.chunks(BATCH);
    pages
        .map(|page| page.iter().map(|text| [text.as_str()]).collect())
        .collect()
}

pub(crate) fn match_all(
    percolator: &Percolator,
    batch: &[[&str; 1]],
) -> Vec<Vec<percolator::PercolatorMatch>> {
    let texts: Vec<PercolatorText> = batch
        .iter()
        .map(|parts| PercolatorText {
            parts,
            community: None,
        })
        .collect();
    percolator.match_batch(&texts)
}

/// Matches all batches, for the time that it takes.
pub(crate) fn match_each(percolator: &Percolator, batches: &[Vec<[&str; 1]>]) {
    for batch in batches {
        drop(match_all(percolator, batch));
    }
}

/// Only splits all texts into words: what the whole match is measured by.
pub(crate) fn scan_each(scanner: &mut WordScanner, batches: &[Vec<[&str; 1]>]) {
    for batch in batches {
        scanner.clear();
        for text in batch {
            scanner.add(text[0]);
        }
        scanner.scan();
    }
}

/// Numbers that are the same in every run.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        let product = u128::from(self.next()) * limit as u128;
        usize::try_from(product >> 64).unwrap_or_default()
    }

    pub(crate) fn is_lucky(&mut self, chance: f64) -> bool {
        self.fraction() < chance
    }

    pub(crate) fn weighted(&mut self, weights: &[usize]) -> usize {
        let mut at = self.below(weights.iter().sum());
        for (choice, weight) in weights.iter().enumerate() {
            if at < *weight {
                return choice;
            }
            at -= weight;
        }
        0
    }

    /// A rank by Zipf's law: the logarithm of ranks is spread evenly.
    pub(crate) fn zipf(&mut self, ranks: usize) -> usize {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "ranks are small and positive"
        )]
        let rank = (ranks as f64 + 1.0).powf(self.fraction()) as usize;
        rank.clamp(1, ranks) - 1
    }

    pub(crate) fn word(&mut self, length: usize) -> String {
        let letters = b"etaoinshrdlucmfwypvbgkjqxz";
        let letter = |dice: &mut Self| char::from(letters[dice.zipf(letters.len())]);
        (0..length).map(|_| letter(self)).collect()
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "53 bits are exact")]
    fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }
}
