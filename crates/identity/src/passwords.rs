//! Which passwords may be chosen.

use std::collections::HashSet;
use std::fmt;
use std::sync::LazyLock;

use super::auth_refusal::Refusal;
use platform::password_hasher::MAX_PASSWORD_CHARS;

const MIN_PASSWORD_CHARS: usize = 6;

/// A password that somebody may choose.
#[derive(Clone)]
pub struct NewPassword(String);

impl NewPassword {
    pub fn parse(raw: &str) -> Result<Self, Refusal> {
        let length = raw.chars().count();
        if length < MIN_PASSWORD_CHARS {
            return Err(Refusal::ShortPassword);
        }
        if length > MAX_PASSWORD_CHARS {
            return Err(Refusal::Invalid(
                "Password cannot be longer than 1000 characters",
            ));
        }
        if COMMON.contains(raw.to_lowercase().as_str()) {
            return Err(Refusal::CommonPassword);
        }
        Ok(Self(raw.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Shows nothing of it.
impl fmt::Debug for NewPassword {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("NewPassword")
    }
}

/// The passwords that are guessed first, in lower case.
static COMMON: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| include_str!("common_passwords.txt").lines().collect());

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_has_six_to_a_thousand_characters_and_is_none_of_the_commonest() {
        let refusal = |raw: &str| {
            NewPassword::parse(raw)
                .err()
                .map(|refusal| refusal.to_string())
        };
        let short = "Password should be at least 6 characters.";
        let common =
            "Password is known to be weak and easy to guess, please choose a different one.";

        assert_eq!(refusal("a-b-c").as_deref(), Some(short));
        assert_eq!(refusal("\u{e4}\u{f6}\u{fc}\u{df}\u{20ac}x"), None);
        assert_eq!(refusal("123456").as_deref(), Some(common));
        assert_eq!(refusal("PassWord").as_deref(), Some(common));
        assert_eq!(refusal(&"\u{e4}x".repeat(500)), None);
        assert!(refusal(&"x".repeat(1001)).is_some());
    }

    #[test]
    fn the_commonest_passwords_are_listed_once_in_order_and_could_be_chosen_otherwise() {
        let lines: Vec<&str> = include_str!("common_passwords.txt").lines().collect();

        assert!(lines.is_sorted_by(|before, after| before < after));
        for line in &lines {
            assert!(line.chars().count() >= MIN_PASSWORD_CHARS, "{line}");
            assert_eq!(line.to_lowercase(), **line);
        }
    }
}
