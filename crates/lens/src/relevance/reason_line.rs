//! The reason in one line, as a colleague would say it: "Looking for an invoicing tool that chases
//! late clients; you send automatic reminders." What stands in quotation marks is word for word; the
//! rest says in the third person what the author said, and in the second what the company said.

use super::quotes::{asking_clause, asking_sentence, first_clauses};
use crate::{noise::NoiseKind, text::fold};

/// What they need, and what the company named so says to it.
pub(super) fn reason_line(need: Option<&str>, fit: Option<&str>, company: &str) -> String {
    match (
        need.map(said_by_author),
        fit.map(|fit| said_by_company(fit, company)),
    ) {
        (Some(need), Some(fit)) => ended(&format!("{need}; {fit}")),
        (Some(need), None) => ended(&need),
        (None, Some(fit)) => ended(&capitalised(&fit)),
        (None, None) => "Close to what you do.".to_owned(),
    }
}

pub(super) fn noise_line(kind: NoiseKind) -> &'static str {
    match kind {
        NoiseKind::Removed => "A removed post.",
        NoiseKind::Bot => "Written by a bot.",
        NoiseKind::Adult => "An adult post.",
        NoiseKind::Megathread => "A standing thread.",
        NoiseKind::ForHire => "The author offers to work for hire.",
        NoiseKind::Hiring => "A job ad.",
        NoiseKind::Giveaway => "A giveaway.",
        NoiseKind::SelfPromotion => "The author shows their own work.",
    }
}

/// What is longer is clipped in the line; the rows below have it whole.
const LONGEST_NEED: usize = 120;
const LONGEST_FIT: usize = 90;

fn said_by_author(need: &str) -> String {
    let wish = asking_clause(asking_sentence(need), LONGEST_NEED);
    // A clause without its end cannot be told in other words.
    let is_whole = !wish.contains('?') && ends_at_clause(need, wish);
    if let Some(told) = is_whole.then(|| reported(wish)).flatten() {
        return told;
    }
    let said = asking_clause(need, LONGEST_NEED);
    let asks = said.contains('?') || is_question(said);
    let verb = if asks { "Asks" } else { "Says" };
    format!("{verb} {}", quoted(need, said))
}

fn ends_at_clause(whole: &str, said: &str) -> bool {
    let rest = whole.split_once(said).map_or("", |(_, rest)| rest);
    said.ends_with(['.', '!'])
        || !rest.starts_with(|next: char| next.is_alphanumeric() || next.is_whitespace())
}

/// "I'm looking for an app" is told as "Looking for an app", and "I need one" as "Needs one".
fn reported(said: &str) -> Option<String> {
    let said = said.trim_end_matches(['.', '!', ' ', '…']);
    let words: Vec<&str> = said.split_whitespace().collect();
    let low: Vec<String> = words.iter().map(|word| fold(word).into_owned()).collect();
    // Whom the author speaks to is lost once the sentence is told to somebody else.
    if low.iter().any(|word| speaks_to_reader(word)) {
        return None;
    }
    let at = |place: usize| low.get(place).map_or("", String::as_str);
    let skipped = match (at(0), at(1)) {
        ("i'm" | "im" | "we're", doing) if doing.ends_with("ing") => 1,
        ("i" | "we", "am" | "are") if at(2).ends_with("ing") => 2,
        ("i" | "we", wish) if third_person(wish).is_some() => 1,
        (wish, _) if third_person(wish).is_some() || SEEKING.contains(&wish) => 0,
        _ => return None,
    };
    let verb = match third_person(at(skipped)) {
        Some(wish) => wish.to_owned(),
        None => capitalised(words[skipped]),
    };
    let rest = words[skipped + 1..].iter().zip(&low[skipped + 1..]);
    let rest = rest.map(|(word, low)| turned(word, low, &TO_THIRD_PERSON));
    Some([verb].into_iter().chain(rest).collect::<Vec<_>>().join(" "))
}

/// "We send reminders" is told as "you send reminders", and "Send reminders" as "you help people send
/// reminders"; a sentence about the company by its name stays as it is. What cannot be told safely
/// is quoted.
fn said_by_company(fit: &str, company: &str) -> String {
    let fit = fit.trim_end_matches(['.', '!', ' ']);
    let said = first_clauses(fit, LONGEST_FIT);
    let words: Vec<&str> = said.split_whitespace().collect();
    let low: Vec<String> = words.iter().map(|word| fold(word).into_owned()).collect();
    let first = low.first().map_or("", String::as_str);
    let is_named = !company.is_empty() && said.starts_with(company);
    let has = |is: fn(&str) -> bool| low.iter().any(|word| is(word));
    let turned = |table: &[(&str, &str)]| {
        let turned = words
            .iter()
            .zip(&low)
            .map(|(word, low)| turned(word, low, table));
        turned.collect::<Vec<_>>().join(" ")
    };
    match first {
        _ if !ends_at_clause(fit, said) => format!("you say {}", quoted(fit, said)),
        _ if HELPING.contains(&first) && !has(is_you) && !has(is_we) => {
            let told = turned(&TO_CUSTOMERS);
            format!("you help people {first}{}", &told[first.len()..])
        }
        _ if has(speaks_to_reader) => format!("you say {}", quoted(fit, said)),
        _ if is_named => said.to_owned(),
        "we" | "our" | "we're" => turned(&TO_SECOND_PERSON),
        "it" if !company.is_empty() => said.replacen(words[0], company, 1),
        _ if !company.is_empty() && is_helping_in_third_person(first) => {
            format!("{company} {first}{}", &said[words[0].len()..])
        }
        "it" | "they" | "for" | "in" | "with" | "the" => format!("you say {}", quoted(fit, said)),
        _ if has(is_we) => format!("you say {}", quoted(fit, said)),
        _ => format!("you offer {}", quoted(fit, said)),
    }
}

/// With these companies begin a line that tells customers what they can do.
const HELPING: [&str; 33] = [
    "automate", "book", "build", "buy", "chase", "collect", "create", "design", "discover", "find",
    "fix", "get", "grow", "hire", "keep", "learn", "make", "manage", "meet", "monitor", "organize",
    "plan", "rent", "run", "save", "schedule", "sell", "send", "share", "start", "track", "turn",
    "write",
];

/// "Runs the front desk of climbing gyms" leaves out who does.
fn is_helping_in_third_person(word: &str) -> bool {
    let plain = word.strip_suffix('s');
    plain.is_some_and(|plain| HELPING.contains(&plain))
}

const TO_CUSTOMERS: [(&str, &str); 2] = [("your", "their"), ("yours", "theirs")];

fn is_you(word: &str) -> bool {
    matches!(
        word.trim_matches(|mark: char| !mark.is_alphanumeric()),
        "you" | "you're" | "you've" | "yourself"
    )
}

fn is_we(word: &str) -> bool {
    matches!(
        word.trim_matches(|mark: char| !mark.is_alphanumeric()),
        "we" | "we've" | "we're" | "our" | "us"
    )
}

/// Verbs of wishing, and how a third person has them.
fn third_person(verb: &str) -> Option<&'static str> {
    let verbs = [
        ("need", "Needs"),
        ("want", "Wants"),
        ("wish", "Wishes"),
        ("hope", "Hopes"),
        ("seek", "Seeks"),
    ];
    let found = verbs.into_iter().find(|(plain, _)| *plain == verb);
    found.map(|(_, third)| third)
}

/// With these a sentence begins that leaves out "I am".
const SEEKING: [&str; 8] = [
    "looking",
    "searching",
    "seeking",
    "trying",
    "hoping",
    "struggling",
    "considering",
    "wondering",
];

/// The plural of the third person takes the same verbs as "I".
const TO_THIRD_PERSON: [(&str, &str); 18] = [
    ("i", "they"),
    ("i'm", "they're"),
    ("im", "they're"),
    ("i've", "they've"),
    ("i'd", "they'd"),
    ("i'll", "they'll"),
    ("am", "are"),
    ("my", "their"),
    ("mine", "theirs"),
    ("me", "them"),
    ("myself", "themselves"),
    ("we", "they"),
    ("we're", "they're"),
    ("we've", "they've"),
    ("we'd", "they'd"),
    ("our", "their"),
    ("us", "them"),
    ("ourselves", "themselves"),
];

const TO_SECOND_PERSON: [(&str, &str); 6] = [
    ("we", "you"),
    ("we're", "you're"),
    ("we've", "you've"),
    ("our", "your"),
    ("us", "you"),
    ("ourselves", "yourselves"),
];

/// A word as another person says it, with the marks around it.
fn turned(word: &str, low: &str, table: &[(&str, &str)]) -> String {
    let bare = low.trim_matches(|mark: char| !mark.is_alphanumeric());
    let Some((_, other)) = table.iter().find(|(own, _)| *own == bare) else {
        return word.to_owned();
    };
    low.replacen(bare, other, 1)
}

fn speaks_to_reader(word: &str) -> bool {
    let bare = word.trim_matches(|mark: char| !mark.is_alphanumeric());
    matches!(
        bare,
        "you" | "your" | "you're" | "you've" | "yours" | "u" | "guys" | "yourself"
    )
}

/// A question whose mark was left out.
fn is_question(said: &str) -> bool {
    let first = said.split_whitespace().next().unwrap_or_default();
    matches!(
        fold(first).as_ref(),
        "what"
            | "what's"
            | "which"
            | "how"
            | "where"
            | "who"
            | "is"
            | "are"
            | "does"
            | "do"
            | "can"
            | "should"
            | "has"
            | "anyone"
            | "anybody"
            | "any"
    )
}

/// A clause of a sentence, marked where something was left out.
fn quoted(whole: &str, said: &str) -> String {
    let whole = whole.trim().trim_end_matches(['.', ' ']);
    let said = said.trim().trim_end_matches(['.', ' ']);
    let before = if whole.starts_with(said) { "" } else { "… " };
    let after = if whole.ends_with(said) { "" } else { " …" };
    format!("“{before}{said}{after}”")
}

fn ended(line: &str) -> String {
    match line.chars().last() {
        Some('.' | '!' | '?' | '…') => line.to_owned(),
        _ => format!("{line}."),
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}
