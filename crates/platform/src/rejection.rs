//! Why somebody sends something away, as every list asks for it.

use super::answer::{Answer, Failure};

const LONGEST: usize = 1_000;

/// The reason, without the space around it; `what` is sent away: "post".
pub fn reason<'a>(typed: &'a str, what: &str) -> Answer<&'a str> {
    let reason = typed.trim();
    if reason.is_empty() {
        let text = format!("Please provide a reason for rejecting this {what}.");
        return Err(Failure::bad_request(text));
    }
    if reason.chars().count() > LONGEST {
        return Err(Failure::bad_request(
            "A reason has at most 1,000 characters.",
        ));
    }
    Ok(reason)
}
