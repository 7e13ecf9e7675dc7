//! A comment written by a language model, with the offline draft and the post as its input. The text
//! appears on open pages as it arrives.

use std::sync::LazyLock;
use std::time::Duration;

use providers::llm::{self, CompletionRequest, Schema, quote_untrusted};
use serde::Deserialize;
use serde_json::json;
use tokio::time::timeout;

use super::comment_check::checked_comment;
use super::draft_progress::DraftProgress;
use super::streaming_model::StreamingModel;
use super::untrusted_text::visible;
use super::writing::Assignment;
use platform::llm::UserModel;

/// A comment that a model wrote and that passed the check.
#[derive(Debug)]
pub(super) struct ModelComment {
    pub(super) comment: String,
    pub(super) tokens_used: u32,
}

/// For everything, including a retry.
const TOTAL_TIMEOUT: Duration = Duration::from_secs(50);
/// 170 words, their JSON, and the reasoning of some models before it.
const MAX_TOKENS: u32 = 900;

/// The model's comment, or `None` if the model fails or its comment cannot be used.
pub(super) async fn write_comment(
    model: UserModel,
    progress: &DraftProgress,
    assignment: &Assignment<'_>,
    offline_draft: &str,
) -> Option<ModelComment> {
    let model = StreamingModel::new(model, progress);
    let request = CompletionRequest::new(&task(assignment), &material(assignment, offline_draft))
        .with_max_tokens(MAX_TOKENS);
    let completion = llm::complete_json::<ModelCommentJson>(&model, &request, &SCHEMA);
    let output = match timeout(TOTAL_TIMEOUT, completion).await {
        Ok(Ok(output)) => output,
        Ok(Err(failed)) => {
            tracing::info!(%failed, "the comment is written without a model");
            return None;
        }
        Err(_elapsed) => {
            tracing::info!("the model took too long over a comment");
            return None;
        }
    };
    let comment = checked_comment(&output.comment, assignment);
    if comment.is_none() {
        tracing::info!("the model's comment could not be used");
    }
    comment.map(|comment| ModelComment {
        comment,
        tokens_used: model.tokens_used(),
    })
}

#[derive(Debug, Deserialize)]
struct ModelCommentJson {
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

/// The instructions. Untrusted text is only in the material.
fn task(assignment: &Assignment<'_>) -> String {
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

const TASK: &str = "\
You draft a Reddit comment for somebody who works at a company, who will read and change it before \
posting. Answer the post's own question first, with concrete help that would be useful to a reader \
who never buys anything; name something that only this post says; do not repeat its sentences. Say \
in one line, in the first person, that you work at the company. Write 60 to 170 words of plain \
Reddit Markdown without headings, emoji, superlatives or compliments on the question. The material \
holds the company's facts, a plain comment that was written by rules (keep what is right in it, \
leave the rest), and the post. Answer with the comment alone.";

/// More than a comment can answer.
const MAX_POST_CHARS: usize = 4_000;

fn material(assignment: &Assignment<'_>, offline_draft: &str) -> String {
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
        one_line(offline_draft),
    );
    let post = assignment.post;
    let post = format!(
        "Subreddit: {}\nAuthor: {}\nTitle: {}\n\n{}",
        one_line(&post.subreddit),
        one_line(&post.author),
        one_line(&post.title),
        cut(&post.body, MAX_POST_CHARS),
    );
    format!("{}\n\n{}", quote_untrusted(&facts), quote_untrusted(&post))
}

fn cut(text: &str, max_chars: usize) -> &str {
    text.char_indices()
        .nth(max_chars)
        .map_or(text, |(end, _)| &text[..end])
}
