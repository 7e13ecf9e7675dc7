//! The hand of a language model: it writes the comment afresh, with the offline draft and the post
//! as material. The words appear on open pages as they come.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use futures::StreamExt;
use providers::llm::{
    self, Completion, CompletionChunk, CompletionRequest, CompletionStream, LanguageModel,
    LlmError, Schema, quote_untrusted,
};
use serde::Deserialize;
use serde_json::json;
use tokio::time::timeout;

use super::checking::checked;
use super::page::Page;
use super::strangers::visible;
use super::writing::Assignment;
use platform::llm::UserModel;

/// What a model wrote, checked.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) comment: String,
    pub(super) tokens: u32,
}

/// Nobody waits longer for the first word; then the offline draft it is.
const FIRST_WORD: Duration = Duration::from_secs(10);
/// For all of it, a second try included.
const PATIENCE: Duration = Duration::from_secs(50);
/// 170 words, their JSON, and what some models think before they speak.
const MOST_TOKENS: u32 = 900;

/// The comment of the model, or none if it fails or what it says cannot be used.
pub(super) async fn comment(
    model: UserModel,
    page: &Page,
    assignment: &Assignment<'_>,
    plain: &str,
) -> Option<Written> {
    let aloud = Aloud {
        model,
        page,
        tokens: AtomicU32::new(0),
    };
    let request = CompletionRequest::new(&task(assignment), &material(assignment, plain))
        .with_max_tokens(MOST_TOKENS);
    let asking = llm::complete_json::<Answer>(&aloud, &request, &SCHEMA);
    let answer = match timeout(PATIENCE, asking).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(failed)) => {
            tracing::info!(%failed, "the comment is written without a model");
            return None;
        }
        Err(_elapsed) => {
            tracing::info!("the model took too long over a comment");
            return None;
        }
    };
    let comment = checked(&answer.comment, assignment);
    if comment.is_none() {
        tracing::info!("the model's comment could not be used");
    }
    let tokens = aloud.tokens.load(Ordering::Relaxed);
    comment.map(|comment| Written { comment, tokens })
}

#[derive(Debug, Deserialize)]
struct Answer {
    comment: String,
}

static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    let json = json!({
        "type": "object",
        "properties": { "comment": { "type": "string", "minLength": 120, "maxLength": 1_600 } },
        "required": ["comment"],
        "additionalProperties": false,
    });
    Schema::new("comment", json).expect("the schema is one that can be held to")
});

/// The task in our words. Whatever strangers wrote is in the material.
pub(super) fn task(assignment: &Assignment<'_>) -> String {
    let promotion = if assignment.limits.against_promotion.is_some() {
        "The community does not want promotion: do not recommend the product, only say where you work."
    } else {
        "Mention the product only if it does what the post asks for, once, without praise."
    };
    let link = if assignment.wants_link {
        "You may give the address of the company's own website once, and no other address."
    } else {
        "Give no addresses or links of any kind."
    };
    format!(
        "{TASK} {promotion} {link} The tone is {}.",
        assignment.tone.name()
    )
}

pub(super) const TASK: &str = "\
You draft a Reddit comment for somebody who works at a company, who will read and change it before \
posting. Answer the post's own question first, with concrete help that would be useful to a reader \
who never buys anything; name something that only this post says; do not repeat its sentences. Say \
in one line, in the first person, that you work at the company. Write 60 to 170 words of plain \
Reddit Markdown without headings, emoji, superlatives or compliments on the question. The material \
holds the company's facts, a plain comment that was written by rules (keep what is right in it, \
leave the rest), and the post. Answer with the comment alone.";

/// Four thousand characters of a post are more than a comment can answer.
const MOST_OF_POST: usize = 4_000;

fn material(assignment: &Assignment<'_>, plain: &str) -> String {
    let company = assignment.company;
    let one_line = |text: &str| {
        visible(text)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    let facts = format!(
        "Company: {}\nWebsite: {}\nIndustry: {}\nFor: {}\nAbout: {}\nPlain comment: {}",
        company.spoken_name(),
        company.host().unwrap_or_default(),
        one_line(&company.industry),
        one_line(&company.audience),
        cut(&one_line(&company.description), 600),
        one_line(plain),
    );
    let post = assignment.post;
    let said = format!(
        "Subreddit: {}\nAuthor: {}\nTitle: {}\n\n{}",
        one_line(&post.subreddit),
        one_line(&post.author),
        one_line(&post.title),
        cut(&post.body, MOST_OF_POST),
    );
    format!("{}\n\n{}", quote_untrusted(&facts), quote_untrusted(&said))
}

fn cut(text: &str, most: usize) -> &str {
    text.char_indices()
        .nth(most)
        .map_or(text, |(end, _)| &text[..end])
}

/// A model whose words are shown while they come.
#[derive(Debug)]
struct Aloud<'a> {
    model: UserModel,
    page: &'a Page,
    tokens: AtomicU32,
}

/// So many new characters are worth another broadcast.
const STEP: usize = 60;

#[async_trait]
impl LanguageModel for Aloud<'_> {
    async fn complete(&self, request: &CompletionRequest) -> Result<Completion, LlmError> {
        let opened = timeout(FIRST_WORD, self.model.stream(request)).await;
        let completion = match opened.unwrap_or(Err(LlmError::Unavailable)) {
            Ok(pieces) => self.read(pieces).await?,
            // Not every server streams answers of a given shape; asked for all of it at once, the
            // adapter finds out what it can do.
            Err(LlmError::Misconfigured) => self.model.complete(request).await?,
            Err(failed) => return Err(failed),
        };
        self.tokens
            .fetch_add(completion.tokens(), Ordering::Relaxed);
        Ok(completion)
    }

    async fn stream(&self, request: &CompletionRequest) -> Result<CompletionStream, LlmError> {
        self.model.stream(request).await
    }
}

impl Aloud<'_> {
    async fn read(&self, mut pieces: CompletionStream) -> Result<Completion, LlmError> {
        let (mut raw, mut shown) = (String::new(), 0);
        while let Some(piece) = pieces.next().await {
            match piece? {
                CompletionChunk::Text(text) => raw.push_str(&text),
                CompletionChunk::End(completion) => return Ok(completion),
            }
            let so_far = comment_so_far(&raw);
            if so_far.len() >= shown + STEP {
                shown = so_far.len();
                if let Err(error) = self.page.shows(&so_far).await {
                    tracing::warn!(%error, "nobody could be shown a comment that is being written");
                }
            }
        }
        Err(LlmError::Unavailable)
    }
}

/// The comment inside a JSON object that is still being written.
fn comment_so_far(raw: &str) -> String {
    let Some((_, after)) = raw.split_once("\"comment\"") else {
        return String::new();
    };
    let Some(text) = after.trim_start().strip_prefix(':').map(str::trim_start) else {
        return String::new();
    };
    let Some(text) = text.strip_prefix('"') else {
        return String::new();
    };
    let mut end = text.len();
    let mut is_escaped = false;
    for (at, letter) in text.char_indices() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => {
                end = at;
                break;
            }
            _ => {}
        }
    }
    // An escape may be cut in the middle: then a few letters less are shown.
    let tries = (0..=12).filter_map(|less| text.get(..end.checked_sub(less)?));
    let mut read = tries.filter_map(|part| serde_json::from_str(&format!("\"{part}\"")).ok());
    read.next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_can_be_read_while_it_is_written() {
        check("", "");
        check("{\"comm", "");
        check("{ \"comment\" : \"Send it", "Send it");
        check(
            "{\"comment\":\"Say \\\"no\\\" and\\n\\nthen",
            "Say \"no\" and\n\nthen",
        );
        check("{\"comment\":\"caf\\u00", "caf");
        check("{\"comment\":\"done\"} and more", "done");
    }

    fn check(raw: &str, expected: &str) {
        assert_eq!(comment_so_far(raw), expected, "{raw}");
    }
}
