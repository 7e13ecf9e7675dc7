//! The host's plans, each with a product and a monthly price.

use serde_json::{Value, json};

/// The creation time of products and prices; any value works.
const CREATED: i64 = 1_700_000_000;

/// A plan for sale.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PricedPlan {
    /// The product's key of the plan, such as `starter`.
    pub plan: String,
    pub name: String,
    pub cents_a_month: i64,
}

/// All plans for sale.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PriceList {
    pub offers: Vec<PricedPlan>,
}

/// The Stripe price id of a plan.
pub fn price_id(plan: &str) -> String {
    format!("price_{plan}")
}

impl PriceList {
    pub(super) fn offer(&self, price: &str) -> Option<&PricedPlan> {
        self.offers
            .iter()
            .find(|offer| price_id(&offer.plan) == price)
    }

    /// The amount of a price; zero if it is no longer for sale.
    pub(super) fn cents(&self, price: &str) -> i64 {
        self.offer(price).map_or(0, |offer| offer.cents_a_month)
    }

    pub(super) fn price(&self, id: &str) -> Option<Value> {
        self.offer(id).map(price)
    }

    pub(super) fn product(&self, id: &str) -> Option<Value> {
        let offer = self.offers.iter().find(|offer| product_id(offer) == id);
        offer.map(product)
    }

    pub(super) fn prices(&self) -> Vec<Value> {
        self.offers.iter().map(price).collect()
    }

    pub(super) fn products(&self) -> Vec<Value> {
        self.offers.iter().map(product).collect()
    }
}

fn product_id(offer: &PricedPlan) -> String {
    format!("prod_{}", offer.plan)
}

fn price(offer: &PricedPlan) -> Value {
    json!({
        "id": price_id(&offer.plan), "object": "price", "active": true, "billing_scheme": "per_unit",
        "created": CREATED, "currency": "usd", "livemode": false, "lookup_key": offer.plan,
        "metadata": {}, "nickname": offer.name, "product": product_id(offer),
        "recurring": {
            "interval": "month", "interval_count": 1, "usage_type": "licensed", "trial_period_days": null,
        },
        "type": "recurring", "unit_amount": offer.cents_a_month,
        "unit_amount_decimal": offer.cents_a_month.to_string(),
    })
}

fn product(offer: &PricedPlan) -> Value {
    json!({
        "id": product_id(offer), "object": "product", "active": true, "created": CREATED,
        "default_price": price_id(&offer.plan), "description": null, "images": [], "livemode": false,
        "metadata": {}, "name": offer.name, "type": "service", "updated": CREATED,
    })
}
