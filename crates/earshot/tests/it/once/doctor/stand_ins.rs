//! Servers for a test alone; they end with it.

use std::sync::Arc;

use platform::tasks::Tasks;
use sandboxes::payments::{MemoryLedger, PriceList, PricedPlan};
use sandboxes::{identity_provider, llm, payments, rank, reddit};
use tokio::net::TcpListener;

use crate::kit::noon;

pub(super) struct StandIns {
    tasks: Tasks,
}

impl StandIns {
    pub(super) fn new() -> Self {
        providers::install_tls();
        Self {
            tasks: Tasks::default(),
        }
    }

    /// Stripe with these prices in cents.
    pub(super) async fn stripe(&self, starter: i64, pro: i64) -> String {
        let plan = |plan: &str, cents_a_month| PricedPlan {
            plan: plan.to_owned(),
            name: plan.to_owned(),
            cents_a_month,
        };
        let prices = PriceList {
            offers: vec![plan("starter", starter), plan("pro", pro)],
        };
        let (listener, url) = free_port().await;
        let ledger = Arc::new(MemoryLedger::default());
        let serving = payments::serve(listener, ledger, prices, Arc::new(noon), self.stopping());
        self.tasks.supervise("stripe", serving);
        url
    }

    pub(super) async fn reddit(&self) -> String {
        let (listener, url) = free_port().await;
        let sandbox = reddit::RedditSandbox::new(noon().into(), || noon().into());
        self.tasks
            .supervise("reddit", reddit::serve(listener, sandbox, self.stopping()));
        url
    }

    pub(super) async fn ranks(&self) -> String {
        let (listener, url) = free_port().await;
        let sandbox = rank::RankSandbox::new(noon().into(), || noon().into());
        self.tasks
            .supervise("ranks", rank::serve(listener, sandbox, self.stopping()));
        url
    }

    pub(super) async fn model(&self) -> String {
        let (listener, url) = free_port().await;
        self.tasks
            .supervise("model", llm::serve(listener, self.stopping()));
        url
    }

    pub(super) async fn google(&self) -> String {
        let (listener, url) = free_port().await;
        let serving = identity_provider::serve(listener, Arc::new(noon), self.stopping());
        self.tasks.supervise("google", serving);
        url
    }

    /// Any web server.
    pub(super) async fn web(&self, routes: axum::Router) -> String {
        let (listener, url) = free_port().await;
        let stopping = self.stopping().cancelled_owned();
        self.tasks.supervise("web", async move {
            let serving = axum::serve(listener, routes).with_graceful_shutdown(stopping);
            serving.await.unwrap();
        });
        url
    }

    pub(super) fn supervise(
        &self,
        name: &'static str,
        serving: impl Future<Output = ()> + Send + 'static,
    ) {
        let stopping = self.stopping();
        self.tasks.supervise(name, async move {
            tokio::select! {
                () = serving => {}
                () = stopping.cancelled() => {}
            }
        });
    }

    fn stopping(&self) -> tokio_util::sync::CancellationToken {
        self.tasks.stopping()
    }
}

impl Drop for StandIns {
    fn drop(&mut self) {
        self.stopping().cancel();
    }
}

pub(super) async fn free_port() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    (listener, url)
}

/// A port at which nobody listens any more.
pub(super) async fn closed_port() -> u16 {
    let (listener, _) = free_port().await;
    listener.local_addr().unwrap().port()
}
