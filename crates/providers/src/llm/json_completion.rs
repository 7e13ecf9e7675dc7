//! Completions in JSON.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{
    CompletionRequest, LanguageModel, LlmError, PartialText, Schema, schema::SchemaMismatch,
};

/// Asks for JSON that matches the schema, checks it, and asks once more if it does not match, is
/// empty, breaks off or is a refusal.
///
/// A second failure is returned as what it is; [`LlmError::InvalidResponse`] if the answer does not
/// match. The texts are the model's own; callers that show them must decide what to allow.
pub async fn complete_json<T: DeserializeOwned>(
    model: &dyn LanguageModel,
    request: &CompletionRequest,
    schema: &Schema,
) -> Result<T, LlmError> {
    let request = request.clone().with_schema(schema.clone());
    let misfit = match asked(model, &request, schema).await {
        Ok(answer) => return Ok(answer),
        Err(Unusable::Failed(failure)) => return Err(failure),
        Err(misfit) => misfit,
    };
    let note = format!(
        "{REPAIR_NOTE} {} Answer again, with one JSON object and nothing else.",
        misfit.reason()
    );
    let second = asked(model, &request.with_note(&note), schema).await;
    second.map_err(|misfit| {
        tracing::debug!(
            schema = schema.name(),
            misfit = misfit.reason(),
            "no answer of this shape"
        );
        LlmError::from(misfit)
    })
}

/// The start of the note that asks for a better answer.
pub const REPAIR_NOTE: &str = "Your earlier answer could not be used:";

/// Why there is no answer yet.
enum Unusable {
    /// Asking again does not help.
    Failed(LlmError),
    Refused,
    Empty,
    CutOff(PartialText),
    Mismatch(SchemaMismatch),
}

impl Unusable {
    fn reason(&self) -> &str {
        match self {
            Self::Failed(_) => "there was none.",
            Self::Refused => "it was a refusal.",
            Self::Empty => "it was empty.",
            Self::CutOff(_) => "it was too long and broke off.",
            Self::Mismatch(SchemaMismatch(misfit)) => misfit,
        }
    }
}

impl From<LlmError> for Unusable {
    fn from(failure: LlmError) -> Self {
        match failure {
            LlmError::Refused => Self::Refused,
            LlmError::Empty => Self::Empty,
            LlmError::CutOff { so_far } => Self::CutOff(so_far),
            LlmError::InvalidResponse => {
                Self::Mismatch(SchemaMismatch("it could not be read.".to_owned()))
            }
            failure => Self::Failed(failure),
        }
    }
}

impl From<Unusable> for LlmError {
    fn from(unusable: Unusable) -> Self {
        match unusable {
            Unusable::Failed(failure) => failure,
            Unusable::Refused => Self::Refused,
            Unusable::Empty => Self::Empty,
            Unusable::CutOff(so_far) => Self::CutOff { so_far },
            Unusable::Mismatch(_) => Self::InvalidResponse,
        }
    }
}

async fn asked<T: DeserializeOwned>(
    model: &dyn LanguageModel,
    request: &CompletionRequest,
    schema: &Schema,
) -> Result<T, Unusable> {
    let completion = model.complete(request).await?;
    match object_in(&completion.text) {
        Some(answer) => {
            let answer = schema.fit(answer).and_then(typed);
            answer.map_err(Unusable::Mismatch)
        }
        None if completion.is_cut => Err(Unusable::CutOff(PartialText(completion.text))),
        None => Err(Unusable::Mismatch(SchemaMismatch(
            "it was no JSON.".to_owned(),
        ))),
    }
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
