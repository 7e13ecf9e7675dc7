//! The two that a title weighs against each other.

/// "X vs Y" or "X or Y" with names on both sides.
pub(super) fn rivals(title: &str) -> Option<(String, String)> {
    let words: Vec<&str> = title.split_whitespace().collect();
    let at = words
        .iter()
        .position(|word| JOINTS.contains(&word.to_lowercase().as_str()))?;
    let is_name = |word: &&&str| word.starts_with(char::is_uppercase);
    let before = words[..at]
        .iter()
        .rev()
        .take(MOST_WORDS)
        .take_while(is_name);
    let mut left: Vec<&str> = before.copied().collect();
    left.reverse();
    let after = words[at + 1..].iter().take(MOST_WORDS).take_while(is_name);
    let right: Vec<&str> = after.copied().collect();
    Some((name(&left)?, name(&right)?))
}

const JOINTS: [&str; 4] = ["vs", "vs.", "versus", "or"];
const MOST_WORDS: usize = 3;

fn name(words: &[&str]) -> Option<String> {
    let text = words.join(" ");
    let text = text.trim_matches(|letter: char| !letter.is_alphanumeric());
    let is_plain = text
        .chars()
        .all(|letter| letter.is_alphanumeric() || letter == ' ');
    (is_plain && text.chars().count() >= 3).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_on_both_sides_are_rivals_and_nothing_else_is() {
        let found = |title: &str| rivals(title).map(|(a, b)| format!("{a}/{b}"));

        assert_eq!(
            found("FreshBooks vs Wave, for four clients").as_deref(),
            Some("FreshBooks/Wave")
        );
        assert_eq!(
            found("Cragdesk or Rock Gym Pro for a hall?").as_deref(),
            Some("Cragdesk/Rock Gym Pro")
        );
        assert_eq!(found("A builder or one honest page"), None);
        assert_eq!(found("Visit evil.example vs Evil.example"), None);
    }
}
