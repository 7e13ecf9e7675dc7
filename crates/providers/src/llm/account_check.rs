//! Whether the provider takes the key and has the model. Models are looked up, none is asked
//! anything: that would cost tokens.

use reqwest::{Method, RequestBuilder};
use serde_json::Value;
use url::Url;

use super::{LlmSettings, Protocol};
use crate::check::{ConnectFailure, HttpProbe, ProbeResponse, SetupCheck};

const KEY: &str = "key";
const MODEL: &str = "model";
/// The version of Anthropic's protocol.
const ANTHROPIC_VERSION: &str = "2023-06-01";
/// How many names are shown where the model's is not among them.
const NAMES_SHOWN: usize = 5;

impl LlmSettings {
    /// Looks the model up by its name, and else in the list of all.
    pub async fn check_model(&self, user_agent: &str) -> Vec<SetupCheck> {
        let probe = HttpProbe::new(user_agent);
        let accepted = SetupCheck::ok(KEY, format!("{} accepts the key", self.base.as_str()));
        match self.ask(&probe, &format!("models/{}", self.model)).await {
            Err(failure) => vec![failure.check("server", self.base.as_str())],
            Ok(response) if response.is_success() => vec![accepted, self.found()],
            Ok(response) if response.status == 404 => match self.ask(&probe, "models").await {
                Err(failure) => vec![failure.check("server", self.base.as_str())],
                Ok(list) if list.is_success() => vec![accepted, self.judge_list(&list.value())],
                Ok(list) => vec![unlisted(list.status)],
            },
            Ok(response) => vec![unlisted(response.status)],
        }
    }

    async fn ask(&self, probe: &HttpProbe, path: &str) -> Result<ProbeResponse, ConnectFailure> {
        let url: Url = self.base.join(path).unwrap_or_else(|_| self.base.clone());
        probe
            .send(self.signed(probe.request(Method::GET, url)))
            .await
    }

    fn signed(&self, request: RequestBuilder) -> RequestBuilder {
        match self.protocol {
            Protocol::OpenAi | Protocol::Ollama => request.bearer_auth(&self.key),
            Protocol::Anthropic => request
                .header("x-api-key", &self.key)
                .header("anthropic-version", ANTHROPIC_VERSION),
            Protocol::Gemini => request.header("x-goog-api-key", &self.key),
        }
    }

    fn found(&self) -> SetupCheck {
        SetupCheck::ok(MODEL, format!("{} is there", self.model))
    }

    fn judge_list(&self, list: &Value) -> SetupCheck {
        let names = names_of(list);
        if names.contains(&self.model.as_str()) {
            return self.found();
        }
        let shown = names.iter().take(NAMES_SHOWN).copied();
        let shown: Vec<&str> = shown.collect();
        let advice = if shown.is_empty() {
            "Set EARSHOT_LLM_MODEL to a model of this account (Ollama: pull it first).".to_owned()
        } else {
            format!(
                "Set EARSHOT_LLM_MODEL to a model of this account, such as {}.",
                shown.join(", ")
            )
        };
        SetupCheck::wrong(
            MODEL,
            format!("the provider has no model {}", self.model),
            advice,
        )
    }
}

fn unlisted(status: u16) -> SetupCheck {
    match status {
        // Gemini answers 400 to a key that it does not know.
        400 | 401 | 403 => SetupCheck::wrong(
            KEY,
            format!("the provider rejects the key (status {status})"),
            "Copy the key from the provider's page into EARSHOT_LLM_KEY, and check that its account is paid.",
        ),
        404 | 405 => SetupCheck::warning(
            MODEL,
            "the server answers, and does not tell which models it has",
            "Write a draft in Earshot to see whether the model works, and check EARSHOT_LLM_URL if it does not.",
        ),
        status => SetupCheck::wrong(
            "server",
            format!("the provider is unavailable (status {status})"),
            "Try again in a few minutes.",
        ),
    }
}

/// OpenAI and Anthropic call it `data` and `id`, Gemini `models` and `models/name`.
fn names_of(list: &Value) -> Vec<&str> {
    let entries = list["data"].as_array().or(list["models"].as_array());
    let names = entries.into_iter().flatten().filter_map(|entry| {
        let name = entry["id"].as_str().or(entry["name"].as_str())?;
        Some(name.trim_start_matches("models/"))
    });
    names.collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::check::CheckState;

    #[test]
    fn a_model_is_known_in_every_form_of_list() {
        for list in [
            json!({ "data": [{ "id": "other" }, { "id": "small" }] }),
            json!({ "models": [{ "name": "models/small" }] }),
        ] {
            assert_eq!(judged(&list).state, CheckState::Ok, "{list}");
        }
        let other = judged(&json!({ "data": [{ "id": "large" }] }));
        assert_eq!(other.state, CheckState::Wrong);
        assert!(other.advice.is_some_and(|advice| advice.contains("large")));
    }

    fn judged(list: &Value) -> SetupCheck {
        let settings = LlmSettings::new(Protocol::Ollama, None, "small", None).unwrap();
        settings.judge_list(list)
    }
}
