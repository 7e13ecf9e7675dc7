//! Contractions, for tones that talk as people do.

/// The text as it is spoken: "do not" is "don't". Only inside a sentence: "what it is." stays.
pub(super) fn relaxed(text: &str) -> String {
    let mut relaxed = text.to_owned();
    for (long, short) in CONTRACTIONS {
        relaxed = contracted(&relaxed, long, short);
    }
    relaxed
}

/// Pronouns first: "you are not" is "you're not".
const CONTRACTIONS: [(&str, &str); 26] = [
    ("I am ", "I'm "),
    ("I would ", "I'd "),
    ("I will ", "I'll "),
    ("you are ", "you're "),
    ("You are ", "You're "),
    ("you will ", "you'll "),
    ("they are ", "they're "),
    ("it is ", "it's "),
    ("It is ", "It's "),
    ("that is ", "that's "),
    ("That is ", "That's "),
    ("what is ", "what's "),
    ("there is ", "there's "),
    ("There is ", "There's "),
    ("Here is ", "Here's "),
    ("here is ", "here's "),
    ("who is ", "who's "),
    ("do not ", "don't "),
    ("Do not ", "Don't "),
    ("does not ", "doesn't "),
    ("did not ", "didn't "),
    ("is not ", "isn't "),
    ("are not ", "aren't "),
    ("cannot ", "can't "),
    ("will not ", "won't "),
    ("would not ", "wouldn't "),
];

/// Replaces whole words only, and never before a word that needs the long form to stand on.
fn contracted(text: &str, long: &str, short: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(long) {
        let (before, after) = rest.split_at(at);
        let starts_word = before
            .chars()
            .next_back()
            .or(written.chars().next_back())
            .is_none_or(|letter| !letter.is_alphanumeric());
        let next = &after[long.len()..];
        let is_stressed = ["where", "when", "what", "how", "why", "because", "if"]
            .iter()
            .any(|word| next.starts_with(word));
        written.push_str(before);
        written.push_str(if starts_word && !is_stressed {
            short
        } else {
            long
        });
        rest = next;
    }
    written.push_str(rest);
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_contract_inside_a_sentence_and_not_at_its_end() {
        assert_eq!(
            relaxed("I do not mind, it is fine."),
            "I don't mind, it's fine."
        );
        assert_eq!(
            relaxed("What it is. Undo not this."),
            "What it is. Undo not this."
        );
        assert_eq!(relaxed("That is where it goes"), "That is where it goes");
    }
}
