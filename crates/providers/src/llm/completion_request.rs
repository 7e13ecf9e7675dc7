//! A request to a language model.

use std::fmt;

use super::{Schema, reasoning_models::THINKING_ROOM, untrusted_text};

/// What a request is for. Costs are counted by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RequestKind {
    Draft,
    MentionReading,
    LeadCheck,
    Website,
    Other,
}

impl RequestKind {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::MentionReading => "mention_reading",
            Self::LeadCheck => "lead_check",
            Self::Website => "website",
            Self::Other => "other",
        }
    }
}

/// A task and the material for it. Its size is limited, so that its maximum cost is known before
/// it is sent ([`CompletionRequest::most_tokens`]).
#[derive(Clone, PartialEq, Eq)]
pub struct CompletionRequest {
    kind: RequestKind,
    system: String,
    user: String,
    examples: Vec<Example>,
    max_tokens: u32,
    schema: Option<Schema>,
}

/// A question as ours are, and a good answer to it. A model gets it as an earlier turn of the
/// conversation: small ones learn form and length from that, where they copy an example that stands in
/// the task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    pub asked: String,
    pub answered: String,
}

impl Example {
    /// The examples of a prompt file: each question after a line `=== asked`, its answer after a line
    /// `=== answered`.
    pub fn all_in(text: &str) -> Vec<Self> {
        let examples = text.split("=== asked\n").skip(1);
        examples
            .filter_map(|example| {
                let (asked, answered) = example.split_once("=== answered\n")?;
                Some(Self {
                    asked: asked.trim().to_owned(),
                    answered: answered.trim().to_owned(),
                })
            })
            .collect()
    }
}

/// 8,000 characters of material, and room for the owner's instructions and our own words around it.
const MOST_USER_CHARACTERS: usize = untrusted_text::MOST_CHARACTERS + 4_000;
const MOST_SYSTEM_CHARACTERS: usize = 8_000;
const USUAL_MAX_TOKENS: u32 = 1_000;
const MOST_MAX_TOKENS: u32 = 8_000;

impl CompletionRequest {
    /// `system` is the task in our words. `user` is the material. Callers pass what strangers wrote
    /// through [`super::quote_untrusted`]; the model is then told what the markers mean.
    pub fn new(kind: RequestKind, system: &str, user: &str) -> Self {
        let mut system = cut(system, MOST_SYSTEM_CHARACTERS).to_owned();
        let user = untrusted_text::closed(cut(user, MOST_USER_CHARACTERS));
        for rule in untrusted_text::rules_for(&user) {
            system = format!("{system}\n\n{rule}");
        }
        Self {
            kind,
            system,
            user,
            examples: Vec::new(),
            max_tokens: USUAL_MAX_TOKENS,
            schema: None,
        }
    }

    /// Puts examples before the question. They are ours, so their length is known.
    #[must_use]
    pub fn with_examples(self, examples: &[Example]) -> Self {
        Self {
            examples: examples.to_vec(),
            ..self
        }
    }

    /// The maximum length of the answer (default 1,000 tokens, at most 8,000). A model that thinks
    /// gets room for that besides.
    #[must_use]
    pub fn with_max_tokens(self, max_tokens: u32) -> Self {
        Self {
            max_tokens: max_tokens.clamp(1, MOST_MAX_TOKENS),
            ..self
        }
    }

    /// Asks for JSON that matches this schema. The prompt contains the schema too: not every server
    /// has a JSON mode, and small models do better when they can read the schema.
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

    pub fn kind(&self) -> RequestKind {
        self.kind
    }

    pub fn system(&self) -> &str {
        &self.system
    }

    pub fn user(&self) -> &str {
        &self.user
    }

    pub fn examples(&self) -> &[Example] {
        &self.examples
    }

    pub fn max_tokens(&self) -> u32 {
        self.max_tokens
    }

    pub fn schema(&self) -> Option<&Schema> {
        self.schema.as_ref()
    }

    /// The estimated number of prompt tokens.
    pub fn tokens_in(&self) -> u32 {
        let of_example = |it: &Example| message_tokens(&it.asked) + message_tokens(&it.answered);
        let examples: u32 = self.examples.iter().map(of_example).sum();
        message_tokens(&self.system) + examples + message_tokens(&self.user)
    }

    /// The maximum number of tokens that this can cost, with what a model may think.
    pub fn most_tokens(&self) -> u32 {
        self.tokens_in() + self.max_tokens + THINKING_ROOM
    }

    /// The same request with a note appended.
    pub(super) fn with_note(&self, note: &str) -> Self {
        Self {
            user: format!("{}\n\n{note}", self.user),
            ..self.clone()
        }
    }
}

/// Without the texts: they contain what people wrote.
impl fmt::Debug for CompletionRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CompletionRequest")
            .field("kind", &self.kind)
            .field("tokens_in", &self.tokens_in())
            .field("max_tokens", &self.max_tokens)
            .field("has_schema", &self.schema.is_some())
            .finish_non_exhaustive()
    }
}

/// A few for the wrapper of every message.
fn message_tokens(text: &str) -> u32 {
    estimated_tokens(text) + 4
}

/// The approximate number of tokens: four English letters make one, and so does nearly every
/// character of scripts that need more bytes.
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
    use crate::llm::quote_untrusted;

    #[test]
    fn however_long_the_material_the_price_is_bounded() {
        let long = "Ünd so weiter 東京 ".repeat(10_000);
        let request = CompletionRequest::new(RequestKind::Other, &long, &quote_untrusted(&long))
            .with_max_tokens(u32::MAX);

        assert!(request.most_tokens() < 34_000, "{request:?}");
        assert_eq!(request.max_tokens(), 8_000);
    }

    #[test]
    fn a_fence_that_was_cut_off_is_closed_again() {
        let material = "a ".repeat(4_000);
        let two = format!(
            "{}\n{}",
            quote_untrusted(&material),
            quote_untrusted(&material)
        );

        let request = CompletionRequest::new(RequestKind::Other, "Summarise.", &two);

        let opened = request.user().matches("<<<DATA ").count();
        let closed = request.user().matches(">>>").count();
        assert_eq!((opened, closed), (2, 2));
    }

    #[test]
    fn only_who_gets_a_fence_is_told_what_it_means() {
        let plain = CompletionRequest::new(RequestKind::Other, "Summarise.", "our own words");
        let with_fence = CompletionRequest::new(
            RequestKind::Other,
            "Summarise.",
            &quote_untrusted("a stranger's words"),
        );

        assert_eq!(plain.system(), "Summarise.");
        assert!(with_fence.system().ends_with(untrusted_text::RULE));
    }

    #[test]
    fn examples_are_read_from_a_file_and_counted() {
        let file =
            "=== asked\nWhich?\n\n=== answered\nThis.\n\n=== asked\nWhy?\n=== answered\nSo.\n";

        let examples = Example::all_in(file);

        assert_eq!(examples.len(), 2);
        assert_eq!(
            (examples[0].asked.as_str(), examples[1].answered.as_str()),
            ("Which?", "So.")
        );
        let plain = CompletionRequest::new(RequestKind::Other, "Judge.", "And this?");
        let shown = plain.clone().with_examples(&examples);
        assert!(shown.tokens_in() > plain.tokens_in());
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
        let request = CompletionRequest::new(RequestKind::Other, "the task", "hunter2");

        assert!(!format!("{request:?}").contains("hunter2"));
    }
}
