//! Evidence for the company and for the everyday word, where a name is both.

use std::collections::HashSet;

use lens::text;

use super::cues::CUES;
use super::folded_text::{FoldedText, Script, script};
use super::name_pattern::NameHit;
use super::vocabulary::{is_everyday_word, is_known};

/// The words of a company, as stems.
#[derive(Clone, Debug, Default)]
pub(super) struct CompanyContext {
    stems: HashSet<String>,
}

/// How many words before and after a name are near it.
const NEAR: usize = 10;

impl CompanyContext {
    /// Leaves out stop words and the name itself.
    pub(super) fn new<'a>(
        phrases: impl IntoIterator<Item = &'a str>,
        own: &HashSet<String>,
    ) -> Self {
        let mut stems = HashSet::new();
        for phrase in phrases.into_iter().filter(|phrase| !phrase.contains('.')) {
            let folded = FoldedText::new(phrase);
            for (start, end) in folded.words() {
                let word = folded.string(start, end);
                if !own.contains(&word) && !text::is_stopword(&word) && word.chars().count() > 1 {
                    stems.insert(stem(&word));
                }
            }
        }
        Self { stems }
    }

    /// Above zero for the company, below for the everyday word.
    pub(super) fn points(&self, text: &FoldedText, beside: &FoldedText, hit: &NameHit) -> i32 {
        let words = NearbyWords::around(text, hit);
        let mut points = self.context_points(&words, beside);
        points += words.writing_points(text, hit);
        points += self.neighbour_points(&words);
        points + words.calendar_points()
    }

    /// The company's words near the name count twice, those in what belongs to the text once.
    fn context_points(&self, words: &NearbyWords, beside: &FoldedText) -> i32 {
        let near: HashSet<String> = words
            .near()
            .map(|word| stem(&word.folded))
            .filter(|stem| self.stems.contains(stem))
            .collect();
        let far: HashSet<String> = beside
            .words()
            .into_iter()
            .map(|(start, end)| stem(&beside.string(start, end)))
            .filter(|stem| self.stems.contains(stem) && !near.contains(stem))
            .collect();
        // A word of the trade says more than an everyday word.
        let is_rare = near.iter().any(|stem| !is_everyday_word(stem));
        2 * count(near.len().min(2)) + i32::from(is_rare) + count(far.len().min(2))
    }

    /// The words right before and after.
    fn neighbour_points(&self, words: &NearbyWords) -> i32 {
        let (before, after) = (words.before(1), words.after(1));
        let is_of_company = |word: Option<&NearbyWord>| {
            word.is_some_and(|word| self.stems.contains(&stem(&word.folded)))
        };
        let mut points = 0;
        if is_of_company(after) || words.is_after(&CUES.of_products) {
            points += 2;
        }
        if words.is_after(&CUES.of_products) && words.is_name_capital {
            points += 1;
        }
        if words.is_before(&CUES.using) {
            points += 1;
        }
        if words.is_after(&CUES.doing) {
            points += 1;
        }
        if words.is_rivalled() {
            points += 2;
        }
        if words
            .near()
            .any(|word| CUES.commerce.contains(word.folded.as_str()))
        {
            points += 1;
        }
        // A longer name of something else: "Times Square", "Ulysses S. Grant".
        if words.is_part_of_name(before) || (words.is_part_of_name(after) && !is_of_company(after))
        {
            points -= 3;
        }
        points
    }
}

struct NearbyWord {
    folded: String,
    is_capital: bool,
    /// Whether a sentence begins with it, so that its capital says nothing.
    is_first: bool,
}

/// The words around a name; the name itself is left out.
struct NearbyWords {
    all: Vec<NearbyWord>,
    /// The index of the first word after the name.
    at: usize,
    name: String,
    is_name_capital: bool,
    is_name_first: bool,
    /// The letters between the name and its neighbours.
    gap_before: String,
    gap_after: String,
}

impl NearbyWords {
    fn around(text: &FoldedText, hit: &NameHit) -> Self {
        let spans = text.words();
        let (mut all, mut at) = (Vec::new(), 0);
        let is_first = |start: usize| is_sentence_start(text, start);
        for (start, end) in spans {
            if end <= hit.start || start >= hit.end {
                at += usize::from(end <= hit.start);
                all.push(NearbyWord {
                    folded: text.string(start, end),
                    is_capital: text.is_capital(start),
                    is_first: is_first(start),
                });
            }
        }
        let gap_before = text.string(word_end_before(text, hit.start), hit.start);
        let gap_after = text.string(hit.end, word_start_after(text, hit.end));
        Self {
            all,
            at,
            name: text.string(hit.start, hit.end),
            is_name_capital: text.is_capital(hit.start),
            is_name_first: is_first(hit.start),
            gap_before,
            gap_after,
        }
    }

    fn near(&self) -> impl Iterator<Item = &NearbyWord> {
        let from = self.at.saturating_sub(NEAR);
        let to = (self.at + NEAR).min(self.all.len());
        self.all[from..to].iter()
    }

    fn before(&self, distance: usize) -> Option<&NearbyWord> {
        self.all.get(self.at.checked_sub(distance)?)
    }

    /// A possessive s is not a word of its own.
    fn after(&self, distance: usize) -> Option<&NearbyWord> {
        let skipped = usize::from(self.is_possessive());
        self.all.get(self.at + skipped + distance - 1)
    }

    fn is_possessive(&self) -> bool {
        self.gap_after == "'" && self.all.get(self.at).is_some_and(|word| word.folded == "s")
    }

    /// Side by side in one sentence.
    fn is_close(gap: &str) -> bool {
        gap.chars()
            .all(|letter| matches!(letter, ' ' | '-' | '\'' | '(' | '"'))
    }

    fn is_before(&self, words: &HashSet<&str>) -> bool {
        Self::is_close(&self.gap_before)
            && self
                .before(1)
                .is_some_and(|word| words.contains(word.folded.as_str()))
    }

    fn is_after(&self, words: &HashSet<&str>) -> bool {
        Self::is_close(&self.gap_after)
            && self
                .after(1)
                .is_some_and(|word| words.contains(word.folded.as_str()))
    }

    /// How it is written: a capital inside a sentence is a name's, an article before a small letter
    /// is a noun's.
    fn writing_points(&self, text: &FoldedText, hit: &NameHit) -> i32 {
        let mut points = 0;
        let is_loud =
            (hit.start..hit.end).all(|at| text.is_capital(at) || text.at(at) == Some(' '));
        if self.is_name_capital
            && !self.is_name_first
            && !is_loud
            && !CUES.calendar.contains(self.name.as_str())
        {
            points += 2;
        }
        if !self.is_name_capital {
            points -= 1;
        }
        if self.is_before(&CUES.determiners) && !self.is_name_capital {
            points -= 3;
        }
        if self.is_possessive() {
            points += 1;
        }
        if hit.is_tagged {
            points += 1;
        }
        if self.is_among_strangers() {
            points += 3;
        }
        points
    }

    /// Whether the text is in another script, in which a Latin word is hardly an everyday one.
    fn is_among_strangers(&self) -> bool {
        let foreign = |word: &&NearbyWord| {
            word.folded
                .chars()
                .any(|letter| script(letter) != Some(Script::Latin))
        };
        self.near().filter(foreign).count() * 2 > self.near().count()
    }

    /// Whether another product is next to it: a capitalised word inside a sentence that means nothing
    /// else, such as "Jira".
    fn is_rivalled(&self) -> bool {
        self.near().any(|word| {
            let is_name = word.is_capital && !word.is_first && word.folded.len() > 2;
            is_name && !is_known(&word.folded)
        })
    }

    fn is_part_of_name(&self, neighbour: Option<&NearbyWord>) -> bool {
        let Some(word) = neighbour else { return false };
        let is_before = self
            .before(1)
            .is_some_and(|before| std::ptr::eq(before, word));
        let gap = if is_before {
            &self.gap_before
        } else {
            &self.gap_after
        };
        let is_beside = gap == " " || (is_before && gap == "'s ");
        self.is_name_capital
            && word.is_capital
            && !word.is_first
            && is_beside
            && is_name_like(&word.folded)
    }

    /// Days and months are written like names and stand in nearly every text.
    fn calendar_points(&self) -> i32 {
        if !CUES.calendar.contains(self.name.as_str()) {
            return 0;
        }
        let is_day = |word: &NearbyWord| CUES.calendar.contains(word.folded.as_str());
        let is_listed = self.is_after(&CUES.between_days) && self.after(2).is_some_and(is_day);
        let is_time = self.is_before(&CUES.before_days)
            || self.is_after(&CUES.after_days)
            || self.is_alone()
            || is_listed;
        if is_time { -5 } else { -1 }
    }

    fn is_alone(&self) -> bool {
        self.at == self.all.len() && self.is_before(&CUES.alone_before_days)
    }
}

fn is_name_like(word: &str) -> bool {
    !text::is_stopword(word) && word != "i"
}

fn stem(word: &str) -> String {
    text::stem(word).into_owned()
}

fn count(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// At the beginning, behind a stop or a line's end, or behind a mark that opens a list's line.
fn is_sentence_start(text: &FoldedText, start: usize) -> bool {
    let mut at = start;
    while let Some(letter) = text.before(at) {
        match letter {
            '.' | '!' | '?' | ':' | '\n' | '…' => return true,
            ' ' | '"' | '\'' | '(' | '*' | '#' | '>' | '-' | '“' | '[' => at -= 1,
            _ => return false,
        }
    }
    true
}

fn word_end_before(text: &FoldedText, start: usize) -> usize {
    let mut at = start;
    while text
        .before(at)
        .is_some_and(|letter| !letter.is_alphanumeric())
    {
        at -= 1;
    }
    at
}

fn word_start_after(text: &FoldedText, end: usize) -> usize {
    let mut at = end;
    while text.at(at).is_some_and(|letter| !letter.is_alphanumeric()) {
        at += 1;
    }
    at
}
