//! Judges what Stripe says about the account and its prices.

use serde::Deserialize;
use serde_json::Value;

use super::{ExpectedPrice, settings::is_test_key};
use crate::check::{ProbeResponse, SetupCheck};

const MODE: &str = "mode";

#[derive(Debug, Deserialize)]
pub(super) struct StripePrice {
    active: bool,
    currency: String,
    unit_amount: Option<i64>,
    recurring: Option<StripeInterval>,
}

#[derive(Debug, Deserialize)]
struct StripeInterval {
    interval: String,
    interval_count: u32,
}

pub(super) fn judge_account(account: &Value) -> SetupCheck {
    const SUBJECT: &str = "account";
    let id = account["id"].as_str().unwrap_or("without an id");
    let name = account["settings"]["dashboard"]["display_name"].as_str();
    let name = name.map_or_else(|| id.to_owned(), |name| format!("{name} ({id})"));
    if account["charges_enabled"] == Value::Bool(false) {
        return SetupCheck::wrong(
            SUBJECT,
            format!("{name} cannot take payments yet"),
            "Complete the account at dashboard.stripe.com/account.",
        );
    }
    SetupCheck::ok(SUBJECT, name)
}

pub(super) fn judge_mode(secret_key: &str, is_production: bool) -> SetupCheck {
    match (is_test_key(secret_key), is_production) {
        (true, true) => SetupCheck::wrong(
            MODE,
            "a key of test mode, with which nobody pays",
            "Set STRIPE_SECRET_KEY to the live secret key, and everything else of Stripe to live mode too.",
        ),
        (false, false) => SetupCheck::warning(
            MODE,
            "a live key, with which people pay real money, and EARSHOT_ENV is not production",
            "Set EARSHOT_ENV=production, or use a key of test mode.",
        ),
        (true, false) => SetupCheck::ok(MODE, "test mode: no money moves"),
        (false, true) => SetupCheck::ok(MODE, "live"),
    }
}

pub(super) fn judge_price(response: &ProbeResponse, expected: &ExpectedPrice) -> SetupCheck {
    match response.json::<StripePrice>() {
        Some(price) => price.judge(expected),
        None => SetupCheck::wrong(
            subject(expected),
            "what Stripe answered is not a price",
            "Check STRIPE_API_URL: it may not be Stripe's.",
        ),
    }
}

impl StripePrice {
    fn judge(&self, expected: &ExpectedPrice) -> SetupCheck {
        let subject = subject(expected);
        let problems = self.problems(i64::from(expected.dollars) * 100);
        if problems.is_empty() {
            return SetupCheck::ok(subject, format!("${} a month", expected.dollars));
        }
        SetupCheck::wrong(
            subject,
            format!("the price at Stripe {}", problems.join(" and ")),
            format!(
                "The site says ${} a month. Create a recurring monthly price of that amount in US dollars at Stripe and put its id into {}.",
                expected.dollars, expected.setting
            ),
        )
    }

    fn problems(&self, cents: i64) -> Vec<String> {
        let mut problems = Vec::new();
        if !self.active {
            problems.push("is archived".to_owned());
        }
        match &self.recurring {
            None => problems.push("is paid once".to_owned()),
            Some(period) if period.interval != "month" || period.interval_count != 1 => {
                let (count, interval) = (period.interval_count, &period.interval);
                problems.push(format!("is paid every {count} {interval}"));
            }
            Some(_) => {}
        }
        if self.currency != "usd" {
            problems.push(format!("is in {}", self.currency.to_uppercase()));
        }
        match self.unit_amount {
            None => problems.push("has no fixed amount".to_owned()),
            Some(amount) if amount != cents => {
                let (whole, rest) = (amount / 100, amount % 100);
                problems.push(format!("is {whole}.{rest:02}"));
            }
            Some(_) => {}
        }
        problems
    }
}

fn subject(expected: &ExpectedPrice) -> String {
    format!("price of {}", expected.plan)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::check::CheckState;

    #[test]
    fn a_price_must_be_what_the_site_says() {
        let monthly = json!({ "interval": "month", "interval_count": 1 });
        let yearly = json!({ "interval": "year", "interval_count": 1 });
        check(true, "usd", &json!(1000), &monthly, "$10 a month");
        check(true, "usd", &json!(950), &monthly, "is 9.50");
        check(false, "usd", &json!(1000), &monthly, "is archived");
        check(true, "eur", &json!(1000), &monthly, "is in EUR");
        check(true, "usd", &json!(1000), &yearly, "is paid every 1 year");
        check(true, "usd", &json!(1000), &Value::Null, "is paid once");
        check(true, "usd", &Value::Null, &monthly, "has no fixed amount");
    }

    #[test]
    fn real_money_and_production_go_together() {
        for (key, is_production, state) in [
            ("sk_test_1", true, CheckState::Wrong),
            ("sk_live_1", false, CheckState::Warning),
            ("rk_test_1", false, CheckState::Ok),
            ("rk_live_1", true, CheckState::Ok),
        ] {
            assert_eq!(judge_mode(key, is_production).state, state, "{key}");
        }
    }

    #[test]
    fn an_account_that_is_not_complete_cannot_sell() {
        let account = json!({ "id": "acct_1", "charges_enabled": false });

        assert_eq!(judge_account(&account).state, CheckState::Wrong);
    }

    fn check(active: bool, currency: &str, cents: &Value, recurring: &Value, words: &str) {
        let price = json!({
            "active": active, "currency": currency, "unit_amount": cents, "recurring": recurring,
        });
        let price: StripePrice = serde_json::from_value(price).unwrap();
        let expected = ExpectedPrice {
            plan: "starter".to_owned(),
            dollars: 10,
            setting: "STRIPE_STARTER_PRICE".to_owned(),
        };

        let judged = price.judge(&expected);

        assert!(judged.found.contains(words), "{judged:?}");
        let is_right = words.starts_with('$');
        assert_eq!(judged.state == CheckState::Ok, is_right, "{judged:?}");
    }
}
