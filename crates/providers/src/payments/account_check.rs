//! Whether the Stripe account can sell what the product offers: the key, the prices, the webhook
//! endpoint and the customer portal. Only reads.

use futures::future;
use reqwest::Method;
use serde::Deserialize;
use url::Url;

use super::{Stripe, account_facts, wire};
use crate::check::{ConnectFailure, HttpProbe, ProbeResponse, SetupCheck};

/// What the product expects of the account.
#[derive(Debug, Clone)]
pub struct ExpectedAccount {
    pub prices: Vec<ExpectedPrice>,
    /// Where webhooks go; `None` if the provider cannot reach this server.
    pub webhook_url: Option<Url>,
    /// Real people pay.
    pub is_production: bool,
}

/// What the product says a plan costs.
#[derive(Debug, Clone)]
pub struct ExpectedPrice {
    /// The product's key of the plan.
    pub plan: String,
    /// In US dollars, a month.
    pub dollars: u32,
    /// Where its id is set, such as `STRIPE_STARTER_PRICE`.
    pub setting: String,
}

const ACCOUNT: &str = "account";
const WEBHOOKS: &str = "webhook endpoint";
const WEBHOOK_SECRET: &str = "webhook secret";
const PORTAL: &str = "customer portal";
const KEY_ADVICE: &str =
    "Set STRIPE_SECRET_KEY to the secret key that dashboard.stripe.com/apikeys shows, as it is.";
const RIGHTS_ADVICE: &str =
    "If the key is a restricted one, allow it to read this; without that right nobody can tell.";

/// A list of Stripe's, of which only the first page is asked for.
#[derive(Deserialize)]
struct StripePage<T> {
    data: Vec<T>,
}

#[derive(Deserialize)]
struct WebhookEndpoint {
    url: String,
    status: String,
    enabled_events: Vec<String>,
}

/// A read that did not work.
enum ReadFailure {
    Connection(ConnectFailure),
    KeyRejected,
    /// A restricted key without the right.
    NotAllowed,
    NotFound,
    Status(u16),
}

impl Stripe {
    /// Stops at the first call if the key is not accepted.
    pub async fn check_account(&self, expected: &ExpectedAccount) -> Vec<SetupCheck> {
        let probe = HttpProbe::new(&self.user_agent);
        let account = match self.read(&probe, "v1/account").await {
            Ok(response) => account_facts::judge_account(&response.value()),
            Err(ReadFailure::NotAllowed) => SetupCheck::warning(
                ACCOUNT,
                "the key is accepted, and may not read the account",
                RIGHTS_ADVICE,
            ),
            Err(failure) => return vec![self.failed(ACCOUNT, failure)],
        };
        let prices = expected.prices.iter();
        let prices = future::join_all(prices.map(|price| self.check_price(&probe, price)));
        let (prices, webhooks, portal) = tokio::join!(
            prices,
            self.check_webhooks(&probe, expected),
            self.check_portal(&probe)
        );
        let mode = account_facts::judge_mode(&self.settings.secret_key, expected.is_production);
        let first = [account, mode].into_iter();
        first
            .chain(prices)
            .chain([webhooks, self.check_webhook_secret(), portal])
            .collect()
    }

    async fn check_price(&self, probe: &HttpProbe, expected: &ExpectedPrice) -> SetupCheck {
        let subject = format!("price of {}", expected.plan);
        let Some(id) = self.settings.price_of(&expected.plan) else {
            return SetupCheck::wrong(
                subject,
                "it has none",
                format!("Set {} to the id of its price.", expected.setting),
            );
        };
        match self.read(probe, &format!("v1/prices/{id}")).await {
            Ok(response) => account_facts::judge_price(&response, expected),
            Err(ReadFailure::NotFound) => SetupCheck::wrong(
                subject,
                format!("the account has no price {id}"),
                format!(
                    "Set {} to the id of a price of this account and mode; it begins with price_.",
                    expected.setting
                ),
            ),
            Err(failure) => self.failed(&subject, failure),
        }
    }

    async fn check_webhooks(&self, probe: &HttpProbe, expected: &ExpectedAccount) -> SetupCheck {
        let Some(url) = &expected.webhook_url else {
            return SetupCheck::unused(
                WEBHOOKS,
                "Stripe cannot reach an address of this machine; set EARSHOT_SITE_URL",
            );
        };
        let read = self.read(probe, "v1/webhook_endpoints?limit=100").await;
        let endpoints: Vec<WebhookEndpoint> = match read {
            Ok(response) => match response.json::<StripePage<WebhookEndpoint>>() {
                Some(page) => page.data,
                None => return self.failed(WEBHOOKS, ReadFailure::Status(response.status)),
            },
            Err(failure) => return self.failed(WEBHOOKS, failure),
        };
        let needed = wire::EVENTS.map(|(name, _)| name);
        let here = endpoints
            .iter()
            .filter(|endpoint| endpoint.url.trim_end_matches('/') == url.as_str());
        let mut here: Vec<&WebhookEndpoint> = here.collect();
        // An endpoint that was switched off may stand beside its successor.
        here.sort_by_key(|endpoint| endpoint.status != "enabled");
        let add = format!(
            "Add an endpoint at dashboard.stripe.com/webhooks with the address {url} and the events {}.",
            needed.join(", ")
        );
        let Some(endpoint) = here.first() else {
            return SetupCheck::wrong(
                WEBHOOKS,
                format!("the account sends no events to {url}"),
                add,
            );
        };
        if endpoint.status != "enabled" {
            let found = format!("the endpoint {url} is switched off");
            return SetupCheck::wrong(
                WEBHOOKS,
                found,
                "Enable it at dashboard.stripe.com/webhooks.",
            );
        }
        let has = |event: &&str| {
            endpoint
                .enabled_events
                .iter()
                .any(|one| one == "*" || one == event)
        };
        let missing: Vec<&str> = needed.into_iter().filter(|event| !has(event)).collect();
        if missing.is_empty() {
            return SetupCheck::ok(WEBHOOKS, format!("{url} gets every event that is needed"));
        }
        SetupCheck::wrong(
            WEBHOOKS,
            format!("{url} does not get {}", missing.join(", ")),
            "Add these events to the endpoint at dashboard.stripe.com/webhooks.",
        )
    }

    /// Stripe shows the secret once and never again, so only its form can be looked at.
    fn check_webhook_secret(&self) -> SetupCheck {
        match self.settings.webhook_secret.as_deref() {
            None => SetupCheck::wrong(
                WEBHOOK_SECRET,
                "there is none, so webhooks are not accepted",
                "Set STRIPE_WEBHOOK_SECRET to the signing secret of the endpoint.",
            ),
            Some(secret) if !secret.starts_with("whsec_") => SetupCheck::wrong(
                WEBHOOK_SECRET,
                "it does not begin with whsec_",
                "Set STRIPE_WEBHOOK_SECRET to the signing secret of the endpoint, including whsec_.",
            ),
            Some(_) => SetupCheck::ok(WEBHOOK_SECRET, "has the right form").with_advice(
                "Only an event proves that it belongs to the endpoint: resend one at dashboard.stripe.com/webhooks and look for status 200.",
            ),
        }
    }

    async fn check_portal(&self, probe: &HttpProbe) -> SetupCheck {
        let path = "v1/billing_portal/configurations?is_default=true&active=true&limit=1";
        match self.read(probe, path).await {
            Ok(response) => {
                let data = response.value();
                if data["data"]
                    .as_array()
                    .is_some_and(|found| !found.is_empty())
                {
                    return SetupCheck::ok(PORTAL, "is configured");
                }
                SetupCheck::wrong(
                    PORTAL,
                    "has no settings, so customers cannot change their card",
                    "Save the settings once at dashboard.stripe.com/settings/billing/portal, in the same mode as the key.",
                )
            }
            Err(failure) => self.failed(PORTAL, failure),
        }
    }

    async fn read(&self, probe: &HttpProbe, path: &str) -> Result<ProbeResponse, ReadFailure> {
        let url = self.settings.base.join(path);
        let url = url.map_err(|_| ReadFailure::NotFound)?;
        let request = self.authorized(probe.request(Method::GET, url));
        let response = probe.send(request).await.map_err(ReadFailure::Connection)?;
        match response.status {
            200..=299 => Ok(response),
            401 => Err(ReadFailure::KeyRejected),
            403 => Err(ReadFailure::NotAllowed),
            404 => Err(ReadFailure::NotFound),
            status => Err(ReadFailure::Status(status)),
        }
    }

    fn failed(&self, subject: &str, failure: ReadFailure) -> SetupCheck {
        match failure {
            ReadFailure::Connection(failure) => failure.check(subject, self.settings.base.as_str()),
            ReadFailure::KeyRejected => {
                SetupCheck::wrong(subject, "Stripe does not accept the key", KEY_ADVICE)
            }
            ReadFailure::NotAllowed => {
                SetupCheck::warning(subject, "the key may not read it", RIGHTS_ADVICE)
            }
            ReadFailure::NotFound => SetupCheck::warning(
                subject,
                "what answers does not know this",
                "Check STRIPE_API_URL: it may not be Stripe's.",
            ),
            ReadFailure::Status(status) => SetupCheck::wrong(
                subject,
                format!("Stripe answered with status {status}"),
                "Try again in a few minutes; status.stripe.com tells about outages.",
            ),
        }
    }
}
