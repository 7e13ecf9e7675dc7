//! Completions in JSON.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{CompletionRequest, LanguageModel, LlmError, Schema, schema::SchemaMismatch};

/// Asks for JSON that matches the schema, checks it, and asks once more if it does not match.
///
/// Returns [`LlmError::InvalidResponse`] if the second answer does not match either. The texts are
/// the model's own; callers that show them must decide what to allow.
pub async fn complete_json<T: DeserializeOwned>(
    model: &dyn LanguageModel,
    request: &CompletionRequest,
    schema: &Schema,
) -> Result<T, LlmError> {
    let request = request.clone().with_schema(schema.clone());
    let misfit = match asked(model, &request, schema).await? {
        Ok(answer) => return Ok(answer),
        Err(SchemaMismatch(misfit)) => misfit,
    };
    let note =
        format!("{REPAIR_NOTE} {misfit} Answer again, with one JSON object and nothing else.");
    let second = asked(model, &request.with_note(&note), schema).await?;
    second.map_err(|SchemaMismatch(misfit)| {
        tracing::debug!(schema = schema.name(), misfit, "no answer of this shape");
        LlmError::InvalidResponse
    })
}

/// The start of the note that asks for a better answer.
pub const REPAIR_NOTE: &str = "Your earlier answer could not be used:";

async fn asked<T: DeserializeOwned>(
    model: &dyn LanguageModel,
    request: &CompletionRequest,
    schema: &Schema,
) -> Result<Result<T, SchemaMismatch>, LlmError> {
    let completion = match model.complete(request).await {
        Ok(completion) => completion,
        Err(LlmError::InvalidResponse) => {
            return Ok(Err(SchemaMismatch("it was empty.".to_owned())));
        }
        Err(failure) => return Err(failure),
    };
    Ok(match object_in(&completion.text) {
        Some(answer) => schema.fit(answer).and_then(typed),
        None if completion.is_cut => {
            Err(SchemaMismatch("it was too long and broke off.".to_owned()))
        }
        None => Err(SchemaMismatch("it was no JSON.".to_owned())),
    })
}

/// An answer that matches the schema but not the type is our own mistake, and still unusable.
fn typed<T: DeserializeOwned>(answer: Value) -> Result<T, SchemaMismatch> {
    serde_json::from_value(answer)
        .map_err(|_| SchemaMismatch("it was of another shape.".to_owned()))
}

/// How many opening braces are tried; a text full of them is not an answer.
const MOST_PLACES: usize = 32;

/// The first JSON object in a text. Models often wrap it in a code block or put a sentence before
/// it.
fn object_in(text: &str) -> Option<Value> {
    text.match_indices('{')
        .take(MOST_PLACES)
        .find_map(|(at, _)| {
            let mut values = serde_json::Deserializer::from_str(&text[at..]).into_iter::<Value>();
            values.next()?.ok()
        })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_object_is_found_inside_other_text() {
        let object = json!({ "a": { "b": "}" } });
        check(r#"{"a":{"b":"}"}}"#, Some(&object));
        check("```json\n{\"a\":{\"b\":\"}\"}}\n```", Some(&object));
        check(
            r#"Here is the {object} you asked for: {"a": {"b": "}"}} Anything else?"#,
            Some(&object),
        );
        check(r#"{"a": {"b": "#, None);
        check("I cannot help with that.", None);
        check("", None);
    }

    #[test]
    fn a_text_full_of_braces_is_rejected() {
        check(&"{".repeat(100_000), None);
        check(&format!("{}{{}}", "{".repeat(200)), None);
    }

    fn check(text: &str, expected: Option<&Value>) {
        assert_eq!(object_in(text).as_ref(), expected);
    }
}
