//! Words that can stand for each other anywhere, so that the same advice does not read the same twice.

use super::spin::Dice;

/// The text with some of its words swapped, as the dice say.
pub(super) fn swapped(text: &str, dice: &mut Dice) -> String {
    let mut text = text.to_owned();
    for (phrase, others) in PHRASES {
        if text.contains(phrase) {
            text = text.replacen(phrase, others[dice.below(others.len())], 1);
        }
    }
    let mut written: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let (start, plain, end) = parts(word);
        let group = SWAPS.iter().find(|group| group.contains(&plain));
        // "an invoice" is no "an bill".
        let follows_article = written
            .last()
            .is_some_and(|last| ["a", "an", "A", "An"].contains(&last.as_str()));
        match group {
            Some(group) if !follows_article => {
                let chosen = group[dice.below(group.len())];
                written.push(format!("{start}{chosen}{end}"));
            }
            _ => written.push(word.to_owned()),
        }
    }
    written.join(" ")
}

/// A word without the marks around it, and the marks.
fn parts(word: &str) -> (&str, &str, &str) {
    let is_letter = |letter: char| letter.is_alphabetic();
    let first = word.find(is_letter).unwrap_or(word.len());
    let after = word.rfind(is_letter).map_or(first, |at| {
        at + word[at..].chars().next().map_or(1, char::len_utf8)
    });
    (&word[..first], &word[first..after], &word[after..])
}

/// Each of a group fits wherever another one does.
const SWAPS: [&[&str]; 20] = [
    &["really", "actually"],
    &["maybe", "perhaps"],
    &["anyone", "anybody"],
    &["seldom", "rarely"],
    &["simply", "just"],
    &["usually", "mostly", "generally", "normally"],
    &["often", "frequently"],
    &["because", "since"],
    &["quickly", "fast"],
    &["nearly", "almost"],
    &["mistakes", "errors"],
    &["mistake", "error"],
    &["somebody", "someone"],
    &["everybody", "everyone"],
    &["nobody", "no one"],
    &["exactly", "precisely"],
    &["customers", "clients"],
    &["invoices", "bills"],
    &["afterwards", "later"],
    &["ordinary", "normal"],
];

/// Words that can stand for the first words, together.
const PHRASES: [(&str, &[&str]); 15] = [
    (" in writing", &[" in writing", " by mail"]),
    (" so that ", &[" so that ", " so "]),
    (" on the phone", &[" on the phone", " by phone"]),
    (
        " every week",
        &[" every week", " each week", " week after week"],
    ),
    (
        " every month",
        &[" every month", " each month", " once a month"],
    ),
    (" every day", &[" every day", " each day", " daily"]),
    (" one page", &[" one page", " a single page", " one sheet"]),
    (" in one place", &[" in one place", " in a single place"]),
    (" the next ", &[" the next ", " the following "]),
    (" as well as ", &[" as well as ", " and also "]),
    (" is enough", &[" is enough", " will do", " suffices"]),
    (" most of ", &[" most of ", " the bulk of "]),
    (" people who ", &[" people who ", " those who "]),
    (" for free", &[" for free", " at no cost"]),
    (" by hand", &[" by hand", " manually"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_words_are_swapped_and_marks_stay() {
        let mut dice = Dice::of(&["x"]);
        let swapped = swapped("(Usually, every day.) everyday", &mut dice);

        assert!(swapped.starts_with("(Usually, "), "{swapped}");
        assert!(swapped.ends_with(".) everyday"), "{swapped}");
    }
}
