//! Which language model is asked, if any, and how much it may be asked.

use std::str::FromStr;

use providers::llm::{LlmSettings, Protocol};

use super::Secret;
use super::catalogue;
use super::source::Reader;
use crate::budget::DailyTokens;

/// The name under which the sandbox answers as it should; others are its sentinels.
const SANDBOX_MODEL: &str = "sandbox";

/// The operator's choice of a language model.
#[derive(Clone, Debug)]
pub struct LlmChoice {
    pub model: LlmSetting,
    pub daily_tokens: DailyTokens,
    /// Kept apart from the model, for the gate that hides secrets in the log.
    pub(super) key: Option<Secret>,
}

/// Who writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LlmSetting {
    /// Nobody: the product does without.
    None,
    /// The embedded stand-in, under this name.
    Sandbox {
        model: String,
    },
    Live(LlmSettings),
}

impl LlmChoice {
    pub(super) fn read(reader: &mut Reader) -> Self {
        let expected = "auto, openai, anthropic, gemini, ollama, sandbox or none";
        let provider = reader.parse(catalogue::LLM_PROVIDER, expected);
        let key = reader.text(catalogue::LLM_KEY);
        Self {
            model: model(
                reader,
                provider.unwrap_or(LlmProviderName::Auto),
                key.as_deref(),
            ),
            daily_tokens: DailyTokens {
                per_user: tokens(reader, catalogue::LLM_USER_DAILY_TOKENS),
                for_all: tokens(reader, catalogue::LLM_DAILY_TOKENS),
            },
            key: key.map(Secret),
        }
    }

    /// Somebody real is asked.
    pub fn is_live(&self) -> bool {
        matches!(self.model, LlmSetting::Live(_))
    }

    pub fn is_sandbox(&self) -> bool {
        matches!(self.model, LlmSetting::Sandbox { .. })
    }

    pub(super) fn demand_real(&self, reader: &mut Reader) {
        if self.is_sandbox() {
            reader.demand(catalogue::LLM_PROVIDER, "a real language model or none");
        }
    }
}

#[derive(Clone, Copy)]
enum LlmProviderName {
    Auto,
    None,
    Sandbox,
    Real(Protocol),
}

impl FromStr for LlmProviderName {
    type Err = ();

    fn from_str(word: &str) -> Result<Self, ()> {
        Ok(match word {
            "auto" => Self::Auto,
            "none" => Self::None,
            "sandbox" => Self::Sandbox,
            "openai" => Self::Real(Protocol::OpenAi),
            "anthropic" => Self::Real(Protocol::Anthropic),
            "gemini" => Self::Real(Protocol::Gemini),
            "ollama" => Self::Real(Protocol::Ollama),
            _ => return Err(()),
        })
    }
}

fn model(reader: &mut Reader, provider: LlmProviderName, key: Option<&str>) -> LlmSetting {
    let (url, name) = (
        reader.text(catalogue::LLM_URL),
        reader.text(catalogue::LLM_MODEL),
    );
    let is_chosen = matches!(
        provider,
        LlmProviderName::Sandbox | LlmProviderName::Real(_)
    );
    if !is_chosen && (url.is_some() || name.is_some() || key.is_some()) {
        reader.problem(
            catalogue::LLM_PROVIDER,
            "a language model is described, but this does not say who provides it",
        );
    }
    match provider {
        LlmProviderName::Auto if reader.may_use_sandboxes() => LlmSetting::Sandbox {
            model: SANDBOX_MODEL.to_owned(),
        },
        LlmProviderName::Auto | LlmProviderName::None => LlmSetting::None,
        LlmProviderName::Sandbox => LlmSetting::Sandbox {
            model: name.unwrap_or_else(|| SANDBOX_MODEL.to_owned()),
        },
        LlmProviderName::Real(protocol) => {
            let name = name.unwrap_or_default();
            match LlmSettings::new(protocol, url.as_deref(), &name, key) {
                Ok(settings) => LlmSetting::Live(settings),
                Err(error) => {
                    reader.problem(catalogue::LLM_PROVIDER, &error.to_string());
                    LlmSetting::None
                }
            }
        }
    }
}

fn tokens(reader: &mut Reader, setting: super::Setting) -> i64 {
    let tokens = reader.parse(setting, "a whole number of tokens");
    tokens.unwrap_or(0_u32).into()
}
