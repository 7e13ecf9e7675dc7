//! The Stripe account and its prices.

use std::fmt;

use url::Url;

const STRIPE: &str = "https://api.stripe.com";

/// The operator's settings, validated.
#[derive(Clone, PartialEq, Eq)]
pub struct StripeSettings {
    /// Ends in a slash; Stripe's paths are appended.
    pub(super) base: Url,
    pub(super) secret_key: String,
    pub(super) webhook_secret: Option<String>,
    /// The product's key of each plan, and its price at Stripe.
    pub(super) prices: Vec<(String, String)>,
}

/// Settings that cannot work. The text never repeats them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidStripeSettings(&'static str);

impl StripeSettings {
    /// Without `url` it is Stripe itself. `prices` are pairs of a plan's key and a price's id.
    pub fn new(
        url: Option<&str>,
        secret_key: &str,
        webhook_secret: Option<&str>,
        prices: &[(&str, &str)],
    ) -> Result<Self, InvalidStripeSettings> {
        let webhook_secret = webhook_secret.map(str::trim).filter(|it| !it.is_empty());
        let keys = [secret_key].into_iter().chain(webhook_secret);
        if keys.into_iter().any(|key| !is_token(key)) {
            return Err(ODD_KEY);
        }
        if prices.is_empty() || prices.iter().any(|(_, price)| !is_token(price)) {
            return Err(NO_PRICE);
        }
        let owned = |(plan, price): &(&str, &str)| ((*plan).to_owned(), (*price).to_owned());
        Ok(Self {
            base: base(url.unwrap_or(STRIPE))?,
            secret_key: secret_key.to_owned(),
            webhook_secret: webhook_secret.map(str::to_owned),
            prices: prices.iter().map(owned).collect(),
        })
    }

    pub(super) fn price_of(&self, plan: &str) -> Option<&str> {
        let mut prices = self.prices.iter();
        prices
            .find(|(known, _)| known == plan)
            .map(|(_, price)| price.as_str())
    }

    pub(super) fn plan_of(&self, price: &str) -> Option<&str> {
        let mut prices = self.prices.iter();
        prices
            .find(|(_, known)| known == price)
            .map(|(plan, _)| plan.as_str())
    }

    /// Where the provider is asked.
    pub fn address(&self) -> &Url {
        &self.base
    }
}

/// Whether it is a key of Stripe's test mode, with which nobody pays.
pub fn is_test_key(secret_key: &str) -> bool {
    ["sk_test_", "rk_test_"]
        .iter()
        .any(|start| secret_key.starts_with(start))
}

/// Without the secrets.
impl fmt::Debug for StripeSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StripeSettings")
            .field("base", &self.base.as_str())
            .field("prices", &self.prices)
            .finish_non_exhaustive()
    }
}

const ODD_KEY: InvalidStripeSettings =
    InvalidStripeSettings("Stripe's keys are printable and without spaces, as Stripe shows them.");
const NO_PRICE: InvalidStripeSettings =
    InvalidStripeSettings("Every plan that is sold needs the id of its price at Stripe.");
const NOT_A_URL: InvalidStripeSettings = InvalidStripeSettings(
    "Stripe's address must be an http or https address without a path, a sign-in and a query.",
);

fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic())
}

fn base(url: &str) -> Result<Url, InvalidStripeSettings> {
    let url = Url::parse(url.trim()).map_err(|_| NOT_A_URL)?;
    let is_plain = url.path() == "/"
        && url.query().is_none()
        && url.fragment().is_none()
        && url.username().is_empty()
        && url.password().is_none();
    if matches!(url.scheme(), "http" | "https") && url.has_host() && is_plain {
        Ok(url)
    } else {
        Err(NOT_A_URL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRICES: &[(&str, &str)] = &[("starter", "price_1")];

    #[test]
    fn what_cannot_work_is_refused_without_repeating_it() {
        let with = |url, key, hook, prices| {
            StripeSettings::new(url, key, hook, prices).map(|settings| settings.base.to_string())
        };

        assert_eq!(
            with(None, "sk_1", None, PRICES),
            Ok("https://api.stripe.com/".to_owned())
        );
        assert_eq!(with(None, "", None, PRICES), Err(ODD_KEY));
        assert_eq!(with(None, "sk 1", None, PRICES), Err(ODD_KEY));
        assert!(with(None, "sk_1", Some("whsec\n"), PRICES).is_ok());
        assert_eq!(with(None, "sk_1", Some("wh sec"), PRICES), Err(ODD_KEY));
        assert_eq!(with(None, "sk_1", None, &[]), Err(NO_PRICE));
        assert_eq!(with(None, "sk_1", None, &[("pro", "")]), Err(NO_PRICE));
        for url in [
            "ftp://x",
            "x",
            "https://x/v1",
            "https://a:b@x",
            "https://x?a",
        ] {
            assert_eq!(with(Some(url), "sk_1", None, PRICES), Err(NOT_A_URL));
        }
    }

    #[test]
    fn the_secrets_are_not_printed() {
        let settings = StripeSettings::new(None, "sk_hunter2", Some("whsec_hunter3"), PRICES);
        let printed = format!("{:?}", settings.unwrap());

        assert!(!printed.contains("hunter"), "{printed}");
    }
}
