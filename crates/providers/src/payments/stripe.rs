//! The live adapter over Stripe's REST protocol.

use std::{fmt, time::Duration};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use reqwest::{Method, RequestBuilder, header::HeaderMap};
use serde::de::DeserializeOwned;

use super::{
    Checkout, CheckoutStatus, Customer, NewCheckout, NewCustomer, PaidInvoice, PaymentEvent,
    PaymentRefusal, Payments, PaymentsError, PaymentsResult, PlanChangeRequest, SignatureError,
    StripeSettings, Subscription, signature, stripe_error, stripe_form,
    wire::{StripeList, WireCheckout, WireCustomer, WireEvent, WirePortal, WireSubscription},
    wire_invoice::WireInvoice,
};
use crate::http::HttpClient;

/// The version of the protocol that this adapter was written for: the one that the stock `stripe`
/// package pins.
const VERSION: &str = "2026-10-28.endive";
/// A charge takes the provider a few seconds; people wait for it.
const TOTAL: Duration = Duration::from_secs(20);

/// Stripe, or a server that speaks its protocol.
pub struct Stripe {
    pub(super) settings: StripeSettings,
    pub(super) user_agent: String,
    http: HttpClient,
}

impl Stripe {
    pub fn new(settings: StripeSettings, user_agent: &str) -> Self {
        let http = HttpClient::new("payments", user_agent).with_total_timeout(TOTAL);
        Self {
            settings,
            user_agent: user_agent.to_owned(),
            http,
        }
    }

    async fn get<T: DeserializeOwned>(
        &self,
        path: &str,
        query: &[(&str, &str)],
    ) -> PaymentsResult<T> {
        let request = self.request(Method::GET, path)?.query(query);
        self.answer(request).await
    }

    /// A write with an idempotency key, so it may be retried.
    async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        fields: &[(String, String)],
        key: &str,
    ) -> PaymentsResult<T> {
        let request = self.request(Method::POST, path)?.form(fields);
        self.answer(request.header("idempotency-key", key)).await
    }

    fn request(&self, method: Method, path: &str) -> PaymentsResult<RequestBuilder> {
        let url = self.settings.base.join(path);
        let url = url.map_err(|_| PaymentsError::Refused(PaymentRefusal::Invalid))?;
        Ok(self.authorized(self.http.request(method, url)))
    }

    pub(super) fn authorized(&self, request: RequestBuilder) -> RequestBuilder {
        request
            .bearer_auth(&self.settings.secret_key)
            .header("stripe-version", VERSION)
    }

    async fn answer<T: DeserializeOwned>(&self, request: RequestBuilder) -> PaymentsResult<T> {
        let answer = self.http.call(request).await.map_err(stripe_error::read)?;
        answer.json().map_err(|_| PaymentsError::InvalidResponse)
    }

    async fn wire_subscription(&self, id: &str) -> PaymentsResult<WireSubscription> {
        self.get(&subscription_path(id)?, &[]).await
    }

    /// Stripe answers "invalid" when the state does not allow a change; reading it again tells.
    async fn update(
        &self,
        id: &str,
        fields: &[(String, String)],
        key: &str,
    ) -> PaymentsResult<Subscription> {
        let path = subscription_path(id)?;
        let updated: PaymentsResult<WireSubscription> = self.post(&path, fields, key).await;
        match updated {
            Ok(updated) => updated.read(&self.settings),
            Err(PaymentsError::Refused(PaymentRefusal::Invalid))
                if self.subscription(id).await?.status.is_over() =>
            {
                Err(PaymentsError::Refused(PaymentRefusal::Conflict))
            }
            Err(failure) => Err(failure),
        }
    }

    fn price_of(&self, plan: &str) -> PaymentsResult<&str> {
        let price = self.settings.price_of(plan);
        price.ok_or(PaymentsError::Refused(PaymentRefusal::UnknownPlan))
    }
}

#[async_trait]
impl Payments for Stripe {
    async fn create_customer(&self, customer: &NewCustomer, key: &str) -> PaymentsResult<Customer> {
        let fields = stripe_form::of_customer(customer);
        let made: WireCustomer = self.post("v1/customers", &fields, key).await?;
        made.read()
    }

    async fn customers(&self, email: &str) -> PaymentsResult<Vec<Customer>> {
        let query = [("email", email), ("limit", "100")];
        let found: StripeList<WireCustomer> = self.get("v1/customers", &query).await?;
        found.data.into_iter().map(WireCustomer::read).collect()
    }

    async fn change_customer_email(
        &self,
        customer: &str,
        email: &str,
        key: &str,
    ) -> PaymentsResult<()> {
        let path = format!("v1/customers/{}", checked(customer)?);
        let fields = [("email".to_owned(), email.to_owned())];
        let _changed: WireCustomer = self.post(&path, &fields, key).await?;
        Ok(())
    }

    async fn create_checkout(&self, checkout: &NewCheckout, key: &str) -> PaymentsResult<Checkout> {
        let fields = stripe_form::of_checkout(checkout, self.price_of(&checkout.plan)?);
        let made: WireCheckout = self.post("v1/checkout/sessions", &fields, key).await?;
        made.read()
    }

    async fn checkout(&self, id: &str) -> PaymentsResult<Checkout> {
        let found: WireCheckout = self.get(&checkout_path(id)?, &[]).await?;
        found.read()
    }

    async fn checkouts_of(&self, customer: &str) -> PaymentsResult<Vec<Checkout>> {
        let query = [("customer", customer), ("limit", "100")];
        let found: StripeList<WireCheckout> = self.get("v1/checkout/sessions", &query).await?;
        found.data.into_iter().map(WireCheckout::read).collect()
    }

    async fn expire_checkout(&self, id: &str, key: &str) -> PaymentsResult<Checkout> {
        let path = format!("{}/expire", checkout_path(id)?);
        let expired: PaymentsResult<WireCheckout> = self.post(&path, &[], key).await;
        match expired {
            Ok(expired) => expired.read(),
            Err(PaymentsError::Refused(PaymentRefusal::Invalid))
                if self.checkout(id).await?.status != CheckoutStatus::Open =>
            {
                Err(PaymentsError::Refused(PaymentRefusal::Conflict))
            }
            Err(failure) => Err(failure),
        }
    }

    async fn subscription(&self, id: &str) -> PaymentsResult<Subscription> {
        self.wire_subscription(id).await?.read(&self.settings)
    }

    async fn subscriptions_of(&self, customer: &str) -> PaymentsResult<Vec<Subscription>> {
        let query = [
            ("customer", customer),
            ("status", "all"),
            ("limit", "100"),
            ("expand[]", "data.default_payment_method"),
        ];
        let found: StripeList<WireSubscription> = self.get("v1/subscriptions", &query).await?;
        let read = |found: WireSubscription| found.read(&self.settings);
        found.data.into_iter().map(read).collect()
    }

    async fn paid_invoices_of(&self, customer: &str) -> PaymentsResult<Vec<PaidInvoice>> {
        let query = [("customer", customer), ("status", "paid"), ("limit", "100")];
        let found: StripeList<WireInvoice> = self.get("v1/invoices", &query).await?;
        let read = |found: WireInvoice| found.read(&self.settings);
        found.data.into_iter().map(read).collect()
    }

    async fn change_plan(
        &self,
        change: &PlanChangeRequest,
        key: &str,
    ) -> PaymentsResult<Subscription> {
        let price = self.price_of(&change.plan)?;
        let current = self.wire_subscription(&change.subscription).await?;
        let fields = stripe_form::of_change(current.item_id()?, price, change.how);
        self.update(&change.subscription, &fields, key).await
    }

    async fn cancel_now(&self, subscription: &str, key: &str) -> PaymentsResult<Subscription> {
        let request = self.request(Method::DELETE, &subscription_path(subscription)?)?;
        let request = request.header("idempotency-key", key);
        let ended: PaymentsResult<WireSubscription> = self.answer(request).await;
        match ended {
            Ok(ended) => ended.read(&self.settings),
            // DELETE does not find a cancelled subscription, but GET does.
            Err(failure) if matches!(failure, PaymentsError::Refused(_)) => {
                let there = self.subscription(subscription).await?;
                if there.status.is_over() {
                    Ok(there)
                } else {
                    Err(failure)
                }
            }
            Err(failure) => Err(failure),
        }
    }

    async fn cancel_at_period_end(
        &self,
        subscription: &str,
        key: &str,
    ) -> PaymentsResult<Subscription> {
        let fields = [("cancel_at_period_end".to_owned(), true.to_string())];
        self.update(subscription, &fields, key).await
    }

    async fn undo_cancel(&self, subscription: &str, key: &str) -> PaymentsResult<Subscription> {
        let current = self.subscription(subscription).await?;
        // Only one of the two may be sent. An empty value takes a date back.
        let field = if current.cancel_at.is_some() && !current.cancel_at_period_end {
            ("cancel_at".to_owned(), String::new())
        } else {
            ("cancel_at_period_end".to_owned(), false.to_string())
        };
        self.update(subscription, &[field], key).await
    }

    async fn portal(&self, customer: &str, return_url: &str, key: &str) -> PaymentsResult<String> {
        let fields = stripe_form::of_portal(customer, return_url);
        let made: WirePortal = self
            .post("v1/billing_portal/sessions", &fields, key)
            .await?;
        Ok(made.url)
    }

    fn takes_webhooks(&self) -> bool {
        self.settings.webhook_secret.is_some()
    }

    fn verify_webhook(
        &self,
        raw: &[u8],
        headers: &HeaderMap,
        now: DateTime<Utc>,
    ) -> Result<(), SignatureError> {
        let secret = self.settings.webhook_secret.as_deref();
        let secret = secret.ok_or(SignatureError::NoSecret)?;
        let mut given = headers.get_all(signature::HEADER).iter();
        let (Some(header), None) = (given.next(), given.next()) else {
            return Err(SignatureError::Unreadable);
        };
        let header = header.to_str().map_err(|_| SignatureError::Unreadable)?;
        signature::verify(secret, raw, header, now)
    }

    fn parse_event(&self, raw: &[u8]) -> PaymentsResult<PaymentEvent> {
        let event: WireEvent =
            serde_json::from_slice(raw).map_err(|_| PaymentsError::InvalidResponse)?;
        event.read()
    }
}

impl fmt::Debug for Stripe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stripe")
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

fn subscription_path(id: &str) -> PaymentsResult<String> {
    Ok(format!("v1/subscriptions/{}", checked(id)?))
}

fn checkout_path(id: &str) -> PaymentsResult<String> {
    Ok(format!("v1/checkout/sessions/{}", checked(id)?))
}

/// An id may come from somebody's address bar: one that no object can have is not requested.
fn checked(id: &str) -> PaymentsResult<&str> {
    let is_plausible = (1..=255).contains(&id.len())
        && id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    is_plausible
        .then_some(id)
        .ok_or(PaymentsError::Refused(PaymentRefusal::NotFound))
}
