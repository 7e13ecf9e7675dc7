//! The comment, put together: opening, advice, closing, and the line that says for whom it speaks.

use super::Tie;
use super::advice::Piece;
use super::details::Detail;
use super::phrases::lines;
use super::relaxed::relaxed;
use super::spin::{Dice, Places, capitalised, spun};
use super::swaps::swapped;
use super::words::count_words;
use crate::comments::tone::Tone;

/// Everything a comment is put together from.
#[derive(Debug)]
pub(super) struct Writing {
    pub(super) tone: Tone,
    pub(super) attempt: usize,
    pub(super) detail: Detail,
    pub(super) other: Option<Detail>,
    pub(super) third: Option<Detail>,
    /// The two that the title weighs against each other.
    pub(super) rivals: Option<(String, String)>,
    pub(super) tie: Tie,
    pub(super) name: String,
    pub(super) does: String,
    /// In brackets, or empty.
    pub(super) field: String,
    pub(super) link: Option<String>,
    pub(super) pieces: Vec<&'static Piece>,
    pub(super) dice: Dice,
}

impl Writing {
    /// A comment with so many pieces of advice.
    pub(super) fn comment(&mut self, pieces: usize, closes: bool) -> String {
        let before = self.dice.clone();
        let opening = self.opening();
        let mut advice = self.advice(pieces);
        let mut paragraphs = if pieces > 2 && self.lists() {
            if self.third.is_some() {
                advice[1] = self.bridged(0, &advice[1]);
            }
            as_list(&opening, &advice, self.tone)
        } else {
            self.as_prose(&opening, &advice)
        };
        let tie = self.tie();
        let closing = closes.then(|| self.closing());
        // A conversation ends with the question.
        let ends_with_closing = self.tone == Tone::ConversationalAndEngaging;
        let (third, fourth) = if ends_with_closing {
            (Some(tie), Some(self.closing_question(closing)))
        } else {
            (closing, Some(tie))
        };
        paragraphs.extend(third.into_iter().chain(fourth));
        self.dice = before;
        let text = paragraphs.join("\n\n");
        if self.tone.is_relaxed() {
            relaxed(&text)
        } else {
            text
        }
    }

    /// The pieces in words, of each sometimes only what to do and not why.
    fn advice(&mut self, pieces: usize) -> Vec<String> {
        let chosen: Vec<&str> = self
            .pieces
            .iter()
            .take(pieces)
            .map(|piece| piece.line)
            .collect();
        let mut advice = Vec::new();
        for line in chosen {
            let piece = swapped(&self.spun(line), &mut self.dice);
            let is_short = self.dice.below(2) == 0;
            advice.push(if is_short { head(&piece) } else { piece });
        }
        advice
    }

    /// Even the shortest conversation asks something back.
    fn closing_question(&mut self, closing: Option<String>) -> String {
        closing.unwrap_or_else(|| self.closing())
    }

    fn opening(&mut self) -> String {
        if self.rivals.is_some() && self.attempt.is_multiple_of(2) {
            return self.line("versus");
        }
        self.line("opening")
    }

    fn as_prose(&mut self, opening: &str, advice: &[String]) -> Vec<String> {
        let mut advice = advice.iter();
        let first = advice.next().map_or("", String::as_str);
        let rest: Vec<String> = advice
            .enumerate()
            .map(|(at, piece)| self.bridged(at, piece))
            .collect();
        vec![format!("{opening} {first}"), rest.join(" ")]
    }

    fn bridged(&mut self, at: usize, piece: &str) -> String {
        // The first one comes back to something that the post says.
        let leads_back = at == 0 && self.third.is_some();
        let all = lines(self.tone, if leads_back { "aside" } else { "bridge" });
        // The same for the whole draft, so that no bridge comes twice.
        let start = Dice::of(&[&self.detail.text, &self.name]).below(all.len());
        let line = all[(start + at + self.attempt) % all.len()];
        let lead = line.replace("[piece]", "");
        let lead = self.spun(lead.trim_end());
        let piece = if lead.ends_with('?') {
            piece.to_owned()
        } else {
            lowered(piece)
        };
        format!("{lead} {piece}")
    }

    fn closing(&mut self) -> String {
        let all = lines(self.tone, "closing");
        let usable: Vec<&str> = all
            .iter()
            .filter(|line| self.other.is_some() || !line.contains("[other]"))
            .copied()
            .collect();
        let at = self.dice.below(usable.len()) + self.attempt;
        self.spun(usable[at % usable.len()])
    }

    /// For whom the comment speaks, and what that has to do with the post.
    fn tie(&mut self) -> String {
        let part = match self.tie {
            Tie::Own => "own",
            Tie::Blamed => "blamed",
            Tie::Fits if self.does.is_empty() => "plain",
            Tie::Fits => "fit",
            Tie::Apart => "apart",
        };
        let said = self.line(part);
        match self.link_line() {
            Some(line) => format!("{said} {line}"),
            None => said,
        }
    }

    pub(super) fn disclosure(mut self) -> String {
        let said = self.tie();
        if self.tone.is_relaxed() {
            relaxed(&said)
        } else {
            said
        }
    }

    pub(super) fn link_line(&mut self) -> Option<String> {
        let link = self.link.clone()?;
        Some(self.line("link").replace(LINK, &link))
    }

    fn line(&mut self, part: &str) -> String {
        let all = lines(self.tone, part);
        let at = self.dice.below(all.len()) + self.attempt;
        self.spun(all[at % all.len()])
    }

    fn spun(&mut self, line: &str) -> String {
        let nobody = (String::new(), String::new());
        let (a, b) = self.rivals.as_ref().unwrap_or(&nobody);
        let other = self.other.as_ref();
        let mut places = Places::default();
        places.is_detail_plural = self.detail.is_plural;
        places.is_other_plural = other.is_some_and(|detail| detail.is_plural);
        places.set("detail", &self.detail.text);
        places.set("other", other.map_or("", |detail| detail.text.as_str()));
        let third = self.third.as_ref();
        places.set("third", third.map_or("", |detail| detail.text.as_str()));
        places.set("a", a);
        places.set("b", b);
        places.set("name", &self.name);
        places.set("does", &self.does);
        places.set("is", &self.field);
        places.set("link", LINK);
        capitalised(&spun(line, &places, &mut self.dice))
    }

    /// Two of the tones like lists, and not every time.
    fn lists(&self) -> bool {
        let likes = matches!(
            self.tone,
            Tone::HelpfulAndProfessional | Tone::ExpertAndAuthoritative
        );
        likes && self.dice.clone().below(2) == 0
    }
}

/// What to do, without why: up to the first stop after enough words.
fn head(piece: &str) -> String {
    let stops = piece.match_indices([';', '.']);
    let long_enough = |at: &usize| count_words(&piece[..*at]) >= LEAST_WORDS_OF_HEAD;
    let is_stop = |at: &usize| piece[at + 1..].starts_with(' ');
    let end = stops
        .map(|(at, _)| at)
        .find(|at| is_stop(at) && long_enough(at));
    end.map_or_else(|| piece.to_owned(), |at| format!("{}.", &piece[..at]))
}

const LEAST_WORDS_OF_HEAD: usize = 11;

/// Stands for the address until the line is done.
const LINK: &str = "\u{1}";

fn as_list(opening: &str, advice: &[String], tone: Tone) -> Vec<String> {
    let line = |(at, piece): (usize, &String)| {
        if tone == Tone::ExpertAndAuthoritative {
            format!("- {piece}")
        } else {
            format!("{}. {piece}", at + 1)
        }
    };
    let list: Vec<String> = advice.iter().enumerate().map(line).collect();
    vec![opening.to_owned(), list.join("\n")]
}

fn lowered(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_lowercase);
    first.into_iter().flatten().chain(letters).collect()
}
