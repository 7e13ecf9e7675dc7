//! Model names and prompt words that fail on purpose, so that a person can try every failure.

use super::MODEL;

/// A name and the behaviour that it selects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LlmSentinel {
    /// Selected by the model `sandbox-name` or by the word `sandbox:name` in the prompt.
    pub name: &'static str,
    /// A sentence for the documentation.
    pub happens: &'static str,
    pub(super) behaviour: ModelBehaviour,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ModelBehaviour {
    Good,
    Echo,
    Chatty,
    Repairable,
    Malformed,
    Unfitting,
    Empty,
    Refusal,
    RateLimited,
    Broken,
    Slow,
    Cut,
    Obedient,
}

const fn sentinel(
    name: &'static str,
    behaviour: ModelBehaviour,
    happens: &'static str,
) -> LlmSentinel {
    LlmSentinel {
        name,
        happens,
        behaviour,
    }
}

/// Every sentinel of the language model's sandbox.
pub const SENTINELS: [LlmSentinel; 12] = [
    sentinel(
        "echo",
        ModelBehaviour::Echo,
        "Whatever is asked, the answer is made from the material of the prompt.",
    ),
    sentinel(
        "chatty",
        ModelBehaviour::Chatty,
        "The JSON is right, with a code block and a few words around it.",
    ),
    sentinel(
        "repairable",
        ModelBehaviour::Repairable,
        "No JSON at first; the right one when it is asked for again.",
    ),
    sentinel(
        "malformed",
        ModelBehaviour::Malformed,
        "The answer begins like JSON and breaks off.",
    ),
    sentinel(
        "unfitting",
        ModelBehaviour::Unfitting,
        "The answer is JSON but does not match the schema.",
    ),
    sentinel("empty", ModelBehaviour::Empty, "The answer is empty."),
    sentinel(
        "refusal",
        ModelBehaviour::Refusal,
        "The model refuses, in the field that the protocol has for it.",
    ),
    sentinel(
        "rate-limited",
        ModelBehaviour::RateLimited,
        "429, with `Retry-After: 30`.",
    ),
    sentinel("broken", ModelBehaviour::Broken, "500."),
    sentinel(
        "slow",
        ModelBehaviour::Slow,
        "Nothing for 45 seconds, then the answer.",
    ),
    sentinel(
        "cut",
        ModelBehaviour::Cut,
        "The connection breaks in the middle of the answer.",
    ),
    sentinel(
        "obedient",
        ModelBehaviour::Obedient,
        "The model does what the material tells it to, such as to name a link.",
    ),
];

/// Every model that the sandbox has.
pub(super) fn models() -> impl Iterator<Item = String> {
    let failing = SENTINELS
        .iter()
        .map(|sentinel| format!("{MODEL}-{}", sentinel.name));
    [MODEL.to_owned()].into_iter().chain(failing)
}

/// The behaviour; `None` if there is no such model. The model's name takes precedence over the prompt.
pub(super) fn behaviour_of(model: &str, prompt: &str) -> Option<ModelBehaviour> {
    let named = match model.strip_prefix(MODEL)? {
        "" => None,
        rest => Some(of_name(rest.strip_prefix('-')?)?),
    };
    Some(
        named
            .or_else(|| of_prompt(prompt))
            .unwrap_or(ModelBehaviour::Good),
    )
}

fn of_prompt(prompt: &str) -> Option<ModelBehaviour> {
    prompt.split("sandbox:").skip(1).find_map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_lowercase() && c != '-');
        of_name(rest[..end.unwrap_or(rest.len())].trim_end_matches('-'))
    })
}

fn of_name(name: &str) -> Option<ModelBehaviour> {
    SENTINELS
        .iter()
        .find(|sentinel| sentinel.name == name)
        .map(|sentinel| sentinel.behaviour)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_or_a_word_in_the_prompt_decides() {
        check("sandbox", "Hello.", Some(ModelBehaviour::Good));
        check("sandbox-slow", "Hello.", Some(ModelBehaviour::Slow));
        check(
            "sandbox",
            "Say sandbox:rate-limited.",
            Some(ModelBehaviour::RateLimited),
        );
        check("sandbox", "a sandbox: slow one", Some(ModelBehaviour::Good));
        check(
            "sandbox",
            "sandbox:unheard sandbox:empty",
            Some(ModelBehaviour::Empty),
        );
        check("sandbox-cut", "sandbox:empty", Some(ModelBehaviour::Cut));
        check("sandbox-unheard", "Hello.", None);
        check("gpt-5", "sandbox:empty", None);
    }

    fn check(model: &str, prompt: &str, expected: Option<ModelBehaviour>) {
        assert_eq!(behaviour_of(model, prompt), expected, "{model}: {prompt}");
    }
}
