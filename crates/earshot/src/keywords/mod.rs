//! The words a company listens for.
//!
//! **Owns** the table `keywords`. **Promises** that a company has each keyword once, whatever its
//! case, and never more than its plan allows, however many are added at the same moment.
//! **Calls** `onboarding` for the company and `billing` for the plan.

pub mod api;
mod store;

use serde_json::Value;
use uuid::Uuid;

use crate::billing::{self, Plan};
use crate::onboarding;
use crate::platform::clock::Clock;
use crate::platform::db::{Db, DbError, DbResult, Tx};
use crate::platform::live::{self, Written};

/// A keyword as people may track it: trimmed, its spaces single, compared without regard to case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keyword(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoKeyword {
    #[error("Please enter a keyword.")]
    Empty,
    #[error("A keyword has at most {LONGEST} characters.")]
    TooLong,
}

/// Reddit's search takes 512; nobody searches with more than a line.
const LONGEST: usize = 100;

impl Keyword {
    pub fn parse(raw: &str) -> Result<Self, NoKeyword> {
        let words: Vec<&str> = raw.split_whitespace().collect();
        let text = words.join(" ");
        match text.chars().count() {
            0 => Err(NoKeyword::Empty),
            1..=LONGEST => Ok(Self(text)),
            _ => Err(NoKeyword::TooLong),
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn folded(&self) -> String {
        self.0.to_lowercase()
    }
}

#[derive(Debug, thiserror::Error)]
pub enum AddKeyword {
    #[error(
        "You've reached your limit of {limit} keywords on the {plan} plan. Upgrade to add more keywords."
    )]
    LimitReached { limit: i64, plan: &'static str },
    #[error("This keyword already exists in your list.")]
    Duplicate,
    #[error("Please analyse your website first.")]
    NoCompany,
    #[error(transparent)]
    Unforeseen(#[from] anyhow::Error),
}

impl From<DbError> for AddKeyword {
    fn from(error: DbError) -> Self {
        AddKeyword::Unforeseen(error.into())
    }
}

/// The keywords of a person's company, oldest first.
pub async fn of(db: &Db, user_id: Uuid) -> DbResult<Vec<String>> {
    store::of(db, user_id).await
}

/// Adds a keyword to the person's company. The company's row is held meanwhile, so that thirty
/// calls at once count one after the other.
pub async fn add(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    keyword: &Keyword,
) -> Result<(), AddKeyword> {
    let Some(company_id) = onboarding::hold_company(tx, user_id).await? else {
        return Err(AddKeyword::NoCompany);
    };
    if store::is_there(tx, company_id, &keyword.folded()).await? {
        return Err(AddKeyword::Duplicate);
    }
    let plan = billing::plan_of(tx, user_id).await?;
    let there = store::count(tx, company_id).await?;
    if !plan.terms().keywords.allows_another(there) {
        return Err(limit_reached(plan));
    }
    let id = store::add(tx, user_id, company_id, keyword, clock.now()).await?;
    let written = (id, Written::Added);
    live::record_written(tx, clock, user_id, &store::KEYWORDS, written).await?;
    Ok(())
}

fn limit_reached(plan: Plan) -> AddKeyword {
    let terms = plan.terms();
    AddKeyword::LimitReached {
        limit: terms.keywords.number(),
        plan: terms.name,
    }
}

/// Takes a keyword away; false if it was not there.
pub async fn remove(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    keyword: &Keyword,
) -> DbResult<bool> {
    let Some(id) = store::remove(tx, user_id, &keyword.folded()).await? else {
        return Ok(false);
    };
    live::record_gone(tx, clock, user_id, &store::KEYWORDS, id).await?;
    Ok(true)
}

/// Everything the room holds about a person.
pub async fn export(db: &Db, user_id: Uuid) -> anyhow::Result<Vec<Value>> {
    store::KEYWORDS.of(db, user_id).await
}

/// Forgets a person.
pub async fn forget(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    store::forget(tx, user_id).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_keyword_is_trimmed_has_single_spaces_and_is_a_line_at_most() {
        let parsed = |raw: &str| Keyword::parse(raw).map(|keyword| keyword.0);

        assert_eq!(
            parsed("  late \n payments "),
            Ok("late payments".to_owned())
        );
        assert_eq!(parsed(" \t "), Err(NoKeyword::Empty));
        assert_eq!(parsed(&"ü".repeat(100)), Ok("ü".repeat(100)));
        assert_eq!(parsed(&"ü".repeat(101)), Err(NoKeyword::TooLong));
    }
}
