//! What the product sells and promises, as data. Rooms, site, mails, terms and the web app read it
//! from here; nothing of it is written down a second time.

mod facts;
mod keyword_choice;
mod offer;
mod plan;
mod thresholds;

pub use facts::{PlanFacts, PlanLimits, ProductFacts};
pub use keyword_choice::KeywordChoice;
pub use offer::{InvalidPlanFile, Offer, days_in_words};
pub use plan::{
    Allowance, Filtering, Frequency, InvalidPlanId, Plan, PlanTerms, Support, TRIAL_CADENCE_HOURS,
};
pub use thresholds::{FRESH_HOURS, HIGH_VALUE, HighValueRule, SENTIMENT, SentimentBands, is_fresh};
