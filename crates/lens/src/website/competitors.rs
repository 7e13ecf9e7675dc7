//! Other companies that the site compares itself with.

use super::Fact;
use crate::text::{fold, words};

/// The competitors named in the sentences and links of a site.
pub(super) fn competitors<'s>(
    own: &str,
    sentences: impl Iterator<Item = &'s str>,
    links: &[(String, String)],
) -> Vec<Fact> {
    let mut found: Vec<Fact> = Vec::new();
    let mut add = |name: String, evidence: &str| {
        let is_known = found
            .iter()
            .any(|known| known.value.eq_ignore_ascii_case(&name));
        if !is_known && !name.eq_ignore_ascii_case(own) && found.len() < 8 {
            found.push(Fact {
                value: name,
                evidence: evidence.to_owned(),
            });
        }
    };
    for sentence in sentences {
        for name in compared(sentence) {
            add(name, sentence);
        }
    }
    for (target, text) in links {
        let target = target.to_lowercase();
        let is_comparison = [
            "/vs/",
            "/vs-",
            "-vs-",
            "/compare/",
            "/alternative",
            "-alternative",
        ]
        .iter()
        .any(|part| target.contains(part));
        if is_comparison {
            for name in compared(text) {
                add(name, text);
            }
        }
    }
    found
}

/// The names after "alternative to", "vs", "switch from", and before "alternative".
fn compared(sentence: &str) -> Vec<String> {
    let all: Vec<_> = words(sentence).collect();
    let folded: Vec<String> = all
        .iter()
        .map(|word| fold(word.text).into_owned())
        .collect();
    let mut names = Vec::new();
    for at in 0..all.len() {
        let two_back = |word: &str| at > 0 && folded[at - 1] == word;
        let leads = matches!(folded[at].as_str(), "vs" | "versus")
            || (matches!(folded[at].as_str(), "to" | "for")
                && (two_back("alternative") || two_back("replacement")))
            || (folded[at] == "from"
                && [
                    "switch",
                    "switching",
                    "migrate",
                    "moving",
                    "move",
                    "import",
                    "coming",
                ]
                .iter()
                .any(|word| two_back(word)))
            || (folded[at] == "with"
                && folded[at.saturating_sub(4)..at]
                    .iter()
                    .any(|word| word == "compare"))
            || matches!(folded[at].as_str(), "leave" | "leaving" | "ditch")
            || (folded[at] == "than"
                && ["cheaper", "simpler", "faster", "easier"]
                    .iter()
                    .any(|word| two_back(word)));
        if leads {
            names.extend(listed(sentence, &all, at + 1));
        }
        if folded[at] == "alternative" && at > 0 && all.len() <= 8 {
            names.extend(name_before(&all, at));
        }
    }
    names
}

/// A list of capitalized names: "Chargebee, Recurly or Zuora".
fn listed(sentence: &str, all: &[crate::text::Word<'_>], from: usize) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut is_new = true;
    for at in from..all.len().min(from + 10) {
        let word = all[at];
        let gap = if at > from {
            &sentence[all[at - 1].end..word.start]
        } else {
            " "
        };
        if gap.contains(['.', '!', '?', ':', ';', '(']) {
            break;
        }
        is_new |= gap.contains(',');
        if matches!(fold(word.text).as_ref(), "and" | "or") {
            is_new = true;
        } else if is_name(word.text) {
            match names.last_mut() {
                Some(last) if !is_new => *last = format!("{last} {}", word.text),
                _ => names.push(word.text.to_owned()),
            }
            is_new = false;
        } else {
            break;
        }
    }
    names
}

fn name_before(all: &[crate::text::Word<'_>], at: usize) -> Option<String> {
    let name = all[at - 1].text;
    // The first word of a sentence is always capitalized.
    let is_first = at == 1;
    let folded = fold(name);
    let is_ordinary = matches!(
        folded.as_ref(),
        "the" | "an" | "best" | "open" | "modern" | "top"
    );
    (is_name(name) && !is_ordinary && (!is_first || all.len() <= 3)).then(|| name.to_owned())
}

fn is_name(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
        && word.len() > 1
        && !crate::text::is_stopword(&fold(word))
        && !matches!(
            word,
            "Excel" | "Google" | "Sheets" | "CSV" | "PDF" | "API" | "Word"
        )
}
