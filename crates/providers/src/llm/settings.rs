//! Which model to use, and where.

use std::{fmt, time::Duration};

use url::Url;

/// The operator's settings, validated.
#[derive(Clone, PartialEq, Eq)]
pub struct LlmSettings {
    pub(super) protocol: Protocol,
    /// Ends in a slash; the protocol's paths are appended.
    pub(super) base: Url,
    pub(super) model: String,
    pub(super) key: String,
    pub(super) limits: AnswerLimits,
}

/// How long a model may be silent, and how long an answer may take. A small model on an ordinary
/// machine writes a few words a second, and reads the prompt for half a minute before the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnswerLimits {
    /// Until the first token.
    pub first_token: Duration,
    /// Between two tokens.
    pub gap: Duration,
    /// For the whole answer, and for a server that cannot stream.
    pub total: Duration,
}

impl Default for AnswerLimits {
    fn default() -> Self {
        Self {
            first_token: Duration::from_mins(1),
            gap: Duration::from_secs(30),
            total: Duration::from_mins(10),
        }
    }
}

/// The protocol of a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// OpenAI itself, or any server that speaks its protocol.
    OpenAi,
    Anthropic,
    Gemini,
    /// OpenAI's protocol too, without a key.
    Ollama,
}

/// Settings that cannot work. The text never repeats them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidLlmSettings(&'static str);

impl LlmSettings {
    /// Without `url` it is the provider's own address. A `url` without a path gets the usual one:
    /// `http://localhost:11434` means `http://localhost:11434/v1/`.
    pub fn new(
        protocol: Protocol,
        url: Option<&str>,
        model: &str,
        key: Option<&str>,
    ) -> Result<Self, InvalidLlmSettings> {
        let key = key.map(str::trim).filter(|key| !key.is_empty());
        // A self-hosted server may need no key, but the protocol requires the header.
        let is_own_server = url.is_some() || protocol == Protocol::Ollama;
        let key = key.or(is_own_server.then_some("none")).ok_or(NO_KEY)?;
        if !key.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(ODD_KEY);
        }
        let model = model.trim();
        if model.is_empty() || model.contains("::") || model.chars().any(char::is_whitespace) {
            return Err(NO_MODEL);
        }
        Ok(Self {
            protocol,
            base: base(protocol, url)?,
            model: model.to_owned(),
            key: key.to_owned(),
            limits: AnswerLimits::default(),
        })
    }

    #[must_use]
    pub fn with_limits(self, limits: AnswerLimits) -> Self {
        Self { limits, ..self }
    }

    /// Where the provider is asked.
    pub fn address(&self) -> &Url {
        &self.base
    }
}

/// Without the key.
impl fmt::Debug for LlmSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LlmSettings")
            .field("protocol", &self.protocol)
            .field("base", &self.base.as_str())
            .field("model", &self.model)
            .finish_non_exhaustive()
    }
}

const NO_KEY: InvalidLlmSettings =
    InvalidLlmSettings("This provider of language models needs a key.");
const ODD_KEY: InvalidLlmSettings =
    InvalidLlmSettings("The language model's key contains invalid characters.");
const NO_MODEL: InvalidLlmSettings = InvalidLlmSettings("The language model's name is missing.");
const NOT_A_URL: InvalidLlmSettings = InvalidLlmSettings(
    "The language model's address must be an http or https address without a sign-in and a query.",
);

fn base(protocol: Protocol, url: Option<&str>) -> Result<Url, InvalidLlmSettings> {
    let (own, usual_path) = match protocol {
        Protocol::OpenAi => ("https://api.openai.com", "/v1/"),
        Protocol::Anthropic => ("https://api.anthropic.com", "/v1/"),
        Protocol::Gemini => ("https://generativelanguage.googleapis.com", "/v1beta/"),
        Protocol::Ollama => ("http://localhost:11434", "/v1/"),
    };
    let mut url = Url::parse(url.unwrap_or(own).trim()).map_err(|_| NOT_A_URL)?;
    let is_plain = url.query().is_none()
        && url.fragment().is_none()
        && url.username().is_empty()
        && url.password().is_none();
    if !matches!(url.scheme(), "http" | "https") || !url.has_host() || !is_plain {
        return Err(NOT_A_URL);
    }
    let path = match url.path() {
        "/" => usual_path.to_owned(),
        path => format!("{}/", path.trim_end_matches('/')),
    };
    url.set_path(&path);
    Ok(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_completed_as_usual() {
        check(Protocol::OpenAi, None, "https://api.openai.com/v1/");
        check(Protocol::Ollama, None, "http://localhost:11434/v1/");
        check(
            Protocol::Gemini,
            None,
            "https://generativelanguage.googleapis.com/v1beta/",
        );
        check(
            Protocol::Ollama,
            Some("http://10.0.0.7:11434/"),
            "http://10.0.0.7:11434/v1/",
        );
        check(
            Protocol::OpenAi,
            Some("https://llm.example/openai/v2"),
            "https://llm.example/openai/v2/",
        );
    }

    #[test]
    fn what_cannot_work_is_refused_without_repeating_it() {
        for url in [
            "ftp://llm.example",
            "llm.example",
            "https://me:hunter2@llm.example/v1",
            "https://llm.example/v1?key=hunter2",
        ] {
            let refused = LlmSettings::new(Protocol::OpenAi, Some(url), "m", None).unwrap_err();
            assert_eq!(refused, NOT_A_URL, "{url}");
        }
        let with = |model, key| LlmSettings::new(Protocol::Anthropic, None, model, key);
        assert_eq!(with("m", None), Err(NO_KEY));
        assert_eq!(with("m", Some(" ")), Err(NO_KEY));
        assert_eq!(with("m", Some("hunter\n2")), Err(ODD_KEY));
        assert_eq!(with(" ", Some("hunter2")), Err(NO_MODEL));
        assert_eq!(with("vertex::m", Some("hunter2")), Err(NO_MODEL));
    }

    #[test]
    fn the_key_is_not_printed() {
        let settings = LlmSettings::new(Protocol::Gemini, None, "m", Some("hunter2")).unwrap();

        assert!(!format!("{settings:?}").contains("hunter2"));
    }

    fn check(protocol: Protocol, url: Option<&str>, expected: &str) {
        let settings = LlmSettings::new(protocol, url, "m", Some("key")).unwrap();
        assert_eq!(settings.base.as_str(), expected);
    }
}
