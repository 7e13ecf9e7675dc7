//! E-mail addresses, parsed strictly: what passes can neither break a mail's header nor be taken
//! for two addresses.

use super::auth_refusal::Refusal;

/// The longest address there is a place for.
const LONGEST: usize = 255;

/// An address in the form in which it is stored and compared: lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmailAddress(String);

impl EmailAddress {
    pub fn parse(raw: &str) -> Result<Self, Refusal> {
        let lower = raw.trim().to_lowercase();
        let is_address = lower.len() <= LONGEST
            && lower
                .split_once('@')
                .is_some_and(|(local, domain)| is_local(local) && is_domain(domain));
        if is_address {
            Ok(Self(lower))
        } else {
            Err(Refusal::Invalid(
                "Unable to validate email address: invalid format",
            ))
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn is_local(local: &str) -> bool {
    let is_allowed =
        |letter: char| letter.is_ascii_alphanumeric() || "!#$%&'*+/=?^_`{|}~-".contains(letter);
    local.len() <= 64
        && local
            .split('.')
            .all(|part| !part.is_empty() && part.chars().all(is_allowed))
}

fn is_domain(domain: &str) -> bool {
    let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.chars().all(is_allowed)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    domain.contains('.') && domain.split('.').all(is_label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_folded_and_everything_else_is_refused() {
        for (raw, expected) in [
            ("Ada@Example.COM", Some("ada@example.com")),
            (" ada@example.com ", Some("ada@example.com")),
            (
                "o'hara+tag@mail.example.co.uk",
                Some("o'hara+tag@mail.example.co.uk"),
            ),
            ("", None),
            ("ada", None),
            ("ada@", None),
            ("@example.com", None),
            ("ada@example", None),
            ("ada@@example.com", None),
            ("ada@example.com@evil.example", None),
            ("ada@example..com", None),
            (".ada@example.com", None),
            ("a..da@example.com", None),
            ("ada@-example.com", None),
            ("ada love@example.com", None),
            ("ada@example.com\r\nBcc: eve@example.com", None),
            ("ada@example.com, eve@example.com", None),
            ("\"ada\"@example.com", None),
            ("<ada@example.com>", None),
            ("ad\u{e4}@example.com", None),
        ] {
            let parsed = EmailAddress::parse(raw).ok();
            assert_eq!(parsed.as_ref().map(EmailAddress::as_str), expected, "{raw}");
        }
        assert!(EmailAddress::parse(&format!("ada@{}.com", "a.".repeat(126))).is_err());
    }
}
