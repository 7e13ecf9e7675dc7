//! Asking for a search: it is begun, or the one that runs is joined.

use anyhow::Context;
use chrono::TimeDelta;
use uuid::Uuid;

use super::search::SearchMentions;
use super::{allowance, progress, store};
use listening::{Outcome, Unheard};
use platform::app::App;
use platform::db::Db;
use platform::jobs::{self, End, Enqueued};
use platform::rate_limit::{Limit, RateLimitExceeded, take};

/// What a search brought.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) new_mentions: usize,
    pub(super) failures: Vec<Unheard>,
}

#[derive(Debug, thiserror::Error)]
pub(super) enum NotSearched {
    #[error("An active subscription is required.")]
    NoSubscription,
    #[error("Please analyse your website first.")]
    NoCompany,
    #[error("Please add a brand term in Settings first.")]
    NoTerms,
    #[error("Reddit does not answer at the moment. Please try again later.")]
    Unheard,
    #[error("That was often. Please wait a moment and try again.")]
    TooMany(RateLimitExceeded),
    #[error("Failed to search for mentions. Please try again.")]
    Failed,
    #[error(transparent)]
    Unforeseen(#[from] anyhow::Error),
}

/// Searches for mentions for a person, or joins the search that runs, and waits for its end.
pub(super) async fn search(app: &App, user_id: Uuid) -> Result<Found, NotSearched> {
    if !allowance::has_access(&app.db, &app.clock, user_id).await? {
        return Err(NotSearched::NoSubscription);
    }
    match what_lacks(&app.db, user_id).await? {
        Some(Lack::Company) => return Err(NotSearched::NoCompany),
        Some(Lack::Terms) => return Err(NotSearched::NoTerms),
        None => {}
    }
    let job_id = begin(app, user_id).await?;
    let end = jobs::wait_for_end(&app.db, job_id).await;
    let End::Done(result) = end.map_err(anyhow::Error::from)? else {
        // A job that was set aside told nobody; pages would go on waiting for it.
        progress::tell_of_failure(&app.db, &app.clock, user_id).await?;
        return Err(NotSearched::Failed);
    };
    let outcome = serde_json::from_value(result).context("reading how a search ended")?;
    match outcome {
        Outcome::Found { new, failures } => Ok(Found {
            new_mentions: new,
            failures,
        }),
        Outcome::Unheard => Err(NotSearched::Unheard),
        Outcome::NoSubscription => Err(NotSearched::NoSubscription),
    }
}

/// Why there is nothing to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lack {
    /// No terms were ever made, and there is no company of which the search makes some.
    Company,
    /// Somebody took them all away.
    Terms,
}

pub(super) async fn what_lacks(db: &Db, user_id: Uuid) -> anyhow::Result<Option<Lack>> {
    if store::has_terms(db, user_id).await? {
        let is_empty = store::terms(db, user_id).await?.is_empty();
        return Ok(is_empty.then_some(Lack::Terms));
    }
    let company = onboarding::company_of(db, user_id).await?;
    Ok(company.is_none().then_some(Lack::Company))
}

/// A search asks Reddit dozens of times.
const SEARCHES: Limit = Limit::new(20, TimeDelta::minutes(10));

async fn begin(app: &App, user_id: Uuid) -> Result<Uuid, NotSearched> {
    let job = SearchMentions {
        user_id,
        is_urgent: true,
    };
    let begun = async {
        let mut tx = app.db.begin().await?;
        let enqueued = jobs::enqueue(&mut tx, &app.clock, job.queued()).await?;
        // Who joins costs nothing; who is refused undoes the job by dropping the transaction.
        if let Enqueued::New(_) = enqueued {
            let name = format!("searches for mentions of {user_id}");
            let taken = take(&mut tx, &name, SEARCHES, app.clock.real()).await?;
            if let Err(empty) = taken {
                return Ok(Err(empty));
            }
        }
        tx.commit().await?;
        Ok::<_, anyhow::Error>(Ok(enqueued.id()))
    };
    begun.await?.map_err(NotSearched::TooMany)
}
