//! One request's work: what it reads and what it will leave behind, all at once.

use serde_json::{Value, json};

use super::{
    Batch, KeepError, Ledger, Query, Record, Shop,
    cards::Card,
    ids, life,
    life::{About, Happening},
    model::{Customer, Event, Kept, Session, SessionStatus, Subscription},
    shapes,
};

/// Reads see what this request has changed; lists see what was there before it.
pub(super) struct Desk<'a> {
    pub(super) ledger: &'a dyn Ledger,
    pub(super) shop: &'a Shop,
    /// Where the pages are, such as `http://127.0.0.1:4242`.
    pub(super) origin: &'a str,
    /// Seconds since 1970.
    pub(super) now: i64,
    batch: Batch,
}

impl<'a> Desk<'a> {
    pub(super) fn new(ledger: &'a dyn Ledger, shop: &'a Shop, origin: &'a str, now: i64) -> Self {
        Self {
            ledger,
            shop,
            origin,
            now,
            batch: Batch::default(),
        }
    }

    pub(super) async fn get<T: Kept>(&self, id: &str) -> Result<Option<T>, KeepError> {
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
    pub(super) async fn list<T: Kept>(
        &self,
        customer: Option<&str>,
        lookup: Option<&str>,
    ) -> Result<Vec<T>, KeepError> {
        let query = Query {
            kind: T::KIND,
            customer,
            lookup,
        };
        let records = self.ledger.list(&query).await?.into_iter();
        records
            .map(|record| Ok(serde_json::from_value(record.body)?))
            .collect()
    }

    pub(super) fn put<T: Kept>(&mut self, thing: &T) {
        let record = Record {
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

    /// Writes down what happened, and the invoices with it.
    pub(super) fn tell(&mut self, happenings: Vec<Happening>) {
        for happening in happenings {
            let object = match &happening.about {
                About::Subscription(subscription) => shapes::subscription(subscription, self.shop),
                About::Invoice(invoice) => {
                    self.put(invoice.as_ref());
                    shapes::invoice(invoice, self.origin)
                }
            };
            self.event(happening.id, happening.kind, happening.at, &object);
        }
    }

    pub(super) fn tell_of_session(&mut self, session: &Session, kind: &'static str, at: i64) {
        let id = ids::derived("evt", &[&session.id, kind]);
        self.event(
            id,
            kind,
            at,
            &shapes::session(session, self.shop, self.origin),
        );
    }

    fn event(&mut self, id: String, kind: &'static str, at: i64, object: &Value) {
        let customer = object["customer"].as_str().map(str::to_owned);
        let body = json!({
            "id": id, "object": "event", "api_version": shapes::VERSION, "created": at,
            "data": { "object": object }, "livemode": false, "pending_webhooks": 1,
            "request": { "id": null, "idempotency_key": null }, "type": kind,
        });
        self.batch.webhooks.push((id.clone(), body.to_string()));
        self.put(&Event {
            id,
            kind: kind.to_owned(),
            customer,
            body,
        });
    }

    pub(super) async fn card_of(&self, customer: &str) -> Result<Card, KeepError> {
        let customer: Option<Customer> = self.get(customer).await?;
        Ok(customer
            .and_then(|customer| customer.card)
            .unwrap_or(Card::Fails))
    }

    /// Keeps everything at once.
    pub(super) async fn save(self) -> Result<(), KeepError> {
        if self.batch.is_empty() {
            return Ok(());
        }
        self.ledger.save(self.batch).await
    }
}

/// Lets everything happen that has become due, each at its own time, the earliest first.
pub(super) async fn catch_up(
    ledger: &dyn Ledger,
    shop: &Shop,
    origin: &str,
    now: i64,
) -> Result<(), KeepError> {
    loop {
        let due = ledger.due(now).await?;
        let Some(first) = due.into_iter().next() else {
            return Ok(());
        };
        let mut desk = Desk::new(ledger, shop, origin, first.due.unwrap_or(now));
        if first.kind == Session::KIND {
            let mut session: Session = serde_json::from_value(first.body)?;
            expire(&mut desk, &mut session);
        } else {
            let mut subscription: Subscription = serde_json::from_value(first.body)?;
            let card = desk.card_of(&subscription.customer).await?;
            let cents = shop.cents(&subscription.price);
            let happenings = life::step(&mut subscription, card, cents);
            desk.put(&subscription);
            desk.tell(happenings);
        }
        desk.save().await?;
    }
}

/// Closes a checkout page for good.
pub(super) fn expire(desk: &mut Desk<'_>, session: &mut Session) {
    session.status = SessionStatus::Expired;
    desk.put(session);
    desk.tell_of_session(session, "checkout.session.expired", desk.now);
}
