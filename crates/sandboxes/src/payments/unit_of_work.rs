//! The reads and writes of one request; the writes are saved together.

use serde_json::{Value, json};

use super::{
    Ledger, LedgerBatch, LedgerError, LedgerQuery, LedgerRecord, PriceList,
    cards::SavedCard,
    ids,
    records::{
        CheckoutRecord, CheckoutState, CustomerRecord, EventRecord, Stored, SubscriptionRecord,
    },
    stripe_json, subscription_lifecycle,
    subscription_lifecycle::{BillingEvent, BillingEventSubject},
};

/// Single reads see this request's own changes; lists show the state before it.
pub(super) struct UnitOfWork<'a> {
    pub(super) ledger: &'a dyn Ledger,
    pub(super) price_list: &'a PriceList,
    /// Where the pages are, such as `http://127.0.0.1:4242`.
    pub(super) origin: &'a str,
    /// Unix time in seconds.
    pub(super) now: i64,
    batch: LedgerBatch,
}

impl<'a> UnitOfWork<'a> {
    pub(super) fn new(
        ledger: &'a dyn Ledger,
        price_list: &'a PriceList,
        origin: &'a str,
        now: i64,
    ) -> Self {
        Self {
            ledger,
            price_list,
            origin,
            now,
            batch: LedgerBatch::default(),
        }
    }

    pub(super) async fn get<T: Stored>(&self, id: &str) -> Result<Option<T>, LedgerError> {
        let changed = self.batch.records.iter().rfind(|record| record.id == id);
        let record = match changed {
            Some(record) => Some(record.clone()),
            None => self.ledger.get(id).await?,
        };
        record
            .filter(|record| record.kind == T::KIND)
            .map(|record| Ok(serde_json::from_value(record.body)?))
            .transpose()
    }

    /// Newest first.
    pub(super) async fn list<T: Stored>(
        &self,
        customer: Option<&str>,
        lookup: Option<&str>,
    ) -> Result<Vec<T>, LedgerError> {
        let query = LedgerQuery {
            kind: T::KIND,
            customer,
            lookup,
        };
        let records = self.ledger.list(&query).await?.into_iter();
        records
            .map(|record| Ok(serde_json::from_value(record.body)?))
            .collect()
    }

    pub(super) fn put<T: Stored>(&mut self, thing: &T) {
        let record = LedgerRecord {
            id: thing.id().to_owned(),
            kind: T::KIND.to_owned(),
            customer: thing.customer().map(str::to_owned),
            lookup: thing.lookup().map(str::to_owned),
            due: thing.due(),
            body: serde_json::to_value(thing).expect("what is kept is plain data"),
        };
        self.batch.records.retain(|known| known.id != record.id);
        self.batch.records.push(record);
    }

    /// Records events, and the invoices that belong to them.
    pub(super) fn record_events(&mut self, billing_events: Vec<BillingEvent>) {
        for billing_event in billing_events {
            let object = match &billing_event.about {
                BillingEventSubject::Subscription(subscription) => {
                    stripe_json::subscription(subscription, self.price_list)
                }
                BillingEventSubject::Invoice(invoice) => {
                    self.put(invoice.as_ref());
                    stripe_json::invoice(invoice, self.origin)
                }
            };
            self.event(
                billing_event.id,
                billing_event.kind,
                billing_event.at,
                &object,
            );
        }
    }

    pub(super) fn record_checkout_event(
        &mut self,
        session: &CheckoutRecord,
        kind: &'static str,
        at: i64,
    ) {
        let id = ids::derived("evt", &[&session.id, kind]);
        self.event(
            id,
            kind,
            at,
            &stripe_json::session(session, self.price_list, self.origin),
        );
    }

    fn event(&mut self, id: String, kind: &'static str, at: i64, object: &Value) {
        let customer = object["customer"].as_str().map(str::to_owned);
        let body = json!({
            "id": id, "object": "event", "api_version": stripe_json::VERSION, "created": at,
            "data": { "object": object }, "livemode": false, "pending_webhooks": 1,
            "request": { "id": null, "idempotency_key": null }, "type": kind,
        });
        self.batch.webhooks.push((id.clone(), body.to_string()));
        self.put(&EventRecord {
            id,
            kind: kind.to_owned(),
            customer,
            body,
        });
    }

    pub(super) async fn card_of(&self, customer: &str) -> Result<SavedCard, LedgerError> {
        let customer: Option<CustomerRecord> = self.get(customer).await?;
        Ok(customer
            .and_then(|customer| customer.card)
            .unwrap_or(SavedCard::Fails))
    }

    /// Saves everything at once.
    pub(super) async fn save(self) -> Result<(), LedgerError> {
        if self.batch.is_empty() {
            return Ok(());
        }
        self.ledger.save(self.batch).await
    }
}

/// Processes everything that has become due, each at its own time, earliest first.
pub(super) async fn catch_up(
    ledger: &dyn Ledger,
    price_list: &PriceList,
    origin: &str,
    now: i64,
) -> Result<(), LedgerError> {
    loop {
        let due = ledger.due(now).await?;
        let Some(first) = due.into_iter().next() else {
            return Ok(());
        };
        let mut work = UnitOfWork::new(ledger, price_list, origin, first.due.unwrap_or(now));
        if first.kind == CheckoutRecord::KIND {
            let mut session: CheckoutRecord = serde_json::from_value(first.body)?;
            expire(&mut work, &mut session);
        } else {
            let mut subscription: SubscriptionRecord = serde_json::from_value(first.body)?;
            let card = work.card_of(&subscription.customer).await?;
            let cents = price_list.cents(&subscription.price);
            let billing_events = subscription_lifecycle::step(&mut subscription, card, cents);
            work.put(&subscription);
            work.record_events(billing_events);
        }
        work.save().await?;
    }
}

/// Expires a checkout page.
pub(super) fn expire(work: &mut UnitOfWork<'_>, session: &mut CheckoutRecord) {
    session.status = CheckoutState::Expired;
    work.put(session);
    work.record_checkout_event(session, "checkout.session.expired", work.now);
}
