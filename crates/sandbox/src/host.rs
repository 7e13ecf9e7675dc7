//! Which process hosts the sandboxes, and at which ports.
//!
//! A port is kept in the database and taken again after a restart, so that addresses handed out
//! earlier, such as links to a sandbox's pages, stay good.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use futures::FutureExt;
use futures::future::BoxFuture;
use sandboxes::bluesky::{self, BlueskySandbox};
use sandboxes::hacker_news::{self, HackerNewsSandbox};
use sandboxes::identity_provider;
use sandboxes::llm;
use sandboxes::mail::SmtpSandbox;
use sandboxes::payments::PriceList;
use sandboxes::rank::{self as rank, RankSandbox};
use sandboxes::reddit::{self as reddit, CallAllowance, RedditSandbox};
use sandboxes::website::WebsiteSandbox;
use tokio::net::TcpListener;

use super::mailbox::SandboxMailbox;
use super::{SandboxAddresses, payments, sample_times, store, websites};
use platform::clock::Clock;
use platform::db::{Db, DbResult, Leadership};
use platform::tasks::{Tasks, pause};

/// The lock under which one of several processes hosts the sandboxes; any unlikely number.
const HOSTING: i64 = 5_203_171_944_200_156;
/// Under which a process that answers requests writes down where it takes webhooks.
pub(super) const WEBHOOK_URL: &str = "payments.webhook_url";
/// The samples of two days: some are there at the first start, the others come over the next hours.
const SAMPLES_AHEAD: Duration = Duration::from_hours(40);
const LOOK_FOR_THE_ADDRESS: Duration = Duration::from_millis(200);
const LOOK_FOR_THE_HOST: Duration = Duration::from_secs(2);

impl SandboxAddresses {
    /// Where this process takes the payment sandbox's webhooks, if it does.
    pub(super) fn webhook_url(&self) -> Option<&str> {
        self.webhook_url.as_deref()
    }

    pub(super) fn with_webhooks_at(self, webhook_url: Option<String>) -> Self {
        Self {
            webhook_url,
            ..self
        }
    }
}

/// Where this process takes webhooks, written down for those that send some and take none.
pub(super) async fn webhook_url(db: &Db, web: Option<SocketAddr>) -> DbResult<Option<String>> {
    let Some(mut web) = web else {
        return Ok(None);
    };
    if web.ip().is_unspecified() {
        web.set_ip(Ipv4Addr::LOCALHOST.into());
    }
    let url = format!("http://{web}/api/stripe-webhook");
    store::set_state(db, WEBHOOK_URL, &url).await?;
    Ok(Some(url))
}

/// A process that can host sandboxes.
#[derive(Clone, Debug)]
pub(super) struct SandboxHost {
    pub(super) db: Db,
    pub(super) clock: Clock,
    pub(super) tasks: Tasks,
    pub(super) prices: PriceList,
    pub(super) reddit_calls: u32,
    pub(super) reddit_firehose: Option<NonZeroU32>,
    pub(super) is_guest: bool,
}

impl SandboxHost {
    /// Opens the sandboxes here, or finds those of the process that has them open and stands by.
    pub(super) async fn open_or_find(
        self,
        providers: Vec<&'static str>,
    ) -> anyhow::Result<SandboxAddresses> {
        if let Some(leadership) = self.try_lead().await? {
            return self.open(&providers, leadership).await;
        }
        let mut addresses = BTreeMap::new();
        for provider in &providers {
            addresses.insert(*provider, self.find(provider).await?);
        }
        self.stand_by(providers);
        Ok(SandboxAddresses {
            addresses,
            webhook_url: None,
        })
    }

    async fn try_lead(&self) -> anyhow::Result<Option<Leadership>> {
        if self.is_guest {
            return Ok(None);
        }
        let leadership = self.db.try_lead(HOSTING).await;
        leadership.context("asking who hosts the sandboxes")
    }

    async fn open(
        &self,
        providers: &[&'static str],
        leadership: Leadership,
    ) -> anyhow::Result<SandboxAddresses> {
        let leadership = Arc::new(leadership);
        let mut addresses = BTreeMap::new();
        for provider in providers {
            let listener = self.listen(provider).await?;
            let address = listener.local_addr()?;
            let serving = self.serve(provider, listener).await?;
            let leadership = leadership.clone();
            self.tasks.supervise("sandbox", async move {
                serving.await;
                drop(leadership);
            });
            tracing::info!(provider, %address, "sandbox open");
            addresses.insert(*provider, address);
        }
        Ok(SandboxAddresses {
            addresses,
            webhook_url: None,
        })
    }

    async fn serve(
        &self,
        provider: &str,
        listener: TcpListener,
    ) -> anyhow::Result<BoxFuture<'static, ()>> {
        let stopping = self.tasks.stopping();
        if provider == "llm" {
            return Ok(llm::serve(listener, stopping).boxed());
        }
        if provider == "reddit" {
            let (anchor, now) = sample_times::times(&self.db, &self.clock).await?;
            let allowance = CallAllowance {
                calls: self.reddit_calls,
                ..CallAllowance::default()
            };
            let sandbox = RedditSandbox::new(anchor, now)
                .with_allowance(allowance)
                .with_firehose(self.reddit_firehose);
            return Ok(reddit::serve(listener, sandbox, stopping).boxed());
        }
        if provider == "rank" {
            let (anchor, now) = sample_times::times(&self.db, &self.clock).await?;
            let sandbox = RankSandbox::new(anchor, now);
            return Ok(rank::serve(listener, sandbox, stopping).boxed());
        }
        if provider == "hacker_news" {
            let (anchor, now) = sample_times::times(&self.db, &self.clock).await?;
            let sandbox = HackerNewsSandbox::new(anchor + SAMPLES_AHEAD, now);
            return Ok(hacker_news::serve(listener, sandbox, stopping).boxed());
        }
        if provider == "bluesky" {
            let (anchor, now) = sample_times::times(&self.db, &self.clock).await?;
            let sandbox = BlueskySandbox::new(anchor + SAMPLES_AHEAD, now);
            return Ok(bluesky::serve(listener, sandbox, stopping).boxed());
        }
        if provider == "website" {
            let certificate = websites::certificate(&self.db).await?;
            return Ok(WebsiteSandbox::serve(listener, &certificate, stopping)?.boxed());
        }
        if provider == "google" {
            // Tokens go by the wall's time, as ours do.
            let clock = self.clock.clone();
            let now = Arc::new(move || clock.real());
            return Ok(identity_provider::serve(listener, now, stopping).boxed());
        }
        if provider == "payments" {
            let ground = (&self.db, &self.clock, &self.tasks);
            return Ok(payments::serve(listener, ground, self.prices.clone()));
        }
        let inbox = SandboxMailbox {
            db: self.db.clone(),
            clock: self.clock.clone(),
        };
        Ok(SmtpSandbox::serve(listener, Arc::new(inbox), stopping).boxed())
    }

    /// The port it had before, or a free one if somebody else has that now.
    async fn listen(&self, provider: &str) -> anyhow::Result<TcpListener> {
        let name = port_name(provider);
        let kept = store::state(&self.db, &name).await?;
        let kept = kept.and_then(|port| port.parse().ok()).unwrap_or(0);
        let listener = match TcpListener::bind((Ipv4Addr::LOCALHOST, kept)).await {
            Ok(listener) => listener,
            Err(_taken) => TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
                .await
                .context("opening a sandbox's port")?,
        };
        let port = listener.local_addr()?.port();
        store::set_state(&self.db, &name, &port.to_string()).await?;
        Ok(listener)
    }

    /// The address that the hosting process has written down, which may take it a moment.
    async fn find(&self, provider: &str) -> anyhow::Result<SocketAddr> {
        for _ in 0..50 {
            if let Some(port) = store::state(&self.db, &port_name(provider)).await? {
                let port = port.parse().context("reading a sandbox's port")?;
                return Ok(SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
            }
            pause(LOOK_FOR_THE_ADDRESS, &self.tasks.stopping()).await;
        }
        bail!("another process hosts the {provider} sandbox, but it has not said where")
    }

    /// Takes the sandboxes over, at the same ports, when the process that hosts them is gone.
    fn stand_by(self, providers: Vec<&'static str>) {
        let (tasks, stopping) = (self.tasks.clone(), self.tasks.stopping());
        tasks.supervise("sandbox stand-by", async move {
            while pause(LOOK_FOR_THE_HOST, &stopping).await {
                let Ok(Some(leadership)) = self.try_lead().await else {
                    continue;
                };
                match self.open(&providers, leadership).await {
                    Ok(_) => return,
                    Err(error) => tracing::warn!(
                        error = format!("{error:#}"),
                        "the sandboxes could not be taken over"
                    ),
                }
            }
        });
    }
}

fn port_name(provider: &str) -> String {
    format!("{provider}.port")
}
