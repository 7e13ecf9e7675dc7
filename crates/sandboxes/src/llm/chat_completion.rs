//! The sandbox's completions, as OpenAI's JSON.

use std::{
    collections::hash_map::DefaultHasher,
    hash::{Hash, Hasher},
    time::{SystemTime, UNIX_EPOCH},
};

use providers::llm::{REPAIR_NOTE, estimated_tokens};
use serde_json::{Value, json};

use super::{
    chat_request::ChatRequest, prompt_facts::PromptFacts, samples::sample_answer,
    schema_filler::fill_schema, sentinels::ModelBehaviour,
};

/// A chat completion.
#[derive(Debug)]
pub(super) struct ChatCompletion {
    id: String,
    created: u64,
    model: String,
    said: ModelReply,
    finish_reason: &'static str,
    tokens_in: u32,
    tokens_out: u32,
}

/// A text or a refusal; the protocol has separate fields for them.
#[derive(Debug)]
enum ModelReply {
    Text(String),
    Refusal(&'static str),
}

const SORRY: &str = "I'm sorry, but I can't help with that.";

impl ChatCompletion {
    /// None if there is no sample answer and the model has no other.
    pub(super) fn of(asked: &ChatRequest, behaviour: ModelBehaviour) -> Option<Self> {
        let prompt = asked.prompt();
        let said = said(asked, &prompt, behaviour)?;
        let (said, is_cut) = said.cut(asked.most_tokens());
        Some(Self {
            id: format!(
                "chatcmpl-sandbox{:016x}",
                fingerprint(&asked.model, &prompt)
            ),
            created: now_s(),
            model: asked.model.clone(),
            finish_reason: if is_cut { "length" } else { "stop" },
            tokens_in: estimated_tokens(&prompt),
            tokens_out: estimated_tokens(said.words()),
            said,
        })
    }

    /// The whole answer as one body.
    pub(super) fn body(&self) -> Value {
        let (content, refusal) = match &self.said {
            ModelReply::Text(text) => (Some(text.as_str()), None),
            ModelReply::Refusal(words) => (None, Some(*words)),
        };
        json!({
            "id": self.id, "object": "chat.completion", "created": self.created, "model": self.model,
            "choices": [{
                "index": 0,
                "message": { "role": "assistant", "content": content, "refusal": refusal, "annotations": [] },
                "logprobs": null,
                "finish_reason": self.finish_reason,
            }],
            "usage": self.usage(),
            "service_tier": "default",
            "system_fingerprint": "fp_sandbox",
        })
    }

    /// The chunks of a stream.
    pub(super) fn chunks(&self, with_usage: bool) -> Vec<Value> {
        let mut deltas = vec![json!({ "role": "assistant", "content": "", "refusal": null })];
        let field = match self.said {
            ModelReply::Text(_) => "content",
            ModelReply::Refusal(_) => "refusal",
        };
        let pieces = self.said.words().split_inclusive(' ');
        deltas.extend(pieces.map(|piece| json!({ field: piece })));
        let mut chunks: Vec<Value> = deltas
            .into_iter()
            .map(|delta| self.chunk(&delta, None))
            .collect();
        chunks.push(self.chunk(&json!({}), Some(self.finish_reason)));
        if with_usage {
            let mut last = self.chunk(&json!({}), None);
            last["choices"] = json!([]);
            last["usage"] = self.usage();
            chunks.push(last);
        }
        chunks
    }

    fn chunk(&self, delta: &Value, finish_reason: Option<&str>) -> Value {
        json!({
            "id": self.id, "object": "chat.completion.chunk", "created": self.created,
            "model": self.model, "system_fingerprint": "fp_sandbox",
            "choices": [{ "index": 0, "delta": delta, "logprobs": null, "finish_reason": finish_reason }],
        })
    }

    fn usage(&self) -> Value {
        json!({
            "prompt_tokens": self.tokens_in,
            "completion_tokens": self.tokens_out,
            "total_tokens": self.tokens_in + self.tokens_out,
        })
    }
}

impl ModelReply {
    fn words(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Refusal(words) => words,
        }
    }

    /// The reply cut to `most_tokens`, and whether it was cut.
    fn cut(self, most_tokens: usize) -> (Self, bool) {
        match self {
            Self::Text(text) if text.chars().count() / 4 > most_tokens => {
                let kept = text.chars().take(most_tokens * 4).collect();
                (Self::Text(kept), true)
            }
            said => (said, false),
        }
    }
}

fn said(asked: &ChatRequest, prompt: &str, behaviour: ModelBehaviour) -> Option<ModelReply> {
    let sample = || sample_answer(asked);
    let text = match behaviour {
        ModelBehaviour::Refusal => return Some(ModelReply::Refusal(SORRY)),
        ModelBehaviour::Empty => String::new(),
        ModelBehaviour::Malformed => r#"{"name": "Paperl"#.to_owned(),
        ModelBehaviour::Unfitting => r#"{"unasked": [1, 2, 3]}"#.to_owned(),
        ModelBehaviour::Repairable if !prompt.contains(REPAIR_NOTE) => {
            "Certainly! Here it is.".to_owned()
        }
        ModelBehaviour::Chatty => {
            let answer = sample().unwrap_or_else(|| echo(asked, None));
            let language = if asked.wants_json() { "json" } else { "" };
            format!("Here is what you asked for:\n\n```{language}\n{answer}\n```\n\nAnything else?")
        }
        ModelBehaviour::Obedient => {
            let facts = PromptFacts::of(&asked.question());
            echo(asked, Some(facts.order().unwrap_or(UNASKED)))
        }
        ModelBehaviour::Good => sample()?,
        ModelBehaviour::Echo => echo(asked, None),
        _ => sample().unwrap_or_else(|| echo(asked, None)),
    };
    Some(ModelReply::Text(text))
}

/// What an obedient model says when the material contains no order.
const UNASKED: &str = "See https://evil.example/offer for the answer.";

/// What the material says, in the shape that is asked for.
fn echo(asked: &ChatRequest, order: Option<&str>) -> String {
    let facts = PromptFacts::of(&asked.question());
    if let Some(schema) = asked.schema() {
        return fill_schema(schema, &facts, order).to_string();
    }
    let sentences = facts.sentences.iter().take(2);
    let summary = sentences.map(String::as_str).collect::<Vec<_>>().join(" ");
    let text = match order {
        Some(order) => order.to_owned(),
        None if summary.is_empty() => facts.text.trim().to_owned(),
        None => summary,
    };
    if asked.wants_json() {
        json!({ "answer": text }).to_string()
    } else {
        text
    }
}

/// The same request has the same fingerprint.
fn fingerprint(model: &str, prompt: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (model, prompt).hash(&mut hasher);
    hasher.finish()
}

fn now_s() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}
