//! Lines between the text that are not part of it: ads, credits, requests to share.

use std::sync::LazyLock;

use crate::text::entries;

/// The lines without boilerplate, and without everything after a heading like "Comments".
pub(super) fn without(lines: Vec<String>) -> Vec<String> {
    let total: usize = lines.iter().map(String::len).sum();
    let mut kept = Vec::with_capacity(lines.len());
    let mut seen = 0;
    for line in lines {
        // In the first two thirds, such a heading belongs to the text.
        if seen * 3 >= total * 2 && is_any(&line, &ENDINGS, 40) {
            break;
        }
        seen += line.len();
        if !is_boilerplate(&line) {
            kept.push(line);
        }
    }
    kept
}

fn is_boilerplate(line: &str) -> bool {
    const LONGEST: usize = 250;
    if line.len() > LONGEST {
        return false;
    }
    let folded = line.to_lowercase();
    let about_cookies = folded.contains("cookies")
        && [
            "this site",
            "this website",
            "we use",
            "our site",
            "our website",
        ]
        .iter()
        .any(|phrase| folded.contains(phrase));
    about_cookies
        || is_any(line, &OPENINGS, LONGEST)
        || is_any(line, &WHOLE, 40)
        || is_date(&folded)
}

/// Whether a line is in a list, or starts with an entry if the list is of openings.
fn is_any(line: &str, list: &PhraseList, longest: usize) -> bool {
    if line.len() > longest {
        return false;
    }
    let folded = line.to_lowercase();
    let bare = folded.trim_matches(|c: char| !c.is_alphanumeric());
    if list.is_opening {
        list.phrases.iter().any(|phrase| bare.starts_with(phrase))
    } else {
        list.phrases.contains(&bare)
    }
}

/// Whether a short line is nothing but a date.
fn is_date(folded: &str) -> bool {
    const MONTHS: [&str; 12] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ];
    let words: Vec<&str> = folded
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let numbers = words
        .iter()
        .filter(|word| word.starts_with(|c: char| c.is_ascii_digit()))
        .count();
    let has_month = words
        .iter()
        .any(|word| MONTHS.iter().any(|month| word.starts_with(month)));
    words.len() <= 6 && numbers >= 2 && (has_month && numbers + 3 >= words.len())
}

struct PhraseList {
    phrases: Vec<&'static str>,
    is_opening: bool,
}

static OPENINGS: LazyLock<PhraseList> = LazyLock::new(|| section("opening", true));
static WHOLE: LazyLock<PhraseList> = LazyLock::new(|| section("whole", false));
static ENDINGS: LazyLock<PhraseList> = LazyLock::new(|| section("ending", false));

fn section(name: &str, is_opening: bool) -> PhraseList {
    let phrases = entries(include_str!("../../words/chatter.txt"))
        .filter_map(|line| line.split_once(": "))
        .filter(|(kind, _)| *kind == name)
        .map(|(_, phrase)| phrase)
        .collect();
    PhraseList {
        phrases,
        is_opening,
    }
}
