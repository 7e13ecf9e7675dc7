//! Somebody at the sandbox's pages, without a browser.

use std::net::SocketAddr;

use providers::http::{CallFailed, Outgoing};

/// Pays on the checkout page as a person would, and makes the sandbox look at its clock.
#[derive(Debug)]
pub struct Visitor {
    line: Outgoing,
    origin: String,
}

impl Visitor {
    /// `address` is where the sandbox listens.
    pub fn at(address: SocketAddr) -> Self {
        Self {
            line: Outgoing::new("payment sandbox", "Earshot sandbox"),
            origin: format!("http://{address}"),
        }
    }

    /// Pays on a checkout's page with a test card; true if that completed it.
    pub async fn pays(&self, checkout: &str, card: &str) -> Result<bool, CallFailed> {
        let url = format!("{}/c/pay/{checkout}", self.origin);
        let request = self.line.post(url).form(&[("card", card)]);
        match self.line.call(request).await {
            // Off to the shop's page.
            Err(CallFailed::Status { status: 303, .. }) => Ok(true),
            // Still on the page.
            Ok(_) => Ok(false),
            Err(failure) => Err(failure),
        }
    }

    /// Lets everything happen that is due by the sandbox's clock.
    pub async fn catches_up(&self) -> Result<(), CallFailed> {
        let url = format!("{}/sandbox/catch-up", self.origin);
        self.line.call(self.line.post(url)).await.map(drop)
    }
}
