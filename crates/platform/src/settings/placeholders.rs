//! Values that somebody copied from an example and did not replace.

use url::Url;

/// Words that stand for a secret and are none.
const WORDS: [&str; 12] = [
    "change-me",
    "change_me",
    "changeit",
    "changeme",
    "example",
    "password",
    "placeholder",
    "secret",
    "tbd",
    "todo",
    "user:password",
    "xxx",
];

/// Whether a value of any setting is one of an example: `sk_live_…`, `<your key>`.
pub(super) fn is_placeholder(value: &str) -> bool {
    let is_in_brackets = value.starts_with('<') && value.ends_with('>');
    is_in_brackets || value.contains('\u{2026}') || value.contains("...")
}

/// The same of a secret, which no ordinary word can be. Of an address the password counts.
pub(super) fn is_placeholder_secret(value: &str) -> bool {
    let url = Url::parse(value).ok();
    let password = url.as_ref().and_then(Url::password);
    let secret = password.unwrap_or(value).to_lowercase();
    let last = secret.rsplit('_').next().unwrap_or_default();
    let is_crossed_out = last.len() > 2 && last.bytes().all(|byte| byte == b'x');
    let is_addressed = secret.starts_with("your-") || secret.starts_with("your_");
    is_crossed_out || is_addressed || WORDS.contains(&secret.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_example_shows_is_no_secret() {
        for value in [
            "changeme",
            "Password",
            "your-key",
            "sk_live_xxxx",
            "smtps://user:password@mail.example.com",
        ] {
            assert!(is_placeholder_secret(value), "{value}");
        }
        for value in ["<your key>", "sk_live_\u{2026}", "whsec_..."] {
            assert!(is_placeholder(value), "{value}");
        }
        for value in [
            "pa55word",
            "sk_live_1",
            "a-secret",
            "smtps://ada:pa55word@mail.example.com",
        ] {
            assert!(
                !is_placeholder_secret(value) && !is_placeholder(value),
                "{value}"
            );
        }
    }
}
