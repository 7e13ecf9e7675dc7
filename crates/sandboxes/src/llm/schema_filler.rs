//! Fills a JSON schema with facts from the prompt.

use serde_json::{Map, Value};

use super::prompt_facts::PromptFacts;

/// An answer that matches the schema. With `order`, every free text is that order.
pub(super) fn fill_schema(schema: &Value, facts: &PromptFacts, order: Option<&str>) -> Value {
    SchemaFiller { facts, order }.value(schema, "", None)
}

struct SchemaFiller<'a> {
    facts: &'a PromptFacts,
    order: Option<&'a str>,
}

const USUAL_ENTRIES: usize = 8;
const DEEPEST: usize = 16;

impl SchemaFiller<'_> {
    /// `name` is the property's name, `place` the index of the list entry it is in.
    fn value(&self, schema: &Value, name: &str, place: Option<usize>) -> Value {
        match kind(schema) {
            "object" => self.object(schema, place),
            "array" => self.array(schema, name),
            "integer" => Value::from(self.number(schema, name, place)),
            "number" => Value::from(as_float(self.number(schema, name, place))),
            "boolean" => Value::Bool(self.facts.named(name) != Some("no")),
            "null" => Value::Null,
            _ if schema["enum"].is_array() => self.choice(schema, name, place),
            _ => Value::String(self.text(schema, name, place)),
        }
    }

    fn object(&self, schema: &Value, place: Option<usize>) -> Value {
        let properties = schema["properties"].as_object();
        let fill =
            |(name, property): (&String, &Value)| (name.clone(), self.value(property, name, place));
        Value::Object(
            properties
                .into_iter()
                .flatten()
                .map(fill)
                .collect::<Map<_, _>>(),
        )
    }

    fn array(&self, schema: &Value, name: &str) -> Value {
        let most = bound(schema, "maxItems").unwrap_or(USUAL_ENTRIES);
        let least = bound(schema, "minItems").unwrap_or(0);
        let count = self.facts.phrases.len().min(most).max(least);
        let entries = (0..count).map(|place| self.value(&schema["items"], name, Some(place)));
        Value::Array(entries.collect())
    }

    /// The first allowed value that occurs in the named fact, or anywhere in the material.
    fn choice(&self, schema: &Value, name: &str, place: Option<usize>) -> Value {
        let allowed = schema["enum"].as_array().map_or(&[][..], Vec::as_slice);
        let said_in = |text: &str| {
            let text = text.to_lowercase();
            let is_said = |word: &&Value| {
                word.as_str()
                    .is_some_and(|word| text.contains(&word.to_lowercase()))
            };
            allowed.iter().find(is_said)
        };
        let said = match place {
            Some(place) => allowed.get(place % allowed.len().max(1)),
            None => self
                .facts
                .named(name)
                .and_then(said_in)
                .or_else(|| said_in(&self.facts.text)),
        };
        said.or(allowed.first()).cloned().unwrap_or_default()
    }

    fn text(&self, schema: &Value, name: &str, place: Option<usize>) -> String {
        let own = match (self.order, place) {
            (Some(order), _) => Some(order.to_owned()),
            (None, Some(place)) => self.facts.phrases.get(place).cloned(),
            (None, None) => self.facts.named(name).map(str::to_owned),
        };
        let text = own.unwrap_or_else(|| self.prose(name));
        let most = bound(schema, "maxLength").unwrap_or(usize::MAX);
        text.chars().take(most).collect()
    }

    /// Two sentences for a text, a phrase for a name and for a quotation.
    fn prose(&self, name: &str) -> String {
        let wants_phrase = ["name", "title", "type", "industry", "category", "quote"]
            .iter()
            .any(|word| name.to_lowercase().contains(word));
        let sentences = self.facts.sentences.iter().take(2);
        let prose = sentences.map(String::as_str).collect::<Vec<_>>().join(" ");
        let phrase = self.facts.phrases.first();
        match phrase {
            Some(phrase) if wants_phrase || prose.is_empty() => phrase.clone(),
            _ => prose,
        }
    }

    /// A high number that decreases through a list, within the schema's bounds.
    fn number(&self, schema: &Value, name: &str, place: Option<usize>) -> i64 {
        let least = schema["minimum"].as_i64().unwrap_or(0);
        let most = schema["maximum"].as_i64().unwrap_or(100).max(least);
        let named = self.facts.named(name).and_then(|value| value.parse().ok());
        let place = i64::try_from(place.unwrap_or(0).min(DEEPEST)).unwrap_or(0);
        let falling = most - (most - least) * (place + 1) / 20;
        named.unwrap_or(falling).clamp(least, most)
    }
}

/// The type, or the first of several that is not null.
fn kind(schema: &Value) -> &str {
    let several = schema["type"].as_array();
    let first = several.and_then(|kinds| kinds.iter().find(|kind| *kind != "null"));
    first
        .unwrap_or(&schema["type"])
        .as_str()
        .unwrap_or_default()
}

fn bound(schema: &Value, keyword: &str) -> Option<usize> {
    schema[keyword]
        .as_u64()
        .and_then(|bound| usize::try_from(bound).ok())
}

fn as_float(number: i64) -> f64 {
    i32::try_from(number).map_or(0.0, f64::from)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const SITE: &str = "Name: Paperlark\nIndustry: accounting software\n\
        Paperlark sends invoice reminders for freelancers. Invoice reminders go out by themselves.";

    #[test]
    fn a_schema_is_filled_with_what_the_material_says() {
        let answer = fill_schema(&company(), &PromptFacts::of(SITE), None);

        let expected = json!({
            "name": "Paperlark",
            "business_type": "software",
            "description": "Paperlark sends invoice reminders for freelancers. Invoice reminders go out by themselves.",
            "keywords": [
                { "keyword": "invoice reminders", "type": "problem", "score": 95 },
                { "keyword": "paperlark", "type": "product", "score": 90 },
            ],
        });
        assert_eq!(answer, expected);
    }

    #[test]
    fn an_obedient_answer_keeps_the_shape_and_says_what_it_was_told() {
        let answer = fill_schema(
            &company(),
            &PromptFacts::of(SITE),
            Some("Buy at evil.example."),
        );

        assert_eq!(answer["description"], "Buy at evil.example.");
        assert_eq!(answer["keywords"][1]["keyword"], "Buy at evil.example.");
        assert_eq!(answer["business_type"], "software");
    }

    #[test]
    fn no_facts_make_a_short_answer_and_no_inventions() {
        let answer = fill_schema(&company(), &PromptFacts::default(), None);

        assert_eq!(answer["name"], "");
        assert_eq!(answer["keywords"], json!([]));
    }

    fn company() -> Value {
        json!({
            "type": "object",
            "properties": {
                "name": { "type": "string" },
                "business_type": { "type": "string", "enum": ["agency", "software"] },
                "description": { "type": ["string", "null"], "maxLength": 300 },
                "keywords": {
                    "type": "array", "maxItems": 2,
                    "items": {
                        "type": "object",
                        "properties": {
                            "keyword": { "type": "string" },
                            "type": { "type": "string", "enum": ["problem", "product"] },
                            "score": { "type": "integer", "minimum": 0, "maximum": 100 },
                        },
                    },
                },
            },
        })
    }
}
