//! What the product sells and promises, as data: every other place reads it from here.

mod keyword_choice;
mod plan;

pub use keyword_choice::KeywordChoice;
pub use plan::{Allowance, Filtering, Frequency, InvalidPlanId, Plan, Support, Terms};
