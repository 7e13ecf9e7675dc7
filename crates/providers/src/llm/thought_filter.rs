//! Removes what a model thinks aloud: some servers send it in the text, between tags.

/// The tags, opening and closing.
const TAGS: [(&str, &str); 2] = [("<think>", "</think>"), ("<thinking>", "</thinking>")];

/// A text that arrives in pieces, without the thoughts in it.
#[derive(Debug, Default)]
pub(super) struct ThoughtFilter {
    pending: String,
    /// The tag that ends the thought, while there is one.
    closing: Option<&'static str>,
    has_thought: bool,
    has_spoken: bool,
}

impl ThoughtFilter {
    /// What can be shown of the text so far and was not returned before. The beginning of what may
    /// become a tag is kept back.
    pub(super) fn push(&mut self, piece: &str) -> String {
        self.pending.push_str(piece);
        let mut visible = String::new();
        loop {
            if let Some(closing) = self.closing {
                let Some(end) = self.pending.find(closing) else {
                    let kept = self.pending.len() - tag_begun(&self.pending, &[closing]);
                    self.pending.drain(..kept);
                    break;
                };
                self.pending.drain(..end + closing.len());
                self.closing = None;
            } else if let Some((start, opening, closing)) = first_opening(&self.pending) {
                visible.push_str(&self.pending[..start]);
                self.pending.drain(..start + opening.len());
                self.closing = Some(closing);
                self.has_thought = true;
            } else {
                let openings = TAGS.map(|(opening, _)| opening);
                let end = self.pending.len() - tag_begun(&self.pending, &openings);
                visible.extend(self.pending.drain(..end));
                break;
            }
        }
        self.spoken(visible)
    }

    /// What was kept back.
    pub(super) fn finish(&mut self) -> String {
        let rest = std::mem::take(&mut self.pending);
        if self.closing.is_some() {
            return String::new();
        }
        self.spoken(rest)
    }

    pub(super) fn has_thought(&self) -> bool {
        self.has_thought
    }

    /// After a thought comes an empty line, which is not part of the answer.
    fn spoken(&mut self, visible: String) -> String {
        let visible = if self.has_thought && !self.has_spoken {
            visible.trim_start().to_owned()
        } else {
            visible
        };
        self.has_spoken |= !visible.is_empty();
        visible
    }
}

/// A whole text without the thoughts in it, and whether there were any. Where the opening tag is
/// part of the prompt, the text has only the closing one.
pub(super) fn without_thoughts(text: &str) -> (String, bool) {
    let mut filter = ThoughtFilter::default();
    let mut visible = filter.push(text);
    visible.push_str(&filter.finish());
    let closings = TAGS.iter().filter_map(|(_, closing)| {
        let start = visible.rfind(closing)?;
        Some(start + closing.len())
    });
    match closings.max() {
        Some(end) => (visible[end..].trim_start().to_owned(), true),
        None => (visible, filter.has_thought()),
    }
}

fn first_opening(text: &str) -> Option<(usize, &'static str, &'static str)> {
    TAGS.into_iter()
        .filter_map(|(opening, closing)| Some((text.find(opening)?, opening, closing)))
        .min_by_key(|(start, ..)| *start)
}

/// How many bytes at the end of the text may be the beginning of one of these tags.
fn tag_begun(text: &str, tags: &[&str]) -> usize {
    let begun = |tag: &str| {
        (1..tag.len())
            .rev()
            .find(|len| text.ends_with(&tag[..*len]))
    };
    let longest = tags.iter().filter_map(|tag| begun(tag)).max();
    longest.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thoughts_are_removed_however_the_text_is_cut_into_pieces() {
        for (text, expected) in [
            ("Send it.", "Send it."),
            ("<think>They ask\nfor help.</think>\n\nSend it.", "Send it."),
            ("<thinking>Hm.</thinking>Send it.", "Send it."),
            ("Send <think>or not</think>it.", "Send it."),
            ("a < b and b <thin air", "a < b and b <thin air"),
            ("<think>never ends", ""),
            ("They ask for help.</think>\n\nSend it.", "Send it."),
        ] {
            assert_eq!(without_thoughts(text).0, expected, "{text}");
        }
    }

    #[test]
    fn pieces_and_whole_agree() {
        let text = "<think>Café? < no >\n</think>\n\nSend <b>it</b>, <think>x</think>please <";
        let (whole, _) = without_thoughts(text);
        for size in 1..text.chars().count() {
            let mut filter = ThoughtFilter::default();
            let letters: Vec<char> = text.chars().collect();
            let pieces = letters.chunks(size).map(|piece| piece.iter().collect());
            let mut visible: String = pieces.map(|piece: String| filter.push(&piece)).collect();
            visible.push_str(&filter.finish());
            assert_eq!(visible, whole, "pieces of {size}");
        }
        assert_eq!(whole, "Send <b>it</b>, please <");
    }
}
