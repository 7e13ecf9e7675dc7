//! Every kind of job and every recurring one on one page, with its cadence.

use std::sync::Arc;

use crate::lifecycle::{Lifecycle, SweepDeletedAccounts};
use crate::retention_jobs::ForgetOld;
use crate::wiring::Product;
use billing::{CancelAtProvider, ChangeCustomerEmail, ProcessPaymentEvent, RecheckSubscription};
use comments::{DraftComment, DraftTools};
use discovery::{
    Discover, DiscoveryTools, FindKeywordPosts, HeardPostTools, JudgeHeardPosts, PreviewCompany,
    PreviewTools, ReadHeardPosts, ReaderBudget, RejudgePosts, ReleaseTools, ReleaseWaiting,
    SweepPosts,
};
use finds::{SWEEP_EVERY, SortBrandTerms, SweepTools};
use mentions::{MentionTools, ReadHeardTexts, RejudgeMentions, SearchMentions, SweepMentions};
use notifications::{QueueDigests, RemindOfTrialEnd, WriteDigest};
use onboarding::{AnalysisTools, AnalyzeWebsite};
use platform::app::App;
use platform::db::DbResult;
use platform::jobs::{self, Recurring, Registry};
use platform::outbox::SendMail;
use scanner::{FinishScan, RepeatScan, Scan};

/// The kinds of jobs this build can run.
pub fn registry(product: &Product) -> Registry {
    let Product { app, listening, .. } = product;
    with_sandbox_jobs(Registry::default(), product)
        .with::<SendMail>(app.outbox.clone())
        .with::<ForgetOld>(app.clone())
        .with::<SweepDeletedAccounts>(app.db.clone())
        .with::<ProcessPaymentEvent>(app.clone())
        .with::<RecheckSubscription>(app.clone())
        .with::<CancelAtProvider>(app.clone())
        .with::<ChangeCustomerEmail>(app.clone())
        .with::<AnalyzeWebsite>(analysis_tools(app))
        .with::<PreviewCompany>(preview_tools(product))
        .with::<FindKeywordPosts>(preview_tools(product))
        .with::<Discover>(discovery_tools(product))
        .with::<ReadHeardPosts>(HeardPostTools {
            discovery: discovery_tools(product),
            threshold: Arc::new(Lifecycle),
            drafts: Arc::new(Lifecycle),
            budget: ReaderBudget::new(app.settings.automatic_work.readers),
        })
        .with::<JudgeHeardPosts>(())
        .with::<SweepPosts>(SweepTools {
            db: app.db.clone(),
            listening: listening.clone(),
            events: app.events.clone(),
        })
        .with::<SearchMentions>(mention_tools(product))
        .with::<ReadHeardTexts>(mention_tools(product))
        .with::<SweepMentions>(SweepTools {
            db: app.db.clone(),
            listening: listening.clone(),
            events: app.events.clone(),
        })
        .with::<ReleaseWaiting>(ReleaseTools {
            db: app.db.clone(),
            events: app.events.clone(),
        })
        .with::<RejudgePosts>(app.db.clone())
        .with::<RejudgeMentions>(app.db.clone())
        .with::<SortBrandTerms>(app.db.clone())
        .with::<Scan>(app.db.clone())
        .with::<FinishScan>(app.db.clone())
        .with::<RepeatScan>(app.db.clone())
        .with::<QueueDigests>(())
        .with::<WriteDigest>(app.clone())
        .with::<RemindOfTrialEnd>(app.clone())
        .with::<DraftComment>(DraftTools {
            db: app.db.clone(),
            llm: app.llm.clone(),
            is_sandbox: app.settings.llm.is_sandbox(),
        })
}

fn discovery_tools(product: &Product) -> DiscoveryTools {
    let Product { app, listening, .. } = product;
    DiscoveryTools {
        db: app.db.clone(),
        listening: listening.clone(),
        llm: app.llm.clone(),
        events: app.events.clone(),
        posts_judged: app.settings.automatic_work.posts_judged,
    }
}

fn mention_tools(product: &Product) -> MentionTools {
    let Product { app, listening, .. } = product;
    MentionTools {
        db: app.db.clone(),
        listening: listening.clone(),
        llm: app.llm.clone(),
        events: app.events.clone(),
    }
}

fn analysis_tools(app: &App) -> AnalysisTools {
    AnalysisTools {
        websites: app.websites.clone(),
        llm: app.llm.clone(),
    }
}

fn preview_tools(product: &Product) -> PreviewTools {
    PreviewTools {
        db: product.app.db.clone(),
        listening: product.listening.clone(),
        analysis: analysis_tools(&product.app),
    }
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
        Recurring::new("sweep_posts", SWEEP_EVERY, &SweepPosts {}),
        Recurring::new("sweep_mentions", SWEEP_EVERY, &SweepMentions {}),
        Recurring::new(
            "queue_digests",
            notifications::QUEUE_DIGESTS_EVERY,
            &QueueDigests {},
        ),
    ];
    for schedule in recurring.into_iter().chain(ForgetOld::schedules()) {
        jobs::declare(&app.db, &app.clock, schedule).await?;
    }
    discovery::rejudge_older_scales(&app.db, &app.clock).await?;
    mentions::rejudge_older_readings(&app.db, &app.clock).await?;
    finds::sort_older_brand_terms(&app.db, &app.clock).await?;
    scanner::adopt(&app.db, &app.clock).await
}
