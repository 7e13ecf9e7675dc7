//! A way of writing a name, and where a text contains it.

use super::addresses::{TextPlace, addresses, place};
use super::folded_text::{FoldedText, Script, script};
use super::vocabulary::{is_everyday_word, is_known};
use super::{BrandName, BrandNameKind};

/// A way of writing a name.
#[derive(Clone, Debug)]
pub(super) struct NamePattern {
    name: usize,
    kind: BrandNameKind,
    /// The folded words; between two there may be a space or a hyphen, or nothing.
    words: Vec<Vec<char>>,
    /// Whether there must be something between the words.
    is_spaced: bool,
    needs_context: bool,
    /// Whether misspelled words match too.
    takes_slips: bool,
}

/// Where a pattern was found, in letters.
#[derive(Clone, Copy, Debug)]
pub(super) struct NameHit {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) name: usize,
    pub(super) needs_context: bool,
    /// Whether it is the company's name, domain or handle and not a product's.
    pub(super) is_of_company: bool,
    pub(super) certainty: i64,
    /// Whether it follows `@`, `#`, `u/` or `r/`.
    pub(super) is_tagged: bool,
}

/// Shorter names resemble too many other words: the minimum for one wrong letter, and for two swapped
/// letters.
const SHORTEST_SLIP: usize = 7;
const SHORTEST_SWAP: usize = 5;

impl NamePattern {
    pub(super) fn all_of(at: usize, name: &BrandName) -> Vec<Self> {
        let value = match name.kind {
            BrandNameKind::Domain => host_of(&name.value),
            BrandNameKind::Handle => name.value.trim_start_matches(['@', '#']).to_owned(),
            BrandNameKind::Name | BrandNameKind::Product => without_marks(&name.value),
        };
        let words = split(&value, name.kind);
        if words.is_empty() {
            return Vec::new();
        }
        let is_one_word = words.len() == 1 && words[0].iter().all(char::is_ascii_alphabetic);
        let plain = Self {
            name: at,
            kind: name.kind,
            takes_slips: is_one_word && is_name(name.kind) && !name.needs_context,
            words,
            is_spaced: false,
            needs_context: name.needs_context,
        };
        let spaced = plain.spaced();
        [Some(plain), spaced].into_iter().flatten().collect()
    }

    /// "Paper Lark" for "Paperlark": two everyday words, which need context where the name needs none.
    fn spaced(&self) -> Option<Self> {
        let whole: String = self.words.first()?.iter().collect();
        if !self.takes_slips || whole.len() < SHORTEST_SLIP {
            return None;
        }
        let cut = (3..=whole.len() - 3).find(|cut| {
            let (one, other) = whole.split_at(*cut);
            is_known(one) && is_known(other)
        })?;
        let (one, other) = whole.split_at(cut);
        Some(Self {
            words: vec![one.chars().collect(), other.chars().collect()],
            is_spaced: true,
            needs_context: true,
            takes_slips: false,
            ..self.clone()
        })
    }

    pub(super) fn words(&self) -> Vec<String> {
        let words = self.words.iter().map(|word| word.iter().collect());
        let whole = self.words.concat().iter().collect();
        words.chain([whole]).collect()
    }

    pub(super) fn hits(&self, text: &FoldedText) -> Vec<NameHit> {
        let addresses = addresses(text);
        let mut hits: Vec<NameHit> = Vec::new();
        for start in 0..text.letters.len() {
            if let Some(end) = self.end_from(text, start)
                && let Some(is_tagged) = self.stands_alone(text, start, end)
                && self.may_stand_in(place(&addresses, start))
            {
                hits.push(self.hit(start, end, is_tagged));
            }
        }
        if self.takes_slips {
            let is_prose = |hit: &NameHit| place(&addresses, hit.start) == TextPlace::Prose;
            hits.extend(self.slips(text).into_iter().filter(is_prose));
        }
        hits
    }

    fn hit(&self, start: usize, end: usize, is_tagged: bool) -> NameHit {
        NameHit {
            start,
            end,
            name: self.name,
            needs_context: self.needs_context,
            is_of_company: self.kind != BrandNameKind::Product,
            certainty: if self.kind == BrandNameKind::Domain {
                100
            } else {
                95
            },
            is_tagged,
        }
    }

    /// The end of the name if it is written here.
    fn end_from(&self, text: &FoldedText, start: usize) -> Option<usize> {
        let mut at = start;
        for (number, word) in self.words.iter().enumerate() {
            if number > 0 {
                let has_gap = matches!(text.at(at), Some(' ' | '-' | '_' | '\n'));
                if self.is_spaced && !has_gap {
                    return None;
                }
                at += usize::from(has_gap);
            }
            for letter in word {
                if text.at(at) != Some(*letter) {
                    return None;
                }
                at += 1;
            }
        }
        Some(at)
    }

    /// None for a part of a longer word; otherwise whether it follows a tag.
    fn stands_alone(&self, text: &FoldedText, start: usize, end: usize) -> Option<bool> {
        if self.kind == BrandNameKind::Domain {
            return is_whole_host(text, start, end).then_some(false);
        }
        let is_tagged = is_tagged(text, start);
        if self.kind == BrandNameKind::Handle && !is_tagged {
            return None;
        }
        if FoldedText::is_joined(text.before(start), text.at(start)) {
            return None;
        }
        let (last, next) = (text.before(end), text.at(end));
        let is_hump = is_tagged && text.is_capital(end) && !text.is_capital(end - 1);
        let is_cut = FoldedText::is_joined(last, next)
            || (next.is_some() && next == last && !last.is_some_and(char::is_alphanumeric));
        (!is_cut || is_hump || self.is_inflected(text, end)).then_some(is_tagged)
    }

    /// Other alphabets decline names: "в Яндексе". Up to three letters of an ending.
    fn is_inflected(&self, text: &FoldedText, end: usize) -> bool {
        let is_other = |at: usize| text.at(at).and_then(script) == Some(Script::Other);
        let length = self.words.iter().map(Vec::len).sum::<usize>();
        let ending = (end..).take_while(|at| is_other(*at)).take(4).count();
        length >= 4 && is_other(end - 1) && ending <= 3
    }

    fn may_stand_in(&self, place: TextPlace) -> bool {
        match place {
            TextPlace::Prose => true,
            TextPlace::Host => self.kind == BrandNameKind::Domain,
            TextPlace::Path => self.kind == BrandNameKind::Domain || !self.needs_context,
        }
    }

    /// Words that are the name with a misspelling, and that mean nothing else.
    fn slips(&self, text: &FoldedText) -> Vec<NameHit> {
        let name = &self.words[0];
        let mut hits = Vec::new();
        for (start, end) in text.words() {
            let word: Vec<char> = (start..end).filter_map(|at| text.at(at)).collect();
            let is_neighbour = word.first() == name.first()
                && (name.len() >= SHORTEST_SWAP && is_swapped(&word, name)
                    || name.len() >= SHORTEST_SLIP && is_one_letter_off(&word, name));
            if is_neighbour && !is_everyday_word(&word.iter().collect::<String>()) {
                let hit = self.hit(start, end, is_tagged(text, start));
                hits.push(NameHit {
                    certainty: 75,
                    ..hit
                });
            }
        }
        hits
    }
}

fn is_name(kind: BrandNameKind) -> bool {
    matches!(kind, BrandNameKind::Name | BrandNameKind::Product)
}

/// "Yahoo!" is written without its mark too; the pluses of "C++" are part of the name.
fn without_marks(value: &str) -> String {
    value
        .trim()
        .trim_end_matches(['!', '?', '.', '™', '®'])
        .to_owned()
}

fn host_of(value: &str) -> String {
    let bare = value
        .trim()
        .trim_start_matches("https://")
        .trim_start_matches("http://");
    let bare = bare.trim_start_matches("www.");
    let host = bare.split('/').next().unwrap_or_default();
    host.to_owned()
}

/// The words of a name, folded: at spaces, hyphens, and where a capital follows a small letter.
fn split(value: &str, kind: BrandNameKind) -> Vec<Vec<char>> {
    let folded = FoldedText::new(value);
    let mut words: Vec<Vec<char>> = vec![Vec::new()];
    for (at, letter) in folded.letters.iter().enumerate() {
        let is_gap = matches!(letter.folded, ' ' | '-' | '_');
        let is_hump = letter.is_capital && at > 0 && !folded.is_capital(at - 1);
        if is_name(kind) && (is_gap || is_hump) {
            words.push(Vec::new());
        }
        if !(is_name(kind) && is_gap) {
            words.last_mut().expect("there is one").push(letter.folded);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Whether the host is this one or below it: `app.paperlark.example`, not `paperlark.example.test`.
fn is_whole_host(text: &FoldedText, start: usize, end: usize) -> bool {
    let is_of_label = |letter: Option<char>| {
        letter.is_some_and(|letter| letter.is_ascii_alphanumeric() || letter == '-')
    };
    let goes_on = text.at(end) == Some('.') && is_of_label(text.at(end + 1));
    !is_of_label(text.before(start)) && !is_of_label(text.at(end)) && !goes_on
}

fn is_tagged(text: &FoldedText, start: usize) -> bool {
    match text.before(start) {
        Some('@' | '#') => true,
        Some('/') => {
            let is_letter = matches!(
                start.checked_sub(2).and_then(|at| text.at(at)),
                Some('u' | 'r')
            );
            let before = start.checked_sub(3).and_then(|at| text.at(at));
            is_letter && !before.is_some_and(char::is_alphanumeric)
        }
        _ => false,
    }
}

fn is_swapped(word: &[char], name: &[char]) -> bool {
    if word.len() != name.len() {
        return false;
    }
    let wrong: Vec<usize> = (0..name.len())
        .filter(|at| word[*at] != name[*at])
        .collect();
    matches!(wrong[..], [one, other] if other == one + 1 && word[one] == name[other] && word[other] == name[one])
}

/// One letter wrong, missing or extra; not the last, which would be another form of the word.
fn is_one_letter_off(word: &[char], name: &[char]) -> bool {
    let same = word
        .iter()
        .zip(name)
        .take_while(|(one, other)| one == other)
        .count();
    let (rest, wanted) = (&word[same..], &name[same..]);
    match word.len().cmp(&name.len()) {
        std::cmp::Ordering::Equal => rest.len() > 1 && rest[1..] == wanted[1..],
        std::cmp::Ordering::Greater => word.len() == name.len() + 1 && rest[1..] == *wanted,
        std::cmp::Ordering::Less => {
            word.len() + 1 == name.len() && *rest == wanted[1..] && !rest.is_empty()
        }
    }
}
