//! Models and words that go wrong on purpose, so that a person can click through what happens
//! then.

use super::MODEL;

/// A name and what it stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sentinel {
    /// Asked for as the model `sandbox-name` or by the word `sandbox:name` in the prompt.
    pub name: &'static str,
    /// A sentence for the documentation.
    pub happens: &'static str,
    pub(super) behaviour: Behaviour,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Behaviour {
    Good,
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

const fn sentinel(name: &'static str, behaviour: Behaviour, happens: &'static str) -> Sentinel {
    Sentinel {
        name,
        happens,
        behaviour,
    }
}

/// Every sentinel of the language model's sandbox.
pub const SENTINELS: [Sentinel; 11] = [
    sentinel(
        "chatty",
        Behaviour::Chatty,
        "The JSON is right, with a code block and a few words around it.",
    ),
    sentinel(
        "repairable",
        Behaviour::Repairable,
        "No JSON at first; the right one when it is asked for again.",
    ),
    sentinel(
        "malformed",
        Behaviour::Malformed,
        "The answer begins like JSON and breaks off.",
    ),
    sentinel(
        "unfitting",
        Behaviour::Unfitting,
        "The answer is JSON and does not fit the schema.",
    ),
    sentinel("empty", Behaviour::Empty, "The answer is empty."),
    sentinel(
        "refusal",
        Behaviour::Refusal,
        "The model refuses, in the field that the protocol has for it.",
    ),
    sentinel(
        "rate-limited",
        Behaviour::RateLimited,
        "429, with `Retry-After: 30`.",
    ),
    sentinel("broken", Behaviour::Broken, "500."),
    sentinel(
        "slow",
        Behaviour::Slow,
        "Nothing for 45 seconds, then the answer.",
    ),
    sentinel(
        "cut",
        Behaviour::Cut,
        "The connection breaks in the middle of the answer.",
    ),
    sentinel(
        "obedient",
        Behaviour::Obedient,
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

/// How to behave; none if there is no such model. The model's name goes before the prompt.
pub(super) fn behaviour_of(model: &str, prompt: &str) -> Option<Behaviour> {
    let named = match model.strip_prefix(MODEL)? {
        "" => None,
        rest => Some(of_name(rest.strip_prefix('-')?)?),
    };
    Some(
        named
            .or_else(|| of_prompt(prompt))
            .unwrap_or(Behaviour::Good),
    )
}

fn of_prompt(prompt: &str) -> Option<Behaviour> {
    prompt.split("sandbox:").skip(1).find_map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_lowercase() && c != '-');
        of_name(rest[..end.unwrap_or(rest.len())].trim_end_matches('-'))
    })
}

fn of_name(name: &str) -> Option<Behaviour> {
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
        check("sandbox", "Hello.", Some(Behaviour::Good));
        check("sandbox-slow", "Hello.", Some(Behaviour::Slow));
        check(
            "sandbox",
            "Say sandbox:rate-limited.",
            Some(Behaviour::RateLimited),
        );
        check("sandbox", "a sandbox: slow one", Some(Behaviour::Good));
        check(
            "sandbox",
            "sandbox:unheard sandbox:empty",
            Some(Behaviour::Empty),
        );
        check("sandbox-cut", "sandbox:empty", Some(Behaviour::Cut));
        check("sandbox-unheard", "Hello.", None);
        check("gpt-5", "sandbox:empty", None);
    }

    fn check(model: &str, prompt: &str, expected: Option<Behaviour>) {
        assert_eq!(behaviour_of(model, prompt), expected, "{model}: {prompt}");
    }
}
