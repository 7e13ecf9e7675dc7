//! The words a company listens for.
//!
//! **Owns** the table `keywords`. **Promises** that a company has each keyword once, whatever its
//! case, and never listens for more than its plan allows, however many are added at the same
//! moment; what a smaller plan has no room for is paused, never deleted, and comes back when a place is
//! free.
//! **Calls** `onboarding` for the company and `billing` for the plan.

pub mod api;
mod store;

use serde_json::Value;
use uuid::Uuid;

use billing::{Entitlement, NotAllowed};
use platform::clock::Clock;
use platform::db::{Db, DbError, DbResult, FromRow, Tx};
use platform::live::{self, RowWrite};
use platform::product::{KeywordChoice, Plan};

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
    /// The plan has no room for it.
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

/// A keyword of somebody's.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Tracked {
    id: Uuid,
    pub keyword: String,
    /// The plan has no room for it: it is kept, and nothing listens for it.
    pub paused: bool,
}

impl Tracked {
    fn is(&self, keyword: &Keyword) -> bool {
        self.keyword.to_lowercase() == keyword.folded()
    }
}

/// The keywords of a person's company, oldest first, paused ones too.
pub async fn of(db: &Db, user_id: Uuid) -> DbResult<Vec<Tracked>> {
    store::of(db, user_id).await
}

/// What is listened for on behalf of a person: their keywords without the paused ones.
pub async fn listened_for(db: &Db, user_id: Uuid) -> DbResult<Vec<String>> {
    let all = of(db, user_id).await?.into_iter();
    let awake = all.filter(|tracked| !tracked.paused);
    Ok(awake.map(|tracked| tracked.keyword).collect())
}

/// Adds a keyword to the person's company, or wakes it if it rests there. The company's row is held
/// meanwhile, so that thirty calls at once count one after the other.
pub async fn add(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    keyword: &Keyword,
) -> Result<(), AddKeyword> {
    let place = put_back(tx, clock, user_id, keyword, &Before::default()).await?;
    debug_assert_eq!(place, Place::Listening);
    Ok(())
}

/// How things stood before a keyword was removed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Before {
    /// It rested already.
    pub was_paused: bool,
    /// The one that was woken by the removal, and rests again when its place is needed.
    pub woken: Option<Keyword>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Listening,
    Paused,
}

/// Adds a keyword that was removed, as it was before.
pub async fn put_back(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    keyword: &Keyword,
    before: &Before,
) -> Result<Place, AddKeyword> {
    let Some(company_id) = onboarding::lock_company(tx, user_id).await? else {
        return Err(AddKeyword::NoCompany);
    };
    let all = store::all_in(tx, user_id).await?;
    let known = all.iter().find(|it| it.is(keyword));
    if known.is_some_and(|it| !it.paused) {
        return Err(AddKeyword::Duplicate);
    }
    let place = find_place(tx, clock, user_id, &all, before).await?;
    let is_paused = place == Place::Paused;
    let written = if let Some(known) = known {
        store::pause(tx, known.id, is_paused).await?;
        (known.id, RowWrite::Changed)
    } else {
        let owner = (user_id, company_id);
        let id = store::add(tx, owner, (keyword, is_paused), clock.now()).await?;
        (id, RowWrite::Added)
    };
    live::record_written(tx, clock, user_id, &store::KEYWORDS, written).await?;
    Ok(place)
}

/// A place among those that are listened for; if the plan has none left, the place that it had.
async fn find_place(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    all: &[Tracked],
    before: &Before,
) -> Result<Place, AddKeyword> {
    let awake = all.iter().filter(|it| !it.paused).count() as u64;
    let room =
        billing::check_entitlement(tx, clock, user_id, Entitlement::Keyword { active: awake })
            .await?;
    let Err(full) = room else {
        return Ok(Place::Listening);
    };
    let woken = before.woken.as_ref();
    let woken = woken.and_then(|woken| all.iter().find(|it| it.is(woken) && !it.paused));
    if let Some(woken) = woken {
        store::pause(tx, woken.id, true).await?;
        let written = (woken.id, RowWrite::Changed);
        live::record_written(tx, clock, user_id, &store::KEYWORDS, written).await?;
        return Ok(Place::Listening);
    }
    if before.was_paused && all.len() < MOST_KEPT {
        return Ok(Place::Paused);
    }
    Err(full.into())
}

/// Those that rest cost nothing but their place in the table; nobody types more.
const MOST_KEPT: usize = 500;

/// Makes the keywords fit a plan: those above its limit rest, and rest no longer when there is room
/// again. What is chosen to rest goes first, then the newest. Nothing is deleted.
pub async fn fit(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    plan: Plan,
    choice: &KeywordChoice,
) -> anyhow::Result<()> {
    // Held, so that nobody adds one meanwhile.
    if onboarding::lock_company(tx, user_id).await?.is_none() {
        return Ok(());
    }
    let mut all = store::all_in(tx, user_id).await?;
    all.sort_by_key(|tracked| choice.rank(&tracked.keyword));
    for (place, tracked) in (0..).zip(&all) {
        let is_paused = !plan.terms().keywords.allows_another(place);
        if is_paused != tracked.paused {
            store::pause(tx, tracked.id, is_paused).await?;
            let written = (tracked.id, RowWrite::Changed);
            live::record_written(tx, clock, user_id, &store::KEYWORDS, written).await?;
        }
    }
    Ok(())
}

/// A keyword that was taken away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removed {
    /// The one that rested and has its place now.
    pub woken: Option<String>,
}

/// Takes a keyword away, and wakes the oldest that rests if there is room for it now; none if it was
/// not there.
pub async fn remove(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    keyword: &Keyword,
) -> anyhow::Result<Option<Removed>> {
    // Held, so that nobody takes the place meanwhile.
    onboarding::lock_company(tx, user_id).await?;
    let Some(id) = store::remove(tx, user_id, &keyword.folded()).await? else {
        return Ok(None);
    };
    live::record_gone(tx, clock, user_id, &store::KEYWORDS, id).await?;
    let woken = wake_oldest(tx, clock, user_id).await?;
    Ok(Some(Removed { woken }))
}

async fn wake_oldest(tx: &mut Tx, clock: &Clock, user_id: Uuid) -> anyhow::Result<Option<String>> {
    let all = store::all_in(tx, user_id).await?;
    let awake = all.iter().filter(|tracked| !tracked.paused).count();
    let limit = billing::plan_of(tx, user_id).await?.terms().keywords;
    let oldest = all.into_iter().find(|tracked| tracked.paused);
    let Some(oldest) = oldest.filter(|_| limit.allows_another(awake as u64)) else {
        return Ok(None);
    };
    store::pause(tx, oldest.id, false).await?;
    let written = (oldest.id, RowWrite::Changed);
    live::record_written(tx, clock, user_id, &store::KEYWORDS, written).await?;
    Ok(Some(oldest.keyword))
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
