//! The keywords a company tracks.
//!
//! **Owns** the tables `keywords`, `dismissed_keywords` and `term_changes`.
//!
//! **Promises** that a company has each keyword once, whatever its case, and never has more active
//! keywords than its plan allows, however many are added concurrently; that keywords above the limit
//! of a smaller plan are paused, never deleted, and resume as soon as the plan allows; that what an
//! analysis proposed is suggested until it is tracked or dismissed, and never again after that.
//!
//! **Calls** `onboarding` for the company, `billing` for the plan, and `percolator` for how a keyword
//! is read.

pub mod api;
mod keyword;
mod store;
mod suggestions;
mod term_changes;

use chrono::TimeDelta;
use serde_json::Value;
use uuid::Uuid;

use billing::{Entitlement, NotAllowed};
use platform::clock::Clock;
use platform::db::{Db, DbError, DbResult, FromRow, Tx};
use platform::live::{self, RowWrite};
use platform::product::{KeywordChoice, Plan};

pub use keyword::{InvalidKeyword, Keyword};
pub use term_changes::{SOMEBODY_LEFT, newest_term_change, term_changes_since, terms_changed};

#[derive(Debug, thiserror::Error)]
pub enum AddKeyword {
    /// The plan allows no more.
    #[error(transparent)]
    LimitReached(#[from] NotAllowed),
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

/// A stored keyword.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct KeywordRow {
    id: Uuid,
    pub keyword: String,
    /// The plan does not allow it: it is kept, but not searched for.
    pub paused: bool,
}

impl KeywordRow {
    fn is(&self, keyword: &Keyword) -> bool {
        self.keyword.to_lowercase() == keyword.folded()
    }
}

/// The keywords of a user's company, oldest first, including paused ones.
pub async fn of(db: &Db, user_id: Uuid) -> DbResult<Vec<KeywordRow>> {
    store::list_keywords(db, user_id).await
}

/// The keywords that are searched for on a user's behalf: all but the paused ones.
pub async fn active_keywords(db: &Db, user_id: Uuid) -> DbResult<Vec<String>> {
    let all = of(db, user_id).await?.into_iter();
    let active = all.filter(|row| !row.paused);
    Ok(active.map(|row| row.keyword).collect())
}

/// The same of everybody, each user's the oldest first.
pub async fn active_keywords_of_all(db: &Db) -> DbResult<Vec<(Uuid, String)>> {
    store::active_keywords_of_all(db).await
}

/// Adds a keyword to the user's company, or resumes it if it is paused. The company's row is locked
/// meanwhile, so that concurrent calls are counted one after the other.
pub async fn add(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    keyword: &Keyword,
) -> Result<(), AddKeyword> {
    let state = restore(tx, clock, user_id, keyword, &Removal::default()).await?;
    debug_assert_eq!(state, KeywordState::Active);
    Ok(())
}

/// What a removal changed, to undo it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Removal {
    /// The keyword was paused before.
    was_paused: bool,
    /// The keyword that resumed because of the removal; it is paused again if its room is needed.
    woken: Option<Keyword>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KeywordState {
    Active,
    Paused,
}

/// Adds a keyword that was removed, in its previous state if possible.
async fn restore(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    keyword: &Keyword,
    removal: &Removal,
) -> Result<KeywordState, AddKeyword> {
    let Some(company_id) = onboarding::lock_company(tx, user_id).await? else {
        return Err(AddKeyword::NoCompany);
    };
    let all = store::list_keywords_in(tx, user_id).await?;
    let existing = all.iter().find(|it| it.is(keyword));
    if existing.is_some_and(|it| !it.paused) {
        return Err(AddKeyword::Duplicate);
    }
    let state = make_room(tx, clock, user_id, &all, removal).await?;
    let is_paused = state == KeywordState::Paused;
    if let Some(existing) = existing {
        set_paused(tx, clock, user_id, existing.id, is_paused).await?;
    } else {
        let owner = (user_id, company_id);
        let id = store::add_keyword(tx, owner, (keyword, is_paused), clock.now()).await?;
        terms_changed(tx, user_id, clock.now()).await?;
        let written = (id, RowWrite::Added);
        live::record_written(tx, clock, user_id, &store::KEYWORDS, written).await?;
    }
    Ok(state)
}

/// Makes room for one more active keyword. If the plan allows no more, a keyword that was paused
/// before may be paused again.
async fn make_room(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    all: &[KeywordRow],
    removal: &Removal,
) -> Result<KeywordState, AddKeyword> {
    let active = all.iter().filter(|it| !it.paused).count() as u64;
    let entitlement = Entitlement::Keyword { active };
    let Err(limit_reached) = billing::check_entitlement(tx, clock, user_id, entitlement).await?
    else {
        return Ok(KeywordState::Active);
    };
    let woken = removal.woken.as_ref();
    let woken = woken.and_then(|woken| all.iter().find(|it| it.is(woken) && !it.paused));
    if let Some(woken) = woken {
        set_paused(tx, clock, user_id, woken.id, true).await?;
        return Ok(KeywordState::Active);
    }
    if removal.was_paused && all.len() < MAX_KEYWORDS {
        return Ok(KeywordState::Paused);
    }
    Err(limit_reached.into())
}

/// Paused keywords cost nothing but their rows; nobody enters more.
const MAX_KEYWORDS: usize = 500;

/// Fits the keywords to a plan: those above its limit are paused, and resume when it allows them
/// again. Keywords chosen to be paused go first, then the newest. Nothing is deleted.
pub async fn fit_to_plan(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    plan: Plan,
    choice: &KeywordChoice,
) -> anyhow::Result<()> {
    // Locked, so that nobody adds one meanwhile.
    if onboarding::lock_company(tx, user_id).await?.is_none() {
        return Ok(());
    }
    let mut all = store::list_keywords_in(tx, user_id).await?;
    all.sort_by_key(|row| choice.rank(&row.keyword));
    for (before, row) in (0..).zip(&all) {
        let is_paused = !plan.terms().keywords.allows_another(before);
        if is_paused != row.paused {
            set_paused(tx, clock, user_id, row.id, is_paused).await?;
        }
    }
    Ok(())
}

/// The result of removing a keyword.
#[derive(Clone, Debug, PartialEq, Eq)]
struct RemovedKeyword {
    /// The paused keyword that resumed in its place.
    woken: Option<String>,
}

/// Removes a keyword and resumes the oldest paused one if the plan now allows it; `None` if the
/// keyword is not in the list.
async fn remove(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    keyword: &Keyword,
) -> anyhow::Result<Option<RemovedKeyword>> {
    // Locked, so that nobody takes the room meanwhile.
    onboarding::lock_company(tx, user_id).await?;
    let Some(id) = store::remove_keyword(tx, user_id, &keyword.folded()).await? else {
        return Ok(None);
    };
    live::record_gone(tx, clock, user_id, &store::KEYWORDS, id).await?;
    terms_changed(tx, user_id, clock.now()).await?;
    // Whoever stops tracking it does not want it suggested.
    store::dismiss_keyword(tx, user_id, &keyword.folded(), clock.now()).await?;
    let woken = resume_oldest(tx, clock, user_id).await?;
    Ok(Some(RemovedKeyword { woken }))
}

async fn resume_oldest(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
) -> anyhow::Result<Option<String>> {
    let all = store::list_keywords_in(tx, user_id).await?;
    let active = all.iter().filter(|row| !row.paused).count();
    let limit = billing::plan_of(tx, user_id).await?.terms().keywords;
    let oldest = all.into_iter().find(|row| row.paused);
    let Some(oldest) = oldest.filter(|_| limit.allows_another(active as u64)) else {
        return Ok(None);
    };
    set_paused(tx, clock, user_id, oldest.id, false).await?;
    Ok(Some(oldest.keyword))
}

async fn set_paused(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    id: Uuid,
    is_paused: bool,
) -> anyhow::Result<()> {
    store::set_paused(tx, id, is_paused).await?;
    terms_changed(tx, user_id, clock.now()).await?;
    let written = (id, RowWrite::Changed);
    live::record_written(tx, clock, user_id, &store::KEYWORDS, written).await
}

/// Everything this room stores about a user, by its name in the export.
pub async fn export(db: &Db, user_id: Uuid) -> anyhow::Result<[(&'static str, Vec<Value>); 2]> {
    Ok([
        ("keywords", store::KEYWORDS.of(db, user_id).await?),
        (
            "dismissed_keywords",
            store::DISMISSED.of(db, user_id).await?,
        ),
    ])
}

/// Deletes a user's data.
/// A listener that runs is told that somebody left, not who.
pub async fn forget(tx: &mut Tx, clock: &Clock, user_id: Uuid) -> DbResult<()> {
    store::delete_keywords(tx, user_id).await?;
    terms_changed(tx, SOMEBODY_LEFT, clock.now()).await
}

/// Forgets changes that every listener has followed long ago.
pub async fn forget_old(db: &Db, clock: &Clock) -> DbResult<()> {
    const FOLLOWED: TimeDelta = TimeDelta::days(1);
    store::delete_old_changes(db, clock.now() - FOLLOWED).await
}
