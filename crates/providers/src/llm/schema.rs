//! A small subset of JSON Schema, and answers made to match it.
//!
//! Not all providers enforce a schema, some ignore its limits, and a cut answer breaks it. So every
//! answer is checked here. What is too long is cut; what is missing or of the wrong type is a
//! mismatch.

use serde_json::{Map, Value};

/// An object's schema. Of JSON Schema it knows `type`, `properties`, `required`, `items`, `enum`,
/// `minItems`, `maxItems`, `minLength`, `maxLength`, `minimum` and `maximum`, and lets
/// `additionalProperties: false`, `title` and `description` stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schema {
    name: &'static str,
    json: Value,
}

/// A schema outside this subset.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("The schema cannot be used: {0}.")]
pub struct InvalidSchema(String);

/// Why an answer does not match, in words that a model can act on. It names places in the schema
/// and never repeats the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SchemaMismatch(pub(super) String);

impl Schema {
    /// `name` is sent to providers: letters, digits and underscores.
    pub fn new(name: &'static str, json: Value) -> Result<Self, InvalidSchema> {
        check(&json, "the answer")?;
        if json["type"] != "object" {
            return Err(InvalidSchema("the answer must be an object".to_owned()));
        }
        Ok(Self { name, json })
    }

    pub fn name(&self) -> &'static str {
        self.name
    }

    pub fn json(&self) -> &Value {
        &self.json
    }

    /// The answer made to match: unknown properties removed, long texts and lists cut, numbers
    /// clamped, list entries that do not match left out.
    pub(super) fn fit(&self, answer: Value) -> Result<Value, SchemaMismatch> {
        fit(&self.json, answer, "the answer")
    }
}

const KNOWN: [&str; 14] = [
    "additionalProperties",
    "description",
    "enum",
    "items",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "properties",
    "required",
    "title",
    "type",
];

fn check(schema: &Value, place: &str) -> Result<(), InvalidSchema> {
    let Some(keywords) = schema.as_object() else {
        return Err(InvalidSchema(format!("{place} has no schema")));
    };
    if let Some(unknown) = keywords.keys().find(|key| !KNOWN.contains(&key.as_str())) {
        return Err(InvalidSchema(format!("{place} has the keyword {unknown}")));
    }
    for (name, property) in properties(schema) {
        check(property, &format!("{place}.{name}"))?;
    }
    match (kind(schema), keywords.get("items")) {
        ("array", Some(items)) => check(items, &format!("{place}[]")),
        ("array", None) => Err(InvalidSchema(format!("{place} does not say of what"))),
        ("object" | "string" | "integer" | "number" | "boolean", _) => Ok(()),
        _ => Err(InvalidSchema(format!("{place} has no type"))),
    }
}

fn fit(schema: &Value, answer: Value, place: &str) -> Result<Value, SchemaMismatch> {
    match (kind(schema), answer) {
        ("object", Value::Object(answer)) => fit_object(schema, answer, place),
        ("array", Value::Array(answer)) => fit_array(schema, answer, place),
        ("string", Value::String(answer)) => fit_text(schema, &answer, place),
        ("integer" | "number", Value::Number(answer)) => {
            fit_number(schema, &Value::Number(answer), place)
        }
        ("boolean", Value::Bool(answer)) => Ok(Value::Bool(answer)),
        (kind, _) => Err(SchemaMismatch(format!("{place} must be of type {kind}."))),
    }
}

fn fit_object(
    schema: &Value,
    mut answer: Map<String, Value>,
    place: &str,
) -> Result<Value, SchemaMismatch> {
    let mut fitting = Map::new();
    for (name, property) in properties(schema) {
        match answer.remove(name) {
            // Some modes require every property to be present and allow null for absent ones.
            None | Some(Value::Null) if !is_required(schema, name) => {}
            None => return Err(SchemaMismatch(format!("{place}.{name} is missing."))),
            Some(value) => {
                let value = fit(property, value, &format!("{place}.{name}"))?;
                fitting.insert(name.clone(), value);
            }
        }
    }
    Ok(Value::Object(fitting))
}

fn fit_array(schema: &Value, answer: Vec<Value>, place: &str) -> Result<Value, SchemaMismatch> {
    let items = &schema["items"];
    let was_empty = answer.is_empty();
    let mut misfit = None;
    let mut fitting: Vec<Value> = answer
        .into_iter()
        .filter_map(|item| match fit(items, item, &format!("{place}[]")) {
            Ok(item) => Some(item),
            Err(other) => {
                misfit = Some(other);
                None
            }
        })
        .collect();
    fitting.truncate(bound(schema, "maxItems").unwrap_or(usize::MAX));
    let fewest = bound(schema, "minItems").unwrap_or(usize::from(!was_empty));
    match misfit {
        _ if fitting.len() >= fewest => Ok(Value::Array(fitting)),
        Some(misfit) => Err(misfit),
        None => Err(SchemaMismatch(format!(
            "{place} needs at least {fewest} entries."
        ))),
    }
}

fn fit_text(schema: &Value, answer: &str, place: &str) -> Result<Value, SchemaMismatch> {
    let answer = answer.trim();
    if let Some(allowed) = schema["enum"].as_array() {
        let same = |word: &&Value| {
            word.as_str()
                .is_some_and(|word| word.eq_ignore_ascii_case(answer))
        };
        return allowed
            .iter()
            .find(same)
            .cloned()
            .ok_or_else(|| SchemaMismatch(format!("{place} must be one of {}.", schema["enum"])));
    }
    let shortest = bound(schema, "minLength").unwrap_or(0);
    if answer.chars().count() < shortest {
        return Err(SchemaMismatch(format!(
            "{place} needs at least {shortest} characters."
        )));
    }
    let longest = bound(schema, "maxLength").unwrap_or(usize::MAX);
    let cut: String = answer.chars().take(longest).collect();
    Ok(Value::String(cut.trim_end().to_owned()))
}

fn fit_number(schema: &Value, answer: &Value, place: &str) -> Result<Value, SchemaMismatch> {
    let misfit = || SchemaMismatch(format!("{place} must be of type {}.", kind(schema)));
    let number = answer.as_f64().ok_or_else(misfit)?;
    let least = schema["minimum"].as_f64().unwrap_or(f64::NEG_INFINITY);
    let most = schema["maximum"].as_f64().unwrap_or(f64::INFINITY);
    let within = number.max(least).min(most);
    if kind(schema) == "number" {
        return Ok(Value::from(within));
    }
    whole(within).map(Value::from).ok_or_else(misfit)
}

/// The nearest integer, if it fits in one.
fn whole(number: f64) -> Option<i64> {
    let rounded = number.round();
    format!("{rounded:.0}").parse().ok()
}

fn kind(schema: &Value) -> &str {
    schema["type"].as_str().unwrap_or_default()
}

fn properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema["properties"].as_object().into_iter().flatten()
}

fn is_required(schema: &Value, name: &str) -> bool {
    let required = schema["required"].as_array();
    required.is_some_and(|names| names.iter().any(|required| required == name))
}

fn bound(schema: &Value, keyword: &str) -> Option<usize> {
    schema[keyword]
        .as_u64()
        .and_then(|bound| usize::try_from(bound).ok())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_fits_stays_as_it_is() {
        let answer =
            json!({ "name": "Paperlark", "kind": "product", "score": 70, "words": ["a", "b"] });

        assert_eq!(company().fit(answer.clone()), Ok(answer));
    }

    #[test]
    fn too_much_is_cut() {
        let answer = json!({
            "name": "  A name that is far too long  ", "kind": "Product", "score": 700.4,
            "words": ["a", 7, "b", "", "c", "d"], "aside": "unasked",
        });

        let fitted = company().fit(answer).unwrap();

        let expected = json!({ "name": "A name tha", "kind": "product", "score": 100, "words": ["a", "b", "c"] });
        assert_eq!(fitted, expected);
    }

    #[test]
    fn what_is_missing_or_of_the_wrong_kind_is_a_misfit() {
        check_misfit(json!([]), "the answer must be of type object.");
        check_misfit(json!({}), "the answer.name is missing.");
        check_misfit(
            json!({ "name": null, "kind": "product" }),
            "the answer.name must be of type string.",
        );
        check_misfit(
            json!({ "name": " ", "kind": "product" }),
            "the answer.name needs at least 1 characters.",
        );
        check_misfit(
            json!({ "name": "A", "kind": "other" }),
            r#"the answer.kind must be one of ["product","service"]."#,
        );
        check_misfit(
            json!({ "name": "A", "kind": "product", "score": "high" }),
            "the answer.score must be of type integer.",
        );
        check_misfit(
            json!({ "name": "A", "kind": "product", "words": [1, 2] }),
            "the answer.words[] must be of type string.",
        );
        check_misfit(
            json!({ "name": "A", "kind": "product", "words": [] }),
            "the answer.words needs at least 1 entries.",
        );
    }

    #[test]
    fn what_is_not_required_may_be_absent_or_null() {
        let fitted = company().fit(json!({ "name": "A", "kind": "product", "score": null }));

        assert_eq!(fitted, Ok(json!({ "name": "A", "kind": "product" })));
    }

    #[test]
    fn a_schema_that_cannot_be_checked_is_refused() {
        check_refused(json!({ "type": "string" }), "the answer must be an object");
        check_refused(
            json!({ "type": "object", "oneOf": [] }),
            "the answer has the keyword oneOf",
        );
        check_refused(
            json!({ "type": "object", "properties": { "list": { "type": "array" } } }),
            "the answer.list does not say of what",
        );
        check_refused(
            json!({ "type": "object", "properties": { "x": { "type": "date" } } }),
            "the answer.x has no type",
        );
    }

    fn company() -> Schema {
        let json = json!({
            "type": "object", "additionalProperties": false, "required": ["name", "kind"],
            "properties": {
                "name": { "type": "string", "minLength": 1, "maxLength": 10 },
                "kind": { "type": "string", "enum": ["product", "service"] },
                "score": { "type": "integer", "minimum": 0, "maximum": 100 },
                "words": { "type": "array", "minItems": 1, "maxItems": 3,
                           "items": { "type": "string", "minLength": 1 } },
            },
        });
        Schema::new("company", json).unwrap()
    }

    fn check_misfit(answer: Value, expected: &str) {
        assert_eq!(
            company().fit(answer),
            Err(SchemaMismatch(expected.to_owned()))
        );
    }

    fn check_refused(json: Value, expected: &str) {
        let refused = Schema::new("odd", json).unwrap_err();
        assert_eq!(refused, InvalidSchema(expected.to_owned()));
    }
}
