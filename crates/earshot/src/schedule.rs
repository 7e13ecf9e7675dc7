//! Every kind of job and every recurring one on one page, with its cadence.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::lifecycle::{self, SweepDeletedAccounts};
use crate::wiring::Product;
use billing::{CancelAtProvider, ProcessPaymentEvent, RecheckSubscription};
use comments::{DraftComment, DraftTools};
use discovery::{Discover, DiscoveryTools, ReleaseWaiting, SweepPosts};
use finds::{SWEEP_EVERY, SweepTools};
use mentions::{MentionTools, SearchMentions, SweepMentions};
use notifications::{QueueDigests, WriteDigest};
use onboarding::{AnalysisTools, AnalyzeWebsite};
use platform::app::App;
use platform::budget;
use platform::db::{Db, DbResult};
use platform::jobs::{self, Done, Job, Lease, Recurring, Registry};
use platform::live;
use platform::outbox::{Outbox, SendMail};
use scanner::{FinishScan, Scan};

/// The kinds of jobs this build can run.
pub fn registry(product: &Product) -> Registry {
    let Product { app, listening, .. } = product;
    with_sandbox_jobs(Registry::default(), product)
        .with::<SendMail>(app.outbox.clone())
        .with::<ForgetOld>((app.db.clone(), app.outbox.clone()))
        .with::<SweepDeletedAccounts>(app.db.clone())
        .with::<ProcessPaymentEvent>(app.clone())
        .with::<RecheckSubscription>(app.clone())
        .with::<CancelAtProvider>(app.clone())
        .with::<AnalyzeWebsite>(AnalysisTools {
            websites: app.websites.clone(),
            llm: app.llm.clone(),
        })
        .with::<Discover>(DiscoveryTools {
            db: app.db.clone(),
            listening: listening.clone(),
            llm: app.llm.clone(),
        })
        .with::<SweepPosts>(SweepTools {
            db: app.db.clone(),
            listening: listening.clone(),
            events: app.events.clone(),
        })
        .with::<SearchMentions>(MentionTools {
            db: app.db.clone(),
            listening: listening.clone(),
            llm: app.llm.clone(),
        })
        .with::<SweepMentions>(SweepTools {
            db: app.db.clone(),
            listening: listening.clone(),
            events: app.events.clone(),
        })
        .with::<ReleaseWaiting>(app.db.clone())
        .with::<Scan>(app.db.clone())
        .with::<FinishScan>(app.db.clone())
        .with::<QueueDigests>(())
        .with::<WriteDigest>(app.clone())
        .with::<DraftComment>(DraftTools {
            db: app.db.clone(),
            llm: app.llm.clone(),
        })
}

#[cfg(feature = "sandboxes")]
fn with_sandbox_jobs(registry: Registry, product: &Product) -> Registry {
    use crate::lifecycle::FillAccount;
    use sandbox::{CatchUpPayments, SendWebhooks, WebhookTools};
    let Product { app, sandboxes, .. } = product;
    registry
        .with::<FillAccount>((app.clone(), sandboxes.clone()))
        .with::<CatchUpPayments>(sandboxes.clone())
        .with::<SendWebhooks>(WebhookTools::new(app, sandboxes))
}

#[cfg(not(feature = "sandboxes"))]
fn with_sandbox_jobs(registry: Registry, _product: &Product) -> Registry {
    registry
}

/// Makes sure the recurring jobs are scheduled.
pub async fn declare(app: &App) -> DbResult<()> {
    let recurring = [
        Recurring::new("forget_old", Duration::from_hours(6), &ForgetOld {}),
        Recurring::new("sweep_posts", SWEEP_EVERY, &SweepPosts {}),
        Recurring::new("sweep_mentions", SWEEP_EVERY, &SweepMentions {}),
        Recurring::new(
            "queue_digests",
            notifications::QUEUE_DIGESTS_EVERY,
            &QueueDigests {},
        ),
    ];
    for schedule in recurring {
        jobs::declare(&app.db, &app.clock, schedule).await?;
    }
    scanner::adopt(&app.db, &app.clock).await
}

/// Removes what nobody needs any more: finished jobs, old mails, old answers.
#[derive(Debug, Serialize, Deserialize)]
pub struct ForgetOld {}

impl Job for ForgetOld {
    const KIND: &'static str = "forget_old";
    type Context = (Db, Outbox);

    async fn run(self, (db, outbox): Self::Context, lease: Lease) -> anyhow::Result<Done> {
        jobs::forget_finished(&db, lease.clock()).await?;
        outbox.forget_old().await?;
        live::forget_old(&db, lease.clock()).await?;
        budget::forget_old(&db, lease.clock()).await?;
        identity::forget_old(&db, lease.clock()).await?;
        billing::forget_old(&db, lease.clock()).await?;
        lifecycle::forget_leftovers(&db).await?;
        listening::forget_old(&db, lease.clock()).await?;
        notifications::forget_old(&db, lease.clock()).await?;
        sandbox::forget_old(&db, lease.clock()).await?;
        lease.done().await
    }
}
