//! Words that can stand for each other anywhere, so that the same advice does not read the same twice.

use super::spin::Dice;

/// The text with some of its words swapped, as the dice say.
pub(super) fn swapped(text: &str, dice: &mut Dice) -> String {
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
const SWAPS: [&[&str]; 21] = [
    &["usually", "mostly", "generally", "normally"],
    &["often", "frequently"],
    &["every", "each"],
    &["because", "since"],
    &["customers", "clients", "buyers"],
    &["customer", "client", "buyer"],
    &["nobody", "hardly anyone", "almost nobody"],
    &["needs", "requires"],
    &["quickly", "fast"],
    &["nearly", "almost"],
    &["whatever", "no matter what"],
    &["invoice", "bill"],
    &["invoices", "bills"],
    &["mistakes", "errors"],
    &["mistake", "error"],
    &["somebody", "someone"],
    &["everybody", "everyone"],
    &["exactly", "precisely"],
    &["money", "cash"],
    &["contract", "agreement"],
    &["separate", "different"],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_words_are_swapped_and_marks_stay() {
        let mut dice = Dice::of(&["x"]);
        let swapped = swapped("(Usually, every day.) everyday", &mut dice);

        assert!(swapped.starts_with("(Usually, "), "{swapped}");
        assert!(swapped.ends_with("day.) everyday"), "{swapped}");
    }
}
