//! Checks a model's comment against the rules of the offline writer; a comment that cannot be fixed is
//! not used.

use std::collections::HashSet;
use std::sync::LazyLock;

use lens::text;
use regex::{Captures, Regex};

use super::addresses::{Address, addresses, replace_addresses};
use super::draft_company::BOASTS;
use super::untrusted_text::visible;
use super::writing::{Assignment, MOST_WORDS, count_words, disclosure, link_line};

/// A shorter comment is not an answer.
const LEAST_WORDS: usize = 40;

/// The comment, fixed where possible; `None` if it cannot be used.
pub(super) fn checked_comment(written: &str, assignment: &Assignment<'_>) -> Option<String> {
    let name = assignment.company.spoken_name();
    let written = visible(written);
    if LEAKS.is_match(&written) || DENIALS.is_match(&written) {
        return None;
    }
    let text = plain(&written, assignment);
    let text = without_sentences(&text, |sentence| is_unwanted(sentence, &name, assignment));
    if repeats_post(&text, assignment) || !is_about(&text, assignment) {
        return None;
    }
    let room = MOST_WORDS.saturating_sub(count_words(&disclosure(assignment)));
    let mut text = shortened(&text, room, &name);
    if !discloses(&text, &name) {
        text = format!("{text}\n\n{}", disclosure(assignment));
    } else if let Some(line) = link_line(assignment)
        && addresses(&text).is_empty()
    {
        text = format!("{text} {line}");
    }
    (LEAST_WORDS..=MOST_WORDS + 20)
        .contains(&count_words(&text))
        .then_some(text)
}

/// Without headings, images, emoji, and links behind other text; with [`FOREIGN`] in place of addresses.
fn plain(text: &str, assignment: &Assignment<'_>) -> String {
    let lines = text.lines().map(|line| {
        let line = line.trim().trim_start_matches('#').trim_start();
        line.chars()
            .filter(|letter| !is_emoji(*letter))
            .collect::<String>()
    });
    // Before addresses are looked for: what is removed must not make one of its neighbours.
    let text = lines.collect::<Vec<_>>().join("\n");
    let text = LINKED.replace_all(&text, |found: &Captures<'_>| {
        let (words, address) = (&found[1], &found[2]);
        match addresses(address).as_slice() {
            [only] if is_own(only, assignment) => only.text.to_owned(),
            _ => words.to_owned(),
        }
    });
    let text = replace_addresses(&text, |address| foreign(address, assignment));
    GAPS.replace_all(text.trim(), "\n\n").into_owned()
}

/// Stands for an address that is not the user's own, until its sentence is removed: an address with
/// gaps, such as "evil . com", would otherwise be split like two sentences.
const FOREIGN: char = '\u{fffc}';

/// What an address is replaced by. The user's own stays; a product that is called by its address keeps
/// its name.
fn foreign(address: &Address<'_>, assignment: &Assignment<'_>) -> Option<String> {
    let name = assignment.company.spoken_name();
    if is_own(address, assignment) || address.text.eq_ignore_ascii_case(&name) {
        return None;
    }
    let product = address.product_name().map(str::to_owned);
    Some(product.unwrap_or_else(|| FOREIGN.to_string()))
}

/// Sentences to remove: with a foreign address, with flattery, with a boast about the product, and,
/// where promotion is not allowed, any other mention of it.
fn is_unwanted(sentence: &str, name: &str, assignment: &Assignment<'_>) -> bool {
    if sentence.contains(FOREIGN) || FLATTERY.is_match(sentence) {
        return true;
    }
    let is_about_us = mentions(sentence, name);
    let boasts = text::folded(sentence)
        .iter()
        .any(|word| BOASTS.contains(&word.as_str()));
    let is_pitch = assignment.limits.against_promotion.is_some() && !discloses(sentence, name);
    is_about_us && (boasts || is_pitch)
}

/// Whether it is the user's own site and they asked for a link.
fn is_own(address: &Address<'_>, assignment: &Assignment<'_>) -> bool {
    let allowed = assignment.wants_link && assignment.limits.against_promotion.is_none();
    let own = assignment.company.host().filter(|_| allowed);
    own.is_some_and(|own| address.leads_to(&own))
}

/// The text without unwanted sentences.
fn without_sentences(text: &str, is_unwanted: impl Fn(&str) -> bool) -> String {
    let lines = text.lines().map(|line| {
        let kept = sentences(line)
            .into_iter()
            .filter(|sentence| !is_unwanted(sentence));
        kept.collect::<Vec<_>>().join(" ")
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    GAPS.replace_all(text.trim(), "\n\n").into_owned()
}

/// The sentences of a line, with list markers before them.
fn sentences(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    for stop in STOPS.find_iter(line) {
        // "1. Send it" is one sentence.
        let is_number = line[start..stop.end()]
            .trim()
            .trim_end_matches('.')
            .parse::<u32>()
            .is_ok();
        if !is_number {
            found.push(line[start..stop.end()].trim());
            start = stop.end();
        }
    }
    found.push(line[start..].trim());
    found.retain(|sentence| !sentence.is_empty());
    found
}

/// Whether a text says in the first person that its writer works for the company.
fn discloses(text: &str, name: &str) -> bool {
    text.lines()
        .flat_map(sentences)
        .any(|sentence| mentions(sentence, name) && TIES.is_match(sentence))
}

fn mentions(text: &str, name: &str) -> bool {
    let (said, name) = (text::folded(text), text::folded(name));
    !name.is_empty() && said.windows(name.len()).any(|words| words == name)
}

/// Whether it repeats the post.
fn repeats_post(text: &str, assignment: &Assignment<'_>) -> bool {
    let post = format!("{}\n{}", assignment.post.title, assignment.post.body);
    let (own, theirs) = (word_runs(text, 5), word_runs(&post, 5));
    let shared = own.intersection(&theirs).count();
    let is_quoted = !word_runs(text, 9).is_disjoint(&word_runs(&post, 9));
    is_quoted || shared * 6 > own.len()
}

fn word_runs(text: &str, length: usize) -> HashSet<Vec<String>> {
    let words = text::folded(text);
    words.windows(length).map(<[String]>::to_vec).collect()
}

/// Whether it shares meaningful words with the post.
fn is_about(text: &str, assignment: &Assignment<'_>) -> bool {
    let meaningful = |text: &str| -> HashSet<String> {
        text::folded(text)
            .into_iter()
            .filter(|word| !text::is_stopword(word) && word.chars().count() > 2)
            .map(|word| text::stem(&word).into_owned())
            .collect()
    };
    let post = meaningful(&format!(
        "{} {}",
        assignment.post.title, assignment.post.body
    ));
    let shared = meaningful(text).intersection(&post).count();
    shared >= post.len().min(2)
}

/// Removes sentences from the end, except the disclosure, until the text is short enough.
fn shortened(text: &str, most: usize, name: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    while lines.iter().map(|line| count_words(line)).sum::<usize>() > most {
        let long = lines
            .iter()
            .rposition(|line| !line.is_empty() && !discloses(line, name));
        let Some(at) = long else { break };
        let mut kept = sentences(&lines[at]);
        kept.pop();
        lines[at] = kept.join(" ");
    }
    let text = lines.join("\n");
    GAPS.replace_all(text.trim(), "\n\n").into_owned()
}

fn is_emoji(letter: char) -> bool {
    matches!(letter, '\u{1f000}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{20e3}')
}

macro_rules! pattern {
    ($name:ident, $text:literal) => {
        static $name: LazyLock<Regex> =
            LazyLock::new(|| Regex::new($text).expect("the pattern is one"));
    };
}

pattern!(LINKED, r"!?\[([^\]]*)\]\(\s*<?([^)\s>]*)[^)]*\)");
pattern!(GAPS, r"\n\s*\n\s*");
pattern!(STOPS, r#"[.!?]["')]?(\s+|$)"#);
pattern!(
    FLATTERY,
    r"(?i)^\W*(great|good|excellent|fantastic|awesome|amazing|love(ly)?|wonderful) (question|post|point|thread)|thanks for (sharing|asking|posting)"
);
// Words of the instructions, of the fence, and of models about themselves.
pattern!(
    LEAKS,
    r"(?i)as an? (ai|llm)\b|language model|system prompt|my instructions|the instructions|<<<|>>>|\b(DATA|OWNER) [0-9a-f]{8,}|\[/?inst\]|<\|?im_|json (schema|object)|plain comment|the material|reddit markdown|you draft a|works at a company"
);
// Denying the affiliation is a lie, and one that a post may have asked for.
pattern!(
    DENIALS,
    r"(?i)\b(not|no|never|un-?)\s?(affiliat|associat|connected|sponsored|paid by)|(do not|don't|never) work (for|at|on|with)|\b(happy|satisfied|paying|longtime|long-time) (customer|user|client)\b|just a (fan|user|customer)|as a (customer|user) (of|for)|no affiliation|unbiased|independent reviewer"
);
pattern!(
    TIES,
    r"(?i)\bI('m| am)?( also)? (work|build|help build|help make|make|run|founded|belong|represent|am (on|with|part of|at|from|one of|employed)|on the team|part of|with the|employed|the founder)|\b(on|part of|from|with) the (team|\w+ team)|\b(my|our) (company|team|product|tool|app|startup)|\bwe (build|make|run|sell|offer)|disclosure|biased|I'm (on|with|part|from|one|at|employed|the)"
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CommentLimits, DraftCompany, DraftPost, Tone};

    const GOOD: &str = "Seven flats in a notebook works until the accountant sighs, so give every tenant a \
        reference and let one bank account collect all the rents. Late rent then shows as a missing line, and the \
        certificates go into a calendar with a month of warning.\n\nI work on Paperlark, which sends invoices, so \
        weigh that accordingly.";

    #[test]
    fn a_good_comment_is_unchanged() {
        assert_eq!(check(GOOD).as_deref(), Some(GOOD));
    }

    #[test]
    fn fixable_problems_are_fixed() {
        let sentence = " More at https://evil.example/x today.";
        let with = |extra: &str| GOOD.replacen("warning.", &format!("warning.{extra}"), 1);
        assert_eq!(check(&with(sentence)).as_deref(), Some(GOOD));
        assert_eq!(
            check(&with(" Ask u/spammer about it.")).as_deref(),
            Some(GOOD)
        );
        assert_eq!(
            check(&with(" Paperlark is the best there is.")).as_deref(),
            Some(GOOD)
        );
        assert_eq!(
            check(&format!("# Great question! 🎉\n\n{GOOD} 🚀")).as_deref(),
            Some(GOOD)
        );
        let linked = GOOD.replace("calendar", "[calendar](https://evil.example)");
        assert_eq!(check(&linked).as_deref(), Some(GOOD));
    }

    #[test]
    fn a_sentence_with_somebody_s_address_number_or_handle_is_removed() {
        for foreign in [
            "https://paperlark.example:pay@evil.example/x",
            "https://paperlark.example@evil.example",
            "evil.zip",
            "evil.page",
            "evil . com",
            "evil dot com",
            "evil\n.com",
            "evil.🎉zip",
            "evil[.](https://paperlark.example)zip",
            "+44 20 7946 0958",
            "(555) 123-4567",
            "Telegram: evilguy",
            "evilguy#1234",
            "<https://evil.example>",
        ] {
            let sentence = format!(" More at {foreign} today.");
            let with = GOOD.replacen("warning.", &format!("warning.{sentence}"), 1);

            assert_eq!(check(&with).as_deref(), Some(GOOD), "{foreign}");
            assert_eq!(check_with_link(&with), check_with_link(GOOD), "{foreign}");
        }
    }

    #[test]
    fn the_user_s_own_address_stays_where_it_was_asked_for() {
        let with = GOOD.replacen(
            "warning.",
            "warning. See https://www.paperlark.example/x.",
            1,
        );

        assert_eq!(check_with_link(&with).as_deref(), Some(with.as_str()));
        assert_eq!(check(&with).as_deref(), Some(GOOD));
    }

    #[test]
    fn a_competitor_keeps_its_name_and_loses_its_ending() {
        let with = |name: &str| {
            let sentence = format!("warning. I have seen {name} do that for flats.");
            GOOD.replacen("warning.", &sentence, 1)
        };

        let comment = check(&with("Monday.com"));

        assert_eq!(comment, Some(with("Monday")));
    }

    #[test]
    fn a_missing_disclosure_is_added() {
        let silent = GOOD.split("\n\n").next().unwrap();

        let comment = check(silent).unwrap();

        assert!(
            comment.starts_with(silent) && discloses(&comment, "Paperlark"),
            "{comment}"
        );
    }

    #[test]
    fn a_comment_that_cannot_be_fixed_is_rejected() {
        for bad in [
            String::new(),
            "Buy it.".to_owned(),
            format!("{GOOD} I am not affiliated with Paperlark."),
            format!("{GOOD} My instructions say to write a plain comment."),
            GOOD.replace(
                "notebook works until the accountant sighs",
                "notebook and my accountant has begun to sigh at the whole affair in public",
            ),
            "Quantum chess openings reward patience over memory. ".repeat(9),
        ] {
            assert_eq!(check(&bad), None, "{bad}");
        }
    }

    #[test]
    fn a_long_comment_loses_sentences_but_not_the_disclosure() {
        let padding = " Keep a photo of every receipt for the accountant of the flats.".repeat(20);
        let long = GOOD.replacen("warning.", &format!("warning.{padding}"), 1);

        let comment = check(&long).unwrap();

        assert!(count_words(&comment) <= MOST_WORDS, "{comment}");
        assert!(discloses(&comment, "Paperlark"));
    }

    fn check(text: &str) -> Option<String> {
        check_as_asked(text, false)
    }

    fn check_with_link(text: &str) -> Option<String> {
        check_as_asked(text, true)
    }

    fn check_as_asked(text: &str, wants_link: bool) -> Option<String> {
        let post = DraftPost {
            title: "Tracking seven flats in a notebook".to_owned(),
            body: "My accountant has begun to sigh at the whole affair in public. Rent comes late."
                .to_owned(),
            ..DraftPost::default()
        };
        let company = DraftCompany {
            name: "Paperlark".to_owned(),
            website_url: "https://paperlark.example".to_owned(),
            ..DraftCompany::default()
        };
        let assignment = Assignment {
            post: &post,
            company: &company,
            limits: &CommentLimits::default(),
            tone: Tone::default(),
            wants_link,
            attempt: 0,
        };
        checked_comment(text, &assignment)
    }
}
