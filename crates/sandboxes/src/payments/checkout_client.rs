//! A client for the checkout page, without a browser.

use std::net::SocketAddr;

use providers::http::{HttpClient, HttpError};

/// Pays on the checkout page as a person would, and makes the sandbox process what is due.
#[derive(Debug)]
pub struct CheckoutClient {
    http: HttpClient,
    origin: String,
}

impl CheckoutClient {
    /// `address` is where the sandbox listens.
    pub fn at(address: SocketAddr) -> Self {
        Self {
            http: HttpClient::new("payment sandbox", "Earshot sandbox"),
            origin: format!("http://{address}"),
        }
    }

    /// Pays on a checkout page with a test card; true if that completed the checkout.
    pub async fn pays(&self, checkout: &str, card: &str) -> Result<bool, HttpError> {
        let url = format!("{}/c/pay/{checkout}", self.origin);
        let request = self.http.post(url).form(&[("card", card)]);
        match self.http.call(request).await {
            // Redirected to the success page.
            Err(HttpError::Status { status: 303, .. }) => Ok(true),
            // Still on the page.
            Ok(_) => Ok(false),
            Err(failure) => Err(failure),
        }
    }

    /// Processes everything that is due by the sandbox's clock.
    pub async fn catches_up(&self) -> Result<(), HttpError> {
        let url = format!("{}/sandbox/catch-up", self.origin);
        self.http.call(self.http.post(url)).await.map(drop)
    }
}
