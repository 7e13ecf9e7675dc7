//! Stripe's lists: a page of things, and whether there are more.

use serde_json::{Value, json};

use super::{form::Form, problem::Problem};

const USUAL: i64 = 10;

/// The page that was asked for, of all that there is, newest first.
pub(super) fn page(url: &str, all: Vec<Value>, form: &Form) -> Result<Value, Problem> {
    let limit = form.number("limit")?.unwrap_or(USUAL);
    if !(1..=100).contains(&limit) {
        return Err(Problem::invalid_param(
            "limit",
            "This value must be between 1 and 100.",
        ));
    }
    let limit = usize::try_from(limit).unwrap_or(1);
    let skipped = match form.text("starting_after") {
        None => 0,
        Some(id) => {
            1 + all
                .iter()
                .position(|thing| thing["id"] == id)
                .ok_or_else(|| Problem::no_such_param("starting_after", "object", id))?
        }
    };
    let rest = all.len() - skipped;
    let data: Vec<Value> = all.into_iter().skip(skipped).take(limit).collect();
    Ok(json!({ "object": "list", "url": url, "has_more": rest > limit, "data": data }))
}
