//! Starting a search for mentions: for somebody who waits at a screen, or as a part of a scan.

use uuid::Uuid;

use super::search_job::SearchMentions;
use finds::{SearchError, enqueue_search, found_by_search, start_search, wait_for_search};
use listening::{Gap, Unheard, Urgency};
use platform::app::App;
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::jobs::Enqueued;

/// Why there is nothing to search for on somebody's behalf at this moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MentionsNotReady {
    #[error("An active subscription is required.")]
    NoSubscription,
    /// No terms were ever made, and there is no company of which the search makes some.
    #[error("There is no company yet.")]
    NoCompany,
    /// Somebody removed them all.
    #[error("There are no brand terms.")]
    NoTerms,
}

impl From<MentionsNotReady> for SearchError {
    fn from(not_ready: MentionsNotReady) -> Self {
        match not_ready {
            MentionsNotReady::NoSubscription => SearchError::NoSubscription,
            MentionsNotReady::NoCompany => {
                SearchError::NotReady("Please analyse your website first.")
            }
            MentionsNotReady::NoTerms => {
                SearchError::NotReady("Please add a brand term in Settings first.")
            }
        }
    }
}

/// Searches for mentions for a user, or joins the search that runs, and waits for its end; how many
/// are new, and what could not be searched.
pub(super) async fn search(app: &App, user_id: Uuid) -> Result<(usize, Vec<Unheard>), SearchError> {
    is_ready(&app.db, &app.clock, user_id).await??;
    let job = SearchMentions {
        user_id,
        urgency: Urgency::Interactive,
        only: None,
    };
    let enqueued = start_search(app, &job).await?;
    let outcome = wait_for_search::<SearchMentions>(app, user_id, enqueued.id()).await?;
    found_by_search(outcome)
}

pub(super) async fn is_ready(
    db: &Db,
    clock: &Clock,
    user_id: Uuid,
) -> anyhow::Result<Result<(), MentionsNotReady>> {
    if !billing::access_of(db, clock, user_id).await?.is_live {
        return Ok(Err(MentionsNotReady::NoSubscription));
    }
    if finds::has_brand_terms(db, user_id).await? {
        let is_empty = finds::brand_terms(db, user_id).await?.is_empty();
        return Ok(if is_empty {
            Err(MentionsNotReady::NoTerms)
        } else {
            Ok(())
        });
    }
    let company = onboarding::company_of(db, user_id).await?;
    Ok(company.map(drop).ok_or(MentionsNotReady::NoCompany))
}

/// The search of a scan: nobody waits for it. `only` names what an earlier one left open.
pub(super) async fn begin_scan(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    only: Option<Vec<Gap>>,
) -> DbResult<Enqueued> {
    let job = SearchMentions {
        user_id,
        urgency: Urgency::Scan,
        only,
    };
    enqueue_search(tx, clock, &job).await
}
