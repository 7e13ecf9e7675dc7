//! Saying for whom one speaks.

use std::sync::LazyLock;

use lens::text;
use regex::Regex;

use super::comment_text::sentences;
use super::draft_company::DraftCompany;

/// The line that says it in half a sentence.
pub(super) fn disclosure_line(company: &DraftCompany) -> String {
    let kind = company.business_type.to_lowercase();
    let is_made = ["saas", "software", "app", "tool"]
        .iter()
        .any(|word| kind.contains(word));
    let tie = if is_made { "on" } else { "at" };
    format!("I work {tie} {}, so weigh that.", company.spoken_name())
}

/// Whether a text says in the first person that its writer works for the company.
pub(super) fn discloses(text: &str, name: &str) -> bool {
    text.lines()
        .flat_map(sentences)
        .any(|sentence| mentions(sentence, name) && TIES.is_match(sentence))
}

/// Whether a text names the company.
pub(super) fn mentions(text: &str, name: &str) -> bool {
    let (said, name) = (plain_words(text), plain_words(name));
    !name.is_empty() && said.windows(name.len()).any(|words| words == name)
}

/// In lower case and without the ending of a possessive.
fn plain_words(text: &str) -> Vec<String> {
    let words = text::folded(text).into_iter();
    words
        .map(|word| word.trim_end_matches("'s").to_owned())
        .collect()
}

static TIES: LazyLock<Regex> = LazyLock::new(|| {
    let ties = [
        // "I work on", "I help run", "I spend my days on this at".
        r"\bI( also)? (work|build|help|make|run|mill|sell|supply|founded|belong|represent|speak|spend my days)\b",
        // "I'm on the team", "I'm a vendor here, at", "I'm Millstead".
        r"\bI(['’]m| am) (also )?(a|an|the|on|in|with|at|from|one|part|involved|employed|declaring)\b",
        r"\bI(['’]m| am) (?-i:[A-Z])",
        r"\b(my|our) (company|team|product|tool|app|startup|interest|job|employer|day job|mill)\b",
        r"\bwe (build|make|run|sell|offer|mill)\b|\bours\b|\bfrom me at\b|\bbeing with\b|\bwhere I work\b",
        r"\bsupplier speaking\b|\b(on|part of|from|with) (the|its) (team|\w+ team)\b",
        r"disclosure|biased|\bpays my\b",
    ];
    let ties = format!("(?i){}", ties.join("|"));
    Regex::new(&ties).expect("the pattern is one")
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tie_is_said_in_the_first_person_in_a_sentence_that_names_the_company() {
        for text in [
            "I work on Paperlark, so weigh that.",
            "Paperlark, which I help build, does it that way.",
            "Ours, Paperlark, is free up to five a month.",
            "My interest: I'm with Paperlark.",
        ] {
            assert!(discloses(text, "Paperlark"), "{text}");
        }
        for text in [
            "Paperlark is free up to five a month.",
            "I work a lot. Paperlark is good.",
            "I work on Larkpaper.",
            "I use Paperlark and like it.",
            "You could try Paperlark, I think.",
        ] {
            assert!(!discloses(text, "Paperlark"), "{text}");
        }
    }

    #[test]
    fn software_is_worked_on_and_any_other_company_is_worked_at() {
        let company = |kind: &str| DraftCompany {
            name: "Millstead".to_owned(),
            business_type: kind.to_owned(),
            ..DraftCompany::default()
        };
        assert_eq!(
            disclosure_line(&company("SaaS")),
            "I work on Millstead, so weigh that."
        );
        assert_eq!(
            disclosure_line(&company("Local business")),
            "I work at Millstead, so weigh that."
        );
    }
}
