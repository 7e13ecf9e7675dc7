//! Answers that programs read.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{LanguageModel, LlmFailed, Request, Schema, schema::Misfit};

/// Asks for an answer of this shape, checks it, and asks once more if it does not fit.
///
/// The answer is [`LlmFailed::Nonsense`] if the second one does not fit either. Its texts are the
/// model's: whoever shows them decides what may be in them.
pub async fn complete_json<T: DeserializeOwned>(
    model: &dyn LanguageModel,
    request: &Request,
    schema: &Schema,
) -> Result<T, LlmFailed> {
    let request = request.clone().with_schema(schema.clone());
    let misfit = match asked(model, &request, schema).await? {
        Ok(answer) => return Ok(answer),
        Err(Misfit(misfit)) => misfit,
    };
    let note = format!("{REPAIR} {misfit} Answer again, with one JSON object and nothing else.");
    let second = asked(model, &request.with_note(&note), schema).await?;
    second.map_err(|Misfit(misfit)| {
        tracing::debug!(schema = schema.name(), misfit, "no answer of this shape");
        LlmFailed::Nonsense
    })
}

/// How the note begins that asks for a better answer.
pub const REPAIR: &str = "Your earlier answer could not be used:";

async fn asked<T: DeserializeOwned>(
    model: &dyn LanguageModel,
    request: &Request,
    schema: &Schema,
) -> Result<Result<T, Misfit>, LlmFailed> {
    let completion = match model.complete(request).await {
        Ok(completion) => completion,
        Err(LlmFailed::Nonsense) => return Ok(Err(Misfit("it was empty.".to_owned()))),
        Err(failure) => return Err(failure),
    };
    Ok(match object_in(&completion.text) {
        Some(answer) => schema.fit(answer).and_then(typed),
        None if completion.is_cut => Err(Misfit("it was too long and broke off.".to_owned())),
        None => Err(Misfit("it was no JSON.".to_owned())),
    })
}

/// What fits the schema and not the type is a mistake of ours, and no answer all the same.
fn typed<T: DeserializeOwned>(answer: Value) -> Result<T, Misfit> {
    serde_json::from_value(answer).map_err(|_| Misfit("it was of another shape.".to_owned()))
}

/// Only so many places are tried: a text full of brackets is no answer.
const MOST_PLACES: usize = 32;

/// The first JSON object in a text. Models like to wrap one into a code block, and to introduce
/// it in a sentence.
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
    fn an_object_is_found_whatever_stands_around_it() {
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
    fn a_text_of_brackets_is_given_up_on() {
        check(&"{".repeat(100_000), None);
        check(&format!("{}{{}}", "{".repeat(200)), None);
    }

    fn check(text: &str, expected: Option<&Value>) {
        assert_eq!(object_in(text).as_ref(), expected);
    }
}
