//! Which language model is asked, if any, and how much it may be asked.

use std::str::FromStr;
use std::time::Duration;

use providers::llm::{AnswerLimits, LlmSettings, Protocol};

use super::Secret;
use super::catalogue;
use super::source::Reader;
use crate::budget::DailyTokens;
use crate::llm::LONGEST_ANSWER;

/// The name under which the sandbox answers as it should; others are its sentinels.
const SANDBOX_MODEL: &str = "sandbox";

/// The operator's choice of a language model.
#[derive(Clone, Debug)]
pub struct LlmChoice {
    pub model: LlmSetting,
    pub daily_tokens: DailyTokens,
    /// What a million tokens cost on average, in dollars, if the operator says so.
    pub dollars_per_million: Option<f64>,
    /// How long it may be silent, and how long an answer may take.
    pub limits: AnswerLimits,
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
        let limits = limits(reader);
        let provider = provider.unwrap_or(LlmProviderName::Auto);
        Self {
            model: model(reader, provider, key.as_deref(), limits),
            limits,
            daily_tokens: DailyTokens {
                per_user: tokens(reader, catalogue::LLM_USER_DAILY_TOKENS),
                for_all: tokens(reader, catalogue::LLM_DAILY_TOKENS),
            },
            dollars_per_million: price(reader),
            key: key.map(Secret),
        }
    }

    /// Somebody real is asked.
    pub fn is_live(&self) -> bool {
        matches!(self.model, LlmSetting::Live(_))
    }

    /// What so many tokens cost, in dollars, if the operator says what a million do.
    pub fn cost_of(&self, tokens: i64) -> Option<f64> {
        let millions = tokens_in_millions(tokens);
        self.dollars_per_million.map(|dollars| dollars * millions)
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

fn limits(reader: &mut Reader) -> AnswerLimits {
    let usual = AnswerLimits::default();
    AnswerLimits {
        first_token: seconds(reader, catalogue::LLM_FIRST_TOKEN_S, usual.first_token),
        gap: seconds(reader, catalogue::LLM_GAP_S, usual.gap),
        total: seconds(reader, catalogue::LLM_TOTAL_S, usual.total),
    }
}

/// Jobs that wait for an answer end some time; they must not end before it.
fn seconds(reader: &mut Reader, setting: super::Setting, usual: Duration) -> Duration {
    let expected = "a number of seconds from 1 to 600";
    let parsed: Option<AnswerSeconds> = reader.parse(setting, expected);
    parsed.map_or(usual, |parsed| parsed.0)
}

struct AnswerSeconds(Duration);

impl FromStr for AnswerSeconds {
    type Err = ();

    fn from_str(word: &str) -> Result<Self, ()> {
        let seconds = Duration::from_secs(word.parse().map_err(|_| ())?);
        let is_usable = !seconds.is_zero() && seconds <= LONGEST_ANSWER;
        is_usable.then_some(Self(seconds)).ok_or(())
    }
}

fn model(
    reader: &mut Reader,
    provider: LlmProviderName,
    key: Option<&str>,
    limits: AnswerLimits,
) -> LlmSetting {
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
            "there are settings for a language model, but this does not say which provider",
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
                Ok(settings) => LlmSetting::Live(settings.with_limits(limits)),
                Err(error) => {
                    reader.problem(catalogue::LLM_PROVIDER, &error.to_string());
                    LlmSetting::None
                }
            }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a cost is shown in cents")]
fn tokens_in_millions(tokens: i64) -> f64 {
    tokens as f64 / 1_000_000.0
}

fn price(reader: &mut Reader) -> Option<f64> {
    let parsed: Option<Dollars> = reader.parse(catalogue::LLM_PRICE, "dollars such as 0.6");
    parsed.map(|dollars| dollars.0)
}

struct Dollars(f64);

impl FromStr for Dollars {
    type Err = ();

    fn from_str(word: &str) -> Result<Self, ()> {
        let dollars: f64 = word.parse().map_err(|_| ())?;
        let is_price = dollars.is_finite() && dollars >= 0.0;
        is_price.then_some(Self(dollars)).ok_or(())
    }
}

fn tokens(reader: &mut Reader, setting: super::Setting) -> i64 {
    let tokens = reader.parse(setting, "a whole number of tokens");
    tokens.unwrap_or(0_u32).into()
}
