//! The comment, put together: opening, advice, closing, and the line that says for whom it speaks.

use super::Tie;
use super::choice::Chosen;
use super::details::Detail;
use super::phrases::{lines, lines_about};
use super::relaxed::relaxed;
use super::spin::{Dice, Places, capitalised, spun};
use super::swaps::swapped;
use super::words::count_words;
use crate::tone::Tone;

/// Everything a comment is put together from.
#[derive(Debug)]
pub(super) struct Writing {
    pub(super) tone: Tone,
    pub(super) attempt: usize,
    /// What only this post says, the most telling first, never none.
    pub(super) details: Vec<Detail>,
    /// The two that the title weighs against each other.
    pub(super) rivals: Option<(String, String)>,
    pub(super) tie: Tie,
    pub(super) name: String,
    pub(super) does: String,
    pub(super) link: Option<String>,
    pub(super) chosen: Chosen,
    /// Falls the same way in each attempt.
    pub(super) steady: Dice,
    /// Falls differently in each.
    pub(super) dice: Dice,
}

impl Writing {
    /// A comment with so many pieces of advice.
    pub(super) fn comment(&mut self, pieces: usize, closes: bool) -> String {
        let before = (self.dice.clone(), self.steady.clone());
        let opening = self.opening();
        let advice = self.advice(pieces);
        let mut paragraphs = if advice.len() > 2 && self.lists() {
            as_list(&opening, &advice, self.tone)
        } else {
            self.as_prose(&opening, &advice)
        };
        let tie = self.tie();
        // A conversation ends with the question.
        if self.tone == Tone::ConversationalAndEngaging {
            paragraphs.push(tie);
            paragraphs.push(self.question());
        } else {
            paragraphs.extend(closes.then(|| self.closing()));
            paragraphs.push(tie);
        }
        (self.dice, self.steady) = before;
        let text = paragraphs.join("\n\n");
        if self.tone.is_relaxed() {
            relaxed(&text)
        } else {
            text
        }
    }

    /// The pieces in words, of each sometimes only what to do and not why; then the step that follows
    /// from something that the post says.
    fn advice(&mut self, pieces: usize) -> Vec<String> {
        let own = self.chosen.own.iter().take(pieces);
        let missing = pieces - own.len();
        // One general remark less, because a step follows that is about this post alone.
        let general = self.chosen.general.iter().take(self.in_general(missing));
        let chosen: Vec<&str> = own.chain(general).map(|piece| piece.line).collect();
        let mut advice = Vec::new();
        for line in chosen {
            let piece = swapped(&self.spun(line), &mut self.dice);
            let is_short = self.dice.below(2) == 0;
            advice.push(if is_short { head(&piece) } else { piece });
        }
        if missing > 0 {
            advice.extend(self.about("step", 0));
        }
        if self.chosen.kind == "story"
            && let Some(second) = self.about("step", 1)
        {
            advice.push(second);
            // Who is only to be heard needs no general remark where there is something to say.
            if advice.len() > pieces {
                advice.remove(0);
            }
        }
        advice
    }

    /// How many general pieces stand for so many missing ones.
    fn in_general(&self, missing: usize) -> usize {
        if self.chosen.kind == "thread" {
            return missing;
        }
        missing
            .saturating_sub(1)
            .max(usize::from(self.chosen.own.is_empty()))
    }

    /// A line about one of the details, the one at `at` if there is something to say about it.
    fn about(&mut self, part: &str, at: usize) -> Option<String> {
        let order = (at..self.details.len()).chain(0..at);
        let mut order = order.filter(|at| *at < MOST_DETAILS);
        order.find_map(|at| self.about_one(part, at))
    }

    /// A line about that detail, where its sort has any.
    fn about_one(&mut self, part: &str, at: usize) -> Option<String> {
        if self.chosen.kind == "thread" {
            return None;
        }
        let of = if self.chosen.asks() { "" } else { "of story " };
        let sort = self.details.get(at)?.sort.name()?;
        let all = lines_about(&format!("{part} {of}{sort}"));
        if all.is_empty() {
            return None;
        }
        let line = self.drawn(all);
        Some(self.spun_about(line, at))
    }

    /// Even the shortest conversation asks something back: about what the answer began with, because
    /// a question about anything else sounds as if nobody had read the post.
    fn question(&mut self) -> String {
        if !self.chosen.own.is_empty() && self.dice.below(3) > 0 {
            return self.line("closing");
        }
        let asked = self.about_one("ask", 0);
        asked.unwrap_or_else(|| self.line("closing"))
    }

    /// A story is heard, a wrong is regretted, a question is answered.
    fn opening(&mut self) -> String {
        let part = match self.chosen.kind {
            "story" => "story",
            "thread" => "thread",
            "wronged" => "sorry",
            _ if self.rivals.is_some() && self.attempt.is_multiple_of(2) => "versus",
            _ => "opening",
        };
        self.line(part)
    }

    fn as_prose(&mut self, opening: &str, advice: &[String]) -> Vec<String> {
        let mut advice = advice.iter();
        let first = advice.next().map_or("", String::as_str);
        let rest: Vec<String> = advice
            .enumerate()
            .map(|(at, piece)| self.bridged(at, piece))
            .collect();
        let mut paragraphs = vec![format!("{opening} {first}")];
        paragraphs.extend((!rest.is_empty()).then(|| rest.join(" ")));
        paragraphs
    }

    /// Some pieces follow without a word between.
    fn bridged(&mut self, at: usize, piece: &str) -> String {
        if !self.chosen.asks() || self.dice.below(3) == 0 {
            return piece.to_owned();
        }
        let all = lines(self.tone, "bridge");
        // The same for the whole draft, so that no bridge comes twice.
        let start = Dice::of(&[&self.details[0].text, &self.name]).below(all.len());
        let line = all[(start + at + self.attempt) % all.len()];
        let lead = line.replace("[piece]", "");
        let lead = self.spun(lead.trim_end());
        let piece = if lead.ends_with(['?', '.']) || piece.starts_with("I ") {
            piece.to_owned()
        } else {
            lowered(piece)
        };
        format!("{lead} {piece}")
    }

    /// A question about the post, or a good wish.
    fn closing(&mut self) -> String {
        if !self.chosen.asks() || self.dice.below(3) > 0 {
            return self.question();
        }
        self.line("closing")
    }

    /// For whom the comment speaks, and what that has to do with the post.
    fn tie(&mut self) -> String {
        let part = match self.tie {
            Tie::Own => "own",
            Tie::Blamed => "blamed",
            Tie::Fits if self.does.is_empty() => "plain",
            Tie::Fits => "fit",
            Tie::Quiet => "plain",
            Tie::Apart => "apart",
        };
        let said = self.tie_line(part);
        match self.link_line() {
            Some(line) => format!("{said} {line}"),
            None => said,
        }
    }

    fn tie_line(&mut self, part: &str) -> String {
        let said = self.drawn(lines(self.tone, part));
        let lead = self.line("lead");
        let names = if self.chosen.asks() {
            &NAMES_OF_QUESTION
        } else {
            &NAMES_OF_STORY
        };
        let name = names[self.dice.below(names.len())];
        format!("{lead} {}", self.spun_with(said, (name, false)))
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
        let line = self.drawn(lines(self.tone, part));
        self.spun(line)
    }

    /// One of the lines: another one with each attempt, until all of them were there.
    fn drawn(&mut self, all: &'static [&'static str]) -> &'static str {
        let at = self.steady.below(all.len()) + self.attempt;
        all[at % all.len()]
    }

    fn spun(&mut self, line: &str) -> String {
        self.spun_about(line, 0)
    }

    /// `[detail]` is the first detail, `[it]` the one at `at`.
    fn spun_about(&mut self, line: &str, at: usize) -> String {
        let it = self.details[at].clone();
        self.spun_with(line, (&it.text, it.is_plural))
    }

    fn spun_with(&mut self, line: &str, (it, is_plural): (&str, bool)) -> String {
        let nobody = (String::new(), String::new());
        let (a, b) = self.rivals.as_ref().unwrap_or(&nobody);
        let detail = &self.details[0];
        let mut places = Places::default();
        places.is_detail_plural = detail.is_plural;
        places.is_other_plural = is_plural;
        places.set("detail", &detail.text);
        places.set("it", it);
        places.set("a", a);
        places.set("b", b);
        places.set("name", &self.name);
        places.set("does", &self.does);
        places.set("link", LINK);
        capitalised(&spun(line, &places, &mut self.dice))
    }

    /// Two of the tones like lists, and not every time.
    fn lists(&self) -> bool {
        let likes = matches!(
            self.tone,
            Tone::HelpfulAndProfessional | Tone::ExpertAndAuthoritative
        );
        likes && self.chosen.asks() && self.dice.clone().below(2) == 0
    }
}

/// How the line that says for whom it speaks calls what the post is about. Not by one of its details:
/// nobody says that a company has no stake in the turbans.
const NAMES_OF_QUESTION: [&str; 5] = ["this", "your question", "the question", "that", "this one"];
const NAMES_OF_STORY: [&str; 5] = ["this", "your post", "the story", "that", "what you wrote"];

/// More details would read like a list of them.
const MOST_DETAILS: usize = 3;

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
