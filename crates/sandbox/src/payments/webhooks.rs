//! The payment sandbox's webhooks: durable, signed, retried; late, twice or in disorder on demand.

use std::str::FromStr;
use std::sync::Arc;

use anyhow::Context;
use sandboxes::payments::WebhookSender;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::super::SandboxAddresses;
use super::super::store as kept;
use super::{signing_secret, store};
use platform::app::App;
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::jobs::{self, Done, Job, Lease, NewJob};

const MODE: &str = "payments.webhooks";

/// What happens to webhooks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum WebhookMode {
    /// Each is sent, in order, until it is taken.
    #[default]
    Normal,
    /// None is sent until another mode is chosen.
    Hold,
    /// Each is sent twice.
    Duplicate,
    /// The last of those that belong together is sent first.
    Reverse,
    /// They are lost.
    Drop,
}

impl WebhookMode {
    fn word(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Hold => "hold",
            Self::Duplicate => "duplicate",
            Self::Reverse => "reverse",
            Self::Drop => "drop",
        }
    }
}

impl FromStr for WebhookMode {
    type Err = ();

    fn from_str(word: &str) -> Result<Self, ()> {
        let all = [
            Self::Normal,
            Self::Hold,
            Self::Duplicate,
            Self::Reverse,
            Self::Drop,
        ];
        all.into_iter().find(|mode| mode.word() == word).ok_or(())
    }
}

pub(super) async fn mode(db: &Db) -> DbResult<WebhookMode> {
    let kept = kept::state(db, MODE).await?;
    Ok(kept.and_then(|word| word.parse().ok()).unwrap_or_default())
}

/// Chooses what becomes of webhooks from now on, and of those that are held: they go the new way.
/// Answers how many are held after that.
pub(in super::super) async fn set_mode(db: &Db, clock: &Clock, mode: WebhookMode) -> DbResult<i64> {
    kept::set_state(db, MODE, mode.word()).await?;
    let mut tx = db.begin().await?;
    let held = store::release(&mut tx).await?;
    hand_over(&mut tx, clock, mode, held).await?;
    tx.commit().await?;
    store::held(db).await
}

/// Sees to it that these are sent, in the way that is chosen.
pub(super) async fn hand_over(
    tx: &mut Tx,
    clock: &Clock,
    mode: WebhookMode,
    mut events: Vec<String>,
) -> DbResult<()> {
    match mode {
        WebhookMode::Normal => {}
        WebhookMode::Drop => return Ok(()),
        WebhookMode::Hold => {
            for event in &events {
                store::hold(tx, event).await?;
            }
            return Ok(());
        }
        WebhookMode::Duplicate => events.extend(events.clone()),
        WebhookMode::Reverse => events.reverse(),
    }
    enqueue(tx, clock, events).await
}

async fn enqueue(tx: &mut Tx, clock: &Clock, events: Vec<String>) -> DbResult<()> {
    if events.is_empty() {
        return Ok(());
    }
    let job = NewJob::of(&SendWebhooks { events });
    jobs::enqueue(tx, clock, job).await.map(drop)
}

/// Sends the first of these webhooks; once it is taken, a job for the others follows. So they
/// arrive one after the other, each is tried until it is taken, and a crash repeats one at most.
#[derive(Debug, Serialize, Deserialize)]
pub struct SendWebhooks {
    events: Vec<String>,
}

/// What sending takes.
#[derive(Clone, Debug)]
pub struct WebhookTools {
    app: App,
    addresses: SandboxAddresses,
    sender: Arc<WebhookSender>,
}

impl WebhookTools {
    pub fn new(app: &App, addresses: &SandboxAddresses) -> Self {
        Self {
            app: app.clone(),
            addresses: addresses.clone(),
            sender: Arc::default(),
        }
    }
}

impl Job for SendWebhooks {
    const KIND: &'static str = "sandbox_webhooks";
    /// With pauses of up to ten minutes these are about three days, as at Stripe.
    const MAX_FAILURES: i64 = 800;
    type Context = WebhookTools;

    async fn run(self, tools: WebhookTools, lease: Lease) -> anyhow::Result<Done> {
        let app = &tools.app;
        let mut events = self.events.into_iter();
        if let Some(event_id) = events.next() {
            send(&tools, &event_id).await?;
        }
        let mut tx = lease.begin().await?;
        enqueue(&mut tx, &app.clock, events.collect()).await?;
        lease.finish(tx, serde_json::Value::Null).await
    }
}

async fn send(tools: &WebhookTools, event_id: &str) -> anyhow::Result<()> {
    let app = &tools.app;
    // Whoever it was about may have left since.
    let Some(event) = store::record(&app.db, event_id).await? else {
        return Ok(());
    };
    let url = match tools.addresses.webhook_url() {
        Some(url) => url.to_owned(),
        None => kept::state(&app.db, super::super::host::WEBHOOK_URL)
            .await?
            .context("finding a process that takes webhooks")?,
    };
    let secret = signing_secret(&app.db, &app.settings).await?;
    let body = event.body["body"].to_string();
    let sent = tools.sender.send(&url, &secret, &body, app.clock.real());
    Ok(sent.await?)
}
