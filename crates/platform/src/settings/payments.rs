//! Who takes the money, and at which prices.

use providers::payments::{StripeSettings, is_test_key};

use super::catalogue;
use super::source::Reader;
use super::{Secret, Setting, pages};
use crate::product::{Offer, Plan};

/// The operator's choice of a payment provider.
#[derive(Clone, Debug)]
pub struct PaymentsChoice {
    pub provider: PaymentsSetting,
    /// Kept apart, for the gate that hides secrets in the log. The sandbox signs with this
    /// webhook secret too, if there is one.
    pub(super) secret_key: Option<Secret>,
    pub webhook_secret: Option<Secret>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaymentsSetting {
    /// The embedded stand-in.
    Sandbox,
    Live(StripeSettings),
}

/// Where the operator names the Stripe price of a plan: the built-in plans have a setting each, those
/// of a plan file name their price there.
pub fn price_setting(plan: Plan) -> Setting {
    match plan {
        Plan::Starter => catalogue::STRIPE_STARTER_PRICE,
        Plan::Pro => catalogue::STRIPE_PRO_PRICE,
        Plan::Enterprise | Plan::Custom(_) => catalogue::PLANS,
    }
}

fn price_of(reader: &Reader, offer: &Offer, plan: Plan) -> Option<String> {
    match plan {
        Plan::Starter | Plan::Pro => reader.text(price_setting(plan)),
        Plan::Enterprise | Plan::Custom(_) => offer.stripe_prices.get(plan.id()).cloned(),
    }
}

impl PaymentsChoice {
    pub(super) fn read(reader: &mut Reader, offer: &Offer) -> Self {
        let secret_key = reader.text(catalogue::STRIPE_SECRET_KEY);
        let webhook_secret = reader.text(catalogue::STRIPE_WEBHOOK_SECRET);
        Self {
            provider: provider(
                reader,
                offer,
                secret_key.as_deref(),
                webhook_secret.as_deref(),
            ),
            secret_key: secret_key.map(Secret),
            webhook_secret: webhook_secret.map(Secret),
        }
    }

    pub fn is_sandbox(&self) -> bool {
        self.provider == PaymentsSetting::Sandbox
    }

    pub(super) fn secrets(&self) -> [&Option<Secret>; 2] {
        [&self.secret_key, &self.webhook_secret]
    }

    /// Whether it is a key of Stripe's test mode, with which nobody pays.
    pub(super) fn has_test_key(&self) -> bool {
        self.secret_key
            .as_ref()
            .is_some_and(|key| is_test_key(key.expose()))
    }

    /// Stripe's keys and ids say by their first letters what they are; taking one for another is the
    /// usual mistake. Another server than Stripe's may name them as it likes.
    pub(super) fn refuse_impossible_keys(&self, reader: &mut Reader, offer: &Offer) {
        if reader.text(catalogue::STRIPE_API_URL).is_some() {
            return;
        }
        let begins =
            |text: &str, starts: &[&str]| starts.iter().any(|start| text.starts_with(start));
        let key = self.secret_key.as_ref().map_or("", Secret::expose);
        if !key.is_empty() && !self.has_test_key() && !begins(key, &["sk_live_", "rk_live_"]) {
            reader.problem(
                catalogue::STRIPE_SECRET_KEY,
                "it is not a secret key of live mode, which begins with sk_live_ or rk_live_",
            );
        }
        let secret = self.webhook_secret.as_ref().map_or("", Secret::expose);
        if !secret.is_empty() && !begins(secret, &["whsec_"]) {
            reader.problem(
                catalogue::STRIPE_WEBHOOK_SECRET,
                "it is not a signing secret, which begins with whsec_",
            );
        }
        let mut known: Vec<String> = Vec::new();
        for plan in &offer.plans {
            let Some(price) = price_of(reader, offer, *plan) else {
                continue;
            };
            if !begins(&price, &["price_", "plan_"]) {
                reader.problem(
                    price_setting(*plan),
                    "it is not the id of a price, which begins with price_ (that of a product, prod_, is another)",
                );
            } else if known.contains(&price) {
                reader.problem(price_setting(*plan), "two plans have the same price");
            }
            known.push(price);
        }
    }

    /// Only what is not there is missed here; what is wrong was said when it was read.
    pub(super) fn demand_real(&self, reader: &mut Reader, offer: &Offer) {
        if self.secret_key.is_none() {
            reader.demand(catalogue::STRIPE_SECRET_KEY, "a payment provider");
        }
        if self.webhook_secret.is_none() {
            reader.demand(
                catalogue::STRIPE_WEBHOOK_SECRET,
                "the secret that webhooks are signed with",
            );
        }
        for plan in &offer.plans {
            if self.secret_key.is_none() && price_of(reader, offer, *plan).is_none() {
                reader.demand(price_setting(*plan), "the price of every plan");
            }
        }
    }
}

fn provider(
    reader: &mut Reader,
    offer: &Offer,
    secret_key: Option<&str>,
    webhook_secret: Option<&str>,
) -> PaymentsSetting {
    let url = reader.text(catalogue::STRIPE_API_URL);
    let prices: Vec<(Plan, Option<String>)> = offer
        .plans
        .iter()
        .map(|plan| (*plan, price_of(reader, offer, *plan)))
        .collect();
    let Some(secret_key) = secret_key else {
        if url.is_some() {
            reader.problem(
                catalogue::STRIPE_SECRET_KEY,
                "there are settings for Stripe, but this key is missing",
            );
        }
        return PaymentsSetting::Sandbox;
    };
    for (plan, price) in &prices {
        if price.is_none() {
            reader.problem(
                price_setting(*plan),
                "Stripe needs the price of every plan that is sold",
            );
        }
    }
    let prices: Vec<(&str, &str)> = prices
        .iter()
        .map(|(plan, price)| (plan.id(), price.as_deref().unwrap_or("missing")))
        .collect();
    match StripeSettings::new(url.as_deref(), secret_key, webhook_secret, &prices) {
        Ok(settings) => PaymentsSetting::Live(settings),
        Err(error) => {
            reader.problem(catalogue::STRIPE_SECRET_KEY, &error.to_string());
            PaymentsSetting::Sandbox
        }
    }
}

/// The operator's plan file, or what the product comes with.
pub(super) fn offer(reader: &mut Reader) -> Offer {
    let Some(file) = pages::text_of_file(reader, catalogue::PLANS) else {
        return Offer::default();
    };
    Offer::parse(&file).unwrap_or_else(|error| {
        reader.problem(catalogue::PLANS, &error.to_string());
        Offer::default()
    })
}
