//! Whole answers as text, for snapshots: what differs from run to run is masked.
//!
//! `INSTA_UPDATE=always cargo test …` writes the snapshots anew; read the difference before you commit it.

use serde_json::Value;
use uuid::Uuid;

/// The answer with ids and tokens replaced by their kind.
pub(crate) fn masked(answer: &Value) -> String {
    serde_json::to_string_pretty(&masked_value("", answer)).unwrap()
}

fn masked_value(name: &str, value: &Value) -> Value {
    match value {
        Value::String(text) if Uuid::parse_str(text).is_ok() => "[id]".into(),
        Value::String(_) if name.ends_with("_token") => "[token]".into(),
        Value::Array(all) => all.iter().map(|one| masked_value("", one)).collect(),
        Value::Object(fields) => {
            let masked = fields.iter().map(|(name, value)| {
                let masked = masked_value(name, value);
                (name.clone(), masked)
            });
            Value::Object(masked.collect())
        }
        other => other.clone(),
    }
}
