//! Whether the rank provider takes the key. Serper and DataForSEO tell about the account without
//! counting a search; at a SearXNG of one's own a search costs nothing.

use reqwest::Method;
use serde_json::Value;
use url::Url;

use super::{Country, RankError, RankProvider, RankSettings, errors};
use crate::check::{HttpProbe, ProbeResponse, SetupCheck};

const ACCOUNT: &str = "account";
const ADDRESS_ADVICE: &str =
    "Check EARSHOT_RANK_URL; without it the provider's own address is used.";
const CREDIT_ADVICE: &str = "Buy credits at the provider. Until then posts have no Google rank.";

impl RankSettings {
    /// Asks for the account, or makes one search where that is free.
    pub async fn check_account(&self, country: Country, user_agent: &str) -> SetupCheck {
        let probe = HttpProbe::new(user_agent);
        match self.provider {
            RankProvider::Serper => {
                let url = self.at("account");
                let request = probe
                    .request(Method::GET, url)
                    .header("X-API-KEY", &self.key);
                self.judge(probe.send(request).await, judge_serper)
            }
            RankProvider::DataForSeo => {
                let url = self.at("v3/appendix/user_data");
                let (login, password) = self.key.split_once(':').unwrap_or_default();
                let request = probe.request(Method::GET, url);
                let request = request.basic_auth(login, Some(password));
                self.judge(probe.send(request).await, judge_data_for_seo)
            }
            RankProvider::SearxNg => self.check_by_search(&probe, country, user_agent).await,
        }
    }

    fn judge(
        &self,
        asked: Result<ProbeResponse, crate::check::ConnectFailure>,
        judge_account: fn(&Value) -> SetupCheck,
    ) -> SetupCheck {
        match asked {
            Err(failure) => failure.check(ACCOUNT, self.base.as_str()),
            Ok(response) if response.is_success() => judge_account(&response.value()),
            Ok(response) => refused(response.status, &response.value()),
        }
    }

    async fn check_by_search(
        &self,
        probe: &HttpProbe,
        country: Country,
        user_agent: &str,
    ) -> SetupCheck {
        let searched = self.ranks(user_agent).search("earshot", country, 1).await;
        match searched {
            Ok(found) => SetupCheck::ok(ACCOUNT, format!("a search found {} pages", found.len())),
            Err(RankError::Unauthorised) => SetupCheck::wrong(
                ACCOUNT,
                "SearXNG refuses to answer as JSON",
                "Add json to search.formats in SearXNG's settings.yml.",
            ),
            Err(RankError::Unavailable { .. }) => {
                match probe.send(probe.get(self.base.clone())).await {
                    Err(failure) => failure.check(ACCOUNT, self.base.as_str()),
                    Ok(_) => SetupCheck::wrong(
                        ACCOUNT,
                        "SearXNG answers, and Google does not answer it",
                        "Google blocks some addresses: look at SearXNG's page of statistics, and try again later.",
                    ),
                }
            }
            Err(RankError::QuotaExhausted | RankError::InvalidResponse) => SetupCheck::wrong(
                ACCOUNT,
                "what answers is not SearXNG",
                "Set EARSHOT_RANK_URL to the address of your SearXNG.",
            ),
        }
    }

    fn at(&self, path: &str) -> Url {
        self.base.join(path).unwrap_or_else(|_| self.base.clone())
    }
}

fn judge_serper(account: &Value) -> SetupCheck {
    match account["balance"].as_i64() {
        None => not_the_provider(),
        Some(balance) if balance <= 0 => spent(),
        Some(balance) => SetupCheck::ok(ACCOUNT, format!("{balance} searches are left")),
    }
}

fn judge_data_for_seo(answer: &Value) -> SetupCheck {
    match answer["status_code"].as_u64() {
        Some(20_000..40_000) => {}
        Some(40_100 | 40_104) => return refused(401, answer),
        Some(40_200 | 40_210) => return spent(),
        _ => return not_the_provider(),
    }
    let balance = answer.pointer("/tasks/0/result/0/money/balance");
    match balance.and_then(Value::as_f64) {
        Some(balance) if balance <= 0.0 => spent(),
        Some(balance) => SetupCheck::ok(ACCOUNT, format!("${balance:.2} are left")),
        None => SetupCheck::ok(ACCOUNT, "the provider accepts the key"),
    }
}

fn refused(status: u16, answer: &Value) -> SetupCheck {
    match status {
        _ if errors::is_spent(answer) => spent(),
        402 => spent(),
        401 | 403 => SetupCheck::wrong(
            ACCOUNT,
            "the provider rejects the key",
            "Copy the key from the provider's page into EARSHOT_RANK_KEY: Serper's as it is, DataForSEO's as login:password.",
        ),
        429 | 500.. => SetupCheck::wrong(
            ACCOUNT,
            format!("the provider is unavailable (status {status})"),
            "Try again in a few minutes.",
        ),
        _ => not_the_provider(),
    }
}

fn spent() -> SetupCheck {
    SetupCheck::wrong(ACCOUNT, "the account has no searches left", CREDIT_ADVICE)
}

fn not_the_provider() -> SetupCheck {
    SetupCheck::wrong(ACCOUNT, "what answers is not this provider", ADDRESS_ADVICE)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::check::CheckState::{self, Ok, Wrong};

    #[test]
    fn an_account_without_searches_is_wrong() {
        check(
            &judge_serper(&json!({ "balance": 2500, "rateLimit": 50 })),
            Ok,
            "2500",
        );
        check(
            &judge_serper(&json!({ "balance": 0 })),
            Wrong,
            "no searches left",
        );
        check(&judge_serper(&json!({})), Wrong, "not this provider");
        let paid = json!({ "status_code": 20000, "tasks": [{ "result": [{ "money": { "balance": 12.5 } }] }] });
        check(&judge_data_for_seo(&paid), Ok, "$12.50");
        check(
            &judge_data_for_seo(&json!({ "status_code": 40100 })),
            Wrong,
            "rejects the key",
        );
        check(
            &refused(400, &json!({ "message": "Not enough credits" })),
            Wrong,
            "no searches left",
        );
    }

    fn check(judged: &SetupCheck, state: CheckState, words: &str) {
        assert_eq!(judged.state, state, "{judged:?}");
        assert!(judged.found.contains(words), "{judged:?}");
    }
}
