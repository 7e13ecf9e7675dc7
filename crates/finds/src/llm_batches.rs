//! Questions to a language model about many posts or comments, a few in a call. These are strangers'
//! words: they are fenced, and whatever the model says is checked before it is used.

use std::collections::HashMap;

use providers::llm::{Request, Schema, fenced};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::WrittenText;
use listening::Filters;
use onboarding::Company;
use platform::llm::UserModel;

/// What a model is asked about each item of a batch.
#[derive(Debug)]
pub struct BatchTask {
    instructions: &'static str,
    item: &'static str,
    list: &'static str,
    max_tokens: u32,
    max_content_bytes: usize,
    schema: Schema,
}

const ITEMS_PER_CALL: usize = 5;

impl BatchTask {
    /// The answer is `list`, in which each entry has the number of an `item` ("post") and the
    /// `properties`, a JSON schema each.
    pub fn new(
        instructions: &'static str,
        (item, list): (&'static str, &'static str),
        properties: Map<String, Value>,
        (max_tokens, max_content_bytes): (u32, usize),
    ) -> Self {
        let mut properties = properties;
        let number = json!({ "type": "integer", "minimum": 1, "maximum": ITEMS_PER_CALL });
        properties.insert(item.to_owned(), number);
        let required: Vec<&String> = properties.keys().collect();
        let entry = json!({
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        });
        let schema = json!({
            "type": "object",
            "properties": {
                list: { "type": "array", "items": entry, "minItems": 1, "maxItems": ITEMS_PER_CALL },
            },
            "required": [list],
            "additionalProperties": false,
        });
        let schema = Schema::new(list, schema).expect("the schema uses only supported keywords");
        Self {
            instructions,
            item,
            list,
            max_tokens,
            max_content_bytes,
            schema,
        }
    }

    /// Asks about the items and hands each the model's answer. Where the model does not answer, or
    /// answers nonsense, the rest stays as it is.
    pub async fn ask<T, A: DeserializeOwned>(
        &self,
        (model, company, filters): (&UserModel, Option<&Company>, &Filters),
        items: &mut [&mut T],
        text: impl Fn(&T) -> WrittenText<'_>,
        mut apply: impl FnMut(&mut T, A),
    ) {
        for batch in items.chunks_mut(ITEMS_PER_CALL) {
            let texts: Vec<WrittenText> = batch.iter().map(|item| text(item)).collect();
            let material = self.material(company, filters, &texts);
            let request = Request::new(self.instructions, &material);
            let request = request.with_max_tokens(self.max_tokens);
            let answered = model.complete_json::<Map<String, Value>>(&request, &self.schema);
            let mut answers = match answered.await {
                Ok(answer) => self.by_number(answer),
                Err(failed) => {
                    tracing::info!(%failed, "the search goes on without the language model");
                    break;
                }
            };
            for (at, item) in batch.iter_mut().enumerate() {
                let answer = answers.remove(&(at + 1));
                if let Some(Ok(answer)) = answer.map(serde_json::from_value) {
                    apply(item, answer);
                }
            }
        }
    }

    fn material(
        &self,
        company: Option<&Company>,
        filters: &Filters,
        texts: &[WrittenText<'_>],
    ) -> String {
        let name = company.map_or("", |company| &company.company_name);
        let about = company.and_then(|company| company.description.as_deref());
        let instructions = filters.instructions.as_deref().unwrap_or("none");
        let mut material = format!(
            "Company: {name}\nWhat it does: {}\nThe owner's instructions: {instructions}\n",
            about.unwrap_or("unknown"),
        );
        for (at, text) in texts.iter().enumerate() {
            let content = text.content.unwrap_or_default();
            let content = &content[..content.floor_char_boundary(self.max_content_bytes)];
            let (item, number) = (capitalized(self.item), at + 1);
            let (subreddit, title) = (text.subreddit, text.title);
            let item = format!("\n{item} {number} in r/{subreddit}: {title}\n{content}\n");
            material.push_str(&item);
        }
        fenced(&material)
    }

    fn by_number(&self, mut answer: Map<String, Value>) -> HashMap<usize, Value> {
        let Some(Value::Array(entries)) = answer.remove(self.list) else {
            return HashMap::new();
        };
        let number = |entry: &Value| usize::try_from(entry[self.item].as_u64()?).ok();
        let numbered = entries.into_iter().filter_map(|entry| {
            let number = number(&entry)?;
            Some((number, entry))
        });
        numbered.collect()
    }
}

fn capitalized(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}

/// A line of the model that can be shown to people: without links and control characters.
pub fn showable_line(line: &str) -> Option<&str> {
    let line = line.trim();
    let is_plain =
        !line.contains("://") && !line.contains("www.") && !line.chars().any(char::is_control);
    (is_plain && !line.is_empty()).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_with_a_link_is_not_shown() {
        assert_eq!(showable_line("See https://evil.example"), None);
        assert_eq!(showable_line(" Likes it. "), Some("Likes it."));
    }
}
