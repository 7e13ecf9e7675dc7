//! Who takes the money, and at which prices.

use providers::payments::StripeSettings;

use super::catalogue;
use super::source::Reader;
use super::{Secret, Setting};

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

/// The plans that are sold, by the keys under which the product knows them, and where the
/// operator says what each costs.
const PRICES: [(&str, Setting); 2] = [
    ("starter", catalogue::STRIPE_STARTER_PRICE),
    ("pro", catalogue::STRIPE_PRO_PRICE),
];

impl PaymentsChoice {
    pub(super) fn read(reader: &mut Reader) -> Self {
        let secret_key = reader.text(catalogue::STRIPE_SECRET_KEY);
        let webhook_secret = reader.text(catalogue::STRIPE_WEBHOOK_SECRET);
        Self {
            provider: provider(reader, secret_key.as_deref(), webhook_secret.as_deref()),
            secret_key: secret_key.map(Secret),
            webhook_secret: webhook_secret.map(Secret),
        }
    }

    pub fn is_sandbox(&self) -> bool {
        self.provider == PaymentsSetting::Sandbox
    }

    /// The plans that are sold, by their keys.
    pub fn plans(&self) -> impl Iterator<Item = &'static str> + use<> {
        PRICES.into_iter().map(|(plan, _)| plan)
    }

    pub(super) fn secrets(&self) -> [&Option<Secret>; 2] {
        [&self.secret_key, &self.webhook_secret]
    }

    /// Only what is not there is missed here; what is wrong was said when it was read.
    pub(super) fn demand_real(&self, reader: &mut Reader) {
        if self.secret_key.is_none() {
            reader.problem(
                catalogue::STRIPE_SECRET_KEY,
                "production needs a payment provider",
            );
        }
        if self.webhook_secret.is_none() {
            reader.problem(
                catalogue::STRIPE_WEBHOOK_SECRET,
                "production needs the secret that webhooks are signed with",
            );
        }
        for (_, setting) in PRICES {
            if self.secret_key.is_none() && reader.text(setting).is_none() {
                reader.problem(setting, "production needs the price of every plan");
            }
        }
    }
}

fn provider(
    reader: &mut Reader,
    secret_key: Option<&str>,
    webhook_secret: Option<&str>,
) -> PaymentsSetting {
    let url = reader.text(catalogue::STRIPE_API_URL);
    let prices = PRICES.map(|(plan, setting)| (plan, setting, reader.text(setting)));
    let Some(secret_key) = secret_key else {
        if url.is_some() {
            reader.problem(
                catalogue::STRIPE_SECRET_KEY,
                "a payment provider is named, but there is no key for it",
            );
        }
        return PaymentsSetting::Sandbox;
    };
    for (_, setting, price) in &prices {
        if price.is_none() {
            reader.problem(
                *setting,
                "Stripe needs the price of every plan that is sold",
            );
        }
    }
    let prices: Vec<(&str, &str)> = prices
        .iter()
        .map(|(plan, _, price)| (*plan, price.as_deref().unwrap_or("missing")))
        .collect();
    match StripeSettings::new(url.as_deref(), secret_key, webhook_secret, &prices) {
        Ok(settings) => PaymentsSetting::Live(settings),
        Err(error) => {
            reader.problem(catalogue::STRIPE_SECRET_KEY, &error.to_string());
            PaymentsSetting::Sandbox
        }
    }
}
