//! A text as the opinion reader gets it: word pieces, with one mark for the brand's names.

use super::clauses::{BRAND, masked};
use super::is_quoted;
use crate::cues::{clipped, straight};
use crate::reader::adapter::{END, MARK, START};
use crate::reader::word_pieces_of;
use crate::text;

/// The tokens of a text that names a brand, between start and end; none if its author does not name
/// it.
pub(super) fn marked_tokens(title: &str, body: &str, brand: &[&str]) -> Option<Vec<u32>> {
    let pieces: Vec<u32> = own_sentences(title, body)
        .iter()
        .flat_map(|sentence| marked_pieces(sentence.text, brand))
        .collect();
    let names: Vec<usize> = (0..pieces.len())
        .filter(|&at| pieces[at] == MARK)
        .take(MOST_NAMES)
        .collect();
    if names.is_empty() {
        return None;
    }
    let is_kept = nearest(&names, pieces.len());
    let kept = pieces.iter().zip(is_kept).filter(|(_, is_kept)| *is_kept);
    let kept = kept.map(|(piece, _)| *piece).take(MOST_PIECES);
    Some(std::iter::once(START).chain(kept).chain([END]).collect())
}

/// A sentence that the author wrote, word for word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OwnSentence<'text> {
    pub(crate) text: &'text str,
    pub(crate) is_title: bool,
}

/// The sentences of a post. Quoted lines are left out, because somebody else wrote them.
pub(crate) fn own_sentences<'text>(title: &'text str, body: &'text str) -> Vec<OwnSentence<'text>> {
    let sentence = |is_title| move |text| OwnSentence { text, is_title };
    let title = text::sentences(clipped(title, LONGEST_TITLE));
    let mut sentences: Vec<_> = title.into_iter().map(sentence(true)).collect();
    let mut rest = clipped(body, LONGEST_BODY);
    while !rest.is_empty() {
        let own = rest.len() - after_lines(rest, |line| !is_quoted(line)).len();
        let (block, after) = rest.split_at(own);
        sentences.extend(text::sentences(block).into_iter().map(sentence(false)));
        rest = after_lines(after, is_quoted);
    }
    sentences
}

/// As many as the reader was trained with, without start and end.
const MOST_PIECES: usize = 158;
/// More places where a brand is named do not add to a judgement.
const MOST_NAMES: usize = 8;
const LONGEST_TITLE: usize = 2_000;
const LONGEST_BODY: usize = 20_000;

/// What follows the lines at the beginning that are `such`.
fn after_lines(text: &str, such: impl Fn(&str) -> bool) -> &str {
    let length = text
        .split_inclusive('\n')
        .take_while(|line| such(line))
        .map(str::len)
        .sum::<usize>();
    &text[length..]
}

fn marked_pieces(sentence: &str, brand: &[&str]) -> Vec<u32> {
    let masked = masked(&straight(sentence), brand);
    let mut pieces = Vec::new();
    for (number, part) in masked.split(BRAND).enumerate() {
        if number > 0 {
            pieces.push(MARK);
        }
        pieces.extend(word_pieces_of(part, LONGEST_BODY));
    }
    pieces
}

/// Which pieces are read: those within the same distance of a name, as many as there is room for.
fn nearest(names: &[usize], count: usize) -> Vec<bool> {
    let within = |distance: usize| {
        let mut kept = vec![false; count];
        for &name in names {
            let to = (name + distance + 1).min(count);
            kept[name.saturating_sub(distance)..to].fill(true);
        }
        kept
    };
    let fits = |kept: &[bool]| kept.iter().filter(|is_kept| **is_kept).count() <= MOST_PIECES;
    if count <= MOST_PIECES {
        return vec![true; count];
    }
    let widest = (1..MOST_PIECES).map(within).take_while(|kept| fits(kept));
    widest.last().unwrap_or_else(|| within(1))
}
