//! What the sandbox answers, before it is put on the wire.

use std::{
    collections::hash_map::DefaultHasher,
    hash::{Hash, Hasher},
    time::{SystemTime, UNIX_EPOCH},
};

use providers::llm::{REPAIR, estimated_tokens};
use serde_json::{Value, json};

use super::{facts::Facts, fill::filled, sentinels::Behaviour, wire::Asked};

/// An answer on its way.
#[derive(Debug)]
pub(super) struct Written {
    id: String,
    created: u64,
    model: String,
    said: Said,
    finish_reason: &'static str,
    tokens_in: u32,
    tokens_out: u32,
}

/// Either of the two that the protocol keeps apart.
#[derive(Debug)]
enum Said {
    Text(String),
    Refusal(&'static str),
}

const SORRY: &str = "I'm sorry, but I can't help with that.";

impl Written {
    pub(super) fn of(asked: &Asked, behaviour: Behaviour) -> Self {
        let prompt = asked.prompt();
        let said = said(asked, &prompt, behaviour);
        let (said, is_cut) = said.cut(asked.most_tokens());
        Self {
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
        }
    }

    /// The whole answer as one body.
    pub(super) fn body(&self) -> Value {
        let (content, refusal) = match &self.said {
            Said::Text(text) => (Some(text.as_str()), None),
            Said::Refusal(words) => (None, Some(*words)),
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

    /// The answer in pieces, as the chunks of a stream.
    pub(super) fn chunks(&self, with_usage: bool) -> Vec<Value> {
        let mut deltas = vec![json!({ "role": "assistant", "content": "", "refusal": null })];
        let field = match self.said {
            Said::Text(_) => "content",
            Said::Refusal(_) => "refusal",
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

impl Said {
    fn words(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Refusal(words) => words,
        }
    }

    /// At most so many tokens of it, and whether anything was lost.
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

fn said(asked: &Asked, prompt: &str, behaviour: Behaviour) -> Said {
    let text = match behaviour {
        Behaviour::Refusal => return Said::Refusal(SORRY),
        Behaviour::Empty => String::new(),
        Behaviour::Malformed => r#"{"name": "Paperl"#.to_owned(),
        Behaviour::Unfitting => r#"{"unasked": [1, 2, 3]}"#.to_owned(),
        Behaviour::Repairable if !prompt.contains(REPAIR) => "Certainly! Here it is.".to_owned(),
        Behaviour::Chatty => format!(
            "Here is what you asked for:\n\n```json\n{}\n```\n\nAnything else?",
            good(asked, None)
        ),
        Behaviour::Obedient => {
            let facts = Facts::of(&asked.question());
            good(asked, Some(facts.order().unwrap_or(UNASKED)))
        }
        _ => good(asked, None),
    };
    Said::Text(text)
}

/// What an obedient model says when nobody tells it anything.
const UNASKED: &str = "See https://evil.example/offer for the answer.";

fn good(asked: &Asked, order: Option<&str>) -> String {
    let facts = Facts::of(&asked.question());
    if let Some(schema) = asked.schema() {
        return filled(schema, &facts, order).to_string();
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

/// The same question has the same number.
fn fingerprint(model: &str, prompt: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (model, prompt).hash(&mut hasher);
    hasher.finish()
}

fn now_s() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}
