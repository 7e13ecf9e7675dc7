//! Tasks content, company and keyphrases.

use serde_json::{Value, json};

use super::column;

/// The main text of a page.
pub(super) fn content(row: &Value) -> Value {
    json!({ "id": row["id"], "text": lens::website::main_text(column(row, "html")) })
}

/// One line, keywords and industry of a company from its own description.
pub(super) fn company(row: &Value) -> Value {
    let (name, description) = (column(row, "name"), column(row, "description"));
    let facts = lens::website::facts_from_text(name, description);
    let keywords = lens::keywords::keywords(&facts)
        .into_iter()
        .map(|found| found.keyword);
    let industry = lens::industry::industry(description).map_or("B2B", |industry| industry.group);
    json!({
        "id": row["id"],
        "summary": facts.one_liner,
        "keywords": keywords.take(10).collect::<Vec<_>>(),
        "industry": industry,
    })
}

/// The phrases that a text is about.
pub(super) fn keyphrases(row: &Value) -> Value {
    json!({ "id": row["id"], "keys": lens::keywords::keyphrases(column(row, "text"), 10) })
}
