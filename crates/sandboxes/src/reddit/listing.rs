//! Reddit's listings, with cursors.

use std::collections::HashMap;

use serde_json::{Value, json};

/// The query or form parameters.
pub(super) type Parameters = HashMap<String, String>;

/// An item of a listing before it is rendered.
pub(super) struct ListingEntry<T> {
    /// Such as `t3_1abcde`.
    pub(super) name: String,
    pub(super) item: T,
}

const USUAL: usize = 25;
const MOST: usize = 100;
/// Reddit's listings end here.
pub(super) const LONGEST: usize = 1000;

/// The page for `limit`, `after` and `before`. A cursor that is not in the listing returns an empty
/// page.
pub(super) fn part<T>(
    mut entries: Vec<ListingEntry<T>>,
    parameters: &Parameters,
    write: impl Fn(&T) -> Value,
) -> Value {
    entries.truncate(LONGEST);
    let limit = parameters.get("limit").and_then(|text| text.parse().ok());
    let limit = limit.unwrap_or(USUAL).clamp(1, MOST);
    let place = |cursor: &String| entries.iter().position(|entry| entry.name == *cursor);
    let cursor = |name| parameters.get(name).filter(|cursor| !cursor.is_empty());
    let range = match (cursor("after"), cursor("before")) {
        (Some(after), _) => {
            place(after).map_or(0..0, |at| at + 1..entries.len().min(at + 1 + limit))
        }
        (None, Some(before)) => place(before).map_or(0..0, |at| at.saturating_sub(limit)..at),
        (None, None) => 0..entries.len().min(limit),
    };
    let shown = &entries[range.clone()];
    let after = shown.last().filter(|_| range.end < entries.len());
    let before = shown.first().filter(|_| range.start > 0);
    let children: Vec<Value> = shown.iter().map(|entry| write(&entry.item)).collect();
    listing(
        children,
        after.map(|entry| entry.name.as_str()),
        before.map(|entry| entry.name.as_str()),
    )
}

/// A listing of exactly these items.
pub(super) fn whole(children: Vec<Value>) -> Value {
    listing(children, None, None)
}

fn listing(children: Vec<Value>, after: Option<&str>, before: Option<&str>) -> Value {
    let mut listing = json!({ "kind": "Listing", "data": {
        "after": after,
        "before": before,
        "dist": children.len(),
        "modhash": null,
        "geo_filter": "",
        "children": [],
    }});
    // Within `json!` every child would be copied.
    listing["data"]["children"] = Value::Array(children);
    listing
}
