//! What a model is asked.

use std::fmt;

use super::{Schema, fence};

/// A task and the material for it. Bounded: whatever the caller puts in, a request has a price
/// that can be told beforehand ([`Request::most_tokens`]).
#[derive(Clone, PartialEq, Eq)]
pub struct Request {
    system: String,
    user: String,
    max_tokens: u32,
    schema: Option<Schema>,
}

/// 8,000 characters of material, and room for the task's own words around it.
const MOST_USER_CHARACTERS: usize = fence::MOST_CHARACTERS + 2_000;
const MOST_SYSTEM_CHARACTERS: usize = 8_000;
const USUAL_MAX_TOKENS: u32 = 1_000;
const MOST_MAX_TOKENS: u32 = 8_000;

impl Request {
    /// `system` is the task in our words. `user` is the material; whatever a stranger wrote in it
    /// is [`super::fenced`], and then the model is told what a fence means.
    pub fn new(system: &str, user: &str) -> Self {
        let mut system = cut(system, MOST_SYSTEM_CHARACTERS).to_owned();
        let user = fence::closed(cut(user, MOST_USER_CHARACTERS));
        if fence::is_in(&user) {
            system = format!("{system}\n\n{}", fence::RULE);
        }
        Self {
            system,
            user,
            max_tokens: USUAL_MAX_TOKENS,
            schema: None,
        }
    }

    /// How long the answer may be (1,000 tokens, at most 8,000).
    #[must_use]
    pub fn with_max_tokens(self, max_tokens: u32) -> Self {
        Self {
            max_tokens: max_tokens.clamp(1, MOST_MAX_TOKENS),
            ..self
        }
    }

    /// The answer is JSON of this shape. The model is told in words too: not every server has a
    /// mode for it, and small models do better when they can read the shape.
    #[must_use]
    pub fn with_schema(self, schema: Schema) -> Self {
        let system = format!(
            "{}\n\nAnswer with one JSON object of this JSON Schema and with nothing else:\n{}",
            self.system,
            schema.json()
        );
        Self {
            system,
            schema: Some(schema),
            ..self
        }
    }

    pub fn system(&self) -> &str {
        &self.system
    }

    pub fn user(&self) -> &str {
        &self.user
    }

    pub fn max_tokens(&self) -> u32 {
        self.max_tokens
    }

    pub fn schema(&self) -> Option<&Schema> {
        self.schema.as_ref()
    }

    /// What is sent, in tokens, by length.
    pub fn tokens_in(&self) -> u32 {
        // A few for the frame that every message has.
        estimated_tokens(&self.system) + estimated_tokens(&self.user) + 8
    }

    /// The most that this can cost.
    pub fn most_tokens(&self) -> u32 {
        self.tokens_in() + self.max_tokens
    }

    /// The same request with a note of ours at its end.
    pub(super) fn with_note(&self, note: &str) -> Self {
        Self {
            user: format!("{}\n\n{note}", self.user),
            ..self.clone()
        }
    }
}

/// Without the texts: they hold what people wrote.
impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request")
            .field("tokens_in", &self.tokens_in())
            .field("max_tokens", &self.max_tokens)
            .field("has_schema", &self.schema.is_some())
            .finish_non_exhaustive()
    }
}

/// How many tokens a text has, roughly: four letters of English make one, and so does nearly
/// every character of scripts that need more bytes.
pub fn estimated_tokens(text: &str) -> u32 {
    let wide = text.chars().filter(|c| c.len_utf8() > 2).count();
    let narrow = text.chars().count() - wide;
    u32::try_from(narrow.div_ceil(4) + wide).unwrap_or(u32::MAX / 4)
}

fn cut(text: &str, most: usize) -> &str {
    match text.char_indices().nth(most) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llm::fenced;

    #[test]
    fn however_long_the_material_the_price_is_bounded() {
        let long = "Ünd so weiter 東京 ".repeat(10_000);
        let request = Request::new(&long, &fenced(&long)).with_max_tokens(u32::MAX);

        assert!(request.most_tokens() < 30_000, "{request:?}");
        assert_eq!(request.max_tokens(), 8_000);
    }

    #[test]
    fn a_fence_that_was_cut_off_is_closed_again() {
        let material = "a ".repeat(4_000);
        let two = format!("{}\n{}", fenced(&material), fenced(&material));

        let request = Request::new("Summarise.", &two);

        let opened = request.user().matches("<<<DATA ").count();
        let closed = request.user().matches(">>>").count();
        assert_eq!((opened, closed), (2, 2));
    }

    #[test]
    fn only_who_gets_a_fence_is_told_what_it_means() {
        let plain = Request::new("Summarise.", "our own words");
        let with_fence = Request::new("Summarise.", &fenced("a stranger's words"));

        assert_eq!(plain.system(), "Summarise.");
        assert!(with_fence.system().ends_with(fence::RULE));
    }

    #[test]
    fn tokens_are_told_by_length() {
        assert_eq!(estimated_tokens(""), 0);
        assert_eq!(estimated_tokens("four"), 1);
        assert_eq!(estimated_tokens("fours"), 2);
        assert_eq!(estimated_tokens("東京"), 2);
    }

    #[test]
    fn nothing_of_the_texts_is_printed() {
        let request = Request::new("the task", "hunter2");

        assert!(!format!("{request:?}").contains("hunter2"));
    }
}
