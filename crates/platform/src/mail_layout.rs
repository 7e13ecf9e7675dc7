//! What all mails of the product have in common: where their images and links lead, whom to ask,
//! and how they greet. Their frame is `templates/mail/base.html`.

use url::Url;

/// The longest name that a greeting takes.
const LONGEST_NAME: usize = 40;

/// What stands in every mail, whatever it says.
#[derive(Clone, Debug)]
pub struct MailLayout {
    /// The address people open, without a slash at its end.
    pub site: String,
    pub support_email: String,
}

impl MailLayout {
    pub fn new(site_url: &Url, support_email: &str) -> Self {
        Self {
            site: site_url.as_str().trim_end_matches('/').to_owned(),
            support_email: support_email.to_owned(),
        }
    }
}

/// "Hi Nora," for Nora Feld, "Hi," for somebody without a name. Anybody can sign up with somebody
/// else's address, so that a name must carry neither a link nor a message to them.
pub fn greeting(name: Option<&str>) -> String {
    match name.and_then(first_name) {
        Some(name) => format!("Hi {name},"),
        None => "Hi,".to_owned(),
    }
}

fn first_name(name: &str) -> Option<String> {
    let first = name.split_whitespace().find(|word| !is_like_link(word))?;
    let plain: String = first
        .chars()
        .filter(|letter| is_of_names(*letter))
        .take(LONGEST_NAME)
        .collect();
    plain.contains(char::is_alphabetic).then_some(plain)
}

/// `evil.example` and `a@b` are, `J.` and `J.R.R.` are not.
fn is_like_link(word: &str) -> bool {
    let is_host = word
        .trim_end_matches(['.', ',', ')', '!'])
        .rsplit_once(['.', '\u{3002}', '\u{ff0e}', '\u{ff61}'])
        .is_some_and(|(_, ending)| ending.chars().count() > 1);
    is_host || word.contains(['/', '\\', '@', ':'])
}

/// Letters of any script with their accents, and what stands inside of names. Invisible characters
/// that turn the direction of a line are not among them.
fn is_of_names(letter: char) -> bool {
    let is_accent = ('\u{300}'..='\u{36f}').contains(&letter);
    letter.is_alphanumeric() || is_accent || "'\u{2019}-.".contains(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_greeting_takes_the_first_name_and_nobodys_message() {
        for (name, expected) in [
            ("Nora Feld", "Hi Nora,"),
            ("  Zoë\tKravitz", "Hi Zoë,"),
            ("Zoe\u{308}", "Hi Zoe\u{308},"),
            ("J.R.R. Tolkien", "Hi J.R.R.,"),
            ("Ada M. Lovelace", "Hi Ada,"),
            ("J. R. R. Tolkien", "Hi J.,"),
            ("O'Hara", "Hi O'Hara,"),
            ("Ada\r\nBcc: x", "Hi Ada,"),
            ("a@b", "Hi,"),
            ("https://evil", "Hi,"),
            ("Anne-Marie", "Hi Anne-Marie,"),
            ("美咲", "Hi 美咲,"),
            ("", "Hi,"),
            (" \r\n ", "Hi,"),
            ("nora@paperlark.example", "Hi,"),
            ("https://evil.example", "Hi,"),
            ("evil.example", "Hi,"),
            ("evil\u{3002}example", "Hi,"),
            ("www.evil.example. Nora", "Hi Nora,"),
            ("!!! ???", "Hi,"),
            ("<b>Nora</b>", "Hi,"),
            ("<Nora>", "Hi Nora,"),
            ("No\u{0}ra\u{202e}", "Hi Nora,"),
        ] {
            assert_eq!(greeting(Some(name)), expected, "{name:?}");
        }
        assert_eq!(greeting(None), "Hi,");
        assert_eq!(greeting(Some(&"x".repeat(500))).len(), "Hi ,".len() + 40);
    }
}
