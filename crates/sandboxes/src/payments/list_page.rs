//! Stripe's list pages.

use serde_json::{Value, json};

use super::{stripe_error::StripeError, stripe_form::Form};

const USUAL: i64 = 10;

/// The requested page of `all`, which is sorted newest first.
pub(super) fn page(url: &str, all: Vec<Value>, form: &Form) -> Result<Value, StripeError> {
    let limit = form.number("limit")?.unwrap_or(USUAL);
    if !(1..=100).contains(&limit) {
        return Err(StripeError::invalid_param(
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
                .ok_or_else(|| StripeError::no_such_param("starting_after", "object", id))?
        }
    };
    let rest = all.len() - skipped;
    let data: Vec<Value> = all.into_iter().skip(skipped).take(limit).collect();
    Ok(json!({ "object": "list", "url": url, "has_more": rest > limit, "data": data }))
}
