//! The names of accounts and posts. They become ids and parts of links, so only their own
//! characters are let in.

/// The protocol allows 2,048 characters; those of accounts in use have 32, or a host name.
const MAX_DID: usize = 256;
const MAX_RKEY: usize = 512;

/// Whether this is the name of an account: `did:plc:` or `did:web:` and the rest.
pub(super) fn is_did(text: &str) -> bool {
    let name = text
        .strip_prefix("did:plc:")
        .or_else(|| text.strip_prefix("did:web:"));
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    text.len() <= MAX_DID
        && name.is_some_and(|name| !name.is_empty() && name.bytes().all(is_letter))
}

/// Whether this is the key of a record.
pub(super) fn is_rkey(text: &str) -> bool {
    let is_letter =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-' | b':' | b'~');
    let is_path_step = matches!(text, "." | "..");
    (1..=MAX_RKEY).contains(&text.len()) && !is_path_step && text.bytes().all(is_letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_are_names() {
        for good in ["did:plc:ewvi7nxzyoun6zhxrhs64oiz", "did:web:ada.example"] {
            assert!(is_did(good), "{good}");
        }
        for bad in [
            "",
            "ada.example",
            "did:plc:",
            "did:key:zQ3sh",
            "did:plc:a/b",
            "did:plc:a b",
            "did:plc:a\0",
            "did:web:a.example%3A80",
            "did:plc:ü",
            &format!("did:plc:{}", "a".repeat(256)),
        ] {
            assert!(!is_did(bad), "{bad}");
        }
        for good in ["3jui7kd54zh2y", "self", "a:b~c_d-e.f"] {
            assert!(is_rkey(good), "{good}");
        }
        for bad in [
            "",
            ".",
            "..",
            "a/b",
            "a b",
            "a?b",
            "a\n",
            "é",
            &"a".repeat(513),
        ] {
            assert!(!is_rkey(bad), "{bad}");
        }
    }
}
