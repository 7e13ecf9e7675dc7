//! Structured data in a page (JSON-LD): what it says the company and its products are.

use serde_json::Value;

use super::html::{HtmlDocument, decoded, squeezed};
use super::word_lists::word_list;

/// One item of structured data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct StructuredItem {
    /// Its types: "Organization", "Dentist", "Product".
    pub(super) kinds: Vec<String>,
    pub(super) name: String,
    pub(super) description: String,
    /// The audience it names.
    pub(super) audience: String,
    /// The town of its address.
    pub(super) town: String,
}

impl StructuredItem {
    pub(super) fn is_a(&self, kinds: &[&str]) -> bool {
        self.kinds.iter().any(|kind| kinds.contains(&kind.as_str()))
    }

    /// Whether it is the company itself. Every type of business on schema.org has its own name, so
    /// every named item that is neither a page nor a product counts.
    pub(super) fn is_company(&self) -> bool {
        !self.name.is_empty() && !self.kinds.is_empty() && !self.is_a(word_list("no company"))
    }

    /// Whether it is the company's software.
    pub(super) fn is_software(&self) -> bool {
        self.is_a(&["SoftwareApplication", "WebApplication", "MobileApplication"])
    }

    pub(super) fn is_product(&self) -> bool {
        self.is_a(&[
            "Product",
            "SoftwareApplication",
            "WebApplication",
            "MobileApplication",
            "Service",
            "VideoGame",
            "Course",
            "MenuItem",
        ])
    }
}

/// The structured data of a page, in document order.
pub(super) fn things(document: &HtmlDocument<'_>) -> Vec<StructuredItem> {
    let mut found = Vec::new();
    for script in document.elements("script") {
        let node = &document.nodes()[script];
        if !node
            .attribute("type")
            .trim()
            .eq_ignore_ascii_case("application/ld+json")
        {
            continue;
        }
        let text = document
            .nodes()
            .get(script + 1)
            .filter(|text| text.is_text());
        let text = text.map_or("", |text| text.text);
        // Invalid data is ignored; the parser rejects nesting that is too deep.
        if let Ok(value) = serde_json::from_str::<Value>(text.trim()) {
            collect(&value, &mut found);
        }
    }
    found
}

fn collect(value: &Value, found: &mut Vec<StructuredItem>) {
    const MOST: usize = 200;
    if found.len() >= MOST {
        return;
    }
    match value {
        Value::Array(values) => values.iter().for_each(|value| collect(value, found)),
        Value::Object(fields) => {
            let kinds = texts(&value["@type"]);
            if !kinds.is_empty() {
                found.push(StructuredItem {
                    kinds,
                    name: text(&value["name"]),
                    description: text(&value["description"]),
                    audience: text(&value["audience"]["audienceType"]),
                    town: text(&value["address"]["addressLocality"]),
                });
            }
            fields.values().for_each(|value| collect(value, found));
        }
        _ => {}
    }
}

fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(kind) => vec![short_kind(kind)],
        Value::Array(kinds) => kinds
            .iter()
            .filter_map(Value::as_str)
            .map(short_kind)
            .collect(),
        _ => Vec::new(),
    }
}

/// `https://schema.org/Dentist` and "schema:Dentist" are both "Dentist".
fn short_kind(kind: &str) -> String {
    kind.rsplit(['/', ':', '#'])
        .next()
        .unwrap_or(kind)
        .to_owned()
}

fn text(value: &Value) -> String {
    squeezed(&decoded(value.as_str().unwrap_or_default()))
}
