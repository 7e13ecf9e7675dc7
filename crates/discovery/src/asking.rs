//! Asking for a discovery: it is begun, or the one that runs is joined.

use anyhow::Context;
use chrono::TimeDelta;
use uuid::Uuid;

use super::allowance;
use super::discover::{Answer, Discover, Haste, Wish, keywords_of};
use super::progress;
use super::store::Order;
use keywords::Keyword;
use listening::{Outcome, Unheard};
use platform::app::App;
use platform::jobs::{self, End, Enqueued};
use platform::rate_limit::{Limit, RateLimitExceeded, take};

/// What a discovery brought.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) job_id: Uuid,
    pub(super) new_posts: usize,
    pub(super) failures: Vec<Unheard>,
}

#[derive(Debug, thiserror::Error)]
pub(super) enum NotDiscovered {
    #[error("An active subscription is required.")]
    NoSubscription,
    #[error("Please add a keyword first.")]
    NoKeywords,
    #[error("Reddit does not answer at the moment. Please try again later.")]
    Unheard,
    #[error("That was often. Please wait a moment and try again.")]
    TooMany(RateLimitExceeded),
    #[error("Failed to discover new posts. Please try again.")]
    Failed,
    #[error(transparent)]
    Unforeseen(#[from] anyhow::Error),
}

/// Discovers posts for a person, or joins the discovery that runs, and waits for its end. Somebody
/// who asks for something that the running one does not look for gets one of their own after it.
pub(super) async fn discover(
    app: &App,
    user_id: Uuid,
    order: Order,
    query: Option<Keyword>,
) -> Result<Found, NotDiscovered> {
    let access = allowance::access_of(&app.db, &app.clock, user_id).await?;
    access.ok_or(NotDiscovered::NoSubscription)?;
    let query = query.map(|keyword| keyword.as_str().to_owned());
    if query.is_none() && keywords_of(&app.db, user_id).await?.is_empty() {
        return Err(NotDiscovered::NoKeywords);
    }
    let wanted = Discover {
        user_id,
        query,
        order: Wish::of(order),
        urgency: Haste::Now,
    };
    let mut enqueued = begin(app, &wanted).await?;
    let mut answer = answer_of(app, user_id, enqueued.id()).await?;
    if let Enqueued::Joined(_) = enqueued
        && wanted.query.is_some()
        && answer.query != wanted.query
    {
        enqueued = begin(app, &wanted).await?;
        answer = answer_of(app, user_id, enqueued.id()).await?;
    }
    answer.into_found(enqueued.id())
}

/// A discovery asks Reddit dozens of times.
const DISCOVERIES: Limit = Limit::new(20, TimeDelta::minutes(10));

async fn begin(app: &App, job: &Discover) -> Result<Enqueued, NotDiscovered> {
    let begun = async {
        let mut tx = app.db.begin().await?;
        let enqueued = jobs::enqueue(&mut tx, &app.clock, job.queued()).await?;
        // Who joins costs nothing; who is refused undoes the job by dropping the transaction.
        if let Enqueued::New(_) = enqueued {
            let name = format!("discoveries of {}", job.user_id);
            let taken = take(&mut tx, &name, DISCOVERIES, app.clock.real()).await?;
            if let Err(empty) = taken {
                return Ok(Err(empty));
            }
        }
        tx.commit().await?;
        Ok::<_, anyhow::Error>(Ok(enqueued))
    };
    begun.await?.map_err(NotDiscovered::TooMany)
}

async fn answer_of(app: &App, user_id: Uuid, job_id: Uuid) -> Result<Answer, NotDiscovered> {
    let end = jobs::wait_for_end(&app.db, job_id).await;
    let End::Done(result) = end.map_err(anyhow::Error::from)? else {
        // A job that was set aside told nobody; pages would go on waiting for it.
        progress::tell_of_failure(&app.db, &app.clock, user_id).await?;
        return Err(NotDiscovered::Failed);
    };
    Ok(serde_json::from_value(result).context("reading how a discovery ended")?)
}

impl Answer {
    fn into_found(self, job_id: Uuid) -> Result<Found, NotDiscovered> {
        match self.end {
            Outcome::Found { new, failures } => Ok(Found {
                job_id,
                new_posts: new,
                failures,
            }),
            Outcome::Unheard => Err(NotDiscovered::Unheard),
            Outcome::NoSubscription => Err(NotDiscovered::NoSubscription),
        }
    }
}
