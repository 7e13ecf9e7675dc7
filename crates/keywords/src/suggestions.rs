//! What an analysis proposed and nobody has decided on yet.

use onboarding::ProposedKeyword;
use uuid::Uuid;

use super::{Keyword, of, store};
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};

/// The proposals that are neither tracked nor dismissed, best first.
pub(super) async fn open_suggestions(db: &Db, user_id: Uuid) -> DbResult<Vec<ProposedKeyword>> {
    let mut decided = store::list_dismissed(db, user_id).await?;
    let tracked = of(db, user_id).await?.into_iter();
    decided.extend(tracked.map(|row| row.keyword.to_lowercase()));
    let mut proposed = onboarding::proposed_keywords(db, user_id).await?;
    proposed.retain(|suggestion| is_open(suggestion, &decided));
    Ok(proposed)
}

/// Never suggests this keyword again.
pub(super) async fn dismiss(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    keyword: &Keyword,
) -> DbResult<()> {
    store::dismiss_keyword(tx, user_id, &keyword.folded(), clock.now()).await
}

/// What the rules for keywords do not allow is not suggested either.
fn is_open(suggestion: &ProposedKeyword, decided: &[String]) -> bool {
    Keyword::parse(&suggestion.keyword).is_ok_and(|keyword| !decided.contains(&keyword.folded()))
}
