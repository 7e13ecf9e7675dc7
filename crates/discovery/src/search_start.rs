//! Starting a discovery: for somebody who waits at a screen, or as a part of a scan.

use uuid::Uuid;

use super::allowance;
use super::discovery_job::{Discover, keywords_of};
use super::scan_report::DiscoveryReport;
use super::store::PostOrder;
use finds::{SearchError, enqueue_search, found_by_search, start_search, wait_for_search};
use keywords::Keyword;
use listening::{Gap, Unheard, Urgency};
use platform::app::App;
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::jobs::{self, Enqueued, Job};

/// What a discovery brought.
#[derive(Clone, Debug)]
pub(super) struct Discovered {
    pub(super) job_id: Uuid,
    pub(super) new_posts: usize,
    pub(super) failures: Vec<Unheard>,
    pub(super) report: DiscoveryReport,
}

/// Why there is nothing to discover for somebody at this moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiscoveryNotReady {
    #[error("An active subscription is required.")]
    NoSubscription,
    #[error("There are no keywords yet.")]
    NoKeywords,
}

/// Discovers posts for a user, or joins the discovery that runs, and waits for its end. Somebody
/// who asks for something that the running one does not look for gets one of their own after it.
pub(super) async fn discover(
    app: &App,
    user_id: Uuid,
    order: PostOrder,
    query: Option<Keyword>,
    alone: bool,
) -> Result<Discovered, SearchError> {
    let access = allowance::access_of(&app.db, &app.clock, user_id).await?;
    access.ok_or(SearchError::NoSubscription)?;
    let query = query.map(|keyword| keyword.as_str().to_owned());
    if query.is_none() && keywords_of(&app.db, user_id).await?.is_empty() {
        return Err(SearchError::NotReady("Please add a keyword first."));
    }
    let job = Discover {
        user_id,
        alone: alone && query.is_some(),
        query,
        order,
        urgency: Urgency::Interactive,
        only: None,
        report: DiscoveryReport::default(),
    };
    let mut enqueued = start_search(app, &job).await?;
    let mut ended = wait_for_search::<Discover>(app, user_id, enqueued.id()).await?;
    if let Enqueued::Joined(_) = enqueued
        && job.query.is_some()
        && ended.query != job.query
    {
        enqueued = start_search(app, &job).await?;
        ended = wait_for_search::<Discover>(app, user_id, enqueued.id()).await?;
    }
    let report = ended.report;
    let (new_posts, failures) = found_by_search(ended.end)?;
    Ok(Discovered {
        job_id: enqueued.id(),
        new_posts,
        failures,
        report,
    })
}

/// Asks the user's running discovery to stop with what it has.
pub(super) async fn stop(app: &App, user_id: Uuid) -> DbResult<()> {
    let mut tx = app.db.begin().await?;
    jobs::ask_to_stop(&mut tx, &user_id.to_string(), Discover::KIND).await?;
    tx.commit().await
}

pub(super) async fn is_ready(
    db: &Db,
    clock: &Clock,
    user_id: Uuid,
) -> anyhow::Result<Result<(), DiscoveryNotReady>> {
    if allowance::access_of(db, clock, user_id).await?.is_none() {
        return Ok(Err(DiscoveryNotReady::NoSubscription));
    }
    if keywords_of(db, user_id).await?.is_empty() {
        return Ok(Err(DiscoveryNotReady::NoKeywords));
    }
    Ok(Ok(()))
}

/// The discovery of a scan: nobody waits for it, and it looks for the newest posts. `only` names
/// what an earlier one left open.
pub(super) async fn begin_scan(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    only: Option<Vec<Gap>>,
) -> DbResult<Enqueued> {
    let job = Discover {
        user_id,
        query: None,
        alone: false,
        order: PostOrder::New,
        urgency: Urgency::Scan,
        only,
        report: DiscoveryReport::default(),
    };
    enqueue_search(tx, clock, &job).await
}

pub(super) async fn scan(app: &App, user_id: Uuid) -> anyhow::Result<Option<Enqueued>> {
    let access = allowance::access_of(&app.db, &app.clock, user_id).await?;
    if access.is_none() {
        return Ok(None);
    }
    let mut tx = app.db.begin().await?;
    let enqueued = begin_scan(&mut tx, &app.clock, user_id, None).await?;
    tx.commit().await?;
    Ok(Some(enqueued))
}
